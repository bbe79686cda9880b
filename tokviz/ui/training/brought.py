"""What workers do with a tokenizer that a reader brings: fetch it, load it, encode with it.

Not here: Streamlit, because workers do without.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from http.client import HTTPException
from pathlib import Path
from typing import Any, TypeAlias
from urllib.error import HTTPError
from urllib.parse import quote
from urllib.request import urlopen

from tiktoken import Encoding

from tokviz.algorithms.alike.special_in_text import reading_whole
from tokviz.algorithms.any_tokenizer import PipelineTokenizer
from tokviz.algorithms.pipelines.lattices import PipelineLattice
from tokviz.algorithms.regex_bpe import RegexBPE
from tokviz.algorithms.unigram import Unigram
from tokviz.checks.errors import FileError, TokvizError
from tokviz.checks.limits import AT_ONCE, FILE_BYTES, LATTICE, TRIED
from tokviz.files.errors import short
from tokviz.files.loading.tiktoken_ranks import load_tiktoken
from tokviz.files.loading.vocab_merges import MERGES_NAME, NoMergesError, load_vocab_merges
from tokviz.loading import SUFFIXES, load
from tokviz.references import encodings
from tokviz.text.markers import BERT_UNK
from tokviz.text.pre_tokens import GPT2_PATTERN, well_formed
from tokviz.traces.around import Frame
from tokviz.traces.encoding import EncodeTrace
from tokviz.traces.matches import MatchTrace
from tokviz.traces.results import Loss, Result, result_of, unknown_and_lost
from tokviz.traces.tokenizer import EncodingTrace, Tokenizer
from tokviz.ui.training.folder import in_a_folder
from tokviz.ui.training.library_ids import LibraryIds, library_ids

File = tuple[str, bytes]
"""A file's name and its content."""
Ask: TypeAlias = Callable[[Any, bytes, str], LibraryIds | None]
"""What the library gives, by model, file and text."""
HUB, HUB_FILE = "https://huggingface.co", "tokenizer.json"
HUB_SECONDS = 10.0
NAMED = 2
"""Of files that are too many, so many are named."""
_NO_NETWORK = "Check the name and this machine's network; GPT-2 and files need none."


@dataclass(frozen=True)
class Examined:
    """One text through one tokenizer. Ids, tokens and UTF-8 byte ranges go together.

    ``text`` is as it was encoded, without lone surrogates; ``back`` is what the ids decode to.
    ``frame`` is what the post-processor puts around them, None where it has no form for one text.
    ``unknown`` and ``losses`` are as a ``Result`` has them.
    """

    text: str
    ids: tuple[int, ...]
    tokens: tuple[Any, ...]
    spans: tuple[tuple[int, int], ...]
    library: LibraryIds | None
    back: str
    frame: Frame | None
    unknown: tuple[tuple[int, int], ...]
    losses: tuple[Loss, ...]

    @property
    def framed(self) -> tuple[int, ...]:
        """The ids with the marks around them."""
        return self.ids if self.frame is None else tuple(self.frame.around(self.ids))


def load_files(files: Sequence[File], pattern: str) -> Any:
    """The tokenizer of a file, or of a ``vocab.json`` and its ``merges.txt``.

    ``pattern`` splits where the file does not say how. TokvizError, by the reader's names, where
    there is no tokenizer in them.
    """
    merges = next((i for i, (name, _) in enumerate(files) if name.endswith(MERGES_NAME)), None)
    vocab = [i for i in range(len(files)) if i != merges]
    if merges is not None and not vocab:
        raise TokvizError(
            f"A {MERGES_NAME} is half of a tokenizer; the other half is the vocab.json that was "
            "saved with it. Drop both at once."
        )
    if len(vocab) != 1:
        names = ", ".join(name for name, _ in files[:NAMED])
        more = f" and {len(files) - NAMED} more" if len(files) > NAMED else ""
        raise TokvizError(
            "A tokenizer is one file, or a vocab.json with its merges.txt, but these are "
            f"{names}{more}. Drop those of one tokenizer alone."
        )
    name, content = files[vocab[0]]
    if merges is not None and not name.endswith(".json"):
        raise TokvizError(
            f"A {MERGES_NAME} goes with its vocab.json, but {name} is none. Drop those two, or "
            f"{name} alone."
        )
    if name.endswith(".txt") and _is_a_text(content):
        raise TokvizError(
            f"A .txt here is BERT's vocab.txt, with {BERT_UNK} on a line of its own, but {name} "
            "has none and looks like a text. Drop a text under “Text and settings”."
        )

    def loaded(folder: Path) -> Any:
        suffix = Path(name).suffix
        path = folder / f"uploaded{suffix if suffix in SUFFIXES else ''}"  # others may be no name
        path.write_bytes(content)
        if merges is not None:
            (folder / MERGES_NAME).write_bytes(files[merges][1])
        return _by_its_name(name, path, pattern, together=merges is not None)

    return in_a_folder(loaded)


def _by_its_name(name: str, path: Path, pattern: str, *, together: bool) -> Any:
    """What is loaded; what is wrong with it is told by the reader's name of the file."""
    try:
        return _loaded(path, pattern, together=together)
    except NoMergesError:
        raise TokvizError(
            f"This page takes one file, a {HUB_FILE}, but {name} is a vocabulary alone: its "
            f"merges are not in it. Drop the model's {HUB_FILE}, which holds both, or drop {name} "
            f"together with its {MERGES_NAME}."
        ) from None
    except FileError:
        raise
    except TokvizError as error:
        raise TokvizError(str(error).replace(path.name, name)) from None


def _is_a_text(content: bytes) -> bool:
    """Whether this is text, and no vocabulary; what is no text, or nothing, is told elsewhere."""
    try:
        return bool(content) and BERT_UNK not in content.decode().split()
    except UnicodeDecodeError:
        return False


def _loaded(path: Path, pattern: str, *, together: bool) -> Any:
    if together:
        return load_vocab_merges(path, pattern=None if pattern == GPT2_PATTERN else pattern)
    if path.suffix == ".tiktoken":
        return load_tiktoken(path, pattern=pattern)
    return reading_whole(load(path))


def load_encoding(name: str) -> RegexBPE:
    """An encoding of tiktoken's, fetched and if possible kept; TokvizError where it is not had."""
    return _of_encoding(encodings.fetch(name, must_keep=False))


def load_kept(name: str) -> RegexBPE:
    """An encoding that this machine keeps, with no network."""
    return _of_encoding(encodings.load_kept(name))


def _of_encoding(encoding: Encoding) -> RegexBPE:
    model: RegexBPE = reading_whole(RegexBPE.from_tiktoken(encoding))
    return model


def fetch_from_hub(name: str) -> bytes:
    """The ``tokenizer.json`` of a model on the Hugging Face Hub; TokvizError if there is none."""
    address = f"{HUB}/{quote(name)}/resolve/main/{HUB_FILE}"
    try:
        with urlopen(address, timeout=HUB_SECONDS) as answer:
            content: bytes = answer.read(FILE_BYTES + 1)
    except (OSError, HTTPException, ValueError) as error:
        raise TokvizError(
            f"The Hugging Face Hub must give the {HUB_FILE} of {short(name)}, but {_why(error)}. "
            f"{_NO_NETWORK}"
        ) from None
    return content


def _why(error: Exception) -> str:
    """What went wrong, in words."""
    if isinstance(error, HTTPError):
        return {
            401: "it says that there is none, or that it is not for everyone (401)",
            403: "it says that it is not for everyone (403)",
            404: "it has none (404)",
        }.get(error.code, f"it answered {error.code}")
    if isinstance(getattr(error, "reason", error), TimeoutError):
        return f"it did not answer within {HUB_SECONDS:g} seconds"
    return "it could not be reached"


def examine(model: Any, content: bytes, text: str, *, ask: Ask = library_ids) -> Examined:
    """Encode the text and decode it, and ask the library beside."""
    text = well_formed(text)
    ids = tuple(model.encode(text))
    check_amount(len(ids), "tokens")
    back = model.decode(ids)
    check_amount(len(back), "characters")
    spans = tuple(model.token_spans(text))
    unknown, losses = unknown_and_lost(model, text, ids, spans, back)
    return Examined(
        text,
        ids,
        tuple(model.vocab[token_id] for token_id in ids),
        spans,
        ask(model, content, text),
        back,
        model.frame if isinstance(model, PipelineTokenizer) else Frame(),
        unknown,
        losses,
    )


def compared(name: str, tokenizer: Tokenizer, text: str) -> Result:
    """``result_of`` a tokenizer that is set beside others."""
    result = result_of(name, tokenizer, text)
    check_amount(len(result.ids), "tokens")
    return result


def check_amount(number: int, what: str, *, most: int | None = None) -> None:
    """TokvizError where a tokenizer of a file makes more of a text than a page can show."""
    most = AT_ONCE if most is None else most
    if number > most:
        raise TokvizError(
            f"A text becomes at most {most:,} {what} here, but this one becomes {number:,}. "
            "Use a shorter text."
        )


def record(model: Any, text: str) -> EncodingTrace:
    """How the text is encoded, step by step.

    Of a lattice as much as can be read: all edges over a long text would fill the memory.
    """
    text = well_formed(text)
    while (size := _lattice_size(model, text)) > LATTICE:
        text = text[: min(len(text) * LATTICE // size, len(text) - 1)]
    trace: EncodingTrace = model.encode_trace(text)
    check_amount(len(trace.symbols if isinstance(trace, EncodeTrace) else trace.steps), "steps")
    if isinstance(trace, MatchTrace):
        tried = sum(len(step.candidate) for step in trace.steps)
        check_amount(tried, "characters of tries", most=TRIED)
    return trace


def _lattice_size(model: Any, text: str) -> int:
    """The characters over which a model would lay its lattice, 0 where it has none."""
    if isinstance(model, Unigram):
        return len(model.normalizer.normalize(text))
    if isinstance(model, PipelineTokenizer) and isinstance(model.model, PipelineLattice):
        return sum(len(part.text) for part in model.stages.parts(text))
    return 0
