"""subword-nmt's codes, both versions, and Hugging Face's BPE with the same end of a word."""

from pathlib import Path

import pytest
from tokenizers import Tokenizer, models, pre_tokenizers

import tokviz
from tokviz import CharBPE
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


@pytest.mark.parametrize(
    "content", ["a b\n", "#version: 0.3\na b\n", "#version: 0.2\na b c\n", "#version: 0.2\nab c\n"]
)
def test_what_is_no_codes_file_is_refused(tmp_path: Path, content: str) -> None:
    (tmp_path / "x.codes").write_text(content)
    with pytest.raises(FormatError):
        tokviz.load(tmp_path / "x.codes")


def test_no_end_of_word_has_no_codes(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"Save it as \.json"):
        CharBPE.train("ab", num_merges=1, end_of_word=None).save(tmp_path / "x.codes")
