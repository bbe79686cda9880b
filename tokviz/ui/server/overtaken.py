"""What a run has drawn and not yet sent when another run takes its place.

Where a part of a page is drawn anew, Streamlit lets go of what it had waiting, and keeps what
others had: a part that stands within it, or what stands after it on the page. That comes to a
browser that was never told of the place around it, or before it, which ends all of the page in
white: "Cannot set a node at a delta path", "Bad delta path index". So all of it is sent, as it
would have been had the new run begun a moment later. Where all of a page is drawn anew, all goes.

Streamlit lets go because what waits is replaced by what is newer at the same place, ahead of the
word that a new run began. Here it is not: what a run draws goes behind all (``bundles``).
"""

from streamlit.runtime.forward_msg_queue import ForwardMsgQueue

_clear = ForwardMsgQueue.clear


def send_the_overtaken() -> None:
    """Let the queues of this process keep what waits when a part of a page is drawn anew."""
    ForwardMsgQueue.clear = clear  # type: ignore[method-assign]


def clear(
    self: ForwardMsgQueue,
    retain_lifecycle_msgs: bool = False,
    fragment_ids_this_run: list[str] | None = None,
) -> None:
    """Streamlit's own, but before a run of a part."""
    if not retain_lifecycle_msgs or fragment_ids_this_run is None:
        _clear(self, retain_lifecycle_msgs)
