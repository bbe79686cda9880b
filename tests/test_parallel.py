"""The parallel sentences: enough languages and scripts, each written in its own."""

import unicodedata

import pytest
import regex

from tokviz.samples.parallel import ENGLISH, PARALLEL, Parallel

each = pytest.mark.parametrize("row", PARALLEL, ids=[row.language for row in PARALLEL])


def test_there_are_many_languages_and_scripts() -> None:
    assert len({row.language for row in PARALLEL}) == len(PARALLEL) >= 20
    assert len({row.script for row in PARALLEL}) >= 12
    assert {"Hindi", "Burmese", "Amharic"} <= {row.language for row in PARALLEL}
    assert PARALLEL[0] is ENGLISH


@each
def test_each_is_written_in_its_script(row: Parallel) -> None:
    letters = [c for c in row.text if unicodedata.category(c)[0] in "LM"]
    allowed = "".join(rf"\p{{Script={script}}}" for script in row.scripts)
    strange = {c for c in letters if not regex.match(rf"[{allowed}\p{{Script=Inherited}}]", c)}
    assert not strange
    assert all(regex.search(rf"\p{{Script={script}}}", row.text) for script in row.scripts)


@each
def test_each_is_two_short_sentences_in_plain_composed_unicode(row: Parallel) -> None:
    assert 15 <= len(row.text) <= 120
    assert unicodedata.normalize("NFC", row.text) == row.text
    assert "\ufffd" not in row.text
    assert row.text == row.text.strip()
