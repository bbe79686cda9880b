"""What is known of the published patterns is known of all of them."""

from tokviz.command_line.models import PATTERNS
from tokviz.files.hugging_face.patterns import FOR_TOKENIZERS
from tokviz.inspection.pre_token_factors import _FACTORS
from tokviz.text.cutting import may_be_cut
from tokviz.text.pre_tokens import NAMED, PUBLISHED, TIKTOKEN_GPT2_PATTERN
from tokviz.ui.components.patterns import OWN, PATTERN_NAMES
from tokviz.ui.training.apart import NAMED_PATTERNS


def test_each_table_has_all_of_them() -> None:
    assert all(map(may_be_cut, PUBLISHED))
    assert {*FOR_TOKENIZERS} == {*_FACTORS} == PUBLISHED


def test_a_page_calls_them_by_their_titles() -> None:
    shown = {name: title for name, title in PATTERN_NAMES.items() if name != OWN}
    assert shown == {one.link: one.title for one in NAMED}
    assert [one.title for one in NAMED] == ["GPT-2", "GPT-4", "GPT-4o (o200k)"]


def test_all_have_a_name_on_the_pages_and_on_the_command_line() -> None:
    named = PUBLISHED - {TIKTOKEN_GPT2_PATTERN}  # the same cuts as GPT-2's
    assert {*NAMED_PATTERNS.values()} == {*PATTERNS.values()} == named
