"""Dialects: what an engine is asked by the commands that it lists, and what is known of GNU Go."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from .....interpreter.json_lines import parse_json
from .....interpreter.notation import vertices
from .....spec.parameters import Ko, Scoring, Tax
from .....spec.presets import PRESETS
from .....spec.rules import Rules
from ...coverage import EVERYTHING_TOLD
from ...engine import Aspect, Observation, Setting, Unsupported
from ..json_lines import observation_in
from .dialogue import (
    Dialogue,
    GameUnderWay,
    LegalMoves,
    asked_one_by_one,
    captures,
    diagram,
    empty_points,
    listed,
    score_after_passes,
    shows_its_board,
    stones_by_color,
    tried_and_replayed,
    tried_and_undone,
)

Look: TypeAlias = Callable[[Dialogue, GameUnderWay], Observation]
"""Finds out something about the game that stands."""


def _sets_nothing_up(dialogue: Dialogue, setting: Setting) -> None:
    raise Unsupported("GTP has no command that sets up a position and whose turn it is.")


@dataclass(frozen=True)
class Dialect:
    """What an engine is asked, and what is said of it.

    Attributes:
        look: finds out all that it can be asked.
        rules: the rules that it claims, as texts.
        deviations: the names of what it is known to do otherwise.
        notes: what it can't be asked, and why.
        command: the command that starts it for some rules, from the one that was given; raises `Unsupported` where it
            has none for them.
        parameters: the keys of rules that it can be told.
        hears_rules: whether it can be told rules at all.
        set_up: sets a position up, once the board and the rules are told; raises `Unsupported` where it can't.
    """

    look: Look
    rules: tuple[str, ...] = ()
    deviations: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    command: Callable[[str, Rules], str] = lambda command, _: command
    parameters: tuple[str, ...] = ()
    hears_rules: bool = True
    set_up: Callable[[Dialogue, Setting], None] = _sets_nothing_up


def plain_dialect(dialogue: Dialogue, final_score: bool) -> Dialect:
    """The dialect of an engine of which nothing is known but the commands that it lists.

    Args:
        dialogue: the engine.
        final_score: whether `final_score` is by the rules.
    """
    looks, notes = _looks(dialogue)
    if final_score and dialogue.offers("final_score"):
        looks.append(score_after_passes)
    else:
        notes.append(
            'Its final_score may be an opinion, and is not compared; write "gtp+score:" where it is by the rules.'
        )
    hears_rules = dialogue.offers("kata-set-rules") or dialogue.offers("kata-set-rule")
    if not hears_rules:
        notes.append(
            "It can't be given the rules: it must have been started so that it plays by those it is judged by."
        )
    return Dialect(all_of(*looks), notes=tuple(notes), hears_rules=hears_rules)


def _looks(dialogue: Dialogue) -> tuple[list[Look], list[str]]:
    means: list[tuple[LegalMoves, tuple[str, ...]]] = [
        (listed, ("all_legal",)),
        (asked_one_by_one, ("is_legal",)),
        (tried_and_undone, ("undo",)),
        (tried_and_replayed, ()),
    ]
    legal_moves = next(asked for asked, needed in means if dialogue.offers(*needed))
    notes = []
    if legal_moves in (tried_and_undone, tried_and_replayed):
        notes.append("It lists no legal moves: a move is held legal when its `play` takes it.")
    board = stones_by_color if dialogue.offers("list_stones") else diagram if shows_its_board(dialogue) else None
    if board is None:
        notes.append("It does not list its stones, nor show its board as a diagram that can be read.")
    looks: list[Look] = [board_and_moves(board, legal_moves)]
    if dialogue.offers("captures"):
        looks.append(captures)
    else:
        notes.append("It does not tell how many stones were captured.")
    return looks, notes


def all_of(*looks: Look) -> Look:
    """All that several questions find out."""

    def look(dialogue: Dialogue, standing: GameUnderWay) -> Observation:
        return {aspect: value for question in looks for aspect, value in question(dialogue, standing).items()}

    return look


def board_and_moves(board: Look | None, legal_moves: LegalMoves) -> Look:
    """What stands on the board, and which moves are legal at its empty points; at all points where it isn't shown."""

    def look(dialogue: Dialogue, standing: GameUnderWay) -> Observation:
        said = {} if board is None else board(dialogue, standing)
        text = said.get(Aspect.BOARD)
        grid = standing.grid
        points = empty_points(grid, text) if isinstance(text, str) else vertices(grid, grid.everywhere)
        return {**said, Aspect.LEGAL: legal_moves(dialogue, standing, points)}

    return look


def our_own_dialect() -> Dialect:
    """The dialect of `superko gtp`, which can be asked for the referee's state, and plays by all presets."""
    return Dialect(referee_state, rules=tuple(PRESETS), parameters=EVERYTHING_TOLD)


def referee_state(dialogue: Dialogue, standing: GameUnderWay) -> Observation:
    """All that the referee's protocol says, by `superko-state`."""
    return dialogue.read("superko-state", lambda text: observation_in(parse_json(text), standing.grid))


GNU_GO = "GNU Go"
KO_OPTIONS = {
    Ko.SIMPLE: "--simple-ko",
    Ko.POSITIONAL: "--positional-superko",
    Ko.SITUATIONAL: "--situational-superko",
}
SUICIDE_OPTIONS = {False: "--forbid-suicide", True: "--allow-suicide"}
NO_KO, ALL_SUICIDE = "--no-ko", "--allow-all-suicide"
"""Options for which there are no rules: what they do is declared as a deviation."""

CLAIMED = {
    (Ko.SIMPLE, False): "chinese-like",
    (Ko.SIMPLE, True): "chinese-like,suicide=yes",
    (Ko.POSITIONAL, False): "chinese-ogs-kgs",
    (Ko.POSITIONAL, True): "tromp-taylor",
    (Ko.SITUATIONAL, False): "aga-like",
    (Ko.SITUATIONAL, True): "new-zealand-like",
}
_ENDS = ("never-no-result", "two-passes-only")
"""It ends no game itself, and its documentation names no end but two passes in a row."""


def gnu_go_dialect(dialogue: Dialogue, command: str, final_score: bool) -> Dialect:
    """The dialect of GNU Go as some command starts it: the options in the command stay, the others are as rules need.

    Args:
        dialogue: the engine.
        command: the command that started it.
        final_score: whether `final_score` is by the rules; it is an estimate as a rule.
    """
    given = frozenset(command.split())
    plain = plain_dialect(dialogue, final_score)
    return Dialect(
        plain.look,
        rules=tuple(text for chosen, text in CLAIMED.items() if _can_be_chosen(given, *chosen)),
        deviations=(
            *_ENDS,
            *(("no-ko",) if NO_KO in given else ()),
            *(("null-moves",) if ALL_SUICIDE in given else ()),
        ),
        notes=tuple(note for note in plain.notes if "told the rules" not in note),
        command=started_for,
    )


def started_for(command: str, rules: Rules) -> str:
    """The command that starts GNU Go for some rules.

    Raises:
        Unsupported: it has no such rules, or the command already has an option for others.

    >>> started_for("gnugo --mode gtp", Rules(ko=Ko.SITUATIONAL, suicide=True))
    'gnugo --mode gtp --situational-superko --allow-suicide'
    """
    if rules.document != "katago-v2" or rules.scoring is not Scoring.AREA or rules.tax is not Tax.NONE or rules.button:
        raise Unsupported("GNU Go is asked for the moves of rules with area scoring, without tax or button.")
    given = frozenset(command.split())
    if not _can_be_chosen(given, rules.ko, rules.suicide):
        raise Unsupported("The command has an option for other rules; leave out its options for ko and suicide.")
    words = [] if given & {NO_KO, *KO_OPTIONS.values()} else [KO_OPTIONS[rules.ko]]
    words += [] if given & {ALL_SUICIDE, *SUICIDE_OPTIONS.values()} else [SUICIDE_OPTIONS[rules.suicide]]
    return " ".join((command, *words))


def _can_be_chosen(given: frozenset[str], ko: Ko, suicide: bool) -> bool:
    """Whether the options that were given leave room for rules."""
    others = {option for other, option in KO_OPTIONS.items() if other is not ko} | {SUICIDE_OPTIONS[not suicide]}
    others |= set() if ko is Ko.SIMPLE else {NO_KO}
    others |= set() if suicide else {ALL_SUICIDE}
    return not given & others
