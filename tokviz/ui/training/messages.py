"""How a page and a worker speak: in pickles, of which each says itself where it ends.

Messages to a worker: ("task", (function, arguments, progress, seconds)).
From it: ("step", number) while it works; then one of ("done", result), ("refused", a TokvizError),
("memory", None), ("failed", a traceback in words); then ("free", whether it takes another task).
"""

import pickle
from typing import Any, BinaryIO, TypeAlias

Message: TypeAlias = tuple[str, Any]


def pickled(message: Message) -> bytes:
    """The message as it travels. What is read-only stays so."""
    return pickle.dumps(message, protocol=pickle.HIGHEST_PROTOCOL)


def receive(pipe: BinaryIO) -> Message | None:
    """The next message; None where the other side is gone.

    It is read as it comes: at each read the other threads have their turn. A large one that was
    read whole would hold them all up until everything in it is made, a second on a busy machine.
    """
    try:
        message: Message | None = pickle.load(pipe)
    except (EOFError, pickle.UnpicklingError):  # before one, or in the middle of it
        return None
    return message
