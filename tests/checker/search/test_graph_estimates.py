"""What exploring takes is told beforehand, and what there is not enough memory for is refused."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from click.testing import CliRunner

from superko.checker.commands.graph_command import graph_command
from superko.checker.graph import needs as graph_needs
from superko.checker.graph import needs as memory
from superko.checker.graph.needs import check_that_it_fits, needs
from superko.spec.algebra import Grid
from superko.spec.parameters import Ko, Scoring
from superko.spec.rules import Rules
from superko.spec.vocabulary import Phase

SIMPLE = Rules(ko=Ko.SIMPLE)
BYTE = 1


@pytest.mark.parametrize(
    ("grid", "rules", "phase", "really"),
    [
        (Grid(4, 3), SIMPLE, Phase.MAIN, 666_846),
        (Grid(4, 4), SIMPLE, Phase.MAIN, 50_758_842),
        (Grid(4, 3), Rules(scoring=Scoring.TERRITORY), Phase.FIRST_CLEANUP, 8_862_210),
    ],
    ids=str,
)
def test_situations_are_estimated_from_smaller_boards(grid: Grid, rules: Rules, phase: Phase, really: int) -> None:
    assert really / 1.5 < needs(rules, grid, phase=phase).situations < really * 1.5


def test_every_situation_takes_more_memory_than_one_of_each_orbit() -> None:
    assert needs(SIMPLE, Grid(4, 3), symmetry=False).memory > 7 * needs(SIMPLE, Grid(4, 3)).memory


def test_a_board_that_does_not_fit_is_refused_with_all_that_it_would_take() -> None:
    with pytest.raises(ValueError, match=r"^4x3 has about 680,000 situations, .* about 19 MiB .* 1 MiB are at hand"):
        check_that_it_fits(SIMPLE, Grid(4, 3), 1 << 20)


def test_a_board_that_fits_is_not_refused() -> None:
    check_that_it_fits(SIMPLE, Grid(4, 3), needs(SIMPLE, Grid(4, 3)).memory)


def test_nothing_is_estimated_for_the_smallest_boards_and_nothing_refused_where_memory_is_not_known(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def unexpected(*_: object) -> None:
        raise AssertionError("Nothing is to be estimated.")

    monkeypatch.setattr(graph_needs, "needs", unexpected)
    check_that_it_fits(SIMPLE, Grid(3, 3), BYTE)
    check_that_it_fits(SIMPLE, Grid(5, 4), None)


class TestTheCommand:
    def test_refuses_what_there_is_not_enough_memory_for_in_one_sentence(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("superko.checker.commands.graph_command.memory_at_hand", lambda: 1 << 20)
        result = CliRunner().invoke(graph_command, ["4x3"])
        assert (result.exit_code, result.stdout) == (2, "")
        assert result.stderr.startswith("Error: 4x3 has about 680,000 situations")
        assert result.stderr.endswith("choose a smaller board.\n")
        assert result.stderr.count("\n") == 1

    def test_explores_where_there_is_enough(self) -> None:
        result = CliRunner().invoke(graph_command, ["4x3"])
        assert result.exit_code == 0
        assert "666,846 situations, 84,646 up to symmetry" in result.stdout


class TestMemoryAtHand:
    def test_is_what_linux_says_is_available(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        meminfo = tmp_path / "meminfo"
        meminfo.write_text("MemTotal:       24000 kB\nMemAvailable:   12000 kB\n", encoding="ascii")
        monkeypatch.setattr(memory, "TOLD_BY_LINUX", meminfo)
        assert memory.memory_at_hand() == 12000 * 1024

    def test_is_all_that_is_built_in_where_that_is_not_told(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(memory, "TOLD_BY_LINUX", tmp_path / "none")
        monkeypatch.setattr(os, "sysconf", {"SC_PHYS_PAGES": 10, "SC_PAGE_SIZE": 4096}.__getitem__)
        assert memory.memory_at_hand() == 40960

    def test_is_not_known_where_the_system_does_not_tell(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(memory, "TOLD_BY_LINUX", tmp_path / "none")
        monkeypatch.delattr(os, "sysconf")
        assert memory.memory_at_hand() is None
