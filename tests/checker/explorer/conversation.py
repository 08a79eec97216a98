"""A page that talks to the explorer: what it asks, and what it is answered, without a server between."""

from __future__ import annotations

from typing import Any

from superko.checker.pages.explorer.addresses import read_address
from superko.checker.pages.explorer.answers import Explorer
from superko.checker.pages.explorer.rule_sets import rule_sets


def explorer(start: str = "#/tromp-taylor/9x9/", *files: str) -> Explorer:
    return Explorer(rule_sets(files), read_address(start))


def shown(address: str) -> dict[str, Any]:
    return explorer().answer({"address": address})


def side(address: str) -> dict[str, Any]:
    (only,) = shown(address)["sides"]
    return only


def changed(address: str, **change: str) -> dict[str, Any]:
    return explorer().answer({"address": address, "change": change})


def led_to(address: str, **change: str) -> str:
    return changed(address, **change)["address"]["text"]
