"""A model that a format cannot hold is refused before the file that stands there is touched."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tokviz import ByteBPE, CharBPE, RegexBPE, Unigram, WordPiece
from tokviz.algorithms.merging.char_symbols import CharToken
from tokviz.files.errors import FormatError

PATTERN = r"\w+|\W"
ODD = RegexBPE.from_merges([(97, 98), (98, 99), (97, 257)], pattern=PATTERN, special_tokens={})
TWICE = RegexBPE.from_merges([(97, 97), (97, 256), (256, 97)], pattern=PATTERN, special_tokens={})
NO_PATTERN_OF_UTF_8 = RegexBPE.from_merges([(97, 98)], pattern="a|\ud800", special_tokens={})
NO_LETTER = CharBPE(
    tuple(CharToken(letters, False) for letters in ("a", "\ud800", "a\ud800")), ((0, 1),), None
)
NO_LETTER_BEFORE_AN_END = CharBPE(
    (CharToken("\ud800", False), CharToken("", True), CharToken("\ud800", True)),
    ((0, 1),),
    "</w>",
)
# Hugging Face's decoder would find the end of the word one letter too early: "a" + "_" + "__".
END_AMONG_LETTERS = CharBPE.train("a_ b", num_merges=2, end_of_word="__", end_of_word_joined=True)
NO_LEARNED_PIECE = Unigram.train("", vocab_size=300, user_defined_symbols=("ab",))
NO_PIECE = WordPiece({0: "[UNK]", 1: "\ud800"})


def test_another_suffix_is_told_all_that_are_taken(tmp_path: Path) -> None:
    words = "must be .model or .json or .tiktoken for this .* Save it as .model or .json or .tik"
    with pytest.raises(FormatError, match=words):
        ODD.save(tmp_path / "x.bin")
    with pytest.raises(FormatError, match=r"must be \.model or \.json for this"):
        ByteBPE(()).save(tmp_path / "x.bin")


@pytest.mark.parametrize(
    ("save", "name"),
    [
        (ODD.save, "x.tiktoken"),
        (TWICE.save, "x.tiktoken"),
        (NO_PATTERN_OF_UTF_8.save, "x.model"),
        (NO_PATTERN_OF_UTF_8.save, "x.json"),
        (NO_LETTER.save, "x.json"),
        (NO_LETTER_BEFORE_AN_END.save, "x.codes"),
        (NO_LETTER_BEFORE_AN_END.save, "x.json"),
        (END_AMONG_LETTERS.save, "tokenizer.json"),
        (NO_LEARNED_PIECE.save, "x.model"),
        (NO_LEARNED_PIECE.save, "x.json"),
        (NO_PIECE.save, "x.txt"),
        (NO_PIECE.save, "x.json"),
    ],
)
def test_a_refused_save_leaves_the_file_as_it_was(
    save: Callable[[Path], None], name: str, tmp_path: Path
) -> None:
    path = tmp_path / name
    path.write_bytes(b"what the reader had")
    with pytest.raises(FormatError):
        save(path)
    assert path.read_bytes() == b"what the reader had"
    path.unlink()
    with pytest.raises(FormatError):
        save(path)
    assert not path.exists()
