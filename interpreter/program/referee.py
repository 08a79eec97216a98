"""A whole referee as one file of C: the programs of games under some rules, with `referee.c` around them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from itertools import product
from pathlib import Path
from string import Template

from ...spec.algebra import Grid
from ...spec.rules import Rules
from ...spec.vocabulary import Phase
from ..rule_names import rules_to_json
from .fields import ASKED, HISTORIES, PHASES, PLAYERS, REGISTERS, widths_of_events
from .game import ANSWER, KINDS, OUTCOMES, GamePrograms, changed_outputs, of_player, trimmed
from .ir import Call, Name, NameKind, Program
from .semantics import BoardWithin
from .text import COUNT, INDENT, CText

_AROUND = Path(__file__).with_name("referee.c")
_SCORES: Mapping[str, NameKind] = {
    "score_of_black": NameKind.REAL,
    "score_of_white": NameKind.REAL,
    "winner": NameKind.NUMBER,
}
_ENDS: Mapping[str, NameKind] = dict.fromkeys(("outcome", "ended_by"), NameKind.NUMBER)
_FIELDS: Mapping[str, NameKind] = {"board": NameKind.WORD, **REGISTERS, **_ENDS, **_SCORES}


def referee(rules: Rules, largest: Grid) -> str:
    """The file, for every board that has no more columns and rows than the largest; see `GamePrograms`."""
    games = GamePrograms(rules, largest, BoardWithin, remarks=True)
    widths = widths_of_events(games.of_a_referee.values()) or {HISTORIES[0]: 1}
    programs = [trimmed(program, widths) for program in games.of_a_referee.values()]
    text = GameText(widths)
    called = dict.fromkeys(other for program in programs for other in program.calls)
    words = BoardWithin(largest).number_of_words
    constants = {"COLUMNS": largest.width, "ROWS": largest.height, "WORDS": words, "HISTORIES": len(widths)}
    constants |= {"WIDEST": max(widths.values()), "OVER": PHASES.index(Phase.OVER)}
    constants |= {outcome.name: number for outcome, number in OUTCOMES.items()}
    parts = {
        "RULES": json.dumps(rules_to_json(rules)).replace("*", "* "),
        "LARGEST": str(largest),
        "CONSTANTS": ", ".join(f"{name} = {number}" for name, number in constants.items()),
        "REGISTERS": "".join(f"{INDENT}{text.field(name, kind)};\n" for name, kind in _FIELDS.items()),
        "WIDTHS": ", ".join(map(str, widths.values())),
        "PHASES": ", ".join(f'"{phase.value}"' for phase in PHASES),
        "CLAUSES": ", ".join(f'"{name}"' for name in ("", *games.clauses)),
        "PROGRAMS": "\n".join([COUNT, *map(CText().alone, called), *map(text.alone, programs), *_choosing(games)]),
    }
    return Template(_AROUND.read_text(encoding="ascii")).substitute(parts)


# What a turn does in a phase, by the player and the kind of turn; what begins in a phase goes by that of a pass.
_CHOOSING = {
    "forbidden(const superko_game": "return forbidden_{turn}(game, point);",
    "take(superko_game": "after_{turn}(game, point); return 0;",
    "begin_set_up(superko_game": "begin_{whose}(game, point); return 0;",
}


def _choosing(games: GamePrograms) -> Iterator[str]:
    """The functions that call the program of the player, the phase and the kind of turn; -1 where there is none."""
    for head, call in _CHOOSING.items():
        yield f"static int {head} *game, int kind, const uint64_t *point)\n{{"
        yield f"{INDENT}switch ((game->phase * {len(PLAYERS)} + game->player) * {len(KINDS)} + kind) {{"
        for phase, player, kind in product(games.phases, PLAYERS, KINDS):
            if kind in games.kinds(phase) and ("{turn}" in call or kind == KINDS[0]):
                number = (PHASES.index(phase) * len(PLAYERS) + PLAYERS.index(player)) * len(KINDS) + KINDS.index(kind)
                whose = of_player(player, phase)
                yield f"{INDENT}case {number}: {call.format(turn=f'{kind}_{whose}', whose=whose)}"
        yield f"{INDENT}default: return -1;\n{INDENT}}}\n}}\n"


class GameText(CText):
    """Programs as functions of a game: what they are given is read from it, and what they lead to is written to it.

    Args:
        widths: how many words the events of each history have that is kept.
    """

    def __init__(self, widths: Mapping[str, int]) -> None:
        super().__init__()
        self._widths = widths

    def field(self, name: str, kind: NameKind) -> str:
        """The declaration of something that is known of a game."""
        return f"{self.types[kind]} {name}{'[WORDS]' if kind is NameKind.WORD else ''}"

    def head(self, program: Program) -> Iterator[str]:
        yield from (f"/* {line} */" for line in program.remarks)
        of_game = "int {}(const superko_game" if program.outputs[0].name == ANSWER else "void {}(superko_game"
        yield f"static {of_game.format(program.name)} *game, const uint64_t *point)"
        yield f"{{\n{INDENT}(void)game;\n{INDENT}(void)point;"
        used = program.used
        for field in program.inputs:
            source = field.name if field.name == "point" else f"game->{field.name}"
            for place, atom in enumerate(field.atoms):
                if isinstance(atom, Name) and atom.text in used and atom.kind is not NameKind.PAST:
                    value = f"{source}[{place}]" if field.kind is NameKind.WORD else source
                    yield f"{INDENT}const {self.types[field.kind]} {atom.text} = {value};"

    def call(self, call: Call) -> Iterator[str]:
        if not call.program.startswith(ASKED):
            yield from super().call(call)
            return
        name, past = call.names[0].text, [*self._widths].index(call.program.removeprefix(ASKED))
        yield self._event(f"{name}_", [self.atom(word, NameKind.WORD) for word in call.operands[1:]])
        yield f"const int64_t {name} = times_in(&game->past[{past}], {name}_);"

    def foot(self, program: Program) -> Iterator[str]:
        outputs = {field.name: [self.atom(atom, field.kind) for atom in field.atoms] for field in program.outputs}
        for number, (name, width) in enumerate(self._widths.items()):
            if f"{name}_added" in outputs:
                event = [*outputs.get(f"{name}_event", []), *["UINT64_C(0)"] * width][:width]
                yield f"{INDENT}if ({outputs[f'{name}_forgotten'][0]} != 0) game->past[{number}].era++;"
                yield f"{INDENT}if ({outputs[f'{name}_added'][0]} != 0) {{"
                yield INDENT * 2 + self._event("event", event)
                yield f"{INDENT * 2}add_to(&game->past[{number}], event);"
                yield f"{INDENT}}}"
        for field, place, atom in changed_outputs(program):
            if field.name in _FIELDS:
                index = f"[{place}]" if field.kind is NameKind.WORD else ""
                yield f"{INDENT}game->{field.name}{index} = {self.atom(atom, field.kind)};"
        yield from (f"{INDENT}return (int){answer};" for answer in outputs.get(ANSWER, []))
        yield "}"

    def _event(self, name: str, words: list[str]) -> str:
        return f"const uint64_t {name}[{len(words)}] = {{{', '.join(words)}}};"
