"""A token's tree: the merges of training, or those of its spelling, and what was built on it."""

from pathlib import Path
from typing import Any

import pytest

import tokviz
from tests.recorded import recorded
from tokviz.inspection import merge_tree as module
from tokviz.inspection.merge_tree import Branch, Builds, built_on, merge_tree, places
from tokviz.lessons import LESSONS
from tokviz.samples import sample

TEXT = sample("rhyme").text
LOADABLE = ("byte_bpe", "regex_bpe", "char_bpe", "sentencepiece_bpe")


def leaves(branch: Branch) -> list[int]:
    if not branch.parts:
        return [branch.token_id]
    return [leaf for part in branch.parts for leaf in leaves(part)]


def merges(branch: Branch) -> list[tuple[int | None, int, tuple[int, ...]]]:
    below = [merge for part in branch.parts for merge in merges(part)]
    pair = tuple(part.token_id for part in branch.parts)
    return [(branch.rank, branch.token_id, pair), *below] if pair else []


@pytest.mark.parametrize("key", [row.key for row in LESSONS if row.training])
def test_a_tree_is_the_steps_of_training(key: str) -> None:
    row = next(row for row in LESSONS if row.key == key)
    model = row.variants[0].train(TEXT)
    trace: Any = model.trace
    made: dict[int, Any] = {}
    for step in trace.steps:
        made.setdefault(step.token_id, step)
    for token_id, step in made.items():
        tree = merge_tree(model, token_id)
        assert (tree.rank, tree.count) == (step.rank, step.count)
        assert tuple(part.token_id for part in tree.parts) == step.pair
        assert all(made[i].rank == rank for rank, i, _ in merges(tree))
        assert not any(leaf in made for leaf in leaves(tree))


@pytest.mark.parametrize("key", LOADABLE)
def test_a_loaded_model_merges_its_tokens_again(key: str, tmp_path: Path) -> None:
    row = next(row for row in LESSONS if row.key == key)
    model: Any = row.variants[0].train(TEXT[:250])  # what is built on what is looked up in pairs
    path = tmp_path / f"saved{model.formats[0]}"
    model.save(path)
    loaded: Any = tokviz.load(path)
    trees = [(merge_tree(model, i), merge_tree(loaded, i)) for i in model.vocab]
    assert [merges(ours) for ours, _ in trees] == [merges(again) for _, again in trees]
    for token_id in model.vocab:
        assert built_on(model, token_id) == built_on(loaded, token_id)


def test_gpt2s_strawberry() -> None:
    model = tokviz.RegexBPE.from_tiktoken(tokviz.gpt2())
    (token_id,) = model.encode(" strawberry")
    tree = merge_tree(model, token_id)
    assert [model.vocab[part.token_id] for part in tree.parts] == [b" straw", b"berry"]
    assert b"".join(model.vocab[leaf] for leaf in leaves(tree)) == b" strawberry"
    (berry,) = model.encode("berry")
    assert token_id in built_on(model, berry).token_ids


def test_what_was_built_on_a_token() -> None:
    model = tokviz.ByteBPE(((97, 98), (256, 99), (256, 256)))
    assert built_on(model, 256).token_ids == (257, 258)
    assert built_on(model, 257).token_ids == ()
    assert built_on(model, 256, most=1).complete is False


def test_where_not_all_tokens_were_looked_at_more_may_be_built_on_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    model = tokviz.ByteBPE(((97, 98), (256, 99), (256, 256)))
    assert built_on(model, 256) == Builds((257, 258), complete=True)
    monkeypatch.setattr(module, "MOST_TRIED", 1)
    assert built_on(model, 256) == Builds((257,), complete=False)
    assert built_on(model, 257) == Builds((), complete=True)


def test_a_token_on_a_thousand_others_has_a_tree() -> None:
    word = "".join(map(chr, range(0x4E00, 0x4E00 + 1_200)))
    model = tokviz.CharBPE.train(f"{word} {word}", num_merges=1_150, end_of_word=None)
    tree, depth = merge_tree(model, recorded(model.trace).steps[-1].token_id), 0
    while tree.parts:
        tree, depth = tree.parts[0], depth + 1
    assert depth == 1_150


def test_what_was_not_merged_is_a_tree_of_one() -> None:
    model = tokviz.Unigram.train(TEXT, vocab_size=60)
    assert merge_tree(model, 5) == Branch(5)
    assert built_on(model, 5).token_ids == ()


@pytest.mark.parametrize(
    ("model", "joined"),
    [
        (tokviz.Unigram.train(TEXT, vocab_size=60), False),
        (tokviz.WordLevel.train(TEXT), False),
        (tokviz.Utf8Bytes(), False),
        (tokviz.ByteBPE(((97, 98),)), True),
        (tokviz.WordPiece.train(TEXT, vocab_size=60), True),
    ],
)
def test_only_where_pairs_are_joined_could_a_token_be_built_on(model: Any, joined: bool) -> None:
    assert {built_on(model, token_id).joined for token_id in model.vocab} == {joined}


@pytest.mark.parametrize("ask", [merge_tree, built_on])
@pytest.mark.parametrize("wrong", [60_000, -1, True, 1.0, None, "x"])
@pytest.mark.parametrize("trained", [True, False])
def test_an_id_that_is_none_is_refused(ask: Any, wrong: Any, trained: bool) -> None:
    model = tokviz.ByteBPE.train(TEXT, num_merges=5)
    with pytest.raises(tokviz.TokvizError, match=r"Every id must be|An id is a whole number"):
        ask(model if trained else tokviz.ByteBPE(model.merges), wrong)


def test_where_a_token_stands() -> None:
    model = tokviz.ByteBPE(((97, 98),))
    assert places(model, "éab ab b", 256) == [(2, 4), (5, 7)]
