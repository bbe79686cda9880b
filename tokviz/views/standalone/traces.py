"""Any trace as one page that replays it: what a notebook draws, and what a shell writes."""

from collections.abc import Callable
from typing import Any

from tokviz.text.arguments import checked
from tokviz.text.characters import text_rows
from tokviz.text.errors import KindError, TokvizError
from tokviz.traces.encoding import EncodeTrace
from tokviz.traces.lattice import LatticeTrace
from tokviz.traces.matches import MatchTrace
from tokviz.traces.merges import MergeTrace
from tokviz.traces.rounds import UnigramTrace
from tokviz.traces.words import LookUpTrace, NumberTrace, WhitespaceTrace, WordLevelTrace
from tokviz.views.lattice.lattice import lattice_payload
from tokviz.views.player.player import encode_payload, replay_html, train_payload
from tokviz.views.rows.rows import rows_html, rows_payload
from tokviz.views.stepper.matches import match_replay
from tokviz.views.stepper.rounds import rounds_replay
from tokviz.views.stepper.stepper import Replay, stepper_html, stepper_payload
from tokviz.views.stepper.words import look_up_replay, whitespace_replay, word_level_replay

Page = Callable[..., str]
"""``page(payload, title=..., step=...)``"""


@checked
def trace_html(trace: object, *, title: str = "", step: int = 0) -> str:
    """One HTML page that replays the trace with no server and no network.

    It opens on ``step``, or on the last one where there are fewer. Raises TokvizError for what is
    no trace, and for a step below 0.
    """
    if type(trace) not in _PAGES:
        raise KindError(
            f"A replay is made of a trace, but this is a {type(trace).__name__}. Give the .trace "
            "of a trained tokenizer, or what its encode_trace returned."
        )
    if step < 0:
        raise TokvizError(f"step must be 0 or more, but is {step}. 0 is the start.")
    name, page, payload = _PAGES[type(trace)]
    return page(payload(trace), title=title or name, step=step)


def _of(replay: Callable[[Any], Replay]) -> Callable[[Any], bytes]:
    return lambda trace: stepper_payload(replay(trace))


_PAGES: dict[type, tuple[str, Page, Callable[[Any], bytes]]] = {
    MergeTrace: ("Training, merge by merge", replay_html, train_payload),
    EncodeTrace: ("Encoding, merge by merge", replay_html, encode_payload),
    UnigramTrace: ("Training in rounds", stepper_html, _of(rounds_replay)),
    LatticeTrace: ("Lattice", stepper_html, lattice_payload),
    MatchTrace: ("Encoding, try by try", stepper_html, _of(match_replay)),
    WordLevelTrace: ("Word level", stepper_html, _of(word_level_replay)),
    LookUpTrace: ("Look-ups, word by word", stepper_html, _of(look_up_replay)),
    WhitespaceTrace: ("Whitespace", stepper_html, _of(whitespace_replay)),
    NumberTrace: (
        "Text to bytes",
        rows_html,
        lambda trace: rows_payload(text_rows(trace.text)),
    ),
}
