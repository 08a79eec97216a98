"""What a person changes on the page, as the address that it leads to."""

from __future__ import annotations

from pathlib import Path

import pytest

from superko.checker.pages.explorer.addresses import MOST_TURNS

from .conversation import answered, changed, explorer, led_to, shown

OWN_RULES = '''
from superko.spec.presets import PRESETS


def three_passes(record):
    """Three consecutive passes end the game."""
    return record.pass_run >= 3


RULES = PRESETS["tromp-taylor"].replacing("katago-v2/main/end-two-passes", three_passes)
'''


def test_there_is_a_last_turn() -> None:
    address = f"#/tromp-taylor/3x3/{'.'.join(['pass'] * MOST_TURNS)}"
    with pytest.raises(ValueError, match=f"up to {MOST_TURNS} turns"):
        changed(address, kind="turn", turn="A1", side="0")


def test_every_parameter_that_is_offered_can_be_chosen() -> None:
    for preset in ("tromp-taylor", "japanese-like", "aga", "tromp-taylor-ten"):
        for parameter in shown(f"#/{preset}/2x2/")["sides"][0]["parameters"]:
            for value in parameter["values"]:
                address = led_to(f"#/{preset}/2x2/", kind="rule", key=parameter["key"], value=value)
                parameters = shown(address)["sides"][0]["parameters"]
                assert {chosen["key"]: chosen["value"] for chosen in parameters}[parameter["key"]] == value


def test_what_is_set_up_is_what_was_shown() -> None:
    before = shown("#/japanese-like,hasButton=yes/4x1/C1.pass.B1".replace("japanese-like", "chinese-like"))["sides"][0]
    player = {"player": before["player"], "phase": before["phase"]}
    address = led_to("#/chinese-like,hasButton=yes/4x1/C1.pass.B1", kind="start", **player)
    after = shown(address)["sides"][0]
    for key in ("board", "player", "phase", "captures"):
        assert after[key] == before[key]
    assert "button=W" in address


def test_rules_of_a_file_are_named_by_what_was_given_and_keep_their_amendments(tmp_path: Path) -> None:
    file = tmp_path / "mine, and yours.py"
    file.write_text(OWN_RULES)
    own = explorer("#/aga/1x1/", f"{file}:RULES")
    chosen = answered({"address": "#/aga/1x1/pass.pass", "change": {"kind": "rules", "rules": f"{file}:RULES"}}, own)
    assert chosen["sides"][0]["rules"] == f"{file}:RULES"
    assert chosen["sides"][0]["phase"] == "main"
    address = chosen["address"]["text"]
    change = {"kind": "rule", "key": "komi", "value": "2.5"}
    changed_komi = answered({"address": address, "change": change}, own)
    assert changed_komi["sides"][0]["rules"] == f"{file}:RULES,komi=2.5"
    assert answered({"address": changed_komi["address"]["text"]}, own) == changed_komi
    assert changed_komi["choices"]["rules"][0] == f"{file}:RULES"


def test_no_address_can_name_a_file_that_the_command_line_did_not(tmp_path: Path) -> None:
    file = tmp_path / "my_rules.py"
    file.write_text("raise SystemExit")
    with pytest.raises(ValueError, match="An address can't run a Python file"):
        answered({"address": f"#/{str(file).replace('/', '%2F')}:RULES/3x3/"})
