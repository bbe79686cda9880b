"""The textbook's code to take along: its functions, and lines that train on the page's text.

It runs as it is, in a notebook or from a file, with no tokviz: what the module imports from tokviz
are names of types and functions of another textbook, and these are written out. A long text is
opened from a file. SentencePiece's textbooks are given words with their counts, and Unigram's its
seeds, which no few lines would find.
"""

import ast
import inspect
import re
from collections.abc import Collection, Mapping, Sequence
from importlib import import_module
from operator import add
from types import ModuleType
from typing import Any, TypeAlias

from tokviz.text.pre_tokens import PUBLISHED, well_formed
from tokviz.text.tiktoken_splits import as_tiktoken_sees

LONGEST = 2_000
"""Characters of a text that are written into the code."""
FILE = "text.txt"
_MANY = "# The {what} of this text are too many to write out. Give train your own."
_WIDTH = 90
_SAVE = f"# Save the page's text as {FILE} first, beside this notebook: it is opened below."
_OPEN = f'from pathlib import Path\n\ntext = Path("{FILE}").read_bytes().decode()'
_CUT = """\
def cut(text):  # what the pattern leaves out is a pre-token, too
    spans = [found.span() for found in regex.finditer(pattern, text)]
    edges = sorted({0, len(text), *(edge for span in spans for edge in span)})
    return [text[start:end] for start, end in pairwise(edges)]
"""
_DIFFER = "# Unicode calls a character of this text a letter, or none, since a short while: whether"
_DIFFER += "\n# it is cut here as on the page depends on the edition of regex."


def snippet(module: ModuleType, text: str, lines: Sequence[str]) -> str:
    """The module's functions, then the text, and the lines that train on it and print."""
    head = [_SAVE, ""] if _is_long(text) else []
    return "\n".join([*head, _functions(module), "", "", _written(text), *lines, ""])


def merge_lines(lines: Sequence[str], *, train: str) -> list[str]:
    """The lines that make ``pre_tokens``, then those that learn merges.

    The last of ``lines`` begins ``vocab``, with the symbols that training begins with. ``train``
    are the arguments after the pre-tokens.
    """
    *cut, vocab = lines
    return [
        *cut,
        f"merges = train(pre_tokens, {train})",
        vocab,
        "for left, right in merges:",
        "    vocab.append(vocab[left] + vocab[right])",
        '    print(vocab[left], "+", vocab[right], "->", len(vocab) - 1)',
    ]


def byte_lines() -> list[str]:
    """The whole text is one pre-token."""
    return ["pre_tokens = [text.encode()]", _BYTES]


def regex_lines(text: str, pattern: str, special_tokens: Collection[str]) -> list[str]:
    """Special tokens are cut out first, where the text has any; then the pattern cuts."""
    longest_first = sorted(filter(None, special_tokens), key=lambda name: (-len(name), name))
    between = "|".join(map(re.escape, longest_first))
    published = pattern in PUBLISHED
    found = "regex.findall(pattern, part)" if published else "cut(part)"
    agrees = text.isascii() or as_tiktoken_sees(text, pattern) == text
    return [
        "",
        "import regex  # pip install regex",
        "",
        f"pattern = {pattern!r}",
        *([] if published else ["", "", _CUT, ""]),
        *([] if agrees else [_DIFFER]),
        f"parts = regex.split({between!r}, text)"
        if any(name in text for name in longest_first)
        else "parts = [text]",
        f"pre_tokens = [found.encode() for part in parts for found in {found}]",
        _BYTES,
    ]


def char_lines(end_of_word: str | None, *, joined: bool) -> list[str]:
    """The words' characters by their numbers, and the end of a word behind or in the last."""
    words, alphabet = "list(word)", 'list(dict.fromkeys("".join(text.split())))'
    if end_of_word is not None and joined:
        words = f"[*word[:-1], word[-1] + {end_of_word!r}]"
        alphabet = "list(dict.fromkeys(symbol for word in words for symbol in word))"
    elif end_of_word is not None:
        words = f"[*word, {end_of_word!r}]"
        alphabet = f'[*dict.fromkeys("".join(text.split())), {end_of_word!r}]'
    return [
        f"words = [{words} for word in text.split()]",
        f"alphabet = {alphabet}",
        "number_of = {symbol: number for number, symbol in enumerate(alphabet)}",
        "pre_tokens = [[number_of[symbol] for symbol in word] for word in words]",
        "vocab = list(alphabet)",
    ]


def piece_lines(special_tokens: Sequence[str], *, prefix: str, fold: str, train: str) -> list[str]:
    """Words as BERT cuts them, the letters as pieces, and training.

    ``fold`` are the arguments of the library's normalizer, ``train`` those after the pieces.
    """
    return [
        "",
        "from tokenizers.normalizers import BertNormalizer  # pip install tokenizers",
        "from tokenizers.pre_tokenizers import BertPreTokenizer",
        "",
        f"text = BertNormalizer({fold}).normalize_str(text)",
        "words = [word for word, _ in BertPreTokenizer().pre_tokenize_str(text)]",
        f"letters = [[word[0], *({prefix!r} + letter for letter in word[1:])] for word in words]",
        f"special = {list(special_tokens)!r}",
        "pieces = special + sorted({piece for word in letters for piece in word})",
        "number_of = {piece: number for number, piece in enumerate(pieces)}",
        "numbers = [[number_of[piece] for piece in word] for word in letters]",
        f"vocab = train(numbers, pieces, {train})",
        "for token_id in range(len(pieces), len(vocab)):",
        "    print(vocab[token_id], token_id)",
    ]


Given: TypeAlias = Mapping[str, Collection[Any]] | None
"""The first arguments of a textbook, to be written out; None where they are too many."""


def rounds_snippet(module: ModuleType, given: Given, *, train: str) -> str:
    """The functions of Unigram's textbook, what they are given, and the lines that train on it.

    ``given`` are words, seeds and alphabet, and ``train`` the arguments after them; without them
    there are the functions alone.
    """
    learned = ["for piece, log_prob in pieces.items():", "    print(piece, log_prob)"]
    makes = f"pieces, objectives = train({', '.join(given or ())}, {train})"
    return _given_snippet(module, given, [makes, *learned], "words and the seeds")


def joined_snippet(module: ModuleType, given: Given, *, train: str) -> str:
    """The functions of SentencePiece BPE's, which are given words and the alphabet's scripts."""
    learned = [
        "for piece, (left, right) in merges.items():",
        '    print(left, "+", right, "->", piece)',
    ]
    makes = f"merges, scores = train({', '.join(given or ())}, {train})"
    return _given_snippet(module, given, [makes, *learned], "words")


def _given_snippet(module: ModuleType, given: Given, lines: Sequence[str], what: str) -> str:
    functions = _functions(module)
    if given is None:
        return "\n".join([_MANY.format(what=what), "", functions, ""])
    written = [_assigned(name, values) for name, values in given.items()]
    return "\n".join([functions, "", "", *written, *lines, ""])


def _assigned(name: str, values: Collection[Any]) -> str:
    """Values as Python writes them, as many in a line as it holds."""
    entries, (opens, closes) = [repr(value) for value in values], "[]"
    if isinstance(values, Mapping):
        entries, (opens, closes) = [f"{key!r}: {n!r}" for key, n in values.items()], "{}"
    rows = [""]
    for entry in entries:
        if len(rows[-1]) + len(entry) > _WIDTH:
            rows.append("")
        rows[-1] += f"{entry}, "
    return "\n".join([f"{name} = {opens}", *(f"    {row.rstrip()}" for row in rows), closes])


_BYTES = "vocab = [bytes([value]) for value in range(256)]"


def _is_long(text: str) -> bool:
    return len(text) > LONGEST


def _written(text: str) -> str:
    """The text as Python writes it, a line of it a line of the code."""
    if _is_long(text):
        return _OPEN
    lines = well_formed(text).splitlines(keepends=True)
    if len(lines) < 2:
        return f"text = {''.join(lines)!r}"
    return "\n".join(["text = (", *(f"    {line!r}" for line in lines), ")"])


def _functions(module: ModuleType) -> str:
    """The module without its docstring; what it imports from tokviz is written out."""
    imports, types, functions = _parts(module)
    head = [*dict.fromkeys(imports), "", *types]
    return "\n\n\n".join(["\n".join(head), *functions])


def _parts(
    module: ModuleType, wanted: Collection[str] = ()
) -> tuple[list[str], list[str], list[str]]:
    """What a module imports, the types that it names, and its functions: all, or those wanted."""
    source = inspect.getsource(module)
    imports: list[str] = []
    types: list[str] = []
    functions: list[str] = []
    for node in ast.parse(source).body[1:]:
        written = ast.get_source_segment(source, node) or ""
        if isinstance(node, ast.FunctionDef):
            functions += [written] if not wanted or node.name in wanted else []
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("tokviz."):
            found = {name.name: getattr(module, name.name) for name in node.names}
            called = [name for name, what in found.items() if inspect.isfunction(what)]
            types += [f"{name} = {what}" for name, what in found.items() if name not in called]
            if called:
                others = _parts(import_module(node.module or ""), called)
                imports, types, functions = map(add, (imports, types, functions), others)
        else:
            imports.append(written)
    return imports, types, functions
