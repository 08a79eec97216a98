"""Clauses composed at random from fragments, and a search for one that a proof believes and a game refutes."""

from __future__ import annotations

import linecache
import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import count, product
from typing import Any
from unittest.mock import patch

from superko.checker.evidence.checks import Check, asked_of, checks
from superko.checker.evidence.queries import asking
from superko.checker.evidence.verdict import Outcome, Verdict
from superko.checker.proofs import steps
from superko.checker.proofs.endless import loops
from superko.checker.proofs.questions import is_true_of
from superko.checker.proofs.situation import BoardLemma, LemmaSituation
from superko.interpreter.game import Game
from superko.spec.algebra import Color, Coloring
from superko.spec.algebra.integers import integer_board
from superko.spec.parameters import Ko
from superko.spec.rules import Rules
from superko.spec.vocabulary import Phase, Turn

HEAD = """\
from dataclasses import replace
from superko.spec.algebra import BLACK, WHITE
from superko.spec.composition import resulting_state
from superko.spec.parameters import Ko, Tax
from superko.spec.registry import Decision
from superko.spec.rules import Rules
from superko.spec.vocabulary import PASS, Move, Pass, Phase, Play
TABLE = {0: True, 1: False, 2: True}
MADE = Rules().sole(Decision.MOVE)
"""
NUMBERS = (
    "record.turn",
    "record.passes",
    "record.pass_run",
    "record.phase_turn",
    "record.tally.captures[BLACK]",
    "record.tally.captures[WHITE]",
    "record.tally.moves.get((BLACK, Phase.MAIN), 0)",
    "record.tally.handicap",
    "record.tally.placed[BLACK]",
    "record.since_pass.times(record.state)",
    "record.earlier.times(record.state)",
    "record.passed_from.times((record.position.player, record.state))",
    "record.position.coloring.size(record.position.coloring.black)",
    "record.position.coloring.number_of_regions(record.position.coloring.empty)",
    "len(record.tally.moves)",
    "len([*record.earlier])",
    "sum(1 for _ in record.made)",
    "record.rules.komi",
)
CONDITIONS = (
    "record.position.player is BLACK",
    "record.tally.first_passer is WHITE",
    "record.tally.first_passer is None",
    "record.tally.second_cleanup_start is None",
    "record.position.passed",
    "isinstance(record.last, Pass)",
    "isinstance(record.last, Move)",
    "record.last == PASS",
    "record.last is PASS",
    "record.previous is None",
    "record.earlier.contains(record.state)",
    "record.since_pass.lacks(record.state)",
    "record.passed_from.contains((record.position.player, record.state))",
    "record.position.coloring.is_empty(record.position.coloring.white)",
    "record.position.marks",
    "record.rules.tax is Tax.NONE",
    "bool(record.tally.moves)",
    "record.state in record.earlier",
    "record.position.phase is Phase.MAIN",
    "record.position.phase in (Phase.FIRST_CLEANUP, Phase.SECOND_CLEANUP)",
    "record.tally.first_passer is record.position.player",
    "hasattr(record.position.coloring.board, 'grid')",
    "record.position.coloring.board.grid.size in {1, 2}",
    "any(color is WHITE for color, _, _ in record.made)",
)
OF_NUMBERS = (
    "{} > {k}",
    "{} < {k}",
    "{} == {k}",
    "{} in ({k}, 2)",
    "{} in {{{k}}}",
    "TABLE.get({}, True)",
    "{} % 2 == 0",
)
OF_PLAYS = ("play.captured", "play.before.is_single(play.captured)", "play.player is WHITE", "play.point == 1")
NEW = "record.earlier.lacks(resulting_state(record, play))"
OF_COLORINGS = (
    "c.is_empty(c.black)",
    "not c.white",
    "c.size(c.empty) {k_compared}",
    "c.number_of_regions(c.white) == {k}",
    "c.meets(c.border(point), c.of(player))",
    "c.is_single(c.empty)",
    "c.black == c.board.nothing",
    "c.board.grid.size > {k}",
    "isinstance(point, int)",
    "player is WHITE",
    "c.size(c.black) in ({k}, 3)",
    "c.black in {{1, 2}}",
)
_files = count()


@dataclass(frozen=True)
class Composed:
    """A clause that was put together.

    Attributes:
        text: its source.
        rules: the rules that have it.
        check: the name of the check to ask.
        is_false: whether a game or a board shows that the claim is false.
    """

    text: str
    rules: Rules
    check: str
    is_false: Callable[[], bool]


def function(parameters: str, body: str) -> Callable[..., Any]:
    """A function with this source, as one that stands in a file."""
    file = f"<composed {next(_files)}>"
    text = f"{HEAD}\n\ndef composed({parameters}):\n    {body}\n"
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    names: dict[str, Any] = {"__name__": "composed"}
    exec(compile(text, file, "exec", dont_inherit=True), names)
    composed: Callable[..., Any] = names["composed"]
    return composed


def condition(chance: random.Random, depth: int = 2, plays: bool = False) -> str:
    """A condition on a record, and perhaps on a play."""
    kind = chance.randrange(6) if depth else chance.randrange(3)
    if kind == 3:
        return f"not ({condition(chance, depth - 1, plays)})"
    if kind > 3:
        first, other = (condition(chance, depth - 1, plays) for _ in range(2))
        return f"({first}) {chance.choice(('and', 'or'))} ({other})"
    if plays and not kind:
        return chance.choice(OF_PLAYS)
    if kind == 1:
        return chance.choice(CONDITIONS)
    return chance.choice(OF_NUMBERS).format(chance.choice(NUMBERS), k=chance.randrange(4))


def goes_on(rules: Rules, phase: Phase = Phase.MAIN) -> bool:
    """Whether a loop on a tiny board can be taken as often as anybody cares to try."""
    for sides in ((1, 1), (2, 1), (3, 1)):
        start = Game(rules, sides, phase=phase)
        for number, endless in enumerate(loops(start)):
            if number > 40:
                break
            if _can_be_taken(start, endless.opening, endless.loop):
                return True
    return False


def _can_be_taken(game: Game, opening: tuple[Turn, ...], loop: tuple[Turn, ...], times: int = 12) -> bool:
    for turn in (*opening, *loop * times):
        if not game.judge(turn).legal or (game := game.play(turn)).ended_by is not None:
            return False
    return True


def is_false_of_some(lemma: BoardLemma, rules: Rules) -> bool:
    """Whether a lemma is false of a move on a tiny board."""
    for sides in ((1, 1), (2, 1), (3, 1), (2, 2)):
        board, points = integer_board(*sides), range(sides[0] * sides[1])
        for colors in product((None, *Color), repeat=len(points)):
            sets = [sum(1 << index for index, stone in enumerate(colors) if stone is color) for color in Color]
            for player, point in product(Color, points):
                situation = LemmaSituation(rules, Coloring(board, *sets), player, (1 << point,))
                if not is_true_of(lemma, situation):
                    return True
    return False


def of_endings(chance: random.Random) -> Composed:
    """Rules whose phase ends, or whose bans hold, if something is so."""
    said = condition(chance, plays=False)
    ends = chance.choice((f"record.pass_run >= 2 and ({said})", said, f"record.pass_run > 2 or ({said})"))
    rules, ko = Rules(), chance.choice((Ko.POSITIONAL, Ko.SIMPLE))
    where = (
        "main/end-two-passes" if ko is Ko.POSITIONAL else chance.choice(("main/end-repeated-pass", "main/no-result"))
    )
    text = f"return {ends}"
    rules = Rules(ko=ko).replacing(f"katago-v2/{where}", function("record", text), "It ends, if.")
    check = f"claim/game-terminates every size ko={ko.value} phase=main"
    return Composed(f"{where}: {text}", rules, check, partial(goes_on, rules))


def of_bans(chance: random.Random) -> Composed:
    """Rules whose superko holds if something is so."""
    said = condition(chance, plays=True)
    text = f"return ({said}) {chance.choice(('or', 'and'))} {NEW}"
    rules = Rules().replacing("katago-v2/main/legal-superko", function("record, play", text), "None again, if.")
    check = "claim/game-terminates every size ko=POSITIONAL phase=main"
    return Composed(text, rules, check, partial(goes_on, rules))


def of_moves(chance: random.Random) -> Composed:
    """Rules whose moves capture nothing, or themselves, if something is so of the coloring."""
    k = chance.randrange(4)
    said = chance.choice(OF_COLORINGS).format(k=k, k_compared=f"{chance.choice('<>')} {k}")
    said = chance.choice((said, f"not ({said})"))
    captured = chance.choice(("c.board.nothing", "point"))
    text = (
        f"return Play(player, point, c, c.colored(point, player), {captured}, {captured}) if {said} "
        "else MADE.function(c, player, point)"
    )
    made = function("c, player, point", text)
    rules = Rules().replacing("katago-v2/move/pseudolegal", made, "It captures, if.")
    lemma = chance.choice((steps.KEEPS_LEGAL, steps.CAPTURES_EXCLUDE_SUICIDE, steps.BALANCE))
    board = "every size" if lemma is steps.BALANCE else chance.choice(("every size", "2x2"))
    return Composed(text, rules, f"{lemma.claim} {board}", partial(is_false_of_some, lemma, rules))


KINDS = (of_endings, of_bans, of_moves)


def by_proof_alone(check: Check) -> Verdict:
    """What a check comes to if nobody looks for an endless game or a tiny board before."""
    with asking(check.claim), patch(ENDLESS, return_value=None), patch(TINY, return_value=NOT_TOLD):
        return check.decide()


def finds(seconds: float, seed: int) -> Iterator[Composed]:
    """Rules of which a claim is believed that a game or a board refutes."""
    chance, until = random.Random(seed), time.monotonic() + seconds
    while time.monotonic() < until:
        composed = chance.choice(KINDS)(chance)
        asked = asked_of(checks()[composed.check], composed.rules)
        if isinstance(asked, Check) and by_proof_alone(asked).outcome in (Outcome.PROVED, Outcome.HOLDS):
            believed.append(composed.text)
            if composed.is_false():
                yield composed
        tried.append(composed.text)


ENDLESS = "superko.checker.claims.katago_v2.termination.endless_game"
TINY = "superko.checker.claims.lemmas.refuted_on_the_smallest_board"
NOT_TOLD = Verdict(Outcome.UNKNOWN, "", "")
believed: list[str] = []
tried: list[str] = []
