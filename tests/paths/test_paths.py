"""The guided paths: each stop is trained, and what it says is looked up in that training."""

import re

import pytest

from tests.hostile import VALUES
from tests.nasty_text import HARD_CHARACTERS
from tokviz.checks import limits
from tokviz.lessons import LESSONS
from tokviz.paths import path_of
from tokviz.paths.stops import GuidedPath, Stop, rank_of

PATHS = [path for row in LESSONS if (path := path_of(row.key)) is not None]
STOPS = [(path, stop) for path in PATHS for stop in path.stops]
ENCODES = ("Encode new text", "Lattice")
"""Sections that replay how a new text is encoded."""
MET = {
    "text_to_bytes": "👩‍👩‍👧‍👦",
    "whitespace": "two  spaces",
    "word_level": "One summer's evening when the little clock was approaching",
    "char_bpe": "lowest",
    "byte_bpe": "newest newest newest newest widest",
    "regex_bpe": "안녕하세요",
    "wordpiece": "zoo",
    "sentencepiece_bpe": "hen Hen",
    "unigram": "sleepless",
    "compare": "the light.",
    "any_tokenizer": "responsibility",
}
NOT_MET = {
    "text_to_bytes": "안",
    "whitespace": "one space",
    "word_level": "One purple elephant",
    "char_bpe": "newest",
    "byte_bpe": "responsibility",
    "regex_bpe": "hello there",
    "wordpiece": "the",
    "sentencepiece_bpe": "Hen hEn",
    "unigram": "purple",
    "compare": "the light",
    "any_tokenizer": "sleepwalkings",
}

each_path = pytest.mark.parametrize("path", PATHS, ids=lambda path: path.lesson)
each_stop = pytest.mark.parametrize(
    ("path", "stop"),
    STOPS,
    ids=[f"{path.lesson} {path.stops.index(stop) + 1}" for path, stop in STOPS],
)


def test_every_lesson_has_a_path_of_its_own() -> None:
    assert [path.lesson for path in PATHS] == [row.key for row in LESSONS]
    assert path_of("no lesson") is None


@each_path
def test_a_path_has_five_to_eight_stops(path: GuidedPath) -> None:
    assert 5 <= len(path.stops) <= 8


@each_stop
def test_what_a_stop_says_is_true_of_its_training(path: GuidedPath, stop: Stop) -> None:
    assert stop.holds(path.shown(stop))


@each_stop
def test_a_stop_shows_a_step_of_its_training(path: GuidedPath, stop: Stop) -> None:
    assert 0 <= path.step(stop) <= limits.STEP


@each_stop
def test_a_stop_that_asks_opens_before_the_step_that_it_speaks_of(
    path: GuidedPath, stop: Stop
) -> None:
    if stop.asks:
        assert stop.step is not None
        assert path.step(stop) == stop.step(path.shown(stop)) - 1 >= 0
        assert "?" in stop.words


@each_path
def test_every_path_asks_before_it_shows(path: GuidedPath) -> None:
    assert any(stop.asks or stop.puts for stop in path.stops)


@each_path
def test_the_page_does_not_move_while_a_path_puts_a_question(path: GuidedPath) -> None:
    """So that it does not show what is right before the reader has thought."""
    for before, stop, after in zip(path.stops, path.stops[1:], path.stops[2:], strict=False):
        if stop.puts:
            told = before.settings.get("sample"), before.settings.get("held"), before.boxes
            assert (stop.settings.get("sample"), stop.settings.get("held"), stop.boxes) == told
            assert (stop.settings, stop.step) == (before.settings, before.step)
            assert stop.look == ""
            assert not after.asks
            assert not after.puts
            assert after.words
    assert not path.stops[0].puts
    assert not any(stop.puts for stop in path.stops[-2:])


@each_path
def test_only_the_last_stop_has_no_words_but_the_challenge(path: GuidedPath) -> None:
    *told, last = path.stops
    assert all(stop.words for stop in told)
    assert not last.words


@each_stop
def test_a_stop_at_the_encoding_of_a_text_shows_its_end(path: GuidedPath, stop: Stop) -> None:  # noqa: ARG001 - the id
    at_encoding = stop.look == "section" and stop.settings.get("section") in ENCODES
    assert stop.encoded == at_encoding


def test_a_stop_that_shows_gpt_2_s_cut_speaks_of_gpt_2_first() -> None:
    """And only then of a training, whose tokens are not in that cut."""
    showing = [stop for _, stop in STOPS if stop.settings.get("encoder") == "GPT-2"]
    assert showing
    for stop in showing:
        assert stop.words.startswith(("GPT-2", "And "))  # "And" goes on from the stop before


@each_stop
def test_only_a_stop_that_speaks_of_the_unknown_shows_it(path: GuidedPath, stop: Stop) -> None:
    model = path.shown(stop).model
    if path.lesson in ("wordpiece", "sentencepiece_bpe") and "new_text" in stop.boxes:
        told = "unknown" in stop.words or "[UNK]" in stop.words
        assert told or model.unk_id not in model.encode(stop.boxes["new_text"])


@each_stop
def test_what_a_stop_says_is_short(path: GuidedPath, stop: Stop) -> None:  # noqa: ARG001 - the id
    assert len(stop.words) <= 170
    assert len(re.findall(r"[.?]( |$)", stop.words)) <= 3


@each_path
def test_what_to_remember_is_one_sentence(path: GuidedPath) -> None:
    assert len(path.remember) <= 100
    assert path.remember.count(". ") == 0
    assert path.remember.endswith(".")


@each_path
def test_a_challenge_can_be_met(path: GuidedPath) -> None:
    said = MET[path.lesson]
    assert len(said) <= path.challenge.longest
    verdict = path.challenge.check(said, path.shown(path.stops[-1]))
    assert verdict.met, verdict.why


@each_path
def test_what_misses_a_challenge_is_told_why(path: GuidedPath) -> None:
    verdict = path.challenge.check(NOT_MET[path.lesson], path.shown(path.stops[-1]))
    assert not verdict.met
    assert verdict.why.startswith("Not yet: ")


@each_path
def test_a_challenge_stands_what_anybody_types(path: GuidedPath) -> None:
    shown = path.shown(path.stops[-1])
    for said in ("", " ", *HARD_CHARACTERS, HARD_CHARACTERS, *VALUES):
        assert path.challenge.check(said[: path.challenge.longest], shown).why


def test_a_token_that_is_never_made_has_no_step() -> None:
    path = next(path for path in PATHS if path.lesson == "char_bpe")
    with pytest.raises(ValueError, match="never makes it"):
        rank_of(path.shown(path.stops[0]).model.trace, "highest")


@pytest.mark.parametrize(
    ("lesson", "said", "words"),
    [
        ("word_level", "the the", "Not yet: 1 different word so far, all known."),
        ("whitespace", "a\0b c", "Not yet: “a‹NUL›b·c” comes back as it was."),
        ("unigram", "lightness", "Not yet: ▁light, ness, 2 pieces."),
        (
            "unigram",
            "ｌｉｇｈｔｈｏｕｓｅ",
            "Yes: ▁lighthouse. It is missed too much to be forgotten.",
        ),
        ("unigram", "▁▁▁▁▁▁", "Not yet: one word of 6 letters or more."),
        ("any_tokenizer", "Advertisements", "Yes: “Advertisements” is one token of 14 letters."),
        ("word_level", "11 12 24 8 the", "Yes: all 5 words are on the list."),
        ("word_level", ", .", "Not yet: no word so far."),
        (
            "unigram",
            "Zürich\0鱼",
            "Not yet: ▁, <unk>, r, i, c, h, <unk>. “Zü” and “‹NUL›鱼” are in no piece, so they "
            "are unknown.",
        ),
        (
            "unigram",
            "Lighthouse",
            "Not yet: ▁, <unk>, ight, h, ou, s, e. “L” is in no piece, so it is unknown.",
        ),
        (
            "sentencepiece_bpe",
            "light Light",
            "Not yet: ▁light and ▁ <unk> ight. “L” is in no piece, so it is unknown.",
        ),
        (
            "sentencepiece_bpe",
            "ä Ä",
            "Not yet: ▁ <unk> and ▁ <unk>. “ä” and “Ä” are in no piece, so they are unknown.",
        ),
        ("wordpiece", "ab", "Not yet: “ab” is a piece itself."),
        ("wordpiece", "abe", "Not yet: “abe” becomes ab, ##e. A piece fits at every place."),
    ],
)
def test_a_verdict_counts_and_shows_what_was_typed(lesson: str, said: str, words: str) -> None:
    path = path_of(lesson)
    assert path is not None
    assert path.challenge.check(said, path.shown(path.stops[-1])).why == words


@each_path
def test_what_is_too_long_for_a_challenge_is_told_so_in_code_points(path: GuidedPath) -> None:
    """And an emoji is one, as the lesson on characters says."""
    longest = path.challenge.longest
    verdict = path.challenge.judge("😀" * (longest + 1), path.shown(path.stops[-1]))
    assert verdict == (
        False,
        f"Not yet: {longest + 1} code points; at most {longest} are allowed.",
    )
    assert "allowed" not in path.challenge.judge("😀" * longest, path.shown(path.stops[-1])).why


@pytest.mark.parametrize("lesson", ["char_bpe", "word_level"])
@pytest.mark.parametrize(("said", "label"), [("\ufeff", "‹BOM›"), ("\u202eabc", "‹RLO›abc")])
def test_a_verdict_shows_what_draws_nothing(lesson: str, said: str, label: str) -> None:
    """As it stands, the second would write the rest of the sentence from right to left."""
    path = path_of(lesson)
    assert path
    assert f"“{label}”" in path.challenge.check(said, path.shown(path.stops[-1])).why


def test_a_verdict_counts_one_word_as_one() -> None:
    path = path_of("sentencepiece_bpe")
    assert path
    verdict = path.challenge.check("hen", path.shown(path.stops[-1]))
    assert verdict.why == "Not yet: two words, please, not 1."


@each_path
def test_no_stop_before_one_that_asks_shows_what_is_asked(path: GuidedPath) -> None:
    """None stands at the asked step of that training; one right before it is told to keep it."""
    for number, asking in enumerate(path.stops):
        if not asking.asks:
            continue
        asked = path.step(asking) + 1
        assert path.untold(asking) is None
        for stop in path.stops[:number]:
            if path.shown(stop) == path.shown(asking):
                assert path.step(stop) < asked
                assert path.untold(stop) == (asked if path.step(stop) + 1 == asked else None)
