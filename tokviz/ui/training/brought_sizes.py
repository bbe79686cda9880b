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
from tokviz.algorithms.pipelines.added_tokens import number_of_beginnings
from tokviz.algorithms.pipelines.lattices import PipelineLattice
from tokviz.checks import limits
from tokviz.checks.errors import TokvizError
from tokviz.ui.training.brought import examine, record
from tokviz.ui.training.sizes import kept_bytes
from tokviz.ui.training.trained import LATER

ASKED = "hello"
STAGE_BYTES, STATE_BYTES = 3, 16
"""What Hugging Face's library keeps of a pipeline without its model: for each character of the
file, and for each state of the automaton that finds its added tokens."""
TOKEN_BYTES, MERGE_BYTES = 200, 70
"""What it keeps of a model for each token, beside its letters twice, and for each merge."""
NODE_BYTES = 355
"""What it keeps at most for each node of the tree of bytes that a Unigram's pieces are."""


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
    return kept_bytes(model) + library_bytes(model) + LATER


def library_bytes(model: Any) -> int:
    """What the library keeps of a pipeline where pages run; Python's allocator does not see it.

    There it reads the stages twice, to encode and to decode, and the whole file once, to be asked.
    """
    if not isinstance(model, PipelineTokenizer) or model.may_run_away(1):
        return 0
    stages = STAGE_BYTES * len(model.stages.silent) + STATE_BYTES * model.stages.added_states
    return 3 * stages + _model_bytes(model) if is_asked_here(model) else 2 * stages


def _model_bytes(model: PipelineTokenizer) -> int:
    tokens = [token.encode() for token in model.model.token_to_id]
    kept = TOKEN_BYTES * len(tokens) + MERGE_BYTES * (model.facts.num_merges or 0)
    if isinstance(model.model, PipelineLattice):
        return kept + NODE_BYTES * number_of_beginnings(tokens)
    return kept + 2 * sum(map(len, tokens))


def is_asked_here(model: Any) -> bool:
    """Whether a model is small enough for its library to be asked where pages run."""
    if len(model.vocab) > limits.LIBRARY_AT_ONCE:
        return False
    if not isinstance(model, PipelineTokenizer):
        return True
    few = (model.facts.num_merges or 0) <= 2 * limits.LIBRARY_AT_ONCE
    return few and model.stages.are_read_here and _letters(model) <= limits.LIBRARY_LETTERS


def _letters(model: PipelineTokenizer) -> int:
    """The UTF-8 bytes of all its tokens together."""
    tokens = model.vocab.values()
    return sum(len(token if isinstance(token, bytes) else token.encode()) for token in tokens)
