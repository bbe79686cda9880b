"""Random trainings beside sentencepiece, and what is not alike: pieces, ids, scores, tokens.

Run: python -m tests.benchmarks.fuzz_pieces [trainings] [first seed]
"""

import sys
from collections import Counter

from tests.random_pieces import difference, trial

EVERY = 500


def main() -> None:
    asked = [int(argument) for argument in sys.argv[1:]]
    count, first = [*asked, *(1_000, 0)[len(asked) :]]
    found: Counter[str] = Counter()
    for seed in range(first, first + count):
        tried = trial(seed)
        if differs := difference(tried):
            found[differs] += 1
            print(f"{seed}: {differs}: {tried.algorithm}, {tried.vocab_size}, {tried.options}")
        if (seed + 1 - first) % EVERY == 0:
            print(f"{seed + 1 - first:,} trainings, {sum(found.values()):,} not alike", flush=True)
    raise SystemExit(f"{count:,} trainings: {dict(found)}" if found else 0)


if __name__ == "__main__":
    main()
