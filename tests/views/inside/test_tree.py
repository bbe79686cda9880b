"""A token's tree as HTML: every part in it, nothing of a reader's as markup, and an end to it."""

from typing import Any

import pytest

from tests.browser.driving import HOSTILE
from tokviz import ByteBPE, CharBPE, Unigram
from tokviz.inspection.merge_tree import Branch, merge_tree
from tokviz.views.inside.tree import MOST_NODES, said_of, tree_html


def test_each_part_stands_with_its_id_its_step_and_its_count() -> None:
    model = ByteBPE.train("abc abc ab", num_merges=2)
    drawn = tree_html(merge_tree(model, 257), model.vocab, ())
    for words in ("id 257, step 2", "id 256, step 1, the pair stood 3×", "id 97, a base symbol"):
        assert words in drawn
    assert drawn.count("<li>") == drawn.count("</li>") == 5


def test_a_whole_piece_is_no_base_symbol() -> None:
    model = Unigram.train("the lighthouse, the lighthouse, the light", vocab_size=20)
    piece = next(i for i, token in model.vocab.items() if len(token) > 2 and i > 2)
    drawn = tree_html(merge_tree(model, piece), model.vocab, model.markers)
    assert f"<small>id {piece}</small>" in drawn


def test_a_pair_that_only_fills_up_says_so() -> None:
    assert said_of(Branch(9, 3, 0)) == "id 9, step 4, to fill up"


def test_without_a_training_the_place_of_a_merge_is_no_step_of_a_replay() -> None:
    assert said_of(Branch(9, 3)) == "id 9, merge 4"


def test_an_id_is_a_name_and_has_no_comma() -> None:
    assert said_of(Branch(50255, 49_999)) == "id 50255, merge 50,000"


def test_a_token_of_equal_letters_ends_somewhere() -> None:
    merges = ((97, 97), *((256 + k, 256 + k) for k in range(22)))
    model = ByteBPE(merges)
    tree: Any = Branch(97)
    for k in range(31):
        tree = Branch(256 + k, k, None, (tree, tree))
    vocab = {**dict.fromkeys(range(256, 300), b"a"), 97: b"a"}
    drawn = tree_html(tree, vocab, model.markers)
    assert drawn.count("<li>") < 2 * MOST_NODES
    assert "and its parts …" in drawn


@pytest.mark.parametrize("token", HOSTILE.split())
def test_a_token_is_never_markup(token: str) -> None:
    word = token.strip()
    model = CharBPE.train(f"{word} {word}", num_merges=40, end_of_word=None)
    longest = max(model.vocab, key=lambda i: len(model.vocab[i]) * (i not in model.special_ids))
    drawn = tree_html(merge_tree(model, longest), model.vocab, model.markers)
    assert "<img" not in drawn
    assert "<script" not in drawn
