"""Texts and reference models for the SentencePiece tests: what Google's trainer does with them."""

import io
import itertools
import random
from functools import cache
from typing import Any

import sentencepiece

KANJI = "日本語東京大学生先今天気電車駅前山川田中村人間社会新聞記事料理食堂図書館勉強"
JAPANESE = (
    "これは です ました の を に が という カメラ テレビ コーヒー ありがとう 食べ から 、 。「 」 "
    "2024年 3月 IBM ABC社 한국어 시장 Привет ЭВМ ｶﾀｶﾅ ① ﬁne …"
)
ONSETS, VOWELS = "b c d f g h l m n p r s t th st tr w", "a e i o u ea ou"

CATS = "the cat sat on the mat\nthe cats chat\n"
SMALL = "the cat sat on the mat\nthe cats chat\nthat hat is flat\n" * 3
"""Three lines whose words share their letters, three times."""


def english(size: int, *, start: int = 0) -> str:
    """``size`` characters of sentences whose made-up words are as frequent as a language's are."""
    return _sentences(start + size)[start:]


@cache
def _sentences(size: int) -> str:
    rng = random.Random(7)
    onsets, vowels = ONSETS.split(), VOWELS.split()
    ends = ["", "", "n", "r", "s", "t", "ll", "nd", "ng", "st"]

    def syllable() -> str:
        return rng.choice(onsets) + rng.choice(vowels) + rng.choice(ends)

    words = ["".join(syllable() for _ in range(rng.choice([1, 1, 2, 2, 3]))) for _ in range(6000)]
    weights = list(itertools.accumulate(1 / (rank + 3) for rank in range(len(words))))
    lines, length = [], 0
    while length < size:
        chosen = rng.choices(words, cum_weights=weights, k=rng.randint(4, 11))
        line = " ".join(chosen).capitalize() + rng.choice([".", "?", "!", ",", ";", ""])
        lines.append(line)
        length += len(line) + 1
    return "\n".join(lines)[:size]


def japanese(num_lines: int) -> list[str]:
    """Lines of mixed scripts, mostly Japanese and without spaces."""
    rng = random.Random(3)
    words = JAPANESE.split()
    compounds = ["".join(rng.choices(KANJI, k=rng.randint(1, 4))) for _ in range(150)]

    def word() -> str:
        if rng.random() < 0.5:
            return rng.choice(words)
        return compounds[min(int(rng.expovariate(0.05)), len(compounds) - 1)]

    return [
        "".join(word() for _ in range(rng.randint(3, 25))) + rng.choice(["", "", " " + word()])
        for _ in range(num_lines)
    ]


def few_letters(seed: int) -> list[str]:
    """A few short lines over five letters: full of ties and of pieces that others can replace."""
    rng = random.Random(seed)
    words = ["".join(rng.choices("abcde", k=rng.randint(1, 7))) for _ in range(60)]
    num_lines = rng.choice([5, 30, 200])
    return [" ".join(rng.choices(words, k=rng.randint(1, 12))) for _ in range(num_lines)]


@cache
def train_reference(
    lines: tuple[str, ...], algorithm: str, vocab_size: int, **settings: Any
) -> sentencepiece.SentencePieceProcessor:
    """What the sentencepiece library trains on these lines; tuples are its lists."""
    options: dict[str, Any] = {
        name: list(v) if isinstance(v, tuple) else v for name, v in settings.items()
    }
    model = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(lines),
        model_writer=model,
        model_type=algorithm,
        vocab_size=vocab_size,
        hard_vocab_limit=False,
        minloglevel=2,
        **options,
    )
    return sentencepiece.SentencePieceProcessor(model_proto=model.getvalue())


def pieces_of(processor: sentencepiece.SentencePieceProcessor) -> list[str]:
    """All pieces by id."""
    return [processor.id_to_piece(token_id) for token_id in range(processor.get_piece_size())]


def scores_of(processor: sentencepiece.SentencePieceProcessor) -> list[float]:
    """All scores by id."""
    return [processor.get_score(token_id) for token_id in range(processor.get_piece_size())]
