"""How long WordPiece training takes, as a ratio to BPE training and to a plain twin's first steps.

Run by hand: ``python -m tests.benchmarks.bench_wordpiece [TEXT_FILE]``. Without a file, a text of
a megabyte is made of numbers written out, which is enough to see the ratios.
"""

import argparse
from collections import Counter
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from time import perf_counter

from tokviz.algorithms.char_bpe import CharBPE
from tokviz.algorithms.merging.letter_pieces import join_pieces, pieces_of_letters
from tokviz.algorithms.wordpiece import WordPiece
from tokviz.text.normalizers.bert import bert_normalize, bert_split

VOCAB_SIZE = 8000
TWIN_STEPS = 3


def sample_text() -> str:
    """A megabyte of words that follow a skewed distribution, the same in every run."""
    syllables = [a + b for a in "bdfgklmnprst" for b in ("a", "e", "i", "o", "u", "an", "er", "ol")]
    words: list[str] = []
    state = 1
    while len(words) < 160_000:
        state = state * 6364136223846793005 % 2**64
        rank = int((state / 2**64) ** 4 * 20_000)
        number = rank * 2654435761 % 2**32
        word = ""
        for _ in range(1 + rank % 4):
            number, choice = divmod(number, len(syllables))
            word += syllables[choice]
        words.append(word)
    return " ".join(words)


def twin_seconds_per_step(text: str) -> float:
    """One textbook step: count and score every pair again, then rewrite every word."""
    weights = Counter(bert_split(bert_normalize(text, lowercase=False)).words)
    words = {word: pieces_of_letters(word) for word in weights}
    started = perf_counter()
    for _ in range(TWIN_STEPS):
        token_counts: Counter[str] = Counter()
        pair_counts: Counter[tuple[str, str]] = Counter()
        for word, weight in weights.items():
            for token in words[word]:
                token_counts[token] += weight
            for pair in pairwise(words[word]):
                pair_counts[pair] += weight
        best = max(
            pair_counts,
            key=lambda pair: Fraction(
                pair_counts[pair], token_counts[pair[0]] * token_counts[pair[1]]
            ),
        )
        for word, pieces in words.items():
            joined = [join_pieces(*best) if pair == best else "" for pair in pairwise(pieces)]
            if any(joined):
                words[word] = [piece for piece in joined if piece] or pieces
    return (perf_counter() - started) / TWIN_STEPS


def main() -> None:
    """Print the times and their ratios."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("text_file", nargs="?", type=Path)
    path = parser.parse_args().text_file
    text = sample_text() if path is None else path.read_text(encoding="utf-8")
    started = perf_counter()
    tokenizer = WordPiece.train(text, vocab_size=VOCAB_SIZE)
    word_piece = perf_counter() - started
    assert tokenizer.trace is not None
    steps = len(tokenizer.trace)
    started = perf_counter()
    CharBPE.train(text, vocab_size=VOCAB_SIZE)
    char_bpe = perf_counter() - started
    twin = twin_seconds_per_step(text) * steps
    print(f"{len(text.encode()):,} bytes, {steps:,} merges recorded in {word_piece:.2f} s")
    print(f"character BPE to the same size: {char_bpe:.2f} s, ratio {word_piece / char_bpe:.2f}")
    print(f"a plain twin would need about {twin:,.0f} s: {twin / word_piece:,.0f} times as long")


if __name__ == "__main__":
    main()
