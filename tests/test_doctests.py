"""Every example in a docstring is run, and says what it is said to say."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

PACKAGES = ("superko.spec", "superko.interpreter", pytest.param("superko.checker", marks=pytest.mark.thorough))


def modules(package: str) -> list[str]:
    path = importlib.import_module(package).__path__
    return [package, *(module.name for module in pkgutil.walk_packages(path, f"{package}."))]


@pytest.mark.parametrize("package", PACKAGES)
def test_the_examples_of_all_modules_hold(package: str) -> None:
    results = {
        name: doctest.testmod(importlib.import_module(name), optionflags=doctest.NORMALIZE_WHITESPACE)
        for name in modules(package)
    }
    assert sum(result.attempted for result in results.values()) > 0
    assert [name for name, result in results.items() if result.failed] == []
