"""Trying spoiled files one after another, in a process of their own that may not grow or hang.

A file is refused with a TokvizError, or it loads, and then its tokenizer works. Anything else is a
finding. The processor time of one input and the memory of the process are bounded by the system: a
process that passes either bound is ended, and the next one goes on behind the input at fault.
"""

import multiprocessing
import resource
import signal
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import tokviz
from tests.files.mutations import spoiled
from tests.files.valid_files import valid_files
from tokviz.algorithms.any_tokenizer import PipelineTokenizer
from tokviz.checks.errors import TokvizError
from tokviz.text.labels import plain_label
from tokviz.ui.training.library_ids import library_ids

SECONDS = 10.0
"""Processor time for one input; they take a thousandth of it."""
LONGEST_MESSAGE, LONGEST_TEXT = 1_000, 50_000
MEMORY = 1 << 30
"""Bytes that a process may grow by."""
IN_MEMORY = next((folder for folder in ("/dev/shm",) if Path(folder).is_dir()), None)
TEXTS = (
    "",
    "the hen",
    " two  spaces ﬁ ①\t\n",
    "né\u0301 한국어 日本 😄 \ud800 \x00 <sep>th<sep>",
    "[UNK] ##a ▁▁a <unk> </s> <0x41> </w>" + "ab" * 20,
)


@dataclass
class Findings:
    """What became of the inputs."""

    loaded: int = 0
    refused: int = 0
    faults: list[str] = field(default_factory=list)
    slowest: float = 0.0
    slowest_seed: str = ""
    peak_bytes: int = 0

    def add(self, other: "Findings") -> None:
        """Both together."""
        self.loaded += other.loaded
        self.refused += other.refused
        self.faults += other.faults
        if other.slowest > self.slowest:
            self.slowest, self.slowest_seed = other.slowest, other.slowest_seed
        self.peak_bytes = max(self.peak_bytes, other.peak_bytes)

    @property
    def inputs(self) -> int:
        """How many were tried."""
        return self.loaded + self.refused + len(self.faults)


def tried(path: Path) -> bool:
    """Whether the file loads; its tokenizer is used then. What is no TokvizError is a fault."""
    try:
        tokenizer = tokviz.load(path)
    except TokvizError as error:
        if len(str(error)) > LONGEST_MESSAGE:
            raise RuntimeError(f"the message repeats the file: {str(error)[:100]}") from None
        return False
    _use(tokenizer)
    _ask_the_library(tokenizer, path)
    for suffix in getattr(tokenizer, "formats", ()):
        _use_again(tokenizer, path.with_name(f"again{suffix}"))
    return True


def _use(tokenizer: Any) -> None:
    vocab = tokenizer.vocab
    own = [token for _, token in zip(range(12), reversed(vocab.values()), strict=False)]
    own_text = " ".join(plain_label(token) for token in own)[:200]
    for text in (*TEXTS, own_text, own_text.replace(" ", "")):
        try:
            if _blown_up(tokenizer, text):
                continue
            ids = tokenizer.encode(text)
            back = tokenizer.decode(ids)
        except TokvizError:
            continue
        assert all(token_id in vocab for token_id in ids), "an id is not in the vocabulary"
        assert len(tokenizer.tokenize(text)) == len(ids), "a token is missing"
        assert isinstance(back, str)
        spans = tokenizer.token_spans(text)
        assert spans is None or len(spans) == len(ids), "a span is missing"
        if hasattr(tokenizer, "encode_trace"):
            assert tokenizer.encode_trace(text).steps is not None
    with suppress(TokvizError):
        tokenizer.decode(list(vocab)[-300:])


def _blown_up(tokenizer: Any, text: str) -> bool:
    """Whether the stages of a file make so much of a text that a page ends the work."""
    if not isinstance(tokenizer, PipelineTokenizer) or not tokenizer.may_run_away(len(text)):
        return False
    return sum(len(part.text) for part in tokenizer.stages.parts(text)) > LONGEST_TEXT


def _ask_the_library(tokenizer: Any, path: Path) -> None:
    for text in TEXTS:
        with suppress(TokvizError):
            if _blown_up(tokenizer, text):
                continue
            library_ids(tokenizer, path.read_bytes(), text)


def _use_again(tokenizer: Any, path: Path) -> None:
    """What can be saved can be loaded, with the same vocabulary; ranks have no special tokens."""
    try:
        tokenizer.save(path)
    except TokvizError:
        return
    ranks_alone = path.suffix == ".tiktoken"
    left = {
        token_id: token
        for token_id, token in tokenizer.vocab.items()
        if not ranks_alone or token_id not in tokenizer.special_ids
    }
    assert dict(tokviz.load(path).vocab) == left, f"another vocabulary from {path}"


# ---- in a process of its own ---------------------------------------------------------------------


def trial_run(seed: str, numbers: range) -> Findings:
    """The inputs of these numbers, tried one after another."""
    valid_files()  # made here once, so that every process has them
    findings = Findings()
    context = multiprocessing.get_context("fork")
    at = numbers.start
    while at < numbers.stop:
        receiver, sender = context.Pipe(duplex=False)
        rest = range(at, numbers.stop)
        with tempfile.TemporaryDirectory(dir=IN_MEMORY) as folder:
            process = context.Process(target=_try_all, args=(seed, rest, Path(folder), sender))
            process.start()
            sender.close()  # so that the end of the process is the end of what it sends
            for part in _received(receiver):
                findings.add(part)
                at += 1
            process.join()
        if at < numbers.stop:
            fault = f"{seed}:{at}: the process was ended with {process.exitcode}"
            findings.faults.append(fault)
            at += 1
    return findings


def _received(receiver: Connection) -> Iterator[Findings]:
    """What a process finds, until it has ended."""
    while True:
        try:
            yield receiver.recv()
        except EOFError:
            return


def _try_all(seed: str, numbers: range, folder: Path, sender: Connection) -> None:
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    size = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    limit = size * resource.getpagesize() + MEMORY
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    for number in numbers:
        sender.send(_try_one(f"{seed}:{number}", folder))


def _try_one(seed: str, folder: Path) -> Findings:
    file = spoiled(seed)
    path = folder / f"model{file.suffix}"
    path.write_bytes(file.content)
    findings = Findings()
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    start = time.process_time()
    try:
        if tried(path):
            findings.loaded = 1
        else:
            findings.refused = 1
    except Exception as error:  # anything at all is what is looked for
        findings.faults = [f"{seed}: {_where(error)}"]
    findings.slowest, findings.slowest_seed = time.process_time() - start, seed
    signal.setitimer(signal.ITIMER_PROF, 0)
    findings.peak_bytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    return findings


def _where(error: Exception) -> str:
    frame = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} in {Path(frame.filename).name}:{frame.lineno}: {error}"[:300]


def kinds(faults: list[str]) -> Counter[str]:
    """How often each fault was found, its seed aside."""
    return Counter(fault.split(": ", 1)[1] for fault in faults)
