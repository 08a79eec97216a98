"""The house: which package may import which, what a document may import, and how long a file may be."""

from __future__ import annotations

import ast
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from superko.spec.registry import clauses

ROOT = Path(__file__).parents[1]
ARROWS = {"spec": {"spec"}, "interpreter": {"spec", "interpreter"}, "checker": {"spec", "interpreter", "checker"}}
SPEAKS_OF_ALL_DOCUMENTS = {"superko.spec", "superko.spec.documents", "superko.spec.presets"}
MOST_LINES = 260


def module_name(path: Path) -> str:
    """The name under which a file is imported: spec/rules.py is superko.spec.rules."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(("superko", *(part for part in parts if part != "__init__")))


MODULES = {module_name(path): path for package in ARROWS for path in sorted((ROOT / package).rglob("*.py"))}
DOCUMENTS = {path.parent.name for path in (ROOT / "spec").glob("*/__init__.py")} - {"algebra"}


def imported(name: str) -> Iterator[str]:
    """The modules of superko that a module imports, wherever in it the import stands."""
    package = name.split(".") if MODULES[name].name == "__init__.py" else name.split(".")[:-1]
    for node in ast.walk(ast.parse(MODULES[name].read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.startswith("superko"))
        elif isinstance(node, ast.ImportFrom):
            start = package[: len(package) - node.level + 1] if node.level else []
            source = ".".join((*start, *filter(None, [node.module])))
            if source.startswith("superko"):
                submodules = (f"{source}.{alias.name}" for alias in node.names)
                yield from (submodule if submodule in MODULES else source for submodule in submodules)


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


def test_a_clause_stands_in_the_folder_of_its_document() -> None:
    for clause in clauses():
        assert document(clause.function.__module__) == clause.document.replace("-", "_"), clause.name


def test_every_clause_has_a_name_of_its_own() -> None:
    names = Counter(clause.name for clause in clauses())
    assert [name for name, times in names.items() if times > 1] == []


def test_every_package_is_installed() -> None:
    listed = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]["packages"]
    folders = {path.parent for path in MODULES.values()}
    assert sorted(listed) == sorted(module_name(folder / "__init__.py") for folder in folders)
    assert all((folder / "__init__.py").exists() for folder in folders)


def test_no_module_is_longer_than_a_reader_can_hold() -> None:
    lengths = {name: len(path.read_text(encoding="utf-8").splitlines()) for name, path in MODULES.items()}
    assert {name: length for name, length in lengths.items() if length > MOST_LINES} == {}


def test_every_module_says_what_it_is_about() -> None:
    silent = [name for name, path in MODULES.items() if not ast.get_docstring(ast.parse(path.read_text("utf-8")))]
    assert silent == []
