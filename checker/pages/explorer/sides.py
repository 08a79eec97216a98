"""What the rules say at a stage of a game, as the page takes it: the board, every turn, what it leads to, the score.

A course is a frame for every turn of a game, up to the first that the rules do not take.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.util import find_spec
from itertools import islice, pairwise
from typing import Any

from ....interpreter.drawing import in_words, point_in_words, svg
from ....interpreter.game import Game
from ....interpreter.judgement import Judgement, explain, term_word
from ....interpreter.notation import board_text, parse_turn, turn_text, vertex, vertices
from ....interpreter.records.replay import can_be_taken
from ....interpreter.result import NoResult, Result, outcome_text
from ....interpreter.rule_names import note_on
from ....interpreter.story import Start
from ....interpreter.wording import PLAYERS, after_turn, counted, one_of, phase_name
from ....spec.algebra import BLACK, WHITE, Color, Grid
from ....spec.algebra.grid import points_of
from ....spec.registry import statements_of
from ....spec.rules import Refusal, Rules
from ....spec.vocabulary import AGREE, PASS, EarlierState, Move, Points, Record, State, Turn
from ...play.outcomes import PartingAspect, difference
from ..frames import Frame, frames
from .addresses import parameters_to_choose

MOST_RECENT = 64
MOST_POINTS_COMPARED = 30_000


@dataclass(frozen=True)
class Course:
    """How a game goes under some rules: its frames, and the first turn that the rules do not take, if there is one."""

    frames: tuple[Frame, ...]
    stop: Frame | None = None

    @property
    def grid(self) -> Grid:
        """The board."""
        return self.frames[0].game.grid

    def continued(self, turns: Sequence[str]) -> Course:
        """How the game goes on by some turns.

        >>> from superko.interpreter.game import Game
        >>> Course((Frame(0, Game(Rules(), 1)),)).continued(["pass", "A1"]).stop.number
        2
        """
        taken = list(self.frames)
        for frame in islice(frames(taken[-1].game, [parse_turn(self.grid, text) for text in turns]), 1, None):
            numbered = replace(frame, number=len(taken))
            if numbered.illegal:
                return Course(tuple(taken), numbered)
            taken.append(numbered)
        left = turns[len(taken) - len(self.frames) :]
        if not left:
            return Course(tuple(taken))
        number, game = len(taken), taken[-1].game
        says = f"The game is over before turn {number}, {left[0]}."
        return Course(tuple(taken), Frame(number, game, left[0], says=says, illegal=True))


class RecentCourses:
    """The courses that were asked for last, by any thread; they change no answer, only how soon it comes."""

    def __init__(self, most: int = MOST_RECENT) -> None:
        self._most = most
        self._known: dict[object, Course] = {}

    def course(self, rules: Rules, start: Start, turns: tuple[str, ...]) -> Course:
        """How a game goes."""
        for length in range(len(turns), -1, -1):
            known = self._known.get((rules, start, turns[:length]))
            if known is not None:
                break
        else:
            known, length = Course((Frame(0, start.game(rules)),)), 0
        course = known if known.stop or length == len(turns) else known.continued(turns[length:])
        # The one that was asked for last is the last to go.
        self._known.pop((rules, start, turns), None)
        self._known[rules, start, turns] = course
        for key in [*self._known][: -self._most]:
            self._known.pop(key, None)
        return course


@dataclass(frozen=True)
class CoursesPart:
    """Where two courses of one game part: after how many turns, in what, and which turns only either of them allows."""

    after: int
    aspect: PartingAspect
    only: tuple[frozenset[Turn], frozenset[Turn]] = (frozenset(), frozenset())


def parting_of(first: Course, second: Course, shown: int) -> CoursesPart | None:
    """Where two courses of one game part first; None if they don't.

    Which turns are legal is compared after every turn if the board and the game are small, and else only where one of
    them does not take the next turn, and after those that are shown.

    >>> from superko.interpreter.game import Game
    >>> first, second = (Course((Frame(0, Game(Rules(suicide=allowed), (2, 1))),)) for allowed in (True, False))
    >>> parting_of(first.continued(["A1"]), second.continued(["A1"]), 1)
    >>> first, second = (Course((Frame(0, Game(Rules(komi=komi), (2, 1))),)) for komi in (0, 1))
    >>> parting_of(first.continued(["pass", "pass"]), second.continued(["pass", "pass"]), 1)
    CoursesPart(after=2, aspect=<PartingAspect.RESULT: 'the result'>, only=(frozenset(), frozenset()))
    """
    longest = max(len(first.frames), len(second.frames))
    compares_all = every_turn_is_compared(first, second)
    for number, (first_frame, second_frame) in enumerate(zip(first.frames, second.frames, strict=False)):
        aspect = difference(first_frame.game, second_frame.game)
        if aspect is not None:
            return CoursesPart(number, aspect)
        one_stops = any(number == len(course.frames) - 1 < longest - 1 for course in (first, second))
        if compares_all or one_stops or number == shown:
            only = first_frame.legal - second_frame.legal, second_frame.legal - first_frame.legal
            if any(only):
                return CoursesPart(number, PartingAspect.LEGAL, only)
    return None


def every_turn_is_compared(first: Course, second: Course) -> bool:
    """Whether the board and the game are small enough to compare which turns are legal after every turn."""
    return first.grid.size * max(len(first.frames), len(second.frames)) <= MOST_POINTS_COMPARED


def parting_in_words(parting: CoursesPart | None, names: Sequence[str], grid: Grid) -> str:
    """Where two rule sets part on a game, in plain sentences.

    >>> parting_in_words(None, ["aga", "aga-like"], Grid(3, 3))
    'aga and aga-like say the same of this game.'
    """
    if parting is None:
        return f"{names[0]} and {names[1]} say the same of this game."
    words = f"{names[0]} and {names[1]} differ {after_turn(parting.after)}, in {parting.aspect.value}."
    for name, turns in zip(names, parting.only, strict=True):
        if turns:
            words += f" Only {name} allows {', '.join(sorted(turn_text(grid, turn) for turn in turns))}."
    return words


MOST_STATES = 6


def side_report(name: str, rules: Rules, course: Course, shown: int) -> dict[str, Any]:
    """Everything that is shown of a game under one rule set."""
    number = min(shown, len(course.frames) - 1)
    frame, grid = course.frames[number], course.grid
    game = frame.game
    choices = choices_of(game)
    return {
        "rules": name,
        "note": note_on(name),
        "parameters": parameters_to_choose(rules),
        "turns": [_turn_taken(before, after) for before, after in pairwise(course.frames)],
        "stop": course.stop and {"number": course.stop.number, "reason": course.stop.says},
        "shown": number,
        "board": board_text(game.position.coloring),
        "svg": _drawn(name, frame, choices),
        "player": game.position.player.value,
        "phase": game.position.phase.value,
        "status": _status(game),
        "marks": vertices(grid, game.position.marks),
        "captures": {color.value: game.record.tally.captures[color] for color in (BLACK, WHITE)},
        # Those that are in no document, so that the book has no page about them.
        "ownClauses": [clause.name for clause in rules.in_force if rules.amendments and not statements_of(clause.name)],
        "choices": {turn_text(grid, turn): choice for turn, choice in choices.items()},
        "states": _earlier_states(course, choices.values()),
        "score": score_report(game),
    }


def choice_report(game: Game, turn: Turn, stood: Mapping[State, int]) -> dict[str, Any]:
    """Whether a turn is legal, and otherwise by which clause it is not and what that points at; what it leads to.

    Of a move that is forbidden, too, it is said which state it leads to if it can be made: after how many turns that
    stood first, if it has stood in this phase.
    """
    grid, judgement = game.grid, game.judge(turn)
    can_be_made = judgement.legal or can_be_taken(game, turn)
    after = game.taking(turn, judgement.play) if can_be_made else None
    stays_in_phase = after is not None and after.record.previous is not None
    led_to = stood.get(after.record.state) if after is not None and stays_in_phase else None
    report: dict[str, Any] = {"legal": judgement.legal, "stood": led_to}
    if judgement.clause is None:
        effects = "".join(_effects(game, judgement, after, led_to))
        return report | {"says": f"{turn_text(grid, turn)} is legal{effects}."}
    report |= {"clause": judgement.clause.name, "says": explain(judgement, grid)}
    match judgement.witness:
        case EarlierState(earlier):
            report["earlier"] = earlier
        case Points(points):
            report["stones"] = vertices(grid, points)
    return report


def _effects(game: Game, judgement: Judgement, after: Game | None, stood: int | None) -> Iterator[str]:
    """What follows from a legal turn, each a part of a sentence."""
    grid, play = game.grid, judgement.play
    if play is not None and play.captured:
        yield f"; it captures {', '.join(vertices(grid, play.captured))}"
    if play is not None and play.self_captured:
        yield f"; it removes its own {', '.join(vertices(grid, play.self_captured))}"
    if after is not None and after.ended_by is not None:
        yield f"; it ends {_ended(game, after)}, by {after.ended_by}"
    if stood == game.record.turn:
        yield "; the state stays as it is"
    elif stood is not None:
        yield f"; it leads back to the state {after_turn(stood)}"


def _ended(before: Game, after: Game) -> str:
    return "the game" if after.over else phase_name(before.rules, before.position.phase)


def _turn_taken(before: Frame, after: Frame) -> dict[str, object]:
    game, turn = after.game, after.game.record.last
    notes: list[str] = []
    if isinstance(turn, Move):
        earlier, now = before.game.record.tally.captures, game.record.tally.captures
        gone = {color.name.lower(): now[color] - earlier[color] for color in Color}
        notes += [f"{counted(number, f'{color} stone')} taken off" for color, number in gone.items() if number]
    if game.ended_by is not None:
        notes.append(f"ends {_ended(before.game, game)}, by {game.ended_by}")
    assert after.player is not None
    return {"player": after.player.value, "text": after.turn, "notes": notes}


def _status(game: Game) -> str:
    """Whose turn it is in which phase, or that the game is over, and what ended the phase before."""
    by = f" by {game.ended_by}" if game.ended_by else ""
    if game.over:
        return f"The game is over{by}."
    position = game.position
    now = f"{PLAYERS[position.player]} to play in {phase_name(game.rules, position.phase)}."
    return f"{now} It was reached{by}." if by else now


def _drawn(name: str, frame: Frame, choices: Mapping[Turn, dict[str, Any]]) -> str:
    """The board with a button at each point that says whether a move there is legal, and if not, why."""
    picture = replace(frame.picture, spoken_of=0)
    said: dict[int, str] = {}
    crossed = 0
    for turn, choice in choices.items():
        if isinstance(turn, Move):
            stands = point_in_words(picture, turn.point).partition(", ")[2]
            verdict = choice["says"].removeprefix(f"{vertex(picture.grid, turn.point)} is ")
            said[turn.point] = f"{stands}, {verdict if choice['legal'] else f'illegal: {verdict}'}"
            crossed |= 0 if choice["legal"] else turn.point & picture.coloring.empty
    return svg(replace(picture, crossed=crossed, said=said), name=f"Board under {name}", buttons=True)


def _earlier_states(course: Course, choices: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """The boards of the earlier states that forbidden turns would repeat, by after how many turns they stood."""
    numbers = dict.fromkeys(choice["earlier"] for choice in choices if "earlier" in choice)
    pictures = {number: replace(course.frames[number].picture, spoken_of=0) for number in [*numbers][:MOST_STATES]}
    return {
        str(number): svg(picture, f"The state {after_turn(number)}. {in_words(picture)}")
        for number, picture in pictures.items()
    }


def choices_of(game: Game) -> dict[Turn, dict[str, Any]]:
    """What there is to say of a pass, of a move at every point and of unblock actions; nothing once the game is over.

    >>> from superko.spec.rules import Rules
    >>> choices = choices_of(Game(Rules(), (2, 1)).play(Move(0b01)).play(Move(0b10)))
    >>> [(choice["legal"], choice["stood"]) for choice in choices.values()]
    [(True, 2), (False, 1), (False, None)]
    """
    if game.over:
        return {}
    stood, moves = first_stood(game.record), map(Move, points_of(game.position.coloring.board.everything))
    turns: list[Turn] = [PASS, *moves, *game.unblocks(), *([AGREE] if game.can_agree() else [])]
    return {turn: choice_report(game, turn, stood) for turn in turns}


def first_stood(record: Record) -> Mapping[State, int]:
    """Every state that has stood in this phase, the present one included, with the turns before it first stood."""
    turns_before: dict[State, int] = {}
    before: Record | None = record
    while before is not None:
        turns_before[before.state] = before.turn
        before = before.previous
    return turns_before


def score_report(game: Game) -> dict[str, object] | None:
    """How a game comes out, or would if both players only passed from here; None if that never ends it.

    >>> report = score_report(Game(Rules(), (2, 1)))
    >>> report["sentence"], report["terms"][0]["word"], report["B"]
    ('The game would be a draw.', 'stones', '0')
    """
    ended = game.passed_out()
    return None if ended.result is None else outcome_report(ended.rules, ended.result, game.over)


def outcome_report(rules: Rules, result: Result, over: bool = True) -> dict[str, object]:
    """How a game comes out, or would if both players only passed until it is over: in a sentence, and term by term."""
    sentence = outcome_text(result, only_if_passed=not over)
    if isinstance(result, NoResult) or not result.counted:
        return {"over": over, "sentence": sentence, "terms": []}
    said = {clause.name: clause.text for clause in rules.in_force}
    terms = [
        {
            "word": term_word(name),
            **{color.value: f"{result.terms[color][name]:g}" for color in (BLACK, WHITE)},
            "clause": name,
            "text": said[name],
        }
        for name in result.terms[BLACK]
    ]
    return {"over": over, "sentence": sentence, "terms": terms, "B": f"{result.black:g}", "W": f"{result.white:g}"}


MOST_POINTS, LONGEST = 12, 20.0
SEARCH = "superko.checker.solving"
NOT_HERE = "A page of the site has no search; `superko explore` opens one that has."
TOO_LARGE = f"Best play is searched here on boards of up to {MOST_POINTS} points; `superko solve` takes larger ones."


def best_play(game: Game) -> tuple[str, tuple[str, ...]]:
    """Who wins under best play and by which turns, as sentences, and the turns of one line of it.

    Raises:
        ValueError: the game is over, or can't be searched here.

    >>> best_play(Game("tromp-taylor", (2, 2)).play("A1"))
    ('Black wins by 1 under best play. Best for White: B2.', ('B2', 'A2', 'pass', 'pass'))
    """
    if find_spec(SEARCH) is None:
        raise Refusal(NOT_HERE)
    if game.grid.size > MOST_POINTS:
        raise Refusal(TOO_LARGE)
    # It takes long to import, and the pages of the site do without.
    from ...solving.budget import Budget  # noqa: PLC0415
    from ...solving.solution import solve  # noqa: PLC0415

    solution = solve(game, budget=Budget(seconds=LONGEST))
    if not solution.line:
        return f"{solution} More was not found in {LONGEST:.0f} seconds.", ()
    line = tuple(turn_text(game.grid, best.turn) for best in solution.line)
    best = (line[0], *(turn_text(game.grid, turn) for turn in solution.line[0].others))
    return f"{solution} Best for {PLAYERS[game.position.player]}: {one_of(best)}.", line
