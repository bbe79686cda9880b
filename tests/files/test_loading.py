"""A saved model comes back as the tokenizer that it was."""

from pathlib import Path

import pytest

import tokviz
from tokviz import ByteBPE, RegexBPE
from tokviz.files.errors import FormatError

TEXT = "the hen and the pen and the den 😄😄"


def test_a_byte_bpe_comes_back_as_byte_bpe(tmp_path: Path) -> None:
    ByteBPE.train(TEXT, num_merges=9).save(tmp_path / "x.model")
    assert isinstance(tokviz.load(tmp_path / "x.model"), ByteBPE)


def test_a_regex_bpe_comes_back_as_regex_bpe(tmp_path: Path) -> None:
    RegexBPE.train(TEXT, num_merges=9).save(tmp_path / "x.model")
    assert isinstance(tokviz.load(tmp_path / "x.model"), RegexBPE)


@pytest.mark.parametrize("suffix", [".json", ".model", ".tiktoken", ".txt", ".codes"])
def test_an_empty_file_is_told_as_empty(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"x{suffix}"
    path.touch()
    said = rf"The file is empty \(0 bytes\), but x\{suffix} must hold .* Download it again"
    with pytest.raises(FormatError, match=said):
        tokviz.load(path)


def test_the_path_may_be_a_string(tmp_path: Path) -> None:
    ByteBPE.train(TEXT, num_merges=9).save(str(tmp_path / "x.model"))
    assert isinstance(tokviz.load(str(tmp_path / "x.model")), ByteBPE)


@pytest.mark.parametrize("kind", [ByteBPE, RegexBPE])
def test_a_loaded_model_has_the_same_vocabulary(tmp_path: Path, kind: type[ByteBPE]) -> None:
    tok = kind.train(TEXT, num_merges=9)
    tok.save(tmp_path / "x.model")
    assert dict(tokviz.load(tmp_path / "x.model").vocab) == dict(tok.vocab)


@pytest.mark.parametrize("kind", [ByteBPE, RegexBPE])
def test_a_loaded_model_encodes_alike(tmp_path: Path, kind: type[ByteBPE]) -> None:
    tok = kind.train(TEXT, num_merges=9)
    tok.save(tmp_path / "x.model")
    assert tokviz.load(tmp_path / "x.model").encode(TEXT + "new") == tok.encode(TEXT + "new")


def test_special_tokens_come_back(tmp_path: Path) -> None:
    tok = RegexBPE.train(TEXT, num_merges=9, special_tokens=("<|end|>", "<|pad|>"))
    tok.save(tmp_path / "x.model")
    loaded = tokviz.load(tmp_path / "x.model")
    assert isinstance(loaded, RegexBPE)
    assert loaded.special_tokens == {"<|end|>": 265, "<|pad|>": 266}


def test_an_own_pattern_comes_back(tmp_path: Path) -> None:
    RegexBPE.train(TEXT, num_merges=9, pattern=r"\w+|.").save(tmp_path / "x.model")
    loaded = tokviz.load(tmp_path / "x.model")
    assert isinstance(loaded, RegexBPE)
    assert loaded.pattern == r"\w+|."


def test_a_loaded_model_has_no_trace(tmp_path: Path) -> None:
    ByteBPE.train(TEXT, num_merges=9).save(tmp_path / "x.model")
    assert tokviz.load(tmp_path / "x.model").trace is None


@pytest.mark.parametrize("unk_token", [None, "*|unk|*"])
def test_a_word_list_comes_back(tmp_path: Path, unk_token: str | None) -> None:
    tok = tokviz.WordLevel.train(TEXT, unk_token=unk_token, special_tokens=("*|end|*",))
    tok.save(tmp_path / "x.json")
    loaded = tokviz.load(tmp_path / "x.json")
    assert isinstance(loaded, tokviz.WordLevel)
    assert (dict(loaded.vocab), loaded.trace) == (dict(tok.vocab), None)
    assert (loaded.unk_token, loaded.special_tokens) == (unk_token, tok.special_tokens)
    assert loaded.encode(f"hen*|end|*{TEXT}") == tok.encode(f"hen*|end|*{TEXT}")


def test_a_lone_surrogate_is_a_replacement_character_in_a_word_list(tmp_path: Path) -> None:
    tokviz.WordLevel.train("a \ud800").save(tmp_path / "x.json")
    assert dict(tokviz.load(tmp_path / "x.json").vocab) == {0: "a", 1: "\ufffd"}


def test_a_word_list_is_saved_as_json_only(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"A \.model file holds .*Save it as \.json"):
        tokviz.WordLevel.train(TEXT).save(tmp_path / "x.model")


@pytest.mark.parametrize("end_of_word", [None, "</w>", "·"])
def test_a_character_bpe_comes_back(tmp_path: Path, end_of_word: str | None) -> None:
    tok = tokviz.CharBPE.train(TEXT, num_merges=9, end_of_word=end_of_word)
    tok.save(tmp_path / "x.json")
    loaded = tokviz.load(tmp_path / "x.json")
    assert isinstance(loaded, tokviz.CharBPE)
    assert (loaded.tokens, loaded.merges, loaded.end_of_word) == (
        tok.tokens,
        tok.merges,
        end_of_word,
    )
    assert loaded.encode(f"{TEXT} z") == tok.encode(f"{TEXT} z")


@pytest.mark.parametrize("strip_accents", [None, True, False])
def test_a_wordpiece_comes_back_with_its_folding(
    tmp_path: Path, strip_accents: bool | None
) -> None:
    tok = tokviz.WordPiece.train(TEXT, vocab_size=40, lowercase=True, strip_accents=strip_accents)
    tok.save(tmp_path / "x.json")
    loaded = tokviz.load(tmp_path / "x.json")
    assert isinstance(loaded, tokviz.WordPiece)
    assert loaded.encode(f"The Hén {TEXT}") == tok.encode(f"The Hén {TEXT}")
    assert (loaded.lowercase, loaded.strip_accents) == (True, strip_accents)


def test_a_vocab_txt_comes_back_as_wordpiece(tmp_path: Path) -> None:
    tok = tokviz.WordPiece.train(TEXT, vocab_size=40)
    tok.save(tmp_path / "vocab.txt")
    loaded = tokviz.load(tmp_path / "vocab.txt")
    assert isinstance(loaded, tokviz.WordPiece)
    assert dict(loaded.vocab) == dict(tok.vocab)
    assert loaded.encode(TEXT) == tok.encode(TEXT)


@pytest.mark.parametrize(
    ("content", "reason"),
    [(b"a\n\xff\n", "is UTF-8 text"), (b"[UNK]\n\nb", "is empty"), (b"a\na\n", "repeats line 1")],
)
def test_a_damaged_vocab_txt_is_refused(tmp_path: Path, content: bytes, reason: str) -> None:
    (tmp_path / "x.txt").write_bytes(content)
    with pytest.raises(FormatError, match=reason):
        tokviz.load(tmp_path / "x.txt")


def test_a_wordpiece_is_saved_as_txt_or_json_only(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"A \.model file holds .*Save it as \.txt"):
        tokviz.WordPiece.train(TEXT, vocab_size=40).save(tmp_path / "x.model")


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("x.txt", b"a\nb\n", r"holds its unknown token, but '\[UNK\]' is not among"),
        ("x.tiktoken", b"", r"The file is empty \(0 bytes\), but x.tiktoken must hold"),
        ("x.tiktoken", b"YQ== 0\n", "Every single byte"),
    ],
)
def test_a_file_that_lacks_what_every_text_needs_is_none(
    tmp_path: Path, name: str, content: bytes, reason: str
) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(FormatError, match=reason):
        tokviz.load(tmp_path / name)


def test_a_lone_surrogate_does_not_fit_into_vocab_txt(tmp_path: Path) -> None:
    tok = tokviz.WordPiece({0: "[UNK]", 1: "\ud800"})
    with pytest.raises(FormatError, match="lone surrogate"):
        tok.save(tmp_path / "x.txt")


def char_bpe_json(merges: str) -> str:
    return (
        f'{{"tokviz_model": "char_bpe", "alphabet": ["a"], "end_of_word": "$", "merges": {merges}}}'
    )


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ('{"tokviz_model": "char_bpe"}', "has an 'alphabet'"),
        ('{"tokviz_model": "char_bpe", "alphabet": ["ab"]}', "different single characters"),
        (char_bpe_json("[[0]]"), "a list of pairs"),
        (char_bpe_json("[[0, 7]]"), "joins two of the 2 tokens before it"),
        (char_bpe_json("[[1, 0]]"), "left part of a merge is inside a word"),
        (char_bpe_json("[[0, 0], [0, 0]]"), "repeats"),
        ('{"tokviz_model": "wordpiece", "tokens": ["a"]}', r"\'\[UNK\]' among them"),
        ('{"tokviz_model": "wordpiece", "tokens": ["[UNK]"]}', "says 'lowercase'"),
    ],
)
def test_a_damaged_subword_json_is_refused(tmp_path: Path, content: str, reason: str) -> None:
    (tmp_path / "x.json").write_text(content, encoding="utf-8")
    with pytest.raises(FormatError, match=reason):
        tokviz.load(tmp_path / "x.json")


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("no json", "must be JSON"),
        ("[]", "^x.json is no tokenizer. .* is none of them. Choose"),
        ('{"a": 0, "b": 1}', "needs its merges"),
        ('{"a": 1}', "^x.json is no tokenizer. .* are no such ids"),
        ('{"tokviz_model": "other"}', "of the kind 'other'"),
        ('{"tokviz_model": "word_level"}', "lists of different words"),
        (
            '{"tokviz_model": "word_level", "words": ["a", "a"], "special_tokens": []}',
            "lists of different words",
        ),
        (
            '{"tokviz_model": "word_level", "words": [], "special_tokens": ["u"]}',
            "is one of its words",
        ),
    ],
)
def test_a_damaged_json_is_refused(tmp_path: Path, content: str, reason: str) -> None:
    (tmp_path / "x.json").write_text(content, encoding="utf-8")
    with pytest.raises(FormatError, match=reason):
        tokviz.load(tmp_path / "x.json")


@pytest.mark.parametrize("name", ["x.bin", "x", "model"])
def test_another_suffix_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(FormatError, match=rf"The suffix says the format.*\.model.* {name}"):
        tokviz.load(tmp_path / name)


def test_a_missing_file_is_said_to_be_missing(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        tokviz.load(tmp_path / "x.model")


def test_a_suffix_in_capitals_is_the_same_suffix(tmp_path: Path) -> None:
    model = tokviz.ByteBPE.train("low lower", num_merges=3)
    model.save(tmp_path / "low.json")
    (tmp_path / "low.json").rename(tmp_path / "LOW.JSON")
    assert tokviz.load(tmp_path / "LOW.JSON").encode("lower") == model.encode("lower")


def test_a_missing_id_is_told_that_ids_have_gaps() -> None:
    model = tokviz.RegexBPE.train("ab", num_merges=1, special_tokens={"<|x|>": 900})
    with pytest.raises(tokviz.TokvizError, match=r"257 is not among its 258 .* ids go up to 900"):
        model.decode([257])
    with pytest.raises(tokviz.TokvizError, match=r"among its 258 tokens\. Decode"):
        model.decode([901])
