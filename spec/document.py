"""What a rules document is, and how it is registered with its readings, as the `document.toml` of its folder has it.

Such a file names the sections, which are modules of the folder, in their order, and has a table for each document: what
`Document` has, clauses by their ids, `parameters` (komi alone, where nothing is said) and `readings`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from pkgutil import get_data
from types import MappingProxyType
from typing import Any

from .algebra import Color
from .guard import word
from .parameters import PARAMETERS, Choice, register_readings
from .registry import WITHOUT_A_CLAUSE, clause_named
from .rules import Rules
from .vocabulary import Ended, Phase


@dataclass(frozen=True)
class Document:
    """A rules document.

    Attributes:
        id: the permanent id, which the ids of its clauses begin with.
        usual_preset: the one that holds where nothing else is said, if it is not the first.
        choices: the parameters by which its rule sets differ, and the readings of what it leaves open.
        protocol: how its players settle which stones are dead: by its own procedure, or by the protocol of that name;
            "" if it removes none.
        removing: its clause on how dead stones are taken off, if it has one; otherwise the protocol has.
        resuming: its clause on who plays first when a player asks to resume a stopped game, if a player can ask.
        playing_on: its clause on who moves next when players do not agree on dead stones and play on, if it has one.
        place: its place where documents are listed, which ids of vectors rest on; those without one follow by name.
        phases: what it calls the phases after the main one, where these are not cleanup phases.
        terms: what players call a term of the score, by the part of its clause, or else by the last word of the id;
            where it has no entry, they call it by that word.
        said_by_the_algebra: what it says in the language of clauses itself, by id, each in one sentence.
        said_by_players: what its players say and do without a turn, and nothing here plays, likewise.
    """

    id: str
    title: str
    presets: Mapping[str, Rules]
    usual_preset: str = ""
    choices: tuple[Choice, ...] = (PARAMETERS["komi"],)
    protocol: str = ""
    removing: Callable[[Ended[Any], Any], Ended[Any]] | None = None
    resuming: Callable[[Color], Color] | None = None
    playing_on: Callable[[Color], Color] | None = None
    place: int = 99
    phases: Mapping[Phase, str] = field(default_factory=dict)
    terms: Mapping[str, str] = field(default_factory=dict)
    said_by_the_algebra: Mapping[str, str] = field(default_factory=dict)
    said_by_players: Mapping[str, str] = field(default_factory=dict)

    @property
    def usual(self) -> Rules:
        """Its rules where nothing else is said."""
        return self.presets[self.usual_preset or next(iter(self.presets))]


_registered: dict[str, Document] = {}
_CLAUSES = frozenset({"removing", "resuming", "playing_on"})


def load(folder: str) -> None:
    """Import the sections of a folder, and register its documents; a `ValueError` if one lacks something."""
    import_module(f"{__package__}.{folder}")
    try:
        # It may be read from an archive, where there are no paths.
        text = get_data(f"{__package__}.{folder}", "document.toml")
    except OSError:
        return
    said = tomllib.loads((text or b"").decode())
    for section in said.pop("sections"):
        import_module(f"{__package__}.{folder}.{section}")
    for document, fields in said.items():
        try:
            register(_document(document, **fields))
        except (KeyError, TypeError) as error:
            raise ValueError(f"The document {document} is not complete, or has too much: {error}.") from None


def _document(
    document: str,
    presets: Mapping[str, Mapping[str, Any]],
    parameters: tuple[str, ...] = ("komi",),
    readings: Mapping[str, Mapping[str, Any]] = MappingProxyType({}),
    phases: Mapping[str, str] = MappingProxyType({}),
    **fields: Any,
) -> Document:
    fields |= {name: clause_named(fields[name]).function for name in _CLAUSES & fields.keys()}
    asked = (Choice(name, reading["question"], tuple(reading["values"])) for name, reading in readings.items())
    return Document(
        document,
        presets={
            name: Rules(document, **{key: _value(PARAMETERS[key], value) for key, value in chosen.items()})
            for name, chosen in presets.items()
        },
        choices=(*(PARAMETERS[name] for name in parameters), *asked),
        phases={Phase(phase): name for phase, name in phases.items()},
        **fields,
    )


def _value(parameter: Choice, written: Any) -> Any:
    return next((value for value in parameter.values if word(value) == written), written)


def register(document: Document) -> None:
    """Add a document, with its readings; a `ValueError` if an id is taken."""
    if document.id in _registered:
        raise ValueError(f"The document {document.id} is registered twice.")
    _registered[document.id] = document
    register_readings(*document.choices)
    for said, by in (
        (document.said_by_the_algebra, "The algebra, in which clauses are written, says it; it can't be amended."),
        (document.said_by_players, "Players say or do it, and superko plays none of it; it can't be amended."),
    ):
        WITHOUT_A_CLAUSE.update({name: f"{sentence} {by}" for name, sentence in said.items()})


def documents() -> dict[str, Document]:
    """Every document by its id, in the order in which they are listed."""
    order = sorted(_registered.values(), key=lambda document: (document.place, document.id))
    return {document.id: document for document in order}
