"""Why a text is no JSON: in our words, with line and column."""

import json

import pytest

from tokviz.text.json_faults import json_fault


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("no json", "in line 1, column 1, JSON allows no 'no json'"),
        ('{"a": 1,\n "b" 2}', "in line 2, column 6, JSON allows no '2}'"),
        ("[1, 2", "it ends too early, in line 1, column 6"),
        ("", "it ends too early, in line 1, column 1"),
        ('["a', "the string that begins in line 1, column 2 has no end"),
        ("[1] [2]", "it goes on after its end, in line 1, column 5"),
        ('["a\nb"]', "in line 1, column 4, JSON allows no '\\n'"),
    ],
)
def test_the_place_of_the_fault_is_told_and_what_stands_there(text: str, words: str) -> None:
    with pytest.raises(json.JSONDecodeError) as caught:
        json.loads(text)
    assert json_fault(caught.value) == words
