"""What ▁ is for, and what a SentencePiece model cannot say."""

from functools import cache

from tokviz.algorithms.sentencepiece_bpe import SentencePieceBPE
from tokviz.paths.stops import (
    Challenge,
    GuidedPath,
    Settings,
    Shown,
    Stop,
    Verdict,
    count_of,
    cut_into_pieces,
    makes,
    rank_of,
    says_unknown,
)
from tokviz.text.labels import plural
from tokviz.text.markers import SPACE_MARKER

STORY = {
    "sample": "harbour",
    "vocab": "300",
    "min_count": "2",
    "normalization": "nmt_nfkc",
    "coverage": "0.9995",
    "bytes": "0",
}
ENCODE = {**STORY, "section": "Encode new text"}
WITH_BYTES = {**ENCODE, "vocab": "556", "bytes": "1"}
LOOK_ALIKES = "Ａ ｆｉｎｅ ﬁsh"


@cache
def _train(text: str, vocab: int, min_count: int, byte_fallback: bool) -> SentencePieceBPE:
    return SentencePieceBPE.train(
        text, vocab_size=vocab, min_count=min_count, byte_fallback=byte_fallback
    )


def _make(text: str, settings: Settings) -> SentencePieceBPE:
    size, least = int(settings["vocab"]), int(settings["min_count"])
    return _train(text, size, least, settings["bytes"] == "1")


def _check(said: str, shown: Shown) -> Verdict:
    words = said.split()
    if len(words) != 2:
        return Verdict(False, f"Not yet: two words, please, not {len(words):,}.")
    one, other = words
    if one == other or one.lower() != other.lower():
        return Verdict(False, "Not yet: the two should differ in capitals, and in nothing else.")
    cuts = [cut_into_pieces(shown.model, word) for word in words]
    cut = " and ".join(" ".join(pieces) for pieces, _ in cuts)
    if unknown := [part for _, parts in cuts for part in parts]:
        return Verdict(False, f"Not yet: {cut}. {says_unknown(unknown)}")
    sizes = [len(pieces) for pieces, _ in cuts]
    if sizes[0] == sizes[1]:
        return Verdict(False, f"Not yet: {cut}, {plural(sizes[0], 'piece')} each.")
    return Verdict(True, f"Yes: {cut}. A capital is another letter to it.")


def _begins_each_word(shown: Shown) -> bool:
    """Whether every word that was counted has its only ▁ in front."""
    ids, starts = shown.model.trace.distinct_tokens(0)
    spelled = [shown.model.vocab[token_id] for token_id in ids.tolist()]
    at = [place for place, token in enumerate(spelled) if SPACE_MARKER in token]
    return bool(at == starts[:-1].tolist())


def _cut_before_spaces(shown: Shown) -> bool:
    """Whether “e ▁” stands 144 times in the lines, and never as a pair; “he” stood 137 times."""
    trace, lines = shown.model.trace, shown.text.split("\n")
    beside = sum(shown.model.normalizer.normalize(line).count(f"e{SPACE_MARKER}") for line in lines)
    seconds = {shown.model.vocab[right] for _, right in trace.pair_counts(0)}
    return (beside, count_of(trace, "he"), SPACE_MARKER in seconds) == (144, 137, False)


PATH = GuidedPath(
    lesson="sentencepiece_bpe",
    title="What ▁ is for",
    make=_make,
    stops=(
        Stop(
            "Every space is written ▁, and one is put in front. Then the text is cut before each "
            "▁: pairs are counted inside these words only.",
            STORY,
            look="text",
            holds=_begins_each_word,
        ),
        Stop(
            "`e` and the ▁ of the next word stand side by side 144 times. But a cut lies between "
            "them: that is no pair. Which pair is joined first?",
            STORY,
            step=makes("he"),
            look="caption",
            asks=True,
            holds=_cut_before_spaces,
        ),
        Stop(
            "Inside its word ▁ is merged like a letter. `▁the` is “the” at the start of a word; it "
            "stands 79 times.",
            STORY,
            step=makes("▁the"),
            look="caption",
            holds=lambda shown: count_of(shown.model.trace, "▁the") == 79,
        ),
        Stop(
            "`▁light` and later `▁lighthouse` grow from ▁, too. To get the text back, join the "
            "pieces, drop the first ▁ and write the others as spaces.",
            STORY,
            step=makes("▁lighthouse"),
            look="caption",
            holds=lambda shown: (
                rank_of(shown.model.trace, "▁light") < rank_of(shown.model.trace, "▁lighthouse")
                and shown.model.decode(shown.model.encode("the light")) == "the light"
            ),
        ),
        Stop(
            "But something is lost before: normalization writes look-alikes the usual way. From "
            "Ａ ｆｉｎｅ ﬁsh comes A fine fish, and no way leads back.",
            ENCODE,
            {"new_text": LOOK_ALIKES},
            step=makes("▁light"),
            look="section",
            encoded=True,
            holds=lambda shown: (
                shown.model.decode(shown.model.encode(LOOK_ALIKES)) == "A fine fish"
            ),
        ),
        Stop(
            "Its alphabet is characters of the text, not bytes. Korean was not among them, so "
            "it is unknown.",
            ENCODE,
            {"new_text": "안녕"},
            step=makes("▁light"),
            look="section",
            encoded=True,
            holds=lambda shown: shown.model.unk_id in shown.model.encode("안녕"),
        ),
        Stop(
            "With byte fallback, 256 more pieces stand ready. What has no piece is spelled in "
            "bytes, and nothing is unknown.",
            WITH_BYTES,
            {"new_text": "안녕"},
            step=makes("▁light"),
            look="section",
            encoded=True,
            holds=lambda shown: (
                shown.model.unk_id not in shown.model.encode("안녕")
                and shown.model.decode(shown.model.encode("안녕")) == "안녕"
            ),
        ),
        Stop("", STORY, step=makes("▁light")),
    ),
    remember="▁ keeps the space in front of its word, and no merge leaves the word.",
    challenge=Challenge(
        "Find **two words** that differ only in a capital, yet take a **different number of "
        "pieces**.",
        _check,
    ),
)
