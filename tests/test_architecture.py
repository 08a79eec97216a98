"""The house: which room may import which, what a document may import, and that a name means one thing."""

from __future__ import annotations

import ast
import functools
import importlib
import types
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import networkx
import pytest

from superko.spec.registry import clauses

pytestmark = pytest.mark.every_case

ROOT = Path(__file__).parents[1]
PACKAGE = "superko"
ARROWS = {"spec": {"spec"}, "interpreter": {"spec", "interpreter"}, "checker": {"spec", "interpreter", "checker"}}
SPEAKS_OF_ALL_DOCUMENTS = {"superko.spec", "superko.spec.documents", "superko.spec.presets"}

LAYERS = (
    ("telling",),
    ("evidence",),
    ("phase",),
    ("graph", "play", "counting", "solving", "sweeps", "proofs", "life"),
    ("values", "claims", "map", "oracle", "vectors"),
    ("pages",),
    ("commands",),
)
"""The rooms of the checker; each may import from the layers before its own, and from rooms of its own layer."""

ENGINES = (
    "interpreter/program",
    "interpreter/many",
    *(f"checker/{room}" for room in (*LAYERS[2], *LAYERS[3], "values")),
)

FEWEST_LINES = 60
SAYS_NOTHING = {"found", "some", "told"}

SHORT_WITH_A_REASON = {
    "presets": "every document names its presets in a module of that name",
}
# Short texts of the same page, which presuppose the same of a game.
IN_THE_FOLDER_OF_ANOTHER = {"spight-two": "spight", "repeated-pass": "spight"}
NAMED_TWICE_WITH_A_REASON: dict[str, str] = {}


def module_name(path: Path) -> str:
    """The name under which a file is imported: spec/rules.py is superko.spec.rules."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(("superko", *(part for part in parts if part != "__init__")))


MODULES = {module_name(path): path for package in ARROWS for path in sorted((ROOT / package).rglob("*.py"))}
DOCUMENTS = {path.parent.name for path in (ROOT / "spec").glob("*/__init__.py")} - {"algebra"}


@functools.cache
def parsed(name: str) -> ast.Module:
    """The syntax of a module."""
    return ast.parse(MODULES[name].read_text(encoding="utf-8"))


@functools.cache
def imported(name: str) -> tuple[str, ...]:
    """The modules of superko that a module imports, wherever in it the import stands."""
    return tuple(_imported(name))


def _imported(name: str) -> Iterator[str]:
    package = name.split(".") if MODULES[name].name == "__init__.py" else name.split(".")[:-1]
    for node in ast.walk(parsed(name)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.startswith("superko"))
        elif isinstance(node, ast.ImportFrom):
            start = package[: len(package) - node.level + 1] if node.level else []
            source = ".".join((*start, *filter(None, [node.module])))
            if source.startswith("superko"):
                submodules = (f"{source}.{alias.name}" for alias in node.names)
                targets = (submodule if submodule in MODULES else source for submodule in submodules)
                yield from (target for target in targets if target != PACKAGE)


def part(name: str) -> str:
    """The package of superko that a module belongs to."""
    return name.split(".")[1]


def document(name: str) -> str | None:
    """The document that a module transcribes, if it does."""
    folder = (*name.split("."), "", "")[2]
    return folder if part(name) == "spec" and folder in DOCUMENTS else None


@pytest.mark.parametrize("package", ARROWS)
def test_arrows_point_from_checker_to_interpreter_to_spec(package: str) -> None:
    wrong = {
        (name, target)
        for name in MODULES
        if part(name) == package
        for target in imported(name)
        if part(target) not in ARROWS[package]
    }
    assert not wrong


@pytest.mark.parametrize("name", sorted(DOCUMENTS))
def test_a_document_is_transcribed_from_its_own_text_and_imports_no_other(name: str) -> None:
    wrong = {
        (module, target)
        for module in MODULES
        if document(module) == name
        for target in imported(module)
        if document(target) not in (None, name) or target in SPEAKS_OF_ALL_DOCUMENTS
    }
    assert not wrong


def test_what_documents_share_speaks_of_none_of_them() -> None:
    wrong = {
        (module, target)
        for module in MODULES
        if part(module) == "spec" and document(module) is None and module not in SPEAKS_OF_ALL_DOCUMENTS
        for target in imported(module)
        if document(target) or target in SPEAKS_OF_ALL_DOCUMENTS
    }
    assert not wrong


def test_the_algebra_stands_on_its_own() -> None:
    algebra = "superko.spec.algebra"
    wrong = {
        (module, target)
        for module in MODULES
        if module.startswith(algebra)
        for target in imported(module)
        if not target.startswith(algebra)
    }
    assert not wrong


def test_a_clause_stands_in_the_folder_of_its_document_or_with_what_texts_presuppose() -> None:
    for clause in clauses():
        folder = IN_THE_FOLDER_OF_ANOTHER.get(clause.document, clause.document.replace("-", "_"))
        module = clause.function.__module__
        assert module == "superko.spec.usual" or document(module) == folder, clause.name


def test_every_clause_has_a_name_of_its_own() -> None:
    names = Counter(clause.name for clause in clauses())
    assert [name for name, times in names.items() if times > 1] == []


def test_every_folder_with_modules_is_a_package_and_so_is_installed() -> None:
    folders = {path.parent for path in MODULES.values()}
    assert {folder for folder in folders if not (folder / "__init__.py").exists()} == set()


def room(name: str) -> str | None:
    """The room of the checker that a module stands in, if it stands in one."""
    _, package, *rest = name.split(".")
    return rest[0] if package == "checker" and rest and (ROOT / "checker" / rest[0]).is_dir() else None


def test_rooms_of_the_checker_import_from_the_layers_below() -> None:
    layer = {name: number for number, rooms in enumerate(LAYERS) for name in rooms}
    folders = {path.parent.name for path in (ROOT / "checker").glob("*/__init__.py")}
    assert folders == layer.keys()
    wrong = {
        (module, target)
        for module in MODULES
        if (here := room(module))
        for target in imported(module)
        if (there := room(target)) and layer[there] > layer[here]
    }
    assert not wrong


def test_rooms_do_not_import_each_other_in_a_circle() -> None:
    arrows = {
        (here, there)
        for module in MODULES
        if (here := room(module))
        for target in imported(module)
        if (there := room(target)) and there != here
    }
    circles = [circle for circle in networkx.simple_cycles(networkx.DiGraph(arrows)) if len(circle) > 1]
    assert not circles


def test_a_module_that_only_one_other_needs_says_much_by_itself() -> None:
    users: dict[str, set[str]] = {name: set() for name in MODULES}
    for name in MODULES:
        for target in imported(name):
            if target != name:
                users[target].add(name)
    short = [
        name
        for name, path in MODULES.items()
        if path.name != "__init__.py"
        and len(users[name]) == 1
        and len(path.read_text(encoding="utf-8").splitlines()) < FEWEST_LINES
        and path.stem not in SHORT_WITH_A_REASON
    ]
    assert short == []


def test_a_class_name_means_one_thing() -> None:
    classes = Counter(
        node.name
        for name in MODULES
        for node in parsed(name).body
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    )
    assert {name for name, times in classes.items() if times > 1} == set(NAMED_TWICE_WITH_A_REASON)


def names_bound(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Every name that a module gives to a value, a parameter, a function or a class, with its line."""
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name) | ast.MatchAs(name=str(name)):
                yield node.lineno, name
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                yield node.lineno, name


@pytest.mark.parametrize("folder", [*ARROWS, "tests"])
def test_a_name_says_what_a_value_is(folder: str) -> None:
    say_nothing = [
        f"{path.relative_to(ROOT)}:{line} {name}"
        for path in sorted((ROOT / folder).rglob("*.py"))
        for line, name in names_bound(ast.parse(path.read_text(encoding="utf-8")))
        if name.lower() in SAYS_NOTHING
    ]
    assert say_nothing == []


def test_no_two_files_of_the_engines_have_one_name() -> None:
    names = Counter(path.name for folder in ENGINES for path in (ROOT / folder).glob("*.py"))
    assert {name for name, times in names.items() if times > 1 and name != "__init__.py"} == set()


def test_every_module_says_what_it_is_about() -> None:
    silent = [name for name in MODULES if not ast.get_docstring(parsed(name))]
    assert silent == []


def public_classes() -> Iterator[type]:
    """Every class of the product that anybody may use."""
    for name in MODULES:
        for value in vars(importlib.import_module(name)).values():
            if isinstance(value, type) and value.__module__ == name and not value.__name__.startswith("_"):
                yield value


def test_the_doors_settle_dead_stones_by_one_value_for_every_protocol() -> None:
    by_themselves = {
        name
        for name in MODULES
        if part(name) == "interpreter"
        for node in ast.walk(parsed(name))
        if isinstance(node, ast.ImportFrom) and {"Adjudication", "Procedure"} & {alias.name for alias in node.names}
    }
    assert by_themselves == {"superko.interpreter.sitting"}


def test_where_a_game_starts_is_one_type() -> None:
    with_fields = [value for value in public_classes() if {"phase", "handicap", "passed"} <= set(value.__annotations__)]
    assert [value.__name__ for value in with_fields] == ["Start"]


def is_documented(owner: type, name: str) -> bool:
    """Whether a method says what it does, itself or where a class that it is inherited from has it."""
    return any(getattr(vars(base)[name], "__doc__", None) for base in owner.__mro__ if name in vars(base))


def test_every_public_method_says_what_it_does() -> None:
    methods = (types.FunctionType, property, functools.cached_property, classmethod, staticmethod)
    silent = {
        f"{owner.__qualname__}.{name}"
        for owner in public_classes()
        for name, member in vars(owner).items()
        if isinstance(member, methods) and not name.startswith("_") and not is_documented(owner, name)
        if name not in getattr(owner, "__dataclass_fields__", ())
    }
    assert silent == set()
