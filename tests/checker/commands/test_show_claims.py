"""What is recorded about claims: `superko show ID`, `superko check --list`, and the table beside the claims."""

from __future__ import annotations

import csv
import io
import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
import z3
from click.testing import CliRunner, Result

import superko
from superko.checker.command_line import main
from superko.checker.commands.check_command import what_changed, whether_it_ends
from superko.checker.commands.claims_report import ASKS_NO_SOLVER, BEGIN, END, as_markdown
from superko.checker.commands.findings_report import CheckRun, show_whole_run, summary
from superko.checker.evidence.checks import Check, Scope, checks
from superko.checker.evidence.choosing import chosen_checks
from superko.checker.evidence.decided import (
    Decided,
    checked_again,
    decided_about,
    everything_decided,
    is_proof,
    on_what,
)
from superko.checker.evidence.recorded import recorded_verdicts, verdict_data
from superko.checker.evidence.runner import Finding
from superko.checker.evidence.verdict import Outcome, Verdict
from superko.checker.telling.options import NamedRules
from superko.checker.telling.report import Console
from superko.interpreter.referee import Session, respond
from superko.spec.claim import Claim, claim_named, claims

LEFT = Decided(Claim("claim/left", "katago-v2", "main", "Nobody can look.", not_formalised="It is too deep."), ())
TABLE = Path(__file__).parents[3] / "checker" / "claims" / "CLAIMS.md"


def show(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["show", *arguments], env={"COLUMNS": "200"})


def listed(*arguments: str, columns: int = 200) -> Result:
    return CliRunner().invoke(main, ["check", "--list", *arguments], env={"COLUMNS": str(columns)})


def claim_as_json(claim: str) -> Any:
    (shown_claim,) = json.loads(show(claim, "--json").output)["claims"]
    return shown_claim


def finding(board: str, outcome: Outcome = Outcome.HOLDS, rules: str = "") -> Finding:
    verdict = Verdict(outcome, board, "sweep", {"positions": 1})
    return Finding(Check("claim/benson", board, rules, lambda: verdict, cost=1), verdict, 0, as_recorded=True)


def benson(*findings: Finding) -> Decided:
    return Decided(next(claim for claim in claims() if claim.id == "claim/benson"), findings)


class TestTheTable:
    def test_beside_the_claims_is_the_recorded_one(self) -> None:
        table = TABLE.read_text(encoding="utf-8").partition(BEGIN)[2].partition(END)[0]
        again = "CLAIMS.md tells of other verdicts; run `superko check --list --output checker/claims/CLAIMS.md`."
        assert table == as_markdown(everything_decided()), again

    def test_has_one_line_for_each_registered_claim(self) -> None:
        lines = as_markdown(everything_decided()).splitlines()
        assert {line.split("`")[1] for line in lines[2:]} == {claim.id for claim in claims()}
        assert len(lines) == 2 + len(claims())
        assert {line.count("|") for line in lines} == {7}

    def test_merges_boards_and_tells_each_verdict(self) -> None:
        decided = benson(finding("3x3"), finding("2x1"), finding("2x1", Outcome.REFUTED, "suicide=yes"))
        line = as_markdown([decided]).splitlines()[-1]
        assert line.endswith("| holds; refuted | 2x1 … 3x3 (2 boards); 2x1, suicide=yes | sweep |")

    def test_counts_settings_where_there_are_several(self) -> None:
        decided = benson(*(finding("2x1", rules=f"suicide={word}") for word in ("yes", "no")))
        assert "| holds | 2x1, 2 settings | sweep |" in as_markdown([decided])

    def test_names_what_is_no_board_before_the_boards(self) -> None:
        assert on_what([finding("3x1"), finding("every size"), finding("10x1"), finding("2x2")]) == (
            "every size, 3x1 … 10x1 (3 boards)"
        )

    def test_gives_the_reason_where_no_check_decides(self) -> None:
        assert "| not-formalised | It is too deep. |" in as_markdown([LEFT])

    def test_says_unknown_where_no_verdict_is_recorded(self) -> None:
        assert as_markdown([benson()]).endswith("| unknown | No verdict is recorded yet. |  |\n")

    def test_is_written_between_the_markers_of_a_file(self, tmp_path: Path) -> None:
        file = tmp_path / "file.md"
        file.write_text(f"before\n{BEGIN}old\n{END}after\n", encoding="utf-8")
        assert listed("--output", str(file)).exit_code == 0
        table = as_markdown(everything_decided())
        assert file.read_text(encoding="utf-8") == f"before\n{BEGIN}{table}{END}after\n"

    def test_is_written_as_csv_to_be_cited_with_a_row_for_each_claim(self, tmp_path: Path) -> None:
        file = tmp_path / "claims.csv"
        assert listed("--output", str(file)).exit_code == 0
        with file.open(encoding="utf-8", newline="") as lines:
            rows = {row["claim"]: row for row in csv.DictReader(lines)}
        assert rows.keys() == {claim.id for claim in claims()}
        terminates = rows["claim/game-terminates"]
        assert (terminates["document"], terminates["answer"], terminates["how"]) == ("katago-v2", "true", "z3")


class TestTheList:
    def test_has_a_line_for_what_each_claim_says_and_whether_it_is_so(self) -> None:
        lines = listed(columns=400).output.splitlines()
        assert len(lines) == 2 * len(claims())
        for decided in everything_decided():
            heading = f"{decided.claim.id}: {decided.headline}"
            assert lines[lines.index(heading) + 1].strip().startswith(decided.claim.text[:40])

    def test_fits_80_columns_but_for_its_headings(self) -> None:
        lines = listed(columns=80).output.splitlines()
        assert max(len(line) for line in lines if line.startswith(" ")) <= 80


class TestAClaim:
    def test_is_told_in_short_with_the_last_board_of_its_first_game(self) -> None:
        """Given the claim with the most verdicts, when it is shown, then it takes a screen and names its games."""
        lines = show("fact/no-result").output.splitlines()
        assert len(lines) < 60
        assert re.fullmatch(r"To step through game 1 of \d+: superko show fact/no-result --game 1", lines[-1])
        assert len(show("fact/no-result", "--all").output.splitlines()) > 300

    @pytest.mark.thorough
    def test_tells_every_recorded_verdict_as_json(self) -> None:
        from_the_code = ("claim", "board", "label", "requests", "assumes", "reads", "beside")
        verdicts = [
            {key: value for key, value in verdict.items() if key not in from_the_code}
            for claim in json.loads(listed("--json").output)["claims"]
            for verdict in claim["verdicts"]
        ]
        assert sorted(map(str, verdicts)) == sorted(map(str, recorded_verdicts().values()))

    def test_tells_one_claim_with_its_readings_counts_and_witness(self) -> None:
        output = show("reading/engine-always-pass-alive", "--all").output
        assert "katago-v2, area; ours" in output
        assert "reading/engine-always-pass-alive: Are pass-dead stones removed" in output
        assert "721 positions, 32 differing" in output
        assert "Whatever is smaller was excluded." in output
        assert "2  O  X  ." in output

    def test_the_requests_of_a_witness_are_accepted_by_the_referee(self) -> None:
        (verdict, *_) = claim_as_json("engine-always-pass-alive")["verdicts"]
        session = Session()
        for request in verdict["requests"]:
            session, reply = respond(session, json.dumps(request))
        assert reply is not None
        assert reply["result"] == {"kind": "score", "B": 4, "W": 1, "winner": "B"}

    def test_asks_for_the_whole_id_where_several_claims_share_its_last_part(self) -> None:
        with pytest.raises(ValueError, match="Name one claim in full: "):
            decided_about("no-result")


class TestAProof:
    def test_is_told_with_its_steps_its_queries_and_the_command_that_checks_it_again(self) -> None:
        output = show("lemma/stones-balance", "--all").output
        assert "The proof for every size:" in output
        assert "It takes 4 steps, shown in 4 queries to z3:\n    the black stones, Black to move\n" in output
        again = "superko check --claim lemma/stones-balance --board 'every size'"
        assert f"To check it again: {again}\n" in output
        assert f"By a second solver too: {again} --solver cvc5\n" in output
        assert f"To have its queries as files: {again} --smt DIR\n" in output

    def test_shows_a_query_in_the_words_of_the_rules_that_a_fresh_solver_answers_alike(self) -> None:
        _, _, text = show("claim/tromp-taylor-terminates", "--query").output.partition("\n")
        assert "; tromp-taylor/turn#no-repetition allows the turn\n(assert " in text
        assert "; expected: unsat\n" in text
        solver = z3.Solver()
        solver.from_string(text)
        assert solver.check() == z3.unsat

    def test_lists_the_functions_that_were_called_for_it_and_no_others(self) -> None:
        output = show("claim/tromp-taylor-terminates", "--trusts").output
        assert "phase_ends.py: " in output
        assert "repeats_no_coloring (2)" in output
        assert "points_of_color" not in output

    def test_that_asks_no_solver_says_so(self) -> None:
        output = show("claim/chinese-6-makes-20-idle", "--all").output
        assert ASKS_NO_SOLVER in output
        assert "--solver" not in output

    def test_is_told_with_the_lemmas_it_rests_on(self) -> None:
        assert "It rests on lemma/resolve-captures." in show("lemma/ko-move", "--all").output
        resting = claim_as_json("lemma/resolve-captures")["rested_on_by"]
        assert "lemma/ko-move" in resting
        assert "On it rests: " + ", ".join(resting) in " ".join(show("lemma/resolve-captures", "--all").output.split())

    def test_of_which_there_is_none_is_not_explained(self) -> None:
        assert "The proof" not in show("claim/benson", "--all").output

    def test_is_explained_for_every_proved_claim_by_commands_that_find_it(self) -> None:
        for decided in everything_decided():
            for finding in filter(is_proof, decided.findings):
                claim, board = shlex.split(checked_again(finding))[3::2][:2]
                assert finding.check in chosen_checks([claim], [board], None)


def test_a_recorded_verdict_is_read_as_it_was_written() -> None:
    read = {
        finding.check.name: verdict_data(finding.verdict)
        for decided in everything_decided()
        for finding in decided.findings
    }
    recorded = recorded_verdicts()
    assert read == {name: recorded[name] for name in read}
    assert len(read) > 0


def test_claims_that_qualify_each_other_name_each_other() -> None:
    shown = show("ownership-equivalent").stdout
    assert "Read with claim/ownership-difference (depends): The difference of" in shown
    table = as_markdown(everything_decided())
    (row,) = [line for line in table.splitlines() if line.startswith("| `claim/ownership-difference`")]
    assert "Read with `claim/ownership-equivalent`." in row


# What `superko check` says at the end of a run over everything: at most sixty lines, and every check that differs.


def everything_quick(as_recorded: bool = True) -> list[Finding]:
    """A finding for each check of the scope quick, with its recorded outcome."""
    recorded = recorded_verdicts()
    return [
        Finding(check, Verdict(Outcome(recorded[name]["outcome"]), "", ""), 0.25, as_recorded)
        for name, check in checks().items()
        if Scope.QUICK.takes_in(check.scope)
    ]


def run_of(findings: list[Finding]) -> CheckRun:
    return CheckRun([finding.check for finding in findings], findings)


@pytest.mark.parametrize("width", [60, 80, 200])
def test_it_is_at_most_sixty_lines_none_of_them_too_wide(width: int) -> None:
    lines = list(summary(everything_quick(), width))
    assert len(lines) <= 60
    assert [line for line in lines[:-1] if len(line) > width] == []


def test_it_counts_every_claim_of_every_document_once() -> None:
    findings = everything_quick()
    lines = "\n".join(summary(findings, 1000)).splitlines()
    table = lines[1 : lines.index("")]
    assert {line.split()[0] for line in table} == {claim_named(finding.check.claim).document for finding in findings}
    numbers = [int(number) for line in table for number in line.split()[1:]]
    assert sum(numbers) == len({finding.check.claim for finding in findings})


def test_it_says_that_all_came_out_as_recorded() -> None:
    findings = everything_quick()
    assert f"{len(findings)} checks, all as recorded; {len(findings) * 0.25:.0f} s of work." in list(
        summary(findings, 200)
    )


def test_a_finding_that_is_not_as_recorded_is_told_in_full() -> None:
    right, wrong = everything_quick()[:5], everything_quick(as_recorded=False)[5]
    console = Console(file=io.StringIO(), width=200)
    show_whole_run(console, run_of([*right, wrong]))
    printed = console.file.getvalue()  # type: ignore[attr-defined]
    assert "(not as recorded) on" in printed
    assert wrong.check.name in printed
    assert "1 not as recorded" in printed.splitlines()[-2]


def test_a_finding_of_which_nothing_is_recorded_is_told_as_such(monkeypatch: pytest.MonkeyPatch) -> None:
    same, differing, new = everything_quick()[0], *everything_quick(as_recorded=False)[1:3]
    known = {name: data for name, data in recorded_verdicts().items() if name != new.check.name}
    monkeypatch.setattr("superko.checker.evidence.decided.recorded_verdicts", lambda: known)
    console = Console(file=io.StringIO(), width=200)
    show_whole_run(console, run_of([same, differing, new]))
    printed = console.file.getvalue()  # type: ignore[attr-defined]
    assert "(not as recorded) on" in printed
    assert "(not recorded before) on" in printed
    assert "1 not as recorded, 1 not recorded before" in printed.splitlines()[-2]


# What `superko check --rules FILE.py:RULES` says first of rules of one's own: what changed, in a few lines.


PAGE = (Path(__file__).parents[3] / "spec" / "README.md").read_text(encoding="utf-8")
AREA = superko.rules("tromp-taylor")
THREE = AREA.replacing(
    "katago-v2/main/end-two-passes", lambda record: record.pass_run >= 3, "Three passes in a row end the game."
)


@pytest.mark.thorough
def test_the_page_for_rules_authors_shows_it() -> None:
    (shown,) = re.findall(
        r"^```text\n\$ superko check --rules my_rules.py:RULES\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE
    )
    proved = superko.check("claim/game-terminates", THREE).findings
    said = "\n".join([*what_changed(THREE, "my_rules.py:RULES"), whether_it_ends(THREE, proved)])
    assert " ".join(shown.split()).startswith(" ".join(said.split()))


def test_it_names_each_change_and_where_they_differ_from_what_they_were_made_of() -> None:
    first, change, beside, worth = what_changed(THREE, "mine")
    assert first == "mine is tromp-taylor with these changes:"
    assert change == "  katago-v2/main/end-two-passes is replaced: Three passes in a row end the game."
    assert beside.startswith(
        "Beside tromp-taylor: After pass pass on 1x1, the two rule sets differ in when the game ends."
    )
    assert worth == "Black's lead under best play, from the empty board: 1x1 0, 2x1 0, 3x1 3, 2x2 1."


def test_it_shows_a_loop_and_says_where_best_play_has_no_value_any_more() -> None:
    endless = AREA.dropping("katago-v2/main/legal-superko")
    *_, beside, worth = what_changed(endless, "mine")
    assert whether_it_ends(endless, []) == "A game can go on forever: on 2x1, after A1, B1, over and over A1, B1."
    assert "only the second allows B1" in beside
    assert "2x1 ? (was 0)" in worth


def test_it_says_in_a_sentence_that_there_is_neither_a_proof_nor_a_loop() -> None:
    assert whether_it_ends(THREE, []) == (
        "It is not known whether every game ends: there is no proof, and no endless game was found on tiny boards."
    )


def test_what_was_not_decided_is_no_difference_and_each_claim_is_told_with_what_it_says(
    capsys: pytest.CaptureFixture[str],
) -> None:
    names = (
        "claim/cleanup-is-article-7 smallest no result",
        "fact/histories 2x1 ko=POSITIONAL suicide=yes",
        "lemma/cleared 2x2",
    )
    outcomes = (Outcome.UNKNOWN, Outcome.REFUTED, Outcome.HOLDS)
    findings = [
        Finding(checks()[name], Verdict(outcome, "", "search"), 0, as_recorded=outcome is Outcome.HOLDS)
        for name, outcome in zip(names, outcomes, strict=True)
    ]
    chosen = [finding.check for finding in findings]
    show_whole_run(Console(), CheckRun(chosen, findings, amended=NamedRules("mine", THREE)))
    said = " ".join(capsys.readouterr().out.split())
    assert "3 checks asked of mine: 1 as for katago-v2, 1 otherwise, 1 not decided." in said
    histories = f"fact/histories {claim_named('fact/histories').text} refuted (recorded: holds) on 2x1 "
    assert histories in said
    assert "claim/cleanup-is-article-7" in said
    assert "lemma/cleared" not in said
