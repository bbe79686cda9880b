"""Random trainings beside sentencepiece, and what is not alike: pieces, ids, scores, tokens.

Run: python -m tests.benchmarks.fuzz_pieces [seeds] [first seed]

Each seed is a training on few letters, one on lines of several scripts and one on lines with hardly
a space. What both refuse is counted apart.
"""

import argparse
from collections import Counter

from tests.random_pieces import BOTH_REFUSE, difference, mixed_trial, trial, unspaced_trial

EVERY = 500
ALIKE = "alike"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("seeds", nargs="?", type=int, default=1_000)
    parser.add_argument("first", nargs="?", type=int, default=0)
    asked = parser.parse_args()
    first, end = asked.first, asked.first + asked.seeds
    found: Counter[str] = Counter()
    for seed in range(first, end):
        for tried in (trial(seed), mixed_trial(seed), unspaced_trial(seed)):
            differs = difference(tried)
            found[differs or ALIKE] += 1
            if differs not in (None, BOTH_REFUSE):
                print(f"{seed}: {differs}: {tried.algorithm}, {tried.vocab_size}, {tried.options}")
        if (seed + 1 - first) % EVERY == 0:
            print(dict(found), flush=True)
    print(dict(found))
    raise SystemExit(1 if found.keys() - {ALIKE, BOTH_REFUSE} else 0)


if __name__ == "__main__":
    main()
