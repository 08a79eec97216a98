"""What a cluster finds is handed over, whatever happens to its workers."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from concurrent.futures import CancelledError
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner

from superko import __version__
from superko.checker.command_line import main
from superko.checker.evidence import cluster
from superko.checker.evidence.workers import Lost


class Task:
    """A task of a cluster, done at once, or taken by the cluster with it."""

    def __init__(self, result: Callable[[], Any]) -> None:
        self.result = result

    def add_done_callback(self, call: Callable[[Task], None]) -> None:
        call(self)


class Client:
    """A cluster without workers of its own."""

    is_gone, asks_for = False, ""

    def __init__(self, address: str, **options: Any) -> None:
        pass

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *error: object) -> None:
        pass

    def submit(self, alone: Callable[..., Any], task: object, name: str, version: str, **options: Any) -> Task:
        assert options == {"retries": 3, "pure": False}
        return Task(self._gone if self.is_gone else lambda: alone(task, name, self.asks_for or version))

    def _gone(self) -> Any:
        raise CancelledError


@pytest.fixture
def client(monkeypatch: pytest.MonkeyPatch) -> type[Client]:
    class OfThisTest(Client):
        pass

    monkeypatch.setitem(sys.modules, "distributed", SimpleNamespace(Client=OfThisTest))
    return OfThisTest


def inverse(number: str) -> float:
    return 1 / int(number)


@pytest.mark.usefixtures("client")
def test_every_task_comes_to_something_though_one_fails() -> None:
    answers = {*cluster.on_cluster("here", inverse, ["1", "0", "2"])}
    assert answers == {1, 0.5, Lost("0", "The cluster gave it up: ZeroDivisionError.")}


@pytest.mark.usefixtures("client")
def test_tasks_are_taken_only_as_far_ahead_as_there_is_work_for_a_cluster() -> None:
    names = iter(["1"] * 1000)
    next(cluster.on_cluster("here", inverse, names))
    assert len([*names]) == 1000 - cluster.AHEAD


def test_what_a_cluster_takes_with_it_is_lost(client: type[Client]) -> None:
    client.is_gone = True
    assert [*cluster.on_cluster("here", inverse, ["0"])] == [Lost("0", "The cluster went away.")]


def test_a_worker_of_another_version_is_refused(client: type[Client]) -> None:
    client.asks_for = "99.0"
    (answer,) = cluster.on_cluster("here", inverse, ["1"])
    assert answer == Lost("1", f"A worker has superko {__version__}, and this is 99.0; install the same everywhere.")


def worth(*arguments: str) -> str:
    shown = CliRunner().invoke(
        main, ["values", "2x1", "3x1", "--rules", "tromp-taylor", "--rules", "ikeda", *arguments]
    )
    assert shown.exit_code == 0
    return shown.stdout


@pytest.mark.thorough
def test_two_workers_of_which_one_is_killed_come_to_the_same_values() -> None:
    distributed = pytest.importorskip("distributed", reason="needs the extra `cluster`")
    workers = {"n_workers": 2, "threads_per_worker": 2, "host": "127.0.0.1", "dashboard_address": None}
    with distributed.LocalCluster(**workers) as local:
        os.kill(local.workers[0].pid, signal.SIGKILL)
        assert worth("--scheduler", local.scheduler_address) == worth()
