"""What a run has drawn and not yet sent when another run takes its place.

Streamlit lets go of what the part that is drawn anew had drawn, and keeps what other parts had: a
part that stands within it among them. Its elements then come to a browser that was never told of
the place where they stand, which ends all of the page in white: "Cannot set a node at a delta
path". So what stands below a place that was let go of is let go of, too. The new run draws it all.
"""

from collections.abc import Collection

from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime.forward_msg_queue import ForwardMsgQueue

Path = tuple[int, ...]
"""Where an element stands: its number in each of the blocks around it, from the outermost."""

_clear = ForwardMsgQueue.clear


def let_go_of_the_overtaken() -> None:
    """Let the queues of this process keep nothing whose place they let go of."""
    ForwardMsgQueue.clear = clear  # type: ignore[method-assign]


def clear(
    self: ForwardMsgQueue,
    retain_lifecycle_msgs: bool = False,
    fragment_ids_this_run: list[str] | None = None,
) -> None:
    """Streamlit's own, and then what stands below what it let go of."""
    before = self._queue
    _clear(self, retain_lifecycle_msgs, fragment_ids_this_run)
    kept = {id(message) for message in self._queue}
    gone = {path_of(message) for message in before if id(message) not in kept} - {()}
    if gone:
        self._queue = [one for one in self._queue if not is_below(path_of(one), gone)]


def path_of(message: ForwardMsg) -> Path:
    """Where a message draws; () for one that draws nothing."""
    return tuple(message.metadata.delta_path)


def is_below(path: Path, places: Collection[Path]) -> bool:
    """Whether a block around this path is at one of these places."""
    return any(path[:depth] in places for depth in range(1, len(path)))
