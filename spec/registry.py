"""The clause tag, and the registry of everything that was tagged.

A clause is a small pure function. Its tag gives its permanent id, the guard under which it exists, and, if it takes
part in a decision, which one. The tag only registers: it returns the function unchanged.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum, unique
from functools import cached_property, partial, reduce
from itertools import islice
from typing import Any, TypeVar

from .guard import ALWAYS, Guard
from .vocabulary import Phase

F = TypeVar("F", bound=Callable[..., Any])


@unique
class Decision(Enum):
    """The points at which clauses decide, and what a clause that decides there takes and returns.

    `(record)` is the `Record` at the start of a turn; `(play)` a `Play`, `(ended)` an `Ended`. What is
    remembered of the start of a game is asked with None for the turn.
    """

    # Members are looked up at every step of a game, and to hash their names takes several times as long.
    __hash__ = object.__hash__

    START = "(empty coloring) -> Position: how the game starts"
    TURN = "(turn) -> bool: whether there are turns of this kind; every one must hold"
    MOVE = "(coloring, player, point) -> Play: how a move is made"
    PSEUDOLEGAL = "(play) -> condition: every one must hold"
    STATE = "(position) -> value: all the values together are the state"
    LEGAL = "(record, play) -> bool: every one must hold"
    AFTER_MOVE = "(position, play) -> Position: what stands after a move, but for its marks"
    MARKS = "(record, play, marks) -> marks: the marks after a move, each clause applied in turn"
    PASS = "(position) -> Position: what stands after a pass"
    FIRST_PASS = "(record, tally) -> Tally: what a pass adds to the tally, each clause applied in turn"
    PASS_STONES = "(position) -> number for each color: the stones of that color that a pass hands over"
    UNBLOCK = "(position) -> points: the stones whose mark may be removed"
    UNBLOCK_PLACE = "(record, play, stones) -> points: which of the stones a move to this place names for unblocking"
    UNBLOCK_ACTION = "(position, stone) -> Position: what stands after an unblock action"
    AGREEMENT = "(record) -> bool: whether both players may agree to an end here; every one must hold"
    CAPTURES = "(play) -> number for each color: the captures to add"
    MADE = "(record, play) -> event: what is remembered of a move in `record.made`, for as long as `FORGETS` has it"
    COUNTS_AS_PASS = "(turn) -> bool: whether it counts as a pass; one is enough"
    COUNTS_AS_MOVE = "(turn) -> bool: whether it counts as a move when scoring; one is enough"
    SCORED_MOVES = "(phase) -> bool: whether it is the moves of this phase that a score counts; one is enough"
    CHARGED_MOVES = "(phase) -> bool: whether the ownership formula charges for the moves of this phase; one is enough"
    REMEMBERED = "(turn) -> bool: whether the state it leads to counts among the earlier ones; one is enough"
    OCCURS = "(turn) -> bool: whether the state it leads to counts as having stood since the last pass; one is enough"
    PASSED = "(turn) -> bool: whether its player has passed from the state that it is taken from; one is enough"
    FORGETS = "(moment) -> kinds of the past: what is forgotten then, before the turn or the phase counts; all together"
    ENDINGS = "(record) -> decisions: in which order it is asked what ends the phase or the game"
    PHASE_ENDS = "(record) -> bool: one is enough to end the phase"
    NO_RESULT = "(record) -> bool: one is enough to end the game without result"
    GAME_ENDS = "(record) -> bool: one is enough to end the game, to be scored at once"
    EARLY_END = "(record, tally) -> Tally: what such an end adds to the tally, each clause applied in turn"
    DRAWN = "(record) -> bool: whether an end without result is a draw; one is enough"
    REPLAYED = "(record) -> bool: whether a game that ends without result is played again; one is enough"
    WON = "(record, color) -> bool: whether a player has won what ends without result; one is enough"
    AWARDED = "(record, color) -> bool: whether a player is given the win of a game that is over, instead of a count"
    NO_TURN = "(record, color) -> bool: whether a player wins once the one to move has no legal turn; else it is a draw"
    AFTER_NO_RESULT = "(record, position) -> Position: what stands after an end without result, each clause in turn"
    NEXT_PHASE = "(record) -> Position: how the next phase starts, or that the game is over"
    PHASE_BEGINS = "(position, tally) -> Tally: what the beginning of a phase adds to it, each clause applied in turn"
    LIFE = "(coloring, color, region) -> condition: every one must hold of an independent-life-region"
    PASS_ALIVE = "(rules, coloring, color) -> points: the points of the pass-alive-groups of a color"
    COMPLETION = "(record, tally) -> Tally: what the end of the game adds to the tally, each clause applied in turn"
    REMOVAL = "(ended) -> Ended: what is removed before scoring"
    SCORE = "(ended, color) -> number: the terms of a player's score"
    OWNERSHIP_SCORE = "(ended, color) -> number: the terms of a player's score by the ownership formula"
    WINNER = "(black, white) -> color or None: who wins, given both scores"

    @property
    def takes(self) -> tuple[str, ...]:
        """What a clause that decides here takes, one value after the other.

        >>> Decision.LEGAL.takes
        ('record', 'play')
        """
        return tuple(self.value[1 : self.value.index(")")].split(", "))

    @property
    def gives(self) -> str:
        """What a clause that decides here returns, in words.

        >>> Decision.CAPTURES.gives
        'number for each color'
        """
        return self.value.partition(" -> ")[2].partition(":")[0]


# `help` shows a docstring whole, and cuts the values of members.
Decision.__doc__ = "\n".join(
    [f"{Decision.__doc__}", *(f"    {decision.name} {decision.value}" for decision in Decision)]
)


IN_MAIN_PHASE = (Decision.START, Decision.MOVE, Decision.WINNER)
IN_EVERY_PHASE = (Decision.AFTER_MOVE, Decision.PASS, Decision.CAPTURES, Decision.ENDINGS)
TAKEN_BY_ONE_CLAUSE = (*IN_MAIN_PHASE, *IN_EVERY_PHASE, Decision.NEXT_PHASE)
"""The decisions that one clause takes in every document whose players move and pass, and whose games are counted."""


@dataclass(frozen=True)
class Clause:
    """A tagged function: what it is called in its document, when it exists, and what it decides.

    Attributes:
        id: the permanent id, `document/section/name`.
        part: which of the several statements that share the id this is, or "".
        text: the clause in one plain sentence.
        function: the clause itself; see `Decision` for what it takes and returns.
        guard: the parameters under which it exists.
        decides: the decision it takes part in, or None for a definition that other clauses call by name.
        during: the phases in which it applies.
        witness: for a clause that can forbid, what to show when it does; it takes what the clause takes.
    """

    id: str
    part: str
    text: str
    function: Callable[..., Any]
    guard: Guard
    decides: Decision | None
    during: frozenset[Phase]
    witness: Callable[..., Any] | None

    @cached_property
    def document(self) -> str:
        """The document that the clause belongs to."""
        return self.id.split("/", 1)[0]

    @cached_property
    def name(self) -> str:
        """The id, with the part where there is one: unique among all clauses."""
        return f"{self.id}#{self.part}" if self.part else self.id


FORMERLY: Mapping[str, str] = {
    "fact/longest-simple-ko": "fact/histories",
    "fact/value-forced": "fact/values",
    "aga/12-count-area#handicap": "aga/12-count-area#handicap-n-1",
    "katago-v2/main/end-all-pass-alive#order": "katago-v2/main/start#order",
}
"""Ids that stood once, each with that of what took its place; an id is never given to anything else."""


def id_now(name: str) -> str:
    """The id of what took the place of an id that stands no more; the id itself, if it stands.

    >>> id_now("katago-v2/main/end-all-pass-alive#order")
    'katago-v2/main/start#order'
    """
    return FORMERLY.get(name, name)


LIKENESS, SURELY = 0.75, 0.9
MOST_NEAR = 3


def nearest(text: str, known: Iterable[str], likeness: float = LIKENESS) -> list[str]:
    """The names that are like a misspelt one, the nearest first; only that, if it differs by little more than a letter.

    Ids are alike if their last parts are, and of several ids with one last part the one most like the text counts.

    >>> nearest("bensn", ["claim/benson", "ilr"]), nearest("aga/main/wombat", ["aga/main/pass"])
    (['claim/benson'], [])
    """
    from difflib import SequenceMatcher, get_close_matches  # noqa: PLC0415 (needed only where nothing is known)

    def ratio(one: str, other: str) -> float:
        return SequenceMatcher(None, one, other).ratio()

    whole = text.casefold()
    last = whole.rpartition("/")[2]
    by_last: dict[str, list[str]] = {}
    for name in known:
        by_last.setdefault(name.casefold().rpartition("/")[2], []).append(name)
    alike = get_close_matches(last, by_last, n=MOST_NEAR, cutoff=likeness)
    if alike and ratio(alike[0], last) >= SURELY:
        alike = alike[:1]
    return [max(by_last[part], key=lambda name: ratio(name.casefold(), whole)) for part in alike]


_registered: dict[str, Clause] = {}
WITHOUT_A_CLAUSE: dict[str, str] = {}
"""What documents say and no clause does, so that nobody can amend it: by its id, the sentence, and who says it here."""


def clause(
    *clause_ids: str,
    part: str = "",
    when: Guard = ALWAYS,
    decides: Decision | None = None,
    during: Collection[Phase] = tuple(Phase),
    witness: Callable[..., Any] | None = None,
    text: str = "",
) -> Callable[[F], F]:
    """Register a function as a clause of a document, or of several that say it alike, and return it unchanged.

    Raises:
        ValueError: an id and part are taken, the function has no docstring, or it has the wrong parameters.
    """

    def register(function: F) -> F:
        for clause_id in clause_ids:
            made = make_clause(function, clause_id, part, when, decides, during, witness, text)
            if made.name in _registered:
                raise ValueError(f"The clause {made.name} is registered twice.")
            _registered[made.name] = made
        return function

    return register


_documented: dict[str, Clause] = {}
_readers: list[Callable[[Clause], Clause]] = []


def close_documents() -> None:
    """Say that every document is registered: whatever is registered from now on, an author wrote."""
    _documented.update(_registered)


def clauses_of_documents() -> tuple[Clause, ...]:
    """The clauses that documents registered, and no author."""
    return tuple(_documented.values())


def registered_by_authors(document: str) -> tuple[Clause, ...]:
    """The clauses of a document that an author registered, in a file of theirs."""
    # These stand after those of the documents, and are looked for under every rule set.
    written = islice(_registered.values(), len(_documented), None)
    return tuple(clause for clause in written if clause.document == document)


def read_by(reader: Callable[[Clause], Clause]) -> None:
    """Let the clauses of authors be read before they are in force; the interpreter does, and the documents can't."""
    _readers.append(reader)


def as_read(clause: Clause) -> Clause:
    """A clause of an author as it is in force: with what was read of its function, where somebody reads it."""
    return reduce(lambda read, reader: reader(read), _readers, clause)


def make_clause(
    function: Callable[..., Any],
    clause_id: str,
    part: str = "",
    when: Guard = ALWAYS,
    decides: Decision | None = None,
    during: Collection[Phase] = tuple(Phase),
    witness: Callable[..., Any] | None = None,
    text: str = "",
) -> Clause:
    """A clause that is not registered, for `Rules.adding`.

    Its sentence is the text that is given, or else the first paragraph of the function's docstring.

    Raises:
        TypeError: what decides is no `Decision`, or the function is none.
        ValueError: there is neither text nor docstring, or the function or the witness has the wrong parameters.

    >>> make_clause(lambda record: record.turn >= 9, "house/end", decides=Decision.GAME_ENDS, text="Nine turns.").text
    'Nine turns.'
    """
    if not callable(function) or not isinstance(clause_id, str):
        raise TypeError('A clause is made of a function and its id, as in make_clause(ends, "house/end", …).')
    if not isinstance(decides, Decision | None):
        raise TypeError(f"What a clause decides is a Decision, such as Decision.LEGAL, not {decides!r}.")
    if "/" not in clause_id:
        raise ValueError(f"The id of a clause is such as house/end or house/main/end; {clause_id!r} is not.")
    name = f"{clause_id}#{part}" if part else clause_id
    sentence = text or sentence_of(function)
    if not sentence:
        raise ValueError(
            f"The clause {name} needs a sentence that says what it says: write it as the docstring of its function, "
            "or give it as text."
        )
    for asked in (function, witness):
        if asked is not None and decides is not None:
            check_parameters(asked, name, f"decides {decides.name}", decides.takes)
    return Clause(clause_id, part, sentence, function, when, decides, frozenset(during), witness)


def sentence_of(function: Callable[..., Any]) -> str:
    """The first paragraph of a docstring; some arguments may be given already, as `partial` does."""
    while isinstance(function, partial):
        function = function.func
    return " ".join((inspect.getdoc(function) or "").split("\n\n")[0].split())


def check_parameters(function: Callable[..., Any], name: str, role: str, takes: tuple[str, ...]) -> None:
    """Raise a ValueError unless a function takes what a clause takes that is what it is."""
    try:
        inspect.signature(function).bind(*takes)
    except TypeError:
        named = getattr(function, "__name__", repr(function))
        raise ValueError(f"The clause {name} {role}, so it must take ({', '.join(takes)}); {named} does not.") from None
    except ValueError:
        return  # Some functions that are not written in Python don't tell what they take.


def clauses(document: str | None = None) -> Iterator[Clause]:
    """All registered clauses, in the order of their documents; or those of one document."""
    return (clause for clause in list(_registered.values()) if document is None or clause.document == document)


def clause_named(name: str) -> Clause:
    """The clause with this id (and `#part`, where the id has parts); a `KeyError` if there is none."""
    return _registered[id_now(name)]


def clause_of(function: Callable[..., Any] | None, document: str) -> Clause:
    """The clause of a document that a function says."""
    return next(clause for clause in clauses(document) if clause.function is function)


def statements_of(clause_id: str) -> tuple[Clause, ...]:
    """The statements registered under an id, or under the one that took its place: one, or its parts."""
    standing = id_now(clause_id)
    return tuple(clause for clause in _registered.values() if standing in (clause.id, clause.name))
