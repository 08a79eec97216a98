"""Chinese rules of 2002: whether article 6 leaves anything to article 20, and what cycles of three plays are made of.

Cycles of three plays are a fact of the board: there it does not matter which article holds. On `.X.` Black sends a
second stone to A1, White takes both from C1, and Black returns to B1, which takes one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TypeAlias

import numpy as np

from ...spec.algebra import BLACK, WHITE, Coloring, Condition, Grid
from ...spec.algebra.arrays import Flags, Words
from ...spec.algebra.board import P
from ...spec.chinese_2002.repetition import (
    FACING,
    REPETITION,
    cycles_no_false_life,
    retakes_no_single_ko,
)
from ...spec.composition import every, move, pseudolegal
from ...spec.presets import PRESETS
from ...spec.registry import Decision, make_clause
from ...spec.rules import Rules
from ...spec.usual import but_after_passes, stands_a_third_time, without_liberties
from ..evidence.verdict import EVERY_SIZE, Outcome, Seen, Verdict, answer, cases, count, every_case, one_case, undecided
from ..play.comparison import smallest_parting
from ..proofs.coverage import covering
from ..proofs.declarations import OF_IDLE_CLAUSES
from ..proofs.idle_clauses import why_not_idle
from ..proofs.situation import BoardLemma, Implication, LemmaSituation
from ..proofs.steps import LemmaProof
from ..sweeps.sweep import chunks
from .facts.values import lead_in_words, value_of_empty_board
from .tromp_taylor import same_games

_PLAYS, TWO = 3, 2
ARTICLE_6 = PRESETS["chinese-2002"]
SAME_PLAYER = ARTICLE_6.reading({FACING: "same-player"})
ARTICLE_20, FORUM = (ARTICLE_6.reading({REPETITION: value}) for value in ("article-20", "forum"))
OF_ARTICLE_20 = (
    (retakes_no_single_ko, Decision.LEGAL),
    (cycles_no_false_life, Decision.LEGAL),
    (but_after_passes, Decision.OCCURS),
    (stands_a_third_time, Decision.NO_RESULT),
)


def with_article_20(rules: Rules) -> Rules:
    """The same rules, in which everything that article 20 forbids or ends is in force as well."""
    for function, decision in OF_ARTICLE_20:
        rules = rules.adding(make_clause(function, f"house/{function.__name__}", decides=decision))
    return rules


def article_20_is_idle(rules: Rules, depth: int | None, grid: Grid) -> Verdict:
    """Play all games with article 20 in force beside article 6, and without."""
    return same_games(rules, with_article_20(rules), depth, grid)


@covering(OF_IDLE_CLAUSES)
@one_case(EVERY_SIZE, "cases", acts="took a turn", so=Outcome.PROVED)
def article_20_never_acts(rules: Rules) -> Seen:
    """Take every turn of games in which only the boards are distinguished: can anything of article 20 act in one?"""
    obstacle, turns = why_not_idle(rules, with_article_20(rules))
    if obstacle:
        return answer(None, notes=obstacle)
    notes = "By article 6 every play leads to a board that has not stood."
    return answer(True, {"turns": turns}, notes=notes, acted=turns)


def comes_back(s: LemmaSituation[P]) -> Condition:
    """Three plays bring the board back."""
    plays = s.play, s.reply, s.third
    return every([*map(s.is_pseudolegal, plays), s.third.after.same_as(s.coloring)])


def sends_two_and_returns_one(s: LemmaSituation[P]) -> Implication:
    """If three plays bring the board back, the second takes two stones, one of the others one, and the other none."""
    c, first, second, third = s.coloring, s.play, s.reply, s.third
    takes_two = c.board.same(second.captured, first.point | third.point)
    others_take_one = c.board.same(first.captured | third.captured, second.point)
    other_takes_none = c.is_empty(first.captured) | c.is_empty(third.captured)
    return Implication(given=comes_back(s), then=every([takes_two, others_take_one, other_takes_none]))


@every_case("every position of {grid}", "sweep", acts="brought a board back")
def three_plays_that_return(rules: Rules, grid: Grid) -> Iterator[Seen]:
    """Make any three plays in turn from every position: which bring it back, and what do they take?"""
    for chunk in chunks(grid):
        dead = rules.defined(without_liberties)
        legal = np.asarray(dead(chunk, BLACK) | dead(chunk, WHITE) == 0)
        start = _chosen(chunk, legal)
        yield count(positions=len(start.black), cycles=0)
        for taken, starts, after in _in_three(rules, start, start):
            back = np.asarray(after.same_as(starts))
            otherwise = back & ~((taken[1] == TWO) & (taken[0] + taken[2] == 1))
            yield cases(int(otherwise.sum()), acted=int(back.sum()), cycles=int(back.sum()))


_Taken: TypeAlias = tuple[Words, ...]


def _in_three(
    rules: Rules, starts: Coloring[Words], c: Coloring[Words], taken: _Taken = ()
) -> Iterator[tuple[_Taken, Coloring[Words], Coloring[Words]]]:
    """Every way to make three plays, Black first: what each took, where it began, and what it led to; many at once.

    White's cycles are Black's with the colors swapped.
    """
    if len(taken) == _PLAYS:
        yield taken, starts, c
        return
    for point in c.board.points:  # type: ignore[attr-defined]
        play = move(rules, c, WHITE if len(taken) == 1 else BLACK, point)
        made = np.broadcast_to(np.asarray(pseudolegal(rules, play)), c.black.shape)
        before = tuple(stones[made] for stones in taken)
        took = np.bitwise_count(np.broadcast_to(play.captured, c.black.shape)[made])
        yield from _in_three(rules, _chosen(starts, made), _chosen(play.after, made), (*before, took))


def _chosen(c: Coloring[Words], flags: Flags) -> Coloring[Words]:
    return replace(c, black=c.black[flags], white=c.white[flags])


@every_case("{grid}", acts="solved a board")
def worth_as_by_simple_ko(forum: Rules, simple_ko: Rules, grid: Grid) -> Iterator[Seen]:
    """Solve the empty board by the ruling, and under simple ko with no-result at its worst and at its best.

    Where these agree, a draw, which lies between them, makes no difference either.
    """
    ruled, simple = (value_of_empty_board(rules, grid) for rules in (forum, simple_ko))
    if simple.worst != simple.best:
        yield undecided("There no-result matters under simple ko.")
    else:
        yield replace(cases(ruled != simple, acted=3, solved=3), notes=f"{lead_in_words(ruled)} by the ruling.")


def smallest_that_article_20_changes(rules: Rules) -> Verdict:
    """Find the smallest board, and the shortest game on it, that article 20 changes."""
    return smallest_parting(rules, with_article_20(rules))


SENDING_TWO = BoardLemma("claim/sending-two-only", sends_two_and_returns_one, moves=_PLAYS, happens=comes_back)
# No induction along strings is needed.
OF_SENDING_TWO = LemmaProof(SENDING_TWO, by_lemma=False, staying_in=lambda s: s.coloring.board.nothing)
