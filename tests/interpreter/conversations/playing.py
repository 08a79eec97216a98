"""Games in lines: turns, as in `A1, pass, unblock B2`; `turns`, for what is legal; `by ownership`, for its score."""

from __future__ import annotations

from superko.interpreter.game import Game, GameOver, IllegalTurn
from superko.interpreter.notation import board_text, parse_turn, turn_text, vertices
from superko.interpreter.result import NoResult, Score
from superko.interpreter.rule_names import parse_rules
from superko.spec.algebra import Color
from superko.spec.vocabulary import EarlierState, Phase, Points

PLAYERS = {color.name.capitalize(): color for color in Color}


def set_up(words: str) -> Game:
    """A game such as `3x2 tromp-taylor-ten`, or `.XO/... White japanese-like cleanup1 captured=1,0 handicap=2`.

    From an empty board it is the game's own start; otherwise it is set up, in any phase.
    """
    board, *further = words.split()
    if "x" in board:
        return Game(parse_rules(further[0]), board)
    (player, rules), options = further[:2], dict(option.split("=") for option in further[2:])
    black, white = map(int, options.get("captured", "0,0").split(","))
    return Game(
        parse_rules(rules),
        rows=board,
        to_play=PLAYERS[player],
        phase=options.get("phase", Phase.MAIN),
        captures=dict(zip(Color, (black, white), strict=True)),
        handicap=int(options.get("handicap", 0)),
    )


def after_turns(game: Game, line: str) -> tuple[Game, str]:
    """The game after turns, and how it stands; from one that is forbidden on it stays as it was."""
    if line == "turns":
        return game, ", ".join(turn_text(game.grid, turn) for turn in game.turns())
    if line == "by ownership":
        return game, outcome(game.score_by_ownership())
    for turn in line.split(", "):
        try:
            game = game.play(parse_turn(game.grid, turn))
        except IllegalTurn as refusal:
            return game, f"{turn} is forbidden by {objection(game, refusal)}"
        except GameOver:
            return game, f"{turn} is too late"
    return game, standing(game)


def objection(game: Game, refusal: IllegalTurn) -> str:
    """The clause that forbids a turn, with the turn before which a board stood, or the points, that it points at."""
    judgement = refusal.judgement
    assert judgement.clause is not None
    match judgement.witness:
        case EarlierState(earlier):
            return f"{judgement.clause.name}, as before turn {earlier + 1}"
        case Points(points):
            return f"{judgement.clause.name}, for {' '.join(vertices(game.grid, points))}"
    return judgement.clause.name


def standing(game: Game) -> str:
    """What stands: the board, who is to play, and what is not as usual; or how the game came out."""
    position, tally = game.position, game.record.tally
    parts = [board_text(position.coloring)]
    if not game.over:
        parts.append(f"{position.player.name.capitalize()} to play")
    if position.phase not in (Phase.MAIN, Phase.OVER):
        parts.append(position.phase.value)
    if position.marks:
        parts.append(f"marked {' '.join(vertices(game.grid, position.marks))}")
    if any(tally.captures.values()):
        parts.append("captured {} black, {} white".format(*tally.captures.values()))
    if game.ended_by:
        parts.append(f"ended by {game.ended_by}")
    if game.result is not None:
        parts.append(outcome(game.result))
    return "; ".join(parts)


def outcome(result: NoResult | Score) -> str:
    """The scores and the winner, or how the game ended without any."""
    if isinstance(result, NoResult):
        return "no result, to be replayed" if result.replayed else "no result"
    winner = "draw" if result.winner is None else f"{result.winner.name.capitalize()} wins"
    return f"Black {result.black:g}, White {result.white:g}; {winner}" if any(result.terms.values()) else winner
