"""What was written otherwise in the version before: it does the same, and says what to write."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from superko.checker.command_line import main
from superko.checker.commands.formerly import as_written_now, sentence


@pytest.mark.parametrize(
    ("before", "now"),
    [
        ("diff --engine superko", "judge --engine superko"),
        ("diff --compare old new --json", "changes old new --json"),
        ("compare A B --values --seconds 5", "compare-values A B --effort 5s"),
        ("diff --engine superko --budget 5 --shrinking=2", "judge --engine superko --effort 5s"),
        ("judge --engine superko --turns 90 --shrinking-turns 9", "judge --engine superko --effort 90n"),
        ("compare A B --seconds=5", "compare A B --effort 5s"),
        ("values --seconds 5", "values --effort 5s"),
        ("solve --check file", "verify file"),
        ("solve --check=file", "verify file"),
        ("solve 2x1 --check file --rules aga", "verify file 2x1 --rules aga"),
        ("solve 2x1 --budget 100 --sgf line.sgf", "solve 2x1 --effort 100n --output line.sgf"),
        ("solve 2x1 --budget 60s --certificate c.json", "solve 2x1 --effort 60s --output c.json"),
        ("graph 2x1 --export g.dot", "graph 2x1 --output g.dot"),
        ("graph 2x1 --from X. --player W --within 2", "around X. --player W --depth 2"),
        ("graph 2x1 --cycle --from=X. --export g.dot", "around X. --cycle --output g.dot"),
        ("rules --diff A B --json", "rules A B --json"),
        ("show ID --svg g.svg", "show ID --output g.svg"),
        ("claims --markdown --write F", "claims --markdown --output F"),
        ("compare A B --depth 3", "compare A B --depth 3"),
        ("replay game.sgf --json", "replay game.sgf --json"),
    ],
)
def test_is_taken_as_it_is_written_now(before: str, now: str) -> None:
    assert as_written_now(before.split()) == now.split()
    assert (sentence(before.split(), now.split()) == "") == (before == now)


def test_does_the_same_and_says_on_standard_error_what_to_write() -> None:
    before = CliRunner().invoke(main, ["rules", "--diff", "chinese", "new-zealand-like"])
    now = CliRunner().invoke(main, ["rules", "chinese", "new-zealand-like"])
    assert (before.exit_code, before.stdout) == (now.exit_code, now.stdout)
    assert "`superko rules chinese new-zealand-like`" in before.stderr
    assert "`superko" not in now.stderr
