"""How long training takes beside the trainers that others wrote in Rust.

    python tests/benchmarks/bench_training.py [corpus] [--vocab-size 8192] [--runs 5]

RegexBPE with every step recorded, Hugging Face's ByteLevel BPE trainer and rustbpe take turns in
one process, so that a busy machine slows all three. Targets, as ratios of the medians: at most 0.6
of Hugging Face's time and at most 2.0 times rustbpe's. ByteBPE trains on the first megabyte.
"""

import argparse
import gc
import os
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))
os.environ.setdefault("TOKENIZERS_PARALLELISM", "true")

import rustbpe  # noqa: E402
from tokenizers import Tokenizer, models, pre_tokenizers, trainers  # noqa: E402

from tokviz import GPT2_PATTERN, ByteBPE, RegexBPE  # noqa: E402

CORPUS = ROOT.parent / "shared" / "corpora" / "tinyshakespeare.txt"
TARGETS = {"Hugging Face tokenizers": 0.6, "rustbpe": 2.0}


def train_ours(text: str, vocab_size: int) -> None:
    tok = RegexBPE.train(text, vocab_size=vocab_size)
    assert len(tok.vocab) == vocab_size


def train_hugging_face(text: str, vocab_size: int) -> None:
    tok = Tokenizer(models.BPE())
    tok.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=True)
    trainer = trainers.BpeTrainer(
        vocab_size=vocab_size,
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    tok.train_from_iterator([text], trainer)
    assert tok.get_vocab_size() == vocab_size


def train_rustbpe(text: str, vocab_size: int) -> None:
    tok = rustbpe.Tokenizer()
    tok.train_from_iterator(iter([text]), vocab_size, pattern=GPT2_PATTERN)


def seconds(train: Callable[[str, int], None], text: str, vocab_size: int) -> float:
    gc.collect()  # no run pays for the garbage of the one before
    start = perf_counter()
    train(text, vocab_size)
    return perf_counter() - start


def bench_regex_bpe(text: str, vocab_size: int, runs: int) -> None:
    trainers_by_name = {
        "tokviz RegexBPE": train_ours,
        "Hugging Face tokenizers": train_hugging_face,
        "rustbpe": train_rustbpe,
    }
    taken: dict[str, list[float]] = {name: [] for name in trainers_by_name}
    for run in range(runs + 1):  # the first round only warms up
        for name, train in trainers_by_name.items():
            taken[name] += [seconds(train, text, vocab_size)] * (run > 0)
    medians = {name: median(times) for name, times in taken.items()}
    print(f"{len(text.encode()):,} bytes, GPT-2's pattern, vocabulary {vocab_size:,}, {runs} runs:")
    for name, time in medians.items():
        print(f"  {name:24} median {time:.3f} s   best {min(taken[name]):.3f} s")
    for name, target in TARGETS.items():
        ratio = medians["tokviz RegexBPE"] / medians[name]
        verdict = "met" if ratio <= target else "MISSED"
        print(f"  tokviz / {name:24} {ratio:.2f}   target {target:.1f}: {verdict}")


def bench_byte_bpe(text: str, vocab_size: int, runs: int) -> None:
    megabyte = text.encode()[:1_000_000].decode(errors="ignore")

    def train(text: str, vocab_size: int) -> None:
        ByteBPE.train(text, vocab_size=vocab_size)

    times = [seconds(train, megabyte, vocab_size) for _ in range(runs)]
    print(
        f"{len(megabyte.encode()):,} bytes, no pattern, vocabulary {vocab_size:,}, {runs} runs:\n"
        f"  {'tokviz ByteBPE':24} median {median(times):.3f} s   best {min(times):.3f} s"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="Training times beside two trainers in Rust.")
    parser.add_argument("corpus", nargs="?", type=Path, default=CORPUS, help="a UTF-8 text file")
    parser.add_argument("--vocab-size", type=int, default=8192)
    parser.add_argument("--byte-vocab-size", type=int, default=1024)
    parser.add_argument("--runs", type=int, default=5)
    asked = parser.parse_args()
    text = asked.corpus.read_text(encoding="utf-8")
    bench_regex_bpe(text, asked.vocab_size, asked.runs)
    bench_byte_bpe(text, asked.byte_vocab_size, min(asked.runs, 3))


if __name__ == "__main__":
    main()
