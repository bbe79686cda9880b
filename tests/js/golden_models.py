"""The tokenizers whose replays the scripts' tests draw, one for each way of a training."""

from typing import Any

import tokviz
from tokviz.traces.choice import TIES

TEXT = "low low low lower lowest\nnewer newer 👏🏻 안녕\naaaa aaa low\n"


def models() -> dict[str, Any]:
    """Name -> a tokenizer with its training."""
    return {
        "byte_bpe": tokviz.ByteBPE.train(TEXT, num_merges=20),
        "regex_bpe": tokviz.RegexBPE.train(TEXT, num_merges=20),
        "char_bpe": tokviz.CharBPE.train(TEXT, num_merges=12, end_of_word="</w>"),
        "wordpiece": tokviz.WordPiece.train(TEXT, vocab_size=40),
        # What stands most often scores higher than the pair that was forced.
        "forced-wordpiece": tokviz.WordPiece.train(
            TEXT, vocab_size=40, forced={0: ("##e", "##w"), 2: ("##w", "##e")}
        ),
        "sentencepiece_bpe": tokviz.SentencePieceBPE.train(TEXT, vocab_size=45),
        "lines": tokviz.SentencePieceBPE.train(TEXT, vocab_size=45, split_by_whitespace=False),
        "fill-up": tokviz.SentencePieceBPE.train("do a1 do a1 ab, ab,", vocab_size=20),
        "barred": tokviz.SentencePieceBPE.train("do w> do w> ", vocab_size=12),
        "barred-more-frequent": tokviz.SentencePieceBPE.train(
            "w> w> w> w> do do do by by elm elm", vocab_size=15
        ),
        **{
            f"ties-{ties.replace(' ', '-')}": tokviz.CharBPE.train(
                f"she sells {TEXT}", num_merges=9, ties=ties
            )
            for ties in TIES
        },
        "nothing": tokviz.ByteBPE.train("", num_merges=1),
        # Of these, each word stands once in what is replayed.
        "counted-wordpiece": tokviz.WordPiece.train_from_counts(
            {"low": 1000, "lower": 500, "new": 200}, vocab_size=20
        ),
        "counted-regex_bpe": tokviz.RegexBPE.train_from_counts(
            {"aaa": 2**31 + 5, "ab": 3, "cab": 2**33}, num_merges=3
        ),
    }
