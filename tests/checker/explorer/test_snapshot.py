"""The picture of the explorer: it shows what the explorer says, and the one in the README is the one drawn now."""

from __future__ import annotations

import re
from xml.etree.ElementTree import fromstring

import pytest

from superko.checker.pages.explorer.sides import lasso

from .conversation import side
from .snapshot import snapshot
from .write import CLOSING, PICTURE, RING_OF_KOS


def test_the_picture_in_the_readme_is_the_one_that_is_drawn_now() -> None:
    drawn_now = snapshot(RING_OF_KOS, CLOSING)
    assert PICTURE.read_text(encoding="utf-8") == drawn_now, "Write it: python -m tests.checker.explorer.write"
    page = PICTURE.parents[3] / "interpreter" / "README.md"
    assert "](../checker/pages/assets/explorer.svg)" in page.read_text(encoding="utf-8")


def test_the_picture_tells_what_the_explorer_tells() -> None:
    choice = side(RING_OF_KOS)["choices"][CLOSING]
    words = " ".join(fromstring(snapshot(RING_OF_KOS, CLOSING)).itertext())
    assert choice["clause"] in words
    assert all(word in words for word in choice["says"].split())


def test_a_turn_that_leads_back_to_nothing_makes_no_picture() -> None:
    with pytest.raises(ValueError, match="leads back to no earlier state"):
        snapshot("#/tromp-taylor/3x3/B2", "A1")


@pytest.mark.parametrize(("first", "last"), [(0, 1), (0, 7), (2, 5), (3, 60), (200, 999)])
def test_a_lasso_shows_both_ends_of_the_cycle_and_no_more_dots_than_can_be_read(first: int, last: int) -> None:
    drawn = lasso(first, last, "C3")
    numbers = [int(text) for text in re.findall(r">(\d+)</text>", drawn)]
    assert {first, last} <= {*numbers}
    assert numbers == sorted(numbers)
    assert len(numbers) <= 14
    assert numbers == [*range(last + 1)] or "…" in drawn
