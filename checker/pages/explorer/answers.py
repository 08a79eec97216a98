"""What the explorer answers: one function from a request to an answer, whoever carries them to and fro.

The same function answers behind the server of `superko explore` and in the pages of `superko report`: it needs
the clauses and the interpreter alone.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from ....interpreter.game import Game
from ....interpreter.json_lines import parse_json
from ....interpreter.notation import (
    BLACK_STONE,
    NO_STONE,
    WHITE_STONE,
    board_text,
    parse_grid,
    parse_turn,
    parse_vertex,
    turn_text,
)
from ....interpreter.records.game_record import record_of
from ....interpreter.records.sgf import write_sgf
from ....interpreter.rules_files import names_a_file
from ....interpreter.sitting import NAMES
from ....interpreter.story import Start, Story
from ....interpreter.wording import after_turn, full_sentence, no_such, one_of, shown
from ....spec.algebra import BLACK, WHITE, Color
from ....spec.vocabulary import Phase
from .addresses import MOST_TURNS, PHASES, Address, RuleSets, address_text, read_address, score_told, start_of
from .counting import counted_report, explained, opened_lines, record_counted, with_dead
from .sides import Course, RecentCourses, best_play, every_turn_is_compared, parting_in_words, parting_of, side_report

_STONES: Mapping[str, Color | None] = {BLACK_STONE: BLACK, WHITE_STONE: WHITE, NO_STONE: None}
_Now: TypeAlias = tuple[Address, RuleSets, Callable[[], Game]]
"""What a change starts from: the address that is shown, the rule sets there are, and the game that is shown."""


def _with_turn(now: _Now, text: str) -> Address:
    """One turn more, after those that are shown; the others are left out."""
    address, _, _ = now
    if address.shown >= MOST_TURNS:
        raise ValueError(f"The explorer shows games of up to {MOST_TURNS} turns; start from this position instead.")
    turn = turn_text(address.grid, parse_turn(address.grid, " ".join(text.split())))
    return replace(address, turns=(*address.turns[: address.shown], turn), at=None, loop=None, dead=None, protocol="")


def _by_protocol(now: _Now, name: str) -> Address:
    """The game that is shown as it is counted by a protocol, or, without a name, by the one that the rules lead to."""
    if name and name not in NAMES:
        raise ValueError(no_such("protocol", name, NAMES))
    return replace(now[0], dead=now[0].dead or (), protocol=name)


def _with_stone(now: _Now, vertex: str, stone: str) -> Address:
    """The position that is shown with a stone placed or taken away, as a position to start from."""
    if stone not in _STONES:
        raise ValueError(f"A stone is {one_of(map(shown, _STONES))}, not {shown(stone)}.")
    address, _, game = now
    point, color = parse_vertex(address.grid, vertex), _STONES[stone]
    c = game().position.coloring.emptied(point)
    placed = board_text(c if color is None else c.colored(point, color))
    return _starting(now, {"board": placed})


def _starting(now: _Now, fields: Mapping[str, str]) -> Address:
    """The position that is shown as a position to start from, but for what some fields say of it."""
    address, _, shown_game = now
    game = shown_game()
    if game.over:
        raise ValueError("The game is over, so none can start from here.")
    return Address(address.rules, start_of(Start.here(game), fields), beside=address.beside)


_KINDS: Mapping[str, tuple[tuple[str, ...], Callable[..., Address]]] = {
    "turn": (("turn",), _with_turn),
    "count": (("result",), lambda now, said: replace(now[0], result=score_told(said), dead=now[0].dead or ())),
    "dead": (("point",), lambda now, point: replace(now[0], dead=with_dead(now[2](), now[0].dead or (), point))),
    "protocol": (("protocol",), _by_protocol),
    "rules": (("rules",), lambda now, text: replace(now[0], rules=now[1].written(text))),
    "beside": (("rules",), lambda now, text: replace(now[0], beside=now[1].written(text) if text else "")),
    "rule": (("key", "value"), lambda now, *to: replace(now[0], rules=now[1].with_rule(now[0].rules, *to))),
    "rule beside": (("key", "value"), lambda now, *to: replace(now[0], beside=now[1].with_rule(now[0].beside, *to))),
    "board": (
        ("width", "height"),
        lambda now, *sides: Address(now[0].rules, Start.on(parse_grid("x".join(sides))), beside=now[0].beside),
    ),
    "stone": (("point", "stone"), _with_stone),
    "start": (("player", "phase"), lambda now, player, phase: _starting(now, {"player": player, "phase": phase})),
}
"""The kinds of change, each with the texts that go with it, and the address that it leads to."""


NOT_EVERY_TURN = "The game is long: turns that were not taken are compared only where it is shown."
_ADDRESS, CHANGE, COPIES, RECORD, EXPLAIN, BEST = "address", "change", "copies", "sgf", "explain", "best"
_SIDES = ("0", "1")
_LINES = r"%s\n"
FURTHER = (CHANGE, COPIES, RECORD, EXPLAIN, BEST)
FURTHER_OR_NOTHING = (set[str](), *({name} for name in FURTHER))

_Answer: TypeAlias = dict[str, Any]


@dataclass(frozen=True)
class Explorer:
    """What answers depend on: the rule sets that can be shown, and what is shown first, perhaps with a note.

    The courses that were asked for last change no answer.
    """

    sets: RuleSets
    start: Address
    note: str = ""
    courses: RecentCourses = field(default_factory=RecentCourses)

    def course(self, address: Address, side: int) -> Course:
        """How the game of an address goes under its rules, or under those beside them."""
        return self.courses.course(self.sets.named(_names(address)[side]), address.start, address.turns)

    def game(self, address: Address, side: int) -> Game:
        """The game that is shown."""
        frames = self.course(address, side).frames
        return frames[min(address.shown, len(frames) - 1)].game


def answer(request: object, explorer: Explorer) -> _Answer:
    """The answer to a request, or a sentence under "error" that says why there is none.

    Args:
        request: an object with an "address", "" for the first one; and perhaps with a "change" of it; or with "sgf",
            the text of a game record to be opened in its place; or with "copies" or "explain", the side under whose
            rules the game is to be written down, or those stones to be found that must be dead for the result of the
            record; or with "best", the side under whose rules best play is searched.
        explorer: what the answer depends on besides.

    Returns:
        What is to be shown; what is said of dead stones; the game as others read it; or an error, and then "failed" if
        it is rather ours, or that of rules of a file, than the request's.

    >>> explorer = Explorer(RuleSets({}), read_address("#/aga/2x1/"))
    >>> _answer({"address": "", "change": {"kind": "turn", "turn": "b1", "side": "0"}}, explorer)["address"]["text"]
    '#/aga/2x1/B1'
    """
    try:
        return _answer(request, explorer)
    except ValueError as error:
        return {"error": str(error)}
    except Exception as error:
        return {
            "error": full_sentence(f"The rules can't be asked this: {type(error).__name__}: {error}"),
            "failed": True,
        }


def answer_to(request: str | bytes, explorer: Explorer) -> _Answer:
    """The answer to a request that comes as JSON."""
    try:
        return answer(parse_json(request), explorer)
    except ValueError as error:
        return {"error": str(error)}


def answer_in_a_page(request: str) -> str:
    """The answer to a request of a page that runs this by itself, both as JSON.

    >>> json.loads(answer_in_a_page('{"address": "#/aga/2x1/B1"}'))["sides"][0]["status"]
    'White to play in the main phase.'
    """
    return json.dumps(answer_to(request, _IN_A_PAGE))


_IN_A_PAGE = Explorer(RuleSets({}), read_address("#/japanese-like/9x9/"))


def _answer(request: object, explorer: Explorer) -> _Answer:
    if (
        not isinstance(request, dict)
        or _ADDRESS not in request
        or set(request.keys() - {_ADDRESS}) not in FURTHER_OR_NOTHING
    ):
        raise ValueError(f'A request is an object with "{_ADDRESS}" and perhaps {one_of(FURTHER)}.')
    text = request[_ADDRESS]
    if not isinstance(text, str):
        raise ValueError(f"An address is text, not {shown(text)}.")
    address = read_address(text) if text.strip("#/") else explorer.start
    if COPIES in request:
        return _copies(address, _side(address, request[COPIES]), explorer)
    if EXPLAIN in request:
        return _explained(address, _side(address, request[EXPLAIN]), explorer)
    if BEST in request:
        return _best(address, _side(address, request[BEST]), explorer)
    if RECORD in request:
        return _record(request[RECORD], explorer)
    if request.get(CHANGE) is not None:
        address = _changed(address, request[CHANGE], explorer)
    return _shown(address, "", explorer)


def _names(address: Address) -> list[str]:
    return [address.rules, address.beside] if address.beside else [address.rules]


def _side(address: Address, side: object) -> int:
    if side not in _SIDES[: len(_names(address))]:
        raise ValueError(f"There is no side {shown(side)}; the first is 0, and the other 1.")
    return _SIDES.index(str(side))


def _changed(address: Address, change: object, explorer: Explorer) -> Address:
    if not isinstance(change, dict):
        raise ValueError(f"A change is an object, not {shown(change)}.")
    side = _side(address, change.get("side", "0"))
    kind, texts = change.get("kind"), {name: text for name, text in change.items() if name not in ("kind", "side")}
    if not isinstance(kind, str) or kind not in _KINDS:
        raise ValueError(f"A change is of kind {one_of(_KINDS)}, not {shown(kind)}.")
    needed, make = _KINDS[kind]
    if texts.keys() != set(needed) or not all(isinstance(text, str) for text in texts.values()):
        raise ValueError(f"With a change of kind {kind} go {one_of(needed)} as texts, not {shown(texts)}.")
    now: _Now = (address, explorer.sets, lambda: explorer.game(address, side))
    changed = make(now, *(texts[name] for name in needed))
    if kind == "turn":
        stop = explorer.course(changed, side).stop
        if stop is not None:
            raise ValueError(stop.says)
    return changed


def _record(text: object, explorer: Explorer) -> _Answer:
    """What is shown of a game record: its main line, and where its variations and comments are."""
    if not isinstance(text, str):
        raise ValueError(f"A game record is text, not {shown(text)}.")
    lines = list(opened_lines(text.encode()))
    variations = [_in_parts(address) | {"leaves": leaves, "comments": said} for address, _, leaves, said in lines]
    address, note, _, _ = lines[0]
    return _shown(address, note, explorer) | {"record": variations}


def _shown(address: Address, note: str, explorer: Explorer) -> _Answer:
    names = _names(address)
    courses = [explorer.course(address, side) for side in range(len(names))]
    sides = [
        side_report(name, explorer.sets.named(name), course, address.shown)
        for name, course in zip(names, courses, strict=True)
    ]
    for number, side in enumerate(sides):
        side["canBeCounted"] = bool(address.result) or side["phase"] != Phase.MAIN.value
        if address.dead is not None:
            side["counted"] = counted_report(
                names[number], explorer.game(address, number), address.dead, address.protocol
            )
    return {
        "address": _in_parts(address),
        "note": note or _note(address, courses[0], explorer),
        "choices": {"rules": explorer.sets.presets(), "phases": PHASES, "protocols": NAMES},
        "sides": sides,
        "parting": _parting(address, names, courses) if address.beside else None,
    }


def _note(address: Address, course: Course, explorer: Explorer) -> str:
    """A note on the start; or on the loop, if turns are said to come round."""
    if address.loop is None:
        return explorer.note if address == explorer.start else ""
    last, before = len(address.turns), after_turn(address.loop)
    if len(course.frames) <= last or course.frames[last].game.position != course.frames[address.loop].game.position:
        return f"These turns are no loop: after turn {last} there does not stand what stood {before}."
    return f"A loop: after turn {last} there stands again what stood {before}, and forward goes round."


def _in_parts(address: Address) -> _Answer:
    """The address, and what stands before and after its turns, so that a page can lead to each of them."""
    bare = address_text(replace(address, turns=(), at=None, loop=None, dead=None, protocol=""))
    before, mark, after = bare.partition("?")
    return {
        "text": address_text(address),
        "before": before,
        "turns": [turn.replace(" ", "-") for turn in address.turns],
        "after": mark + after,
        "width": address.grid.width,
        "height": address.grid.height,
        **{name: getattr(address, name) for name in ("shown", "loop", "result", "dead", "protocol")},
    }


def _explained(address: Address, side: int, explorer: Explorer) -> _Answer:
    explanations = explained(explorer.game(address, side), address.result)
    addresses = [None if dead is None else address_text(replace(address, dead=dead)) for _, dead in explanations]
    return {"says": [says for says, _ in explanations], "addresses": addresses}


def _best(address: Address, side: int, explorer: Explorer) -> _Answer:
    says, line = best_play(explorer.game(address, side))
    turns = (*address.turns[: address.shown], *line)
    led_to = replace(address, turns=turns, at=address.shown, loop=None, dead=None, protocol="")
    under = f"{_names(address)[side]}: " if address.beside else ""
    return {"says": [under + says], "addresses": [address_text(led_to) if line else None]}


def _copies(address: Address, side: int, explorer: Explorer) -> _Answer:
    """The game that is shown, for programs that read SGF, for the command line, and for the referee."""
    game, rules = explorer.game(address, side), _names(address)[side]
    taken = address.turns[: address.shown]
    shown_alone = replace(address, rules=rules, turns=taken, beside="", at=None, loop=None)
    record = record_of(game) if address.dead is None else record_counted(game, address.dead, address.protocol)
    own = ["--rules", rules] if names_a_file(rules) else []
    requests = [json.dumps(request) for request in Story.of(game).requests()]
    explore = shlex.join(["superko", "explore", address_text(shown_alone), *own])
    referee = f"{shlex.join(['printf', _LINES, *requests])} | {shlex.join(['superko', 'referee', *own])}"
    return {"sgf": write_sgf(record).decode(), "commands": f"{explore}\n{referee}"}


def _parting(address: Address, names: list[str], courses: list[Course]) -> _Answer:
    parted = parting_of(courses[0], courses[1], address.shown)
    says = parting_in_words(parted, names, address.grid)
    return {
        "after": None if parted is None else parted.after,
        "says": says if every_turn_is_compared(courses[0], courses[1]) else f"{says} {NOT_EVERY_TURN}",
    }
