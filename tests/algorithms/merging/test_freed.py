"""What training needed is given up with its last use: Python's collector may be long in coming."""

import gc

import pytest

from tokviz import RegexBPE
from tokviz.algorithms.merging.pair_index import PairIndex
from tokviz.lessons import LESSONS, Variant
from tokviz.traces.choice import TIES, Ties

TEXT = "the hen and the men in the pen " * 30
VARIANTS = [pytest.param(variant, id=variant.name) for row in LESSONS for variant in row.variants]


def indexes() -> int:
    return sum(isinstance(each, PairIndex) for each in gc.get_objects())


@pytest.fixture(autouse=True)
def _no_collector():  # type: ignore[no-untyped-def]
    """Off for one test, which sees nothing of what was there before: to look at it takes long."""
    gc.disable()
    gc.freeze()
    yield
    gc.unfreeze()
    gc.enable()


@pytest.mark.parametrize("variant", VARIANTS)
def test_no_training_leaves_its_pairs(variant: Variant) -> None:
    before = indexes()
    model = variant.train(TEXT)
    assert indexes() == before
    assert len(model.vocab) > 0


@pytest.mark.parametrize("ties", TIES)
def test_no_rule_for_ties_does(ties: Ties) -> None:
    before = indexes()
    model = RegexBPE.train(TEXT, num_merges=20, ties=ties, forced={1: (b"e", b"n")})
    assert indexes() == before
    assert len(model.vocab) > 256
