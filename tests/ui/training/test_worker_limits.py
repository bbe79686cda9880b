"""A worker where the system has limits of its own."""

import signal
import subprocess
import sys
import threading
from pathlib import Path
from subprocess import PIPE
from typing import Any, BinaryIO, cast

import pytest
from tokenizers import Tokenizer
from tokenizers.models import WordLevel

from tokviz.ui.training.messages import pickled, receive
from tokviz.ui.training.tasks import be_ready
from tokviz.ui.training.workers import Task, Worker, Workers


def test_a_system_that_grants_less_than_a_worker_asks_for_is_no_fault() -> None:
    """As where a school's machine limits all processes, or macOS takes no limit of memory."""
    code = """if __name__ == "__main__":
        import resource
        for kind, most in ((resource.RLIMIT_AS, 2_000_000_000), (resource.RLIMIT_CPU, 40)):
            resource.setrlimit(kind, (most, most))
        from tests.ui.training.test_workers import Workers, add, patient, task
        print(Workers(most=1).run(task(add, a=2, b=3), patient))"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout == "5\n", done.stderr


def test_a_process_whose_answers_find_no_thread_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[subprocess.Popen[bytes]] = []

    def refuses(_: object) -> None:
        raise RuntimeError("can't start new thread")

    class Noted(subprocess.Popen[bytes]):
        def __init__(self, *arguments: Any, **options: Any) -> None:
            super().__init__(*arguments, **options)
            started.append(self)

    monkeypatch.setattr(subprocess, "Popen", Noted)
    monkeypatch.setattr(threading.Thread, "start", refuses)
    with pytest.raises(RuntimeError, match="new thread"):
        Worker()
    assert [process.poll() for process in started] == [-signal.SIGKILL]


def test_a_worker_whose_server_is_gone_ends_in_silence() -> None:
    command = [sys.executable, "-m", "tokviz.ui.training.worker"]
    with subprocess.Popen(command, stdin=PIPE, stdout=PIPE, stderr=PIPE) as worker:
        tasks, answers, errors = (
            cast(BinaryIO, pipe) for pipe in (worker.stdin, worker.stdout, worker.stderr)
        )
        assert receive(answers) == ("free", True)
        answers.close()
        tasks.write(pickled(("task", (be_ready, {}, False, 60.0))))
        tasks.flush()
        assert worker.wait(60) == 1
        assert errors.read() == b""


def test_a_worker_takes_all_that_its_system_grants_where_that_is_less_than_it_asks_for() -> None:
    """A soft limit below it, as of the task before, is none of the system's."""
    code = """if __name__ == "__main__":
        import resource
        from tokviz.ui.training import worker
        resource.setrlimit(resource.RLIMIT_CPU, (30, 40))
        worker._limit(resource.RLIMIT_CPU, 50)
        print(*resource.getrlimit(resource.RLIMIT_CPU))"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout == "40 40\n", done.stderr


def threads_beside_the_library() -> int:
    """How many threads Hugging Face's library has started to encode a text."""
    library = Tokenizer(WordLevel({"a": 0}, unk_token="a"))
    before = len(list(Path("/proc/self/task").iterdir()))
    library.encode_batch(["a"])
    return len(list(Path("/proc/self/task").iterdir())) - before


@pytest.mark.skipif(sys.platform != "linux", reason="only there the system tells")
def test_the_library_has_no_threads_of_its_own_in_a_worker(workers: Workers) -> None:
    """On a machine of many cores they would fill the memory that a worker may use."""
    asked = Task(threads_beside_the_library, {}, 60.0, "Counting", "")
    assert workers.run(asked, lambda _: None) == 0
