"""Properties that are decided on the smallest boards: in every game on them, in every position, or by best play."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from typing import NamedTuple, TypeAlias

from ...interpreter.game import Game
from ...interpreter.history import PhaseOutcome, after, ending_clause, what_follows
from ...interpreter.judgement import judge, legal_plays, legal_unblocks, objecting_kind, points_to_try
from ...interpreter.notation import board_text, turn_text
from ...interpreter.result import as_set_up, lead_of
from ...interpreter.story import Start
from ...interpreter.wording import PLAYERS
from ...spec.algebra import Color, Coloring, Grid
from ...spec.algebra.grid import points_of
from ...spec.composition import move
from ...spec.presets import PRESETS
from ...spec.registry import Decision
from ...spec.rules import NoSoleClause, Refusal, Rules
from ...spec.vocabulary import AGREE, PASS, Move, Phase, Record, Turn
from ..phase.dependence import key_of
from ..proofs.left_open import noted, noting
from ..solving.budget import Budget, OutOfBudget
from ..solving.solution import solver_of
from ..solving.solver import MODES, Solver
from ..solving.state import BEST, WORST
from ..sweeps.sweep import positions_of
from .answers import ClassOutcome, ClassVerdict, MapProperty, ShownTurns
from .ends import ENDS, why_unplayable
from .family import Family, FamilySetting, Names

_D = Decision
_LINES = (Grid(1, 1), Grid(2, 1), Grid(3, 1))
SMALL = (*_LINES, Grid(2, 2))
MOST_GAMES = 4_000
# On boards as small as these a game that goes on for longer goes on in circles.
MOST_TURNS = 500
_MOST_NODES = 50_000
FAVORED = {WORST: "White", BEST: "Black"}
_ENDED = (PhaseOutcome.SCORED, PhaseOutcome.NO_RESULT)
_AREA = PRESETS["tromp-taylor-ten"]
_OF_SCORES = frozenset({_D.SCORE, _D.REMOVAL, _D.WINNER, _D.LIFE, _D.PASS_ALIVE})
# Whether stones are alive whatever the opponent plays hangs on how stones are played.
COUNTING = _OF_SCORES | {_D.MOVE, _D.PSEUDOLEGAL}
# What says nothing of how games go, but of how they come out; or is of the ownership formula.
NOT_PLAYED = _OF_SCORES | {
    _D.SCORED_MOVES,
    _D.CHARGED_MOVES,
    _D.OWNERSHIP_SCORE,
    _D.DRAWN,
    _D.WON,
    _D.REPLAYED,
    _D.AWARDED,
}
# Where no clause says who wins, no game can be played to its end.
PLAYED = (frozenset(Decision) - NOT_PLAYED) | {_D.PASS_ALIVE, _D.WINNER}
SOLVED = frozenset(Decision) - {_D.OWNERSHIP_SCORE}
_Decide: TypeAlias = Callable[[Rules, Family], Iterator[ShownTurns]]
Fails: TypeAlias = Callable[["PlayedLine"], str | None]


@dataclass
class BoardsMap:
    """What is decided of the classes of a family on a few boards; see `Deciding`.

    Attributes:
        reads: the decisions whose clauses may be read.
        decided_by: what goes through games or positions under one rule set, and finds those that show otherwise.
        fails: what a turn shows by which it does not hold, where games show that, so that known games are tried first.
    """

    family: Family
    reads: frozenset[Decision]
    decided_by: _Decide
    fails: Fails | None = None
    proofs: int = 0
    searches: int = 0
    _known: list[ShownTurns] = field(default_factory=list)
    _searched_for: dict[tuple[int, Names], ClassVerdict] = field(default_factory=dict)

    def decide(self, setting: FamilySetting, dropped: Names) -> ClassVerdict:
        """What is known of a setting without some clauses: what is so of one of its rule sets is so of each."""
        rules = setting.dropping(dropped)
        if _D.START in self.reads and (why := why_unplayable(rules, Phase.MAIN)):
            return ClassVerdict(ClassOutcome.UNPLAYABLE, why)
        searches = self.searches
        verdict = self._noting(rules, lambda read: self._by_a_known_game(read) or self._searched(read))
        if self.searches > searches:
            self._searched_for[id(setting), dropped] = verdict
        return verdict

    def since(self, setting: FamilySetting, dropped: Names) -> ClassVerdict | None:
        """That it is refuted, where it was not decided and a game was found since that shows it."""
        verdict = self._noting(setting.dropping(dropped), lambda rules: self._by_a_known_game(rules) or HOLDS)
        return verdict if verdict.answer is ClassOutcome.REFUTED else None

    def _noting(self, rules: Rules, decided_by: Callable[[Rules], ClassVerdict]) -> ClassVerdict:
        """What is decided of a rule set, unless clauses are looked at that it is not to hang on."""
        with noting() as read:
            try:
                verdict = decided_by(noted(rules))
            except NoSoleClause as lacking:
                # What it takes to play has been seen to before.
                outcome = ClassOutcome.UNKNOWN if _D.START in self.reads else ClassOutcome.UNPLAYABLE
                return ClassVerdict(outcome, str(lacking))
            except (Refusal, OutOfBudget) as error:
                return ClassVerdict(ClassOutcome.UNKNOWN, str(error) or "There is too much to search.")
        beside = {clause.name for clause in read.values() if clause.decides not in self.reads}
        if beside:
            return ClassVerdict(ClassOutcome.UNKNOWN, f"It looked at {', '.join(sorted(beside))}, besides.")
        return verdict

    def _searched(self, rules: Rules) -> ClassVerdict:
        self.searches += 1
        verdict = refuted_by(next(self.decided_by(rules, self.family), None))
        if verdict.shown is not None and verdict.shown not in self._known:
            self._known.append(verdict.shown)
        return verdict

    def _by_a_known_game(self, rules: Rules) -> ClassVerdict | None:
        for shown in self._known if self.fails else ():
            taken = played_again(rules, shown)
            if self.fails and taken and self.fails(taken) is not None:
                return refuted_by(shown)
        return None

    def smallest(self, setting: FamilySetting, dropped: Names) -> ShownTurns | None:
        """The game that shows it on the first of the boards, as fewer turns and smaller boards come first."""
        if (id(setting), dropped) in self._searched_for:
            return self._searched_for[id(setting), dropped].shown
        self._known.clear()
        return self.decide(setting, dropped).shown


def on_boards(
    name: str,
    says: str,
    fails: str,
    reads: frozenset[Decision],
    decided_by: _Decide,
    boards: tuple[Grid, ...],
    shows: Fails | None = None,
) -> MapProperty:
    """A property that is decided on a few boards."""
    # Maps are sent from process to process with what they are of, which a function within this one could not be.
    deciding = partial(BoardsMap, reads=reads, decided_by=decided_by, fails=shows)
    return MapProperty(name, says, fails, reads, deciding, f"boards up to {boards[-1]}")


def in_games(
    name: str,
    says: str,
    fails: str,
    shows: Fails,
    boards: tuple[Grid, ...] = _LINES,
    further: Callable[[Record], Hashable] = lambda record: None,
) -> MapProperty:
    """A property that is decided by what a turn shows of all games of a few boards; see `turns_taken`."""
    return on_boards(name, says, fails, PLAYED, partial(_shown_in_games, shows, boards, further), boards, shows)


def _shown_in_games(
    shows: Fails, boards: tuple[Grid, ...], further: Callable[[Record], Hashable], rules: Rules, family: Family
) -> Iterator[ShownTurns]:
    for grid in boards:
        for taken in turns_taken(rules, grid, further):
            if (says := shows(taken)) is not None:
                yield ShownTurns(Start.on(grid), taken.turns, says=says)


HOLDS = ClassVerdict(ClassOutcome.HOLDS)


def refuted_by(shown: ShownTurns | None) -> ClassVerdict:
    """That a property does not hold, if something shows it."""
    return HOLDS if shown is None else ClassVerdict(ClassOutcome.REFUTED, shown=shown)


class PlayedLine(NamedTuple):
    """A turn, the last of those of a game, with what stands after it, and what the phase that it ended leads to."""

    turns: tuple[Turn, ...]
    record: Record
    outcome: PhaseOutcome | None


def turns_taken(
    rules: Rules, grid: Grid, further: Callable[[Record], Hashable] = lambda record: None
) -> Iterator[PlayedLine]:
    """Every turn that can be taken on a board, in games of no more turns than needed to get there.

    Of games that go on alike, and are alike in what is asked `further`, one is carried on.

    Raises:
        Refusal: there are too many games.
    """
    future = key_of(rules)
    first = Game(rules, grid).record
    games: list[tuple[tuple[Turn, ...], Record]] = [((), first)]
    seen: set[Hashable] = set()
    for turns, record in games:
        for turn, reached in steps_from(record):
            clause = ending_clause(reached)
            later, outcome = (reached, None) if clause is None else what_follows(reached, clause)
            yield PlayedLine((*turns, turn), later, outcome)
            key = future(later), further(later)
            if outcome not in _ENDED and key not in seen:
                seen.add(key)
                games.append(((*turns, turn), later))
                if len(games) > MOST_GAMES:
                    raise Refusal(f"There are more than {MOST_GAMES:,} games to look at on {grid}.")
                if len(turns) >= MOST_TURNS:
                    raise Refusal(f"There are games of more than {MOST_TURNS:,} turns to look at on {grid}.")


def played_again(rules: Rules, shown: ShownTurns) -> PlayedLine | None:
    """The last turn of a game under other rules; None if it is not played so there."""
    record, outcome = shown.start.game(rules).record, None
    for turn in shown.turns:
        reached = None if outcome in _ENDED else next((to for taken, to in steps_from(record) if taken == turn), None)
        if reached is None:
            return None
        clause = ending_clause(reached)
        record, outcome = (reached, None) if clause is None else what_follows(reached, clause)
    return PlayedLine(shown.turns, record, outcome)


def steps_from(record: Record) -> Iterator[tuple[Turn, Record]]:
    """Every legal turn, and the record after it."""
    if objecting_kind(record, PASS) is None:
        yield PASS, after(record, PASS)
    yield from ((Move(play.point), after(record, Move(play.point), play)) for play in legal_plays(record))
    yield from ((action, after(record, action)) for action in legal_unblocks(record))
    if record.rules.deciding(_D.AGREEMENT, record.position.phase) and judge(record, AGREE).legal:
        yield AGREE, after(record, AGREE)


def _ends_without_result(taken: PlayedLine) -> str | None:
    """That a turn ends the game without result."""
    return "" if taken.outcome is PhaseOutcome.NO_RESULT else None


def stood(record: Record, state_of: Callable[[Record], Hashable]) -> frozenset[Hashable]:
    """What stood at the start of each turn so far."""
    states = set()
    before: Record | None = record
    while before is not None:
        states.add(state_of(before))
        before = before.previous
    return frozenset(states)


def board(record: Record) -> Hashable:
    """The board alone."""
    return record.position.coloring


def situation(record: Record) -> Hashable:
    """The board with the player to move."""
    return record.position.coloring, record.position.player


def brings_back(taken: PlayedLine, state_of: Callable[[Record], Hashable]) -> str | None:
    """That a turn is a move that brings back what has stood."""
    last, before = taken.record.last, taken.record.previous
    is_so = isinstance(last, Move) and before is not None and state_of(taken.record) in stood(before, state_of)
    return "" if is_so else None


def forbidden_by_one_superko(record: Record) -> Move | None:
    """A move that brings back a board that has stood, but not with the same player to move."""
    position = record.position
    if position.phase is Phase.OVER:
        return None
    boards, situations = stood(record, board), stood(record, situation)
    for point in points_of(points_to_try(record)):
        play = move(record.rules, position.coloring, position.player, point)
        if all(clause.function(play) for clause in record.rules.deciding(_D.PSEUDOLEGAL)):
            later = after(record, Move(point), play)
            if board(later) in boards and situation(later) not in situations:
                return Move(point)
    return None


def parts_superkos(taken: PlayedLine) -> str | None:
    """That a turn leads to where positional superko forbids a move that situational superko allows."""
    turn = None if taken.outcome in _ENDED else forbidden_by_one_superko(taken.record)
    if turn is None:
        return None
    grid = taken.record.position.coloring.board.grid
    return f"{turn_text(grid, turn)} would now bring back a board, and not the player to move."


def lead(rules: Rules, c: Coloring[int]) -> float:
    """Black's lead in a position that is counted as it was set up, without komi."""
    return float(lead_of(as_set_up(replace(rules, komi=0), c)))  # type: ignore[arg-type]


def counts_areas(rules: Rules, family: Family) -> Iterator[ShownTurns]:
    """Count every position of the smallest boards, and count areas as Tromp-Taylor's rules do."""
    for grid in SMALL:
        for c in positions_of(grid):
            counted, area = lead(rules, c), lead(_AREA, c)
            if counted != area:
                yield position_shown(c, f"Black's lead is {counted:g}, and by area {area:g}.")


def counts_colors_alike(rules: Rules, family: Family) -> Iterator[ShownTurns]:
    """Count every position of the smallest boards, and again with the colors swapped: do the players swap, too?"""
    winner = rules.sole(_D.WINNER).function
    for grid in SMALL:
        for c in positions_of(grid):
            mine, other = lead(rules, c), lead(rules, replace(c, black=c.white, white=c.black))
            first, second = winner(mine, 0.0), winner(0.0, mine)
            if mine != -other or first is not (second and second.opponent):
                says = f"Black's lead is {mine:g}, and with the colors swapped White's is {-other:g}."
                yield position_shown(c, says)


def position_shown(c: Coloring[int], says: str) -> ShownTurns:
    """A position, and what is to be seen in it."""
    return ShownTurns(Start.at(board_text(c)), (), says=says)


def worth(solver: Solver, game: Game) -> tuple[float, ...]:
    """What a game is worth, with no-result at its worst and at its best."""
    return tuple(solver.value(game, mode) for mode in MODES)


def in_points(value: tuple[float, ...]) -> str:
    """What a game is worth, in words."""
    return f"{value[0]:g}" if len(set(value)) == 1 else f"{value[0]:g} or {value[1]:g}, as no-result counts"


def empty_boards_keep_their_worth(rules: Rules, family: Family) -> Iterator[ShownTurns]:
    """Solve the smallest empty boards under these rules and the usual ones of the document."""
    for grid in SMALL:
        mine, usual = empty_board_worth(rules, grid), usual_worth(family.usual, grid)
        if mine != usual:
            says = f"Best play is worth {in_points(mine)}, and by the usual rules to {in_points(usual)}."
            yield ShownTurns(Start.on(grid), (), says=says)


def empty_board_worth(rules: Rules, grid: Grid) -> tuple[float, ...]:
    """What an empty board is worth without komi."""
    game = Game(replace(rules, komi=0), grid)
    return worth(solver_of([game], Budget(nodes=_MOST_NODES)), game)


# The same of the usual rules of a family is asked for each of its classes.
usual_worth = lru_cache(64)(empty_board_worth)


def solved_positions(rules: Rules) -> Iterator[tuple[Solver, list[Game]]]:
    """Every position of the smallest boards with either player to move, and what solves those of its board."""
    for grid in _LINES:
        games = [[Game(rules, rows=c, to_play=color) for color in Color] for c in positions_of(grid)]
        solver = solver_of([game for pair in games for game in pair], Budget(nodes=_MOST_NODES))
        yield from ((solver, pair) for pair in games)


def passing_is_safe(rules: Rules, family: Family) -> Iterator[ShownTurns]:
    """Pass in every position that is worth what it counts, whoever moves first: does that cost the one who passes?"""
    for solver, pair in solved_positions(replace(rules, komi=0)):
        values = {worth(solver, game) for game in pair}
        counted = getattr(pair[0].passed_out().result, "lead", None)
        if values != {(counted, counted)}:
            continue
        for game in pair:
            passed = worth(solver, game.play(PASS))
            if passed != (counted, counted):
                who = PLAYERS[game.position.player]
                says = f"The board is worth {counted:g}, whoever moves first; but if {who} passes, {in_points(passed)}."
                yield ShownTurns(Start.of(game), (PASS,), says=says)


def no_suicide_is_best(rules: Rules, family: Family) -> Iterator[ShownTurns]:
    """Solve every position of the smallest boards, and after every turn: is suicide ever better than all others?

    A game without result counts as a loss to the one player or the other; once is enough.
    """
    for solver, pair in solved_positions(replace(rules, komi=0)):
        for game in pair:
            suicides = [turn for turn in game.moves() if is_suicide(game, turn)]
            best = {mode: best_turns(solver, game, mode) for mode in MODES} if suicides else {}
            if counts := [mode for mode, turns in best.items() if turns <= set(suicides)]:
                turn = next(turn for turn in suicides if turn in best[counts[0]])
                text = turn_text(game.grid, turn)
                where = "" if len(counts) > 1 else f", where a game without result is {FAVORED[counts[0]]}'s win"
                says = f"Only {text} is best{where}, and it is suicide."
                yield ShownTurns(Start.of(game), (turn,), says=says)


def is_suicide(game: Game, turn: Move) -> bool:
    """Whether a move takes stones of its own player."""
    position = game.position
    return bool(move(game.rules, position.coloring, position.player, turn.point).self_captured)


def best_turns(solver: Solver, game: Game, mode: int) -> set[Turn]:
    """The turns after which a game is worth what it is now, with no-result counting one way."""
    value = solver.value(game, mode)
    return {turn for turn in game.turns() if solver.value(game.play(turn), mode) == value}


def of_new(name: str, repeated: str, state_of: Callable[[Record], Hashable]) -> MapProperty:
    """That no move brings back what has stood; all games are looked at in which nothing stood twice after a move."""
    return in_games(
        name,
        f"No move brings back {repeated}",
        f"A move can bring back {repeated}.",
        partial(brings_back, state_of=state_of),
        _LINES[:-1],
        partial(stood, state_of=state_of),
    )


PROPERTIES: Mapping[str, MapProperty] = {
    map_property.name: map_property
    for map_property in (
        ENDS,
        in_games("result", "Every game has a result", "A game can end without result.", _ends_without_result),
        of_new("new-boards", "a board that has stood", board),
        of_new("new-situations", "a board with the same player to move", situation),
        in_games(
            "one-superko",
            "Positional and situational superko forbid the same moves",
            "Positional superko can forbid a move that situational superko allows.",
            parts_superkos,
            further=partial(stood, state_of=situation),
        ),
        on_boards(
            "area",
            "A board counts what it counts by area",
            "A board can count something else than by area.",
            COUNTING,
            counts_areas,
            SMALL,
        ),
        on_boards(
            "fair-count",
            "With the colors swapped a board counts the same for the other player",
            "A board can count for one color what it does not count for the other.",
            COUNTING,
            counts_colors_alike,
            SMALL,
        ),
        on_boards(
            "usual-values",
            "An empty board is worth what it is by the usual rules",
            "An empty board can be worth something else than by the usual rules.",
            SOLVED,
            empty_boards_keep_their_worth,
            SMALL,
        ),
        on_boards(
            "safe-pass",
            "A pass costs nothing where nobody has anything to gain",
            "A pass can cost points where nobody has anything to gain.",
            SOLVED,
            passing_is_safe,
            _LINES,
        ),
        on_boards(
            "no-suicide",
            "Suicide is never the only best move",
            "Suicide can be the only best move.",
            SOLVED,
            no_suicide_is_best,
            _LINES,
        ),
    )
}
