"""subword-nmt's codes, both versions, and Hugging Face's BPE with the same end of a word."""

import random
from itertools import chain
from pathlib import Path

import pytest
from tokenizers import Tokenizer, models, pre_tokenizers, trainers

import tokviz
from tokviz import CharBPE
from tokviz.algorithms.merging.char_symbols import CharToken
from tokviz.files.errors import FormatError

TEXT = "low low low lower newest newest widest a widest newest é"


@pytest.mark.parametrize("joined", [True, False])
@pytest.mark.parametrize("suffix", [".json", ".codes"])
def test_a_saved_model_cuts_alike(tmp_path: Path, joined: bool, suffix: str) -> None:
    tok = CharBPE.train(TEXT, num_merges=15, end_of_word_joined=joined)
    tok.save(tmp_path / f"x{suffix}")
    loaded = tokviz.load(tmp_path / f"x{suffix}")
    assert loaded.tokenize("lower lowest west") == tok.tokenize("lower lowest west")


def test_the_file_is_as_subword_nmt_writes_it(tmp_path: Path) -> None:
    CharBPE.train("ab ab abc", num_merges=2, end_of_word_joined=True).save(tmp_path / "x.codes")
    assert (tmp_path / "x.codes").read_text() == "#version: 0.2\na b</w>\na b\n"


def test_joined_the_last_letter_ends_the_word_from_the_start() -> None:
    tok = CharBPE.train("ab ba", num_merges=0, end_of_word_joined=True)
    assert tok.tokenize("ab ba") == ["a", "b</w>", "b", "a</w>"]
    assert tok.decode(tok.encode("ab ba")) == "ab ba"
    assert tok.trace is not None
    assert [tok.vocab[i] for i in tok.trace.token_ids(0)] == ["a", "b</w>", "b", "a</w>"]


def test_hugging_face_with_end_of_word_suffix_cuts_alike() -> None:
    tok = CharBPE.train(TEXT, num_merges=15, end_of_word_joined=True)
    merges = [(tok.vocab[left], tok.vocab[right]) for left, right in tok.merges]
    vocab = {token: token_id for token_id, token in tok.vocab.items()}
    their = Tokenizer(models.BPE(vocab, merges, end_of_word_suffix="</w>", unk_token="<unk>"))
    their.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    for text in (TEXT, "lowest west wide a w", "slow"):
        assert tok.encode(text) == their.encode(text).ids


def test_hugging_face_trains_the_same_tokens_until_pairs_tie() -> None:
    rng = random.Random(3)
    words = ["".join(rng.choices("abcdefgh", k=1 + i % 3)) for i in range(60)]
    text = " ".join(word for i, word in enumerate(words) for _ in range(i * i + 1))
    tok = CharBPE.train(text, num_merges=60, end_of_word_joined=True)
    their = Tokenizer(models.BPE(unk_token="<unk>"))
    their.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    trainer = trainers.BpeTrainer(vocab_size=200, end_of_word_suffix="</w>", show_progress=False)
    their.train_from_iterator([text], trainer)
    assert tok.trace is not None
    alike = tok.trace.num_tied.tolist().index(1)
    ours = [step.token for step in tok.trace.steps[:alike]]
    learned = sorted(their.get_vocab().items(), key=lambda item: item[1])
    base = len(tok.tokens) - len(tok.merges)
    assert alike > 10
    assert [token for token, _ in learned[base : base + alike]] == ours


def test_codes_that_subword_nmt_learned_cut_as_it_cut(tmp_path: Path) -> None:
    """Recorded from subword-nmt 0.3.8: learn_bpe -s 14, then apply_bpe, whose @@ means: goes on."""
    (tmp_path / "x.codes").write_text(
        "#version: 0.2\ne n</w>\nt h\ne n\nth e</w>\nw en\nwen t</w>\nth en</w>\nt en</w>\n"
    )
    cut = "then the h@@ en@@ s en@@ t@@ e@@ r the t@@ en@@ t o@@ f ten m@@ en"
    tok = tokviz.load(tmp_path / "x.codes")
    tokens = tok.tokenize("then the hens enter the tent of ten men")
    unknown = {"r</w>", "s</w>", "f</w>", "o", "m"}  # no merge names these letters
    theirs = [f"{part}</w>".replace("@@</w>", "") for part in cut.split()]
    assert tokens == ["<unk>" if part in unknown else part for part in theirs]


def test_a_letter_that_no_merge_has_is_unknown_to_who_loads_the_codes(tmp_path: Path) -> None:
    """The file has no alphabet, so there is no id for it. Loaded from a .json it is known."""
    tok = CharBPE.train("ab ab z", num_merges=1)
    for suffix, first in ((".codes", "<unk>"), (".json", "z")):
        tok.save(tmp_path / f"x{suffix}")
        loaded = tokviz.load(tmp_path / f"x{suffix}")
        assert loaded.tokenize("z ab") == [first, "</w>", "ab", "</w>"]
    assert ".codes" not in tok.formats  # the suffixes that hold all of it


@pytest.mark.parametrize(
    "content", ["a b\n", "#version: 0.3\na b\n", "#version: 0.2\na b c\n", "#version: 0.2\nab c\n"]
)
def test_what_is_no_codes_file_is_refused(tmp_path: Path, content: str) -> None:
    (tmp_path / "x.codes").write_text(content)
    with pytest.raises(FormatError):
        tokviz.load(tmp_path / "x.codes")


def test_no_end_of_word_has_no_codes(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"ends them with nothing\. Save it as \.json"):
        CharBPE.train("ab", num_merges=1, end_of_word=None).save(tmp_path / "x.codes")


@pytest.mark.parametrize(
    "text",
    [
        "x</w> w> <b x</w>y </w>x a w>",
        "a b ab </w> ab é",
    ],
)
@pytest.mark.parametrize("joined", [True, False])
@pytest.mark.parametrize("num_merges", range(9))
def test_what_is_saved_as_codes_cuts_alike_whatever_its_letters_are(
    tmp_path: Path, text: str, joined: bool, num_merges: int
) -> None:
    """Letters that spell the end of a word, typed by a reader, are no end of a word."""
    tok = CharBPE.train(text, num_merges=num_merges, end_of_word_joined=joined)
    path = tmp_path / "x.codes"
    if any("</w>" in token.letters for token in tok.tokens):
        with pytest.raises(FormatError, match=r"Save it as \.json"):
            tok.save(path)
        return
    tok.save(path)
    loaded = tokviz.load(path)
    made = range(len(tok.tokens) - len(tok.merges), len(tok.tokens))
    told = {tok.vocab[token_id] for token_id in {*made, *chain.from_iterable(tok.merges)}}
    if not joined:
        told.add("</w>")
    cut = [tok.tokenize(word) for word in text.split()]
    expected = [[token if token in told else "<unk>" for token in tokens] for tokens in cut]
    assert [loaded.tokenize(word) for word in text.split()] == expected
    assert told & set(chain.from_iterable(cut)) or (joined and num_merges == 0)


def test_the_letters_of_the_end_of_a_word_are_refused_as_codes(tmp_path: Path) -> None:
    tok = CharBPE.train("x</w> w> <b x</w>y </w>x a w>", num_merges=4)
    assert [token.letters for token in tok.tokens if "</w>" in token.letters]
    with pytest.raises(FormatError, match=r"ends a word .* 'x?</w>' has one of them as letters"):
        tok.save(tmp_path / "x.codes")


def test_letters_that_are_white_space_are_refused_as_codes(tmp_path: Path) -> None:
    tokens = (CharToken("a", False), CharToken(" ", False), CharToken("", True))
    tok = CharBPE((*tokens, CharToken("a ", False)), ((0, 1),), "</w>")
    with pytest.raises(FormatError, match=r"white space a token, but the token ' '"):
        tok.save(tmp_path / "x.codes")
