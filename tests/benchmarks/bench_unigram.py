"""How long Unigram and SentencePiece BPE train and encode, beside sentencepiece, in one run.

Run: python -m tests.benchmarks.bench_unigram [characters] [vocab_size]

Both trainers take turns, so that a machine whose speed drifts slows both. The library trains
Unigram in several threads: its time on the wall has all cores, that of the processor tells what
the training costs. Medians.
"""

import argparse
import io
import pickle
import statistics
import time
from collections.abc import Callable

import sentencepiece

from tests.sentencepiece_reference import english, japanese, train_reference
from tokviz.algorithms.sentencepiece_bpe import SentencePieceBPE
from tokviz.algorithms.unigram import Unigram

REPEATS = 3
TURNS = 7


def seconds(train: Callable[[], object]) -> float:
    """The median of a few runs, after one that does not count."""
    train()
    times = []
    for _ in range(REPEATS):
        start = time.perf_counter()
        train()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def by_turns(*trains: Callable[[], object]) -> list[tuple[float, float]]:
    """(on the wall, of the processor) for each: the medians of their turns, the first left out."""
    times: list[list[tuple[float, float]]] = [[] for _ in trains]
    for _ in range(TURNS + 1):
        for train, own in zip(trains, times, strict=True):
            wall, processor = time.perf_counter(), time.process_time()
            train()
            own.append((time.perf_counter() - wall, time.process_time() - processor))
    return [
        (
            statistics.median(wall for wall, _ in own[1:]),
            statistics.median(cpu for _, cpu in own[1:]),
        )
        for own in times
    ]


def train_theirs(text: str, algorithm: str, vocab_size: int) -> None:
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(text.split("\n")),
        model_writer=io.BytesIO(),
        model_type=algorithm,
        vocab_size=vocab_size,
        hard_vocab_limit=False,
        minloglevel=2,
    )


def report_encoding(name: str, text: str, vocab_size: int) -> None:
    """By a model that never met a word, and with every word met before: together, one by one.

    What words are looked up in stands ready, as the library's does since it was loaded.
    """
    lines = text.split("\n")
    for algorithm, lesson in (("unigram", Unigram), ("bpe", SentencePieceBPE)):
        model = lesson.train(lines, vocab_size=vocab_size)
        library = train_reference(tuple(lines), algorithm, vocab_size)
        assert model.encode_batch(lines) == [library.encode(line) for line in lines]
        ready = [pickle.loads(pickle.dumps(model)) for _ in range(REPEATS + 1)]
        for each in ready:
            each.encode("a")
        new = iter(ready)
        first = seconds(lambda new=new: next(new).encode_batch(lines))  # type: ignore[misc]
        ready.clear()  # what they know now is nothing to be looked through meanwhile
        again = seconds(lambda model=model: model.encode_batch(lines))  # type: ignore[misc]
        alone = seconds(lambda model=model: [*map(model.encode, lines)])  # type: ignore[misc]
        theirs = seconds(lambda by=library: [by.encode(line) for line in lines])  # type: ignore[misc]
        print(
            f"{name}, {algorithm}, encoding {len(lines):,} lines: {first:.2f} s, again "
            f"{again:.2f} s, one by one {alone:.2f} s, sentencepiece {theirs:.2f} s, ratios "
            f"{first / theirs:.1f}, {again / theirs:.1f} and {alone / theirs:.1f}"
        )


def report(name: str, text: str, vocab_size: int) -> None:
    trainers = {"unigram": Unigram.train, "bpe": SentencePieceBPE.train}
    for algorithm, train in trainers.items():
        ours, theirs = by_turns(
            lambda train=train: train(text, vocab_size=vocab_size),  # type: ignore[misc]
            lambda a=algorithm: train_theirs(text, a, vocab_size),  # type: ignore[misc]
        )
        print(
            f"{name}, {len(text):,} characters, vocabulary {vocab_size:,}, {algorithm}: "
            f"{ours[0]:.2f} s, sentencepiece {theirs[0]:.2f} s, "
            f"ratio {ours[0] / theirs[0]:.2f}, of the processor {ours[1] / theirs[1]:.2f}"
        )


def main() -> None:
    """Print a line for each language and algorithm."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("characters", nargs="?", type=int, default=1_115_394)
    parser.add_argument("vocab_size", nargs="?", type=int, default=8_000)
    asked = parser.parse_args()
    report("English", english(asked.characters), asked.vocab_size)
    report_encoding("English", english(asked.characters), asked.vocab_size)
    report_encoding("Japanese", "\n".join(japanese(3000)), 2000)
    report("Japanese", "\n".join(japanese(3000)), 2000)


if __name__ == "__main__":
    main()
