"""What a second training does otherwise than the page's: one thing, which the reader chooses.

Another pair at one step, another tie rule, another size, another text, or another tokenizer. All of
it is in the link. A pair may also be chosen in the contest beside the replay.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import streamlit as st

from tokviz.algorithms.sized import smallest_pieces
from tokviz.algorithms.wordpiece import smallest_vocab
from tokviz.lessons import LESSONS, Lesson, lesson
from tokviz.samples import SAMPLES, sample
from tokviz.text.labels import plain_label
from tokviz.traces.choice import LOWER_SCORE, TIES
from tokviz.traces.merges import MergeTrace, Pair
from tokviz.ui.components.inputs import choice_input, number_input
from tokviz.ui.components.settings import MAX_MERGES, Settings
from tokviz.ui.shell.markdown import literal
from tokviz.ui.shell.state import PageState
from tokviz.ui.shell.values import choice
from tokviz.ui.training.store import train_on_page
from tokviz.ui.training.tasks import train_unigram
from tokviz.ui.training.trained import Trained

WHAT_IF = "What if"
"""What the section is called."""
CHANGES = {
    "pair": "another pair",
    "ties": "another tie rule",
    "size": "another size",
    "text": "another text",
    "lesson": "another tokenizer",
}
MOST_PAIRS = 50
"""Pairs that a list offers."""


@dataclass(frozen=True)
class Change:
    """The second training. ``words`` say what is otherwise, as Markdown.

    ``lesson`` is the key of the one that trains, ``size`` the argument that says when it ends.
    """

    words: str
    lesson: str
    text: str
    train: Callable[..., Any]
    size: str
    arguments: Mapping[str, Any] = field(default_factory=dict)
    apart: bool = False


def change_input(state: PageState, trained: Trained, settings: Settings) -> Change | None:
    """Draw the choice of what is otherwise; None where there is nothing to change."""
    row = lesson(state.page)
    takes = row.training.takes if row.training is not None else ()
    without = {"pair": "forced", "ties": "ties"}
    offered = {
        name: words for name, words in CHANGES.items() if without.get(name, "") in ("", *takes)
    }
    with st.container(horizontal=True):
        chosen = choice_input(state, "what_if", "Change one thing", offered)
        return _INPUTS[chosen](state, trained, settings)


def train_changed(state: PageState, change: Change) -> Trained | None:
    """The second model, or None where the reader stopped its training."""
    return train_on_page(
        PageState(f"{state.page}:{change.lesson}"),
        change.text,
        dict(change.arguments),
        change.train,
        num_merges=change.arguments[change.size] if change.lesson != "unigram" else None,
        at_most=change.size == "vocab_size",
        apart=change.apart,
    )


def _same(state: PageState, trained: Trained, settings: Settings, **changed: Any) -> Change:
    """This lesson's training; ``changed`` are the fields that differ, arguments beside ours."""
    training = lesson(state.page).training
    assert training is not None
    arguments = {**settings.arguments, **changed.pop("arguments", {})}
    fields = {"text": trained.text, "lesson": state.page, "apart": settings.apart, **changed}
    return Change(train=training.train, size=training.size, arguments=arguments, **fields)


# ---- another pair ---------------------------------------------------------------------------


def asked_pair(state: PageState, **set_too: str) -> Callable[[], None] | None:
    """What to call when the reader takes a pair in the contest; None where none can be forced.

    ``set_too`` are other boxes of the page, and what they are to hold then.
    """
    training = lesson(state.page).training
    if training is None or "forced" not in training.takes:
        return None

    def take() -> None:
        asked = st.session_state[state.key("player")]["what_if"]
        step, left, right = (int(asked[name]) for name in ("step", "left", "right"))
        boxes = {"at_step": step, "instead": f"{left}.{right}", "what_if": "pair", **set_too}
        state.fill({**boxes, "section": WHAT_IF})

    return take


def _another_pair(state: PageState, trained: Trained, settings: Settings) -> Change | None:
    trace = trained.trace
    if not len(trace):
        st.info("Nothing was merged, so there is no step at which to take another pair.")
        return None
    step = _step_input(state, trace)
    pair = _pair_input(state, trace, step - 1)
    if pair is None:
        st.info("At this step the text has no other pair. Choose an earlier step.")
        return None
    tokens = tuple(trace.vocab[token_id] for token_id in pair)
    left, right = (literal(plain_label(token)) for token in tokens)
    words = f"step {step:,} joins **{left} + {right}**"
    return _same(state, trained, settings, words=words, arguments={"forced": {step - 1: tokens}})


def _step_input(state: PageState, trace: MergeTrace) -> int:
    """A step, from 1; at first the first at which pairs tie."""
    key, steps = state.key("at_step"), len(trace)
    if (st.session_state.get(key) or 0) > steps:  # of a longer training
        st.session_state[key] = steps
    if (state.kept("at_step") or 0) > steps:
        state.put("at_step", steps)
    tied = trace.num_tied.nonzero()[0]
    first = int(tied[0]) + 1 if len(tied) else 1
    with st.container(width=130):
        return number_input(
            state, "at_step", "At step", default=first, low=1, high=steps, shared=True
        )


def _pair_input(state: PageState, trace: MergeTrace, k: int) -> Pair | None:
    """A pair that stood in the text at step ``k`` and did not win it; None where there is none."""
    pairs = other_pairs(trace, k)
    by_name = {f"{left}.{right}": (left, right) for left, right in pairs}
    if not pairs:
        return None
    key, first = state.key("instead"), next(iter(by_name))
    if st.session_state.get(key, first) not in by_name:  # of another step
        st.session_state[key] = first
    state.start("instead", first, choice(by_name), shared=True)
    counts = trace.pair_counts(k)
    tied = set(trace.choice(k).tied)

    def words(name: str) -> str:
        pair = by_name[name]
        left, right = (plain_label(trace.vocab[token_id]) for token_id in pair)
        return f"{left} + {right}, {_times(counts[pair])}{', tied' if pair in tied else ''}"

    offered = dict.fromkeys([*list(by_name)[:MOST_PAIRS], st.session_state[key]])
    winner = " + ".join(plain_label(trace.vocab[i]) for i in trace.steps[k].pair)
    with st.container(width=290):
        name = st.selectbox(
            f"it had joined, instead of {literal(winner)}", offered, format_func=words, key=key
        )
    state.keep("instead")
    return by_name[name]


def other_pairs(trace: MergeTrace, k: int) -> list[Pair]:
    """The pairs that could be joined in place of the winner: the tied first, then by count."""
    decided = trace.choice(k)
    forbidden = {pair for pair, rule in decided.barred if rule != LOWER_SCORE}
    counts = trace.pair_counts(k)
    by_count = sorted(counts, key=counts.__getitem__, reverse=True)
    pairs = dict.fromkeys([*decided.tied, *by_count])
    return [p for p in pairs if p in counts and p != decided.winner and p not in forbidden]


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count:,} times"


# ---- another rule, size, text or tokenizer --------------------------------------------------


def _another_rule(state: PageState, trained: Trained, settings: Settings) -> Change:
    rules: dict[str, str] = {
        ties: f"{ties} ({rule.users})" if rule.users else ties
        for ties, rule in TIES.items()
        if rule.words != trained.trace.rule.ties
    }
    ties = _select(state, "ties", "Of equal pairs, take", rules)
    wins = next(rule.words for name, rule in TIES.items() if name == ties)
    words = f"of equal pairs, **{literal(wins)}** wins"
    return _same(state, trained, settings, words=words, arguments={"ties": ties})


def _another_size(state: PageState, trained: Trained, settings: Settings) -> Change:
    training = lesson(state.page).training
    assert training is not None
    asked = int(settings.arguments[training.size])
    label = "Merges to learn" if training.size == "num_merges" else "Vocabulary size"
    with st.container(width=200):
        size = number_input(
            state,
            "other_size",
            label,
            default=max(asked - (len(trained.trace) + 1) // 2, 1),
            low=0,
            high=MAX_MERGES,
            step=10,
            shared=True,
        )
    words = f"**{size:,}**, not {asked:,}: {label.lower()}"
    return _same(state, trained, settings, words=words, arguments={training.size: size})


def _another_text(state: PageState, trained: Trained, settings: Settings) -> Change:
    titles = {row.key: row.title for row in SAMPLES if row.text != trained.text}
    key = _select(state, "other_text", "It had learned from", titles)
    words = f"it learns from **{literal(titles[key])}**"
    return _same(state, trained, settings, words=words, text=sample(key).text)


def _another_lesson(state: PageState, trained: Trained, settings: Settings) -> Change:
    rows = {
        row.key: row
        for row in LESSONS
        if row.key != state.page and (row.training is not None or row.learns is not None)
    }
    names = {key: _named(state.page, row) for key, row in rows.items()}
    key = _select(state, "other_lesson", "The same text through", names)
    row, text = rows[key], trained.text
    merges = len(trained.trace)
    words = f"the text goes through **{names[key]}**, and as many tokens are learned"
    if row.training is None:
        size = {"vocab_size": smallest_pieces(text) + merges}
        return Change(words, key, text, train_unigram, "vocab_size", size)
    arguments: dict[str, Any] = {row.training.size: merges + _begins_with(row, text)}
    if row.training.min_count is not None:
        arguments["min_count"] = settings.arguments.get("min_count", row.training.min_count)
    return Change(words, key, text, row.training.train, row.training.size, arguments)


def _begins_with(row: Lesson, text: str) -> int:
    """How many tokens there are before the first merge, where they count."""
    if row.training is None or row.training.size == "num_merges":
        return 0
    return smallest_vocab(text) if row.key == "wordpiece" else smallest_pieces(text)


def _named(page: str, row: Lesson) -> str:
    patterns = {
        ("byte_bpe", "regex_bpe"): ", with a split pattern",
        ("regex_bpe", "byte_bpe"): ", without a split pattern",
    }
    return row.title + patterns.get((page, row.key), "")


def _select(state: PageState, name: str, label: str, options: Mapping[str, str]) -> str:
    """One of these, key -> words; the first where the one that was chosen is not on offer now."""
    key, first = state.key(name), next(iter(options))
    if st.session_state.get(key, first) not in options:
        st.session_state[key] = first
    with st.container(width=420):
        chosen = st.selectbox(
            label,
            tuple(options),
            format_func=options.__getitem__,
            key=state.start(name, first, choice(tuple(options)), shared=True),
        )
    state.keep(name)
    return str(chosen)


_INPUTS: Mapping[str, Callable[[PageState, Trained, Settings], Change | None]] = {
    "pair": _another_pair,
    "ties": _another_rule,
    "size": _another_size,
    "text": _another_text,
    "lesson": _another_lesson,
}
