"""Draws the picture of the explorer in the README anew: `python -m tests.checker.explorer.write`."""

from __future__ import annotations

from pathlib import Path

from .snapshot import snapshot

PICTURE = Path(__file__).parents[3] / "checker" / "pages" / "assets" / "explorer.svg"
RING_OF_KOS = "#/tromp-taylor/3x3/C1.A2.C3.B1.A3.C2.A1?board=XO./.XO/XO."
CLOSING = "B3"

if __name__ == "__main__":
    PICTURE.write_text(snapshot(RING_OF_KOS, CLOSING), encoding="utf-8")
