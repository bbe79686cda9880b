"""minbpe's .model: what it can hold, what it cannot, and files that are something else."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tokviz
from tokviz import GPT2_PATTERN, GPT4_PATTERN, O200K_PATTERN, RegexBPE
from tokviz.files.errors import FormatError
from tokviz.files.minbpe import MinbpeModel, read_minbpe, write_minbpe

MERGES = ((97, 97), (256, 98))


def written(folder: Path, content: str | bytes) -> Path:
    path = folder / "some.model"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def test_the_file_reads_as_minbpe_writes_it(tmp_path: Path) -> None:
    path = tmp_path / "x.model"
    write_minbpe(path, pattern="a|b", special_tokens={"<|x|>": 300}, merges=MERGES)
    assert path.read_bytes() == b"minbpe v1\na|b\n1\n<|x|> 300\n97 97\n256 98\n"


def test_a_model_without_pattern_has_an_empty_second_line(tmp_path: Path) -> None:
    path = tmp_path / "x.model"
    write_minbpe(path, pattern=None, special_tokens={}, merges=MERGES)
    assert path.read_bytes() == b"minbpe v1\n\n0\n97 97\n256 98\n"


@pytest.mark.parametrize("pattern", [None, GPT2_PATTERN, GPT4_PATTERN, O200K_PATTERN, "é+|한"])
def test_what_is_written_reads_back(tmp_path: Path, pattern: str | None) -> None:
    specials = {"<|endoftext|>": 258, "한": 400}
    write_minbpe(tmp_path / "x.model", pattern=pattern, special_tokens=specials, merges=MERGES)
    assert read_minbpe(tmp_path / "x.model") == MinbpeModel(pattern, specials, MERGES)


def test_line_ends_of_windows_are_read(tmp_path: Path) -> None:
    path = written(tmp_path, "minbpe v1\r\n\r\n0\r\n97 97\r\n")
    assert read_minbpe(path).merges == ((97, 97),)


@pytest.mark.parametrize("token", ["a b", " a", "a\n", "\u3000", "a\x85"])
def test_a_special_token_with_white_space_is_refused(tmp_path: Path, token: str) -> None:
    with pytest.raises(FormatError, match=r"splits its special token lines on white space.*Rename"):
        write_minbpe(tmp_path / "x.model", pattern=None, special_tokens={token: 256}, merges=())


@pytest.mark.parametrize("pattern", [" a", "a ", "a\nb", "a\n", "a\u2028b", "a\x1cb"])
def test_a_pattern_that_one_line_cannot_hold_is_refused(tmp_path: Path, pattern: str) -> None:
    with pytest.raises(FormatError, match=r"on one line.*\\x20"):
        write_minbpe(tmp_path / "x.model", pattern=pattern, special_tokens={}, merges=())


def test_a_refused_model_leaves_no_file(tmp_path: Path) -> None:
    with pytest.raises(FormatError):
        write_minbpe(tmp_path / "x.model", pattern=" a", special_tokens={}, merges=())
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "content", ["\n", "hello", "minbpe v2\n\n0\n", "minbpe v1\n\n", "minbpe v1\n\nx\n"]
)
def test_a_file_that_begins_otherwise_is_refused(tmp_path: Path, content: str) -> None:
    with pytest.raises(FormatError, match=r"begins with the lines 'minbpe v1'.*Save it"):
        read_minbpe(written(tmp_path, content))


@pytest.mark.parametrize(
    ("merge", "reason"),
    [
        ("97", "Line 5 of some.model must read 'left right', but is '97'"),
        ("97 97 97", "must read 'left right'"),
        ("97  97", "must read 'left right'"),
        ("97 -1", "must read 'left right'"),
        ("a b", "must read 'left right'"),
        ("", "must read 'left right', but is ''"),
        ("257 97", r"line 5 of some.model joins \(257, 97\) when only 257 tokens exist"),
        ("97 97", r"line 5 of some.model repeats \(97, 97\)"),
    ],
)
def test_a_wrong_merge_is_named_with_its_line(tmp_path: Path, merge: str, reason: str) -> None:
    with pytest.raises(FormatError, match=reason):
        read_minbpe(written(tmp_path, f"minbpe v1\n\n0\n97 97\n{merge}\n"))


@pytest.mark.parametrize("line", ["<|x|>", "<|x|> y", "a b 300"])
def test_a_wrong_special_token_is_named_with_its_line(tmp_path: Path, line: str) -> None:
    with pytest.raises(FormatError, match=r"Line 4 of some.model must read 'token id'"):
        read_minbpe(written(tmp_path, f"minbpe v1\n\n1\n{line}\n"))


def test_a_longer_special_token_is_written_before_one_that_begins_it(tmp_path: Path) -> None:
    """minbpe tries special tokens in the order of the file, not the longest first."""
    path = tmp_path / "x.model"
    specials = {"<|": 258, "<|x|>": 259, "<|x": 300}
    write_minbpe(path, pattern=None, special_tokens=specials, merges=MERGES)
    assert path.read_text(encoding="utf-8").splitlines()[3:6] == ["<|x|> 259", "<|x 300", "<| 258"]
    assert read_minbpe(path).special_tokens == specials


def test_ids_are_those_of_minbpe_where_one_special_token_begins_another(tmp_path: Path) -> None:
    model = RegexBPE.train("low lower", num_merges=2, special_tokens=("<|", "<|x|>", "x|>"))
    model.save(tmp_path / "x.model")
    read = read_minbpe(tmp_path / "x.model").special_tokens
    theirs = re.split("(" + "|".join(map(re.escape, read)) + ")", "<|x|>low<|x<|x|>x|>")
    ids = [i for part in theirs for i in ([read[part]] if part in read else model.encode(part))]
    assert model.encode("<|x|>low<|x<|x|>x|>", allowed_special="all") == ids
    loaded = tokviz.load(tmp_path / "x.model")
    assert isinstance(loaded, RegexBPE)
    assert loaded.encode("<|x|>low<|x<|x|>x|>", allowed_special="all") == ids


def test_a_special_token_behind_its_own_beginning_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path, "minbpe v1\n\n3\n<| 256\nab 257\n<|x|> 258\n")
    with pytest.raises(FormatError, match=r"never finds '<\|x\|>' of some.model.*'<\|' .* first"):
        read_minbpe(path)
    read_minbpe(written(tmp_path, "minbpe v1\n\n3\nx|> 256\n<|x|> 257\n<| 258\n"))


def test_a_file_that_ends_among_its_special_tokens_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="promises 2 special tokens, but the file ends"):
        read_minbpe(written(tmp_path, "minbpe v1\n\n2\n<|x|> 300\n"))


@given(content=st.binary(min_size=1, max_size=30))
def test_bytes_that_are_no_model_are_refused(
    tmp_path_factory: pytest.TempPathFactory, content: bytes
) -> None:
    path = tmp_path_factory.mktemp("models") / "some.model"
    path.write_bytes(content)
    with pytest.raises(FormatError, match="Save it with minbpe"):
        read_minbpe(path)


def test_a_binary_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"is UTF-8 text, but byte 2 of some.model is not"):
        read_minbpe(written(tmp_path, b"\n\x0b\xff\xfe"))
