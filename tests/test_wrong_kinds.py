"""Whatever is handed in by mistake is refused in our words, by the argument's name.

Every public function, and every method of every tokenizer, is called with values of wrong kinds in
place of each argument in turn.
"""

import dataclasses
import inspect
import re
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import tokviz
from tokviz.algorithms.pieces.settings import PieceMergeOptions, PieceOptions, PieceSettings

TEXT = "low lower lowest the hen in the pen"
WRONG: tuple[Any, ...] = (None, 5, 1.5, True, b"", b"x", [], [5], {}, {5: 6}, object(), "", "x", -1)
TOKENIZERS: dict[str, Any] = {
    "ByteBPE": tokviz.ByteBPE.train(TEXT, num_merges=5),
    "RegexBPE": tokviz.RegexBPE.train(TEXT, num_merges=5, special_tokens=("<|x|>",)),
    "CharBPE": tokviz.CharBPE.train(TEXT, num_merges=5),
    "WordPiece": tokviz.WordPiece.train(TEXT, vocab_size=60),
    "SentencePieceBPE": tokviz.SentencePieceBPE.train(TEXT, vocab_size=30),
    "Unigram": tokviz.Unigram.train(TEXT, vocab_size=30),
    "WordLevel": tokviz.WordLevel.train(TEXT, unk_token="?"),
    "Whitespace": tokviz.Whitespace(["low"]),
    "CodePoints": tokviz.CodePoints(),
    "Utf8Bytes": tokviz.Utf8Bytes(),
}
TRAINED_BY = {
    "num_merges": ("ByteBPE", "RegexBPE", "CharBPE"),
    "vocab_size": ("WordPiece", "SentencePieceBPE", "Unigram"),
}
OF_TEXT = [
    "train",
    "count_words",
    "encode",
    "encode_ordinary",
    "encode_trace",
    "tokenize",
    "token_spans",
    "normalize",
    "split",
    "nbest",
    "lattice",
    "count_unknown",
    "sample",
]
RIGHT: dict[str, dict[str, Any]] = {
    **{method: {"text": TEXT} for method in OF_TEXT},
    **{method: {"ids": [1]} for method in ("decode", "decode_bytes", "decode_with_offsets")},
    "train_from_counts": {"counts": {"low": 3}},
    "from_tiktoken": {"encoding": tokviz.gpt2()},
    "encode_batch": {"texts": ["low"]},
    "spelling_trace": {"token_id": 5},
    "with_special_tokens": {"special_tokens": {}},
    "save": {"path": "model"},
}


def arguments(function: Callable[..., Any]) -> Iterator[str]:
    """The names of what it takes, with those of the settings that it hands on."""
    for parameter in inspect.signature(function).parameters.values():
        if parameter.kind is not parameter.VAR_KEYWORD:
            yield parameter.name
        elif function.__qualname__.startswith(("SentencePieceBPE", "Unigram")):
            yield from PieceSettings.__dataclass_fields__


def calls() -> Iterator[tuple[str, Callable[..., Any], dict[str, Any]]]:
    for name, tokenizer in TOKENIZERS.items():
        for method, right in RIGHT.items():
            if hasattr(tokenizer, method):
                trains = method.startswith("train")
                size = {by: 60 for by, names in TRAINED_BY.items() if trains and name in names}
                yield f"{name}.{method}", getattr(tokenizer, method), right | size
    yield "Whitespace", tokviz.Whitespace, {}
    yield "load", tokviz.load, {}
    yield "load_trace", tokviz.load_trace, {}
    for function in (tokviz.show, tokviz.replay_html):
        yield function.__name__, function, {"trace": TOKENIZERS["ByteBPE"].trace}


def foreign(call: Callable[..., object], **arguments: Any) -> str:
    """What Python or a library says in our place; nothing where the call is answered, or by us."""
    try:
        call(**arguments)
    except (tokviz.TokvizError, OSError):
        return ""
    except Exception as error:
        return "".join(traceback.format_exception(error)[-2:])
    return ""


@pytest.mark.parametrize(
    ("function", "right", "argument"),
    [
        pytest.param(function, right, argument, id=f"{name}({argument})")
        for name, function, right in calls()
        for argument in arguments(function)
    ],
)
def test_a_wrong_kind_is_refused_in_our_words(
    function: Callable[..., Any],
    right: dict[str, Any],
    argument: str,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.chdir(tmp_path)
    other = {"vocab_size": "num_merges", "num_merges": "vocab_size"}.get(argument)
    fixed = {name: value for name, value in right.items() if name != other}
    said = [foreign(function, **fixed | {argument: wrong}) for wrong in WRONG]
    assert not "".join(said)


@pytest.mark.parametrize("files", [None, 5, "corpus.txt", [5]])
def test_a_corpus_is_a_list_of_paths(files: Any) -> None:
    with pytest.raises(TypeError, match=r"(corpus\.txt|the name of the file)"):
        tokviz.count_pre_tokens(files)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (
            lambda: tokviz.CharBPE.train("low", num_merges=1, end_of_word=5),  # type: ignore[arg-type]
            "end_of_word is a str or None, but 5 is of the kind int. Give one such as '</w>'.",
        ),
        (
            lambda: tokviz.ByteBPE.train("low", num_merges=1, on_merge=5),  # type: ignore[arg-type]
            "on_merge is a function, but 5 is of the kind int. Give that, or leave it out.",
        ),
        (
            lambda: tokviz.RegexBPE.from_tiktoken("gpt2"),  # type: ignore[arg-type]
            "encoding is of the kind Encoding, but 'gpt2' is of the kind str. "
            "tiktoken.get_encoding gives one, and so does tokviz.gpt2().",
        ),
        (
            lambda: tokviz.ByteBPE.train("low", num_merges=1).decode([None]),  # type: ignore[list-item]
            "An id is a whole number, but None is of the kind NoneType. Give one such as 0.",
        ),
    ],
)
def test_a_refusal_names_rule_value_and_remedy(call: Callable[[], object], words: str) -> None:
    with pytest.raises(tokviz.TokvizError) as refused:
        call()
    assert str(refused.value) == words
    assert isinstance(refused.value, TypeError) or "An id" in words


@pytest.mark.parametrize("name", TOKENIZERS)
def test_a_batch_is_no_bare_text(name: str) -> None:
    """Its letters would be encoded one by one."""
    with pytest.raises(TypeError, match=r"texts is .* 'low' is .* Write \['low'\]"):
        TOKENIZERS[name].encode_batch("low")
    assert TOKENIZERS[name].encode_batch(iter(["low"])) == [TOKENIZERS[name].encode("low")]


def test_the_pieces_options_are_their_settings() -> None:
    fields = {name: field.type for name, field in PieceSettings.__dataclass_fields__.items()}
    assert inspect.get_annotations(PieceOptions) == fields
    own = set(inspect.signature(tokviz.SentencePieceBPE.train).parameters) - {"text", "settings"}
    assert set(inspect.get_annotations(PieceMergeOptions)) - set(fields) == own


@pytest.mark.parametrize(
    ("train", "wrong", "right"),
    [
        (tokviz.RegexBPE.train, "special_token", "special_tokens"),
        (tokviz.RegexBPE.train, "vocabsize", "vocab_size"),
        (tokviz.Unigram.train, "coverage", "character_coverage"),
        (tokviz.SentencePieceBPE.train, "text_size", "vocab_size"),
    ],
)
def test_a_wrong_name_is_refused_by_what_was_called(
    train: Callable[..., Any], wrong: str, right: str
) -> None:
    """Not by what it hands its settings on to, whose name a caller never wrote."""
    with pytest.raises(TypeError, match=f"^{train.__qualname__} takes no .*{wrong}.*, {right}"):
        train("low", **{wrong: 5})


@pytest.mark.parametrize("words", ["low", [5], [b"low"]])
def test_words_met_before_are_a_list_of_texts(words: Any) -> None:
    with pytest.raises(TypeError, match="words"):
        tokviz.Whitespace(words)


def test_a_word_met_before_has_one_id() -> None:
    assert dict(tokviz.Whitespace(["a", "b", "a"]).vocab) == {0: "a", 1: "b"}


@pytest.mark.parametrize(
    ("name", "suffixes"),
    [
        ("ByteBPE", (".model", ".json")),
        ("RegexBPE", (".model", ".json")),
        ("WordPiece", (".txt", ".json")),
        ("CharBPE", (".json", ".codes")),
        ("WordLevel", (".json",)),
        ("Unigram", (".model",)),
    ],
)
@pytest.mark.parametrize("file", ["x.bin", "x"])
def test_a_wrong_suffix_is_told_all_the_right_ones(
    name: str, suffixes: tuple[str, ...], file: str, tmp_path: Path
) -> None:
    wanted = " or ".join(f"x{suffix}" for suffix in suffixes)
    with pytest.raises(tokviz.TokvizError, match=f"must be .* Save it as {re.escape(wanted)}"):
        TOKENIZERS[name].save(tmp_path / file)


@pytest.mark.parametrize("name", [n for n, t in TOKENIZERS.items() if dataclasses.is_dataclass(t)])
def test_a_tokenizer_is_made_of_the_kinds_that_it_names(name: str) -> None:
    with pytest.raises(tokviz.TokvizError, match=r"trace is .*, but 5 is of the kind int"):
        dataclasses.replace(TOKENIZERS[name], trace=5)
