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


def test_a_turn_is_added_to_those_that_are_shown() -> None:
    assert led_to("#/aga/3x3/B2.A1?at=1", kind="turn", turn=" c3 ", side="0") == "#/aga/3x3/B2.C3"


@pytest.mark.parametrize(
    ("turn", "why"),
    [
        ("B2", "but B2 is occupied"),
        ("Z9", "off the board"),
        ("swap", "is no turn"),
        ("", "is no turn"),
        ("unblock B2", "forbids unblock B2"),
    ],
)
def test_a_turn_that_is_not_legal_changes_nothing_and_the_reason_is_told(turn: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        changed("#/tromp-taylor/3x3/B2", kind="turn", turn=turn, side="0")


def test_a_turn_is_judged_by_the_rules_on_whose_board_it_is_played() -> None:
    address = "#/japanese-like/3x1/?board=XX.&beside=tromp-taylor"
    assert led_to(address, kind="turn", turn="C1", side="1").startswith("#/japanese-like/3x1/C1?")
    with pytest.raises(ValueError, match="C1 would empty A1, B1, C1"):
        changed(address, kind="turn", turn="C1", side="0")


def test_there_is_a_last_turn() -> None:
    address = f"#/tromp-taylor/3x3/{'.'.join(['pass'] * MOST_TURNS)}"
    with pytest.raises(ValueError, match=f"up to {MOST_TURNS} turns"):
        changed(address, kind="turn", turn="A1", side="0")


def test_rules_are_chosen_by_name_or_by_parameter_and_keep_the_name_that_they_were_given() -> None:
    assert led_to("#/aga/3x3/B2", kind="rules", rules="japanese") == "#/japanese/3x3/B2"
    assert led_to("#/aga/3x3/B2", kind="rules", rules='{"ko": "SIMPLE"}') == "#/new-zealand-like,ko=SIMPLE/3x3/B2"
    assert led_to("#/japanese-like/3x3/", kind="rule", key="komi", value="6.5") == "#/japanese-like,komi=6.5/3x3/"
    situational = led_to("#/tromp-taylor/3x3/", kind="rule", key="ko", value="SITUATIONAL")
    assert situational == "#/tromp-taylor,ko=SITUATIONAL/3x3/"
    assert led_to(situational, kind="rule", key="ko", value="POSITIONAL") == "#/tromp-taylor/3x3/"
    assert led_to("#/suicide=no,komi=7/3x3/", kind="rule", key="komi", value="0") == "#/suicide=no/3x3/"
    assert led_to(
        "#/tromp-taylor/3x3/", kind="rule", key="reading/ilr-own-stone", value="literal"
    ) == "#/tromp-taylor,reading/ilr-own-stone=literal/3x3/".replace("reading/", "reading%2F")


def test_other_rules_are_put_beside_and_taken_away() -> None:
    beside = led_to("#/aga/3x3/B2", kind="beside", rules="japanese")
    assert beside == "#/aga/3x3/B2?beside=japanese"
    assert led_to(beside, kind="rule beside", key="komi", value="1") == "#/aga/3x3/B2?beside=japanese,komi=1"
    assert led_to(beside, kind="beside", rules="") == "#/aga/3x3/B2"


def test_every_parameter_that_is_offered_can_be_chosen() -> None:
    for preset in ("tromp-taylor", "japanese-like", "aga", "tromp-taylor-ten"):
        for parameter in shown(f"#/{preset}/2x2/")["sides"][0]["parameters"]:
            for value in parameter["values"]:
                address = led_to(f"#/{preset}/2x2/", kind="rule", key=parameter["key"], value=value)
                parameters = shown(address)["sides"][0]["parameters"]
                assert {chosen["key"]: chosen["value"] for chosen in parameters}[parameter["key"]] == value


def test_a_board_is_chosen_by_its_sides() -> None:
    assert led_to("#/aga/3x3/B2?beside=aga-like", kind="board", width="5", height="4") == "#/aga/5x4/?beside=aga-like"


def test_stones_are_set_up_one_by_one_from_what_is_shown() -> None:
    address = led_to("#/aga/3x1/B1", kind="stone", point="C1", stone="X")
    assert address == "#/aga/3x1/?board=.XX&player=W"
    assert led_to(address, kind="stone", point="B1", stone=".") == "#/aga/3x1/?board=..X&player=W"


def test_stones_without_liberties_are_not_set_up() -> None:
    with pytest.raises(ValueError, match="no stones without liberties"):
        changed("#/aga/2x1/B1", kind="stone", point="A1", stone="X")


def test_a_game_can_start_from_what_is_shown_in_another_phase_with_another_player() -> None:
    here = led_to("#/japanese-like/4x1/C1.B1.A1", kind="start", player="W", phase="main")
    assert here == "#/japanese-like/4x1/?board=X.X.&player=W&captures=0,1"
    assert led_to(here, kind="start", player="B", phase="cleanup2") == (
        "#/japanese-like/4x1/?board=X.X.&phase=cleanup2&captures=0,1"
    )


def test_what_is_set_up_is_what_was_shown() -> None:
    before = shown("#/japanese-like,hasButton=yes/4x1/C1.pass.B1".replace("japanese-like", "chinese-like"))["sides"][0]
    player = {"player": before["player"], "phase": before["phase"]}
    address = led_to("#/chinese-like,hasButton=yes/4x1/C1.pass.B1", kind="start", **player)
    after = shown(address)["sides"][0]
    for key in ("board", "player", "phase", "captures"):
        assert after[key] == before[key]
    assert "button=W" in address


@pytest.mark.parametrize(
    "change",
    [
        {"kind": "win"},
        {"kind": "turn"},
        {"kind": "turn", "turn": 3},
        {"kind": ["turn"]},
        {"kind": "rule", "key": "ko", "value": "NEVER"},
        {"kind": "rules", "rules": "no-such-rules"},
        {"kind": "board", "width": "26", "height": "3"},
        {"kind": "board", "width": "-1", "height": "3"},
        {"kind": "stone", "point": "B2", "stone": "#"},
        {"kind": "start", "player": "X", "phase": "main"},
        {"kind": "start", "player": "B", "phase": "cleanup9"},
        {"kind": "rule beside", "key": "ko", "value": "SIMPLE"},
        [],
        "turn",
    ],
)
def test_a_change_that_makes_no_sense_is_refused_in_a_sentence(change: object) -> None:
    with pytest.raises(ValueError, match=r"^\S.*\.$"):
        answered({"address": "#/tromp-taylor/3x3/", "change": change})


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
