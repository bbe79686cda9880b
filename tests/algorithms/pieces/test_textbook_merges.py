"""The fast trainer of SentencePiece BPE learns exactly what the textbook's loop learns.

Not only the pieces and their scores, but of which two each was joined, where SentencePiece may take
either. The trainings are those that are held to the library (``tests/random_pieces.py``).
"""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.matrix import few
from tests.nasty_text import any_text, hard_text, repetitive
from tests.random_pieces import SCRIPTS, Trial, mixed_trial, trial, unspaced_trial
from tests.sentencepiece_reference import english, few_letters, japanese
from tokviz.algorithms.pieces.rules import PieceRules
from tokviz.algorithms.pieces.settings import PieceSettings
from tokviz.algorithms.plain_sentencepiece_bpe import barred, train
from tokviz.algorithms.sentencepiece_bpe import SentencePieceBPE
from tokviz.checks.errors import TokvizError
from tokviz.samples import SAMPLES, sample
from tokviz.ui.components.textbook_pieces import RULES, given_of

OWN = {"vocab_size", "min_count", "fill_up"}


def own_settings(asked: dict[str, Any]) -> PieceSettings:
    return PieceSettings(**{name: asked[name] for name in asked.keys() - OWN})


def by_the_textbook(
    text: str | list[str], asked: dict[str, Any]
) -> tuple[dict[str, tuple[str, str]], dict[str, int]]:
    own = own_settings(asked)
    corpus = own.corpus(text)
    words: Counter[str] = Counter()
    for word, count in zip(corpus.words, corpus.counts.tolist(), strict=True):
        words[word] += count
    least = asked.get("min_count", 1)
    return train(
        words,
        own.rules.scripts_of(corpus.alphabet),
        asked["vocab_size"] - len(own.special.by_id) - len(corpus.alphabet),
        0 if asked.get("fill_up", True) and least == 1 else least,
        **{name: getattr(own, name) for name in RULES},
    )


def check(text: str | list[str], **asked: Any) -> None:
    compare(SentencePieceBPE.train(text, **asked), text, asked)


def compare(model: SentencePieceBPE, text: str | list[str], asked: dict[str, Any]) -> None:
    assert model.trace is not None
    merges, scores = by_the_textbook(text, asked)
    recorded = [tuple(str(model.vocab[part]) for part in step.pair) for step in model.trace.steps]
    assert [*merges.values()] == recorded
    assert [*merges] == [step.token for step in model.trace.steps]
    special = own_settings(asked).special.by_id
    scored = zip(model.pieces.pieces, model.pieces.scores, strict=True)
    learned = [entry for token_id, entry in enumerate(scored) if token_id not in special]
    assert [*scores.items()] == learned


def with_room(text: str | list[str], room: int, **asked: Any) -> dict[str, Any]:
    """The arguments with a vocabulary of so many merges."""
    own = own_settings(asked)
    return {**asked, "vocab_size": len(own.special.by_id) + len(own.corpus(text).alphabet) + room}


SEEDS = [range(first, first + 20) for first in range(0, 60, 20)]
TRIALS: list[Callable[[int], Trial]] = [trial, mixed_trial, unspaced_trial]


@pytest.mark.parametrize("kind", TRIALS)
@pytest.mark.parametrize("seeds", few(SEEDS, first=SEEDS[:1]))
def test_random_trainings_with_any_options_are_the_textbooks(
    kind: Callable[[int], Trial], seeds: range
) -> None:
    trained = 0
    for seed in seeds:
        tried = kind(seed)
        lines, options = list(tried.lines), dict(tried.options)
        known = {name: options[name] for name in options if name in PieceSettings.__annotations__}
        asked = known | {"vocab_size": tried.vocab_size}
        try:
            model = SentencePieceBPE.train(lines, **asked)
        except TokvizError:
            continue
        compare(model, lines, asked)
        trained += 1
    assert trained > 15


@given(
    text=st.one_of(any_text, hard_text, repetitive, st.text("ab1é ,", max_size=60)),
    room=st.integers(0, 40),
    asked=st.fixed_dictionaries(
        {},
        optional={
            "min_count": st.integers(1, 3),
            "fill_up": st.booleans(),
            "max_piece_length": st.integers(1, 6),
            "split_by_script": st.booleans(),
            "split_by_whitespace": st.booleans(),
            "split_by_number": st.booleans(),
            "split_digits": st.booleans(),
            "treat_whitespace_as_suffix": st.booleans(),
            "character_coverage": st.sampled_from([0.98, 0.995, 1.0]),
            "byte_fallback": st.booleans(),
            "normalization": st.sampled_from(["identity", "nmt_nfkc", "nfkc_cf"]),
            "required_chars": st.sampled_from(["", "xyz", "▁b"]),
            "add_dummy_prefix": st.booleans(),
            "remove_extra_whitespaces": st.booleans(),
            "user_defined_symbols": st.sampled_from([(), ("ba",), ("qq",)]),
            "control_symbols": st.sampled_from([(), ("<a>",)]),
        },
    ),
)
@settings(max_examples=200, deadline=None)
def test_any_text_with_any_options_is_learned_alike(
    text: str, room: int, asked: dict[str, Any]
) -> None:
    check(text, **with_room(text, room, **asked))


@pytest.mark.parametrize("key", [each.key for each in SAMPLES])
def test_the_samples_are_learned_alike(key: str) -> None:
    text = sample(key).text[:6_000]
    check(text, **with_room(text, 60))


@pytest.mark.parametrize("seed", range(20))
def test_trainings_full_of_ties_fill_up_alike(seed: int) -> None:
    check(few_letters(seed)[:6], vocab_size=300)


@pytest.mark.parametrize(
    "asked",
    [
        {},
        {"character_coverage": 0.98},
        {"split_by_script": False},
        {"split_by_whitespace": False},
        {"split_digits": True, "max_piece_length": 3},
        {"treat_whitespace_as_suffix": True, "min_count": 3},
    ],
)
def test_japanese_and_made_up_english_are_learned_alike(asked: dict[str, Any]) -> None:
    for text in (japanese(40), english(2_000).split("\n")):
        check(text, **with_room(text, 50, **asked))


def test_the_trace_has_the_words_and_the_alphabet_that_the_textbook_is_given() -> None:
    for text, coverage in ((japanese(30), 0.98), (english(900), 1.0), ("ab ab\nb", 0.9995)):
        own = PieceSettings(character_coverage=coverage, byte_fallback=True)
        asked = with_room(text, 20, character_coverage=coverage, byte_fallback=True)
        trace = SentencePieceBPE.train(text, **asked).trace
        assert trace is not None
        corpus, found = own.corpus(text), given_of(trace, own)
        counted = zip(corpus.words, corpus.counts.tolist(), strict=True)
        assert [*found["words"].items()] == [*counted]
        assert [*found["script_of"]] == [*corpus.alphabet]


@given(
    piece=st.text("".join(SCRIPTS) + "▁12２.,бя", min_size=2, max_size=6),
    rules=st.builds(
        PieceRules,
        max_piece_length=st.integers(2, 6),
        split_by_script=st.booleans(),
        split_digits=st.booleans(),
        split_by_number=st.booleans(),
        split_by_whitespace=st.booleans(),
        whitespace_as_suffix=st.booleans(),
    ),
)
@settings(max_examples=1000, deadline=None)
def test_it_bars_what_the_trainers_rules_bar(piece: str, rules: PieceRules) -> None:
    ours = barred(
        piece,
        rules.scripts_of(piece),
        max_piece_length=rules.max_piece_length,
        split_by_whitespace=rules.split_by_whitespace,
        split_by_number=rules.split_by_number,
        split_digits=rules.split_digits,
        treat_whitespace_as_suffix=rules.whitespace_as_suffix,
    )
    assert ours == (rules.bar(piece) is not None)
