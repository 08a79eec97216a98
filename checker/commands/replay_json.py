"""A replayed game record as JSON: its events, its result with all terms, and what was assumed."""

from __future__ import annotations

from ...interpreter.notation import board_text, vertices
from ...interpreter.records.outcome import RecordOutcome
from ...interpreter.records.replay import (
    Event,
    IllegalTurnTaken,
    OutOfTurn,
    PhaseEnd,
    Replay,
    TakenAsUnblock,
    TurnsAfterEnd,
)
from ...interpreter.referee import result_report
from ...interpreter.result import Result, Score
from ...interpreter.rule_names import rules_to_json
from ...spec.algebra import BLACK, WHITE


def outcome_as_json(outcome: RecordOutcome, boards: bool = False) -> dict[str, object]:
    """What a record comes to as a JSON object: its replay, and how it was settled and compared with its own result."""
    settled, grid = outcome.settled, outcome.replay.record.coloring.board.grid
    how = None
    if settled is not None:
        how = {
            "assumed": list(settled.assumed),
            "dead": vertices(grid, settled.dead),
            "board": board_text(settled.coloring),
            "turns": settled.further,
            "illegal": settled.illegal or None,
            "result": result_as_json(settled.result),
        }
    return {
        **as_json(outcome.replay, boards),
        "lawful": outcome.lawful,
        "notes": list(outcome.notes),
        "settled": how,
        "told": outcome.replay.record.result,
        "agrees": outcome.agreed,
        "status": outcome.status.name.lower().replace("_", "-"),
    }


def as_json(replay: Replay, boards: bool = False) -> dict[str, object]:
    """A replay as a JSON object; with `boards`, the board before the first turn and after each turn is in it."""
    record, game = replay.record, replay.game
    passed_out = replay.passed_out()
    return {
        "width": record.width,
        "height": record.height,
        "rules": rules_to_json(game.rules),
        "handicap": record.handicap,
        "names": {"B": record.black_name, "W": record.white_name},
        "turnsBefore": record.turns_before,
        "turns": len(record.turns),
        "replayed": len(replay.games) - 1,
        "lawful": replay.lawful,
        "events": [event_as_json(event) for event in replay.events],
        "board": board_text(game.position.coloring),
        "player": game.position.player.value,
        "phase": game.position.phase.value,
        "result": result_as_json(game.result),
        "ifBothPassed": result_as_json(passed_out.result) if passed_out else None,
        **({"boards": [board_text(game.position.coloring) for game in replay.games]} if boards else {}),
    }


def event_as_json(event: Event) -> dict[str, object]:
    """An event as a JSON object, its kind first."""
    match event:
        case IllegalTurnTaken(turn, player, text, clause, reason, followed):
            told = {"player": player.value, "text": text, "clause": clause, "reason": reason, "followed": followed}
            return {"kind": "illegal", "turn": turn, **told}
        case OutOfTurn(turn, player):
            return {"kind": "out-of-turn", "turn": turn, "player": player.value}
        case TakenAsUnblock(turn, player, text):
            return {"kind": "taken-as-unblock", "turn": turn, "player": player.value, "text": text}
        case PhaseEnd(turn, clause, ended, follows):
            return {"kind": "phase-end", "turn": turn, "clause": clause, "phase": ended.value, "next": follows.value}
        case TurnsAfterEnd(turn, number, only_passes):
            return {"kind": "after-end", "turn": turn, "number": number, "onlyPasses": only_passes}


def result_as_json(result: Result | None) -> dict[str, object] | None:
    """A result as the referee's protocol writes it, with the terms of each score."""
    written_result = result_report(result)
    if written_result is not None and isinstance(result, Score):
        written_result["terms"] = {color.value: dict(result.terms[color]) for color in (BLACK, WHITE)}
    return written_result
