"""Any trace as one page that replays it: what a notebook draws, and what a shell writes."""

from collections.abc import Callable
from typing import Any

from tokviz.checks.arguments import checked
from tokviz.checks.errors import KindError, TokvizError
from tokviz.text.characters import text_rows
from tokviz.traces.encoding import EncodeTrace
from tokviz.traces.lattice import LatticeTrace
from tokviz.traces.matches import MatchTrace
from tokviz.traces.merges import MergeTrace
from tokviz.traces.rounds import UnigramTrace
from tokviz.traces.words import LookUpTrace, NumberTrace, WhitespaceTrace, WordLevelTrace
from tokviz.views.lattice.lattice import lattice_graph, lattice_replay
from tokviz.views.player.player import encode_payload, replay_html, train_payload
from tokviz.views.rows.rows import DRAWN_BYTES, rows_html, rows_payload
from tokviz.views.stepper.matches import match_replay
from tokviz.views.stepper.rounds import rounds_replay
from tokviz.views.stepper.stepper import Replay, stepper_html, stepper_payload
from tokviz.views.stepper.words import look_up_replay, whitespace_replay, word_level_replay

Page = Callable[..., str]
"""``page(payload, title=..., step=...)``"""
Drawn = Callable[[Any], tuple[bytes, int]]
"""The payload of a trace, and the number of its last step."""


@checked
def trace_html(trace: object, *, title: str = "", step: int = 0) -> str:
    """One HTML page that replays the trace with no server and no network.

    It opens on ``step``. Raises TokvizError for what is no trace, and for a step that the replay
    does not have.
    """
    if type(trace) not in _PAGES:
        raise KindError(
            f"A replay is made of a trace, but this is of the kind {type(trace).__name__}. "
            "Give the .trace of a trained tokenizer, or what its encode_trace returned."
        )
    name, page, drawn = _PAGES[type(trace)]
    payload, last = drawn(trace)
    if not 0 <= step <= last:
        raise TokvizError(
            f"step must be from 0, the start, to {last}, the last step of this replay, but is "
            f"{step}. Ask for one of these."
        )
    return page(payload, title=title or name, step=step)


def _of(replay: Callable[[Any], Replay], drawing: Callable[[Any], Any] = lambda _: None) -> Drawn:
    def drawn(trace: Any) -> tuple[bytes, int]:
        made = replay(trace)
        return stepper_payload(made, drawing=drawing(trace)), made.steps

    return drawn


def _rows(trace: NumberTrace) -> tuple[bytes, int]:
    rows = text_rows(trace.text)
    return rows_payload(rows), min(rows.num_bytes, DRAWN_BYTES)


_PAGES: dict[type, tuple[str, Page, Drawn]] = {
    MergeTrace: (
        "Training, merge by merge",
        replay_html,
        lambda trace: (train_payload(trace), len(trace)),
    ),
    EncodeTrace: (
        "Encoding, merge by merge",
        replay_html,
        lambda trace: (encode_payload(trace), len(trace)),
    ),
    UnigramTrace: ("Training in rounds", stepper_html, _of(rounds_replay)),
    LatticeTrace: ("Lattice", stepper_html, _of(lattice_replay, lattice_graph)),
    MatchTrace: ("Encoding, try by try", stepper_html, _of(match_replay)),
    WordLevelTrace: ("Word level", stepper_html, _of(word_level_replay)),
    LookUpTrace: ("Look-ups, word by word", stepper_html, _of(look_up_replay)),
    WhitespaceTrace: ("Whitespace", stepper_html, _of(whitespace_replay)),
    NumberTrace: ("Text to bytes", rows_html, _rows),
}
