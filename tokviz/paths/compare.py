"""Where the text of a lossy tokenizer got lost, and what a fair comparison is."""

import json
from collections.abc import Callable
from functools import cache
from typing import Any

from tokviz.algorithms.alike.sized import sized_unigram
from tokviz.algorithms.regex_bpe import RegexBPE
from tokviz.algorithms.word_level import WordLevel
from tokviz.algorithms.wordpiece import WordPiece
from tokviz.paths.gpt2 import gpt2_tokens
from tokviz.paths.stops import Challenge, GuidedPath, Settings, Shown, Stop, Verdict
from tokviz.samples import EVENING, sample
from tokviz.text.labels import named
from tokviz.traces.results import Result, result_of

FAIR = {
    "sample": "harbour",
    "held": "evening",
    "vocab": "512",
    "tokenizers": json.dumps(["Word level", "Regex BPE", "WordPiece", "Unigram", "GPT-2"]),
}
LOST = {**FAIR, "section": "What is lost"}
CODE = {**LOST, "held": "code"}
IS_FEWER_BETTER = (
    "On the same sentences one tokenizer needs fewer tokens than another. Is it the better one?"
)
HAS_UNIGRAM_LEARNED = (
    "For a text in six languages Unigram needs 106 tokens, Regex BPE 530. Has Unigram learned the "
    "languages?"
)
"""Both of the lesson's plan."""

Trainer = Callable[[str, int], Any]
TRAINERS: dict[str, Trainer] = {
    "Word level": lambda text, _: WordLevel.train(
        text, unk_token="*|unk|*", special_tokens=("*|endoftext|*",)
    ),
    "Regex BPE": lambda text, size: RegexBPE.train(text, vocab_size=size),
    "WordPiece": lambda text, size: WordPiece.train(text, vocab_size=size),
    "Unigram": lambda text, size: sized_unigram(text, vocab_size=size),
}


@cache
def _train(text: str, size: int) -> dict[str, Any]:
    return {name: train(text, size) for name, train in TRAINERS.items()}


def _make(text: str, settings: Settings) -> dict[str, Any]:
    return _train(text, int(settings["vocab"]))


def result(shown: Shown, name: str, text: str) -> Result:
    return result_of(name=name, tokenizer=shown.model[name], text=text)


def sizes_of(shown: Shown, text: str) -> dict[str, int]:
    return {name: len(shown.model[name].encode(text)) for name in shown.model}


def _only_bpe_is_exact(shown: Shown) -> bool:
    exact = [name for name in shown.model if result(shown, name, EVENING.text).exact]
    return exact == ["Regex BPE"]


def _word_level_is_shortest(shown: Shown) -> bool:
    sizes = {**sizes_of(shown, EVENING.text), "GPT-2": gpt2_tokens(EVENING.text)}
    return min(sizes, key=sizes.__getitem__) == "Word level"


def _loses_indentation(shown: Shown) -> bool:
    code = sample("code").text
    lossy = [shown.model[name] for name in ("WordPiece", "Word level", "Unigram")]
    return (
        all(model.unk_id in model.encode("(") for model in lossy)
        and not any("\n    " in model.decode(model.encode(code)) for model in lossy)
        and result(shown, "Regex BPE", code).exact
    )


def _pays_in_bytes(shown: Shown) -> bool:
    text = sample("languages").text
    sizes = sizes_of(shown, text)
    return sizes["Regex BPE"] == 5 * sizes["Unigram"] and result(shown, "Regex BPE", text).exact


def _memorises(shown: Shown) -> bool:
    def per_word(name: str, text: str) -> float:
        return len(shown.model[name].encode(text)) / len(text.split())

    known, held_out = sample("harbour").text, EVENING.text
    told = [round(per_word("Regex BPE", text), 2) for text in (known, held_out)]
    return told == [1.67, 1.78] and all(
        per_word(name, known) < per_word(name, held_out) for name in shown.model
    )


def _check(said: str, shown: Shown) -> Verdict:
    if not said:
        return Verdict(False, "Type a text.")
    model = shown.model["WordPiece"]
    back = model.decode(model.encode(said))
    words = f"“{named(said)}” comes back from WordPiece as “{named(back)}”"
    if back == said:
        return Verdict(False, f"Not yet: {words}.")
    if model.unk_id in model.encode(said):
        return Verdict(False, f"Not yet: {words}. Find one without an unknown word.")
    return Verdict(True, f"Yes: {words}.")


PATH = GuidedPath(
    lesson="compare",
    title="Where the text got lost",
    make=_make,
    stops=(
        Stop(
            "Four that learned from one story, and GPT-2, on sentences that none of the four has "
            "seen. Word level needs the fewest tokens.",
            FAIR,
            look="text",
            holds=_word_level_is_shortest,
        ),
        Stop(IS_FEWER_BETTER, FAIR, puts=True),
        Stop(
            "Only if both give the text back. Struck out is what does not come back: spaces and "
            "line ends. Of the four only Regex BPE gives the text back.",
            LOST,
            look="section",
            holds=_only_bpe_is_exact,
        ),
        Stop(
            "Code: three of the four forget the indentation, and put “unknown” for brackets that "
            "the story never had. The program that comes back does not run.",
            CODE,
            look="section",
            holds=_loses_indentation,
        ),
        Stop(HAS_UNIGRAM_LEARNED, CODE, puts=True),
        Stop(
            "No: the story had only one of them, and Unigram says “unknown” to the rest. Regex "
            "BPE loses nothing, and needs five times as many tokens.",
            {**FAIR, "held": "languages"},
            look="text",
            holds=_pays_in_bytes,
        ),
        Stop(
            "“Memorised”: this is the text they learned from. Regex BPE takes 1.67 tokens per word "
            "here, but 1.78 on new sentences. A text known by heart is no fair test.",
            {**FAIR, "held": "harbour", "section": "The numbers"},
            look="section",
            holds=_memorises,
        ),
        Stop("", FAIR),
    ),
    remember="Fewer tokens are no use if the text does not come back: always ask for both.",
    challenge=Challenge(
        "Find a text that WordPiece **does not give back**, though it has **no unknown word**.",
        _check,
        longest=40,
    ),
)
