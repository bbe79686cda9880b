"""What a word without end and a run of one letter cost: each tokenizer, a text and four times it.

    python -m tests.benchmarks.bench_long_words [--word 1000000] [--run 100000] [--only Unigram]

Seconds of the processor for the long text, and how many times those of its quarter they are: 4 is
as long as the text says, 16 is its square.
"""

import argparse
from collections.abc import Callable

from tests.test_long_words import GROWTH, LEARNED_FROM, run, seconds, word
from tokviz.lessons import LESSONS, Variant

WORKS = ("encode", "encode_trace", "token_spans")


def report(variant: Variant, text: Callable[[int], str], size: int) -> None:
    """One line: training, and each way to encode."""
    short, long = text(size // GROWTH), text(size)
    trained = seconds(variant.train, short), seconds(variant.train, long)
    columns = [trained]
    for name in WORKS:
        by = (getattr(variant.train(LEARNED_FROM), name) for _ in range(2))
        columns.append((seconds(next(by), short), seconds(next(by), long)))
    cells = "".join(f"{slow:10.2f}{slow / quick:6.1f}" for quick, slow in columns)
    print(f"{variant.name:30}{text.__name__:6}{cells}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description="Cost of long words.")
    parser.add_argument("--word", type=int, default=1_000_000, help="characters of the word")
    parser.add_argument("--run", type=int, default=100_000, help="characters of the run")
    parser.add_argument("--only", default="", help="a part of the tokenizer's name")
    asked = parser.parse_args()
    print(f"{'':36}" + "".join(f"{name:>10}{'x':>6}" for name in ("train", *WORKS)))
    for row in LESSONS:
        for variant in row.variants:
            if asked.only in variant.name:
                report(variant, word, asked.word)
                report(variant, run, asked.run)


if __name__ == "__main__":
    main()
