"""What was written otherwise in the version before: it still works, with a sentence that says what to write."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

Words = list[str]

RENAMED_COMMANDS: Mapping[str, str] = {"diff": "judge"}
RENAMED_OPTIONS: Mapping[tuple[str, str], str] = {
    ("graph", "--export"): "--output",
    ("around", "--export"): "--output",
    ("around", "--within"): "--depth",
    ("show", "--svg"): "--output",
    ("play", "--svg"): "--output",
    ("solve", "--sgf"): "--output",
    ("solve", "--certificate"): "--output",
    ("claims", "--write"): "--output",
}


def _in_seconds(value: str) -> Words:
    return ["--effort", f"{value}s"]


def _in_nodes_or_seconds(value: str) -> Words:
    return ["--effort", value if value.endswith("s") else f"{value}n"]


def _in_turns(value: str) -> Words:
    return ["--effort", f"{value}n"]


def _left_out(value: str) -> Words:
    return []


REWRITTEN_OPTIONS: Mapping[tuple[str, str], Callable[[str], Words]] = {
    ("compare", "--seconds"): _in_seconds,
    ("compare-values", "--seconds"): _in_seconds,
    ("values", "--seconds"): _in_seconds,
    ("solve", "--budget"): _in_nodes_or_seconds,
    ("judge", "--budget"): _in_seconds,
    ("judge", "--turns"): _in_turns,
    ("judge", "--shrinking"): _left_out,
    ("judge", "--shrinking-turns"): _left_out,
}
_WITH_VALUE = re.compile(r"(--[a-z-]+)=(.*)", re.DOTALL)


def as_written_now(words: Sequence[str]) -> Words:
    """A command as it is written now.

    >>> as_written_now(["diff", "--compare", "old.jsonl", "new.jsonl"])
    ['changes', 'old.jsonl', 'new.jsonl']
    >>> as_written_now(["graph", "2x1", "--from", "X.", "--within=2"])
    ['around', 'X.', '--depth', '2']
    >>> as_written_now(["solve", "2x1", "--budget", "60s"])
    ['solve', '2x1', '--effort', '60s']
    """
    if not words:
        return []
    command, *rest = words
    command = RENAMED_COMMANDS.get(command, command)
    command, rest = _come_out(command, rest)
    rewritten: Words = []
    while rest:
        word, *rest = rest
        option, value = word, None
        if written := _WITH_VALUE.fullmatch(word):
            option, value = written[1], written[2]
        known = (command, option)
        if known in RENAMED_OPTIONS:
            rewritten += [RENAMED_OPTIONS[known], *([] if value is None else [value])]
        elif known in REWRITTEN_OPTIONS and (value is not None or rest):
            if value is None:
                value, *rest = rest
            rewritten += REWRITTEN_OPTIONS[known](value)
        else:
            rewritten.append(word)
    return [command, *rewritten]


def _come_out(command: str, rest: Words) -> tuple[str, Words]:
    """Commands that were options of others."""
    if command == "compare" and "--values" in rest:
        return "compare-values", [word for word in rest if word != "--values"]
    if command == "judge" and "--compare" in rest:
        return "changes", _without(rest, "--compare")
    if command == "solve" and any(word.partition("=")[0] == "--check" for word in rest):
        files = [word.partition("=")[2] for word in rest if word.startswith("--check=")]
        others = [word for word in rest if not word.startswith("--check=")]
        if not files:
            number = others.index("--check")
            files, others = others[number + 1 :][:1], others[:number] + others[number + 2 :]
        return "verify", [*files, *others]
    if command == "rules" and "--diff" in rest:
        return "rules", _without(rest, "--diff")
    if command == "graph" and any(word.partition("=")[0] == "--from" for word in rest):
        rows = [word.partition("=")[2] if "=" in word else "" for word in rest if word.startswith("--from")]
        others = [word for word in rest if not word.startswith("--from=")]
        if "--from" in others:
            number = others.index("--from")
            rows, others = others[number + 1 :][:1], others[:number] + others[number + 2 :]
        boards = [word for word in others if re.fullmatch(r"\d+x\d+", word, re.ASCII | re.IGNORECASE)]
        return "around", [*rows[:1], *(word for word in others if word not in boards[:1])]
    return command, rest


def _without(words: Words, option: str) -> Words:
    return [word for word in words if word != option]


def sentence(before: Sequence[str], now: Sequence[str]) -> str:
    """What to write from now on, in one sentence; "" if it is written so.

    >>> sentence(["diff", "--engine", "superko"], ["judge", "--engine", "superko"])
    '`superko diff` is now `superko judge`; the old name works in this version only.'
    """
    if list(before) == list(now):
        return ""
    if before[1:] == now[1:]:
        return f"`superko {before[0]}` is now `superko {now[0]}`; the old name works in this version only."
    import shlex  # noqa: PLC0415 (needed only for what is written as before)

    return f"This is now written `{shlex.join(['superko', *now])}`; the old way works in this version only."
