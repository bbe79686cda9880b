"""``.model`` files: both libraries read each other's and encode alike."""

from pathlib import Path

import pytest
from sentencepiece import SentencePieceProcessor

from tests.sentencepiece_reference import english, japanese, pieces_of, scores_of, train_reference
from tokviz.algorithms.pieces.special import PieceKind
from tokviz.algorithms.sentencepiece_bpe import SentencePieceBPE
from tokviz.algorithms.unigram import Unigram
from tokviz.files.errors import FormatError
from tokviz.files.loading import load
from tokviz.files.protobuf_wire import WireError, read_fields, write_bytes, write_float, write_int
from tokviz.files.sentencepiece import looks_like_sentencepiece, read_sentencepiece

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
    with pytest.raises(FormatError, match=r"text\.model is not"):
        read_sentencepiece(path)


def test_a_cut_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "cut.model"
    SentencePieceBPE.train("a b c", vocab_size=8).save(path)
    path.write_bytes(path.read_bytes()[:-9])
    with pytest.raises(FormatError, match="runs over the end"):
        read_sentencepiece(path)


def test_fields_come_back_as_they_were_written() -> None:
    message = write_int(1, 300) + write_bytes(200, b"abc") + write_float(3, 0.5)
    assert list(read_fields(message)) == [(1, 300), (200, b"abc"), (3, b"\x00\x00\x00?")]


def test_an_integer_without_an_end_is_refused() -> None:
    with pytest.raises(WireError, match="no end"):
        list(read_fields(b"\xff\xff"))
