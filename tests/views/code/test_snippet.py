"""What “Copy” gives runs as it is, far from tokviz, and learns the page's merges."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tokviz
from tests.nasty_text import any_text, hard_text, repetitive
from tokviz.algorithms import plain_unigram
from tokviz.algorithms.char_bpe import CharBPE
from tokviz.samples import SAMPLES, sample
from tokviz.text.pre_tokens import GPT2_PATTERN, GPT4_PATTERN, O200K_PATTERN
from tokviz.ui.components.textbook import textbook_snippet
from tokviz.ui.components.textbook_pieces import textbook_pieces_snippet
from tokviz.views.code.snippet import FILE, LONGEST, rounds_snippet

END = "<|endoftext|>"
DIFFER = "edition of regex"
TRAIN: dict[str, Callable[..., Any]] = {
    "byte_bpe": tokviz.ByteBPE.train,
    "regex_bpe": tokviz.RegexBPE.train,
    "gpt4": lambda text, **given: tokviz.RegexBPE.train(text, pattern=GPT4_PATTERN, **given),
    "o200k": lambda text, **given: tokviz.RegexBPE.train(text, pattern=O200K_PATTERN, **given),
    "own": lambda text, **given: tokviz.RegexBPE.train(text, pattern=r"([a-z])+'?", **given),
    "special": lambda text, **given: tokviz.RegexBPE.train(
        text, special_tokens=("he", END, "hen"), **given
    ),
    "char_bpe": CharBPE.train,
    "joined": lambda text, **given: CharBPE.train(text, end_of_word_joined=True, **given),
    "bare": lambda text, **given: CharBPE.train(text, end_of_word=None, **given),
}
each_way = pytest.mark.parametrize("way", TRAIN)


def ran(code: str) -> dict[str, Any]:
    names: dict[str, Any] = {}
    exec(code, names)
    return names


def check(way: str, text: str, *, num_merges: int = 20, min_count: int = 2) -> None:
    model = TRAIN[way](text, num_merges=num_merges, min_count=min_count)
    code = textbook_snippet(model, text, size=num_merges, min_count=min_count)
    names = ran(code)
    assert names["text"] == text
    if DIFFER in code:
        return
    assert tuple(names["merges"]) == model.merges
    if way == "char_bpe":
        assert names["vocab"] == list(model.vocab.values())[:-1]


@each_way
@pytest.mark.parametrize("text", [each for each in SAMPLES if len(each.text) <= LONGEST])
def test_of_every_sample_it_learns_the_pages_merges(way: str, text: Any) -> None:
    check(way, text.text)


@each_way
@given(text=st.one_of(any_text, hard_text, repetitive), min_count=st.integers(1, 3))
@settings(max_examples=15, deadline=None)
def test_of_any_text_it_learns_the_pages_merges(way: str, text: str, min_count: int) -> None:
    check(way, text, min_count=min_count)


@pytest.mark.parametrize("text", ["", "a", "\n", 'a"b\'c\\n\r\n\u2028x\x00\u202e"""', f"{END}"])
@each_way
def test_of_what_is_hard_to_write_too(way: str, text: str) -> None:
    check(way, text)


def test_it_asks_for_nothing_of_tokviz_and_prints_each_merge(tmp_path: Path) -> None:
    model = tokviz.ByteBPE.train("aaabdaaabac", num_merges=3)
    code = tmp_path / "cell.py"
    code.write_text(textbook_snippet(model, "aaabdaaabac", size=3, min_count=1), encoding="utf-8")
    alone = [sys.executable, "-I", "-S", str(code)]
    printed = subprocess.run(alone, check=True, capture_output=True, text=True, cwd=tmp_path)
    assert printed.stdout.splitlines() == [
        "b'a' + b'a' -> 256",
        "b'aa' + b'a' -> 257",
        "b'aaa' + b'b' -> 258",
    ]


@pytest.mark.parametrize("way", ["byte_bpe", "regex_bpe", "special", "char_bpe"])
def test_a_long_text_is_opened_from_a_file_that_the_first_line_names(
    way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = sample("harbour").text + "\r\nthe hen's quay"
    assert len(text) > LONGEST
    model = TRAIN[way](text, num_merges=15, min_count=2)
    code = textbook_snippet(model, text, size=15, min_count=2)
    assert FILE in code.splitlines()[0]
    assert text[:40] not in code
    (tmp_path / FILE).write_bytes(text.encode())
    monkeypatch.chdir(tmp_path)
    assert tuple(ran(code)["merges"]) == model.merges


# ---- WordPiece ----------------------------------------------------------------------------------

BERT: dict[str, dict[str, Any]] = {
    "as it is": {},
    "folded": {"lowercase": True},
    "bare": {"strip_accents": True},
    "accents kept": {"lowercase": True, "strip_accents": False},
    "own": {"special_tokens": ("[UNK]", "[END]"), "continuing_prefix": "@@"},
}
each_fold = pytest.mark.parametrize("fold", BERT)


def check_pieces(fold: str, text: str, *, room: int = 30, min_count: int = 1) -> None:
    least = tokviz.WordPiece.train(text, vocab_size=10**6, min_count=10**9, **BERT[fold])
    size = len(least.vocab) + room
    model = tokviz.WordPiece.train(text, vocab_size=size, min_count=min_count, **BERT[fold])
    names = ran(textbook_snippet(model, text, size=size, min_count=min_count))
    assert names["vocab"] == list(model.vocab.values())


@each_fold
@pytest.mark.parametrize("text", [each for each in SAMPLES if len(each.text) <= LONGEST])
def test_of_every_sample_it_learns_the_pages_pieces(fold: str, text: Any) -> None:
    check_pieces(fold, text.text)


@each_fold
@given(text=st.one_of(any_text, hard_text, repetitive), min_count=st.integers(1, 3))
@settings(max_examples=15, deadline=None)
def test_of_any_text_it_learns_the_pages_pieces(fold: str, text: str, min_count: int) -> None:
    check_pieces(fold, text, min_count=min_count)


def test_the_pieces_cell_asks_for_nothing_of_tokviz_and_prints_each_piece(tmp_path: Path) -> None:
    model = tokviz.WordPiece.train("hug hugs", vocab_size=12)
    code = tmp_path / "cell.py"
    text = textbook_snippet(model, "hug hugs", size=12, min_count=1)
    assert "tokviz" not in text
    code.write_text(text, encoding="utf-8")
    alone = [sys.executable, "-I", str(code)]
    printed = subprocess.run(alone, check=True, capture_output=True, text=True, cwd=tmp_path)
    new = [f"{piece} {token_id}" for token_id, piece in model.vocab.items() if token_id > 8]
    assert printed.stdout.splitlines() == new
    assert len(new) == 3


# ---- SentencePiece BPE --------------------------------------------------------------------------

PIECES: dict[str, dict[str, Any]] = {
    "as it is": {},
    "twice": {"min_count": 2},
    "across spaces": {"split_by_whitespace": False},
    "not filled up": {"fill_up": False},
    "rare": {"character_coverage": 0.98, "byte_fallback": True},
    "own": {
        **{"max_piece_length": 4, "split_digits": True, "treat_whitespace_as_suffix": True},
        **{"control_symbols": ("<a>",), "user_defined_symbols": ("the",), "pad_id": 3},
    },
    "digits": {"split_by_number": False, "normalization": "identity"},
    "scripts": {"split_by_script": False},
}
each_pieces = pytest.mark.parametrize("way", PIECES)


def check_joined(way: str, text: str, *, room: int = 30) -> None:
    asked = dict(PIECES[way])
    fit = tokviz.SentencePieceBPE.train(text, vocab_size=10**6, **{**asked, "min_count": 10**9})
    asked["vocab_size"] = len(fit.vocab) + room
    model = tokviz.SentencePieceBPE.train(text, **asked)
    assert model.trace is not None
    code = textbook_pieces_snippet(model.trace, asked)
    assert "from tokviz" not in code
    names = ran(code)
    pairs = [step.pair for step in model.trace.steps]
    merges = [*names["merges"].values()]
    assert merges == [(model.vocab[left], model.vocab[right]) for left, right in pairs]
    special = len(model.vocab) - len(names["scores"])
    assert [*model.pieces.pieces][special:] == [*names["scores"]]


@each_pieces
@pytest.mark.parametrize("text", [each for each in SAMPLES if len(each.text) <= LONGEST])
def test_of_every_sample_it_learns_what_sentencepieces_page_does(way: str, text: Any) -> None:
    check_joined(way, text.text)


@each_pieces
@given(text=st.one_of(any_text, hard_text, repetitive))
@settings(max_examples=15, deadline=None)
def test_of_any_text_it_learns_what_sentencepieces_page_does(way: str, text: str) -> None:
    check_joined(way, text)


def test_the_joined_cell_runs_alone_and_prints_each_merge(tmp_path: Path) -> None:
    model = tokviz.SentencePieceBPE.train("hug hugs", vocab_size=12)
    assert model.trace is not None
    code = tmp_path / "cell.py"
    text = textbook_pieces_snippet(model.trace, {"vocab_size": 12})
    assert all(len(line) <= 100 for line in text.splitlines())
    code.write_text(text, encoding="utf-8")
    alone = [sys.executable, "-I", "-S", "-X", "utf8", str(code)]
    printed = subprocess.run(alone, check=True, capture_output=True, text=True, encoding="utf-8")
    assert printed.stdout.splitlines() == [
        *("h + u -> hu", "hu + g -> hug", "▁ + hug -> ▁hug", "▁hug + s -> ▁hugs"),
    ]


# ---- Unigram ------------------------------------------------------------------------------------


def test_words_and_seeds_are_written_as_they_are() -> None:
    words = {'▁"it\'s"': 3, "▁\\n\u2028": 1, **{f"▁{n}": n for n in range(1, 60)}}
    given: dict[str, Any] = {"words": words, "seeds": {"▁": 9, "1": 2}, "alphabet": ["▁", "'"]}
    code = rounds_snippet(plain_unigram, given, train="num_pieces=9, surplus_size=9")
    names = ran(code)
    assert {name: names[name] for name in given} == given
    assert all(len(line) <= 100 for line in code.splitlines())


def test_the_rounds_cell_runs_alone_and_prints_each_piece(tmp_path: Path) -> None:
    given: dict[str, Any] = {
        "words": {"▁hug": 2, "▁hugs": 1},
        "seeds": {"▁": 3, "h": 3, "u": 3, "g": 3, "s": 1, "▁hug": 12},
        "alphabet": ["▁", "g", "h", "u", "s"],
    }
    code = tmp_path / "cell.py"
    text = rounds_snippet(plain_unigram, given, train="num_pieces=6, surplus_size=6")
    code.write_text(text, encoding="utf-8")
    alone = [sys.executable, "-I", "-S", "-X", "utf8", str(code)]
    printed = subprocess.run(alone, check=True, capture_output=True, text=True, encoding="utf-8")
    assert sorted(line.split()[0] for line in printed.stdout.splitlines()) == sorted(
        [*given["alphabet"], "▁hug"]
    )


def test_without_words_there_are_the_functions_alone() -> None:
    names = ran(rounds_snippet(plain_unigram, None, train=""))
    assert "train" in names
    assert "words" not in names


# ---- what engines differ on ---------------------------------------------------------------------


def test_a_letter_on_which_the_regex_engines_differ_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    model = tokviz.RegexBPE.train("né né", num_merges=2, pattern=GPT2_PATTERN)
    plain = textbook_snippet(model, "né né", size=2, min_count=1)
    monkeypatch.setattr("tokviz.views.code.snippet.as_tiktoken_sees", lambda text, _: text[1:])
    told = textbook_snippet(model, "né né", size=2, min_count=1)
    assert DIFFER in told
    assert DIFFER not in plain
    assert ran(told)["merges"] == ran(plain)["merges"]
