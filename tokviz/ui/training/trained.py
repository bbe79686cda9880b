"""A model with the text it learned from, and what a page derives from both, once.

Not here: Streamlit, because workers make these too.
"""

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from tokviz.checks.errors import TokvizError
from tokviz.traces.merges import MergeTrace
from tokviz.ui.training.sizes import kept_bytes
from tokviz.views.payload import deflated
from tokviz.views.player.player import train_payload

MAX_MODEL_BYTES = 200_000_000
"""What one model may keep: several times what the largest text and vocabulary on offer need."""
LATER, LATER_PER_STEP = 1_200_000, 600
"""Bytes that a model computes and keeps when it is first looked at, normalizes or encodes."""

OnMerge = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class Learned:
    """What training gave: the model, the trace as the player takes it, and their bytes.

    ``payload`` is empty where no player shows it, and deflated where it is large.
    """

    model: Any  # a Tokenizer; the lesson's own page knows which
    payload: bytes
    size: int


@dataclass(frozen=True, slots=True, weakref_slot=True)
class Trained:
    """A model as the store keeps it. What outlives a run of a page refers to it weakly.

    A session that stays open keeps what its buttons call; the store could let go of no model.
    """

    sig: str
    text: str
    learned: Learned

    @property
    def model(self) -> Any:
        return self.learned.model

    @property
    def trace(self) -> MergeTrace:
        """What training recorded; of a lesson that does not merge, ask the model."""
        trace: MergeTrace = self.model.trace
        return trace

    @property
    def payload(self) -> bytes:
        """The trace as the player takes it."""
        return self.learned.payload

    @property
    def size(self) -> int:
        """How many bytes it keeps: the text, the model with its trace, and the payload."""
        return sys.getsizeof(self.text) + self.learned.size


def learn(
    train: Callable[..., Any],
    text: str,
    settings: Mapping[str, Any],
    on_merge: OnMerge | None = None,
    *,
    replayed: bool = True,
) -> Learned:
    """Train, and make what the page needs of it; without ``replayed`` no player shows it.

    Raises what ``train`` raises, and TokvizError for a model that is too large to be kept.
    """
    model = train(text, on_merge=on_merge, **settings)
    trace = model.trace
    size = kept_bytes(model) + LATER + LATER_PER_STEP * _steps(trace)
    _check_size(size)
    shown = replayed and isinstance(trace, MergeTrace)
    payload = deflated(train_payload(trace)) if shown else b""
    _check_size(size + len(payload))
    return Learned(model, payload, size + len(payload))


def _steps(trace: Any) -> int:
    return len(trace) if hasattr(trace, "__len__") else 0


def _check_size(size: int) -> None:
    if size > MAX_MODEL_BYTES:
        raise TokvizError(
            f"A trained model may take up to {MAX_MODEL_BYTES / 1e6:.0f} MB of memory, but this "
            f"one takes {size / 1e6:,.0f}: pairs that stand only once make ever longer tokens. Ask "
            "for fewer merges, or for pairs that stand at least twice."
        )
