"""What a ``tokenizer.json`` cannot hold: refused with the reason, and the reasons are so."""

import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import tiktoken
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Regex, Tokenizer, models, normalizers, pre_tokenizers

import tokviz
from tests.files.test_hugging_face import in_library
from tests.nasty_text import hard_text
from tests.pipelines import built
from tokviz.algorithms.pieces.vocabulary import PieceVocab
from tokviz.files.errors import FormatError
from tokviz.files.hugging_face.patterns import for_tokenizers, from_tokenizers
from tokviz.files.loading import hugging_face
from tokviz.files.loading.hugging_face import own_pipeline
from tokviz.files.pieces import PieceKind
from tokviz.text.normalizers.sentencepiece import Normalizer, named_normalizer
from tokviz.text.pre_tokens import TIKTOKEN_GPT2_PATTERN, well_formed
from tokviz.text.tiktoken_splits import split_as_tiktoken

BYTES = {bytes([value]): value for value in range(256)}
PUBLISHED = (
    *(tokviz.GPT2_PATTERN, tokviz.GPT4_PATTERN, tokviz.O200K_PATTERN),
    TIKTOKEN_GPT2_PATTERN,
)
ENDINGS = st.sampled_from(["'ſx", "it'S", "We'Ll", "x'RE", "12345", " \n", "\n ", "  the", "a'd"])
EVERYTHING = r"[\s\S]+"
TEXT = "low low lower lowest, the newest"


@given(
    tokens=st.lists(st.text("abc", min_size=2, max_size=5), unique=True, max_size=14),
    text=st.text("abc", max_size=25),
)
def test_ranks_of_any_order_merge_alike(tokens: list[str], text: str) -> None:
    ranks = BYTES | {token.encode(): rank for rank, token in enumerate(tokens, 256)}
    model = tokviz.RegexBPE.from_ranks(ranks, pattern=EVERYTHING, special_tokens={})
    library = in_library(model)
    for each in (text, *tokens):  # a token as a whole is taken as it is, merged or not
        assert library.encode(each).ids == model.encode(each)


@given(
    pieces=st.lists(st.text("abc▁", min_size=2, max_size=5), unique=True, max_size=14),
    text=st.text("abc ", max_size=25),
)
def test_pieces_of_any_order_merge_alike(pieces: list[str], text: str) -> None:
    inner = [piece for piece in pieces if "▁" not in piece[1:]]
    spelled = ("<unk>", "a", "b", "c", "▁", *inner)
    kinds = (PieceKind.UNKNOWN, *(PieceKind.NORMAL,) * (len(spelled) - 1))
    scores = tuple(-float(i) for i in range(len(spelled)))
    model = tokviz.SentencePieceBPE(PieceVocab(spelled, scores, kinds), Normalizer())
    assert in_library(model).encode(text).ids == model.encode(text)


@pytest.mark.parametrize("pattern", [*PUBLISHED, r" ?\p{L}++|\d{2,3}|[^\s\p{L}]+|\s+(?!\S)|\s"])
@given(text=st.lists(st.one_of(ENDINGS, hard_text), max_size=6).map("".join))
def test_a_pattern_cuts_in_the_same_places(pattern: str, text: str) -> None:
    splitter = pre_tokenizers.Split(Regex(for_tokenizers(pattern)), "isolated")
    text = well_formed(text)
    theirs = [part for part, _ in splitter.pre_tokenize_str(text)]
    assert theirs == split_as_tiktoken(text, pattern)


@pytest.mark.parametrize(
    ("pattern", "named"),
    [
        (r"\w+|\s+|.", r"\w"),
        (r"a$|.", "$"),
        (r"^a|b", "^a"),
        (r"(?i:a)|b", "(?i:"),
        (r"(a)\1|b", "(a)"),
        (r"a{1,3}+|b", "{1,3}+"),
        (r"[a&&b]+", "[a&&b]"),
        (r"[[:alpha:]]+", "[[:alpha"),
        (r"\p{Greek}+", r"\p{Greek}"),
        (r"(?=a)a|b", "(?=a)"),
        (r"a*", "a match of no characters"),
    ],
)
def test_a_pattern_that_may_be_read_otherwise_is_refused(pattern: str, named: str) -> None:
    with pytest.raises(FormatError) as refusal:
        for_tokenizers(pattern)
    assert repr(named)[1:-1] in str(refusal.value)
    assert "Save the model as .model" in str(refusal.value)


def test_published_patterns_come_back() -> None:
    assert [from_tokenizers(for_tokenizers(pattern)) for pattern in PUBLISHED] == [*PUBLISHED]


@pytest.mark.parametrize(
    ("special", "reason"), [("é", "stand for bytes"), ("lo", "both written 'lo'")]
)
def test_a_special_token_that_would_be_taken_for_bytes_is_refused(
    special: str, reason: str, tmp_path: Path
) -> None:
    model = tokviz.RegexBPE.train(TEXT, num_merges=5).with_special_tokens({special: 999})
    with pytest.raises(FormatError, match=reason):
        model.save(tmp_path / "x.json")
    assert list(tmp_path.iterdir()) == []


def test_the_librarys_unigram_takes_another_of_two_cuts_that_are_almost_equal() -> None:
    """In single precision a|b is as probable as ab; in double it is more probable."""
    scores = (0.0, -0.10000000149011612, -0.699999988079071, -0.800000011920929)
    pieces = ("<unk>", "a", "b", "ab")
    kinds = (PieceKind.UNKNOWN, *(PieceKind.NORMAL,) * 3)
    bare = Normalizer(add_dummy_prefix=False)
    ours = tokviz.Unigram(PieceVocab(pieces, scores, kinds), bare)
    theirs = Tokenizer(models.Unigram(list(zip(pieces, scores, strict=True)), 0))
    assert ours.encode("ab") == [3]
    assert theirs.encode("ab").ids == [1, 2]
    with pytest.raises(FormatError, match=r"double precision.*Save it as \.model"):
        ours.save("tokenizer.json")


def test_the_librarys_normalizer_does_not_apply_the_longest_rule() -> None:
    """It drops an accent behind Thai's sara am, which SentencePiece keeps."""
    rules = replace(named_normalizer(), add_dummy_prefix=False)
    text = "\u0e33\u0301"
    assert rules.normalize(text) == "\u0e4d\u0e32\u0301"
    assert normalizers.Precompiled(rules.charsmap).normalize_str(text) != rules.normalize(text)
    model = tokviz.SentencePieceBPE.train(TEXT, vocab_size=30)
    with pytest.raises(FormatError, match=r"nmt_nfkc grapheme by grapheme.*Save it as \.model"):
        model.save("tokenizer.json")


@pytest.mark.parametrize(
    ("settings", "reason"),
    [
        ({"user_defined_symbols": ("<sep>",)}, "user-defined"),
        ({"treat_whitespace_as_suffix": True}, "behind a text"),
    ],
)
def test_a_sentencepiece_model_that_does_not_fit_says_why(
    settings: dict[str, Any], reason: str
) -> None:
    model = tokviz.SentencePieceBPE.train(TEXT, vocab_size=30, normalization="identity", **settings)
    with pytest.raises(FormatError, match=reason):
        model.save("tokenizer.json")


def test_learned_ranks_encode_alike_in_tiktoken(tmp_path: Path) -> None:
    model = tokviz.RegexBPE.train(TEXT * 3 + " aaaa aaa aa", num_merges=30)
    model.save(tmp_path / "x.tiktoken")
    ranks = {token: rank for rank, token in model.vocab.items()}
    theirs = tiktoken.Encoding("x", pat_str=model.pattern, mergeable_ranks=ranks, special_tokens={})
    for text in (TEXT, "aaaaaaa", "slowest newt"):
        assert theirs.encode(text) == tokviz.load(tmp_path / "x.tiktoken").encode(text)
        assert theirs.encode(text) == model.encode(text)


def test_merges_that_tiktoken_would_make_otherwise_are_refused(tmp_path: Path) -> None:
    """With ab, bc, a|bc the text abc stays ab|c; tiktoken would make abc of it."""
    a, b, c = b"abc"
    model = tokviz.RegexBPE.from_merges(
        [(a, b), (b, c), (a, 257)], pattern=tokviz.GPT2_PATTERN, special_tokens={}
    )
    assert model.encode("abc") == [256, c]
    with pytest.raises(FormatError, match=r"the token abc is made of one pair that would never"):
        model.save(tmp_path / "x.tiktoken")
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_another_program_changed_is_not_ours() -> None:
    content = tokviz.WordPiece.train(TEXT, vocab_size=40).pipeline()
    assert own_pipeline(content) is not None
    content["post_processor"] = {"type": "BertProcessing", "sep": ["x", 1], "cls": ["y", 2]}
    assert own_pipeline(content) is None


def test_a_model_that_tokviz_would_not_save_so_is_not_taken_for_its_own() -> None:
    model = tokviz.SentencePieceBPE.train(TEXT, vocab_size=30, normalization="identity")
    content = model.pipeline()
    assert own_pipeline(content) is not None
    content["model"]["vocab"]["_"] = content["model"]["vocab"].pop("▁")
    content["model"]["merges"] = []
    assert own_pipeline(content) is None


@pytest.mark.parametrize("shape", ["llama2", "llama3", "qwen"])
def test_a_file_of_others_is_told_at_once(shape: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Making a model of ours of half a million tokens, to compare, takes most of a minute."""
    content = json.loads(built(shape).to_str())
    makers = dict.fromkeys(hugging_face._MAKERS, lambda *_: pytest.fail("a model was made"))
    monkeypatch.setattr(hugging_face, "_MAKERS", makers)
    assert own_pipeline(content) is None


def test_a_trained_unigram_and_the_librarys_part_on_some_texts() -> None:
    """Of a few letters in long words, about one text in a hundred; here is one."""
    source = random.Random(5)
    lengths = (source.randrange(2, 14) for _ in range(400))
    words = ["".join(source.choice("aabbc") for _ in range(length)) for length in lengths]
    ours = tokviz.Unigram.train(" ".join(words), vocab_size=60, normalization="identity")
    pieces = list(zip(ours.pieces.pieces, ours.pieces.scores, strict=True))
    theirs = Tokenizer(models.Unigram(pieces, ours.pieces.unk_id))
    text = "bccaccba cbbccbbcaccccc"
    assert theirs.encode(ours.normalizer.normalize(text)).ids != ours.encode(text)


def test_what_is_named_tokenizer_json_is_hugging_faces_or_refused(tmp_path: Path) -> None:
    path = tmp_path / "tokenizer.json"
    with pytest.raises(FormatError, match=r"</w> is a symbol of its own\. .* such as tokviz\.json"):
        tokviz.CharBPE.train(TEXT, num_merges=5).save(path)
    assert not path.exists()
    for model in (
        tokviz.CharBPE.train(TEXT, num_merges=5, end_of_word=None),
        tokviz.CharBPE.train(TEXT, num_merges=5, end_of_word_joined=True),
    ):
        model.save(path)
        assert Tokenizer.from_file(str(path)).encode(TEXT).ids == model.encode(TEXT)


def test_a_json_of_another_name_holds_every_character_bpe(tmp_path: Path) -> None:
    model = tokviz.CharBPE.train(TEXT, num_merges=5)
    model.save(tmp_path / "low.json")
    assert tokviz.load(tmp_path / "low.json").encode(TEXT) == model.encode(TEXT)


@pytest.mark.parametrize(
    "model",
    [
        tokviz.SentencePieceBPE.train(TEXT, vocab_size=30, byte_fallback=False),
        tokviz.Unigram.train(TEXT, vocab_size=30, user_defined_symbols=("low",)),
    ],
    ids=lambda model: model.algorithm,
)
def test_a_json_of_another_name_holds_every_model_of_pieces(
    model: tokviz.SentencePieceBPE | tokviz.Unigram, tmp_path: Path
) -> None:
    model.save(tmp_path / "low.json")
    again = tokviz.load(tmp_path / "low.json")
    assert type(again) is type(model)
    assert again.vocab == model.vocab
    for text in (TEXT, "ﬁne  low\u3000日本 ▁x", ""):
        assert again.encode(text) == model.encode(text)
        assert again.decode(again.encode(text)) == model.decode(model.encode(text))


@pytest.mark.parametrize("said", [None, 7, "no base64!", "Zm9v", "é"])
def test_a_json_of_pieces_that_holds_no_model_is_refused(said: object, tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text(json.dumps({"tokviz_model": "sentencepiece", "model": said}))
    with pytest.raises(FormatError, match=r"sentencepiece model.* again"):
        tokviz.load(path)
