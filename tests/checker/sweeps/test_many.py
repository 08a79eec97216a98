"""Columns of numbers: whatever is added to one is taken from it, in order."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from superko.checker.phase.many import Column


@given(st.lists(st.lists(st.integers(0, 1), max_size=4), min_size=1))
def test_a_column_holds_what_was_added_or_the_one_number_that_all_of_it_is(parts: list[list[int]]) -> None:
    # Given a column to which numbers are added a few at a time
    column, same = Column(), Column()
    for part in parts:
        for filled in (column, same):
            filled.append(np.array(part, dtype=np.int8))
    numbers = [number for part in parts for number in part]

    # Then as many are in it, it has them in order, and it is one number where there is no other
    assert len(column) == len(numbers)
    assert same.taken_as_one().tolist() == (numbers if len(set(numbers)) > 1 else numbers[:1])
    assert column.taken().tolist() == numbers
    assert column.taken().dtype == np.int8
