"""`superko check --smt DIR` and `--solver cvc5`: the files, their index, who agreed, and what can't be served."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import z3
from click.testing import CliRunner, Result

from superko.checker.command_line import main
from superko.checker.commands import check_command as solver_options
from superko.checker.commands.claims_report import INDEX, head, stem
from superko.checker.evidence.checks import checks
from superko.checker.evidence.queries import AskedQuery, QueryKind, SolverAnswer
from superko.checker.evidence.runner import Finding
from superko.checker.evidence.verdict import Outcome, Verdict
from superko.checker.proofs.solvers import MISSING, cvc5_answer, cvc5_package

BALANCE = ("--claim", "stones-balance", "--workers", "1")


def check(*arguments: str) -> Result:
    return CliRunner(env={"COLUMNS": "200"}).invoke(main, ["check", *arguments])


def contents(directory: Path) -> dict[str, str]:
    return {file.name: file.read_text(encoding="utf-8") for file in directory.iterdir()}


class TestTheFiles:
    @pytest.fixture
    def directory(self, tmp_path: Path) -> Path:
        result = check(*BALANCE, "--smt", str(tmp_path / "new" / "queries"))
        assert result.exit_code == 0, result.output
        assert "4 queries are written into" in result.stdout
        return tmp_path / "new" / "queries"

    def test_are_all_in_the_index_in_the_order_of_the_proof(self, directory: Path) -> None:
        index = json.loads((directory / INDEX).read_text(encoding="utf-8"))
        assert [entry["file"] for entry in index] == sorted(set(contents(directory)) - {INDEX})
        assert {(entry["claim"], entry["expected"]) for entry in index} == {("lemma/stones-balance", "unsat")}
        assert index[0]["step"] == "the black stones, Black to move"
        assert set(index[0]) == {"file", "claim", "step", "expected"}

    def test_are_answered_as_expected_by_whoever_reads_them(self, directory: Path) -> None:
        for entry in json.loads((directory / INDEX).read_text(encoding="utf-8")):
            file = directory / entry["file"]
            solver = z3.Solver(ctx=z3.Context())
            solver.add(z3.parse_smt2_file(str(file), ctx=solver.ctx))
            assert str(solver.check()) == entry["expected"]
            assert cvc5_answer(file.read_text(encoding="utf-8"), QueryKind.ONE_POINT).value == entry["expected"]

    def test_say_in_their_head_what_they_are_about(self, directory: Path) -> None:
        text = contents(directory)["lemma-stones-balance-every-size-001.smt2"]
        comments = [line for line in text.splitlines() if line.startswith("; ")]
        assert comments[0].startswith("; claim: lemma/stones-balance: A move leaves as many stones")
        assert "; step: the black stones, Black to move" in comments
        assert "; expected: unsat" in comments
        assert "; clauses read on: MOVE, AFTER_MOVE, CAPTURES" in comments

    def test_are_the_same_whenever_they_are_written(self, directory: Path, tmp_path: Path) -> None:
        claims = ("--claim", "aga-area-sum", "--claim", "stones-balance", "--workers", "1")
        assert check(*claims, "--smt", str(tmp_path / "more")).exit_code == 0
        more = contents(tmp_path / "more")
        assert {name: more[name] for name in set(contents(directory)) - {INDEX}}.items() <= contents(directory).items()

    def test_have_names_that_tell_all_checks_apart(self) -> None:
        stems = [stem(made) for made in checks().values()]
        assert len(stems) == len(set(stems))

    def test_say_what_is_assumed_and_what_a_proof_rests_on(self) -> None:
        claim, kind = "claim/french-terminates", QueryKind.ONE_TURN
        asked = AskedQuery(claim, "a step", kind, SolverAnswer.UNSAT, ())
        verdict = Verdict(Outcome.PROVED, "", "z3", rests_on=("lemma/resolve-captures",))
        made = Finding(checks()[f"{claim} every size"], verdict, 0, as_recorded=True)
        assumed = "assumes: Clauses are functions: asked alike, they answer alike."
        assert {assumed, "rests on: lemma/resolve-captures"} <= set(head(made, asked))


class TestTheSecondSolver:
    def test_is_named_where_it_agreed(self) -> None:
        result = check(*BALANCE, "--solver", "cvc5")
        assert result.exit_code == 0
        assert "z3 and cvc5" in result.output

    def test_is_named_as_json(self) -> None:
        (finding,) = json.loads(check(*BALANCE, "--solver", "cvc5", "--json").stdout)["findings"]
        assert (finding["solvers"], finding["as_recorded"]) == (["z3", "cvc5"], True)
        (finding,) = json.loads(check(*BALANCE, "--json").stdout)["findings"]
        assert finding["solvers"] == ["z3"]

    def test_leaves_nothing_proved_that_it_contradicts(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(solver_options, "cvc5_answer", lambda text, kind: SolverAnswer.SAT)
        result = check(*BALANCE, "--solver", "cvc5", "--each")
        assert result.exit_code == 1
        assert "unknown" in result.output
        assert "The solvers contradict each other on 'the black stones, Black to move'" in result.output

    def test_is_told_of_where_it_can_not_tell(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(solver_options, "cvc5_answer", lambda text, kind: SolverAnswer.UNKNOWN)
        result = check(*BALANCE, "--solver", "cvc5")
        assert result.exit_code == 0
        assert "cvc5 has no answer to 4 of 4 queries: lemma/stones-balance, the black stones" in result.stderr
        assert "z3 and cvc5" not in result.output

    @pytest.fixture
    def without_cvc5(self, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
        monkeypatch.setitem(sys.modules, "cvc5", None)
        cvc5_package.cache_clear()
        yield
        cvc5_package.cache_clear()

    @pytest.mark.usefixtures("without_cvc5")
    def test_that_is_not_installed_is_asked_for_in_one_sentence(self) -> None:
        result = check(*BALANCE, "--solver", "cvc5")
        assert (result.exit_code, result.stdout, result.stderr) == (2, "", f"Error: {MISSING}\n")

    @pytest.mark.usefixtures("without_cvc5")
    def test_is_not_needed_to_write_the_queries(self, tmp_path: Path) -> None:
        assert check(*BALANCE, "--smt", str(tmp_path)).exit_code == 0


def test_checks_that_ask_no_solver_are_refused_in_one_sentence(tmp_path: Path) -> None:
    result = check("--claim", "legal-positions", "--smt", str(tmp_path / "queries"))
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("Error: None of these checks asks a solver anything, so there is no query to write")
    assert not (tmp_path / "queries").exists()


def test_a_directory_that_can_not_be_written_is_refused_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    result = check(*BALANCE, "--smt", str(tmp_path / "file" / "queries"))
    assert result.exit_code == 2
    assert result.stderr == f"Error: {tmp_path / 'file' / 'queries'} can't be written: Not a directory.\n"


@pytest.mark.thorough
def test_amended_rules_have_their_queries_written_too(tmp_path: Path) -> None:
    rules = tmp_path / "mine.py"
    rules.write_text(
        "from superko.spec.algebra import BLACK, WHITE\nfrom superko.spec.rules import Rules\n\n"
        'RULES = Rules().replacing("katago-v2/move/capture-total", lambda play: {BLACK: 0, WHITE: 0}, '
        '"Nothing that is captured is counted.")\n',
        encoding="utf-8",
    )
    result = check(*BALANCE, "--rules", f"{rules}:RULES", "--smt", str(tmp_path / "queries"))
    assert result.exit_code == 1, result.output
    index = json.loads((tmp_path / "queries" / INDEX).read_text(encoding="utf-8"))
    wrong = (tmp_path / "queries" / index[0]["file"]).read_text(encoding="utf-8")
    assert index[0]["expected"] == "sat"  # A board on which it is not so.
    assert cvc5_answer(wrong, QueryKind.ONE_POINT) is SolverAnswer.SAT
