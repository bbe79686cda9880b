"""Model files of the other formats that were made to break their reader."""

import base64
from pathlib import Path
from typing import Any

import pytest

import tokviz
from tokviz.checks.errors import TokvizError
from tokviz.files.errors import FormatError, short
from tokviz.files.loading.tiktoken_ranks import load_tiktoken
from tokviz.files.loading.wordpiece import load_vocab_txt


def refused(folder: Path, suffix: str, content: str | bytes, reason: str) -> str:
    path = folder / f"x{suffix}"
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    with pytest.raises(TokvizError, match=reason) as error:
        tokviz.load(path)
    assert len(str(error.value)) < 600
    return str(error.value)


def doublings(first: int, number: int) -> list[tuple[int, int]]:
    """[(0, 0), (first, first), (first + 1, first + 1), ...]"""
    return [(0, 0), *((i, i) for i in range(first, first + number - 1))]


def minbpe(merges: list[tuple[int, int]], *, pattern: str = "", specials: str = "0") -> str:
    lines = "".join(f"{left} {right}\n" for left, right in merges)
    return f"minbpe v1\n{pattern}\n{specials}\n{lines}"


# ---- merges that double --------------------------------------------------------------------------


@pytest.mark.parametrize("number", [26, 36, 5_000])
def test_merges_that_double_are_refused_in_minbpes_model(tmp_path: Path, number: int) -> None:
    content = minbpe(doublings(256, number))
    refused(tmp_path, ".model", content, r"33,554,432 long together, but those of x\.model .* 23")


def test_merges_that_double_a_few_times_are_read(tmp_path: Path) -> None:
    path = tmp_path / "x.model"
    path.write_text(minbpe(doublings(256, 20)), encoding="ascii")
    assert len(tokviz.load(path).vocab[275]) == 2**20


def test_what_load_refuses_is_not_written(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="long together"):
        tokviz.ByteBPE(tuple(doublings(256, 24))).save(tmp_path / "x.model")
    assert list(tmp_path.iterdir()) == []


# ---- minbpe --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("specials", "reason"),
    [
        ("1\n<x> 99999999999", "must read 'token id'"),
        ("1\n<x> 2147483648", "must read 'token id'"),
        ("1\n<x> " + "9" * 5_000, "must read 'token id'"),
        ("1\n<x> ٣٠٠", "must read 'token id'"),
        ("1\n<x> 1e3", "must read 'token id'"),
        ("1\n<x> 97", "which another token has"),
        ("2\n<x> 300\n<y> 300", "which another token has"),
        ("2\n<x> 300\n<x> 301", "each token once"),
        ("1\n 300", "must read 'token id'"),
        ("9" * 30, "begins with the lines"),
        ("9" * 5_000, "begins with the lines"),
        ("1\n" + "x" * 600 + " 300", "at most 512 characters"),
    ],
)
def test_special_tokens_that_are_none_are_refused(
    tmp_path: Path, specials: str, reason: str
) -> None:
    refused(tmp_path, ".model", minbpe([], specials=specials), reason)


@pytest.mark.parametrize("merge", ["9" * 5_000 + " 97", "٩٧ 97", "9_7 97", "+97 97", "97 1e2"])
def test_a_merge_of_strange_numbers_is_refused(tmp_path: Path, merge: str) -> None:
    refused(tmp_path, ".model", f"minbpe v1\n\n0\n{merge}\n", "must read 'left right'")


@pytest.mark.parametrize(
    ("pattern", "reason"), [("(", "regular expression"), ("a" * 2_001, "2,001")]
)
def test_a_pattern_is_checked_on_loading(tmp_path: Path, pattern: str, reason: str) -> None:
    refused(tmp_path, ".model", minbpe([], pattern=pattern), reason)


def test_an_empty_pattern_does_not_come_back_as_another_model(tmp_path: Path) -> None:
    tok = tokviz.RegexBPE.train("a hen", num_merges=2, pattern="")
    with pytest.raises(FormatError, match=r"stands for none.*\(\?s:\.\) instead"):
        tok.save(tmp_path / "x.model")


def test_special_tokens_without_a_pattern_split_nothing(tmp_path: Path) -> None:
    path = tmp_path / "x.model"
    path.write_text(minbpe([(97, 32), (256, 98)], specials="1\n<x> 300"), encoding="ascii")
    tok = tokviz.load(path)
    assert isinstance(tok, tokviz.RegexBPE)
    assert tok.encode("a b<x>a b", allowed_special="all") == [257, 300, 257]


def test_too_many_tokens_are_refused(tmp_path: Path) -> None:
    merges = [(97 + n % 20, 256 + n - 1 if n else 97) for n in range(2**19 - 255)]
    refused(tmp_path, ".model", minbpe(merges), "at most 524,288 tokens")


# ---- codes, ranks, vocab.txt ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("codes", "reason"),
    [
        ("0.1\n</w> a", "left part of a merge is inside a word"),
        ("0.2\na</w> b", "left part of a merge is inside a word"),
        ("0.2\na </w>", "no single letter"),
        ("0.1\na b</w>\nc d</w>", "'b</w>', which is no single letter"),
        ("0.1\na b\na b", "repeats"),
        ("0.1\nab c", "'ab', which is no single letter"),
        ("0.1\na bc\nb c", "line 2 of x.codes joins 'a' and 'bc'"),
        ("0.1\na " + "b" * 10_000, "no single letter"),
        ("9" * 9_000, "begins with '#version"),
    ],
)
def test_codes_that_are_none_are_refused(tmp_path: Path, codes: str, reason: str) -> None:
    refused(tmp_path, ".codes", f"#version: {codes}\n", reason)


def ranks(**more: int) -> bytes:
    tokens = {bytes([i]): i for i in range(256)} | {k.encode(): v for k, v in more.items()}
    return b"".join(base64.b64encode(token) + b" %d\n" % rank for token, rank in tokens.items())


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b"   ", "line 257"),
        (b"YWI= 99999999999", "line 257"),
        (b"YWI= " + b"9" * 5_000, "line 257"),
        (b"YWI= 1_000", "line 257"),
        (b"YWI= 97", "its own rank"),
        ("YWI= ٣".encode(), "line 257"),
        (b"YWI", "line 257"),
    ],
)
def test_a_strange_rank_is_refused(tmp_path: Path, line: bytes, reason: str) -> None:
    refused(tmp_path, ".tiktoken", ranks() + line, reason)


@pytest.mark.parametrize("token_id", [97, 2**31, -1, "300", 300.0, True, float("nan"), 10**400])
def test_a_special_id_that_is_none_is_refused(tmp_path: Path, token_id: Any) -> None:
    (tmp_path / "x.tiktoken").write_bytes(ranks(ab=256))
    with pytest.raises(FormatError, match=r"An id is a whole|an id of its own"):
        load_tiktoken(tmp_path / "x.tiktoken", special_tokens={"<x>": token_id})


@pytest.mark.parametrize("limit", ["100", 100.0, float("inf"), float("nan"), None, True, 0])
def test_a_limit_of_vocab_txt_that_is_none_is_refused(tmp_path: Path, limit: Any) -> None:
    (tmp_path / "x.txt").write_text("[UNK]\na\n")
    with pytest.raises(TokvizError, match="max_chars_per_word is a whole number"):
        load_vocab_txt(tmp_path / "x.txt", max_chars_per_word=limit)


@pytest.mark.parametrize("end", ["\n", "\r"])
def test_a_line_end_in_a_token_does_not_fit_into_vocab_txt(tmp_path: Path, end: str) -> None:
    tok = tokviz.WordPiece({0: "[UNK]", 1: f"a{end}b"})
    with pytest.raises(FormatError, match="holds a line end"):
        tok.save(tmp_path / "x.txt")


def test_a_value_is_quoted_short() -> None:
    deep: list[object] = []
    for _ in range(100_000):
        deep = [deep]
    for value in (deep, ["x" * 10_000] * 10_000, b"x" * 10_000, {str(n): n for n in range(10_000)}):
        assert len(short(value)) < 500
