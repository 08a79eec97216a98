"""Long sweeps: the same counts and digest however they are cut, wherever they run, and whatever kills them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import reduce
from operator import add
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner, Result

from superko.checker.commands import sweep_command as command
from superko.checker.commands.sweep_command import sweep_command
from superko.checker.sweeps.checkpoint import BadCheckpoint, load, save
from superko.checker.sweeps.run import Coverage, Sweep, WorkersLost, left_over, run
from superko.checker.sweeps.summaries import SCORINGS, Summary, digest, leads_hashed
from superko.checker.sweeps.sweep import legal_chunks, score_of_position
from superko.interpreter.notation import parse_board
from superko.interpreter.result import as_set_up, lead_of
from superko.interpreter.rule_names import parse_rules
from superko.spec.algebra import BLACK, Color, Grid
from superko.spec.presets import PRESETS
from superko.spec.rules import Refusal
from superko.spec.vocabulary import Ended

from ..sampling import sample

NAMES = ("tromp-taylor-ten", "japanese-like", "scoring=AREA,reading/engine-always-pass-alive=engine")
SMALL = Sweep(Grid(3, 2), tuple(map(parse_rules, NAMES)))
OTHERS = [
    Sweep(Grid(2, 3), SMALL.scorings),
    Sweep(SMALL.grid, SMALL.scorings[:2]),
    Sweep(SMALL.grid, SMALL.scorings, one_by_one=True),
]
ALONE = [sys.executable, "-c", "from superko.checker.commands.sweep_command import sweep_command; sweep_command()"]


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


def sweep(*arguments: str) -> Result:
    return CliRunner().invoke(
        sweep_command, ["3x2", *(part for name in NAMES for part in ("--rules", name)), *arguments]
    )


class TestTheCommand:
    def test_tells_who_leads_how_often_and_how_often_scorings_differ(self, unbroken: Summary) -> None:
        output = " ".join(sweep("--workers", "1").output.split())
        assert "729 of 729 colorings of 3x2 covered, standing for 489 legal positions" in output
        assert f"digest {unbroken.digest:016x}" in output
        assert f"{unbroken.differing[0, 1]} tromp-taylor-ten japanese-like" in output

    @pytest.mark.thorough
    def test_tells_the_same_in_json_from_several_processes(self, unbroken: Summary) -> None:
        swept = json.loads(sweep("--workers", "2", "--chunk", "300", "--json").stdout)
        assert (swept["covered"], swept["digest"]) == (729, f"{unbroken.digest:016x}")
        assert [scoring["name"] for scoring in swept["scorings"]] == list(NAMES)
        assert sum(swept["scorings"][1]["leads"].values()) == 489
        differing = swept["differing"][0]
        assert (differing["scorings"], differing["positions"]) == (list(NAMES[:2]), unbroken.differing[0, 1])

    def test_shows_a_position_in_which_two_scorings_differ(self) -> None:
        example = json.loads(sweep("--workers", "1", "--json").stdout)["differing"][0]["example"]
        board = parse_board(example["board"])
        leads = [lead_of(as_set_up(parse_rules(name), board)) for name in NAMES[:2]]
        assert leads == example["leads"]
        assert leads[0] != leads[1]
        assert f"{leads[0]:+g} by {NAMES[0]}, and {leads[1]:+g} by {NAMES[1]}" in sweep("--workers", "1").output

    def test_refuses_a_board_that_it_would_not_finish_with_the_time_it_would_take(self) -> None:
        result = CliRunner().invoke(sweep_command, ["6x6", "--rules", "tromp-taylor"])
        assert result.exit_code == 2
        assert "6x6 has 150,094,635,296,999,121 colorings" in result.output
        assert "years; choose a smaller board." in result.output

    def test_scores_in_every_way_where_no_rules_are_named(self) -> None:
        swept = json.loads(CliRunner().invoke(sweep_command, ["2x2", "--workers", "1", "--json"]).stdout)
        assert [scoring["name"] for scoring in swept["scorings"]] == list(SCORINGS)

    def test_tells_what_it_covered_when_it_is_interrupted_and_goes_on_from_there(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, unbroken: Summary
    ) -> None:
        def interrupted(*arguments: object) -> Iterator[Coverage]:
            for number, coverage in enumerate(run(*arguments)):  # type: ignore[arg-type]
                yield coverage
                if number == 1:
                    raise KeyboardInterrupt

        often = ("--workers", "1", "--chunk", "81", "--checkpoint", str(tmp_path / "file"))
        with monkeypatch.context() as patched:
            patched.setattr(command, "run", interrupted)
            result = sweep(*often)
        assert result.exit_code == 130
        assert "162 of 729 colorings" in result.stdout
        assert "goes on from" in result.stderr
        assert f"{unbroken.digest:016x}" in " ".join(sweep(*often).output.split())

    def test_tells_that_workers_were_lost(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def lost(*arguments: object) -> Iterator[Coverage]:
            raise WorkersLost("A worker died.")
            yield

        monkeypatch.setattr(command, "run", lost)
        result = sweep("--workers", "1")
        assert result.exit_code == 3
        assert result.stderr == "A worker died. With --checkpoint FILE it could go on.\n"

    @pytest.mark.parametrize(
        "arguments",
        [
            ["3by3"],
            ["9x9"],
            ["3x3", "--rules", "my-rules"],
            ["3x3", "--checkpoint", "no/such/folder/file"],
            ["3x3", "--scheduler", "nonsense"],
        ],
    )
    def test_refuses_bad_input_with_one_sentence_and_status_2(self, arguments: list[str]) -> None:
        result = CliRunner().invoke(sweep_command, arguments)
        assert result.exit_code == 2
        assert result.stdout == ""
        assert result.stderr.startswith("Error: ")
        assert result.stderr.count("\n") == 1

    def test_says_what_to_install_where_clusters_are_not_supported(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "distributed", None)
        result = sweep("--scheduler", "tcp://127.0.0.1:1")
        assert result.exit_code == 2
        assert result.stderr.splitlines() == [
            'Error: Clusters need an extra: install it with pip install "superko[cluster]".'
        ]


def colorings_in(checkpoint: Path) -> int:
    return (
        sum(stop - start for start, stop in json.loads(checkpoint.read_text())["ranges"]) if checkpoint.exists() else 0
    )


@pytest.mark.thorough
@pytest.mark.parametrize("workers", sample([1, 2], lambda workers: workers == 2))
def test_a_sweep_killed_in_the_middle_goes_on_to_the_same_counts_and_digest(tmp_path: Path, workers: int) -> None:
    checkpoint = tmp_path / "checkpoint"
    arguments = [
        "3x3",
        "--rules",
        "japanese-like",
        "--workers",
        str(workers),
        "--checkpoint",
        str(checkpoint),
        "--json",
    ]
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
    swept = json.loads(CliRunner().invoke(sweep_command, arguments).stdout)
    whole = Sweep(Grid(3, 3), (parse_rules("japanese-like"),), one_by_one=True).summary(0, 19683)
    assert (swept["covered"], swept["positions"], swept["digest"]) == (19683, 12675, f"{whole.digest:016x}")
    assert swept["scorings"][0]["leads"] == {f"{lead:g}": times for (_, lead), times in sorted(whole.leads.items())}


@pytest.mark.thorough
@pytest.mark.parametrize("workers", ["1", pytest.param("2", marks=pytest.mark.thorough)])
@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_what_was_covered_is_told_within_seconds_of_a_signal(
    tmp_path: Path, workers: str, number: int, status: int
) -> None:
    """Given a sweep under way, when it is told to stop, then it stops, and keeps what was covered."""
    checkpoint = tmp_path / "checkpoint"
    # Where tests run in the background, interruptions are ignored, and what they start ignores them, too.
    program = (
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
        "from superko.checker.command_line import main; main()"
    )
    command = [
        sys.executable,
        "-c",
        program,
        "sweep",
        "4x3",
        "--rules",
        "tax=ALL",
        "--workers",
        workers,
        "--checkpoint",
        str(checkpoint),
        "--json",
    ]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
    try:
        while process.poll() is None and colorings_in(checkpoint) == 0:
            time.sleep(0.01)
        process.send_signal(number)
        output, errors = process.communicate(timeout=60)
    finally:
        process.kill()
    assert process.returncode == status
    assert 0 < json.loads(output)["covered"] == colorings_in(checkpoint)
    assert errors.decode().endswith(f"ed. The same command goes on from {checkpoint}.\n")
    assert [path.name for path in tmp_path.iterdir()] == [checkpoint.name]


class SweepThatKills(Sweep):
    """Whoever works on it dies."""

    def summary(self, start: int, stop: int) -> Summary:
        os._exit(3)


@pytest.mark.thorough
def test_a_worker_process_that_dies_is_told() -> None:
    with pytest.raises(WorkersLost, match=r"died \(exit status 3\)"):
        list(run(SweepThatKills(SMALL.grid, SMALL.scorings), workers=2))


def test_a_cluster_that_loses_a_worker_comes_to_the_same_summary(unbroken: Summary) -> None:
    distributed = pytest.importorskip("distributed", reason="needs the extra `cluster`")
    # The scheduler may ask the killed worker for what it found, and waits so long for it to answer.
    wait_for_the_dead = {"distributed.comm.timeouts.connect": "3s"}
    with (
        pytest.importorskip("dask").config.set(wait_for_the_dead),
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None
        ) as cluster,
    ):
        coverages = run(SMALL, chunk=10, scheduler=cluster.scheduler_address)
        assert next(coverages).colorings < SMALL.colorings
        os.kill(cluster.workers[0].pid, signal.SIGKILL)
        assert list(coverages)[-1] == Coverage(((0, 729),), unbroken)
