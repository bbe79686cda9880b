"""How one count turns a vocabulary, and why bytes never say “unknown”."""

from functools import cache

from tokviz.algorithms.byte_bpe import ByteBPE
from tokviz.paths.gpt2 import gpt2_tokens
from tokviz.paths.stops import (
    Challenge,
    GuidedPath,
    Shown,
    Stop,
    Verdict,
    count_of,
    learned,
    makes,
    rank_of,
    with_merges,
)
from tokviz.samples import sample
from tokviz.text.labels import plural

TINY = {"sample": "tiny", "merges": "4", "min_count": "2"}
LOW = {"sample": "low", "merges": "12", "min_count": "2"}
ONE_MORE = {"merges": "12", "min_count": "2"}
FAST = {"text": f"{sample('low').text.strip()} fast"}


@cache
def _train(text: str, merges: int, min_count: int) -> ByteBPE:
    return ByteBPE.train(text, num_merges=merges, min_count=min_count)


def _standing(shown: Shown, pair: str) -> int:
    """How often two neighbouring bytes stand before any merge."""
    return int(shown.model.trace.pair_counts(0)[tuple(pair.encode())])


def _only_bytes(shown: Shown) -> bool:
    return all(len(token) == 1 for token in shown.model.tokenize("안녕")) and (
        len(shown.model.encode("안녕")) == 6
    )


def _one_is_no_character(shown: Shown) -> bool:
    return bool(shown.model.decode([236, 149, 136, 128]) == "안�")


def _check(said: str, shown: Shown) -> Verdict:
    if not said:
        return Verdict(False, "Type a text.")
    ours, theirs = len(shown.model.encode(said)), gpt2_tokens(said)
    words = f"{plural(ours, 'token')} here, {theirs:,} of GPT-2's."
    if ours < theirs:
        return Verdict(True, f"Yes: {words} What it has learned by heart, it cuts best.")
    return Verdict(False, f"Not yet: {words} What stands often in the text that it learned from?")


PATH = GuidedPath(
    lesson="byte_bpe",
    title="How one count changes a vocabulary",
    make=with_merges(_train),
    stops=(
        Stop(
            "Which two stand side by side most often? They become one token. Three alike in a row "
            "are two pairs, but only one can be joined: one of the three is left over.",
            TINY,
            step=makes("aa"),
            look="caption",
            asks=True,
            holds=lambda shown: (
                (shown.text.count("aaa"), count_of(shown.model.trace, "aa")) == (2, 4)
                and shown.model.trace.num_tokens(0) - shown.model.trace.num_tokens(1) == 2
            ),
        ),
        Stop(
            "Another text, of words. Which pair may be joined first? Two stand equally often: "
            "the answer says what settles the tie.",
            LOW,
            step=makes("es"),
            look="caption",
            asks=True,
            holds=lambda shown: (
                (_standing(shown, "es"), _standing(shown, "st")) == (9, 9)
                and [*shown.model.trace.pair_counts(0).values()].count(9) == 2
                and rank_of(shown.model.trace, "es") == 0
            ),
        ),
        Stop(
            "`es` is a token now and counts like a letter: behind it stands `t`, 9 times. So "
            "`est` comes next. Tokens are built of tokens.",
            LOW,
            step=makes("est"),
            look="pairs",
            holds=lambda shown: (
                count_of(shown.model.trace, "est") == 9 and rank_of(shown.model.trace, "est") == 1
            ),
        ),
        Stop(
            "The same text, and one more word at the end: fast. So one count grows from 9 to 10. "
            "Which pair is joined first now?",
            ONE_MORE,
            FAST,
            step=makes("st"),
            look="caption",
            asks=True,
            holds=lambda shown: (
                count_of(shown.model.trace, "st") == 10 and rank_of(shown.model.trace, "st") == 0
            ),
        ),
        Stop(
            "`e` joins each `st` that follows it: `est` is there again, but `es` is never learned. "
            "One count has changed the vocabulary.",
            ONE_MORE,
            FAST,
            step=makes("est"),
            look="caption",
            holds=lambda shown: (
                rank_of(shown.model.trace, "est") == 1 and "es" not in learned(shown)
            ),
        ),
        Stop(
            "Korean was never in the text. Still nothing is unknown: 안녕 falls into its six "
            "bytes, and every byte has a number from the start.",
            {**LOW, "section": "Encode new text"},
            {"new_text": "안녕"},
            step=makes("es"),
            look="section",
            encoded=True,
            holds=_only_bytes,
        ),
        Stop(
            "Decoding goes the way back: ids to bytes, bytes to text. 236, 149 and 136 make 안 "
            "together. 128 alone is no character, so � stands for it.",
            {**LOW, "section": "Decode ids"},
            {"typed_ids": "236 149 136 128"},
            step=makes("es"),
            look="section",
            holds=_one_is_no_character,
        ),
        Stop("", LOW, step=lambda shown: len(shown.model.trace)),
    ),
    remember="One count decides each merge and all that follow; the 256 bytes never change.",
    challenge=Challenge(
        "Find a short text that this tokenizer cuts into **fewer tokens than GPT-2**.",
        _check,
    ),
)
