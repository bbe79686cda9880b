"""Why the most frequent pair need not win, and when WordPiece says [UNK]."""

import re
from fractions import Fraction
from functools import cache

from tokviz.algorithms.wordpiece import WordPiece
from tokviz.paths.stops import (
    Challenge,
    GuidedPath,
    Settings,
    Shown,
    Stop,
    Verdict,
    count_of,
    makes,
)
from tokviz.samples.subwords import WORDPIECE
from tokviz.traces.choice import RankedBy

BY_SCORE = {"sample": "course", "vocab": "70", "min_count": "2", "ranked_by": "pair score"}
BY_COUNT = {**BY_SCORE, "ranked_by": "count"}
ENCODE = {**BY_SCORE, "section": "Encode new text"}


@cache
def _train(text: str, vocab_size: int, min_count: int, by_count: bool) -> WordPiece:
    ranked_by: RankedBy = "count" if by_count else "pair score"
    return WordPiece.train(text, vocab_size=vocab_size, min_count=min_count, ranked_by=ranked_by)


def _make(text: str, settings: Settings) -> WordPiece:
    return _train(
        text,
        int(settings["vocab"]),
        int(settings["min_count"]),
        settings["ranked_by"] == "count",
    )


def _best_score_is_rare(shown: Shown) -> bool:
    trace = shown.model.trace
    first = trace.steps[0]
    return bool(
        first.token == "ab"
        and first.count == 2
        and first.score == Fraction(1, 5)
        and trace.token_counts(0)[first.pair[1]] == 2
        and max(trace.pair_counts(0).values()) == 5
    )


def _check(said: str, shown: Shown) -> Verdict:
    if not re.fullmatch(r"[a-z]{1,3}", said):
        return Verdict(False, "Not yet: one to three letters from a to z, small ones.")
    tokens = shown.model.tokenize(said)
    if len(tokens) > 1:
        cut = ", ".join(tokens)
        return Verdict(False, f"Not yet: “{said}” becomes {cut}. A piece fits at every place.")
    if tokens != ["[UNK]"]:
        return Verdict(False, f"Not yet: “{said}” is a piece itself.")
    return Verdict(True, f"Yes: at some place no piece fits in “{said}”, so all of it is lost.")


PATH = GuidedPath(
    lesson="wordpiece",
    samples=WORDPIECE,
    title="Why the most frequent pair need not win",
    make=_make,
    stops=(
        Stop(
            "Words are cut into letters again. `##` marks a piece that goes on inside a word. So "
            "`h` at the start and `##h` inside are two pieces.",
            BY_SCORE,
            look="text",
            holds=lambda shown: {"h", "##h"} <= set(shown.model.vocab.values()),
        ),
        Stop(
            "`##e` and `##r` stand together most often, 5 times. BPE, and Hugging Face's own "
            "library, would join them first.",
            BY_COUNT,
            step=makes("##er"),
            look="caption",
            holds=lambda shown: (
                shown.model.trace.steps[0].token == "##er"
                and count_of(shown.model.trace, "##er") == 5
            ),
        ),
        Stop(
            "WordPiece divides a pair's count by the counts of both parts. So a pair that stands "
            "only 2 times may win. Which one is joined first?",
            BY_SCORE,
            step=makes("ab"),
            look="caption",
            asks=True,
            holds=_best_score_is_rare,
        ),
        Stop(
            "So it joins what belongs together and is seldom seen apart. `Hugg` comes from a word "
            "that stands in the text once.",
            BY_SCORE,
            step=makes("Hugg"),
            look="caption",
            holds=lambda shown: (
                shown.text.count("Hugg") == 1 and count_of(shown.model.trace, "Hugg") == 1
            ),
        ),
        Stop(
            "A new word is cut without merges: from its beginning, the longest piece that fits. "
            "“Hugging” becomes Hugg, ##i, ##n, ##g.",
            ENCODE,
            {"new_text": "Hugging"},
            step=makes("Hugg"),
            look="section",
            encoded=True,
            holds=lambda shown: shown.model.tokenize("Hugging") == ["Hugg", "##i", "##n", "##g"],
        ),
        Stop(
            "One more capital: no piece `##O` was learned. Where nothing fits, the whole word "
            "becomes [UNK], even the parts that did fit.",
            ENCODE,
            {"new_text": "HOgging"},
            step=makes("Hugg"),
            look="section",
            encoded=True,
            holds=lambda shown: (
                shown.model.tokenize("HOgging") == ["[UNK]"]
                and "##O" not in shown.model.vocab.values()
                and "H" in shown.model.vocab.values()
            ),
        ),
        Stop("", ENCODE, {"new_text": "Hugging"}, step=makes("Hugg")),
    ),
    remember="A pair wins here when its parts are seldom seen apart, however rare it is.",
    challenge=Challenge(
        "Make WordPiece say **[UNK]** with one to three small letters from a to z.",
        _check,
    ),
)
