"""Training for a page: shared between readers, bounded, with progress and a way to stop.

A model is kept under the hash of the whole text and all settings, so an edit anywhere trains
anew. Two readers who ask for the same model train it once. The oldest models go first when the
store is full, by number or by size.

A small training runs at once. What may take long, or need much memory, runs in a worker, and so
do the small ones of a whole class.
"""

import hashlib
import time
from collections import OrderedDict, defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from threading import Lock
from typing import Any
from weakref import WeakValueDictionary

import streamlit as st

from tokviz.ui.server.held import ended
from tokviz.ui.server.place_in_line import elsewhere
from tokviz.ui.shell.state import PageState
from tokviz.ui.training.beside import beside
from tokviz.ui.training.trained import Learned, Trained, learn
from tokviz.ui.training.workers import Task, workers

MAX_MODELS = 48
MAX_STORE_BYTES = 600_000_000
AT_ONCE_CHARACTERS, AT_ONCE_STEPS = 20_000, 2_000
"""The largest text and number of steps whose training runs at once: in less than half a second."""
LONG_WORD, AT_ONCE_IN_LONG_WORDS = 100, 5_000
"""Of such a text, how many characters may stand in words that are longer: Unigram begins with all
their parts, and takes 2 seconds for 20,000 characters without a space."""
SECONDS = 120.0
"""How long a training may take; the longest of those on offer takes 40 seconds."""
SHOW_PROGRESS_SECONDS = 0.4
"""After which training shows how far it is, and a button that stops it."""
MARK = '<i class="training"></i>'
"""By this the page's style knows the box of both, also while nothing in it is drawn yet."""


@dataclass
class _Turn:
    """Whose turn it is to train a model, and how many ask for it: the last one takes it away."""

    lock: Lock = field(default_factory=Lock)
    asked: int = 0


class ModelStore:
    """The newest models, by their signature.

    One that was let go of may live on where a reader has a part of a page open that draws it. It
    counts as long as it does, and is had again by whoever asks for it.
    """

    def __init__(self, max_models: int = MAX_MODELS, max_bytes: int = MAX_STORE_BYTES) -> None:
        self._max_models, self._max_bytes = max_models, max_bytes
        self._models: OrderedDict[str, Trained] = OrderedDict()
        self._elsewhere: WeakValueDictionary[str, Trained] = WeakValueDictionary()
        self._most_kept = 0
        self._lock = Lock()
        self._turns: defaultdict[str, _Turn] = defaultdict(_Turn)

    def get(self, sig: str) -> Trained | None:
        with self._lock:
            trained = self._models.get(sig) or self._elsewhere.get(sig)
            if trained is not None:
                self._keep(sig, trained)
            return trained

    @property
    def size(self) -> int:
        """How many bytes the models keep that are in here, or were and live on."""
        alive = [*self._models.values(), *self._elsewhere.values()]
        return sum(model.size for model in alive)

    def get_or_train(
        self, sig: str, train: Callable[[], Trained], waiting: Callable[[], None]
    ) -> Trained:
        """The model, trained now unless it is there or another reader is training it.

        ``waiting`` is called while another reader trains; what it raises ends the wait.
        """
        with self._turn(sig, waiting):
            trained = self.get(sig)
            if trained is None:
                trained = train()
                self._put(sig, trained)
            return trained

    @contextmanager
    def _turn(self, sig: str, waiting: Callable[[], None]) -> Iterator[None]:
        """Let nobody else train this model meanwhile, whoever comes while others wait too."""
        with self._lock:
            turn = self._turns[sig]
            turn.asked += 1
        try:
            is_free = turn.lock.acquire(blocking=False)
            with nullcontext() if is_free else elsewhere():
                while not is_free and not turn.lock.acquire(timeout=0.2):
                    waiting()
                try:
                    yield
                finally:
                    turn.lock.release()
        finally:
            with self._lock:
                turn.asked -= 1
                if not turn.asked:
                    del self._turns[sig]

    def _put(self, sig: str, trained: Trained) -> None:
        with self._lock:
            self._keep(sig, trained)

    def _keep(self, sig: str, trained: Trained) -> None:
        """As the newest; the oldest go as long as there are too many, or too large ones."""
        known = self._elsewhere.pop(sig, None) or self._models.get(sig)
        if known is not trained:
            self._most_kept += trained.size
        self._models[sig] = trained
        self._models.move_to_end(sig)
        while len(self._models) > 1 and (
            len(self._models) > self._max_models or self._is_too_large()
        ):
            oldest, gone = self._models.popitem(last=False)
            ended.note(gone.size)
            self._elsewhere[oldest] = gone
            del gone  # or it would live on in here

    def _is_too_large(self) -> bool:
        """Those that end elsewhere do not tell: all are counted where it could be too much."""
        if self._most_kept > self._max_bytes:
            self._most_kept = self.size
        return self._most_kept > self._max_bytes


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
    train: Callable[..., Any],
    *,
    num_merges: int | None,
    at_most: bool = False,
    apart: bool = False,
    replayed: bool = True,
) -> Trained | None:
    """The model for this page, or None where the reader stopped its training.

    Arguments:
        train: called as ``train(text, on_merge=f, **settings)``, perhaps in another process: a
            function that its module has by this name.
        num_merges: how often it will call ``on_merge``; None where nobody knows.
        at_most: this is a bound, as a vocabulary size is, because the alphabet takes some of it.
        apart: even a small training may run away.
        replayed: a player shows it; all who ask for this model say the same.
    """
    sig = signature(state.page, text, settings)
    progress = _Progress(state, sig, num_merges, at_most=at_most)
    known = store().get(sig)
    if known is not None:
        return known
    if state.kept("stopped") == sig:
        st.info("Training was stopped. The text and the settings are as you left them.")
        st.button("Train again", key=state.key("again"), on_click=state.put, args=("stopped", ""))
        return None
    quick = _is_quick(text, num_merges)

    def training() -> Trained:
        arguments = {"train": train, "text": text, "settings": settings, "replayed": replayed}
        if quick and not apart:
            return Trained(sig, text, beside().learn(**arguments))
        return Trained(sig, text, _learn_apart(arguments, progress, quick=quick))

    try:
        return store().get_or_train(sig, training, waiting=progress.elsewhere)
    finally:
        progress.clear()


def _is_quick(text: str, num_merges: int | None) -> bool:
    if len(text) > AT_ONCE_CHARACTERS or (num_merges or 0) > AT_ONCE_STEPS:
        return False
    return sum(len(word) for word in text.split() if len(word) > LONG_WORD) <= AT_ONCE_IN_LONG_WORDS


def _learn_apart(arguments: dict[str, Any], progress: "_Progress", *, quick: bool) -> Learned:
    task = Task(
        learn,
        arguments,
        SECONDS,
        "Training",
        "Use a shorter text, or ask for less.",
        progress=True,
    )
    address = st.context.ip_address or ""
    line = workers(quick=quick)
    learned: Learned = line.run(task, progress.waiting, progress.in_line, address)
    return learned


class _Progress:
    """A bar and a button. Pressing it reruns the page, which ends this run as it waits.

    Each run has their place, so that what follows keeps its own.
    """

    def __init__(
        self, state: PageState, sig: str, num_merges: int | None, *, at_most: bool
    ) -> None:
        self._place, self._state, self._sig = st.empty(), state, sig
        self._num_merges, self._at_most = num_merges, at_most
        self._begun = time.monotonic()
        self._bar: Any = None

    def waiting(self, rank: int | None) -> None:
        """Show how far training is. Streamlit ends a run that is not wanted any more in here."""
        if not self._shown():
            return
        if rank is None:
            self._bar.progress(0.0, text="Counting …")
        elif self._num_merges is None:
            self._bar.progress(1 - 0.9**rank, text=f"Step {rank:,}")
        else:
            end = ", of fewer than" if self._at_most else " of"
            done = min(rank / self._num_merges, 1.0)
            self._bar.progress(done, text=f"Merge {rank:,}{end} {self._num_merges:,}")

    def in_line(self, before: int) -> None:
        """Show that the server works for others, and how many come first."""
        if self._shown():
            turn = f"{before:,} before you" if before else "You are next"
            self._bar.progress(0.0, text=f"The server is busy. {turn} …")

    def elsewhere(self) -> None:
        """Show that another reader's training is waited for."""
        if self._shown():
            self._bar.progress(0.0, text="Another reader trains on the same text. One moment …")

    def clear(self) -> None:
        """Leave the place empty."""
        if self._bar is not None:
            self._place.empty()

    def _shown(self) -> bool:
        """Whether the bar is there; it comes where training takes long."""
        if self._bar is None:
            self._state.kept("stopped")  # as any word with Streamlit, lets it end the run
            if time.monotonic() - self._begun > SHOW_PROGRESS_SECONDS:
                self._bar = self._show()
        return self._bar is not None

    def _show(self) -> Any:
        with self._place.container(
            key=f"progress {self._sig}", horizontal=True, vertical_alignment="center"
        ):
            st.html(MARK)  # Streamlit may first have to fetch what draws a bar
            bar = st.progress(0.0, text="Counting …")
            st.button(
                "Stop training",
                key=self._state.key(f"stop {self._sig}"),
                on_click=self._state.put,
                args=("stopped", self._sig),
            )
        return bar
