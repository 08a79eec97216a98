"""What a cluster found is handed over, whatever happens to its workers."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from concurrent.futures import CancelledError
from typing import Any

import pytest

from superko.checker.evidence.choosing import chosen_checks
from superko.checker.evidence.executors import ClusterExecutor, as_they_come, on_cluster
from superko.checker.evidence.runner import Finding, run
from superko.checker.evidence.workers import Lost


class ClusterTask:
    """A task of a cluster: what it gives, and whether the cluster is gone."""

    def __init__(self, result: Callable[[], Any], gone: bool) -> None:
        self.result = result
        self._gone = gone

    def cancelled(self) -> bool:
        return self._gone

    def add_done_callback(self, call: Callable[[ClusterTask], None]) -> None:
        call(self)


class Cluster:
    """A cluster that does each task at once, or is gone by then."""

    def __init__(self, gone: bool = False) -> None:
        self.gone = gone

    def submit(self, task: Callable[..., Any], *args: Any, retries: int, pure: bool) -> ClusterTask:
        assert retries > 0
        assert not pure
        return ClusterTask(lambda: task(*args), self.gone)


def test_a_result_is_handed_over() -> None:
    assert ClusterExecutor(Cluster()).submit(pow, 2, 10).result() == 1024


def test_an_error_of_the_task_is_handed_over() -> None:
    with pytest.raises(ZeroDivisionError):
        ClusterExecutor(Cluster()).submit(divmod, 1, 0).result()


def test_a_cluster_that_is_gone_has_cancelled_its_tasks() -> None:
    with pytest.raises(CancelledError):
        ClusterExecutor(Cluster(gone=True)).submit(divmod, 1, 0).result()


def inverse(number: str) -> float:
    return 1 / int(number)


class TestAsTheyCome:
    def test_every_task_comes_to_something_though_one_fails(self) -> None:
        answers = as_they_come(ClusterExecutor(Cluster()), inverse, ["1", "0", "2"])
        assert {*answers} == {1, 0.5, Lost("0", "The cluster gave it up: ZeroDivisionError.")}

    def test_what_a_cluster_takes_with_it_is_lost(self) -> None:
        answers = as_they_come(ClusterExecutor(Cluster(gone=True)), inverse, ["0"])
        assert [*answers] == [Lost("0", "The cluster went away.")]


@pytest.mark.thorough
def test_checks_come_to_the_same_verdicts_on_a_cluster_whose_workers_are_killed_in_turn() -> None:
    distributed = pytest.importorskip("distributed", reason="needs the extra `cluster`")
    claims, boards = ["legal-positions", "tromp-taylor-terminates"], ["1x1", "2x2", "3x2", "3x3", "every size"]
    chosen = chosen_checks(claims, boards, None)
    workers = {"n_workers": 2, "threads_per_worker": 2, "host": "127.0.0.1", "dashboard_address": None}
    with distributed.LocalCluster(**workers) as cluster, on_cluster(cluster.scheduler_address) as executor:
        findings: list[Finding] = []
        for finding in run(chosen, cluster=executor):
            if len(findings) < len(cluster.workers):
                os.kill(cluster.workers[len(findings)].pid, signal.SIGKILL)
            findings.append(finding)
    assert {finding.check.name for finding in findings} == {check.name for check in chosen}
    assert all(finding.as_recorded for finding in findings)
