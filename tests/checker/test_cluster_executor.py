"""What a cluster found is handed over, whatever happens to its workers."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import CancelledError
from typing import Any

import pytest

from superko.checker.sweeps.executors import ClusterExecutor


class Told:
    """A task of a cluster: what it gives, and whether the cluster is gone."""

    def __init__(self, result: Callable[[], Any], gone: bool) -> None:
        self.result = result
        self._gone = gone

    def cancelled(self) -> bool:
        return self._gone

    def add_done_callback(self, call: Callable[[Told], None]) -> None:
        call(self)


class Cluster:
    """A cluster that does each task at once, or is gone by then."""

    def __init__(self, gone: bool = False) -> None:
        self.gone = gone

    def submit(self, task: Callable[..., Any], *args: Any, retries: int, pure: bool) -> Told:
        assert retries > 0
        assert not pure
        return Told(lambda: task(*args), self.gone)


def test_a_result_is_handed_over() -> None:
    assert ClusterExecutor(Cluster()).submit(pow, 2, 10).result() == 1024


def test_an_error_of_the_task_is_handed_over() -> None:
    with pytest.raises(ZeroDivisionError):
        ClusterExecutor(Cluster()).submit(divmod, 1, 0).result()


def test_a_cluster_that_is_gone_has_cancelled_its_tasks() -> None:
    with pytest.raises(CancelledError):
        ClusterExecutor(Cluster(gone=True)).submit(divmod, 1, 0).result()
