"""``tokenizer.json``: what is read, and what is refused, how; two files: test_vocab_merges.py."""

import base64
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tokenizers import Tokenizer

import tokviz
from tests.pipelines import LINES, built
from tokviz.algorithms.any_tokenizer import PipelineTokenizer
from tokviz.checks.limits import FILE_BYTES, FILE_SPECIALS, MERGES, TOKEN_ID, VOCAB_TOKENS
from tokviz.files.errors import FormatError
from tokviz.files.loading import pipelines

Change = Callable[[dict[str, Any]], object]


def changed(shape: str, change: Change) -> str:
    content = json.loads(built(shape).to_str())
    change(content)
    return json.dumps(content)


def load(tmp_path: Path, content: str) -> PipelineTokenizer:
    path = tmp_path / "tokenizer.json"
    path.write_text(content, encoding="utf-8")
    loaded = tokviz.load(path)
    assert isinstance(loaded, PipelineTokenizer)
    return loaded


LONG = "x" * 513


def refused(tmp_path: Path, content: str, reason: str) -> None:
    with pytest.raises(FormatError, match=reason):
        load(tmp_path, content)


def in_model(**options: Any) -> Change:
    return lambda content: content["model"].update(options)


def test_a_published_shape_is_loaded_by_its_path_alone(tmp_path: Path) -> None:
    model = load(tmp_path, built("llama2").to_str())
    assert (
        model.encode("the hen") == built("llama2").encode("the hen", add_special_tokens=False).ids
    )
    assert model.trace is None


@pytest.mark.parametrize(
    ("table", "reason"),
    [
        (base64.b64encode(b"\xff\xff\xff\x7f" + bytes(4)).decode(), "2,147,483,647 of 8 bytes"),
        ("no base64", "written in base64"),
        ("\u00e9", "written in base64"),
    ],
)
@pytest.mark.parametrize("within", [0, 2])
def test_the_library_makes_no_room_for_rules_that_a_file_does_not_have(
    tmp_path: Path, table: str, reason: str, within: int
) -> None:
    stage: dict[str, Any] = {"type": "Precompiled", "precompiled_charsmap": table}
    for _ in range(within):
        stage = {"type": "Sequence", "normalizers": [stage]}
    refused(tmp_path, changed("llama2", lambda content: content.update(normalizer=stage)), reason)


def test_the_facts_are_the_files_own(tmp_path: Path) -> None:
    facts = load(tmp_path, built("llama2").to_str()).facts
    assert facts.kind == "BPE"
    assert facts.num_merges == len(json.loads(built("llama2").to_str())["model"]["merges"])
    assert dict(facts.stages)["normalizer"] == "Prepend, Replace"
    assert dict(facts.options)["byte_fallback"] == "True"


def test_a_file_that_cuts_off_and_fills_up_encodes_all_here(tmp_path: Path) -> None:
    library = Tokenizer.from_str(built("bert").to_str())
    library.enable_truncation(4)
    library.enable_padding(length=30)
    model = load(tmp_path, library.to_str())
    text = LINES[0]
    whole = built("bert").encode(text, add_special_tokens=False).ids
    assert model.encode(text) == model.library.encode(text, add_special_tokens=False).ids == whole
    assert (model.facts.cut_off, model.facts.filled_up) == (True, True)


def test_merges_may_be_written_as_in_older_files(tmp_path: Path) -> None:
    def older(content: dict[str, Any]) -> None:
        content["model"]["merges"] = [" ".join(pair) for pair in content["model"]["merges"]]

    model = load(tmp_path, changed("gpt2", older))
    assert model.encode(LINES[0]) == built("gpt2").encode(LINES[0]).ids


@pytest.mark.parametrize(
    ("shape", "change", "reason"),
    [
        ("gpt2", in_model(dropout=0.1), "'dropout' of tokenizer.json is 0.1.*Set it to null"),
        ("gpt2", in_model(sense="yes"), "a BPE model must be one.*has 'sense': 'yes'"),
        ("t5", in_model(nbest_size=5), "a Unigram model must be one.*'nbest_size'"),
        ("bert", in_model(sense=1), "a WordPiece model must be one.*'sense'"),
        ("word_level", in_model(sense=1), "a WordLevel model must be one.*'sense'"),
        ("gpt2", in_model(unk_token="<none>"), "unknown token must be in the vocab.*'<none>'"),
        ("bert", in_model(unk_token="<none>"), "unknown token must be in the vocab.*'<none>'"),
        ("bert", in_model(max_input_chars_per_word=10**6), "at most 1,000, but .* is 1,000,000"),
        ("bert", in_model(continuing_subword_prefix="#" * 99), "at most 64 char.* has 99"),
        ("gpt2", in_model(merges=[["Q1", "Z"]]), "library must be able to read"),
        ("gpt2", in_model(merges=[["Q", "Z"]]), "library must be able to read"),
        ("gpt2", in_model(merges="ab"), "library must be able to read"),
        ("gpt2", in_model(vocab={"a": -1}), "library must be able to read"),
        ("t5", in_model(unk_id=10**6), "library must be able to read"),
        ("t5", in_model(vocab=[["<unk>", 0.0], ["a", 1e300]]), "score is from -1e"),
        ("t5", in_model(vocab=[["<unk>", 0.0], ["a" * 513, 0.0]]), "at most 512 characters"),
        ("word_level", in_model(vocab={"[UNK]": 0, "a": 1, "b": 1}), "'a' and 'b' .* both 1"),
        ("word_level", in_model(vocab={"[UNK]": TOKEN_ID + 1}), "id is at most"),
        ("word_level", in_model(vocab={LONG: 0}, unk_token=LONG), "unknown text has at most 512"),
        ("bert", in_model(vocab={LONG: 0}, unk_token=LONG), "unknown text has at most 512"),
        ("prefixed", in_model(unk_token=LONG, vocab={LONG: 0}, merges=[]), "unknown text has at"),
        ("gpt2", lambda content: content.update(normalizer={"type": "Dream"}), "library must be"),
        ("gpt2", lambda content: content.update(strange=1), "library must be"),
    ],
)  # fmt: skip
def test_what_cannot_be_replayed_is_refused_by_its_name(
    tmp_path: Path, shape: str, change: Change, reason: str
) -> None:
    refused(tmp_path, changed(shape, change), reason)


def test_what_lets_the_library_panic_is_refused_in_words(tmp_path: Path) -> None:
    stage = {"type": "FixedLength", "length": 0}
    content = changed("gpt2", lambda content: content.update(pre_tokenizer=stage))
    refused(tmp_path, content, "library must be .* chunk size must be non-zero")


@pytest.mark.parametrize("kind", [{"type": "BPE"}, {}], ids=["typed", "guessed"])
@pytest.mark.parametrize("merge", ["a \u2581", ["a", "\u2581"], ["a", "b"]])
def test_merges_that_would_end_the_process_are_not_given_to_the_library(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: dict[str, str], merge: object
) -> None:
    vocab = {"a": 0, "b": 1, "\u2581": 2}
    model = {**kind, "vocab": vocab, "merges": [merge], "continuing_subword_prefix": "  "}
    monkeypatch.setattr(pipelines, "read_library", lambda _: pytest.fail("it was given"))
    content = changed("word_level", lambda content: content.update(model=model))
    refused(tmp_path, content, "right part of a merge begins with the continuing_subword_prefix")


@pytest.mark.parametrize("kind", [{"type": "Unigram"}, {}], ids=["typed", "guessed"])
@pytest.mark.parametrize(
    "pieces", [["a" * 250_000], [f"{number:0512}" for number in range(4_100)]], ids=["one", "all"]
)
def test_pieces_that_would_end_the_process_are_not_given_to_the_library(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: dict[str, str], pieces: list[str]
) -> None:
    """A tree as deep as the piece is taken down by a function that calls itself."""
    model = {**kind, "unk_id": 0, "vocab": [["<unk>", 0.0], *([piece, -1.0] for piece in pieces)]}
    monkeypatch.setattr(pipelines, "read_library", lambda _: pytest.fail("it was given"))
    content = changed("t5", lambda content: content.update(model=model))
    refused(tmp_path, content, "A piece has at most 512 characters, and all together 2,097,152")


@pytest.mark.parametrize(
    ("length", "reason"), [(10**6, "of 131,072 characters together"), (513, "at most 512 char")]
)
def test_added_tokens_that_would_fill_the_memory_are_not_given_to_the_library(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, length: int, reason: str
) -> None:
    """It keeps some 80 bytes for each character of theirs."""
    monkeypatch.setattr(pipelines, "read_library", lambda _: pytest.fail("it was given"))
    content = changed(
        "gpt2", lambda content: content["added_tokens"][0].update(content="a" * length)
    )
    refused(tmp_path, content, reason)


TWO = {"pattern": {"String": "a"}, "content": "aa"}


def test_added_tokens_that_a_normalizer_makes_long_are_not_given_to_the_library(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It makes an automaton of what they become: 300 MB of a file of 158 kB."""
    given: list[Any] = []

    def read(text: str) -> Tokenizer:
        given.append(json.loads(text)["added_tokens"])
        return Tokenizer.from_str(text)

    monkeypatch.setattr(pipelines, "read_library", read)

    def longer(content: dict[str, Any]) -> None:
        token = {**content["added_tokens"][0], "normalized": True}
        content["added_tokens"] += [{**token, "content": f"{n:03}" + "a" * 497} for n in range(255)]
        content["normalizer"] = {"type": "Replace", **TWO, "content": "a" * 60}

    refused(tmp_path, changed("word_level", longer), "at most 524,288 bytes long together when")
    assert given == [[]]


LONGER: dict[str, dict[str, Any]] = {
    "normalizer": {"type": "Sequence", "normalizers": [{"type": "Replace", **TWO}] * 60},
    "decoder": {"type": "Sequence", "decoders": [{"type": "Replace", **TWO}] * 60},
    "pre_tokenizer": {"type": "Sequence", "pretokenizers": [{"type": "ByteLevel"}] * 30},
}
DOUBLING: dict[str, dict[str, Any]] = {
    **{name: {name: stages} for name, stages in LONGER.items()},
    "patterns": {
        "normalizer": {"normalizers": [{**TWO, "pattern": {"Regex": "a"}}] * 60, "type": "Sequence"}
    },
    "guessed": {"normalizer": {"normalizers": [TWO] * 60}},
    "of a type that nobody knows": {"normalizer": {"normalizers": [TWO] * 60, "type": "Any"}},
    "written as lists": {"normalizer": {"normalizers": [[{"String": "a"}, "aa"]] * 60}},
}


@pytest.mark.parametrize("stages", DOUBLING.values(), ids=DOUBLING)
def test_stages_that_would_fill_the_memory_are_not_given_to_the_library(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stages: dict[str, Any]
) -> None:
    """Where memory ends it ends the process, and added tokens are normalized as it reads them."""
    monkeypatch.setattr(pipelines, "read_library", lambda _: pytest.fail("it was given"))
    content = changed("bert", lambda content: content.update(stages))
    refused(tmp_path, content, "write at most 1,000,000 characters for one, but those of tok")


def test_stages_that_tidy_a_text_are_taken_however_many(tmp_path: Path) -> None:
    quotes = [{"type": "Replace", "pattern": {"String": "’"}, "content": "'"}] * 60
    spaces = [{"type": "Replace", "pattern": {"Regex": " +"}, "content": " "}] * 12
    normalizer = {"type": "Sequence", "normalizers": [*quotes, *spaces, {"type": "NFKC"}]}
    content = changed("word_level", lambda content: content.update(normalizer=normalizer))
    assert load(tmp_path, content).stages.parts("a  ’b")[0].text == "a"


def test_a_line_about_the_version_is_no_merge(tmp_path: Path) -> None:
    model = {
        **{"type": "BPE", "vocab": {"a": 0, "####b": 1, "ab": 2}},
        **{"merges": ["#version: 0.2", "a ####b"], "continuing_subword_prefix": "####"},
    }
    mine = load(tmp_path, changed("word_level", lambda content: content.update(model=model)))
    assert mine.encode("ab") == mine.library.encode("ab").ids == [2]


def test_a_pattern_that_the_library_cannot_read_is_refused(tmp_path: Path) -> None:
    split = {"type": "Split", "pattern": {"Regex": "("}, "behavior": "Isolated", "invert": False}
    refused(
        tmp_path, changed("gpt2", lambda content: content.update(pre_tokenizer=split)), "library"
    )


def test_what_stands_under_one_name_twice_is_refused(tmp_path: Path) -> None:
    text = built("gpt2").to_str()
    refused(tmp_path, text[:-1] + ', "model": {}}', "two values under the name 'model'")
    refused(tmp_path, text.replace('"vocab":{', '"vocab":{"a":1,"a":2,', 1), "the name 'a'")


def test_limits_hold_for_pipelines(tmp_path: Path) -> None:
    many = {"[UNK]": 0} | {f"w{number}": number + 1 for number in range(VOCAB_TOKENS)}
    refused(tmp_path, changed("word_level", in_model(vocab=many)), "at most 524,288 tokens")
    (mark,) = json.loads(built("word_level").to_str())["added_tokens"][:1]
    names = [{**mark, "content": f"<{n}>", "id": 400 + n} for n in range(FILE_SPECIALS)]
    content = changed("word_level", lambda content: content["added_tokens"].extend(names))
    refused(tmp_path, content, "at most 8,192")


def test_the_largest_published_files_fit_into_the_limits() -> None:
    """Gemma's: 262,144 tokens, 580,604 merges, 34 million bytes."""
    assert VOCAB_TOKENS >= 262_144
    assert MERGES >= 580_604
    assert FILE_BYTES >= 34_400_000


def test_an_unknown_piece_that_stands_twice_is_refused(tmp_path: Path) -> None:
    """Its first entry would be an id without a token."""
    pieces = [["<unk>", -9.0], ["b", -1.0], ["ab", -2.5], ["<unk>", -1.0]]
    content = changed("xlm_r", in_model(vocab=pieces, unk_id=0))
    refused(tmp_path, content, "'<unk>' stands twice")


def test_a_letter_that_vanished_has_its_place_in_the_text(tmp_path: Path) -> None:
    """A suffix in bytes behind a letter that is unknown, with no unknown token to write."""
    content = json.loads(built("suffixed").to_str())
    bytes_in_turn = {f"<0x{byte:02X}>": 3 + byte for byte in range(128)}
    content["model"].update(
        vocab={"a": 0, "b": 1, "</w>": 2, **bytes_in_turn},
        merges=[],
        unk_token=None,
        continuing_subword_prefix="##",
        end_of_word_suffix="</w>",
        byte_fallback=True,
    )
    content.update(pre_tokenizer={"type": "WhitespaceSplit"}, normalizer=None, added_tokens=[])
    model = load(tmp_path, json.dumps(content))
    ids = model.encode("é1")
    assert ids == Tokenizer.from_str(json.dumps(content)).encode("é1").ids
    assert len(model.token_spans("é1")) == len(ids)
