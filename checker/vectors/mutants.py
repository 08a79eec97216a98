"""Mutants: rules in which one clause has a mistake that an engine could make, and which of them a game kills.

A game kills a mutant by coming out differently.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import groupby, zip_longest
from typing import Any, TypeAlias

from ...interpreter.game import Game
from ...interpreter.referee import state_report
from ...interpreter.story import Start
from ...spec.aga.turns import pass_stone
from ...spec.algebra import BLACK, WHITE, Color, Coloring, Number
from ...spec.composition import after_move, as_made, state
from ...spec.documents import DOCUMENTS
from ...spec.katago_v2.area_scoring import pass_dead, surrounded
from ...spec.katago_v2.cleanup import is_ko_move
from ...spec.katago_v2.life import dame_regions, independent_life_regions, regions_in_atari
from ...spec.katago_v2.territory_scoring import remove_pass_dead
from ...spec.registry import Clause, Decision, clauses
from ...spec.rules import Rules
from ...spec.usual import without_liberties
from ...spec.vocabulary import PASS, Ended, Move, Phase, Play, Position, Record, Tally, Turn
from .mutations import MUTATIONS, Function, Mutation, instead, near_miss

Answer: TypeAlias = Mapping[str, object]


def answers(game: Game, turns: Iterable[Turn], explain: bool = False) -> Iterator[Answer]:
    """The state at the start, and what each turn leads to, up to the end of the game or a turn that is not legal.

    With `explain`, each state also names the clause that forbids each empty point that is no legal move.
    """
    yield state_report(game, explain)
    for turn in turns:
        if game.over:
            return
        judgement = game.judge(turn)
        if judgement.clause is not None:
            yield {"illegal": judgement.clause.id}
            return
        game = game.taking(turn)
        yield state_report(game, explain)


def seen(answer: Answer | None) -> object:
    """An answer without the clauses that it names, which no engine gives.

    >>> seen({"illegal": "tromp-taylor/turn"})
    {'illegal': True}
    """
    if answer is None:
        return None
    if answer.keys() == {"illegal"}:
        return {"illegal": True}
    return {key: value for key, value in answer.items() if key not in ("clause", "illegal")}


_PASSES_TO_END = 2


@near_miss("allows-captures", "a move that gets its liberty by capturing", "a move needs a liberty before it captures")
def _has_a_liberty_before_it_captures(play: Play[int]) -> bool:
    return not without_liberties(play.before.colored(play.point, play.player), play.player)


@near_miss("forbids-several", "a suicide of several stones", "only a suicide of one stone is forbidden")
def _no_stone_of_its_own_is_captured_alone(play: Play[int]) -> bool:
    return not play.before.is_single(play.self_captured)


@near_miss("allows-several", "a suicide of several stones", "every suicide is forbidden")
def _nothing_of_its_own_is_captured(play: Play[int]) -> bool:
    return not play.self_captured


@near_miss(
    "allows-snapback",
    "a capture of several stones where one was just captured",
    "nobody may play where one stone was just captured",
)
def _not_where_one_stone_was_captured(record: Record, play: Play[int]) -> bool:
    before = record.previous
    if before is None or not isinstance(record.last, Move):
        return True
    captured = before.position.coloring.of(play.player) & ~record.position.coloring.of(play.player)
    return play.point != captured


def _after(record: Record, play: Play[int]) -> object:
    return state(record.rules, after_move(record.rules, record.position, play))


def _not_any_earlier_state(record: Record, play: Play[int]) -> bool:
    return bool(record.earlier.lacks(_after(record, play)))


@near_miss(
    "forbids-later", "a repetition after more than two turns", "only the state before the opponent's turn is remembered"
)
def _not_the_state_a_turn_ago(record: Record, play: Play[int]) -> bool:
    return record.previous is None or record.previous.state != _after(record, play)


@near_miss(
    "remembers-start",
    "a return to the state that the game started with",
    "the first state is not among the earlier ones",
)
def _the_first_state_is_forgotten(record: Record, play: Play[int]) -> bool:
    return not record.earlier.turn_of(state(record.rules, after_move(record.rules, record.position, play)))


@near_miss(
    "goes-on-elsewhere",
    "a second pass, from another state than the first",
    "it ends the phase at the second pass, wherever that is",
)
def _ends_at_the_second_pass(record: Record) -> bool:
    return record.pass_run > 0 and record.passes >= _PASSES_TO_END


@near_miss("goes-on-after-first", "two passes of which the first is the first of the game", "two passes end the phase")
def _ends_at_two_passes(record: Record) -> bool:
    return record.pass_run >= _PASSES_TO_END


@near_miss(
    "goes-on-once", "a state that stands for the second time", "the game ends when a state has stood once before"
)
def _has_stood_before(record: Record) -> bool:
    return bool(record.since_pass.times(record.state) >= 2)  # noqa: PLR2004


@near_miss("allows-other-moves", "a capture of a marked stone that is not a ko-move", "no marked stone can be captured")
def _no_marked_stone_is_captured(record: Record, play: Play[int]) -> bool:
    return not (play.captured | play.self_captured) & record.position.marks


@near_miss(
    "allows-other-moves",
    "a move that is not a ko-move, and is allowed although it would not be as one",
    "it holds for every move",
)
def _no_move_twice(record: Record, play: Play[int]) -> bool:
    return bool(record.made.lacks(as_made(record, play)))


@near_miss(
    "allows-other-colorings",
    "a ko-move made again at the same point, with another coloring",
    "a ko-move is made once at each point",
)
def _no_ko_move_twice_at_a_point(record: Record, play: Play[int]) -> bool:
    made = any((player, point) == (play.player, play.point) for player, point, _ in record.made)
    return not made or not is_ko_move(record.rules, play)


@near_miss("marks-no-other-captures", "a capture that is not a ko-move", "every capture marks the stone played")
def _every_capture_marks(record: Record, play: Play[int], marks: int) -> int:
    return marks | play.point if play.captured else marks


@near_miss("removes-marks", "marks that a new phase removes", "the marks stay")
def _marks_stay(record: Record) -> Position:
    return replace(record.position, phase=Phase.SECOND_CLEANUP)


REMEMBERS_START = _the_first_state_is_forgotten


def _allows_repetition(by: str) -> Mutation:
    shows, mistake = f"a repetition by a move that {by}", "no move may repeat a position"
    return Mutation("allows-other-moves", shows, mistake, instead(_not_any_earlier_state))


NEAR_MISSES_OF_TURNS: Mapping[str, tuple[Mutation, ...]] = {
    "katago-v2/move/no-null-change": (_nothing_of_its_own_is_captured,),
    "katago-v2/main/legal-simple-ko": (
        _not_where_one_stone_was_captured,
        Mutation(
            "allows-later",
            "a repetition after more than two turns",
            "no earlier state may be repeated",
            instead(_not_any_earlier_state),
        ),
    ),
    "katago-v2/main/end-two-passes-button": (_ends_at_two_passes,),
    "katago-v2/main/end-repeated-pass": (_ends_at_the_second_pass,),
    "katago-v2/main/no-result": (_has_stood_before,),
    "katago-v2/cleanup/legal-unblocked": (_no_marked_stone_is_captured,),
    "katago-v2/cleanup/legal-once": (_no_move_twice, _no_ko_move_twice_at_a_point),
    "katago-v2/cleanup/mark": (_every_capture_marks,),
    "katago-v2/cleanup/second-phase": (_marks_stay,),
    "katago-v2/cleanup/end-repeated-pass": (_ends_at_the_second_pass,),
    "katago-v2/cleanup/no-result": (_has_stood_before,),
    "aga/8-illegal-kinds#ko-repetition": (_allows_repetition("takes no ko"),),
    "ikeda/captures-do-not-repeat": (_not_the_state_a_turn_ago, _allows_repetition("captures nothing")),
}
_TAX = 2


@near_miss("leaves-out-dame", "a score without the empty points that border both colors", "they count for both players")
def _bordering(ended: Ended[int], color: Color) -> Number:
    c = ended.coloring
    return c.size(c.regions(c.empty, where=lambda region: c.borders(region, color)))


@near_miss("leaves-out-dame", "a score without the empty points that border both colors", "they count for both players")
def _bordering_and_stones(ended: Ended[int], color: Color) -> Number:
    c = ended.coloring
    return c.size(c.of(color) | c.regions(c.empty, where=lambda region: c.borders(region, color)))


@near_miss("counts-dame", "a score with the empty points that border both colors", "they count for nobody")
def _stones_and_surrounded(ended: Ended[int], color: Color) -> Number:
    c = ended.coloring
    alone = c.regions(c.empty, where=lambda region: c.borders(region, color) & c.no(c.borders(region, color.opponent)))
    return c.size(c.of(color) | alone)


@near_miss("in-handicap-games", "a handicap game, in which it is not given", "it is given")
def _komi_in_every_game(ended: Ended[int], color: Color) -> float:
    return ended.rules.komi if color is Color.WHITE else 0


def _settled(c: Coloring[int], color: Color, unsettled: int) -> int:
    return c.regions(
        c.not_of(color.opponent), where=lambda region: c.meets(region, c.of(color)) & c.is_empty(region & unsettled)
    )


@near_miss(
    "leaves-out-seki", "a score without the points of stones beside dame", "it does not matter whether there is dame"
)
def _in_seki_too(ended: Ended[int], color: Color) -> Number:
    c = ended.coloring
    in_atari = regions_in_atari(c, BLACK) | regions_in_atari(c, WHITE)
    return c.size(surrounded(ended, color) & _settled(c, color, in_atari))


@near_miss(
    "leaves-out-atari",
    "a score without the points of stones in atari",
    "it does not matter whether stones are in atari",
)
def _in_atari_too(ended: Ended[int], color: Color) -> Number:
    c = ended.coloring
    return c.size(surrounded(ended, color) & _settled(c, color, dame_regions(c)))


@near_miss(
    "taxes-regions", "a tax that is paid once for stones that live together", "every connected group of them is taxed"
)
def _tax_on_groups(ended: Ended[int], color: Color) -> Number:
    c = ended.coloring
    groups = c.of(color) & independent_life_regions(ended.rules, c, color)
    tax: Number = c.number_of_regions(groups) * -_TAX
    return tax


@near_miss(
    "spares-life", "a new stone within independent life, for which nothing is paid", "every new stone is paid for"
)
def _every_new_stone(ended: Ended[int], color: Color) -> Number:
    c = ended.coloring
    cost: Number = c.size(c.of(color) & ~ended.second_cleanup_start.of(color)) * -1
    return cost


@near_miss(
    "reaches-atari",
    "pass-dead stones that stay, because a group of the life around them is in atari",
    "they are removed all the same",
)
def _removed_in_atari_too(ended: Ended[int]) -> Ended[int]:
    c = ended.coloring
    dead = {color: pass_dead(ended, color) for color in (BLACK, WHITE)}
    cleared = c.emptied(dead[BLACK] | dead[WHITE])
    for color in (BLACK, WHITE):
        dead[color] &= _settled(cleared, color.opponent, dame_regions(cleared))
    return ended.with_captures(
        c.emptied(dead[BLACK] | dead[WHITE]), {color: c.size(dead[color]) for color in (BLACK, WHITE)}
    )


def _not_counted(clause: Clause) -> Function:
    return lambda ended: replace(clause.function(ended), captures=ended.captures)


@near_miss("counts-own", "a suicide, whose stones count as captured", "only the opponent's stones are counted")
def _own_not_counted(play: Play[int]) -> dict[Color, Number]:
    return {play.player.opponent: play.before.size(play.captured), play.player: 0}


def _one_more(clause: Clause) -> Function:
    def bonus(ended: Ended[int], color: Color) -> Number:
        more: Number = clause.function(ended, color) + (1 if clause.function(ended, color) else 0)
        return more

    return bonus


@near_miss(
    "leaves-out",
    "a game in which White moved last, and that it adds nothing to",
    "the player to move always passes once more",
)
def _whoever_moved_last(record: Record, tally: Tally) -> Tally:
    handed_over = pass_stone(record.position)
    return replace(tally, captures={color: tally.captures[color] + handed_over[color] for color in Color})


HOW_MANY = Mutation("how-many", "a handicap, and the points for it", "there is a point too many", _one_more)

NEAR_MISSES_OF_SCORES: Mapping[str, tuple[Mutation, ...]] = {
    "katago-v2/params/white-handicap-bonus#n": (HOW_MANY,),
    "katago-v2/params/white-handicap-bonus#n-1": (HOW_MANY,),
    "katago-v2/move/capture-total": (_own_not_counted,),
    "katago-v2/area/score-none#surrounded": (_bordering,),
    "katago-v2/area/score-seki#independent-life": (_in_seki_too, _in_atari_too),
    "katago-v2/area/score-all#independent-life": (_in_seki_too, _in_atari_too),
    "katago-v2/area/score-all#tax": (_tax_on_groups,),
    "katago-v2/territory/remove-pass-dead": (
        Mutation(
            "counts-removed",
            "a score that counts what was removed as captured",
            "what is removed is not counted",
            _not_counted,
        ),
    ),
    "katago-v2/territory/remove-pass-dead#within-life": (
        Mutation(
            "reaches-seki",
            "pass-dead stones that stay, because the life around them meets dame",
            "they are removed wherever they stand",
            instead(remove_pass_dead),
        ),
        _removed_in_atari_too,
    ),
    "katago-v2/territory/score-none#surrounded": (_bordering,),
    "katago-v2/territory/score-seki#independent-life": (_in_seki_too, _in_atari_too),
    "katago-v2/territory/score-all#independent-life": (_in_seki_too, _in_atari_too),
    "katago-v2/territory/score-none#new-stones": (_every_new_stone,),
    "katago-v2/territory/score-seki#new-stones": (_every_new_stone,),
    "katago-v2/territory/score-all#new-stones": (_every_new_stone,),
    "katago-v2/territory/score-all#tax": (_tax_on_groups,),
    "tromp-taylor/clear#count": (_own_not_counted,),
    "tromp-taylor/score#reach": (_bordering,),
    "wmsg/score#surrounded": (_bordering,),
    "new-zealand/play#removed": (_own_not_counted,),
    "french/count": (_bordering_and_stones,),
    "new-zealand/territory#points": (_stones_and_surrounded,),
    "new-zealand/komi": (_komi_in_every_game,),
    "chinese-2002/presupposed#surrounded": (_bordering,),
    "japanese-1989/10-count#territory": (_bordering,),
    "aga/11-last-move": (_whoever_moved_last,),
    "aga/12-count-territory": (_bordering,),
    "aga/12-count-area": (_bordering_and_stones,),
    "aga/12-count-area#handicap-n": (HOW_MANY,),
    "aga/12-count-area#handicap-n-1": (HOW_MANY,),
}


# No turn and no result depends on the ownership formula, nor on how game records name unblock actions.
NOT_SEEN_WHEN_PLAYING = (Decision.OWNERSHIP_SCORE, Decision.CHARGED_MOVES, Decision.UNBLOCK_PLACE)


def _asked_by(clause: Clause) -> frozenset[str]:
    """What the function of a clause asks for by name, such as `komi`."""
    return frozenset(clause.function.__code__.co_names if inspect.isfunction(clause.function) else ())


def _near_misses_by_kind(clause: Clause) -> tuple[Mutation, ...]:
    """The near misses of every ban on suicide, and of every ban on what stood earlier."""
    if clause.decides is Decision.PSEUDOLEGAL and "self_captured" in _asked_by(clause):
        return _has_a_liberty_before_it_captures, _no_stone_of_its_own_is_captured_alone
    if clause.decides is Decision.LEGAL and _asked_by(clause) & {"earlier", "since_pass"}:
        remembering = (other for other in clauses(clause.document) if other.decides is Decision.REMEMBERED)
        start_counts = any(other.function(None) for other in remembering)
        return (_not_the_state_a_turn_ago, REMEMBERS_START) if start_counts else (_not_the_state_a_turn_ago,)
    return ()


def _near_misses() -> Iterator[tuple[str, tuple[Mutation, ...]]]:
    named = {**NEAR_MISSES_OF_TURNS, **NEAR_MISSES_OF_SCORES}
    for document in DOCUMENTS:
        for clause in clauses(document):
            if misses := named.get(clause.name) or _near_misses_by_kind(clause):
                yield clause.name, misses


NEAR_MISSES: Mapping[str, tuple[Mutation, ...]] = dict(_near_misses())

NO_TWO_ENDINGS = "No turn of a game ends play by clauses of two kinds."


def _equivalent_by_kind(document: str) -> Iterator[tuple[tuple[str, str], str]]:
    """The mutants of a document that its clauses, by what they decide, can't tell from the rules, with the reason."""
    counts_moves = any(clause.decides is Decision.SCORED_MOVES for clause in clauses(document))
    for clause in clauses(document):
        if clause.decides is Decision.ENDINGS:
            yield (clause.name, "orders"), NO_TWO_ENDINGS
        elif clause.decides is Decision.COUNTS_AS_MOVE and not counts_moves:
            yield from (
                ((clause.name, name), f"No rule of {document} counts moves.") for name in ("counts", "leaves-out")
            )
        elif clause.decides in (Decision.REMEMBERED, Decision.OCCURS) and all(
            map(clause.function, (None, PASS, Move(0)))
        ):
            yield (clause.name, "leaves-out"), "Every state counts as an earlier one."


# Mutants that no game can tell from the rules, by clause and mutation, with the reason.
EQUIVALENT: Mapping[tuple[str, str], str] = {
    **{mutant: reason for document in DOCUMENTS for mutant, reason in _equivalent_by_kind(document)},
    ("aga/12-territory#region-without-stones", "to-whom"): "It is a term of both players.",
    ("aga/11-last-move#equal-totals", "adds"): "As long as no illegal move stands, totals are equal once White moved.",
    ("katago-v2/main/state#occurrences-after-passes", "leaves-out"): "States after moves count by another clause.",
    ("katago-v2/main/no-result#occurrences-after-passes", "leaves-out"): "States after moves count by another clause.",
    ("katago-v2/cleanup/phases#states", "forgets"): "No clause of a cleanup phase asks which states are earlier ones.",
    ("katago-v2/cleanup/no-result#occurrences-after-passes", "leaves-out"): (
        "States after moves count by another clause."
    ),
    ("katago-v2/main/end-all-pass-alive#second-phase", "adds"): (
        "Once every point is pass-alive, all stones left have independent life, so that none is paid for as new."
    ),
    ("japanese-1989/7-2-kos-after-the-end#everything-counts", "leaves-out"): "Every turn counts there.",
    ("japanese-1989/12-no-result#left", "leaves-out"): "Every turn counts under that reading.",
    ("japanese-1989/7-2-kos-after-the-end#anew", "forgets"): "No game leads from the stop to hypothetical play.",
    ("new-zealand/end#agreement", "forbids"): "The players can agree at any time.",
    ("spight/no-repeat#at-the-pass", "leaves-out"): "States after moves count by another clause.",
    ("wmsg/superko#just-after-plays", "leaves-out"): "What a pass leaves stood before it, just after a play.",
}


@dataclass(frozen=True)
class Mutant:
    """A clause with a mistake, which rules can be given.

    >>> mutant = next(mutants("tromp-taylor"))
    >>> str(mutant), mutant.mutation.mistake
    ('tromp-taylor/start/starts', 'White starts')
    """

    clause: Clause
    mutation: Mutation

    def __str__(self) -> str:
        return f"{self.clause.name}/{self.mutation.name}"

    def can_be_made_in(self, rules: Rules) -> bool:
        """Whether the clause is in force in some rules."""
        return any(clause.name == self.clause.name for clause in rules.in_force)

    def made_in(self, rules: Rules) -> Rules:
        """The rules with the mistake; they are made once, as it takes longer than to play a short game by them."""
        return _mutated(rules, self)


@cache
def _mutated(rules: Rules, mutant: Mutant) -> Rules:
    name = mutant.clause.name
    in_force = next(clause for clause in rules.in_force if clause.name == name)
    return rules.replacing(name, mutant.mutation.applied_to(in_force), f"{mutant.mutation.mistake}.")


def mutations_of(clause: Clause) -> tuple[Mutation, ...]:
    """The mutations of a clause that some game shows; none for a definition that decides nothing by itself."""
    if clause.decides in (None, *NOT_SEEN_WHEN_PLAYING):
        return ()
    mutations = (*MUTATIONS[clause.decides], *NEAR_MISSES.get(clause.name, ()))
    return tuple(mutation for mutation in mutations if (clause.name, mutation.name) not in EQUIVALENT)


def mutants(*documents: str) -> Iterator[Mutant]:
    """Every mutant, in the order of the clauses of some documents, or of all that can be played."""
    for document in documents or DOCUMENTS:
        for clause in clauses(document):
            yield from (Mutant(clause, mutation) for mutation in mutations_of(clause))


def mutants_in(rules: Rules) -> Iterator[Mutant]:
    """Every mutant that can be made of some rules."""
    return (mutant for mutant in mutants(rules.document) if mutant.can_be_made_in(rules))


def killed(
    rules: Rules, start: Start, turns: Sequence[Turn], expected: Sequence[Answer], among: Iterable[Mutant] | None = None
) -> list[Mutant]:
    """The mutants that a game kills, of some or of all, in their order, given what the rules say of its turns."""
    weakly = weakly_killed(rules, start, turns, among)
    return [mutant for mutant in weakly if kills(mutant, rules, start, turns, expected)]


def kills(mutant: Mutant, rules: Rules, start: Start, turns: Sequence[Turn], expected: Sequence[Answer]) -> bool:
    """Whether a game comes out differently under mutated rules, whichever clauses it is said to come from."""
    try:
        said = answers(start.game(mutant.made_in(rules)), turns)
        return any(seen(right) != seen(wrong) for right, wrong in zip_longest(expected, said))
    except ValueError:
        return True


def weakly_killed(
    rules: Rules, start: Start, turns: Sequence[Turn], among: Iterable[Mutant] | None = None
) -> list[Mutant]:
    """The mutants, of some or of all, whose clause answers otherwise somewhere in a game; it can kill no others.

    The game is played once by the right rules, and at each call of a clause its mutations are asked the same.
    """
    possible = list(mutants_in(rules) if among is None else among)
    differing: set[str] = set()
    # A mistake in what a faster form rests on brings back the text, which calls clauses that the other form does not.
    watched = literal = rules.literally()
    for _, group in groupby(possible, key=lambda mutant: mutant.clause.name):
        watched = _watched(watched, literal, list(group), differing)
    for _ in answers(start.game(watched), turns):
        pass
    return [mutant for mutant in possible if str(mutant) in differing]


def _watched(rules: Rules, right: Rules, group: list[Mutant], differing: set[str]) -> Rules:
    clause = next(clause for clause in right.in_force if clause.name == group[0].clause.name)
    alive = {str(mutant): mutant.mutation.applied_to(clause) for mutant in group}

    def function(*asked: Any) -> Any:
        answer = clause.function(*asked)
        for name in [name for name, mutated in alive.items() if _differs(mutated, asked, answer)]:
            del alive[name]
            differing.add(name)
        return answer

    return rules.replacing(clause.name, function, clause.text)


def _differs(mutated: Function, asked: tuple[Any, ...], answer: Any) -> bool:
    try:
        return bool(mutated(*asked) != answer)
    except ValueError:
        return True
