"""The documents that say what the rules are: what each is called, and which parameters it has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from .presets import PRESETS
from .rules import PARAMETERS, Rules


@dataclass(frozen=True)
class Document:
    """A rules document.

    Attributes:
        id: the permanent id, which the ids of its clauses begin with.
        title: what it is called.
        parameters: the parameters that tell its rule sets from each other.
        usual: its rules where nothing else is said.
    """

    id: str
    title: str
    parameters: frozenset[str]
    usual: Rules


DOCUMENTS: Mapping[str, Document] = {
    document.id: document
    for document in (
        Document(
            "katago-v2", "KataGo's supported Go rules, version 2", parameters=PARAMETERS, usual=PRESETS["tromp-taylor"]
        ),
        Document("tromp-taylor", "Tromp-Taylor rules", parameters=frozenset(), usual=PRESETS["tromp-taylor-ten"]),
        Document(
            "aga",
            "AGA rules 7 to 12",
            parameters=frozenset({"scoring", "komi", "handicap_bonus"}),
            usual=PRESETS["aga"],
        ),
    )
}


def parameters_of(rules: Rules) -> frozenset[str]:
    """The parameters that the document of some rules has.

    >>> sorted(parameters_of(PRESETS["aga"]))
    ['handicap_bonus', 'komi', 'scoring']
    """
    return DOCUMENTS[rules.document].parameters
