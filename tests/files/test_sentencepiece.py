"""``.model`` files: both libraries read each other's and encode alike."""

from pathlib import Path
from random import Random
from typing import Any

import pytest
from sentencepiece import SentencePieceProcessor

from tests.sentencepiece_reference import english, japanese, pieces_of, scores_of, train_reference
from tokviz.algorithms.pieces.look_ups import SentencePieceLookup
from tokviz.algorithms.sentencepiece_bpe import SentencePieceBPE
from tokviz.algorithms.unigram import Unigram
from tokviz.checks.errors import TokvizError
from tokviz.files.errors import FormatError
from tokviz.files.pieces import PieceKind
from tokviz.files.protobuf_wire import WireError, read_fields, write_bytes, write_float, write_int
from tokviz.files.sentencepiece import looks_like_sentencepiece, read_sentencepiece
from tokviz.loading import load

LINES = [*english(20_000).split("\n"), *japanese(150)]
UNSEEN = [*english(3_000, start=160_000).split("\n"), "未知語 Ω!", " two  spaces ", "①ﬁ", ""]
CLASSES: dict[str, type[SentencePieceBPE] | type[Unigram]] = {
    "bpe": SentencePieceBPE,
    "unigram": Unigram,
}

both = pytest.mark.parametrize("algorithm", ["bpe", "unigram"])


@both
@pytest.mark.parametrize("byte_fallback", [False, True])
def test_what_we_save_sentencepiece_encodes_alike(
    tmp_path: Path, algorithm: str, byte_fallback: bool
) -> None:
    path = tmp_path / "ours.model"
    model = CLASSES[algorithm].train("\n".join(LINES), vocab_size=800, byte_fallback=byte_fallback)
    model.save(path)
    theirs = SentencePieceProcessor(model_file=str(path))
    assert pieces_of(theirs) == list(model.vocab.values())
    for line in UNSEEN:
        assert theirs.encode(line) == model.encode(line)
        assert theirs.decode(theirs.encode(line)) == model.decode(model.encode(line))


@both
@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"byte_fallback": True},
        {"normalization_rule_name": "identity"},
        {"add_dummy_prefix": False, "remove_extra_whitespaces": False},
        {"treat_whitespace_as_suffix": True},
        {"split_by_whitespace": False},
        {"user_defined_symbols": ("<sep>", "th", "①")},
        {"control_symbols": ("<c>",), "pad_id": 3, "unk_id": 5, "unk_piece": "[UNK]"},
        {"unk_surface": "?"},
    ],
    ids=lambda settings: "-".join(settings) or "defaults",
)
def test_what_sentencepiece_trains_we_encode_alike(
    tmp_path: Path, algorithm: str, settings: dict[str, object]
) -> None:
    theirs = train_reference(tuple(LINES), algorithm, 800, **settings)
    path = tmp_path / "theirs.model"
    path.write_bytes(theirs.serialized_model_proto())
    ours = load(path)
    assert list(ours.vocab.values()) == pieces_of(theirs)
    for line in [*UNSEEN, "a<sep>the<c>th<s>①②"]:
        assert ours.encode(line) == theirs.encode(line)
        assert ours.tokenize(line) == theirs.encode(line, out_type=str)
        assert ours.decode(ours.encode(line)) == theirs.decode(theirs.encode(line))


@both
def test_bytes_in_any_order_decode_as_sentencepieces(tmp_path: Path, algorithm: str) -> None:
    """Among them are parts of characters, and pieces, controls and unknown tokens between."""
    path = tmp_path / "ours.model"
    model = CLASSES[algorithm].train("\n".join(LINES), vocab_size=800, byte_fallback=True)
    model.save(path)
    theirs = SentencePieceProcessor(model_file=str(path))
    assert model.pieces.byte_ids is not None
    some = [
        model.pieces.byte_ids[byte] for byte in (0x61, 0x80, 0xA9, 0xC3, 0xE3, 0x81, 0xF0, 0xFF)
    ]
    random = Random(5)
    for _ in range(300):
        ids = random.choices([*some * 30, *range(len(model.vocab))], k=random.randrange(12))
        assert model.decode(ids) == theirs.decode(ids)


@both
def test_a_model_survives_saving_and_loading(tmp_path: Path, algorithm: str) -> None:
    path = tmp_path / "again.model"
    model = CLASSES[algorithm].train("\n".join(LINES), vocab_size=500)
    model.save(path)
    again = load(path)
    assert isinstance(again, SentencePieceBPE | Unigram)
    assert type(again) is CLASSES[algorithm]
    assert again.trace is None
    assert (again.pieces.pieces, again.pieces.scores) == (model.pieces.pieces, model.pieces.scores)
    assert again.normalizer == model.normalizer


def test_a_loaded_unigram_model_lists_the_same_nbest(tmp_path: Path) -> None:
    theirs = train_reference(tuple(LINES), "unigram", 800)
    path = tmp_path / "theirs.model"
    path.write_bytes(theirs.serialized_model_proto())
    ours = load(path)
    assert isinstance(ours, Unigram)
    for line in (line[:20] for line in UNSEEN if line.strip()):
        expected = theirs.nbest_encode(line, nbest_size=10, out_type=str)
        assert [pieces for pieces, _ in ours.nbest(line, 10)] == expected


def test_scores_and_kinds_are_read(tmp_path: Path) -> None:
    theirs = train_reference(tuple(LINES), "unigram", 800, byte_fallback=True)
    path = tmp_path / "theirs.model"
    path.write_bytes(theirs.serialized_model_proto())
    model = read_sentencepiece(path)
    assert list(model.pieces.scores) == scores_of(theirs)
    assert model.pieces.kinds[:4] == (
        PieceKind.UNKNOWN,
        PieceKind.CONTROL,
        PieceKind.CONTROL,
        PieceKind.BYTE,
    )


def test_a_text_file_is_no_sentencepiece_model(tmp_path: Path) -> None:
    path = tmp_path / "text.model"
    path.write_text("minbpe v1\n", encoding="utf-8")
    assert not looks_like_sentencepiece(path)
    with pytest.raises(FormatError, match=r"one unknown token.* text\.model"):
        read_sentencepiece(path)


def test_a_cut_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "cut.model"
    SentencePieceBPE.train("a b c", vocab_size=8).save(path)
    path.write_bytes(path.read_bytes()[:-9])
    with pytest.raises(FormatError, match="runs over the end"):
        read_sentencepiece(path)


def test_a_unigram_without_a_learned_piece_is_neither_saved_nor_loaded(tmp_path: Path) -> None:
    """sentencepiece loads none, or does not see the user-defined pieces."""
    path = tmp_path / "empty.model"
    with pytest.raises(FormatError, match=r"holds a learned piece.* none of these 4 .*trace\.save"):
        Unigram.train("", vocab_size=10, user_defined_symbols=("ab",)).save(path)
    SentencePieceBPE.train("", vocab_size=10, user_defined_symbols=("ab",)).save(path)
    unigram_field = write_bytes(2, write_int(3, 1))  # the trainer's settings, once more
    path.write_bytes(path.read_bytes() + unigram_field)
    assert SentencePieceProcessor(model_file=str(path)).encode("xab") == [0]
    with pytest.raises(FormatError, match=r"holds a learned piece.* a text that is not empty"):
        load(path)


def test_a_text_that_is_rewritten_to_nothing_has_its_space_behind_it(tmp_path: Path) -> None:
    model = Unigram.train("ab ab\n\x01\nab", vocab_size=9, treat_whitespace_as_suffix=True)
    path = tmp_path / "suffix.model"
    model.save(path)
    library = SentencePieceProcessor(model_file=str(path))
    for text in ("\x01", "\x01\x02", "a\x01", "\x01a", ""):
        assert model.tokenize(text) == library.encode(text, out_type=str)


@pytest.mark.parametrize("unit", ["word", "char"])
@pytest.mark.parametrize(
    "settings",
    [{}, {"user_defined_symbols": ("<sep>", "th")}, {"treat_whitespace_as_suffix": True}],
    ids=["defaults", "user-defined", "suffix"],
)
def test_word_and_character_models_are_looked_up_alike(
    tmp_path: Path, unit: str, settings: dict[str, Any]
) -> None:
    theirs = train_reference(tuple(LINES), unit, 300, **settings)
    path = tmp_path / "theirs.model"
    path.write_bytes(theirs.serialized_model_proto())
    ours = load(path)
    assert isinstance(ours, SentencePieceLookup)
    ours.save(path)
    saved = SentencePieceProcessor(model_file=str(path))
    for line in [*UNSEEN, "a<sep>th the"]:
        assert ours.encode(line) == theirs.encode(line) == saved.encode(line)
        assert ours.tokenize(line) == theirs.encode(line, out_type=str)
        assert ours.decode(ours.encode(line)) == theirs.decode(theirs.encode(line))
        assert [step.token_id for step in ours.encode_trace(line).steps] == ours.encode(line)


@both
def test_rules_of_ones_own_rewrite_text_and_a_denormalizer_what_is_decoded(
    tmp_path: Path, algorithm: str
) -> None:
    tsv, back = tmp_path / "rules.tsv", tmp_path / "back.tsv"
    tsv.write_text("65\t3\n74 68\tFE\n", encoding="utf-8")  # e goes to U+0003, th to þ
    back.write_text("FE\t74 68\n3\t65 65\n", encoding="utf-8")
    theirs = train_reference(
        tuple(LINES),
        algorithm,
        500,
        normalization_rule_tsv=str(tsv),
        denormalization_rule_tsv=str(back),
    )
    ours = CLASSES[algorithm].train(
        LINES,
        vocab_size=500,
        normalization={"e": "\x03", "th": "þ"},
        denormalization={"þ": "th", "\x03": "ee"},
        character_coverage=0.9995,
    )
    ours.save(tmp_path / "ours.model")
    written = SentencePieceProcessor(model_file=str(tmp_path / "ours.model"))
    assert list(ours.vocab.values()) == pieces_of(theirs)
    path = tmp_path / "theirs.model"
    path.write_bytes(theirs.serialized_model_proto())
    loaded = load(path)
    loaded.save(path)
    saved = SentencePieceProcessor(model_file=str(path))
    for line in UNSEEN:
        ids = theirs.encode(line)
        assert ours.encode(line) == ids
        assert loaded.decode(ids) == theirs.decode(ids) == saved.decode(ids)
        assert ours.decode(ids) == written.decode(ids) == theirs.decode(ids)
    assert isinstance(loaded, SentencePieceBPE | Unigram)
    assert loaded.denormalizer == ours.denormalizer


@both
def test_the_marks_of_a_text_keep_their_names_and_ids(tmp_path: Path, algorithm: str) -> None:
    path = tmp_path / "marks.model"
    model = CLASSES[algorithm].train(
        LINES,
        vocab_size=500,
        unk_id=3,
        bos_id=0,
        pad_id=1,
        bos_piece="[B]",
        eos_piece="[E]",
    )
    model.save(path)
    theirs, again = SentencePieceProcessor(model_file=str(path)), load(path)
    assert (theirs.unk_id(), theirs.bos_id(), theirs.eos_id(), theirs.pad_id()) == (3, 0, 2, 1)
    assert isinstance(again, SentencePieceBPE | Unigram)
    for line in UNSEEN:
        marked = theirs.encode(line, add_bos=True, add_eos=True)
        assert again.encode(line, add_bos=True, add_eos=True) == marked
    assert again.encode_batch(UNSEEN, add_eos=True) == theirs.encode(UNSEEN, add_eos=True)


def test_a_mark_that_a_model_does_not_have_is_refused() -> None:
    model = Unigram.train("a b", vocab_size=9, bos_id=-1)
    with pytest.raises(TokvizError, match="add_bos adds the control token '<s>'"):
        model.encode("a", add_bos=True)


def test_fields_come_back_as_they_were_written() -> None:
    message = write_int(1, 300) + write_bytes(200, b"abc") + write_float(3, 0.5)
    assert list(read_fields(message)) == [(1, 300), (200, b"abc"), (3, 0.5)]


def test_an_integer_without_an_end_is_refused() -> None:
    with pytest.raises(WireError, match="no end"):
        list(read_fields(b"\xff\xff"))
