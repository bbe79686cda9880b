"""Unigram in a pipeline: the best way is found without the lattice, and is the lattice's."""

import json
import random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer, models

from tests.pipelines import answers, built, library_ids
from tokviz.algorithms.pieces.best_path import DOUBLE
from tokviz.algorithms.pieces.lattice import Lattice
from tokviz.algorithms.pipelines.lattices import PipelineLattice
from tokviz.checks.errors import TokvizError
from tokviz.files.loading.pipelines import pipeline_from_text


def drawn(rng: random.Random, *, unk_id: int | None = 0) -> PipelineLattice:
    """Pieces of few letters; log-probabilities that often tie."""
    pieces = {"".join(rng.choices("abc", k=rng.randint(1, 5))) for _ in range(12)}
    log_probs = [rng.choice([-1.0, -2.0, -3.0, -0.1]) for _ in pieces]
    return PipelineLattice(["<unk>", *sorted(pieces)], [0.0, *log_probs], unk_id)


@pytest.mark.parametrize("seed", range(40))
def test_the_best_way_is_the_lattices(seed: int) -> None:
    rng = random.Random(seed)
    model = drawn(rng)
    for _ in range(20):
        text = "".join(rng.choices("abcd", k=rng.randint(0, 60)))
        path = Lattice.build(text, model._table, DOUBLE).viterbi_path().edges
        pieces, token_ids = model._best(text)
        assert [*pieces] == [edge.piece for edge in path]
        assert [*token_ids] == [edge.token_id for edge in path]


def test_very_improbable_texts_never_begin_again() -> None:
    """As SentencePiece does where a total falls below -100,000: in double precision it stays."""
    model = PipelineLattice(["<unk>", "a", "b", "aa"], [0.0, -60_000.1, -60_000.7, -120_000.3], 0)
    text = "aabaab" * 9
    path = Lattice.build(text, model._table, DOUBLE).viterbi_path().edges
    assert [*model._best(text)[0]] == [edge.piece for edge in path]


def test_no_lattice_is_laid_to_encode(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of pieces that begin alike it has an edge for each at each place: gigabytes."""

    def refuse(*_: object) -> Lattice:
        raise AssertionError

    monkeypatch.setattr(Lattice, "build", refuse)
    pieces = ["a" * size for size in range(1, 400)]
    model = PipelineLattice(["<unk>", *pieces], [0.0, *(-1.0 * len(p) for p in pieces)], 0)
    text = "a" * 1_000
    ids = model.encode(text)
    assert "".join(model.pieces[token_id] for token_id in ids) == text
    assert [token_id for token_id, _, _ in model.locate(text)] == ids


@pytest.mark.parametrize("seed", range(40))
def test_without_an_unknown_token_it_refuses_what_the_library_refuses(seed: int) -> None:
    rng = random.Random(seed)
    drawn_model = drawn(rng)
    pieces, log_probs = drawn_model.pieces[1:], drawn_model.log_probs[1:]
    model = PipelineLattice(pieces, log_probs, None)
    library = Tokenizer(models.Unigram([*zip(pieces, log_probs, strict=True)], None, False))
    refused = 0
    for _ in range(40):
        text = "".join(rng.choices("abc", k=rng.randint(1, 12)))
        try:
            expected = library.encode(text).ids
        except Exception:
            refused += 1
            with pytest.raises(TokvizError, match="Every character must be a piece"):
                model.encode(text)
            with pytest.raises(TokvizError, match="Every character must be a piece"):
                model.locate(text)
        else:
            assert model.encode(text) == expected, text
    assert refused < 40 or not {"a", "b", "c"} <= {*pieces}


def test_a_character_that_is_no_piece_may_stand_in_one() -> None:
    model = PipelineLattice(["ab", "a"], [-1.0, -2.0], None)
    assert model.encode("aab") == [1, 0]
    with pytest.raises(TokvizError, match="but 'b' is none"):
        model.encode("aba" + "b" * 2)


pieces = st.lists(
    st.tuples(st.text("abcé", min_size=1, max_size=4), st.sampled_from([-1.0, -2.0, -0.1, -3.3])),
    min_size=1,
    max_size=12,
)


@settings(max_examples=150, deadline=None)
@given(
    pieces=pieces,
    byte_fallback=st.booleans(),
    unk_id=st.sampled_from([None, 0]),
    text=st.text(alphabet="abcéxy 😄", max_size=24),
)
@example([("ab", -1.0), ("a", -0.5), ("b", -0.5)], False, 0, "abab")
def test_the_best_path_is_the_librarys_ties_and_all(
    pieces: list[tuple[str, float]], byte_fallback: bool, unk_id: int | None, text: str
) -> None:
    entries = [["<unk>", 0.0], *map(list, pieces), ["<0xC3>", -9.0], ["<0xA9>", -9.0]]
    model = {"type": "Unigram", "unk_id": unk_id, "byte_fallback": byte_fallback, "vocab": entries}
    shell = json.loads(built("word_level").to_str())
    shell |= {"model": model, "added_tokens": [], "pre_tokenizer": {"type": "WhitespaceSplit"}}
    ours = pipeline_from_text(json.dumps(shell), "random.json")
    library = Tokenizer.from_str(json.dumps(shell))
    theirs = library_ids(library, text)
    ids = answers(lambda: ours.encode(text))
    assert ids == theirs
    if ids != "refused":
        assert ours.encode_trace(text).ids == ids
        assert len(ours.token_spans(text)) == len(ids)
