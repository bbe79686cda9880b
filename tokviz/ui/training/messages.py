"""How a page and a worker speak: frames of eight bytes that say a length, and a pickle.

Messages to a worker: ("task", (function, arguments, progress, seconds)).
From it: ("step", number) while it works; then one of ("done", result), ("refused", a TokvizError),
("memory", None), ("failed", a traceback in words); then ("free", whether it takes another task).
"""

import pickle
from typing import Any, BinaryIO, TypeAlias

Message: TypeAlias = tuple[str, Any]
_LENGTH = 8


def frame(message: Message) -> bytes:
    """The message as it travels. What is read-only stays so."""
    content = pickle.dumps(message, protocol=pickle.HIGHEST_PROTOCOL)
    return len(content).to_bytes(_LENGTH, "little") + content


def receive(pipe: BinaryIO) -> Message | None:
    """The next message; None where the other side is gone.

    It is read as it comes: at each read the other threads have their turn. A large one that was
    read whole would hold them all up until everything in it is made, a second on a busy machine.
    """
    try:
        message: Message | None = pickle.load(pipe) if pipe.read(_LENGTH) else None
    except (EOFError, pickle.UnpicklingError):  # in the middle of one
        return None
    return message
