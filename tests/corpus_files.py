"""A small corpus whose pairs tie often, and the check that its counts train as its texts do."""

from pathlib import Path
from typing import Any

from tokviz import RegexBPE
from tokviz.text.pre_tokens import PreTokens

SPECIAL = ("<|end|>",)
WORDS = "the hen and ten men sat in the wet glen; größere Hüte, 中文 字 pen-ned it's 1234 "
TEXTS = [
    "\n".join(WORDS[turn:] + WORDS[:turn] for turn in range(first, 60, 7)) + "  <|end|>\n\n  x"
    for first in range(5)
]


def write_files(folder: Path, texts: list[str] = TEXTS) -> list[Path]:
    """The texts as files whose names sort in their order."""
    paths = [folder / f"{number:04}.txt" for number in range(len(texts))]
    for path, text in zip(paths, texts, strict=True):
        path.write_bytes(text.encode())
    return paths


def assert_trained_alike(counts: PreTokens, texts: list[str] = TEXTS, **settings: Any) -> None:
    """Training from the counts makes the merges, counts and ties that the texts make."""
    from_counts = RegexBPE.train_from_counts(counts, num_merges=150, **settings)
    from_text = RegexBPE.train(texts, num_merges=150, **settings)
    assert from_counts.merges == from_text.merges
    assert from_counts.trace is not None
    assert from_text.trace is not None
    assert from_counts.trace.counts.tolist() == from_text.trace.counts.tolist()
    assert from_counts.trace.num_tied.tolist() == from_text.trace.num_tied.tolist()
    assert from_text.trace.num_tied.max() > 0
