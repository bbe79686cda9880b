"""How a page and a worker speak: frames of eight bytes that say a length, and a pickle.

Messages to a worker: ("task", (function, arguments, progress, seconds)).
From it: ("step", number) while it works; then one of ("done", result), ("refused", a TokvizError),
("memory", None), ("failed", a traceback in words); then ("free", whether it takes another task).
"""

import pickle
from typing import Any, BinaryIO, TypeAlias

Message: TypeAlias = tuple[str, Any]


def frame(message: Message) -> bytes:
    """The message as it travels. What is read-only stays so."""
    content = pickle.dumps(message, protocol=pickle.HIGHEST_PROTOCOL)
    return len(content).to_bytes(8, "little") + content


def receive(pipe: BinaryIO) -> Message | None:
    """The next message; None where the other side is gone."""
    size = int.from_bytes(pipe.read(8), "little")
    content = pipe.read(size)
    if not size or len(content) < size:
        return None
    message: Message = pickle.loads(content)
    return message
