"""A rule set: a document, its parameters and readings, and the clauses that are in force under them."""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from itertools import product
from typing import Any

from .algebra.board import P
from .algebra.color import Color
from .algebra.coloring import Coloring
from .answers import checked
from .guard import Guard
from .lemma import Serves, rewritten, standing, with_faster_forms
from .parameters import CHOICES, PARAMETERS, READINGS, HandicapBonus, Ko, Scoring, Tax
from .registry import (
    TAKEN_BY_ONE_CLAUSE,
    WITHOUT_A_CLAUSE,
    Clause,
    Decision,
    as_read,
    check_parameters,
    clause_named,
    clauses,
    id_now,
    make_clause,
    nearest,
    registered_by_authors,
    statements_of,
)
from .vocabulary import Ended, Phase, Record

_UNDECIDED: Mapping[tuple[Decision, Phase], tuple[Clause, ...]] = dict.fromkeys(product(Decision, Phase), ())


class Refusal(ValueError):
    """What can't be asked of some rules, or rules that there can't be; the message says why, in one sentence.

    It is no failure: what a rules author writes may go beyond what a count, a search or a proof takes in. What goes
    wrong in a clause, or by a mistake of ours, is never of this type.
    """


class NoSoleClause(Refusal):
    """What exactly one clause must decide, and none does, or several do."""


@dataclass(frozen=True)
class Amendment:
    """A change that a rules author makes to a document: a clause replaced, dropped (None), or added."""

    name: str
    clause: Clause | None

    @property
    def change(self) -> str:
        """What was done to the clause: it was replaced, dropped or added."""
        if self.clause is None:
            return "dropped"
        return "replaced" if statements_of(self.name) else "added"

    @property
    def text(self) -> str:
        """What the clause says now, in one sentence; what it said, if it was dropped."""
        return clause_named(self.name).text if self.clause is None else self.clause.text


@dataclass(frozen=True)
class Rules:
    """The parameters of a rule set; the defaults are those of the Tromp-Taylor preset.

    Raises:
        ValueError: a parameter is of another kind, komi is no half-integer, a reading or its value is unknown, or a
            clause of another document is amended.

    >>> Rules(ko=Ko.SIMPLE, komi=7.5).parameter("ko")
    <Ko.SIMPLE: 'SIMPLE'>
    """

    document: str = "katago-v2"
    ko: Ko = Ko.POSITIONAL
    scoring: Scoring = Scoring.AREA
    tax: Tax = Tax.NONE
    suicide: bool = True
    button: bool = False
    komi: float = 0
    handicap_bonus: HandicapBonus = HandicapBonus.ZERO
    self_play_opts: bool = False
    readings: tuple[tuple[str, str], ...] = ()
    amendments: tuple[Amendment, ...] = ()
    literal: bool = field(default=False)

    def __post_init__(self) -> None:
        for name, value in (*((name, getattr(self, name)) for name in PARAMETERS), *self.readings):
            if name not in CHOICES:
                raise Refusal(f"There is no reading {name!r}; the readings are {', '.join(READINGS)}.")
            if why := CHOICES[name].why_not(value):
                raise Refusal(why)
        for amendment in self.amendments:
            of = amendment.name.split("/", 1)[0]
            if of != self.document and any(clauses(of)):
                raise Refusal(
                    f"The clause {amendment.name} is of the document {of}, but these rules are of {self.document}."
                )

    def __repr__(self) -> str:
        """Python that makes the rules; see `written.python_of`."""
        from .written import python_of  # noqa: PLC0415 (it names presets, which are rules)

        return python_of(self)

    def __getstate__(self) -> dict[str, Any]:
        """What is handed to other processes: the fields alone, as the clauses in force are found anew there."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def parameter(self, name: str) -> object:
        """The value of a parameter, or of a reading by its id; a `KeyError` if there is none."""
        if name in PARAMETERS:
            return getattr(self, name)
        return dict(self.readings).get(name, READINGS[name].default)

    def reading(self, chosen: Mapping[str, object]) -> Rules:
        """The same rules, read otherwise: with other values of some readings, and of parameters.

        >>> Rules().reading({"reading/no-result": "second", "suicide": False}).suicide
        False
        """
        parameters: dict[str, Any] = {name: value for name, value in chosen.items() if name in PARAMETERS}
        readings: dict[str, Any] = {name: value for name, value in chosen.items() if name not in PARAMETERS}
        return replace(self, readings=tuple(sorted({**dict(self.readings), **readings}.items())), **parameters)

    def literally(self) -> Rules:
        """The same rules, played by the text alone: no lemma stands in for a clause."""
        return replace(self, literal=True)

    def replacing(self, name: str, function: Callable[..., Any], text: str = "") -> Rules:
        """The same rules with another function in the place of a clause.

        Args:
            name: what the clause is called.
            function: takes and returns what `Decision` says.
            text: what the clause says now, in one sentence; the function's docstring, if it is left out.

        Raises:
            TypeError: the name is no text, or the function is none.
            ValueError: there is no such clause in these rules' document, and none was added; it is one that can't be
                replaced (see `why_not_amended`); there is no sentence that says what it says now; or the function has
                the wrong parameters.
        """
        old = _named(name, self._added)
        if why := why_not_amended(old):
            raise Refusal(f"The clause {old.name} can't be replaced: {why}")
        new = make_clause(function, old.id, old.part, old.guard, old.decides, old.during, old.witness, text)
        if old.decides is None:
            check_parameters(function, old.name, "is a definition", tuple(inspect.signature(old.function).parameters))
        return self._amended(Amendment(old.name, new))

    def dropping(self, name: str) -> Rules:
        """The same rules without a clause; parameters that are chosen later don't bring it back.

        Raises:
            TypeError: the name is no text.
            ValueError: there is no such clause in these rules' document, and none was added, or it is a definition that
                others call.
        """
        old = _named(name, self._added)
        if old.name in self._added:
            return replace(self, amendments=tuple(each for each in self.amendments if each.name != old.name))
        if old.decides is None:
            raise Refusal(f"The clause {old.name} is a definition that other clauses call by name; replace it instead.")
        return self._amended(Amendment(old.name, None))

    def adding(self, new: Clause) -> Rules:
        """The same rules with a further clause (see `registry.make_clause`).

        Raises:
            TypeError: it is no clause.
            ValueError: the clause decides nothing, its name is taken, or its id is one of another document.
        """
        if not isinstance(new, Clause):
            raise TypeError(f'A clause is made by make_clause(function, "house/end", decides=…); {new!r} is none.')
        if new.decides is None:
            raise Refusal(f"The clause {new.name} decides nothing; say which decision it takes part in.")
        if statements_of(new.name) or new.name in self._added:
            raise Refusal(f"There is a clause {new.name} already; replace it, or choose another id.")
        return self._amended(Amendment(new.name, new))

    def _amended(self, amendment: Amendment) -> Rules:
        return replace(self, amendments=(*self.amendments, amendment))

    @property
    def _added(self) -> dict[str, Clause]:
        """The clauses that were added, as they are now, by their names."""
        added = (amendment.clause for amendment in self.amendments if not statements_of(amendment.name))
        return {clause.name: clause for clause in added if clause is not None}

    @cached_property
    def in_force(self) -> tuple[Clause, ...]:
        """The clauses that exist under these parameters, amendments included, in the order of the document."""
        in_force = {clause.name: clause for clause in clauses(self.document)}
        if not self.literal:
            in_force = with_faster_forms(in_force, self._amended_clauses())
        in_force |= {clause.name: clause for clause in self._rewritten}
        for amendment in self.amendments:
            if amendment.clause is None:
                in_force.pop(amendment.name, None)
        in_force |= {clause.name: checked(self._refusing(clause)) for clause in self.by_authors}
        return tuple(clause for clause in in_force.values() if clause.guard.holds(self))

    @property
    def by_authors(self) -> tuple[Clause, ...]:
        """The clauses that no document has: those that an author registered, put in the place of another, or added."""
        amended = {amendment.name: amendment.clause for amendment in self.amendments}
        registered = (clause for clause in registered_by_authors(self.document) if clause.name not in amended)
        return (*registered, *filter(None, amended.values()))

    as_written = True
    """Whether what is in force is what the documents and their authors say; not what `calling` has put in its place."""

    def calling(self, instead: Callable[[Clause], Callable[..., Any]]) -> Rules:
        """The same rules, with other functions that stand for the clauses in force; nothing is proved of them."""
        same = replace(self)
        vars(same)["counted_by"] = self.counted_by
        vars(same)["as_written"] = False
        vars(same)["in_force"] = tuple(replace(clause, function=instead(clause)) for clause in self.in_force)
        return same

    @cached_property
    def _definitions(self) -> Mapping[Callable[..., Any], Callable[..., Any]]:
        """For each definition that was replaced: what stands in its place."""
        return {
            clause_named(clause.name).function: self._refusing(clause).function
            for clause in self.by_authors
            if clause.decides is None and statements_of(clause.name)
        }

    def _refusing(self, clause: Clause) -> Clause:
        """What a rules author wrote, as it was read; a definition that is not in force refuses to be called there."""
        clause = as_read(clause)
        return replace(clause, function=rewritten(clause.function, self._out_of_force))

    @cached_property
    def _out_of_force(self) -> Mapping[Callable[..., Any], Callable[..., Any]]:
        """For each definition of the document whose guard is false: what refuses in its place."""
        definitions = [clause for clause in clauses(self.document) if clause.decides is None]
        in_force = {clause.function for clause in definitions if clause.guard.holds(self)}
        return {clause.function: _refuses(clause) for clause in definitions if clause.function not in in_force}

    @cached_property
    def _rewritten(self) -> tuple[Clause, ...]:
        """The clauses that say something else because a definition that they call was replaced."""
        if not self._definitions:
            return ()
        anew = ((clause, rewritten(clause.function, self._definitions)) for clause in clauses(self.document))
        return tuple(replace(clause, function=function) for clause, function in anew if function is not clause.function)

    def defined(self, definition: Callable[..., Any]) -> Callable[..., Any]:
        """What a definition says under these rules: what was put in its place, or what calls that, or itself."""
        return rewritten(definition, self._definitions) if self._definitions else definition

    def _amended_clauses(self) -> Iterator[Clause]:
        """The clauses that were replaced or dropped, as they were, and those that were put in their place or added.

        Those that call a definition which was replaced are among them.
        """
        yield from self._rewritten
        yield from registered_by_authors(self.document)
        for amendment in self.amendments:
            yield from statements_of(amendment.name)
            if amendment.clause is not None:
                yield amendment.clause

    @cached_property
    def _points(self) -> Mapping[Serves, Mapping[str, Callable[..., Any]]]:
        """For each clause, by its name, the points of which a lemma that stands says something."""
        on_points = (Serves.WHERE_IT_FORBIDS, Serves.WHERE_MOVES_ARE_QUIET)
        return {serves: {} if self.literal else standing(serves, self._amended_clauses()) for serves in on_points}

    @cached_property
    def counted_by(self) -> frozenset[Decision]:
        """The decisions on scores by which games are counted, and not given komi, a bonus or the button alone.

        An author who drops or replaces what counts says so; where the document has nothing that does, nobody has.
        """
        scores = (Decision.SCORE, Decision.OWNERSHIP_SCORE)
        terms = {by: self._by_decision[by, Phase.MAIN] for by in scores}
        if self.amendments:
            of_document = replace(self, amendments=())
            terms = {by: terms[by] + of_document._by_decision[by, Phase.MAIN] for by in scores}
        return frozenset(by for by in scores if any(_looks_at_the_game(self, term) for term in terms[by]))

    def can_forbid_at(self, clause: Clause, record: Record[P]) -> P:
        """The points at which a clause on legal moves can forbid one: every empty point, unless a lemma says more."""
        where = self._points[Serves.WHERE_IT_FORBIDS].get(clause.name)
        return record.position.coloring.empty if where is None else where(record)

    def quiet_points(self, c: Coloring[P], player: Color) -> P:
        """Empty points at which a move only adds its stone, if every stone has a liberty; none without a lemma."""
        known = self._points[Serves.WHERE_MOVES_ARE_QUIET]
        where = [known.get(clause.name) for clause in self.deciding(Decision.MOVE)]
        return where[0](c, player) if len(where) == 1 and where[0] else c.board.nothing

    @cached_property
    def _by_decision(self) -> dict[tuple[Decision, Phase], tuple[Clause, ...]]:
        by_decision: dict[tuple[Decision, Phase], list[Clause]] = {}
        for clause in self.in_force:
            if clause.decides is not None:
                for phase in clause.during:
                    by_decision.setdefault((clause.decides, phase), []).append(clause)
        return {**_UNDECIDED, **{key: tuple(clauses) for key, clauses in by_decision.items()}}

    def deciding(self, decision: Decision, phase: Phase = Phase.MAIN) -> tuple[Clause, ...]:
        """The clauses in force that take part in a decision during a phase, in the order of the document."""
        return self._by_decision[decision, phase]

    def sole(self, decision: Decision, phase: Phase = Phase.MAIN) -> Clause:
        """The one clause that takes a decision; `NoSoleClause` if none does, or several do, which it names."""
        deciding = self.deciding(decision, phase)
        if len(deciding) != 1:
            names = " and ".join(clause.name for clause in deciding)
            what = f"{decision.name} in phase {phase.value}"
            if deciding:
                raise NoSoleClause(f"Only one clause may decide {what}, but {names} do.")
            means = decision.value.partition(": ")[2]
            raise NoSoleClause(f"No clause in force decides {what}: {means}.{self._also_missing(decision)}")
        return deciding[0]

    def _also_missing(self, decision: Decision) -> str:
        """What else a document that is being written has no clause for, in a sentence; "" if nothing else."""
        decided = {clause.decides for clause in clauses(self.document)}
        missing = [other.name for other in TAKEN_BY_ONE_CLAUSE if other is not decision and other not in decided]
        return f" {self.document} has no clause for {', '.join(missing)} either." if missing else ""


def _looks_at_the_game(rules: Rules, term: Clause) -> bool:
    """Whether a term of a score can't be given while nothing of the board, the captures and the moves is known."""
    unknown: Any = None
    ended: Ended[Any] = Ended(rules, unknown, unknown, unknown, unknown, unknown, unknown)
    try:
        for color in Color:
            term.function(ended, color)
    except Exception:
        return True
    return False


def _refuses(definition: Clause) -> Callable[..., Any]:
    def refuse(*about: Any) -> Any:
        raise Refusal(f"{definition.name} can't be asked under these rules; it is in force when {definition.guard}.")

    return refuse


def _named(former: str, added: Mapping[str, Clause]) -> Clause:
    if not isinstance(former, str):
        raise TypeError(f'A clause is named by its id, such as "katago-v2/main/end-two-passes", not by {former!r}.')
    if former in added:
        return added[former]
    name = id_now(former)
    if name != former:
        warnings.warn(f"The clause {former} is called {name} now; write that.", FutureWarning, stacklevel=3)
    statements = tuple(clause for clause in statements_of(name) if clause.name == name) or statements_of(name)
    if said := WITHOUT_A_CLAUSE.get(name):
        raise Refusal(f"There is no clause {name!r}: {said}")
    if not statements:
        meant = nearest(name, (*(clause.name for clause in clauses()), *added))
        hint = f"did you mean {' or '.join(meant)}?" if meant else "`superko rules RULES` lists them."
        raise Refusal(f"There is no clause {name!r}; {hint}")
    if len(statements) > 1:
        raise Refusal(f"The clause {name} has parts: name one of {', '.join(clause.name for clause in statements)}.")
    return statements[0]


def why_not_amended(asked: Clause) -> str:
    """Why rules can't be given another clause in the place of one, in a sentence; "" if they can."""
    if asked.document == "dead-stones":
        return "it is part of a protocol, not of the rules of a game; settle a game by a `Protocol` of your own."
    if asked.name in ("aga/11-last-move#totals", "aga/12-neutral"):
        return "it follows from other clauses, and none of them asks for it."
    if asked.name == "aga/12-default":
        return "it says which rules are meant, not what they say; choose scoring=AREA or scoring=TERRITORY."
    if asked.name in ("japanese-1989/7-1-alive", "japanese-1989/7-1-alive#captured"):
        return "the search for what is alive has it as it stands, and does not ask for it."
    return ""


def guard_parameters(guard: Guard) -> frozenset[str]:
    """The parameters and readings that a guard speaks of."""
    return frozenset(name for alternative in guard.alternatives for name, _ in alternative)
