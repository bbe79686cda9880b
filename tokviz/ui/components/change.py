"""What the second training of What if does otherwise than the page's: anything, or nothing yet.

It begins as a copy. Its tokenizer, its text, its size, its split pattern, its tie rule and the
pairs that are forced (forced.py) are boxes of their own, all of them in the link.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

import streamlit as st

from tokviz.algorithms.alike.sized import smallest_pieces
from tokviz.checks import limits
from tokviz.lessons import LESSONS, Lesson, lesson
from tokviz.samples import SAMPLES, sample
from tokviz.text.pre_tokens import GPT2_PATTERN, well_formed
from tokviz.traces.choice import TIES, Ties
from tokviz.traces.parting import learned_tokens
from tokviz.ui.components.inputs import number_input
from tokviz.ui.components.patterns import OWN, PATTERN_NAMES
from tokviz.ui.components.settings import MAX_MERGES, Settings
from tokviz.ui.shell.live import live_text_area
from tokviz.ui.shell.markdown import literal
from tokviz.ui.shell.state import PageState
from tokviz.ui.shell.values import Text, choice
from tokviz.ui.training.apart import NAMED_PATTERNS, is_own, smallest_size
from tokviz.ui.training.trained import Trained

IDS = "By the ids here: Hugging Face numbers the bytes differently, so its ties may differ."
"""What the rule of lower ids cannot promise."""
AS_ABOVE = "as above"
"""What a box says where nothing is otherwise."""
VOCAB_SIZE_BELOW = "Vocabulary below"
_BEGINNING = (
    *("lowercase", "strip_accents", "ranked_by"),
    *("byte_fallback", "character_coverage", "normalization"),
)
"""Settings of WordPiece and of SentencePiece that change the tokens that it begins with."""


@dataclass(frozen=True)
class Change:
    """The second training, without the pairs that are forced.

    ``differs`` says what is otherwise, as Markdown. ``lesson`` is the key of the one that trains,
    ``size`` the argument that says when it ends.
    """

    differs: tuple[str, ...]
    lesson: str
    text: str
    train: Callable[..., Any]
    size: str
    arguments: Mapping[str, Any]
    apart: bool = False

    @property
    def takes(self) -> Sequence[str]:
        """The arguments by which a reader may ask what if."""
        training = lesson(self.lesson).training
        return () if training is None else training.takes


def change_input(state: PageState, trained: Trained, settings: Settings) -> Change:
    """Draw the boxes, and say what they make."""
    if state.kept("as_above"):
        state.put("as_above", False)
        _copy(state)
    boxes = st.container(horizontal=True, vertical_alignment="bottom")
    own_text = st.container()
    with boxes:
        row, of_lesson = _lesson_input(state)
        text, of_text = _text_input(state, trained.text, own_text)
        arguments, of_settings = _arguments(state, row, trained, text, settings)
    same = row.key == state.page
    return Change(
        (*of_lesson, *of_text, *of_settings),
        row.key,
        text,
        _training_of(row),
        _size_of(row),
        arguments,
        apart=(same and settings.apart) or is_own(arguments.get("pattern", GPT2_PATTERN)),
    )


def what_if(differs: Sequence[str], *, of_pairs: bool) -> str:
    """What is otherwise as one sentence, Markdown as its parts are.

    ``of_pairs`` says that the tokenizer below learns pairs, each with a button to force it.
    """
    if not differs:
        press = ", or go to a step and press “if?” beside a pair" if of_pairs else ""
        return f"a copy; nothing is different yet. Change one of the boxes{press}."
    *first, last = differs
    return f"what if {', '.join(first)}{', and ' if first else ''}{last}?"


def _copy(state: PageState) -> None:
    """Let all boxes say what the page does; the size follows once it is drawn."""
    boxes = {"other_lesson": state.page, "other_text": AS_ABOVE}
    state.fill({**boxes, "other_pattern": AS_ABOVE, "other_ties": AS_ABOVE})
    state.put("other_size_suits", ("", 0))
    state.put("other_step", ("", 0))


# ---- the tokenizer --------------------------------------------------------------------------


def _lesson_input(state: PageState) -> tuple[Lesson, list[str]]:
    rows = {row.key: row for row in LESSONS if row.training is not None or row.learns is not None}
    names = {key: _named(state.page, row) for key, row in rows.items()}
    own = names.pop(state.page)
    key = _select(
        state,
        "other_lesson",
        "Tokenizer below",
        {state.page: f"{own}, {AS_ABOVE}", **names},
        width=290,
    )
    words = [] if key == state.page else [f"the text goes through **{names[key]}**"]
    return rows[key], words


def _named(page: str, row: Lesson) -> str:
    patterns = {
        ("byte_bpe", "regex_bpe"): ", with a split pattern",
        ("regex_bpe", "byte_bpe"): ", without a split pattern",
    }
    return row.title + patterns.get((page, row.key), "")


# ---- the text -------------------------------------------------------------------------------


def _text_input(state: PageState, above: str, own_text: Any) -> tuple[str, list[str]]:
    """The text, and what is otherwise with it; the reader's own is written in ``own_text``."""
    titles = {row.key: row.title for row in SAMPLES}
    offered = {AS_ABOVE: "the same text", **titles, OWN: "a second text of your own"}
    key = _select(state, "other_text", "Text below", offered, width=230)
    if key == AS_ABOVE:
        return above, []
    if key == OWN:
        with own_text:
            text = _own_text_input(state, above)
    else:
        text = sample(key).text
    title = titles.get(key, "your second text")
    return text, [] if text == above else [f"it learns from **{literal(title)}**"]


def _own_text_input(state: PageState, above: str) -> str:
    copy = well_formed(above)[: limits.TYPED_TEXT]
    told = "It begins as a copy of the page's text, and is learned from while you type."
    return live_text_area(state, "_second", "other_own", "Your second text", copy, help=told)


# ---- the settings ---------------------------------------------------------------------------


def _arguments(
    state: PageState, row: Lesson, trained: Trained, text: str, settings: Settings
) -> tuple[dict[str, Any], list[str]]:
    """The arguments of ``train``, and what is otherwise with them."""
    training, arguments = row.training, dict(settings.arguments)
    if row.key != state.page:
        least = None if training is None else training.min_count
        arguments = {} if least is None else {"min_count": arguments.get("min_count", least)}
    size, differs = _size_input(state, row, _suiting(state, row, trained, text, settings))
    arguments[_size_of(row)] = size
    if row.key == "regex_bpe":
        arguments["pattern"], words = _pattern_input(state, arguments.get("pattern"))
        differs += words
    if training is not None and "ties" in training.takes:
        chosen, words = _ties_input(state)
        arguments |= chosen
        differs += words
    return arguments, differs


def _suiting(state: PageState, row: Lesson, trained: Trained, text: str, settings: Settings) -> int:
    """The page's size; of another tokenizer or text, one with which it learns as many tokens."""
    learned, name = len(learned_tokens(trained.trace)), _size_of(row)
    if row.key == state.page and (text == trained.text or name == "num_merges"):
        return int(settings.arguments[name])
    if name == "num_merges":
        return learned
    least = row.training.least if row.training else None
    arguments = settings.arguments if row.key == state.page else {}
    beginning = {name: arguments[name] for name in _BEGINNING if name in arguments}
    return learned + smallest_size(least or smallest_pieces, text, **beginning)


def _training_of(row: Lesson) -> Callable[..., Any]:
    train = row.learns if row.training is None else row.training.train
    assert train is not None, "only what learns is on offer"
    return train


def _size_of(row: Lesson) -> str:
    return "vocab_size" if row.training is None else row.training.size


def _size_input(state: PageState, row: Lesson, suits: int) -> tuple[int, list[str]]:
    """When training is to end: as ``suits``, until the reader says another number."""
    key, before = state.key("other_size"), state.kept("other_size_suits")
    shown = st.session_state.get(key, state.kept("other_size"))
    if before is not None and (before[0] != row.key or before[1] == shown):
        st.session_state[key] = suits
    state.put("other_size_suits", (row.key, suits))
    merges = _size_of(row) == "num_merges"
    with st.container(width=150):
        size = number_input(
            state,
            "other_size",
            "Merges below" if merges else VOCAB_SIZE_BELOW,
            default=suits,
            low=0,
            high=MAX_MERGES,
            step=10,
            shared=True,
        )
    words = f"it learns **{size:,}** merges, not {suits:,}"
    if not merges:
        words = f"it stops at **{size:,}** tokens, not {suits:,}"
    return size, [] if size == suits else [words]


def _pattern_input(state: PageState, above: str | None) -> tuple[str, list[str]]:
    """The split pattern, GPT-2's where the page has none, and what is otherwise with it."""
    offered = {AS_ABOVE: AS_ABOVE, **PATTERN_NAMES}
    if above is None:
        del offered[AS_ABOVE]
    name = _select(state, "other_pattern", "Split pattern below", offered, width=160)
    if name == AS_ABOVE:
        return str(above), []
    pattern = NAMED_PATTERNS.get(name, "")
    if name == OWN:
        pattern = st.text_input(
            "A regular expression",
            key=state.start(
                "other_own_pattern",
                above or GPT2_PATTERN,
                Text(limits.PATTERN, packed=False),
                shared=True,
            ),
            max_chars=limits.PATTERN,
            width=260,
        )
        state.keep("other_own_pattern")
    named = "a pattern of your own" if name == OWN else PATTERN_NAMES[name]
    return pattern, [] if pattern == above else [f"the text is split by **{named}**"]


def _ties_input(state: PageState) -> tuple[dict[str, str], list[str]]:
    """The tie rule as an argument, none where it is the tokenizer's own."""
    named: dict[str, str] = {
        name: f"{name} ({rule.users})" if rule.users else name for name, rule in TIES.items()
    }
    offered = {AS_ABOVE: "its own rule", **named}
    name = _select(state, "other_ties", "Of equal pairs, take", offered, width=250, note=IDS)
    if name == AS_ABOVE:
        return {}, []
    wins = TIES[cast(Ties, name)].words
    return {"ties": name}, [f"of equal pairs, **{literal(wins.rstrip(','))}** wins"]


def _select(
    state: PageState,
    name: str,
    label: str,
    options: Mapping[str, str],
    *,
    width: int,
    note: str | None = None,
) -> str:
    """One of these, key -> words; the first where the one that was chosen is not on offer now."""
    key, first = state.key(name), next(iter(options))
    if st.session_state.get(key, first) not in options:
        st.session_state[key] = first
    chosen = st.selectbox(
        label,
        tuple(options),
        format_func=options.__getitem__,
        key=state.start(name, first, choice(tuple(options)), shared=True),
        width=width,
        help=note,
    )
    state.keep(name)
    return str(chosen)
