"""A Japanese game with the referee, through both cleanup phases."""

from __future__ import annotations

from typing import Any

from superko.interpreter.referee import Session

from .conversation import ask, is_bad_request, new, play, replies_to

KO = ".XO./XO.O/.XO."


def test_a_japanese_game_through_both_cleanup_phases_with_unblock_actions() -> None:
    """A ko is left when both pass; in the cleanup each side must unblock before it retakes, and may retake once."""
    rules = {"ko": "SIMPLE", "scoring": "TERRITORY", "tax": "SEKI", "suicide": False, "komi": 0.5}
    session, _ = ask(Session(), new(width=4, height=3, rules=rules))

    def after(*turns: str) -> Any:
        nonlocal session
        session, reply = ask(session, play(*turns))
        return reply

    def forbidding(turn: str) -> str:
        clause: str = after(turn)["error"]["clause"]
        return clause

    state = after("B3", "C3", "A2", "D2", "B1", "C1", "C2", "B2")
    assert (state["board"], state["captures"]) == (KO, {"B": 1, "W": 0})
    assert forbidding("C2") == "katago-v2/main/legal-simple-ko"

    state = after("pass", "pass")
    assert (state["phase"], state["player"], state["clause"]) == ("cleanup1", "B", "katago-v2/main/end-two-passes")
    assert state["result"] is None

    state = after("C2")
    assert (state["blocked"], state["unblock"]) == (["C2"], ["C2"])
    assert "B2" not in state["legal"]
    assert forbidding("B2") == "katago-v2/cleanup/legal-unblocked"

    state = after("unblock C2")
    assert (state["player"], state["blocked"], state["unblock"]) == ("B", [], [])
    assert state["passEndsPhase"] is False

    state = after("pass", "B2")
    assert (state["board"], state["blocked"], state["captures"]) == (KO, ["B2"], {"B": 2, "W": 1})

    state = after("unblock B2", "pass")
    assert state["passEndsPhase"] is True
    assert forbidding("C2") == "katago-v2/cleanup/legal-once"

    state = after("pass")
    assert (state["phase"], state["player"], state["clause"]) == ("cleanup2", "W", "katago-v2/cleanup/end-two-passes")

    state = after("C2", "pass", "pass")
    assert (state["board"], state["phase"]) == (".XO./XOOO/.XO.", "over")
    # White: 2 points inside, 2 captures of black, 1 move in the second cleanup phase, komi. Black: 1 capture of white.
    assert state["result"] == {"kind": "score", "B": 1.0, "W": 5.5, "winner": "W"}
    assert is_bad_request(after("pass"))


def test_marks_are_removed_when_the_second_cleanup_phase_begins() -> None:
    start = new(width=4, rules="japanese-like", board=KO, phase="cleanup1")
    replies = replies_to(start, play("C2", "pass"), play("pass"))
    assert [(reply["phase"], reply["blocked"]) for reply in replies[1:]] == [("cleanup1", ["C2"]), ("cleanup2", [])]
