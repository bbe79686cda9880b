"""Whatever is handed in by mistake is refused in our words, by the argument's name.

Every public function, and every public method of every tokenizer, its trace and its lattice, is
called with values of wrong kinds in place of each argument in turn, and with a wrong name. One that
needs arguments which ``RIGHT`` does not know fails.
"""

import dataclasses
import inspect
import random
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tokviz
from tokviz.algorithms.pieces.settings import PieceMergeOptions, PieceOptions, PieceSettings
from tokviz.text.special_tokens import Specials
from tokviz.traces.lattice import Edge

TEXT = "low lower lowest the hen in the pen"
WRONG: tuple[Any, ...] = (
    *(None, 5, 1.5, True, b"", b"x", [], [5], {}, {5: 6}, object(), "", "x", -1),
    *(
        np.int64(2),
        np.float64(0.5),
        np.array(1),
        np.array([1, 2]),
        float("nan"),
        float("inf"),
        1e-320,
    ),
    *(10**400, "\ud800", "a\0b", [""], ["\ud800"], {"\ud800": "a"}, {"": 5}, {"a", "b"}, {"x": 9}),
)
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
    "from_merges": {"merges": [(97, 98)], "pattern": tokviz.GPT2_PATTERN, "special_tokens": {}},
    "from_ranks": {
        "ranks": {bytes([byte]): byte for byte in range(256)},
        "pattern": tokviz.GPT2_PATTERN,
        "special_tokens": {"<|x|>": 256},
    },
    "scan_left_to_right": {"text": TEXT},
    "may_run_away": {"size": 5},
    "is_word": {"part": "low"},
    "save": {"path": "model"},
}
RIGHT_OF_A_TRACE: dict[str, dict[str, Any]] = {
    **{method: {"k": 1} for method in ("candidates", "choice", "num_tokens", "token_counts")},
    **{
        method: {"k": 1} for method in ("distinct_tokens", "pair_counts", "pair_table", "token_ids")
    },
    **{method: {"k": 1} for method in ("log_probs", "num_pieces", "pieces", "vocabulary")},
    "is_unknown": {"edge": Edge(0, 1, "l", 5, -1.0)},
    "save": {"path": "trace.json"},
}
LATTICE = TOKENIZERS["Unigram"].lattice(TEXT)
RIGHT_OF_A_LATTICE: dict[str, dict[str, Any]] = {
    "build": {"text": TEXT, "table": TOKENIZERS["Unigram"].table},
    "best_paths": {"least": -1.0},
    "nbest": {"n": 2},
    "log_probability": {"path": LATTICE.viterbi_path()},
    "sample": {"rng": random.Random(1)},
}
RIGHT_OF_A_FUNCTION: dict[str, dict[str, Any]] = {
    "count_pre_tokens": {"files": []},
    "load": {"path": "model"},
    "load_tiktoken": {"path": "x.tiktoken"},
    "load_trace": {"path": "trace.json"},
    "load_vocab_txt": {"path": "x.txt"},
    "show": {"trace": TOKENIZERS["ByteBPE"].trace},
    "replay_html": {"trace": TOKENIZERS["ByteBPE"].trace},
}


@pytest.fixture(autouse=True)
def small_files(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Of names in ``RIGHT_OF_A_FUNCTION``: other arguments are looked at after the file."""
    monkeypatch.chdir(tmp_path)
    Path("x.txt").write_text("[UNK]\na\n")
    tokviz.RegexBPE.from_merges([], pattern="a", special_tokens={}).save("x.tiktoken")


def arguments(function: Callable[..., Any]) -> Iterator[str]:
    """The names of what it takes, with those of the settings that it hands on."""
    for parameter in inspect.signature(function).parameters.values():
        if parameter.kind is not parameter.VAR_KEYWORD:
            yield parameter.name
        elif function.__qualname__.startswith(("SentencePieceBPE", "Unigram")):
            yield from PieceSettings.__dataclass_fields__
        elif parameter.annotation == "Unpack[Specials]":
            yield from Specials.__annotations__


def methods(owner: object) -> Iterator[tuple[str, Callable[..., Any]]]:
    for name in dir(owner):
        is_public = not name.startswith("_") and callable(getattr(type(owner), name, None))
        if is_public and not isinstance(inspect.getattr_static(owner, name), property):
            yield name, getattr(owner, name)


def calls() -> Iterator[tuple[str, Callable[..., Any], dict[str, Any]]]:
    for name, tokenizer in TOKENIZERS.items():
        for method, function in methods(tokenizer):
            trains = method.startswith("train")
            size = {by: 60 for by, names in TRAINED_BY.items() if trains and name in names}
            yield f"{name}.{method}", function, RIGHT.get(method, {}) | size
    traces = {type(each.trace): each.trace for each in TOKENIZERS.values() if each.trace}
    encoded = [each.encode_trace(TEXT) for each in TOKENIZERS.values()]
    traces |= {type(trace): trace for trace in encoded}
    for trace in traces.values():
        for method, function in methods(trace):
            right = RIGHT_OF_A_TRACE.get(method, {})
            yield f"{type(trace).__name__}.{method}", function, right
    for method, function in methods(LATTICE):
        yield f"Lattice.{method}", function, RIGHT_OF_A_LATTICE.get(method, {})
    yield "Whitespace", tokviz.Whitespace, {}
    for name in tokviz.__all__:
        if inspect.isfunction(function := getattr(tokviz, name)):
            yield name, function, RIGHT_OF_A_FUNCTION.get(name, {})


def test_every_public_tokenizer_is_tried() -> None:
    classes = [name for name in tokviz.__all__ if inspect.isclass(getattr(tokviz, name))]
    public = {name for name in classes if hasattr(getattr(tokviz, name), "encode")}
    assert public - {"Tokenizer"} == set(TOKENIZERS)


@pytest.mark.parametrize(
    ("function", "right"), [pytest.param(*rest, id=name) for name, *rest in calls()]
)
def test_what_is_tried_would_do_but_for_one_argument(
    function: Callable[..., Any], right: dict[str, Any]
) -> None:
    inspect.signature(function).bind(**right)


@pytest.mark.parametrize(
    ("function", "right"), [pytest.param(*rest, id=name) for name, *rest in calls()]
)
def test_a_wrong_name_is_refused_in_our_words(
    function: Callable[..., Any], right: dict[str, Any]
) -> None:
    with pytest.raises(tokviz.TokvizError, match="takes no argument"):
        function(**right, wrong_name=1)


def foreign(call: Callable[..., object], **arguments: Any) -> str:
    """What Python or a library says in our place; nothing where the call is answered, or by us."""
    try:
        call(**arguments)
    except tokviz.TokvizError:
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
    function: Callable[..., Any], right: dict[str, Any], argument: str
) -> None:
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
    assert isinstance(refused.value, TypeError)


@pytest.mark.parametrize("names", ["[UNK]", b"[UNK]"])
def test_special_tokens_are_no_bare_text(names: Any) -> None:
    """Its letters would be the special tokens."""
    for load in (
        lambda: tokviz.load_vocab_txt("x.txt", special_tokens=names),
        lambda: tokviz.load_tiktoken("x.tiktoken", special_tokens=names),
    ):
        with pytest.raises(TypeError, match=r"special_tokens .*(Write|leave it out)"):
            load()


@pytest.mark.parametrize("documents", [{"ab", "cd"}, frozenset({"ab"}), {"ab": 5}])
def test_texts_files_and_words_have_an_order(documents: Any) -> None:
    """That of a set differs from run to run, and with it ties and ids."""
    for take in (
        lambda: tokviz.ByteBPE.train(documents, num_merges=1),
        lambda: tokviz.Unigram.train(documents, vocab_size=30),
        lambda: tokviz.WordLevel.train(documents),
        lambda: tokviz.Whitespace(documents),
        lambda: tokviz.count_pre_tokens(documents),
    ):
        with pytest.raises(TypeError, match="have an order, which decides ties and ids"):
            take()


def test_the_pieces_options_are_their_settings() -> None:
    fields = {name: field.type for name, field in PieceSettings.__dataclass_fields__.items()}
    assert inspect.get_annotations(PieceOptions) == fields
    own = set(inspect.signature(tokviz.SentencePieceBPE.train).parameters) - {"text", "settings"}
    assert set(inspect.get_annotations(PieceMergeOptions)) - set(fields) == own


@pytest.mark.parametrize("words", ["low", [5], [b"low"]])
def test_words_met_before_are_a_list_of_texts(words: Any) -> None:
    with pytest.raises(TypeError, match="words"):
        tokviz.Whitespace(words)


@pytest.mark.parametrize("name", [n for n, t in TOKENIZERS.items() if dataclasses.is_dataclass(t)])
def test_a_tokenizer_is_made_of_the_kinds_that_it_names(name: str) -> None:
    with pytest.raises(tokviz.TokvizError, match=r"trace is .*, but 5 is of the kind int"):
        dataclasses.replace(TOKENIZERS[name], trace=5)
