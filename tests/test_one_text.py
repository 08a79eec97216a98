"""One text: what the interpreter, the models and the searches know of the rules they ask the clauses in force.

Outside `spec` a rule may be told in three places only: in a registered lemma, in the tests' naive twin, and in the
mistakes that vectors and tests make on purpose. So the packages below import no clause of a document, name none, and
look at no parameter, but for what is listed here with the reason.
"""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterator
from types import FunctionType

import pytest

from superko.spec.documents import DOCUMENTS
from superko.spec.lemma import lemmas
from superko.spec.parameters import PARAMETERS
from superko.spec.registry import clauses

from .test_architecture import DOCUMENTS as FOLDERS
from .test_architecture import MODULES

pytestmark = pytest.mark.every_case

ASKING = (
    "superko.interpreter",
    *(f"superko.checker.{room}" for room in ("phase", "graph", "play", "counting", "sweeps")),
)

DEFINITIONS = "a definition that is shown to people, or asked of the rules as they define it"
PROTOCOL = "dead-stone protocols and the AGA's procedure are no parameters of rules; their clauses are called by name"
LEMMA = "a registered lemma, in the place of the definition it is equal to"
IMPORTED: dict[tuple[str, str], str] = {
    ("superko.interpreter.sitting", "dame_regions"): DEFINITIONS,
    ("superko.checker.play.adjudications", "with_connected_stones"): DEFINITIONS,
    ("superko.checker.play.capture", "captured_points"): DEFINITIONS,
    ("superko.checker.play.cycles", "is_ko_move"): DEFINITIONS,
    ("superko.checker.sweeps.sweep", "benson"): "whether that lemma is what the rules in force come to",
    ("superko.checker.sweeps.sweep", "stones_without_liberty"): LEMMA,
}
BY_NAME = {
    "superko.interpreter.adjudication",
    "superko.interpreter.aga_procedure",
    "superko.interpreter.records.dead_sets",
    "superko.interpreter.records.settling",
    "superko.interpreter.sitting",
}
WRITTEN_AS_TEXT = {"superko.interpreter.rule_names", "superko.interpreter.explanations"}

IN_A_PROOF = "a proof says of itself that it takes a definition as it stands in the document"
NOT_ASKED = "it is never asked of amended rules"
OF_OURS = "it says what positions a check looks at, or what a clause of ours does, and not what a document means"
CALLED_AS_IT_STANDS: dict[tuple[str, str], str] = {
    ("aga.disputes", "both_passed_twice"): "it decides nothing where that definition is amended",
    ("aga.counting", "neutral_points"): IN_A_PROOF,
    ("aga.counting", "stones_played_or_passed"): IN_A_PROOF,
    ("aga.counting", "without_dead_stones"): IN_A_PROOF,
    ("dead_stones", "pass_alive_groups"): OF_OURS,
    ("dead_stones", "without"): OF_OURS,
    ("japanese_1989", "independent_life_regions"): "it is KataGo's, beside the Japanese rules that are asked",
    ("katago_summary", "independent_life_regions"): IN_A_PROOF,
    ("katago_v2.kos", "resolve_captures"): NOT_ASKED,
    ("katago_v2.shapes", "pass_alive_groups"): OF_OURS,
    ("katago_v2.shapes", "second_phase_starts_as_it_ends"): OF_OURS,
    ("bans", "reaching"): NOT_ASKED,
    ("bans", "territory"): NOT_ASKED,
}


def asking_modules() -> list[str]:
    return [name for name in MODULES if name.startswith(ASKING)]


def tree(name: str) -> ast.Module:
    return ast.parse(MODULES[name].read_text(encoding="utf-8"))


def imported_from_documents(name: str) -> Iterator[str]:
    """What a module imports from the clauses of a document."""
    for node in ast.walk(tree(name)):
        if isinstance(node, ast.ImportFrom) and node.module:
            parts = node.module.split(".")
            if any(folder in parts for folder in FOLDERS):
                yield from (alias.name for alias in node.names)


def texts(name: str) -> Iterator[str]:
    """The strings of a module, but for docstrings."""
    module = tree(name)
    owners = (ast.Module, ast.ClassDef, ast.FunctionDef)
    docstrings = {id(docstring_of(node)) for node in ast.walk(module) if isinstance(node, owners)}
    for node in ast.walk(module):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield node.value


def docstring_of(node: ast.Module | ast.ClassDef | ast.FunctionDef) -> ast.Constant | None:
    first = node.body[0] if node.body else None
    return first.value if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) else None


def parameters_read(name: str) -> Iterator[str]:
    """The parameters that a module reads off rules, as in `rules.ko`."""
    for node in ast.walk(tree(name)):
        if isinstance(node, ast.Attribute) and node.attr in PARAMETERS and "rules" in ast.unparse(node.value):
            yield node.attr


@pytest.mark.parametrize("name", asking_modules())
def test_no_clause_is_called_by_name_but_those_listed(name: str) -> None:
    if name not in BY_NAME:
        assert {imported for imported in imported_from_documents(name) if (name, imported) not in IMPORTED} == set(), (
            PROTOCOL
        )


@pytest.mark.parametrize("name", asking_modules())
def test_no_clause_is_known_by_its_id(name: str) -> None:
    ids = {clause.name for clause in clauses()} | {clause.id for clause in clauses()}
    assert ids.isdisjoint(texts(name))


@pytest.mark.parametrize("name", asking_modules())
def test_no_parameter_is_looked_at_but_to_write_rules_down(name: str) -> None:
    if name not in WRITTEN_AS_TEXT:
        assert set(parameters_read(name)) <= {"komi"}


def called_as_they_stand(name: str) -> Iterator[str]:
    """The clauses that a module calls as they stand in their document, whatever the rules asked make of them."""
    module = importlib.import_module(name)
    functions = {clause.function for clause in clauses()}
    for node in ast.walk(tree(name)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            called = getattr(module, node.func.id, None)
            if isinstance(called, FunctionType) and called in functions:
                yield node.func.id


def test_claims_ask_the_rules_what_a_definition_says() -> None:
    """A verdict on amended rules by a definition as it stood would be about neither these rules nor the document."""
    claims = "superko.checker.claims."
    called = {
        (name.removeprefix(claims), function)
        for name in MODULES
        if name.startswith(claims)
        for function in called_as_they_stand(name)
    }
    assert called == set(CALLED_AS_IT_STANDS)


def test_what_is_listed_is_there() -> None:
    assert {(name, imported) for name, imported in IMPORTED if imported not in imported_from_documents(name)} == set()


def test_every_lemma_is_for_a_clause_of_a_document_that_has_parameters() -> None:
    assert {lemma.of.split("/")[0] for lemma in lemmas()} <= DOCUMENTS.keys()
