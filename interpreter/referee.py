"""What the referee says of a game: its state as a JSON object."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import BinaryIO, TypeAlias

from .. import __version__
from ..spec.algebra import Color, Grid
from ..spec.algebra.grid import points_of
from ..spec.documents import readings_that_matter
from ..spec.parameters import READINGS, Choice
from ..spec.presets import PRESETS
from ..spec.rules import Refusal, Rules
from ..spec.vocabulary import Move, Phase
from .game import Game
from .json_lines import TOO_LONG, converse, json_line, parse_json
from .judgement import explain
from .notation import LONGEST_SIDE_IN_GTP, board_text, parse_board, parse_turn, turn_text, vertex, vertices
from .result import NoResult, Result
from .rule_names import note_on, rules_from_json, rules_to_json
from .story import Start
from .wording import one_of, shown


def state_report(game: Game, explain: bool = False) -> dict[str, object]:
    """The state of a game as a JSON object; with `explain`, also why each empty point is not a legal move.

    >>> from superko.spec.rules import Rules
    >>> state_report(Game(Rules(), 1), explain=True)["illegal"]
    {'A1': 'katago-v2/move/no-null-change'}
    """
    position = game.position
    grid = position.coloring.board.grid
    legal = sum(move.point for move in game.moves())
    report: dict[str, object] = {
        "board": board_text(position.coloring),
        "player": position.player.value,
        "phase": position.phase.value,
        "legal": vertices(grid, legal),
        "unblock": vertices(grid, sum(action.point for action in game.unblocks())),
        "blocked": vertices(grid, position.marks),
        "passEndsPhase": game.pass_ends_phase(),
        "captures": {color.value: game.record.tally.captures[color] for color in Color},
        "result": result_report(game.result),
    }
    if game.can_agree():
        report["agree"] = True
    if game.ended_by is not None:
        report["clause"] = game.ended_by.partition("#")[0]
    if explain:
        empty = () if game.over else points_of(position.coloring.empty & ~legal)
        clauses = {point: game.judge(Move(point)).clause for point in empty}
        report["illegal"] = {vertex(grid, point): clause.id for point, clause in clauses.items() if clause}
    return report


def result_report(result: Result | None) -> dict[str, object] | None:
    """A result as a JSON object; None while the game goes on."""
    if result is None:
        return None
    if isinstance(result, NoResult):
        return {"kind": "no-result", "replayed": True} if result.replayed else {"kind": "no-result"}
    winner = result.winner.value if result.winner else "draw"
    return {"kind": "score", "B": result.black, "W": result.white, "winner": winner}


_PROTOCOL, _MOST_CAPTURES = 1, 1_000_000

_Request: TypeAlias = Mapping[str, object]
_Reply: TypeAlias = dict[str, object]


@dataclass(frozen=True)
class Session:
    """What the referee remembers between two requests.

    Attributes:
        rules: the rules of games for which the request names none, or None if it must.
        note: what those were taken for, if their name could mean two things.
    """

    game: Game | None = None
    ended: bool = False
    rules: Rules | None = None
    note: str = ""


def respond(session: Session, line: str | bytes) -> tuple[Session, _Reply | None]:
    """The session after a request, and the reply to it: None if the session ends.

    A request that cannot be served is answered by an error, and leaves the session as it was.

    >>> session, reply = respond(Session(), '{"cmd": "new", "width": 2, "height": 1, "rules": "tromp-taylor"}')
    >>> session, reply = respond(session, '{"cmd": "play", "turns": ["B1"], "id": 7}')
    >>> reply["id"], reply["board"], reply["legal"]
    (7, '.X', ['A1'])
    """
    try:
        request = parse_json(line)
        if not isinstance(request, dict):
            raise ValueError('A request is a JSON object, such as {"cmd": "state"}.')
    except ValueError as error:
        return session, bad_request(error)
    identity = {"id": request.pop("id")} if "id" in request else {}
    try:
        session, reply = _answer(session, request)
    except ValueError as error:
        reply = bad_request(error)
    return session, None if session.ended else {**identity, **reply}


def bad_request(error: ValueError) -> _Reply:
    """The reply to a request that cannot be served."""
    return {"error": {"kind": "bad-request", "reason": str(error)}}


def serve(requests: BinaryIO, replies: BinaryIO, rules: Rules | None = None, note: str = "") -> None:
    r"""Answer each line of a stream of requests, until it ends or asks to quit, or nobody reads the replies any more.

    Args:
        requests: where the requests come from.
        replies: where the replies go.
        rules: the rules of games for which the request names none; they may have amended clauses.
        note: what those were taken for, if their name could mean two things.

    >>> from io import BytesIO
    >>> serve(BytesIO(b'{"cmd": "state"}\n'), replies := BytesIO())
    >>> replies.getvalue().decode().rstrip()
    '{"error": {"kind": "bad-request", "reason": "There is no game yet; start one with \\"new\\"."}}'
    """

    def answer(session: Session, line: bytes) -> tuple[Session, bytes, bool]:
        session, reply = respond(session, line)
        return session, b"" if reply is None else json_line(reply), session.ended

    too_long = json_line(bad_request(ValueError(TOO_LONG)))
    converse(Session(rules=rules, note=note), requests, replies, answer, too_long)


def _answer(session: Session, request: _Request) -> tuple[Session, _Reply]:
    name = request.get("cmd")
    if not isinstance(name, str) or name not in _COMMANDS:
        raise ValueError(f'"cmd" is {one_of(map(shown, _COMMANDS))}, not {shown(name)}.')
    command = _COMMANDS[name]
    fields = request.keys() - {"cmd"}
    unknown, missing = fields - command.required - command.optional, command.required - fields
    if unknown:
        raise ValueError(f'A "{name}" request has no field {shown(min(unknown))}; leave it out.')
    if missing:
        raise ValueError(f'A "{name}" request needs the field {shown(min(missing))}.')
    return command.answer(session, request)


def _rules(session: Session, request: _Request) -> tuple[Session, _Reply]:
    presets = {name: rules_to_json(rules) for name, rules in PRESETS.items()}
    readings = {reading.name: _asked(reading) for reading in READINGS.values()}
    return session, {"protocol": _PROTOCOL, "presets": presets, "readings": readings, "version": __version__}


def _asked(reading: Choice) -> _Reply:
    return {"question": reading.question, "values": reading.values}


def _new(session: Session, request: _Request) -> tuple[Session, _Reply]:
    width, height = (_whole_number(side, request[side], 1, LONGEST_SIDE_IN_GTP) for side in ("width", "height"))
    rules = rules_from_json(request["rules"]) if "rules" in request else session.rules
    if rules is None:
        raise ValueError('A "new" request needs the field "rules".')
    usual = Game(rules, (width, height))
    start = Start.here(usual)
    players = [color.value for color in Color]
    phases = [phase.value for phase in Phase if phase is not Phase.OVER]
    if "button" in request and request.get("passed") is False:
        raise Refusal("The button is taken by a pass, so that passed can't be false.")
    start = replace(
        start,
        board=_board(request["board"], start.grid) if "board" in request else start.board,
        player=Color(_choice(request, "player", players, start.player.value)),
        phase=Phase(_choice(request, "phase", phases, start.phase.value)),
        captures=_captures(request.get("captures", {})),
        handicap=_whole_number("handicap", request.get("handicap", 0), 0, width * height),
        passed=_truth("passed", request.get("passed", False)),
        button=Color(_choice(request, "button", players, "")) if "button" in request else None,
    )
    game = start.game(rules)
    session, state = _state(replace(session, game=game), request)
    note = note_on(named) if isinstance(named := request.get("rules"), str) else "" if named else session.note
    asked = readings_that_matter(game.rules)
    readings = {each.name: _asked(each) | {"chosen": game.rules.parameter(each.name)} for each in asked}
    return session, {**state, "readings": readings, **({"note": note} if note else {})}


def _play(session: Session, request: _Request) -> tuple[Session, _Reply]:
    game, turns = _game(session), request["turns"]
    if not isinstance(turns, list) or not all(isinstance(turn, str) for turn in turns):
        raise ValueError('"turns" is a list of turns such as "C3", "pass" or "unblock C3".')
    grid = game.grid
    error: _Reply = {}
    for index, turn in enumerate([parse_turn(grid, turn) for turn in turns]):
        if game.over:
            raise ValueError(f"The game is over before turn {index + 1} of the list, so none of them was played.")
        judgement = game.judge(turn)
        if judgement.clause is not None:
            error = {"kind": "illegal", "index": index, "turn": turn_text(grid, turn)}
            error |= {"clause": judgement.clause.id, "reason": explain(judgement, grid)}
            break
        game = game.taking(turn)
    session, state = _state(replace(session, game=game), request)
    return session, {"error": error, "state": state} if error else state


def _state(session: Session, request: _Request) -> tuple[Session, _Reply]:
    return session, state_report(_game(session), _truth("explain", request.get("explain", False)))


def _undo(session: Session, request: _Request) -> tuple[Session, _Reply]:
    before = _game(session).previous
    if before is None:
        raise ValueError("The game is at its start; there is no turn to undo.")
    return _state(replace(session, game=before), request)


@dataclass(frozen=True)
class _Command:
    """How a request is answered, and the fields that it must or may have besides `cmd` and `id`."""

    answer: Callable[[Session, _Request], tuple[Session, _Reply]]
    required: frozenset[str] = frozenset()
    optional: frozenset[str] = frozenset()


_EXPLAIN = frozenset({"explain"})
_SET_UP = frozenset({"rules", "board", "player", "phase", "captures", "handicap", "passed", "button"})
_COMMANDS = {
    "rules": _Command(_rules),
    "new": _Command(_new, frozenset({"width", "height"}), _SET_UP | _EXPLAIN),
    "play": _Command(_play, frozenset({"turns"}), _EXPLAIN),
    "state": _Command(_state, optional=_EXPLAIN),
    "undo": _Command(_undo, optional=_EXPLAIN),
    "quit": _Command(lambda session, request: (replace(session, ended=True), {})),
}


def _game(session: Session) -> Game:
    if session.game is None:
        raise ValueError('There is no game yet; start one with "new".')
    return session.game


def _board(text: object, grid: Grid) -> str:
    if not isinstance(text, str):
        raise ValueError(f'"board" is its rows from top to bottom joined by "/", such as "X./.O", not {shown(text)}.')
    shows = parse_board(text).board.grid
    if shows != grid:
        raise ValueError(f"The board is {shows}, but width and height say {grid}.")
    return text


def _captures(value: object) -> tuple[int, int]:
    if not isinstance(value, dict) or value.keys() - set(Color):
        raise ValueError(f'"captures" is an object such as {{"B": 0, "W": 0}}, not {shown(value)}.')
    black, white = (_whole_number(color.value, value.get(color.value, 0), 0, _MOST_CAPTURES) for color in Color)
    return black, white


def _whole_number(name: str, value: object, least: int, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise ValueError(f'"{name}" is a whole number from {least} to {most}, not {shown(value)}.')
    return value


def _truth(name: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise ValueError(f'"{name}" is true or false, not {shown(value)}.')
    return value


def _choice(request: _Request, field: str, choices: Sequence[str], default: str) -> str:
    value = request.get(field, default)
    if not isinstance(value, str) or value not in choices:
        raise ValueError(f'"{field}" is {one_of(map(shown, choices))}, not {shown(value)}.')
    return value
