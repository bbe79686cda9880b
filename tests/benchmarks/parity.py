"""How far our SentencePiece trainers agree with the library, cell by cell, as a table.

Run: python -m tests.benchmarks.parity [cells], all of them unless a number is given.
"""

import argparse
import random
from collections.abc import Sequence

import sentencepiece

from tests.parity_matrix import ALGORITHMS, CORPORA, Agreement, cells, compare
from tokviz.text.normalizers.sentencepiece import RULE_NAMES

COLUMNS = ("trainings", "pieces", "scores", "lines", "trained", "loaded", "decoded")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("cells", nargs="?", type=int)
    wanted, chosen = parser.parse_args().cells, list(cells())
    if wanted is not None:
        chosen = random.Random(0).sample(chosen, wanted)
    results = [(cell, compare(cell)) for cell in chosen]
    print(f"sentencepiece {sentencepiece.__version__}, {len(results):,} trainings with each")
    print(f"{'':24}" + "".join(f"{column:>10}" for column in COLUMNS))
    for algorithm in ALGORITHMS:
        mine = [row for row in results if row[0].algorithm == algorithm]
        show(algorithm, [agreement for _, agreement in mine])
        for name in CORPORA:
            show(f"  {name}", [a for cell, a in mine if cell.corpus == name])
        for name in RULE_NAMES:
            show(f"  {name}", [a for cell, a in mine if cell.normalization == name])
        show("  bytes", [a for cell, a in mine if cell.byte_fallback])
    for cell, agreement in results:
        if not agreement.scores or agreement.lines_alike < agreement.lines:
            print(f"differs: {cell}: {agreement}")


def show(name: str, results: Sequence[Agreement]) -> None:
    """One row: how many trainings and lines there were, and how many are alike."""
    row = (
        len(results),
        sum(agreement.pieces for agreement in results),
        sum(agreement.scores for agreement in results),
        sum(agreement.lines for agreement in results),
        sum(agreement.lines_alike for agreement in results),
        sum(agreement.loaded_alike for agreement in results),
        sum(agreement.decoded_alike for agreement in results),
    )
    print(f"{name:24}" + "".join(f"{number:>10,}" for number in row))


if __name__ == "__main__":
    main()
