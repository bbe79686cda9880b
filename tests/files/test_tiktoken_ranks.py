"""``.tiktoken`` files: tiktoken reads ours, we read its, and what they cannot hold is refused."""

from functools import cache
from pathlib import Path

import pytest
import tiktoken
from hypothesis import given
from hypothesis import strategies as st
from tiktoken.load import load_tiktoken_bpe

import tokviz
from tests.nasty_text import hard_text
from tokviz import GPT2_PATTERN, RegexBPE
from tokviz.checks.errors import TokvizError
from tokviz.files.errors import FormatError
from tokviz.files.loading.tiktoken_ranks import load_tiktoken

TEXT = "the cat sat on the mat, the rat sat too. é 😄 " * 3


def test_gpt2_goes_out_and_comes_back(tmp_path: Path) -> None:
    path = tmp_path / "gpt2.tiktoken"
    RegexBPE.from_tiktoken(tokviz.gpt2()).save(path)
    assert load_tiktoken_bpe(str(path)) == tokviz.gpt2()._mergeable_ranks
    assert tokviz.load(path).encode(TEXT) == tokviz.gpt2().encode(TEXT)


def test_each_line_is_a_token_in_base64_and_its_rank_but_no_special_token(tmp_path: Path) -> None:
    tok = RegexBPE.train("ab ab", num_merges=1, special_tokens=("<|end|>",))
    tok.save(tmp_path / "x.tiktoken")
    lines = (tmp_path / "x.tiktoken").read_bytes().splitlines()
    assert (len(lines), lines[97], lines[256]) == (257, b"YQ== 97", b"YWI= 256")


def test_pattern_and_special_tokens_are_said_on_loading(tmp_path: Path) -> None:
    path = tmp_path / "model.tiktoken"
    RegexBPE.train(TEXT, num_merges=20).save(path)
    encoding = tiktoken.Encoding(
        "words",
        pat_str=r"\w+|\W",
        mergeable_ranks=load_tiktoken_bpe(str(path)),
        special_tokens={"<|x|>": 300},
    )
    tok = load_tiktoken(path, pattern=r"\w+|\W", special_tokens={"<|x|>": 300})
    text = f"<|x|>{TEXT}<|x|>"
    ids = encoding.encode(text, allowed_special="all")
    assert tok.encode(text, allowed_special="all") == ids


def test_two_merges_that_spell_the_same_bytes_are_refused(tmp_path: Path) -> None:
    """aaa is a + aa and aa + a."""
    merges = ((97, 97), (97, 256), (256, 97))
    tok = RegexBPE.from_merges(merges, pattern=GPT2_PATTERN, special_tokens={})
    with pytest.raises(FormatError, match=r"tokens 257 and 258 both spell aaa:"):
        tok.save(tmp_path / "model.tiktoken")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("line", [b"YQ==", b"YQ== x", b"*** 1", b"YQ== -1", b"YQ== 1 2", b"YQ== 9"])
def test_a_damaged_line_is_named(tmp_path: Path, line: bytes) -> None:
    path = tmp_path / "model.tiktoken"
    path.write_bytes(b"YQ== 0\n" + line + b"\n")
    with pytest.raises(FormatError, match=r"line 2 of model\.tiktoken"):
        tokviz.load(path)


@pytest.mark.parametrize("cut", range(2, 9))
def test_a_file_that_ends_within_a_line_is_told_as_cut_off(tmp_path: Path, cut: int) -> None:
    """Of a last line ``dGhl 257`` and its line end, so many bytes are missing."""
    path = tmp_path / "model.tiktoken"
    RegexBPE.train("the the", num_merges=2).save(path)
    path.write_bytes(path.read_bytes()[:-cut])
    whole = path.read_bytes().count(b"\n")
    with pytest.raises(FormatError) as refused:
        tokviz.load(path)
    said = str(refused.value)
    assert "“base64 rank”" in said
    assert f"line {whole + 1} of model.tiktoken is b'" in said
    assert said.endswith(
        ": it is cut off, the file is not whole. Download it again, or save it again with tiktoken."
    )


def test_a_damaged_line_within_the_file_is_not_told_as_cut_off(tmp_path: Path) -> None:
    path = tmp_path / "model.tiktoken"
    path.write_bytes(b"YQ==\nYg== 1\n")
    with pytest.raises(FormatError, match=r"line 1 .* is b'YQ=='\. Download it again"):
        tokviz.load(path)


def test_a_file_without_all_bytes_is_told_as_not_whole(tmp_path: Path) -> None:
    path = tmp_path / "model.tiktoken"
    RegexBPE.train(TEXT, num_merges=2).save(path)
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:200]))
    said = r"model\.tiktoken, with 200 tokens, has none for 0xc8: the file is not whole\. Download"
    with pytest.raises(FormatError, match=said):
        tokviz.load(path)


def test_a_token_of_no_bytes_is_left_out(tmp_path: Path) -> None:
    path = tmp_path / "model.tiktoken"
    tok = RegexBPE.train(TEXT, num_merges=20)
    tok.save(path)
    with path.open("ab") as ranks:
        ranks.write(b"= 276\n")
    assert load_tiktoken_bpe(str(path))[b""] == 276
    loaded = tokviz.load(path)
    assert loaded.vocab == tok.vocab
    assert loaded.encode(TEXT) == tok.encode(TEXT)


@pytest.mark.parametrize(
    "line", [b"=", b"= 276 garbage here", b"= x", b"= -1", b"= 9", b"= 99999999999", b"== 276"]
)
def test_a_line_of_a_token_of_no_bytes_has_a_rank_of_its_own_and_no_more(
    tmp_path: Path, line: bytes
) -> None:
    path = tmp_path / "model.tiktoken"
    RegexBPE.train(TEXT, num_merges=20).save(path)
    path.write_bytes(path.read_bytes() + line + b"\n")
    with pytest.raises(FormatError, match=r"line 277 of model\.tiktoken is"):
        tokviz.load(path)


def test_only_one_token_has_no_bytes(tmp_path: Path) -> None:
    path = tmp_path / "model.tiktoken"
    RegexBPE.train(TEXT, num_merges=20).save(path)
    path.write_bytes(path.read_bytes() + b"= 276\n= 277\n")
    with pytest.raises(FormatError, match=r"line 278 of model\.tiktoken is"):
        tokviz.load(path)


def test_a_byte_that_is_no_token_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "model.tiktoken"
    path.write_bytes(b"YQ== 0\n")
    with pytest.raises(ValueError, match="Every single byte"):
        tokviz.load(path)


def test_ranks_are_no_minbpe_model(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"Save it as \.tiktoken"):
        RegexBPE.from_tiktoken(tokviz.gpt2()).save(tmp_path / "gpt2.model")


@cache
def our_gpt2() -> RegexBPE:
    """One for all examples: to make it of 50,257 ranks takes half a second."""
    return RegexBPE.from_tiktoken(tokviz.gpt2())


@given(hard_text)
def test_text_and_offsets_are_tiktokens(text: str) -> None:
    tok, encoding = our_gpt2(), tokviz.gpt2()
    ids = encoding.encode_ordinary(text)
    assert tok.decode_bytes(ids) == encoding.decode_bytes(ids)
    assert tok.decode_with_offsets(ids) == encoding.decode_with_offsets(ids)


@given(st.lists(st.integers(0, 50_255), max_size=6))
def test_any_ids_decode_or_fail_as_in_tiktoken(ids: list[int]) -> None:
    tok, encoding = our_gpt2(), tokviz.gpt2()
    assert tok.decode_bytes(ids) == encoding.decode_bytes(ids)
    try:
        expected = encoding.decode_with_offsets(ids)
    except UnicodeDecodeError:
        with pytest.raises(UnicodeDecodeError):
            tok.decode_with_offsets(ids)
    else:
        assert tok.decode_with_offsets(ids) == expected


def test_offsets_of_an_id_that_is_none_are_refused() -> None:
    with pytest.raises(TokvizError, match="999999 is not among its 50257 tokens"):
        our_gpt2().decode_with_offsets([999_999])
