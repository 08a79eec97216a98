"""What the README shows is so: the picture that a command draws, and what it says of claims."""

from __future__ import annotations

import gzip
import json
import re
import shlex
from collections import Counter
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

import superko
from superko.checker.command_line import main
from superko.checker.evidence.checks import Scope
from superko.checker.evidence.choosing import chosen_checks
from superko.checker.evidence.recorded import recorded_verdicts
from superko.checker.pages.explorer.addresses import read_address
from superko.spec.claim import claims
from tests.checker.model.mistakes import every_mistake
from tests.checker.proofs.test_wrong_versions import FEWEST

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PICTURE = "checker/pages/assets/gnu-go.svg"
GAME = "#/tromp-taylor/2x2/A2.pass.B2.pass.A1.pass.B1"


def test_the_picture_is_the_game_that_gnu_go_was_found_to_get_wrong(tmp_path: Path) -> None:
    findings = json.loads((ROOT / "checker" / "oracle" / "findings.json").read_text(encoding="utf-8"))
    (gnu_go,) = (engine for engine in findings if engine["name"] == "GNU Go")
    assert GAME in [game for finding in gnu_go["findings"] for game in finding["games"]]
    assert f"]({PICTURE})" in README
    drawn = tmp_path / "drawn.svg"
    result = CliRunner().invoke(main, ["show", GAME, "--output", str(drawn)])
    again = f"Run `superko show '{GAME}' --output {PICTURE}`."
    assert (result.exit_code, drawn.read_text(encoding="utf-8")) == (0, (ROOT / PICTURE).read_text("utf-8")), again
    address = read_address(GAME)
    *before, last = address.turns
    judged = superko.Game(address.rules, (2, 2)).play(*before).judge(last)
    assert judged.clause is not None
    assert f"`{judged.clause.id}` forbids it" in " ".join(README.split())


def test_its_reasons_to_believe_it_are_counted() -> None:
    with gzip.open(ROOT / "tests" / "vectors" / "engine-traces.jsonl.gz", "rt", encoding="utf-8") as lines:
        turns = [len(json.loads(line)["plies"]) for line in lines]
    assert f"{sum(turns):,} turns of {len(turns)} games" in README
    verdicts = recorded_verdicts()
    assert f"{verdicts['fact/legal-positions 4x4']['counts']['legal']:,} legal positions of 4x4" in README
    assert f"{verdicts['fact/games 2x2 ko=POSITIONAL suicide=no']['counts']['games']:,} games on 2x2" in README
    assert len({str(mistaken.mutant) for mistaken in every_mistake()}) > 600
    assert "over 600 mistakes" in README
    assert {5: "at least five wrong versions"}[FEWEST] in README


def test_it_names_claims_with_the_verdicts_that_are_recorded() -> None:
    outcomes = Counter((name.split()[0], verdict["outcome"]) for name, verdict in recorded_verdicts().items())
    for claim, outcome in {
        "claim/game-terminates": "proved",
        "claim/ownership-equivalent": "refuted",
        "claim/independent-life-is-alive": "refuted",
        "claim/ikeda-value": "witnessed",
        "fact/no-result": "witnessed",
    }.items():
        assert claim in README
        assert outcomes[claim, outcome] > 0


def test_every_claim_that_it_names_is_one() -> None:
    named = set(re.findall(r"\b(?:claim|fact|lemma)/[\w-]+", README))
    assert named <= {claim.id for claim in claims()}


COMMANDS = [
    line for block in re.findall(r"^```sh\n(.*?)^```$", README, re.DOTALL | re.MULTILINE) for line in block.splitlines()
]


@pytest.mark.parametrize("line", [line for line in COMMANDS if line.startswith("superko ")])
def test_a_command_that_is_not_run_is_understood(line: str) -> None:
    name, *rest = shlex.split(line, comments=True)[1:]
    command = main.get_command(click.Context(main), name)
    assert command is not None
    with command.make_context(name, rest):
        pass


def test_as_many_checks_are_decided_as_it_says() -> None:
    match = re.search(r"about (\d+) checks", README)
    assert match is not None
    assert len(chosen_checks((), (), None, Scope.QUICK)) == pytest.approx(int(match[1]), rel=0.04)
