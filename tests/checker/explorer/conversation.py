"""A page that talks to the explorer: what it asks, and what it is answered, without a server between."""

from __future__ import annotations

from typing import Any

from superko.checker.pages.explorer.addresses import read_address, rule_sets
from superko.checker.pages.explorer.answers import Explorer, answer


def explorer(start: str = "#/tromp-taylor/9x9/", *files: str) -> Explorer:
    return Explorer(rule_sets(files), read_address(start))


def answered(request: object, by: Explorer | None = None) -> dict[str, Any]:
    """What is answered.

    Raises:
        ValueError: the answer is that there is none, and why.
    """
    reply = answer(request, by or explorer())
    if "error" in reply:
        assert reply.keys() == {"error"}
        raise ValueError(reply["error"])
    return reply


def shown(address: str) -> dict[str, Any]:
    return answered({"address": address})


def side(address: str) -> dict[str, Any]:
    only: dict[str, Any]
    (only,) = shown(address)["sides"]
    return only


def changed(address: str, **change: str) -> dict[str, Any]:
    return answered({"address": address, "change": change})


def led_to(address: str, **change: str) -> str:
    text: str = changed(address, **change)["address"]["text"]
    return text
