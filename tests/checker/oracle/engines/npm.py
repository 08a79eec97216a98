"""Go libraries of npm: a script of node serves them all in the referee's protocol; here is what they can be asked.

The packages are looked for in `node_modules` of the current folder and of those above it, and in `NODE_PATH`.
"""

from __future__ import annotations

import shlex
import shutil
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from superko.checker.oracle.engine import Aspect, Introduction, Observation, Setting, Unsupported
from superko.checker.oracle.engines.json_lines import JsonLinesEngine

SCRIPT = Path(__file__).with_name("npm_engines.mjs")


@dataclass(frozen=True)
class Package:
    """A package of npm.

    Attributes:
        name: its name.
        rules: the rules that it claims.
        not_its_own: aspects that its caller has to see to, so that it is not judged by them.
        notes: what it can't be asked, and why.
    """

    name: str
    rules: tuple[str, ...]
    not_its_own: frozenset[Aspect]
    notes: tuple[str, ...]


TENUKI = Package(
    "tenuki",
    ("ko=SIMPLE,suicide=no", "ko=POSITIONAL,suicide=no", "ko=SITUATIONAL,suicide=no"),
    frozenset(),
    (
        "Under territory scoring it asks players to mark dead stones, and guesses at seki; only the area is asked for.",
        "Who won, and by how much, is only told by the two scores.",
        "Its simple ko has no game without result, and no ending but two passes.",
    ),
)
WGO = Package(
    "wgo",
    ("ko=SIMPLE,suicide=no", "ko=SIMPLE", "chinese-ogs-kgs", "aga-like", "new-zealand-like", "tromp-taylor"),
    frozenset(),
    (
        "It leaves to the caller when a game ends, and what it scores.",
        "Its rules by the names of NZ and AGA are asked for as situational superko, which those rules have.",
    ),
)
GOBAN = Package(
    "goban",
    ("chinese-ogs-kgs", "aga-like", "new-zealand-like"),
    frozenset({Aspect.OVER}),
    (
        "Its server ends a game, and its players mark dead stones: it is asked for the score after two passes.",
        "Of its rules, those of Japan and Korea are left out: they count territory after play, without a cleanup.",
    ),
)
GODASH = Package(
    "godash",
    ("ko=SIMPLE,suicide=no",),
    frozenset(),
    (
        "It leaves to the caller whose turn it is, when a game ends, and what it scores; it counts no captures.",
        "The caller has to remember the point that its followupKo names.",
    ),
)
SABAKI = Package(
    "@sabaki/go-board",
    ("ko=SIMPLE,suicide=no", "ko=SIMPLE"),
    frozenset(),
    (
        "It leaves to the caller whose turn it is, when a game ends, and what it scores.",
        "Where suicide is allowed, it lists no legal moves: which suicides are legal is left to the caller.",
    ),
)


class NpmEngine:
    """An engine of npm."""

    def __init__(self, package: Package) -> None:
        """Start node.

        Raises:
            Unsupported: node, or the package, is not installed.
            EngineBroke: it failed to answer.
        """
        if shutil.which("node") is None:
            raise Unsupported("node is not installed.")
        self._package = package
        self._engine = JsonLinesEngine(shlex.join(["node", str(SCRIPT), package.name]))

    def introduction(self) -> Introduction:
        """What it says of itself, less what is not its own."""
        said = self._engine.introduction()
        package = self._package
        return replace(said, aspects=said.aspects - package.not_its_own, rules=package.rules, notes=package.notes)

    def start(self, setting: Setting) -> None:
        """Start a game."""
        self._engine.start(setting)

    def play(self, turns: Sequence[str]) -> None:
        """Play turns."""
        self._engine.play(turns)

    def observe(self) -> Observation:
        """What it says of the game, less what is not its own."""
        said = self._engine.observe()
        return {aspect: value for aspect, value in said.items() if aspect not in self._package.not_its_own}

    def close(self) -> None:
        """End node."""
        self._engine.close()
