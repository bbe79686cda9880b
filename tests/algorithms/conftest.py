"""What the tests of the algorithms share."""

import pytest

import tokviz
from tokviz import RegexBPE


@pytest.fixture(scope="session")
def gpt2() -> RegexBPE:
    return RegexBPE.from_tiktoken(tokviz.gpt2())
