"""Long sweeps: the same counts and digest however they are cut, wherever they run, and whatever kills them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from functools import reduce
from operator import add
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from superko.checker.sweeps.checkpoint import BadCheckpoint, load, save
from superko.checker.sweeps.run import Coverage, Sweep, WorkersLost, left_over, run
from superko.checker.sweeps.summaries import SCORINGS, Summary, digest, leads_hashed
from superko.checker.sweeps.sweep import legal_chunks, score_of_position
from superko.interpreter.rule_names import parse_rules
from superko.spec.algebra import BLACK, Color, Grid
from superko.spec.presets import PRESETS
from superko.spec.rules import Refusal
from superko.spec.vocabulary import Ended

from ...sampling import sample

NAMES = ("tromp-taylor-ten", "japanese-like", "scoring=AREA,reading/engine-always-pass-alive=engine")
SMALL = Sweep(Grid(3, 2), tuple(map(parse_rules, NAMES)))
OTHERS = [
    Sweep(Grid(2, 3), SMALL.scorings),
    Sweep(SMALL.grid, SMALL.scorings[:2]),
    Sweep(SMALL.grid, SMALL.scorings, one_by_one=True),
]
ALONE = [sys.executable, "-m", "superko.checker.sweeps"]


def covered(sweep: Sweep, so_far: Coverage | None = None, chunk: int = 100) -> Coverage:
    """The coverage after a sweep in this process."""
    return list(run(sweep, so_far, chunk))[-1]


@pytest.fixture(scope="module")
def unbroken() -> Summary:
    return SMALL.summary(0, SMALL.colorings)


class TestTheSummary:
    def test_counts_the_legal_positions_by_lead_and_where_scorings_differ(self, unbroken: Summary) -> None:
        leads = np.array(
            [
                np.concatenate([score_of_position(rules, c) for c in legal_chunks(SMALL.grid)])
                for rules in SMALL.scorings
            ]
        )
        assert unbroken.positions == leads.shape[1] == 489
        assert unbroken.leads[1, 4.0] == np.sum(leads[1] == 4)
        assert unbroken.differing[0, 2] == np.sum(leads[0] != leads[2]) > 0

    @pytest.mark.parametrize("chunk", [30, 100, 729, 10_000])
    def test_does_not_depend_on_how_the_board_was_cut(self, unbroken: Summary, chunk: int) -> None:
        assert covered(SMALL, chunk=chunk) == Coverage(((0, 729),), unbroken)

    def test_does_not_depend_on_the_order_of_the_chunks(self, unbroken: Summary) -> None:
        pieces = [SMALL.summary(*piece) for piece in left_over((), SMALL.colorings, lambda: 50)]
        assert reduce(add, reversed(pieces)) == unbroken

    def test_tells_the_literal_reading_of_independent_life_from_the_engines_on_5500_positions(self) -> None:
        removal = "scoring=AREA,tax=SEKI,suicide=no,reading/engine-always-pass-alive=engine"
        scorings = parse_rules(removal), parse_rules(f"{removal},reading/ilr-own-stone=literal")
        sweep = Sweep(Grid(3, 3), scorings)
        assert sweep.summary(0, sweep.colorings).differing == {(0, 1): 5500}

    def test_has_another_digest_where_two_positions_exchange_their_scores(self) -> None:
        indices = np.arange(2, dtype=np.uint64)
        first, second = (leads_hashed([np.array(leads)]) for leads in ([1.0, -1.0], [-1.0, 1.0]))
        assert digest(indices, first) != digest(indices, second)

    def test_has_another_digest_where_two_scorings_change_places(self) -> None:
        turned = Sweep(SMALL.grid, SMALL.scorings[::-1])
        assert turned.summary(0, 729).digest != SMALL.summary(0, 729).digest

    def test_sees_what_is_pass_alive_under_each_rule_set_of_its_own(self) -> None:
        usual = parse_rules("reading/engine-always-pass-alive=engine")
        lively = usual.replacing(
            "katago-v2/extra/pass-alive-group", lambda rules, c, color: c.of(color), "All is alive."
        )
        together = Sweep(Grid(3, 2), (usual, lively)).summary(0, 729).leads
        apart = [Sweep(Grid(3, 2), (rules,)).summary(0, 729).leads for rules in (usual, lively)]
        assert together == {(i, lead): n for i, leads in enumerate(apart) for (_, lead), n in leads.items()}
        assert apart[0] != apart[1]

    @pytest.mark.parametrize("points", [0.25, 1 / 3, float("inf")])
    def test_is_refused_where_a_lead_is_no_number_of_half_points(self, points: float) -> None:
        def of_a_stone(ended: Ended, color: Color) -> float:
            return points if color is BLACK and ended.coloring.black else 0

        rules = PRESETS["tromp-taylor"].replacing("katago-v2/area/score-none#stones", of_a_stone, "It is so much.")
        sweep = Sweep(Grid(2, 1), (rules,))
        with pytest.raises(Refusal, match="Leads are counted in half points here"):
            sweep.summary(0, sweep.colorings)

    def test_is_refused_where_colorings_cannot_be_counted_in_64_bits(self) -> None:
        with pytest.raises(ValueError, match="up to 40 points"):
            Sweep(Grid(7, 6), ())


class TestCheckpoints:
    def test_a_sweep_goes_on_from_what_was_covered(self, tmp_path: Path, unbroken: Summary) -> None:
        coverages = run(SMALL, chunk=100)
        save(tmp_path / "file", SMALL, [next(coverages) for _ in range(3)][-1])
        so_far = load(tmp_path / "file", SMALL)
        assert so_far.colorings == 300
        assert covered(SMALL, so_far, chunk=64) == Coverage(((0, 729),), unbroken)

    @pytest.mark.parametrize("other", OTHERS)
    def test_one_of_another_sweep_is_refused(self, tmp_path: Path, other: Sweep) -> None:
        save(tmp_path / "file", other, Coverage())
        with pytest.raises(BadCheckpoint, match="another sweep"):
            load(tmp_path / "file", SMALL)

    @pytest.mark.parametrize("text", ["", "[]", "{}", "null", '{"sweep": {}, "ranges": [[0]]}', "\udc80"])
    def test_a_file_that_is_none_is_refused(self, tmp_path: Path, text: str) -> None:
        (tmp_path / "file").write_text(text, encoding="utf-8", errors="surrogateescape")
        with pytest.raises(BadCheckpoint, match="no checkpoint"):
            load(tmp_path / "file", SMALL)

    @pytest.mark.parametrize(
        "change",
        [
            {"digest": "0" * 16},
            {"ranges": [[0, 301]]},
            {"ranges": [[0, 299]]},
            {"ranges": []},
            {"positions": 0},
            {"leads": []},
            {"differing": []},
            {"fairness": [1, 0, 0]},
            {"sweep": {}},
            {"more": 1},
        ],
    )
    def test_one_that_was_changed_anywhere_is_refused(self, tmp_path: Path, change: dict[str, object]) -> None:
        save(tmp_path / "file", SMALL, Coverage(((0, 300),), SMALL.summary(0, 300)))
        data = json.loads((tmp_path / "file").read_text())
        (tmp_path / "file").write_text(json.dumps(data | change))
        with pytest.raises(BadCheckpoint, match="is damaged; delete it"):
            load(tmp_path / "file", SMALL)

    def test_one_that_was_only_laid_out_otherwise_is_read(self, tmp_path: Path) -> None:
        coverage = Coverage(((0, 300),), SMALL.summary(0, 300))
        save(tmp_path / "file", SMALL, coverage)
        data = json.loads((tmp_path / "file").read_text())
        (tmp_path / "file").write_text(json.dumps(dict(reversed(data.items())), indent=4))
        assert load(tmp_path / "file", SMALL) == coverage

    @pytest.mark.parametrize("text", ["[" * 100_000, '{"sweep":' * 5_000 + "1" + "}" * 5_000])
    def test_one_that_is_nested_deeply_is_refused(self, tmp_path: Path, text: str) -> None:
        (tmp_path / "file").write_text(text)
        with pytest.raises(BadCheckpoint, match="no checkpoint"):
            load(tmp_path / "file", SMALL)

    @pytest.mark.parametrize("ranges", [[[0, 800]], [[0, 10], [5, 20]], [[20, 30], [0, 10]], [[0, 729]]])
    def test_a_damaged_one_is_refused(self, tmp_path: Path, ranges: list[list[int]]) -> None:
        save(tmp_path / "file", SMALL, Coverage())
        data = json.loads((tmp_path / "file").read_text())
        (tmp_path / "file").write_text(json.dumps(data | {"ranges": ranges, "positions": 489}))
        with pytest.raises(BadCheckpoint, match="damaged"):
            load(tmp_path / "file", SMALL)


def swept(*arguments: str) -> Any:
    """What the module prints of a sweep."""
    ran = subprocess.run([*ALONE, *arguments], capture_output=True, text=True, check=True)
    return json.loads(ran.stdout)


class TestTheModule:
    def test_counts_who_leads_how_often_and_how_often_scorings_differ(self, unbroken: Summary) -> None:
        counts = swept("3x2", *NAMES, "--workers", "1")
        assert (counts["covered"], counts["digest"]) == (729, f"{unbroken.digest:016x}")
        assert [*counts["leads"]] == list(NAMES)
        assert sum(counts["leads"][NAMES[1]].values()) == 489
        assert counts["differing"][0] == {"scorings": list(NAMES[:2]), "positions": unbroken.differing[0, 1]}

    @pytest.mark.thorough
    def test_scores_in_every_way_where_no_rules_are_named(self) -> None:
        assert [*swept("2x2", "--workers", "1")["leads"]] == list(SCORINGS)


def colorings_in(checkpoint: Path) -> int:
    return (
        sum(stop - start for start, stop in json.loads(checkpoint.read_text())["ranges"]) if checkpoint.exists() else 0
    )


@pytest.mark.thorough
@pytest.mark.parametrize("workers", sample([1, 2], lambda workers: workers == 2))
def test_a_sweep_killed_in_the_middle_goes_on_to_the_same_counts_and_digest(tmp_path: Path, workers: int) -> None:
    checkpoint = tmp_path / "checkpoint"
    arguments = ["3x3", "japanese-like", "--workers", str(workers), "--checkpoint", str(checkpoint)]
    process = subprocess.Popen([*ALONE, *arguments, "--chunk", "50"], stdout=subprocess.PIPE, start_new_session=True)
    try:
        while process.poll() is None and colorings_in(checkpoint) == 0:
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
        process.wait()
        before = colorings_in(checkpoint)
        # The pipe is closed once no worker holds it any more: they must not outlive the sweep.
        assert process.stdout is not None
        assert process.stdout.read() == b""
    finally:
        process.kill()
    assert process.returncode == -signal.SIGKILL
    assert 0 < before < 19683
    counts = swept(*arguments)
    whole = Sweep(Grid(3, 3), (parse_rules("japanese-like"),), one_by_one=True).summary(0, 19683)
    assert (counts["covered"], counts["positions"], counts["digest"]) == (19683, 12675, f"{whole.digest:016x}")
    assert counts["leads"]["japanese-like"] == {f"{lead:g}": times for (_, lead), times in sorted(whole.leads.items())}


class SweepThatKills(Sweep):
    """Whoever works on it dies."""

    def summary(self, start: int, stop: int) -> Summary:
        os._exit(3)


@pytest.mark.thorough
def test_a_worker_process_that_dies_is_told() -> None:
    with pytest.raises(WorkersLost, match=r"died \(exit status 3\)"):
        list(run(SweepThatKills(SMALL.grid, SMALL.scorings), workers=2))
