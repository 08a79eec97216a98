"""What a Dask cluster of two workers finds is what one process finds."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from superko.checker.command_line import main
from superko.checker.sweeps.run import Sweep, swept
from superko.interpreter.rules_files import named_rules
from superko.spec.algebra import Grid
from superko.spec.rules import Refusal

SMALL = Sweep(Grid(3, 1), (named_rules("tromp-taylor"), named_rules("japanese")))
NOBODY = "tcp://127.0.0.1:1"
PLAIN, NEVER_ENDS = "tromp-taylor", "never_ends.py:RULES"


@pytest.fixture(scope="module")
def scheduler() -> Iterator[str]:
    """The address of a scheduler on this machine with two workers."""
    distributed = pytest.importorskip("distributed", reason="needs the extra `cluster`")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=2, host="127.0.0.1", dashboard_address=None
    ) as cluster:
        yield cluster.scheduler_address


@pytest.mark.thorough
@pytest.mark.filterwarnings("default")
class TestTwoWorkers:
    def test_sweep_as_one_process_does(self, scheduler: str) -> None:
        assert swept(SMALL, 10, scheduler=scheduler) == swept(SMALL)

    @pytest.mark.parametrize(
        "command",
        [
            ("solve", "3x1", "1x1", "2x1", "--rules", PLAIN, "--rules", NEVER_ENDS, "--effort", "500n"),
            ("map", "french", "tromp-taylor", NEVER_ENDS, "--effort", "8n"),
        ],
        ids=lambda command: command[0],
    )
    def test_find_what_one_process_does_in_the_same_order(
        self, command: tuple[str, ...], scheduler: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(tmp_path)
        text = 'from superko.spec.rules import Rules\nRULES = Rules().dropping("katago-v2/main/legal-superko")\n'
        Path("never_ends.py").write_text(text, encoding="utf-8")
        alone, together = (json_of(*command, *more) for more in ((), ("--scheduler", scheduler)))
        assert alone == together


def json_of(*command: str) -> Any:
    """What a command prints as JSON, with no seconds in it."""
    printed = CliRunner().invoke(main, [*command, "--json"]).stdout
    return json.loads(printed, object_hook=lambda data: {key: data[key] for key in data if key != "seconds"})


@pytest.mark.parametrize("command", [("solve", "1x1", "2x1"), ("map", "french")], ids=lambda command: command[0])
def test_a_command_says_that_a_cluster_needs_its_extra(
    command: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    answer = CliRunner().invoke(main, [*command, "--scheduler", NOBODY])
    assert (answer.exit_code, 'pip install "superko[cluster]"' in answer.stderr) == (2, True)


def test_a_sweep_without_the_extra_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(Refusal, match=r'pip install "superko\[cluster\]"'):
        swept(SMALL, scheduler=NOBODY)
