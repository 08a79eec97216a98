"""The turns that one could take: whether each is legal, what forbids it, and what state it leads to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ....interpreter.game import Game
from ....interpreter.wording import shown
from ....spec.vocabulary import Phase
from .addresses import Address, address_text, read_address
from .best_play import can_be_asked, solved
from .changes import STONES, ShownState, changed_address
from .courses import Course, RecentCourses
from .partings import every_turn_is_compared, parting_in_words, parting_of
from .rule_sets import RuleSets
from .sides import side_report

NOT_EVERY_TURN = "The game is long: turns that were not taken are compared only where it is shown."

Answer = dict[str, Any]


@dataclass(frozen=True)
class Explorer:
    """What answers a page.

    Attributes:
        sets: the rule sets that can be shown.
        start: the address that is shown first.
        note: what is to be told of that, if anything.
        courses: the games that were asked for last.
    """

    sets: RuleSets
    start: Address
    note: str = ""
    courses: RecentCourses = field(default_factory=RecentCourses)

    def answer(self, request: object) -> Answer:
        """The answer to a request: an address, or "" for the first one, and perhaps a change of it.

        Raises:
            ValueError: the request can't be understood, or the change can't be made.

        >>> explorer = Explorer(RuleSets({}), Address("aga", read_address("#/aga/2x1/").grid))
        >>> explorer.answer({"address": "", "change": {"kind": "turn", "turn": "b1", "side": "0"}})["address"]["text"]
        '#/aga/2x1/B1'
        """
        if not isinstance(request, dict) or not {"address"} <= request.keys() <= {"address", "change"}:
            raise ValueError('A request is an object with the fields "address" and perhaps "change".')
        text, change = request["address"], request.get("change")
        if not isinstance(text, str):
            raise ValueError(f"An address is text, not {shown(text)}.")
        address = read_address(text) if text.strip("#/") else self.start
        if change is not None:
            address = self._changed(address, change)
        return self._shown(address, first=address == self.start)

    def best_play(self, request: object) -> Answer:
        """Best play from the game that a request with an address and a side shows.

        Raises:
            ValueError: the request can't be understood, or best play is not found; the message says why.
        """
        if not isinstance(request, dict) or request.keys() != {"address", "side"}:
            raise ValueError('Best play is asked for by an object with the fields "address" and "side".')
        address = read_address(str(request["address"]))
        side = 1 if request["side"] == "1" and address.beside else 0
        if not can_be_asked(address, self._game(address, side).over):
            raise ValueError("Best play is looked for only on small boards, in games that are not over.")
        taken = min(address.shown, len(self._course(address, side).stages) - 1)
        return {"says": solved(address, address.beside if side else address.rules, taken)}

    def _changed(self, address: Address, change: object) -> Address:
        if not isinstance(change, dict):
            raise ValueError(f"A change is an object, not {shown(change)}.")
        side = 1 if change.get("side") == "1" and address.beside else 0
        told = {name: text for name, text in change.items() if name != "side"}
        changed = changed_address(ShownState(address, self.sets, lambda: self._game(address, side)), told)
        if changed.turns:
            course = self._course(changed, side)
            if told.get("kind") == "turn" and course.stop is not None:
                raise ValueError(course.stop.reason)
        return changed

    def _game(self, address: Address, side: int) -> Game:
        stages = self._course(address, side).stages
        return stages[min(address.shown, len(stages) - 1)].game

    def _course(self, address: Address, side: int) -> Course:
        name = address.beside if side else address.rules
        return self.courses.course(self.sets.named(name), address.grid, address.set_up, address.turns)

    def _shown(self, address: Address, first: bool) -> Answer:
        names = [address.rules, *([address.beside] if address.beside else [])]
        courses = [self._course(address, side) for side in range(len(names))]
        sides = [
            side_report(name, self.sets.named(name), course, address.shown)
            for name, course in zip(names, courses, strict=True)
        ]
        for told in sides:
            told["canBeSolved"] = can_be_asked(address, told["phase"] == Phase.OVER.value)
        return {
            "address": _in_parts(address),
            "note": self.note if first else "",
            "choices": _choices(self.sets),
            "sides": sides,
            "parting": _parting(address, names, courses) if address.beside else None,
        }


def _in_parts(address: Address) -> Answer:
    """The address, and what stands before and after its turns, so that a page can lead to each of them."""
    bare = address_text(Address(address.rules, address.grid, set_up=address.set_up, beside=address.beside))
    before, mark, after = bare.partition("?")
    return {
        "text": address_text(address),
        "before": before,
        "turns": [turn.replace(" ", "-") for turn in address.turns],
        "after": mark + after,
        "width": address.grid.width,
        "height": address.grid.height,
        "shown": address.shown,
        "setUp": bool(address.set_up),
    }


def _choices(sets: RuleSets) -> Mapping[str, object]:
    """What one can choose from."""
    phases = [phase.value for phase in Phase if phase is not Phase.OVER]
    return {"rules": sets.presets(), "phases": phases, "stones": list(STONES)}


def _parting(address: Address, names: list[str], courses: list[Course]) -> Answer:
    parted = parting_of(courses[0], courses[1], address.shown)
    says = parting_in_words(parted, names, address.grid)
    return {
        "after": None if parted is None else parted.after,
        "says": says if every_turn_is_compared(courses[0], courses[1]) else f"{says} {NOT_EVERY_TURN}",
    }
