"""The numbers of a file."""

import pytest

from tokviz.checks.limits import TOKEN_ID
from tokviz.files.reading import token_id


@pytest.mark.parametrize("number", [0, 7, 256, TOKEN_ID])
def test_an_id_is_written_in_digits(number: int) -> None:
    assert token_id(str(number)) == number


@pytest.mark.parametrize("said", ["", "-1", "+1", " 1", "1_0", "1.0", "٣", "²", str(TOKEN_ID + 1)])
def test_all_else_is_no_id(said: str) -> None:
    assert token_id(said) is None
