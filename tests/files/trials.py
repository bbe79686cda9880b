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
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, TypeAlias

import tokviz
from tests.files.mutations import spoiled
from tests.files.valid_files import ModelFile, valid_files
from tokviz.algorithms.any_tokenizer import PipelineTokenizer
from tokviz.checks.errors import TokvizError
from tokviz.text.labels import plain_label
from tokviz.ui.training.library_ids import library_ids

SECONDS = 10.0
"""Processor time for one input; they take a thousandth of it."""
PORTION = 100
"""Inputs of which a process tells at once."""
LONGEST_MESSAGE, LONGEST_TEXT = 1_000, 50_000
MEMORY = 1 << 30
"""Bytes that a process may grow by."""
Trial: TypeAlias = Callable[[str, Path], bool]
"""The input of a seed, tried in a folder: is it taken? What is no refusal of ours is a fault."""
_USED: set[ModelFile] = set()
"""Of this process: whole files that were loaded and used, which is most of the time of a run."""
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
    """What became of the inputs; by how much a process has grown at most, after it was begun."""

    loaded: int = 0
    refused: int = 0
    faults: list[str] = field(default_factory=list)
    slowest: float = 0.0
    slowest_seed: str = ""
    peak_bytes: int = 0
    growth_bytes: int = 0

    def add(self, other: "Findings") -> None:
        """Both together."""
        self.loaded += other.loaded
        self.refused += other.refused
        self.faults += other.faults
        if other.slowest > self.slowest:
            self.slowest, self.slowest_seed = other.slowest, other.slowest_seed
        self.peak_bytes = max(self.peak_bytes, other.peak_bytes)
        self.growth_bytes = max(self.growth_bytes, other.growth_bytes)

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


def trial_run(seed: str, numbers: range, trial: Trial | None = None) -> Findings:
    """The inputs of these numbers, tried one after another; model files unless told otherwise.

    A process tells what it found of a hundred at a time; those of one that was ended are tried
    again one by one, so that the input at fault is known.
    """
    valid_files()  # made here once, so that every process has them
    findings = Findings()
    context = multiprocessing.get_context("fork")
    at, portion = numbers.start, PORTION
    while at < numbers.stop:
        receiver, sender = context.Pipe(duplex=False)
        rest = range(at, numbers.stop)
        with tempfile.TemporaryDirectory(dir=IN_MEMORY) as folder:
            one = partial(_try_one, trial or model_file, Path(folder))
            process = context.Process(target=_try_all, args=(one, seed, rest, portion, sender))
            process.start()
            sender.close()  # so that the end of the process is the end of what it sends
            for part in _received(receiver):
                findings.add(part)
                at += part.inputs
            process.join()
        if at < numbers.stop and portion > 1:
            portion = 1
        elif at < numbers.stop:
            fault = f"{seed}:{at}: the process was ended with {process.exitcode}"
            findings.faults.append(fault)
            at, portion = at + 1, PORTION
    return findings


def _received(receiver: Connection) -> Iterator[Findings]:
    """What a process finds, until it has ended."""
    while True:
        try:
            yield receiver.recv()
        except EOFError:
            return


def _try_all(
    one: Callable[[str, Findings], None],
    seed: str,
    numbers: range,
    portion: int,
    sender: Connection,
) -> None:
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    size = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    limit = size * resource.getpagesize() + MEMORY
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    begun = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    findings = Findings()
    for number in numbers:
        one(f"{seed}:{number}", findings)
        if findings.inputs >= portion or number == numbers[-1]:
            findings.peak_bytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
            findings.growth_bytes = findings.peak_bytes - begun
            sender.send(findings)
            findings = Findings()


def model_file(seed: str, folder: Path) -> bool:
    """Whether the model file of this seed loads, and works then; one that is whole is used once."""
    file = spoiled(seed)
    if file in _USED:
        return True
    path = folder / f"model{file.suffix}"
    path.write_bytes(file.content)
    loads = tried(path)
    if loads and file in valid_files():
        _USED.add(file)
    return loads


def _try_one(trial: Trial, folder: Path, seed: str, findings: Findings) -> None:
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    start = time.process_time()
    try:
        if trial(seed, folder):
            findings.loaded += 1
        else:
            findings.refused += 1
    except Exception as error:  # anything at all is what is looked for
        findings.faults.append(f"{seed}: {_where(error)}")
    seconds = time.process_time() - start
    if seconds > findings.slowest:
        findings.slowest, findings.slowest_seed = seconds, seed
    signal.setitimer(signal.ITIMER_PROF, 0)


def _where(error: Exception) -> str:
    frame = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} in {Path(frame.filename).name}:{frame.lineno}: {error}"[:300]


def kinds(faults: list[str]) -> Counter[str]:
    """How often each fault was found, its seed aside."""
    return Counter(fault.split(": ", 1)[1] for fault in faults)
