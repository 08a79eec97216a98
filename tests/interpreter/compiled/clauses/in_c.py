"""Programs in C, compiled by the system's compiler, and run in all situations at once."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from superko.interpreter.program.fields import ASKED, HISTORIES
from superko.interpreter.program.ir import Call, NameKind, Program
from superko.interpreter.program.text import COUNT, CText

from ..in_python import joined
from .emitted import Emitted
from .givens import FACTOR, MOST_TIMES, SHIFT
from .situations import Situations

Column: TypeAlias = npt.NDArray[Any]
COMPILER = shutil.which("cc") or shutil.which("gcc")
OPTIONS = ("-std=c99", "-Wall", "-Wextra", "-Werror", "-Wno-unused-function", "-O0", "-shared", "-fPIC")
HEAD = f"""
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

{COUNT}

static inline int64_t times_by_words(uint64_t mixed, const uint64_t *words, int number)
{{
    for (int place = 0; place < number; place++)
        mixed = (mixed ^ words[place]) * UINT64_C({FACTOR});
    return (int64_t)(mixed >> {SHIFT} & {MOST_TIMES});
}}
"""
LOOP = """
void each_of_{name}(int64_t situations, const uint64_t *given, uint64_t *found)
{{
    for (int64_t place = 0; place < situations; place++, given += {given}, found += {found}) {{
{kept}
        {name}({arguments});
{left}
    }}
}}
"""


class TextOfClauses(CText):
    """C in which the past answers by the words of an event."""

    def call(self, call: Call) -> Iterator[str]:
        """See `PythonText.call`."""
        if not call.program.startswith(ASKED):
            yield from super().call(call)
            return
        name, words = call.names[0].text, [self.atom(word, NameKind.WORD) for word in call.operands[1:]]
        past = HISTORIES.index(call.program.removeprefix(ASKED)) + 1
        yield f"const uint64_t {name}_[] = {{{', '.join(words)}}};"
        yield f"const int64_t {name} = times_by_words({past}, {name}_, {len(words)});"


def built(programs: Sequence[Program], folder: Path) -> ctypes.CDLL:
    """A library of programs, each with a loop that goes through situations."""
    assert COMPILER is not None
    called = dict.fromkeys(other for program in programs for other in program.calls)
    texts = [TextOfClauses().alone(program) for program in (*called, *programs)]
    source, library = folder / "clauses.c", folder / "clauses.so"
    source.write_text("\n".join([HEAD, *texts, *map(_loop, programs)]), encoding="ascii")
    subprocess.run([COMPILER, *OPTIONS, "-o", library, source], check=True)
    return ctypes.CDLL(str(library))


def _loop(program: Program) -> str:
    """A function that runs a program in every situation, on rows of what it is given and of what it finds."""
    arguments, place = [], 0
    for field in program.inputs:
        arguments.append(
            f"given + {place}" if field.kind is NameKind.WORD else f"({CText.types[field.kind]})given[{place}]"
        )
        place += len(field.atoms)
    kept, left, words = [], [], 0
    for number, field in enumerate(program.outputs):
        size = len(field.atoms)
        kept.append(f"        {CText.types[field.kind]} found_{number}[{size}];")
        arguments.append(f"found_{number}")
        left.append(f"        memcpy(found + {words}, found_{number}, {size} * sizeof(uint64_t));")
        words += size
    return LOOP.format(
        name=program.name,
        given=place,
        found=words,
        kept="\n".join(kept),
        arguments=", ".join(arguments),
        left="\n".join(left),
    )


def answers(library: ctypes.CDLL, emitted_clause: Emitted, situations: Situations) -> dict[str, Column]:
    """What a program finds in every situation, by name; sets of several words as Python's whole numbers."""
    program, number = emitted_clause.program, len(situations)
    columns: list[Column] = []
    for field in program.inputs:
        known = emitted_clause.settled.get(field.name)
        full = None if known is None else [np.full(number, known, dtype=np.uint64)]
        columns += full or situations.in_words(field.name, field.kind)
    rows = np.stack(columns, axis=1) if columns else np.zeros((number, 0), dtype=np.uint64)
    results = np.zeros((number, len(program.returned)), dtype=np.uint64)
    loop = getattr(library, f"each_of_{program.name}")
    loop(ctypes.c_int64(number), *(ctypes.c_void_p(array.ctypes.data) for array in (rows, results)))
    named, place = {}, 0
    for field in program.outputs:
        words = np.ascontiguousarray(results[:, place : place + len(field.atoms)])
        named[field.name] = _joined(words) if field.kind is NameKind.WORD else words.view(np.float64)[:, 0]
        place += len(field.atoms)
    return named


def _joined(words: Column) -> Column:
    if words.shape[1] == 1:
        return words[:, 0]
    return np.array([joined(row) for row in words.tolist()], dtype=object)
