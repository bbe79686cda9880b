"""Pairs that the reader forces in the second training of What if.

They are taken in a contest beside a replay, or in a box, and each can be taken back. They are kept
as a link has them (``values.forced_pairs``), a row for each.
"""

import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any
from weakref import ref

import numpy as np
import streamlit as st

from tokviz.checks import limits
from tokviz.lessons import lesson
from tokviz.text.direction import isolated
from tokviz.text.labels import times
from tokviz.text.long_labels import both_ends
from tokviz.traces.choice import Pair
from tokviz.traces.merges import MergeTrace, Token
from tokviz.traces.turns import by_count, counts_of
from tokviz.ui.shell.markdown import literal, quoted
from tokviz.ui.shell.mounting import said
from tokviz.ui.shell.state import PageState
from tokviz.ui.shell.values import forced_pairs
from tokviz.ui.training.trained import Trained
from tokviz.views.payload import payload_sig

WHAT_IF = "What if"
"""What the section is called."""
_PUT_AWAY = "Others needed the memory, so this was trained again. Choose the pair again."
MOST_PAIRS = 50
"""Pairs that a list offers."""


@dataclass(frozen=True, slots=True)
class ForcedStep:
    """A step, from 1, and the two tokens that it is to join."""

    step: int
    left: Token
    right: Token

    @property
    def words(self) -> str:
        """As Markdown: "step 5 joins **t + h**"."""
        return f"step {self.step:,} joins **{self.pair}**"

    @property
    def pair(self) -> str:
        """As Markdown: "t + h"."""
        return " + ".join(quoted(both_ends(token)) for token in (self.left, self.right))


# ---- what is forced -------------------------------------------------------------------------


def forced_of(state: PageState) -> list[ForcedStep]:
    """What the reader forced, by step."""
    key = state.start("forced", "", forced_pairs, shared=True)
    rows = json.loads(st.session_state.get(key) or "[]")
    return [ForcedStep(step, _token(left), _token(right)) for step, left, right in rows]


def keep_forced(state: PageState, pairs: Sequence[ForcedStep]) -> None:
    """Force these pairs from now on, each step once; as many as a link holds, or none is added."""
    rows = [[one.step, _written(one.left), _written(one.right)] for one in pairs]
    said = json.dumps(rows, separators=(",", ":"))
    if len(rows) > limits.FORCED or len(said) > limits.LINK:
        st.toast(f"Up to {limits.FORCED} pairs can be forced. Take one back first.", icon="✋")
        return
    state.fill({"forced": forced_pairs(said)})


def add_forced(state: PageState, one: ForcedStep) -> None:
    """Force one more, and open both replays at its step."""
    others = [other for other in forced_of(state) if other.step != one.step]
    keep_forced(state, sorted([*others, one], key=lambda each: each.step))
    state.put("futures_at", one.step)


def _token(written: str | list[int]) -> Token:
    return written if isinstance(written, str) else bytes(written)


def _written(token: Token) -> str | list[int]:
    return token if isinstance(token, str) else list(token)


# ---- a pair taken in a contest --------------------------------------------------------------


def taken(state: PageState, replay: str, trained: Trained) -> ForcedStep | None:
    """The pair that the reader took in this replay.

    None of a training that was there before, and of what no replay of ours says.
    """
    asked = said(state.key(replay), "what_if")
    if not isinstance(asked, dict) or asked.get("sig") != payload_sig(trained.payload):
        return None
    places: list[Any] = [asked.get(name) for name in ("step", "left", "right")]
    if any(type(place) is not int for place in places):
        return None
    step, left, right = places
    vocab, steps = trained.trace.vocab, range(1, len(trained.trace) + 1)
    if step not in steps or left not in vocab or right not in vocab:
        return None
    return ForcedStep(step, vocab[left], vocab[right])


def asked_pair(state: PageState, trained: Trained, **set_too: str) -> Callable[[], None] | None:
    """What to call when the reader takes a pair in the page's contest; None where none can be.

    The second training then is the page's but for this pair. ``set_too`` are other boxes of the
    page, and what they are to hold then.
    """
    training = lesson(state.page).training
    if training is None or "forced" not in training.takes:
        return None

    kept = ref(trained)

    def take() -> None:
        there = kept()
        if there is None:
            st.toast(_PUT_AWAY, icon="✋")
        elif (one := taken(state, "player", there)) is not None:
            state.put("as_above", True)
            keep_forced(state, [one])
            state.fill({**set_too, "section": WHAT_IF})

    return take


# ---- boxes and buttons ----------------------------------------------------------------------


def forced_buttons(state: PageState, pairs: Sequence[ForcedStep]) -> None:
    """A button for each forced pair, which takes it back."""
    for one in pairs:
        others = [other for other in pairs if other != one]
        st.button(
            f"Take back: {one.words}",
            key=state.key(f"take back {one.step}"),
            on_click=keep_forced,
            args=(state, others),
        )


def force_input(state: PageState, trace: MergeTrace) -> None:
    """Choose a step of the second training, and a pair that it is to join."""
    if not len(trace):
        st.caption("Nothing was merged, so there is no step at which to take another pair.")
        return
    step = _step_input(state, trace)
    pair = _pair_input(state, trace, step - 1)
    if pair is None:
        st.caption("At this step the text has no other pair. Choose an earlier step.")
        return
    left, right = (trace.vocab[token_id] for token_id in pair)
    one = ForcedStep(step, left, right)
    st.button("Join it instead", key=state.key("join"), on_click=add_forced, args=(state, one))


def first_tie(trace: MergeTrace) -> int:
    """The first step, from 1, that only the tie rule decided; 1 where none is."""
    tied = trace.num_tied.nonzero()[0]
    return int(tied[0]) + 1 if len(tied) else 1


def _step_input(state: PageState, trace: MergeTrace) -> int:
    key = state.key("at_step")
    if key not in st.session_state:
        st.session_state[key] = state.kept("at_step") or first_tie(trace)
    st.session_state[key] = min(st.session_state[key], len(trace))
    step = st.number_input("At step", min_value=1, max_value=len(trace), step=1, key=key)
    state.keep("at_step")
    return int(step)


def _pair_input(state: PageState, trace: MergeTrace, k: int) -> Pair | None:
    """A pair that stood in the text at step ``k`` and did not win it; None where there is none."""
    counts = other_pairs(trace, k)
    if not counts:
        return None
    pairs, tied = list(counts), set(trace.choice(k).tied)
    alike = Counter(_name(trace, pair) for pair in pairs)

    def words(pair: Pair) -> str:
        name = _name(trace, pair)
        ids = f" (ids {pair[0]} + {pair[1]})" if alike[name] > 1 else ""
        return f"{name}{ids}, {times(counts[pair])}{', tied' if pair in tied else ''}"

    key = state.key("instead")
    if st.session_state.get(key, pairs[0]) not in pairs:  # of another step, or training
        st.session_state[key] = pairs[0]
    label = f"it joins, instead of {literal(_name(trace, trace.steps[k].pair))}"
    chosen: Pair = st.selectbox(label, pairs, format_func=words, key=key)
    return chosen


def _name(trace: MergeTrace, pair: Pair) -> str:
    tokens = (both_ends(trace.vocab[token_id], trace.markers) for token_id in pair)
    return " + ".join(map(isolated, tokens))


def other_pairs(trace: MergeTrace, k: int) -> dict[Pair, int]:
    """The pairs that could be joined in place of the winner, and how often each stands there.

    The tied first, then by count, equal ones in the order of the tie rule; no more than
    ``MOST_PAIRS``.
    """
    decided = trace.choice(k)
    lower = trace.rule.lower_score
    left_out = {decided.winner, *(p for p, rule in decided.barred if rule != lower)}
    pairs, counts = trace.pair_table(k)
    enough = MOST_PAIRS + len(left_out)
    least = np.sort(counts)[-enough:].min(initial=1)
    frequent = by_count(trace, pairs[counts >= least], k, few=enough)
    in_order = [p for p in dict.fromkeys([*decided.tied, *frequent]) if p not in left_out]
    often = zip(in_order, counts_of(trace, in_order, k).tolist(), strict=True)
    return dict([(pair, count) for pair, count in often if count][:MOST_PAIRS])
