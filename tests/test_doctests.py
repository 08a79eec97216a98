"""Every example in a docstring is run, and says what it is said to say."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

PACKAGES = ("superko.spec", "superko.interpreter", "superko.checker")


def modules() -> list[str]:
    names = list(PACKAGES)
    for name in PACKAGES:
        names += [module.name for module in pkgutil.walk_packages(importlib.import_module(name).__path__, f"{name}.")]
    return names


@pytest.mark.parametrize("name", modules())
def test_the_examples_of_a_module_hold(name: str) -> None:
    result = doctest.testmod(importlib.import_module(name), optionflags=doctest.NORMALIZE_WHITESPACE)
    assert result.failed == 0
