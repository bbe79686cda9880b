"""Where a text gets lost that is cut at its spaces."""

from collections.abc import Callable

from tokviz.algorithms.whitespace import Whitespace
from tokviz.paths.stops import Challenge, GuidedPath, Settings, Shown, Stop, Verdict
from tokviz.text.labels import named
from tokviz.traces.words import WordStep

CHINESE = "中文：早上好！今天天气怎么样？今天天气很好。"


def _make(_: str, __: Settings) -> Whitespace:
    return Whitespace()


def words_of(text: str) -> tuple[WordStep, ...]:
    return Whitespace().encode_trace(text).steps


def all_white_space_cuts() -> bool:
    """Whether tabs and line ends cut as spaces do."""
    return [each.word for each in words_of("a\tb\nc")] == ["a", "b", "c"]


def reads(word: str, *, time: int = 1) -> Callable[[Shown], int]:
    """Finds the step that reads this word for so many times."""

    def step(shown: Shown) -> int:
        places = [at for at, each in enumerate(words_of(shown.text)) if each.word == word]
        return places[time - 1] + 1

    return step


def _number_of(shown: Shown, word: str) -> int:
    return next(each.token_id for each in words_of(shown.text) if each.word == word)


def back_of(text: str) -> str:
    tokenizer = Whitespace()
    return tokenizer.decode(tokenizer.encode(text))


def _check(said: str, _: Shown) -> Verdict:
    back = back_of(said)
    if not said:
        return Verdict(False, "Type a text.")
    if back == said:
        return Verdict(False, f"Not yet: “{named(said)}” comes back as it was.")
    shown = named(said), named(back)
    return Verdict(True, f"Yes: “{shown[0]}” comes back as “{shown[1]}”.")


PATH = GuidedPath(
    lesson="whitespace",
    title="Where the text got lost",
    make=_make,
    stops=(
        Stop(
            "What stands between two spaces is a token; tabs and line ends cut, too. The first new "
            "one gets the number 0.",
            {"sample": "rhyme"},
            step=reads("The"),
            look="caption",
            holds=lambda shown: words_of(shown.text)[0].token_id == 0 and all_white_space_cuts(),
        ),
        Stop(
            "“the” again: a word that is on the list keeps its number, so the list is shorter than "
            "the text.",
            {"sample": "rhyme"},
            step=reads("the", time=2),
            look="caption",
            holds=lambda shown: (
                not words_of(shown.text)[reads("the", time=2)(shown) - 1].is_new
                and sum(each.is_new for each in words_of(shown.text)) < len(words_of(shown.text))
            ),
        ),
        Stop(
            "“pen” stands on the list, with number 4. Now comes “pen.”, with a full stop. Which "
            "number does it get?",
            {"sample": "rhyme"},
            step=reads("pen."),
            look="caption",
            asks=True,
            holds=lambda shown: (
                _number_of(shown, "pen") == 4
                and words_of(shown.text)[reads("pen.")(shown) - 1].is_new
            ),
        ),
        Stop(
            "The full stop stuck to “pen”: two numbers for one word. Chinese writes no spaces, so "
            "three sentences are one token, which will hardly ever come again.",
            {"sample": "languages"},
            step=reads(CHINESE),
            look="caption",
            holds=lambda shown: words_of(shown.text)[reads(CHINESE)(shown) - 1].is_new,
        ),
        Stop(
            "Here the spaces mean something: they say what belongs to the loop. Cutting throws "
            "them away. What is hatched is lost: one space comes back for each gap.",
            {"sample": "code", "section": "The text as tokens"},
            step=reads("for"),
            look="section",
            holds=lambda shown: (
                "\n    for " in shown.text and "\n    for " not in back_of(shown.text)
            ),
        ),
        Stop(
            "And the list of words does not end. After 750 words of this story it has 319, and "
            "the curve still climbs.",
            {"sample": "harbour"},
            look="below",
            holds=lambda shown: (
                len(words_of(shown.text)) == 750
                and sum(each.is_new for each in words_of(shown.text)) == 319
                and any(each.is_new for each in words_of(shown.text)[-75:])
            ),
        ),
        Stop("", {"sample": "rhyme"}),
    ),
    remember="If you cut at spaces, full stops stick, spaces are lost and the list never ends.",
    challenge=Challenge("Type a text that does **not come back** as it was.", _check, longest=40),
)
