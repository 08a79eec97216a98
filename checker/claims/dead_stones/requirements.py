"""What the chapter asks of every protocol: not to prevent captures, to cope with any board, and with any lists."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache, partial

from ....interpreter.adjudication import Adjudication, Stage, resumed
from ....interpreter.game import Game
from ....interpreter.result import ended_game
from ....interpreter.story import Story
from ....spec.algebra import BLACK, WHITE, Color, Coloring, Grid
from ....spec.algebra.grid import points_of
from ....spec.composition import move
from ....spec.dead_stones.protocols import PROTOCOLS, Protocol
from ....spec.katago_v2.life import pass_alive_groups
from ....spec.rules import Rules
from ....spec.vocabulary import PASS, Move
from ...evidence.checks import check, check_boards
from ...evidence.verdict import Outcome, Verdict, holds_unless, if_it_acted
from ...play.adjudications import AdjudicationStep, Answer, earlier_states, explore, sets_of_groups, steps
from .scores import MOST_STEPS, TEN_RULES, TERRITORY, all_answers, territory, when_resumed

MOST_ANSWERS = 12
WIDEST = 3


def one_without_list(c: Coloring[int]) -> Iterator[tuple[Answer, Answer]]:
    """The answers in which one player gives no list, and the other any."""
    for stones in sets_of_groups(c, c.black | c.white):
        yield stones, None
        yield None, stones


def can_be_captured(some: Adjudication, player: Color) -> int:
    """The stones that a player could capture at once, if play went on and it were that player's turn."""
    game = resumed(some.game)
    position = replace(game.position, player=player)
    game = Game(replace(game.record, position=position))
    captured = 0
    for point in points_of(position.coloring.empty):
        if game.judge(Move(point)).legal:
            captured |= move(game.rules, position.coloring, player, point).captured
    return captured


def is_over_without(player: Color, some: Adjudication, stones: int) -> bool:
    """Whether a game can be over, with some stones alive, before a player has had another turn."""
    if some.stage is Stage.OVER:
        return bool(stones & ~some.removed)
    if some.stage is Stage.PLAYING and some.playing.position.player is player:
        return False
    return any(is_over_without(player, step.after, stones) for step in steps(some, lambda c: [(None, None)]))


def kept_from_capturing(step: AdjudicationStep) -> Iterator[tuple[Color, bool]]:
    """For each player who alone named what they could capture: whether the game can be over before their turn."""
    for player in Color:
        said = {color: step.after.said[color].stones for color in Color}
        capturable = can_be_captured(step.before, player) & said[player] & ~said[player.opponent]
        if capturable:
            yield player, is_over_without(player, step.after, capturable)


def captures_are_possible(rules: Rules, protocol: Protocol, grid: Grid, one_is_silent: bool = False) -> Verdict:
    """Whether a player who alone holds dead what can be captured always has a turn in which to capture it.

    The witness, if there is one, is the shortest on the board.
    """
    counts = Counter(steps=0, disputes=0)
    answers = one_without_list if one_is_silent else all_answers
    start = Adjudication.of(Game.start(rules, grid.width, grid.height), protocol)
    for step in explore(start, answers, earlier_states, MOST_STEPS.get(grid)):
        counts.update(steps=1)
        if step.before.stage is Stage.AWAITING_STATEMENTS:
            for player, is_kept in kept_from_capturing(step):
                counts.update(disputes=1)
                if is_kept:
                    witness = _told(step, f"{player.name.capitalize()} could capture, and may never have the turn.")
                    return Verdict(Outcome.REFUTED, str(grid), "search", dict(counts), witness, minimal=True)
    verdict = holds_unless(0, _scope(grid), "search", **counts)
    return if_it_acted(verdict, counts["disputes"], "was disputed whether stones are dead that can be captured")


def smallest_kept_capture(rules: Rules, protocol: Protocol, one_is_silent: bool = False) -> Verdict:
    """The same for the smallest board of one row on which a player can be kept from a capture."""
    found = [captures_are_possible(rules, protocol, Grid(width, 1), one_is_silent) for width in range(1, WIDEST)]
    return next((verdict for verdict in found if verdict.outcome is Outcome.REFUTED), found[-1])


def comes_to_an_end(some: Adjudication) -> bool:
    """Whether an adjudication comes to a result if players only pass, give no lists, and rulings are for life."""
    for _ in range(MOST_ANSWERS):
        match some.stage:
            case Stage.PLAYING:
                some = some.play(PASS)
            case Stage.AWAITING_STATEMENTS:
                some = some.decline(some.awaiting[0])
            case Stage.AWAITING_RULING:
                some = some.rule(0)
            case Stage.OVER:
                break
    return some.stage is Stage.OVER and some.result is not None


@cache
def nothing_is_settled(c: Coloring[int]) -> bool:
    """Whether there are stones, and none of them is pass-alive."""
    return bool(c.black | c.white) and not any(pass_alive_groups(Rules(), c, color) for color in Color)


def kinds_of_lists(step: AdjudicationStep) -> Iterator[str]:
    """Of what kinds the two lists are: whose stones they name, and whether they are agreed on."""
    c = step.before.game.position.coloring
    for color in Color:
        stones = step.after.said[color].stones
        own, others = bool(stones & c.of(color)), bool(stones & c.of(color.opponent))
        if own or others:
            yield "both_colors" if own and others else "own_stones" if own else "opponents_stones"
    yield "agreed" if step.after.said[BLACK] == step.after.said[WHITE] else "not_agreed"


def every_list_comes_to_an_end(rules: Rules, protocol: Protocol, grid: Grid, unsettled_only: bool = False) -> Verdict:
    """Answer every stop with every pair of lists: can the game be ended, and is nothing removed that nobody named?"""
    counts = Counter[str](stops=0)
    differences = 0
    start = Adjudication.of(Game.start(rules, grid.width, grid.height), protocol)
    for step in explore(start, all_answers, earlier_states, MOST_STEPS.get(grid)):
        some = step.after
        if step.before.stage is not Stage.AWAITING_STATEMENTS:
            continue
        if unsettled_only and not nothing_is_settled(step.before.game.position.coloring):
            continue
        said = [some.said[color].stones for color in Color]
        removed_unnamed = some.stage is Stage.OVER and some.removed & ~(said[0] | said[1])
        counts.update(("stops", *(() if unsettled_only else kinds_of_lists(step))))
        differences += bool(removed_unnamed) or not comes_to_an_end(some)
    verdict = holds_unless(differences, _scope(grid), "search", **dict(sorted(counts.items())))
    return if_it_acted(verdict, counts["stops"], "was asked for lists")


def smallest_change_of_territory(
    rules: Rules, by_territory: Rules, protocol: Protocol, widest: int = WIDEST
) -> Verdict:
    """Find the smallest board of one row on which playing a dispute out on it changes the score by territory.

    Nothing is captured in the dispute, so that all stones on the board on which play stopped are alive.
    """
    number = 0
    for width in range(1, widest + 1):
        start = Adjudication.of(Game.start(rules, width, 1), protocol)
        for step in explore(start, all_answers, earlier_states):
            number += 1
            some = step.after
            if some.stage is not Stage.OVER or some.resumed_at is None or some.removed:
                continue
            ends = [ended_game(game.record) for game in (when_resumed(some.game, some.resumed_at), some.game)]
            before, after = (black - white for black, white in (territory(by_territory, ended) for ended in ends))
            if ends[0].captures == ends[1].captures and before != after:
                shows = (
                    f"By territory Black leads by {before:g} when play stops, and by {after:g} once it is played out."
                )
                witness = _told(step, shows)
                return Verdict(Outcome.WITNESSED, f"{width}x1", "search", {"steps": number}, witness, minimal=True)
    return Verdict(Outcome.UNKNOWN, f"boards of up to {widest} points in one row", "search", {"steps": number})


def _told(step: AdjudicationStep, shows: str) -> Story:
    """The game up to the stop before the answers of which a step tells, and in words what was said and done then."""
    game = step.after.game if step.after.resumed_at is None else when_resumed(step.after.game, step.after.resumed_at)
    said = "; ".join(step.story[len(game.turns_taken) :])
    return Story.of(game, f"Then {said}. {shows}")


def _scope(grid: Grid) -> str:
    if grid in MOST_STEPS:
        return f"the first {MOST_STEPS[grid]} steps of every game on {grid}"
    return f"every game on {grid}"


for _name in ("chinese", "kgs", "japanese"):
    check_boards(
        "claim/protocols-let-capture",
        partial(captures_are_possible, protocol=PROTOCOLS[_name]),
        [(2, 1)],
        standard=[(2, 2), (3, 1)] if _name == "chinese" else [(2, 2)],
        rules=f"protocol={_name}",
        under=(TEN_RULES,),
    )
for _name, _silent in (("agreement", False), ("mediation", False), ("japanese", True)):
    check(
        "claim/protocols-let-capture",
        "smallest",
        f"protocol={_name}{' lists=none-from-one' if _silent else ''}",
        cost=0.1,
        under=(TEN_RULES,),
    )(partial(smallest_kept_capture, protocol=PROTOCOLS[_name], one_is_silent=_silent))
for _name in ("agreement", "mediation", "chinese", "japanese", "kgs"):
    for _claim, _unsettled in (("claim/protocols-every-list", False), ("claim/protocols-unsettled", True)):
        check_boards(
            _claim,
            partial(every_list_comes_to_an_end, protocol=PROTOCOLS[_name], unsettled_only=_unsettled),
            [(2, 1)],
            standard=[(2, 2)] if _name == "japanese" else [(2, 2), (3, 1)],
            deep=[(3, 1)] if _name == "japanese" else [],
            rules=f"protocol={_name}",
            under=(TEN_RULES,),
        )
check(
    "claim/playing-on-changes-territory",
    "smallest",
    "protocol=kgs",
    cost=0.3,
    under=(TEN_RULES, TERRITORY),
)(partial(smallest_change_of_territory, protocol=PROTOCOLS["kgs"]))
