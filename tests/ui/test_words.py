"""What is not our own words reaches Markdown through ``literal`` alone: read from the source.

Every argument that Streamlit reads as Markdown is looked at. It may hold constants, numbers (their
format says so), ``literal(...)``, and what our own tables and functions say in words. A name in it
is followed to where its function gives it a value.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DRAW_NOTHING = {"worker.py", "workers.py"}
"""They write to pipes, not to pages."""
SOURCES = sorted(
    path
    for path in (
        *(ROOT / "tokviz" / "ui").rglob("*.py"),
        *(ROOT / "pages").glob("*.py"),
        ROOT / "app.py",
    )
    if path.name not in DRAW_NOTHING
)
MARKDOWN = re.findall(
    r"\w+",
    """button caption checkbox download_button error expander file_uploader header info markdown
    metric multiselect number_input page_link pills popover progress radio segmented_control
    selectbox slider spinner status subheader success tabs text_area text_input title toast toggle
    warning write""",
)
OUR_INPUTS = {
    "find_input": 1,
    "number_input": 2,
    "choice_input": 2,
    "new_text_input": 1,
    "live_text_area": 3,
    "seed_input": 2,
}
"""Our functions that draw what they are handed, and which argument that is."""
READ = {"label", "help", "body", "text"}
"""Arguments that are Markdown where they are named; unnamed, it is the first."""
NOT_THE_FIRST = {"page_link", "progress"}
NUMBERS = (",", "%", "g", "d", "f")
OUR_TABLES = {"title", "icon", "idea", "story", "ties", "sources", "why", "verdict"}
"""Attributes of lessons and samples, and methods, that are our own words."""
OUR_FUNCTIONS = {
    "_are",
    "plural",
    "times",
    "told",
    "unit_of",
    "_ranked_here",
    "probability_text",
    "_note",
    "_onward",
    "gpt2_learned",
    "literal",
    "quoted",
    "len",
}
OURS_THERE = {
    ("what_it_is.py", "in_words(model)"): "our words, of a table or a lesson",
    ("what_it_is.py", "_made_of(model)"): "our words, the special tokens literal",
    ("brought_text.py", "_added(examined.frame)"): "our words, the marks literal",
    ("change.py", "label"): "our words, handed in below",
    ("change.py", "note"): "our words, handed in below",
    ("forced.py", "one"): "a forced pair's words, the tokens in them literal",
    ("language_prices.py", "asked"): "one of our languages",
    ("language_prices.py", "base"): "one of our languages",
    ("language_prices.py", "letter"): "a letter of our own text",
    ("draws.py", "help"): "looked at where this function is called",
    ("live.py", "label"): "our words, handed in",
    ("live.py", "help"): "our words, handed in",
    ("what_if.py", "one"): "a forced pair's words, the tokens in them literal",
    ("what_if.py", "words"): "our words, and the tokens in them literal (change.py, forced.py)",
    ("compare.py", "_about(ready, source, held, vocab_size)"): "our words, the name literal",
    ("compare.py", "_shown(held, held_name, source)"): "one of two sentences, the name literal",
    ("compare.py", "title"): "our own headings",
    ("guide.py", "path"): "a path",
    ("guide_strip.py", "asking"): "a plan's question",
    ("guide_strip.py", "by"): "which way a button of the strip leads",
    ("guide_strip.py", "challenge"): "a path's challenge",
    ("refused.py", "message.words"): "ours: why a value was refused (values.py), and numbers",
    ("guide_strip.py", "choice"): "of a plan's question",
    ("guide_strip.py", "label"): "the strip's buttons",
    ("guide_strip.py", "letter"): "A or B",
    ("guide_strip.py", "path"): "a path",
    ("guide_strip.py", "stop"): "a stop of a path",
    ("guide_strip.py", "way"): "a path, and what a class is asked after it",
    ("inputs.py", "label"): "looked at where these functions are called",
    ("inputs.py", "help or None"): "looked at where these functions are called",
    ("inputs.py", "help"): "looked at where these functions are called",
    ("inputs.py", "name"): "looked at where these functions are called",
    ("inside_vocabulary.py", "label"): "the boxes' names",
    ("guide_end.py", "_to_remember(place.whole)"): "a class of ours",
    ("patterns.py", "_signs(pattern)"): "our words; of the pattern none but + ? * and { }",
    ("overview.py", "course"): "a class of ours",
    ("overview.py", "label"): "a class's title",
    ("overview.py", "number"): "a number",
    ("word_level.py", "name"): "the examples' names",
    ("wordpiece.py", "model"): "a number",
    ("sections.py", "drawers"): "the sections' names, keys of a table in the source",
    ("scant.py", "_cut(state, text)"): "our words, the text packed in a link",
    ("scant.py", "how_much"): "one of two words of ours",
    ("saving.py", "suffix"): "one of our formats",
    ("saving.py", "what"): "our words for the trace",
    ("saving.py", "name"): "one of our file names",
    ("beside_sentencepiece.py", "name"): "tokviz, or the library's name",
    ("source.py", "kept"): "the title of another lesson",
    ("source.py", "sample"): "a sample",
    ("source.py", "about"): "numbers, and our words",
    ("source.py", "chosen"): "looked up, not shown",
    ("teach.py", "path"): "a path",
    ("teach.py", "place"): "a part of a class of ours",
    ("teach.py", "plan"): "a plan",
    ("teach.py", "question"): "a plan's question",
}
"""(module, name): why no word of a reader's or a file's comes by it."""

Drawn = tuple[ast.Call, ast.AST]
"""A call that draws Markdown, and the function around it."""


def drawn(node: ast.AST, inside: ast.AST) -> Iterator[Drawn]:
    inside = node if isinstance(node, ast.FunctionDef) else inside
    func = getattr(node, "func", None)
    if isinstance(node, ast.Call) and (
        (isinstance(func, ast.Attribute) and func.attr in MARKDOWN)
        or (isinstance(func, ast.Name) and func.id in OUR_INPUTS)
    ):
        yield node, inside
    for child in ast.iter_child_nodes(node):
        yield from drawn(child, inside)


def markdown_of(call: ast.Call) -> list[ast.expr]:
    """The arguments that Streamlit reads as Markdown."""
    if isinstance(call.func, ast.Name):
        first = call.args[OUR_INPUTS[call.func.id] :][:1]
        examples = [
            key for argument in first if isinstance(argument, ast.Dict) for key in argument.keys
        ]
        first = [key for key in examples if key is not None] or first
    else:
        assert isinstance(call.func, ast.Attribute)
        first = [] if call.func.attr in NOT_THE_FIRST else call.args[:1]
    return first + [key.value for key in call.keywords if key.arg in READ]


def leaves(value: ast.expr, inside: ast.AST, module: str) -> Iterator[ast.expr]:
    """What an expression takes its words from; names are followed."""
    if isinstance(value, ast.FormattedValue) and is_number(value):
        return
    below: list[ast.expr] = []
    if isinstance(value, ast.FormattedValue | ast.Attribute | ast.Subscript):
        below = [value.value]
    elif isinstance(value, ast.JoinedStr | ast.Dict):
        below = value.values
    elif isinstance(value, ast.Tuple | ast.List):
        below = value.elts
    elif isinstance(value, ast.BinOp):
        below = [value.left, value.right]
    elif isinstance(value, ast.IfExp):
        below = [value.body, value.orelse]
    elif isinstance(value, ast.Call):
        below = [
            *value.args,
            *([value.func.value] if isinstance(value.func, ast.Attribute) else []),
        ]
    elif isinstance(value, ast.Name):
        below = values_of(value.id, inside)
    if is_ours(value) or (module, ast.unparse(value)) in OURS_THERE:
        return
    for part in below:
        yield from leaves(part, inside, module)
    if not below:
        yield value


def is_number(value: ast.FormattedValue) -> bool:
    spec = value.format_spec
    return spec is not None and ast.unparse(spec).strip("f'\"").endswith(NUMBERS)


def is_ours(value: ast.expr) -> bool:
    """A constant, or words of our tables and functions."""
    if isinstance(value, ast.Constant):
        return True
    if isinstance(value, ast.Call):
        return is_ours(value.func) or getattr(value.func, "id", "") in OUR_FUNCTIONS
    name = getattr(value, "id", "") or getattr(value, "attr", "")
    return name.strip("_").isupper() or (name in OUR_TABLES and isinstance(value, ast.Attribute))


def values_of(name: str, inside: ast.AST) -> list[ast.expr]:
    """What a name is given in this function."""
    found: list[ast.expr] = []
    for node in ast.walk(inside):
        if isinstance(node, ast.Assign):
            named = [target for target in node.targets if isinstance(target, ast.Name)]
            found += [node.value for target in named if target.id == name]
        elif isinstance(node, ast.NamedExpr) and node.target.id == name:
            found.append(node.value)
    return found


def problems_in(source: str, module: str) -> list[str]:
    tree = ast.parse(source)
    return [
        f"{module}:{call.lineno} {ast.unparse(leaf)}"
        for call, inside in drawn(tree, tree)
        for argument in markdown_of(call)
        for leaf in leaves(argument, inside, module)
    ]


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_words_but_ours_reach_markdown(path: Path) -> None:
    found = problems_in(path.read_text(encoding="utf-8"), path.name)
    assert not found, "Put it through tokviz.ui.shell.markdown.literal, or name it in OURS_THERE."


@pytest.mark.parametrize(
    "line",
    [
        "st.error({})",
        "st.caption(f'In {{{}}}')",
        "frame.offer.button('Use ' + {})",
        "st.expander(f'{{{}}}: {{len(text):,}}')",
        "st.text_input('Text', help=f'as {{{}}}')",
        "words = f'of {{{}}}'; st.info(words)",
        "st.tabs(['a', {}])",
        "st.page_link(page, label={})",
        "number_input(state, 'size', {}, default=1, low=0, high=9)",
        "seed_input(state, 'seed', {})",
        "new_text_input(state, {{{}: ''}})",
    ],
)
@pytest.mark.parametrize("words", ["str(error)", "upload.name", "text", "texts[0]"])
def test_words_that_are_not_ours_are_found(line: str, words: str) -> None:
    function = "def f(error, text, upload, texts, page):\n    "
    assert problems_in(function + line.format(words), "x.py")
    assert not problems_in(function + line.format(f"literal({words})"), "x.py")


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_html_is_made_by_the_views_alone(path: Path) -> None:
    """Each of their functions escapes what it is given, and has a test that says so."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    drawn_html = [node.args[0] for node in nodes if ast.unparse(node.func).endswith(".html")]
    for value in drawn_html:
        made = ast.unparse(value.func) if isinstance(value, ast.Call) else ast.unparse(value)
        assert made.endswith("_html") or made.strip("_").isupper(), made
    assert not [node for node in nodes if "unsafe_allow" in ast.unparse(node)]
