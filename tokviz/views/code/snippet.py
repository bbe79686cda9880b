"""The textbook's code to take along: its functions, and lines that train on the page's text.

It runs as it is, in a notebook or from a file, with no tokviz: what the module imports from tokviz
are names of types, and these are written out. A long text is opened from a file.
"""

import ast
import inspect
import re
from collections.abc import Collection, Sequence
from types import ModuleType

from tokviz.text.engine_classes import as_tiktoken_sees
from tokviz.text.pre_tokens import PUBLISHED, well_formed

LONGEST = 2_000
"""Characters of a text that are written into the code."""
FILE = "text.txt"
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


def snippet(module: ModuleType, text: str, lines: Sequence[str], *, train: str) -> str:
    """The module's functions, then the text, the lines that make pre_tokens of it, and training.

    Arguments:
        train: the arguments of ``train``, after the pre-tokens.

    The last of ``lines`` begins ``vocab``, with the symbols that training begins with.
    """
    *cut, vocab = lines
    body = [
        _written(text),
        *cut,
        f"merges = train(pre_tokens, {train})",
        vocab,
        "for left, right in merges:",
        "    vocab.append(vocab[left] + vocab[right])",
        '    print(vocab[left], "+", vocab[right], "->", len(vocab) - 1)',
    ]
    head = [_SAVE, ""] if _is_long(text) else []
    return "\n".join([*head, _functions(module), "", "", *body, ""])


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
    """The module without its docstring; a type that it imports from tokviz is written out."""
    source = inspect.getsource(module)
    lines = source.splitlines()
    first, *rest = ast.parse(source).body
    for node in rest:
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("tokviz."):
            types = [f"{name.name} = {getattr(module, name.name)}" for name in node.names]
            lines[node.lineno - 1 : node.end_lineno] = types
    return "\n".join(lines[first.end_lineno or 0 :]).strip()
