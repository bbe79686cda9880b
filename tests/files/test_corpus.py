"""A corpus counted file by file, in blocks and by processes gives the merges of its text."""

import os
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from subprocess import run
from typing import Any

import pytest

from tests.corpus_files import SPECIAL, TEXTS, assert_trained_alike, write_files
from tokviz import GPT4_PATTERN, RegexBPE, SentencePieceBPE, WordPiece, count_pre_tokens, load
from tokviz.__main__ import main
from tokviz.checks.errors import TokvizError
from tokviz.files import corpus

ROOT = Path(__file__).parents[2]
Settings = dict[str, Any]


@pytest.mark.parametrize("pattern", [{}, {"pattern": GPT4_PATTERN}, {"pattern": r"\w+|\W+"}])
@pytest.mark.parametrize("special", [{}, {"special_tokens": SPECIAL}])
def test_the_merges_are_those_of_the_texts(
    tmp_path: Path, pattern: Settings, special: Settings
) -> None:
    counts = count_pre_tokens(write_files(tmp_path), **pattern | special)
    assert_trained_alike(counts, **pattern | special)


@pytest.mark.parametrize("many", [False, True], ids=["one process", "processes"])
def test_a_file_in_blocks_is_counted_as_a_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, many: bool
) -> None:
    monkeypatch.setattr(corpus, "BLOCK_BYTES", 200)
    monkeypatch.setattr(corpus, "_LOOK", 3)
    monkeypatch.setattr(corpus, "WORTH_PROCESSES", 1 if many else 1 << 40)
    files = write_files(tmp_path)
    assert sum(len(list(corpus._blocks(path, True))) for path in files) > 2 * len(files)
    assert_trained_alike(count_pre_tokens(files))


def test_a_place_to_cut_is_found_where_two_looks_meet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(corpus, "BLOCK_BYTES", 4)
    monkeypatch.setattr(corpus, "_LOOK", 3)
    path = tmp_path / "meeting.txt"
    path.write_bytes(b"\n\n\n\n\n\n! x")
    blocks = [(block.start, block.end) for block in corpus._blocks(path, True)]
    assert blocks == [(0, 7), (7, 9)]


def test_a_file_that_may_not_be_cut_is_one_block(tmp_path: Path) -> None:
    path = tmp_path / "dashes.txt"
    path.write_text("-" * 5000 + "\n" * 10)
    assert len(list(corpus._blocks(path, True))) == 1


def test_the_replay_shows_how_the_corpus_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(corpus, "SAMPLE", 300)
    counts = count_pre_tokens(write_files(tmp_path))
    tok = RegexBPE.train_from_counts(counts, num_merges=20)
    assert tok.trace is not None
    shown = tok.decode(tok.trace.token_ids(20))
    assert len(counts.occurrences) == 300
    assert "".join(TEXTS).startswith(shown)
    assert tok.trace.num_tokens(0) == len("".join(TEXTS).encode())


def test_a_mapping_of_counts_is_enough() -> None:
    tok = RegexBPE.train_from_counts(
        {"hug": 10, "pug": 5, "<|x|>": 2}, num_merges=2, special_tokens=["<|x|>"]
    )
    assert [tok.vocab[i] for i in (256, 257)] == [b"ug", b"hug"]
    assert tok.trace is not None
    assert tok.trace.token_ids(2) == [257, 112, 256, 258]


@pytest.mark.parametrize("counts", [{"": 1}, {"a": 0}, {"\ud800": 2}, {5: 1}])
def test_counts_that_count_nothing_are_refused(counts: dict[str, int]) -> None:
    with pytest.raises(TokvizError, match="Leave it out"):
        RegexBPE.train_from_counts(counts, num_merges=1)


@pytest.mark.parametrize("count", [1.5, "3", True])
def test_a_count_that_is_no_whole_number_is_refused(count: Any) -> None:
    with pytest.raises(TokvizError, match="count of a pre-token is a whole number"):
        RegexBPE.train_from_counts({"ab": 3, "abc": count}, num_merges=1)


@pytest.mark.parametrize("make", [str, Path])
def test_one_path_alone_is_refused_with_the_remedy(make: Callable[[str], Any]) -> None:
    with pytest.raises(TypeError, match=r"Write \['corpus.txt'\]"):
        count_pre_tokens(make("corpus.txt"))


@pytest.mark.parametrize("fold", [{}, {"lowercase": True}])
def test_wordpiece_learns_from_counts_what_it_learns_from_texts(
    tmp_path: Path, fold: Settings
) -> None:
    counter = partial(WordPiece.count_words, **fold)
    counts = count_pre_tokens(write_files(tmp_path), counter=counter)
    from_counts = WordPiece.train_from_counts(counts, vocab_size=90, **fold)
    from_texts = WordPiece.train(TEXTS, vocab_size=90, **fold)
    assert from_counts.vocab == from_texts.vocab
    assert from_counts.trace is not None
    assert from_texts.trace is not None
    assert from_counts.trace.scores == from_texts.trace.scores
    assert from_counts.trace.num_tied.tolist() == from_texts.trace.num_tied.tolist()


@pytest.mark.parametrize("settings", [{}, {"character_coverage": 0.98, "split_digits": True}])
def test_sentencepiece_learns_from_counts_what_it_learns_from_texts(
    tmp_path: Path, settings: Settings
) -> None:
    counter = partial(SentencePieceBPE.count_words, **settings)
    counts = count_pre_tokens(write_files(tmp_path), counter=counter)
    from_counts = SentencePieceBPE.train_from_counts(counts, vocab_size=150, **settings)
    from_texts = SentencePieceBPE.train(TEXTS, vocab_size=150, **settings)
    assert from_counts.vocab == from_texts.vocab
    assert from_counts.trace is not None
    assert from_texts.trace is not None
    assert from_counts.trace.counts.tolist() == from_texts.trace.counts.tolist()
    assert from_counts.trace.num_tied.tolist() == from_texts.trace.num_tied.tolist()


@pytest.mark.parametrize("trainer", [WordPiece, SentencePieceBPE])
def test_the_replay_of_words_shows_how_the_corpus_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, trainer: Any
) -> None:
    whole = trainer.train(TEXTS, vocab_size=90).trace
    monkeypatch.setattr(corpus, "SAMPLE", 30)
    counts = count_pre_tokens(write_files(tmp_path), counter=trainer.count_words)
    sampled = trainer.train_from_counts(counts, vocab_size=90).trace
    assert len(sampled.occurrences) == 30
    assert sampled.is_sample
    for step in (0, 5, len(sampled)):
        shown, all_ids = (trace.token_ids(step) for trace in (sampled, whole))
        assert shown == all_ids[: len(shown)]
        assert sampled.num_tokens(step) == whole.num_tokens(step) > len(shown)


def test_special_tokens_are_those_that_were_counted(tmp_path: Path) -> None:
    counts = count_pre_tokens(write_files(tmp_path), special_tokens=SPECIAL)
    with pytest.raises(TokvizError, match="the same special_tokens"):
        RegexBPE.train_from_counts(counts, num_merges=1)


def not_there(folder: Path) -> Path:
    return folder / "nothing.txt"


def no_utf8(folder: Path) -> Path:
    path = folder / "latin.txt"
    path.write_bytes("größer".encode("latin-1"))
    return path


@pytest.mark.parametrize(("make", "words"), [(not_there, "readable"), (no_utf8, "UTF-8.*byte 2")])
def test_a_bad_file_is_named(tmp_path: Path, make: Callable[[Path], Path], words: str) -> None:
    path = make(tmp_path)
    with pytest.raises(TokvizError, match=f"must be {words}") as caught:
        count_pre_tokens([path])
    assert path.name in str(caught.value)


def test_a_byte_that_is_no_utf8_is_named_by_its_place_in_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(corpus, "BLOCK_BYTES", 100)
    path = tmp_path / "long.txt"
    path.write_bytes(b"the hen " * 100 + b"\xff")
    with pytest.raises(TokvizError, match="at byte 800"):
        count_pre_tokens([path])


def test_the_command_trains_on_what_a_pattern_names(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_files(tmp_path)
    out = tmp_path / "out.model"
    assert main(["train", f"{tmp_path}/*.txt", "--vocab-size", "300", "--out", str(out)]) == 0
    printed = capsys.readouterr()
    assert (printed.out, "All 44 merges" in printed.err) == ("", True)
    trained = RegexBPE.train(TEXTS, vocab_size=300)
    loaded = load(out)
    assert isinstance(loaded, RegexBPE)
    assert loaded.merges == trained.merges


@pytest.mark.parametrize(
    ("files", "out", "words"),
    [("*.md", "a.model", "names none"), ("*.txt", "a.txt", "Save it as .model or .json")],
)
def test_the_command_says_what_is_wrong(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], files: str, out: str, words: str
) -> None:
    write_files(tmp_path)
    assert main(["train", f"{tmp_path}/{files}", "--out", str(tmp_path / out)]) == 2
    assert words in capsys.readouterr().err


def test_a_script_that_every_process_would_run_is_told_how_to_be_written(tmp_path: Path) -> None:
    files = [str(path) for path in write_files(tmp_path)]
    script = tmp_path / "script.py"
    script.write_text(
        "import tokviz\nfrom tokviz.files import corpus\n"
        f"corpus.WORTH_PROCESSES = 1\ntokviz.count_pre_tokens({files!r})\n"
    )
    ended = run(
        [sys.executable, str(script)],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert 'if __name__ == "__main__"' in ended.stderr


def test_a_counter_that_no_process_can_be_sent_is_refused_before_a_file_is_read() -> None:
    """Else it would do for a small corpus, and not for a large one."""

    def local(text: str) -> Any:
        return WordPiece.count_words(text)

    nameless = (lambda text: WordPiece.count_words(text, lowercase=True), local, partial(local))
    for counter in nameless:
        with pytest.raises(TokvizError) as told:
            count_pre_tokens(["nowhere.txt"], counter=counter)
        assert "counter is sent to processes, so it must be a function that a mod" in str(
            told.value
        )
        assert str(told.value).endswith("Define it by def at the top of a module.")


def test_a_pipe_is_refused_before_anything_is_read(tmp_path: Path) -> None:
    """It has no size: it would be counted as empty, or be waited for."""
    pipe = tmp_path / "pipe.txt"
    os.mkfifo(pipe)
    for path in (Path("/dev/null"), pipe):
        with pytest.raises(TokvizError) as told:
            count_pre_tokens(iter([path]))
        assert str(told.value) == (
            f"Every file of the corpus must be on a disk, for it is read in parts, but {path} is a "
            "pipe or a device. Write what comes from it to a file."
        )
