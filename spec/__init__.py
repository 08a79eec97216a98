"""What the rules documents say: each clause a small pure function, tagged with its permanent id.

`algebra` is the language in which board clauses are written; `vocabulary` holds the values of a game (turns,
positions, records); `registry` holds the clause tag; `rules` the parameters. Each folder is one document.
"""

from . import aga, chinese_2002, dead_stones, french, katago_summary, katago_v2, new_zealand, tromp_taylor, wmsg

__all__ = [
    "aga",
    "chinese_2002",
    "dead_stones",
    "french",
    "katago_summary",
    "katago_v2",
    "new_zealand",
    "tromp_taylor",
    "wmsg",
]
