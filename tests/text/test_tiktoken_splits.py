"""Which special tokens tiktoken finds, asked of tiktoken with all of them allowed."""

import tiktoken
from hypothesis import given, settings
from hypothesis import strategies as st

from tokviz.text.tiktoken_splits import specials_tiktoken_finds

BYTE_RANKS = {bytes([value]): value for value in range(256)}
NAMES = st.lists(st.text("<|a", min_size=1, max_size=4), min_size=1, max_size=12, unique=True)


@settings(max_examples=20, deadline=None)
@given(NAMES)
def test_a_special_token_is_found_where_no_shorter_one_hides_it(names: list[str]) -> None:
    ids = {name: token_id for token_id, name in enumerate(names, 256)}
    encoding = tiktoken.Encoding(
        "all", pat_str=r"(?s:.+)", mergeable_ranks=BYTE_RANKS, special_tokens=ids
    )
    assert specials_tiktoken_finds(names) == {
        name for name in names if encoding.encode(name, allowed_special="all") == [ids[name]]
    }
