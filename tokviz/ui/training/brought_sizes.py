"""How many bytes a brought tokenizer keeps, with what it makes for its first text.

A loaded model makes its tables when it is first asked, and they may be several times what it was
loaded with. So a worker asks it once, counts, and sends the model with the number; the page's
process makes the tables anew when it needs them.

Not here: Streamlit, because workers do without.
"""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from tokviz.algorithms.any_tokenizer import PipelineTokenizer
from tokviz.text import limits
from tokviz.text.errors import TokvizError
from tokviz.ui.training.brought import examine, record
from tokviz.ui.training.sizes import kept_bytes
from tokviz.ui.training.trained import LATER

ASKED = "hello"
LIBRARY_BYTES = 230
"""What Hugging Face's library keeps at most for each character of its tokens: it puts the pieces of
a Unigram into a tree of single characters, where Python's allocator does not see them."""


def load_counted(load: Callable[..., Any], **arguments: Any) -> tuple[Any, int]:
    """What ``load`` gives for these arguments, and the bytes that it will keep."""
    model = load(**arguments)
    return model, used_bytes(model)


def used_bytes(model: Any) -> int:
    """The bytes that a model keeps once it has been asked, with room for what it remembers."""
    if not (hasattr(model, "may_run_away") and model.may_run_away(len(ASKED))):
        with suppress(TokvizError):  # the tables are there though a letter may be no token
            examine(model, b"", ASKED, ask=lambda *_: None)
        with suppress(TokvizError):
            record(model, ASKED)
    library = LIBRARY_BYTES * letters(model) if is_asked_here(model) else 0
    return kept_bytes(model) + library + LATER


def is_asked_here(model: Any) -> bool:
    """Whether the library of a pipeline is small enough to be asked, and kept, where pages run."""
    if not isinstance(model, PipelineTokenizer) or len(model.vocab) > limits.LIBRARY_AT_ONCE:
        return False
    return letters(model) <= limits.LIBRARY_LETTERS


def letters(model: PipelineTokenizer) -> int:
    """The characters, or bytes, of all its tokens together."""
    return sum(map(len, model.vocab.values()))
