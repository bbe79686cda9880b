"""Code points and bytes as tokenizers. The Korean example is a seed's."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tokviz.algorithms.text_to_bytes import CodePoints, Utf8Bytes

KOREAN = "안녕하세요 👏🏻 (hello in Korean!)"
KOREAN_CODE_POINTS = [
    *[50504, 45397, 54616, 49464, 50836, 32, 128079, 127995, 32, 40, 104, 101, 108, 108],
    *[111, 32, 105, 110, 32, 75, 111, 114, 101, 97, 110, 33, 41],
]
KOREAN_BYTES = [
    *[236, 149, 136, 235, 133, 149, 237, 149, 152, 236, 132, 184, 236, 154, 148, 32],
    *[240, 159, 145, 143, 240, 159, 143, 187, 32, 40, 104, 101, 108, 108, 111, 32, 105, 110],
    *[32, 75, 111, 114, 101, 97, 110, 33, 41],
]
any_text = st.text(st.characters())


def test_whether_a_number_is_in_the_vocabulary_is_answered() -> None:
    vocab = CodePoints().vocab
    asked: list[object] = [97, 97.0, 97.5, -1, 0x110000, float("nan"), "a", None]
    assert [number in vocab for number in asked] == [True, True, *[False] * 6]


def test_code_points_of_the_korean_example() -> None:
    assert CodePoints().encode(KOREAN) == KOREAN_CODE_POINTS


def test_bytes_of_the_korean_example() -> None:
    assert Utf8Bytes().encode(KOREAN) == KOREAN_BYTES


@pytest.mark.parametrize("tokenizer", [CodePoints(), Utf8Bytes()], ids=["code points", "bytes"])
@given(text=any_text)
def test_nothing_is_lost(tokenizer: CodePoints | Utf8Bytes, text: str) -> None:
    assert tokenizer.decode(tokenizer.encode(text)) == text


@pytest.mark.parametrize("tokenizer", [CodePoints(), Utf8Bytes()], ids=["code points", "bytes"])
@given(text=any_text)
def test_tokens_are_the_vocabulary_at_the_ids(tokenizer: CodePoints | Utf8Bytes, text: str) -> None:
    assert tokenizer.tokenize(text) == [tokenizer.vocab[i] for i in tokenizer.encode(text)]


@pytest.mark.parametrize("tokenizer", [CodePoints(), Utf8Bytes()], ids=["code points", "bytes"])
@given(text=any_text)
def test_trace_tells_what_encode_does(tokenizer: CodePoints | Utf8Bytes, text: str) -> None:
    trace = tokenizer.encode_trace(text)
    assert trace.ids == tokenizer.encode(text)
    edges = [0, *(step.end for step in trace.steps)]
    assert [step.start for step in trace.steps] == edges[:-1]


@pytest.mark.parametrize("tokenizer", [CodePoints(), Utf8Bytes()], ids=["code points", "bytes"])
def test_the_trace_has_two_surrogates_as_the_character_they_spell(
    tokenizer: CodePoints | Utf8Bytes,
) -> None:
    trace = tokenizer.encode_trace("a\ud83d\ude04")
    assert (trace.text, trace.steps[-1].end) == ("a😄", 5)


@pytest.mark.parametrize("tokenizer", [CodePoints(), Utf8Bytes()], ids=["code points", "bytes"])
def test_spans_tile_the_bytes_of_the_text(tokenizer: CodePoints | Utf8Bytes) -> None:
    data = KOREAN.encode()
    spans = tokenizer.token_spans(KOREAN)
    assert b"".join(data[start:end] for start, end in spans) == data
    assert len(spans) == len(tokenizer.encode(KOREAN))


def test_vocabularies_are_dense_from_zero() -> None:
    assert list(CodePoints().vocab) == list(range(0x110000))
    assert list(Utf8Bytes().vocab) == list(range(256))


def test_a_byte_that_is_no_text_is_replaced() -> None:
    assert Utf8Bytes().decode([128]) == "\ufffd"


@pytest.mark.parametrize("token_id", [-1, 0x110000])
def test_wrong_code_point_is_refused(token_id: int) -> None:
    with pytest.raises(ValueError, match=f"this id is {token_id}"):
        CodePoints().decode([token_id])
    assert token_id not in CodePoints().vocab


@pytest.mark.parametrize("token_id", [-1, 256])
def test_wrong_byte_is_refused(token_id: int) -> None:
    with pytest.raises(ValueError, match=f"this id is {token_id}"):
        Utf8Bytes().decode([token_id])
