"""A page that talks to the explorer: what it asks, and what it is answered, without a server between."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from superko.checker.pages.explorer.addresses import address_text, read_address, rule_sets
from superko.checker.pages.explorer.answers import Explorer, answer
from superko.checker.pages.explorer.counting import opened


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


def in_a_line(address: str, line: str) -> tuple[str, str]:
    """What is answered to an address, to a change of the last one, as JSON, or to a game record, in lines of text."""
    try:
        if line.startswith("#/"):
            return line, in_text(shown(line))
        if line.startswith("("):
            opened_address, note = opened(line.encode(), None)
            return address, "\n".join(filter(None, (address_text(opened_address), note)))
        return address, str(answered({"address": address, "change": json.loads(line)})["address"]["text"])
    except ValueError as refusal:
        return address, f"refused: {refusal}"


def in_text(reply: dict[str, Any]) -> str:
    """The sides, the turn at which they differ, and what is noted."""
    lines = [f"{side['rules']}: {'; '.join(side_in_parts(side))}" for side in reply["sides"]]
    if reply.get("parting") and reply["parting"]["after"] is not None:
        lines.append(f"differ after turn {reply['parting']['after']}: {reply['parting']['says']}")
    return "\n".join(filter(None, (*lines, reply.get("note"))))


def side_in_parts(side: dict[str, Any]) -> Iterator[str]:
    yield f"{side['board']} {side['player']} {side['phase']}, captured {side['captures']['B']} {side['captures']['W']}"
    if side["marks"]:
        yield f"marked {' '.join(side['marks'])}"
    yield from (", ".join(turn["notes"]) for turn in side["turns"] if turn["notes"])
    for turn, choice in sorted(side["choices"].items()):
        if choice["legal"] and choice.get("stood") is not None:
            yield f"{turn} leads back to turn {choice['stood']}"
        if not choice["legal"] and "pseudolegal" not in choice["clause"] and turn != "pass":
            pointed = choice.get("earlier", " ".join(choice.get("stones") or []))
            yield f"{turn} illegal by {choice['clause']} ({pointed})"
    if side["stop"]:
        yield f"stops at turn {side['stop']['number']}: {side['stop']['reason']}"
    counted = side.get("counted") or side["score"]
    yield counted.get("error") or " ".join([counted["sentence"], *counted.get("says", ())])
