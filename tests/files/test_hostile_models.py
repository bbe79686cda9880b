"""SentencePiece models that were made to break their reader: each is refused, and says why."""

import struct
from pathlib import Path
from typing import Any

import pytest

import tokviz
from tokviz.checks.errors import TokvizError
from tokviz.checks.limits import FILE_SPECIALS, PIECE_LENGTH, RULE_LENGTH, VOCAB_TOKENS
from tokviz.files.normalization_rules import compile_rules
from tokviz.files.protobuf_wire import write_bytes, write_float, write_int
from tokviz.text.normalizers.charsmap import RuleTrie, check_rule_table
from tokviz.text.normalizers.sentencepiece import Normalizer, named_normalizer

NORMAL, UNKNOWN, CONTROL, USER_DEFINED, UNUSED, BYTE = range(1, 7)
UNIGRAM, BPE, WORD, CHAR = range(1, 5)


def piece(spelling: str | bytes, kind: int = NORMAL, score: float = -1.0) -> bytes:
    spelled = spelling.encode() if isinstance(spelling, str) else spelling
    return write_bytes(1, write_bytes(1, spelled) + write_float(2, score) + write_int(3, kind))


UNK = piece("<unk>", UNKNOWN)


def model(*fields: bytes, algorithm: int = UNIGRAM, charsmap: bytes = b"") -> bytes:
    trainer = write_bytes(2, write_int(3, algorithm))
    return b"".join(fields) + trainer + write_bytes(3, write_bytes(2, charsmap))


def refused(folder: Path, content: bytes, reason: str) -> None:
    (folder / "x.model").write_bytes(content)
    with pytest.raises(TokvizError, match=reason):
        tokviz.load(folder / "x.model")


def test_a_small_model_made_by_hand_is_read(tmp_path: Path) -> None:
    (tmp_path / "x.model").write_bytes(model(UNK, piece("▁a"), piece("b", USER_DEFINED)))
    assert tokviz.load(tmp_path / "x.model").tokenize("ab") == ["▁a", "b"]


@pytest.mark.parametrize("kind", [NORMAL, CONTROL, USER_DEFINED, UNUSED])
@pytest.mark.parametrize("algorithm", [UNIGRAM, BPE, WORD, CHAR])
def test_an_empty_piece_is_refused(tmp_path: Path, algorithm: int, kind: int) -> None:
    content = model(UNK, piece("", kind), algorithm=algorithm)
    refused(tmp_path, content, r"1 to 512 characters, but in x\.model piece 1 has 0.*again")


@pytest.mark.parametrize("length", [PIECE_LENGTH + 1, 64_000, 5_000_000])
def test_a_piece_longer_than_any_trainer_makes_is_refused(tmp_path: Path, length: int) -> None:
    refused(tmp_path, model(UNK, piece("a" * length)), f"piece 1 has {length:,} characters")


def test_the_longest_piece_is_read(tmp_path: Path) -> None:
    (tmp_path / "x.model").write_bytes(model(UNK, piece("a" * PIECE_LENGTH, score=-2.0)))
    tok = tokviz.load(tmp_path / "x.model")
    assert tok.tokenize("a" * PIECE_LENGTH) == ["▁", "a" * PIECE_LENGTH]


def test_pieces_that_are_too_long_together_are_refused(tmp_path: Path) -> None:
    pieces = (piece(f"{n:0{PIECE_LENGTH}}") for n in range(2**21 // PIECE_LENGTH))
    refused(
        tmp_path, model(UNK, *pieces), r"at most 2,097,152 characters, but in x\.model 2,097,157"
    )


def test_more_pieces_than_a_vocabulary_has_are_refused(tmp_path: Path) -> None:
    content = model(UNK, *[write_bytes(1, b"")] * VOCAB_TOKENS)
    refused(tmp_path, content, "at most 524,288 tokens, but x.model has 524,289")


def test_a_file_larger_than_any_vocabulary_is_refused(tmp_path: Path) -> None:
    refused(tmp_path, b"\n" * (40 * 10**6 + 1), "at most 40,000,000 bytes")


@pytest.mark.parametrize(
    "score", [float("nan"), float("inf"), -float("inf"), 3e38, -3e38], ids=repr
)
def test_a_score_that_cannot_be_summed_is_refused(tmp_path: Path, score: float) -> None:
    refused(tmp_path, model(UNK, piece("a", score=score)), "A score is a number from -1,000")


@pytest.mark.parametrize("spelling", ["<0xZZ>", "<0x41>x", "0x41", "<0x4a>", "<0x>"])
def test_bytes_that_are_none_are_refused(tmp_path: Path, spelling: str) -> None:
    names = [f"<0x{byte:02X}>" for byte in range(255)]
    pieces = (piece(name, BYTE) for name in [*names, spelling])
    reason = "Each piece has" if spelling in names else "the 256 bytes from <0x00> to <0xFF>"
    refused(tmp_path, model(UNK, *pieces), reason)


def test_some_of_the_bytes_are_refused(tmp_path: Path) -> None:
    refused(tmp_path, model(UNK, piece("<0x41>", BYTE)), "or none, but in x.model there are 1")


@pytest.mark.parametrize("kind", [NORMAL, USER_DEFINED, CONTROL])
def test_a_piece_that_stands_twice_is_refused(tmp_path: Path, kind: int) -> None:
    content = model(UNK, piece("ab"), piece("ab", kind))
    refused(tmp_path, content, "a spelling of its own, but in x.model pieces 1 and 2 are 'ab'")


@pytest.mark.parametrize("unknown", [0, 2])
def test_a_model_has_one_unknown_token(tmp_path: Path, unknown: int) -> None:
    pieces = [piece(f"<{n}>", UNKNOWN) for n in range(unknown)]
    refused(tmp_path, model(piece("a"), *pieces), f"one unknown token, but .* {unknown}")


def test_too_many_user_defined_pieces_are_refused(tmp_path: Path) -> None:
    pieces = (piece(f"<{n}>", USER_DEFINED) for n in range(FILE_SPECIALS + 1))
    refused(tmp_path, model(UNK, *pieces), "User-defined pieces are at most 8,192")


def test_a_piece_that_is_no_utf8_is_refused(tmp_path: Path) -> None:
    refused(tmp_path, model(UNK, piece(b"a\xff")), "can't decode byte 0xff")
    refused(tmp_path, model(UNK, piece("\ud800".encode("utf-8", "surrogatepass"))), "decode")


# ---- the wire ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("field", "reason"),
    [
        (write_int(1, 5), "should hold bytes holds a number"),
        (write_float(1, 5.0), "should hold bytes holds a number"),
        (write_bytes(1, write_float(1, 1.0)), "should hold bytes holds a number"),
        (write_bytes(1, write_bytes(1, b"a") + write_int(2, 1)), "a number of 4 bytes does not"),
        (write_bytes(1, write_bytes(1, b"a") + write_bytes(3, b"1")), "a whole number holds"),
        (write_bytes(1, write_bytes(1, b"a") + write_int(3, 9)), "of the unknown kind 9"),
        (write_bytes(2, write_bytes(3, b"1")), "a whole number holds"),
        (write_bytes(2, write_bytes(24, b"1")), "a whole number holds"),
        (write_bytes(2, write_int(44, 1)), "should hold bytes holds a number"),
        (write_bytes(2, write_bytes(44, b"?" * 600)), "a mark or a name has 600 characters"),
        (write_bytes(3, write_bytes(1, b"n" * 600)), "a mark or a name has 600 characters"),
        (write_bytes(3, write_bytes(3, b"1")), "a whole number holds"),
        (write_bytes(3, write_int(2, 1)), "should hold bytes holds a number"),
        (b"\x0a\x7fabc", "runs over the end"),
        (b"\x0a" + b"\xff" * 9 + b"\x7f", "runs over the end"),
        (b"\x0a" + b"\xff" * 11, "has no end"),
        (b"\x02\x00", "the number 0"),
        (b"\x0b", "wire type 3"),
        (b"\x09" + bytes(8), "wire type 1"),
    ],
)
def test_a_field_of_another_kind_is_refused(tmp_path: Path, field: bytes, reason: str) -> None:
    refused(tmp_path, UNK + field, rf"one protocol buffer message, but x\.model is not: .*{reason}")


# ---- the table of rules ------------------------------------------------------------------------


def table(units: list[int], replacements: bytes, size: int | None = None) -> bytes:
    padded = units + [0] * (-len(units) % 256)
    array = struct.pack(f"<{len(padded)}I", *padded)
    return struct.pack("<I", len(array) if size is None else size) + array + replacements


def unit(label: int, offset: int, *, leaf: bool = False) -> int:
    return label | leaf << 8 | offset << 10


def loop() -> list[int]:
    """A trie in which the letter a leads back to itself, for ever."""
    units = [0] * 256
    units[97] = unit(97, 97 ^ 0)  # from the root, at 0, to 97, whose children are found from 0
    return units


@pytest.mark.parametrize("name", ["nmt_nfkc", "nfkc", "nmt_nfkc_cf", "nfkc_cf"])
def test_the_packaged_tables_are_whole(name: str) -> None:
    check_rule_table(named_normalizer(name).charsmap)


@pytest.mark.parametrize("rules", [{"a": "b"}, {"ab": "", "é": "e"}, {"a" * 256: "b" * 256}])
def test_tables_of_ones_own_are_whole(rules: dict[str, str]) -> None:
    normalizer = compile_rules(rules)
    check_rule_table(normalizer.charsmap)
    before, after = next(iter(rules.items()))
    assert normalizer.normalize(before) == (f"▁{after}" if after else "")


@pytest.mark.parametrize(
    ("charsmap", "fault"),
    [
        (b"\0", "the array has 0 of 1 bytes"),
        (b"\0\0\0\0", "the array has 0 of 4 bytes"),
        (b"\0\4\0\0" + bytes(9), "the array has 1,024 of 13 bytes"),
        (b"\xff\xff\xff\xff" + bytes(1024), "the array has 4,294,967,295"),
        (table([0], b"", size=1023), "the array has 1,023"),
        (table([unit(0, 2**20)], b""), "a node points out of the array"),
        (table([unit(0, 97), *[0] * 96, unit(97, 0, leaf=True)], b"x\0"), "has no replacement"),
        (table([unit(0, 0, leaf=True)], b""), "has no replacement"),
        (table([unit(0, 1, leaf=True), 5 | 1 << 31], b"x\0"), "has no replacement"),
        (table([unit(0, 1, leaf=True), 0 | 1 << 31], b"\xff\0"), "no UTF-8 text"),
        (table([unit(0, 1, leaf=True), 1 | 1 << 31], "é\0".encode()), "inside a character"),
        (table([unit(0, 1, leaf=True), 0 | 1 << 31], b"x"), "inside a character"),
        (table([0], b"x" * 257 + b"\0"), "a replacement has 257 bytes"),
    ],
)
def test_a_broken_table_of_rules_is_refused(tmp_path: Path, charsmap: bytes, fault: str) -> None:
    refused(tmp_path, model(UNK, charsmap=charsmap), f"array of whole blocks .*{fault}")
    refused(tmp_path, model(UNK) + write_bytes(5, write_bytes(2, charsmap)), fault)


def test_a_rule_without_an_end_is_tried_no_longer_than_a_rule_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules = RuleTrie(table(loop(), b""))
    steps: list[str] = []

    def counted(node: int, character: str) -> tuple[int, str | None]:
        steps.append(character)
        return rules._walk(node, character)

    monkeypatch.setattr(rules, "_step", counted)
    assert rules.longest_match("a" * 10_000, 0) == (0, None)
    assert len(steps) == RULE_LENGTH


@pytest.mark.parametrize("rules", [{"a": "b" * 257}, {"a" * 257: "b"}, {"a": "é" * 129}])
def test_a_rule_that_is_too_long_is_not_made(rules: dict[str, str]) -> None:
    with pytest.raises(TokvizError, match="at most 256 bytes in UTF-8"):
        compile_rules(rules)


def test_an_empty_protected_string_is_refused() -> None:
    with pytest.raises(TokvizError, match="one is empty"):
        Normalizer(protected=("a", ""))


def test_what_load_refuses_is_not_trained(tmp_path: Path) -> None:
    longest: dict[str, Any] = {"unk_surface": "?" * 512, "user_defined_symbols": ("x" * 512,)}
    tokviz.Unigram.train("a b", vocab_size=8, **longest).save(tmp_path / "x.model")
    tokviz.load(tmp_path / "x.model")
    with pytest.raises(tokviz.TokvizError, match="at most 512 characters"):
        tokviz.Unigram.train("a b", vocab_size=8, user_defined_symbols=("x" * 513,))
