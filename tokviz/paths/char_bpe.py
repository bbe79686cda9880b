"""Why “lowest” can be written by who learned from low, lower, newest and widest."""

from functools import cache
from typing import Any

from tokviz.algorithms.char_bpe import CharBPE
from tokviz.paths.stops import (
    Challenge,
    GuidedPath,
    Shown,
    Stop,
    Verdict,
    count_of,
    makes,
    rank_of,
    with_merges,
)
from tokviz.samples.subwords import CHARACTER_BPE
from tokviz.text.labels import named, plural
from tokviz.traces.parting import first_parting

BOTH = {"sample": "low", "merges": "12", "min_count": "2"}
LOW = {**BOTH, "both": "0"}


@cache
def _train(text: str, merges: int, min_count: int, end_of_word: str | None = "</w>") -> CharBPE:
    return CharBPE.train(text, num_merges=merges, min_count=min_count, end_of_word=end_of_word)


def _first_pairs_tie(shown: Shown) -> bool:
    counts = [count for _, count in _first_pairs(shown)]
    return count_of(shown.model.trace, "es") == max(counts) == 9 and counts.count(9) == 3


def _first_pairs(shown: Shown) -> list[tuple[Any, int]]:
    return list(shown.model.trace.pair_counts(0).items())


def _parts_at_the_end(shown: Shown) -> bool:
    bare = _train(shown.text, 12, 2, None).trace
    parted = None if bare is None else first_parting(shown.model.trace, bare)
    return parted == rank_of(shown.model.trace, "est</w>")


def _is_two_tokens(shown: Shown) -> bool:
    return shown.model.tokenize("lowest") == ["low", "est</w>"] and "lowest" not in shown.text


def _check(said: str, shown: Shown) -> Verdict:
    words = said.split()
    if len(words) != 1:
        return Verdict(False, f"Not yet: one word, please, not {len(words):,}.")
    label = named(words[0])
    if words[0] in shown.text.split():
        return Verdict(False, f"Not yet: the text has “{label}” in it.")
    tokens = shown.model.tokenize(words[0])
    cut = " + ".join(tokens)
    if shown.model.count_unknown(words[0]):
        return Verdict(False, f"Not yet: a letter of “{label}” is not in the text.")
    if len(tokens) > 2:
        return Verdict(False, f"Not yet: {cut} is {plural(len(tokens), 'token')}.")
    return Verdict(True, f"Yes: {cut}. The text never had that word.")


PATH = GuidedPath(
    lesson="char_bpe",
    samples=CHARACTER_BPE,
    title="How “lowest” is written by parts of low, lower, newest and widest",
    make=with_merges(_train),
    stops=(
        Stop(
            "Sixteen words, four different ones. Each is cut into letters, and `</w>` says where "
            "it ends. No word “lowest” is among them.",
            LOW,
            look="text",
            holds=lambda shown: (
                len(shown.text.split()) == 16
                and len(set(shown.text.split())) == 4
                and "lowest" not in shown.text
            ),
        ),
        Stop(
            "Three pairs of neighbours stand 9 times: 6 times in newest, 3 times in widest. Which "
            "may be joined first? The answer says what settles a tie.",
            LOW,
            step=makes("es"),
            look="caption",
            asks=True,
            holds=lambda shown: (
                _first_pairs_tie(shown)
                and (shown.text.split().count("newest"), shown.text.split().count("widest"))
                == (6, 3)
            ),
        ),
        Stop(
            "The new token `es` is counted like a letter. Behind it stands `t`, 9 times: `est`.",
            LOW,
            step=makes("est"),
            look="pairs",
            holds=lambda shown: count_of(shown.model.trace, "est") == 9,
        ),
        Stop(
            "Here the two trainings first differ. `est</w>` is an `est` that ends a word. Without "
            "`</w>`, below, nobody could tell later where one word stops and the next begins.",
            BOTH,
            step=makes("est</w>"),
            look="caption",
            holds=_parts_at_the_end,
        ),
        Stop(
            "`low` comes from 5 low and 2 lower. Now the text has given us a beginning, `low`, "
            "and an ending, `est</w>`.",
            LOW,
            step=makes("low"),
            look="caption",
            holds=lambda shown: (
                count_of(shown.model.trace, "low") == 7
                and (shown.text.split().count("low"), shown.text.split().count("lower")) == (5, 2)
            ),
        ),
        Stop(
            "Put together, they write a word that was never there: “lowest” is two tokens, `low` "
            "and `est</w>`.",
            {**LOW, "section": "Encode new text"},
            {"new_text": "lowest"},
            step=makes("low"),
            look="section",
            encoded=True,
            holds=_is_two_tokens,
        ),
        Stop("", LOW, step=lambda shown: len(shown.model.trace)),
    ),
    remember="Frequent parts become tokens, and parts write words that nobody has shown.",
    challenge=Challenge(
        "Type a word that the text does not have, of **two tokens at most**.", _check
    ),
)
