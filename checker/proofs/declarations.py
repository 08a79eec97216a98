"""What each proof declares to read, and why nothing else that is decided can touch what it is about."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from ...spec.parameters import HandicapBonus, Ko
from ...spec.registry import Decision
from ...spec.vocabulary import Phase
from ..evidence.runner import Finding
from ..evidence.verdict import Outcome
from .coverage import DECLARED, ENDING, FOLLOWING, PASSING, REPEATING, D, Decisions, ProofReads
from .phase_ends import IN_TURNS as IN_RANKED_TURNS
from .stones_kept import IN_ENDS, UNBLOCKS_UNCOUNTED
from .stones_kept import IN_TURNS as IN_COUNTED_TURNS

_COUNTING: Decisions = (D.SCORED_MOVES, D.CHARGED_MOVES, D.REMOVAL, D.SCORE, D.OWNERSHIP_SCORE)
UNSCORED: Decisions = (D.DRAWN, D.REPLAYED, D.WON, D.AWARDED, D.NO_TURN)
_AT_THE_END: Decisions = (D.EARLY_END, D.COMPLETION, *_COUNTING, D.WINNER, *UNSCORED)
LIVING: Decisions = (D.LIFE, D.PASS_ALIVE)
_UNBLOCKING: Decisions = (D.UNBLOCK, D.UNBLOCK_PLACE)
_PLAYING: Decisions = (
    *(D.START, D.TURN, D.MOVE, D.PSEUDOLEGAL, D.LEGAL, D.AFTER_MOVE, D.MARKS, D.CAPTURES, D.COUNTS_AS_MOVE),
    *(*REPEATING, *PASSING, *_UNBLOCKING, D.UNBLOCK_ACTION, D.AGREEMENT),
)
AN_AGREEMENT_CHANGES_NOTHING = "An agreement changes nothing that stands or is counted."


def coverage(reads: Decisions, reasons: Mapping[str, Iterable[Decision]], **further: Any) -> ProofReads:
    """What a proof asks that reads some decisions; reasons may name those too, which are then left out of them.

    >>> coverage((D.MOVE,), {"It comes later.": (D.MOVE, D.WINNER)}).in_words()
    ('WINNER: It comes later.',)
    """
    left = {reason: tuple(decision for decision in why if decision not in reads) for reason, why in reasons.items()}
    return ProofReads(reads, {reason: why for reason, why in left.items() if why}, **further)


def of_moves(*reads: Decision) -> ProofReads:
    """What a lemma about the coloring after a move asks; that what the move makes is what stands is read in each."""
    reasons = {
        "It is about every move from every coloring, legal or not, however the game came there.": (
            *(D.START, D.TURN, D.LEGAL, *REPEATING),
        ),
        "It is about moves at empty points, with any further conditions on them.": (D.PSEUDOLEGAL,),
        "It is about moves alone.": (*PASSING, *_UNBLOCKING, D.UNBLOCK_ACTION, D.AGREEMENT),
        "It is about the coloring, which this leaves alone.": (D.MARKS, D.CAPTURES, D.COUNTS_AS_MOVE, *LIVING),
        "It comes after the move.": (*ENDING, *FOLLOWING, *_AT_THE_END),
    }
    return coverage((D.MOVE, D.AFTER_MOVE, *reads), reasons)


OF_LIFE = coverage(
    (D.LIFE,),
    {
        "It is about every coloring, however it came about.": _PLAYING,
        "Independent life does not ask for it.": (D.PASS_ALIVE,),
        "It comes after.": (*ENDING, *FOLLOWING, *_AT_THE_END),
    },
)

OF_LEMMAS: Mapping[str, ProofReads] = {
    "lemma/play-keeps-legal": of_moves(D.PSEUDOLEGAL),
    "lemma/capture-excludes-suicide": of_moves(),
    "claim/single-suicide-null": of_moves(D.PSEUDOLEGAL),
    "lemma/stones-balance": of_moves(D.CAPTURES),
    "lemma/quiet-move": of_moves(),
    "lemma/simple-ko": of_moves(D.PSEUDOLEGAL),
    "lemma/ko-move": of_moves(D.PSEUDOLEGAL),
    "lemma/symmetry": of_moves(D.PSEUDOLEGAL),
    "lemma/independent-life-of-one-color": OF_LIFE,
    "claim/sending-two-only": of_moves(D.PSEUDOLEGAL),
}

OF_ENDINGS = coverage(
    (*IN_RANKED_TURNS, D.NEXT_PHASE, D.AFTER_NO_RESULT),
    {
        "Every record is taken in, whatever the start of the game.": (D.START,),
        "Where fewer turns are legal, a phase is no longer.": (D.PSEUDOLEGAL, *_UNBLOCKING),
        "What is counted of a game is left open, so that no clause may look at it.": (
            *(D.CAPTURES, D.PASS_STONES, D.COUNTS_AS_MOVE, D.PHASE_BEGINS),
        ),
        "It can only end the game sooner.": (D.GAME_ENDS,),
        "The board is left open, so that no clause may look at it.": LIVING,
        "It comes after the end.": _AT_THE_END,
    },
    varied=True,
    assumes=("Clauses are functions: asked alike, they answer alike.",),
)

# By a ban on captures alone a phase ends only because any other move adds a stone.
OF_ENDINGS_BY_STONES = coverage(
    (*OF_ENDINGS.reads, D.PSEUDOLEGAL), OF_ENDINGS.beside, varied=True, assumes=OF_ENDINGS.assumes
)

OF_PROTOCOLS = replace(
    OF_ENDINGS,
    phases=(Phase.MAIN,),
    assumes=(
        *OF_ENDINGS.assumes,
        "The interpreter of the protocols takes the transitions of their control states and no others, on boards of "
        "any size. It was compared with them on every game of the smallest boards; and on every board of up to four "
        "points on every step from every position in every control state, though not after every history.",
    ),
)

OF_DISPUTES = coverage(
    (*IN_RANKED_TURNS, D.GAME_ENDS, D.AFTER_NO_RESULT),
    {**OF_ENDINGS.beside, "Four passes in a row end the game, and no phase follows.": (D.NEXT_PHASE,)},
    phases=(Phase.MAIN,),
    assumes=OF_ENDINGS.assumes,
)

UNCOMPENSATED: dict[str, Collection[Any]] = {"handicap_bonus": [HandicapBonus.ZERO]}
NOTHING_REMOVED: dict[str, Collection[Any]] = {
    "self_play_opts": [False],
    "reading/engine-always-pass-alive": ["document"],
}
WHENEVER = "Every turn and every end keeps the stones, whichever turns are legal and whenever the game ends."
OF_SCORES = coverage(
    (*IN_COUNTED_TURNS, *IN_ENDS, D.LIFE, D.SCORE, D.REMOVAL),
    {
        AN_AGREEMENT_CHANGES_NOTHING: (D.AGREEMENT,),
        WHENEVER: (D.LEGAL, *_UNBLOCKING, *REPEATING, D.COUNTS_AS_PASS, *ENDING),
        "Marks are not counted.": (D.MARKS,),
        "Any points whatever may be those of the pass-alive-groups.": (D.PASS_ALIVE,),
        "It is about how two scores of a player differ, and not who wins.": (D.WINNER, *UNSCORED),
        "It is not about ownership.": (D.OWNERSHIP_SCORE,),
    },
    varied=True,
    chosen=UNBLOCKS_UNCOUNTED | UNCOMPENSATED | NOTHING_REMOVED,
)
OF_OWNERSHIP = coverage(
    (*OF_SCORES.reads, D.OWNERSHIP_SCORE), OF_SCORES.beside, varied=True, chosen=UNBLOCKS_UNCOUNTED | UNCOMPENSATED
)

OF_AREAS = coverage(
    (D.REMOVAL, D.SCORE, D.WINNER),
    {
        "It is about every position, with whatever was counted on the way to it.": (
            *(*_PLAYING, *ENDING, *FOLLOWING),
            *(D.EARLY_END, D.COMPLETION, D.SCORED_MOVES, D.CHARGED_MOVES, *UNSCORED),
        ),
        "Whatever is alive is left open.": LIVING,
        "It is not about ownership.": (D.OWNERSHIP_SCORE,),
    },
)

OF_COUNTS = coverage(
    (D.REMOVAL, D.SCORE), {**OF_AREAS.beside, "It is about what a player counts, and not who wins.": (D.WINNER,)}
)

OF_DIFFERENCES = coverage(
    (
        *(D.START, D.TURN, D.MOVE, D.PSEUDOLEGAL, D.AFTER_MOVE, D.CAPTURES, D.PASS, D.FIRST_PASS, D.PASS_STONES),
        *(*FOLLOWING, D.COMPLETION, D.EARLY_END, D.REMOVAL, D.SCORE),
    ),
    {
        AN_AGREEMENT_CHANGES_NOTHING: (D.AGREEMENT,),
        "Every turn gives its stone, whichever turns are legal and whenever the game ends.": (
            *(D.LEGAL, *_UNBLOCKING, D.UNBLOCK_ACTION, *REPEATING, D.COUNTS_AS_PASS, *ENDING),
        ),
        "Marks are not counted.": (D.MARKS,),
        "How many moves were made is left open where scores are compared.": (
            *(D.COUNTS_AS_MOVE, D.SCORED_MOVES, D.CHARGED_MOVES),
        ),
        "Whatever is alive is left open.": LIVING,
        "It is not about ownership.": (D.OWNERSHIP_SCORE,),
        "It is about the difference, and not who wins.": (D.WINNER, *UNSCORED),
    },
    varied=True,
    chosen={"handicap_bonus": [HandicapBonus.N_MINUS_ONE]},
    assumes=(
        "The players take legal turns, each in turn, from the empty board or after handicap stones that Black placed.",
    ),
)

_OF_ONE = (
    *(D.START, D.MOVE, D.WINNER, D.AFTER_MOVE, D.PASS, D.CAPTURES, D.ENDINGS, D.NEXT_PHASE, D.PASS_ALIVE),
    *(D.UNBLOCK, D.UNBLOCK_ACTION, D.TURN, D.MADE),
)
OF_SOLE_CLAUSES = coverage(
    _OF_ONE,
    {"Several clauses may take it together, or none.": tuple(decision for decision in D if decision not in _OF_ONE)},
    varied=True,
)

_OF_BANS = (D.STATE, D.LEGAL)
OF_BANS = coverage(
    _OF_BANS,
    {
        "Its clauses are the same under both kinds of superko, which is asked of every clause.": (
            *(decision for decision in D if decision not in _OF_BANS),
        ),
    },
    varied=True,
    chosen={"ko": [Ko.POSITIONAL, Ko.SITUATIONAL]},
)

OF_IDLE_CLAUSES = coverage(
    (
        *(D.STATE, D.LEGAL, D.AFTER_MOVE, D.MARKS, D.MADE, D.PASS, D.FIRST_PASS, D.PASS_STONES, D.COUNTS_AS_PASS),
        *(D.REMEMBERED, D.OCCURS, D.PASSED, D.FORGETS, D.NO_RESULT, D.CAPTURES, D.COUNTS_AS_MOVE, D.PHASE_BEGINS),
        *(D.UNBLOCK, D.NEXT_PHASE, D.AFTER_NO_RESULT),
    ),
    {
        "A game may start from any board.": (D.START,),
        "Where fewer turns are legal, there are fewer games.": (D.TURN, D.PSEUDOLEGAL, D.UNBLOCK_PLACE),
        "A play may lead to any board.": (D.MOVE,),
        "Nothing is unblocked, which is asked.": (D.UNBLOCK_ACTION,),
        AN_AGREEMENT_CHANGES_NOTHING: (D.AGREEMENT,),
        "It can only end the game sooner.": (D.ENDINGS, D.PHASE_ENDS, D.GAME_ENDS),
        "The board is left open, so that no clause may look at it.": LIVING,
        "It comes after the end.": _AT_THE_END,
    },
    phases=(Phase.MAIN,),
)


def declared(finding: Finding) -> ProofReads | None:
    """What the proof that was found declares to ask; None where nothing is proved, or no clause of rules is read."""
    check, is_proof = finding.check, finding.verdict.outcome is Outcome.PROVED
    declaration = DECLARED.get(check.function, OF_LEMMAS.get(check.claim)) if check.under and is_proof else None
    arguments = check.decided_by.keywords if isinstance(check.decided_by, partial) else {}
    return declaration(*check.under, **arguments) if callable(declaration) else declaration
