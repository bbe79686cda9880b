"""A corpus counted by two Dask workers, and by one that is left of them."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from time import sleep
from typing import Any

import pytest

from tests.corpus_files import TEXTS, assert_trained_alike, write_files
from tokviz import RegexBPE, SentencePieceBPE, WordPiece, count_pre_tokens, load
from tokviz.__main__ import main
from tokviz.checks.errors import TokvizError

if not os.environ.get("CI"):
    pytest.importorskip("distributed", reason="Dask is an extra")

pytestmark = pytest.mark.filterwarnings("default")  # Dask's own


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    from distributed import LocalCluster  # noqa: PLC0415 - an extra

    with LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as cluster:
        yield cluster


def test_two_workers_count_what_one_process_counts(cluster: Any, tmp_path: Path) -> None:
    counts = count_pre_tokens(write_files(tmp_path), dask=cluster.scheduler_address)
    assert_trained_alike(counts)


@pytest.mark.parametrize("trainer", [WordPiece, SentencePieceBPE])
def test_trainers_that_count_words_learn_on_a_cluster_what_they_learn_from_the_texts(
    cluster: Any, tmp_path: Path, trainer: Any
) -> None:
    files = write_files(tmp_path)
    asked = {"counter": trainer.count_words, "dask": cluster.scheduler_address}
    learned = trainer.train_from_counts(count_pre_tokens(files, **asked), vocab_size=120)
    wanted = trainer.train(TEXTS, vocab_size=120)
    assert learned.vocab == wanted.vocab
    assert learned.trace.counts.tolist() == wanted.trace.counts.tolist()
    assert learned.trace.num_tied.tolist() == wanted.trace.num_tied.tolist()


def test_the_command_trains_on_a_cluster(cluster: Any, tmp_path: Path) -> None:
    write_files(tmp_path)
    out = tmp_path / "out.model"
    files = f"{tmp_path}/*.txt"
    asked = ["train", "--dask", cluster.scheduler_address, files, "--vocab-size", "300"]
    assert main([*asked, "--out", str(out)]) == 0
    loaded = load(out)
    assert isinstance(loaded, RegexBPE)
    assert loaded.merges == RegexBPE.train(TEXTS, vocab_size=300).merges


def test_a_worker_killed_in_the_middle_changes_nothing(cluster: Any, tmp_path: Path) -> None:
    """The last on this cluster: its killed worker is a while in coming back."""
    texts = [f"{number} {text * 20}" for number in range(20) for text in TEXTS]
    files = write_files(tmp_path, texts)
    killed: list[int] = []

    def kill_one_that_works() -> None:
        scheduler = cluster.scheduler
        while not any(worker.processing for worker in scheduler.workers.values()):
            sleep(0.002)
        pid = cluster.workers[0].pid
        killed.append(pid)
        os.kill(pid, signal.SIGKILL)

    killer = Thread(target=kill_one_that_works)
    killer.start()
    counts = count_pre_tokens(files, dask=cluster.scheduler_address)
    killer.join()
    assert killed
    assert_trained_alike(counts, texts)


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "nonsense:x", "nonsense", ""])
def test_a_cluster_that_does_not_answer_is_an_error(address: str, tmp_path: Path) -> None:
    with pytest.raises(TokvizError, match="does not answer"):
        count_pre_tokens(write_files(tmp_path), dask=address)


def test_a_cluster_without_a_worker_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from distributed import LocalCluster  # noqa: PLC0415 - an extra

    from tokviz.files import dask_cluster  # noqa: PLC0415 - an extra

    monkeypatch.setattr(dask_cluster, "ALONE_SECONDS", 0.5)
    files = write_files(tmp_path)
    with LocalCluster(n_workers=0, dashboard_address=None) as empty:
        address = empty.scheduler_address
        with pytest.raises(TokvizError, match=rf"{address} has had none for 0.5 seconds"):
            count_pre_tokens(files, dask=address)
