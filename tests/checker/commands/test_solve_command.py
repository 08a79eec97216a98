"""`superko solve`: values as text, as JSON and as SGF; certificates; and requests that can't be served."""

from __future__ import annotations

import copy
import json
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner, Result

from superko.checker.command_line import main
from superko.checker.commands import solve_command
from superko.checker.commands.solve_command import progress_text
from superko.checker.solving.budget import Budget, OutOfBudget
from superko.checker.solving.certificate import with_digest
from superko.checker.solving.certifying import TooLarge
from superko.checker.solving.solution import solver_of
from superko.checker.solving.state import WORST
from superko.interpreter.game import Game
from superko.interpreter.records.sgf import read_sgf
from superko.spec.presets import PRESETS


def solve(*arguments: str) -> Result:
    """What `superko solve` says."""
    return CliRunner().invoke(main, ["solve", *arguments])


def test_json_has_the_value_its_bounds_the_line_and_the_moves(tmp_path: Path) -> None:
    record = tmp_path / "line.sgf"
    solution = json.loads(
        solve("3x1", "--rules", "suicide=no,komi=0.5", "--moves", "--output", str(record), "--json").output
    )
    assert {name: solution[name] for name in ("board", "value", "low", "high", "exact")} == {
        "board": "3x1",
        "value": 2.5,
        "low": 2.5,
        "high": 2.5,
        "exact": True,
    }
    assert solution["no_result"] == {"worst": 2.5, "best": 2.5}
    assert solution["line"][0] == {"turn": "B1", "as_good": []}
    assert solution["moves"]["A1"] == {"worst": -3.5, "best": -3.5}
    assert len(read_sgf(record.read_bytes()).turns) == len(solution["line"])


@pytest.mark.parametrize("board", ["5x5", "19x19"])
@pytest.mark.parametrize("effort", [(), ("--effort", "1s")])
def test_what_can_not_fit_is_told_beforehand_with_the_bounds_that_the_board_gives(
    board: str, effort: tuple[str, ...]
) -> None:
    answer = solve(board, "--rules", "tromp-taylor,komi=0.5", *effort)
    points = int(board.split("x", maxsplit=1)[0]) ** 2
    assert answer.exit_code == 3
    assert f"legal positions of {board} can follow" in answer.output
    assert answer.output.endswith(f"Black's lead is at least {-points - 0.5} and at most {points - 0.5}.\n")


@pytest.mark.parametrize(
    ("asked", "known"),
    [
        (["--rules", "wmsg,komi=0"], "Black's lead is at least -7 and at most 6."),
        (["--rules", "ko=SIMPLE"], "If the game has a result, Black's lead is at least -6 and at most 6."),
        (["--rules", "ko=SIMPLE", "--no-result", "9"], "Black's lead is at least -6 and at most 9."),
        (["--rules", "japanese-like"], "Nothing is known of the value."),
    ],
)
def test_bounds_are_told_even_where_there_was_no_time_to_read_the_rules(asked: list[str], known: str) -> None:
    answer = solve("3x2", "--effort", "0.001s", *asked)
    assert answer.exit_code == 3
    assert known in " ".join(answer.output.split())


def test_a_certificate_can_be_written_and_checked(tmp_path: Path) -> None:
    file = tmp_path / "certificate.json"
    assert solve("3x1", "--rules", "suicide=no", "--output", str(file)).exit_code == 0
    assert "The certificate holds: Black's lead is 3 on 3x1, under suicide=no" in verified(file).output
    certificate = json.loads(file.read_text(encoding="ascii"))
    certificate["graphs"][0]["lead"] = 4
    file.write_text(json.dumps(with_digest(certificate)), encoding="ascii")
    result = verified(file)
    assert (result.exit_code, "the promise is not kept" in result.output) == (1, True)


def certificate_in(file: Path, *asked: str) -> dict[str, Any]:
    """The certificate of the value of 2x1 that is written to a file."""
    assert solve("2x1", *asked, "--output", str(file)).exit_code == 0
    certificate: dict[str, Any] = json.loads(file.read_text(encoding="ascii"))
    return certificate


def verified(file: Path, *asked: str) -> Result:
    """What `superko verify` says of a file."""
    return CliRunner().invoke(main, ["verify", str(file), *asked])


def mutated(value: Any, chance: Random) -> Any:
    """A value of JSON in which one part, somewhere, is another one."""
    others: list[Any] = [[], {}, None, "", -1, 10**30, 1.5, True, [[]], {"": []}, "zz"]
    if not isinstance(value, dict | list) or not value or chance.random() < 0.15:
        return chance.choice(others)
    changed: Any = copy.copy(value)
    key = chance.choice(list(value)) if isinstance(value, dict) else chance.randrange(len(value))
    if isinstance(value, dict) and chance.random() < 0.1:
        del changed[key]
    else:
        changed[key] = mutated(value[key], chance)
    return changed


def test_whatever_a_file_holds_verify_answers_in_a_sentence(tmp_path: Path) -> None:
    certificate, chance = certificate_in(file := tmp_path / "certificate.json"), Random(1)
    for _ in range(150):
        changed = mutated(certificate, chance)
        file.write_text(json.dumps(with_digest(changed) if isinstance(changed, dict) else changed), encoding="ascii")
        result = verified(file)
        assert result.exception is None or isinstance(result.exception, SystemExit), file.read_text(encoding="ascii")
        assert result.exit_code != 1 or "does not hold" in result.output


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("[" * 100_000, "nested too deeply"),
        ('{"digest": ' * 50_000, "nested too deeply"),
        ('{"digest": NaN}', "NaN is not JSON"),
        ('{"digest": 1, "digest": 2}', "twice"),
        ("[]", "no JSON object"),
        ("{}", "no 'digest'"),
        (b"\xff", "not UTF-8"),
        (" " * (1 << 28) + "{}", "more than 256 MiB"),
    ],
)
def test_what_is_no_certificate_is_refused(tmp_path: Path, content: str | bytes, says: str) -> None:
    file = tmp_path / "file.json"
    file.write_bytes(content.encode() if isinstance(content, str) else content)
    result = verified(file)
    assert (result.exit_code, says in result.stderr) == (2, True), result.output


@pytest.mark.parametrize(
    ("part", "content"), [("nodes", 3), ("nodes", [["pass"]]), ("questions", [1, None]), ("or_no_result", "no")]
)
def test_a_graph_that_is_none_is_refused(tmp_path: Path, part: str, content: object) -> None:
    certificate = certificate_in(file := tmp_path / "certificate.json")
    certificate["graphs"][0][part] = content
    file.write_text(json.dumps(with_digest(certificate)), encoding="ascii")
    assert verified(file).exit_code == 2


@pytest.mark.parametrize("as_json", [(), ("--json",)])
@pytest.mark.parametrize("reason", [OutOfBudget(), TooLarge("a graph of more than 3 nodes is not written down.")])
def test_the_value_is_told_though_no_certificate_can_be_made(
    tmp_path: Path, as_json: tuple[str, ...], reason: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(*_: object) -> None:
        raise reason

    monkeypatch.setattr(solve_command, "certified", failing)
    file, record = tmp_path / "certificate.json", tmp_path / "line.sgf"
    result = solve("2x1", "-o", str(file), "-o", str(record), *as_json)
    assert result.exit_code == 3
    assert '"value": 0' in result.stdout if as_json else "A draw under best play." in result.stdout
    assert "No certificate was written: " in result.stderr
    assert record.exists()
    assert not file.exists()


def test_the_bounds_are_told_though_there_is_no_value_to_certify(tmp_path: Path) -> None:
    file = tmp_path / "certificate.json"
    result = solve("6x1", "--rules", "suicide=no", "--effort", "40n", "-o", str(file))
    assert (result.exit_code, file.exists()) == (3, False)
    assert "at least -6 and at most 6" in result.stdout
    assert "No certificate was written: the value is not known; a longer --effort may find it." in result.stderr


def test_a_certificate_says_of_which_game_it_is(tmp_path: Path) -> None:
    fields = certificate_in(tmp_path / "certificate.json", "--turns", "A1 pass", "--rules", "aga")
    assert (fields["named"], fields["width"], fields["height"], fields["turns"]) == ("aga", 2, 1, "A1 pass")


def test_a_certificate_in_which_any_field_was_changed_does_not_hold(tmp_path: Path) -> None:
    certificate = certificate_in(file := tmp_path / "certificate.json", "--turns", "A1")
    assert {"rules", "turns", "value", "version", "graphs", "digest"} <= {*certificate}
    for field in certificate:
        file.write_text(json.dumps({**certificate, field: "something else"}), encoding="ascii")
        result = verified(file)
        assert (field, result.exit_code, "changed after it was made" in result.output) == (field, 1, True)


@pytest.mark.parametrize(
    ("field", "other"),
    [
        ("turns", "B1"),
        ("turns", ""),
        ("width", 3),
        ("value", {"worst": 1, "best": 1}),
        ("graphs", []),
        ("rules", "komi"),
        ("named", "aga"),
        ("named", "no such rules"),
        ("version", ""),
        ("version", "0.2.0, as if"),
        ("command", "superko solve 2x1 --rules tromp-taylor --output certificate.json"),
        ("command", None),
    ],
)
def test_a_certificate_of_another_game_does_not_hold_whatever_its_digest(
    tmp_path: Path, field: str, other: object
) -> None:
    certificate = certificate_in(file := tmp_path / "certificate.json", "--turns", "A1")
    changed = {**certificate, field: other if field != "rules" else {**certificate["rules"], "komi": 1}}
    file.write_text(json.dumps(with_digest(changed)), encoding="ascii")
    assert verified(file).exit_code == 1


def test_a_certificate_with_a_field_that_none_has_does_not_hold(tmp_path: Path) -> None:
    certificate = certificate_in(file := tmp_path / "certificate.json", "--player", "W")
    of_start, graph = certificate["setup"], certificate["graphs"][1]
    places = [certificate, certificate["rules"], certificate["value"], of_start, of_start["captures"]]
    for place in (*places, graph, graph["detail"]):
        place["author"] = "nobody"
        file.write_text(json.dumps(with_digest(certificate)), encoding="ascii")
        result = verified(file)
        status = 2 if place is certificate["rules"] else 1
        assert (result.exit_code, '"author"' in result.output) == (status, True), result.output
        del place["author"]


@pytest.mark.parametrize(
    ("asked", "holds"),
    [
        ("", True),
        ("--rules tromp-taylor", True),
        ("--rules chinese-like", False),
    ],
)
def test_a_certificate_of_other_rules_than_were_asked_about_does_not_hold(
    tmp_path: Path, asked: str, holds: bool
) -> None:
    certificate_in(file := tmp_path / "certificate.json", "--turns", "A1")
    result = verified(file, *asked.split())
    assert result.exit_code == (0 if holds else 1), result.output
    assert holds or "asked about" in result.output


def test_while_it_searches_it_tells_nodes_speed_depth_and_what_is_known_of_the_value() -> None:
    game, texts = Game(PRESETS["tromp-taylor"], 2), list[str]()
    solver = solver_of([game], Budget())
    solver.budget.watch = lambda spent: texts.append(progress_text(solver, game))
    assert solver.value(game, WORST) == 1
    assert re.fullmatch(r"0 nodes, 0 a second, \d+ turns ahead, lead -4 to 4", texts[0])
    assert re.fullmatch(r"[\d,]+ nodes, [\d,]+ a second, \d+ turns ahead, lead 1 to 1", progress_text(solver, game))
