"""Training for a page: shared between readers, bounded, with progress and a way to stop.

A model is kept under the hash of the whole text and all settings, so an edit anywhere trains
anew. Two readers who ask for the same model train it once. The oldest models go first when the
store is full, by number or by size.
"""

import hashlib
import time
from collections import OrderedDict, defaultdict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from threading import Lock
from typing import Any

import numpy as np
import streamlit as st

from tokviz.traces.merges import MergeTrace
from tokviz.traces.rounds import UnigramTrace
from tokviz.ui.shell.state import PageState
from tokviz.views.player.player import train_payload

MAX_MODELS = 48
MAX_STORE_BYTES = 600_000_000
SHOW_PROGRESS = 100_000
"""Characters from which training takes long enough to be watched and stopped."""

OnMerge = Callable[[int], None]


@dataclass(frozen=True, eq=False)
class Trained:
    """A model with the text it learned from, and what the page derives from both, once."""

    sig: str
    text: str
    model: Any  # a Tokenizer; the lesson's own page knows which

    @property
    def trace(self) -> MergeTrace:
        """What training recorded; of a lesson that does not merge, ask the model."""
        trace: MergeTrace = self.model.trace
        return trace

    @cached_property
    def payload(self) -> bytes:
        """The trace as the player takes it."""
        return train_payload(self.trace)

    @property
    def size(self) -> int:
        """About how many bytes it holds: the text, the trace's arrays and the payload."""
        trace = self.model.trace
        steps = trace.steps if isinstance(trace, UnigramTrace) else ()
        values = [value for part in (trace, *steps) for value in vars(part).values()]
        arrays = [value for value in values if isinstance(value, np.ndarray)]
        return int(8 * len(self.text) + 3 * sum(array.nbytes for array in arrays) + 20_000)


class ModelStore:
    """The newest models, by their signature."""

    def __init__(self, max_models: int = MAX_MODELS, max_bytes: int = MAX_STORE_BYTES) -> None:
        self._max_models, self._max_bytes = max_models, max_bytes
        self._models: OrderedDict[str, Trained] = OrderedDict()
        self._lock = Lock()
        self._training: defaultdict[str, Lock] = defaultdict(Lock)

    def get(self, sig: str) -> Trained | None:
        with self._lock:
            if sig in self._models:
                self._models.move_to_end(sig)
            return self._models.get(sig)

    def get_or_train(
        self, sig: str, train: Callable[[], Trained], waiting: Callable[[], None]
    ) -> Trained:
        """The model, trained now unless it is there or another reader is training it.

        ``waiting`` is called while another reader trains; what it raises ends the wait.
        """
        with self._lock:
            training = self._training[sig]
        while not training.acquire(timeout=0.2):
            waiting()
        try:
            trained = self.get(sig)
            if trained is None:
                trained = train()
                self._put(sig, trained)
            return trained
        finally:
            training.release()
            with self._lock:
                self._training.pop(sig, None)

    def _put(self, sig: str, trained: Trained) -> None:
        with self._lock:
            self._models[sig] = trained
            while len(self._models) > 1 and (
                len(self._models) > self._max_models
                or sum(model.size for model in self._models.values()) > self._max_bytes
            ):
                self._models.popitem(last=False)


@st.cache_resource
def store() -> ModelStore:
    """The one store of this server."""
    return ModelStore()


def signature(lesson: str, text: str, settings: dict[str, Any]) -> str:
    """The name of a model: everything that it depends on, hashed."""
    parts = [lesson, repr(sorted(settings.items())), text]
    joined = "\x00".join(parts).encode("utf-8", "surrogatepass")
    return hashlib.sha256(joined).hexdigest()[:20]


def train_on_page(
    state: PageState,
    text: str,
    settings: dict[str, Any],
    train: Callable[[OnMerge | None], Any],
    *,
    num_merges: int | None,
    at_most: bool = False,
) -> Trained | None:
    """The model for this page, or None where the reader stopped its training.

    ``train`` takes the callback that each merge calls; where a lesson takes other steps, and
    nobody knows how many, ``num_merges`` is None. ``at_most``: it is a bound, as a vocabulary
    size is, because the alphabet takes some of it.
    """
    place = st.empty()  # in every run, so that what follows keeps its place on the page
    sig = signature(state.page, text, settings)
    known = store().get(sig)
    if known is not None:
        return known
    if state.kept("stopped") == sig:
        st.info("Training was stopped. The text and the settings are as you left them.")
        st.button("Train again", key=state.key("again"), on_click=state.put, args=("stopped", ""))
        return None
    on_merge = None
    if len(text) >= SHOW_PROGRESS:
        on_merge = _progress(place, state, sig, num_merges, at_most=at_most)
    try:
        return store().get_or_train(
            sig,
            lambda: Trained(sig, text, train(on_merge)),
            waiting=lambda: _say_waiting(place),
        )
    finally:
        with suppress(Exception):
            place.empty()


def _progress(
    place: Any, state: PageState, sig: str, num_merges: int | None, *, at_most: bool
) -> OnMerge:
    """A bar and a button. Pressing it reruns the page, which ends this run at its next update."""
    with place.container(key="progress", horizontal=True, vertical_alignment="center"):
        bar = st.progress(0.0, text="Counting …")
        st.button(
            "Stop training",
            key=state.key("stop"),
            on_click=state.put,
            args=("stopped", sig),
        )
    last = time.monotonic()

    def on_merge(rank: int) -> None:
        nonlocal last
        if time.monotonic() - last > 0.15:
            last = time.monotonic()
            if num_merges is None:
                bar.progress(1 - 0.9**rank, text=f"Step {rank:,}")
            else:
                end = f", of fewer than {num_merges:,}" if at_most else f" of {num_merges:,}"
                bar.progress(rank / num_merges, text=f"Merge {rank:,}{end}")

    return on_merge


def _say_waiting(place: Any) -> None:
    with place.container(key="progress"):
        st.info("Another reader is training on the same text. One moment …")
