"""What the README shows is so: the picture that a command draws, and what it says of claims."""

from __future__ import annotations

import re
import shlex
from collections import Counter
from pathlib import Path

from click.testing import CliRunner

from superko.checker.command_line import main
from superko.checker.evidence.recorded import recorded_verdicts
from superko.spec.claim import claims

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PICTURE = "checker/pages/assets/double-ko.svg"


def test_the_picture_is_what_the_command_draws(tmp_path: Path) -> None:
    game = re.search(r"`superko (show claim/\S+ --game \d+)`", README)
    assert game is not None
    assert f"]({PICTURE})" in README
    drawn = tmp_path / "drawn.svg"
    result = CliRunner().invoke(main, [*shlex.split(game[1]), "--output", str(drawn)])
    again = f"Run `superko {game[1]} --output {PICTURE}`."
    assert (result.exit_code, drawn.read_text(encoding="utf-8")) == (0, (ROOT / PICTURE).read_text("utf-8")), again


def test_it_names_claims_with_the_verdicts_that_are_recorded() -> None:
    outcomes = Counter((name.split()[0], verdict["outcome"]) for name, verdict in recorded_verdicts().items())
    for claim, outcome in {
        "claim/game-terminates": "proved",
        "claim/ownership-equivalent": "refuted",
        "claim/ownership-difference": "proved",
        "claim/summary-tax-all-is-territory": "refuted",
        "fact/no-result": "witnessed",
    }.items():
        assert claim in README
        assert outcomes[claim, outcome] > 0


def test_every_claim_that_it_names_is_one() -> None:
    named = set(re.findall(r"\b(?:claim|fact|lemma)/[\w-]+", README))
    assert named <= {claim.id for claim in claims()}
