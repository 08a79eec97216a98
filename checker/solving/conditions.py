"""Conditions of what a search finds, such as "this state has not stood", and what becomes of them on the way up a turn.

A condition is one number: an event, how often it must have happened or must not have, and which of the two. What was
found is used again exactly where all its conditions hold. On the way up a turn that adds an event, what was asked
about that event is asked for fewer times, or no longer; what a turn makes forgotten was asked only of what came after.

Every function here works on the arrays of a search alone, and is compiled where numba is installed.
"""

from __future__ import annotations

from ..phase.tables import (
    FORBIDDEN,
    NO_EFFECT,
    TIMES_BITS,
    Numbers,
    Tables,
    event_added,
    history_forgotten,
    is_of_new_event,
    leaf_outcome,
    list_of_effect,
    of_step,
)
from .state import NONE, OFTEN, Conditions, LinePast


def image_of(tables: Tables, event: int, symmetry: int) -> int:
    """The image of an event."""
    if symmetry == 0:
        return event
    orbit = orbit_of(tables, event)
    first = orbit << tables.place_bits[0]
    return first + tables.images[tables.kept[orbit], symmetry, event - first]


def orbit_of(tables: Tables, event: int) -> int:
    """The orbit of an event."""
    return event >> tables.place_bits[0]


def condition(event: int, times: int, is_so: bool) -> int:
    """That an event has happened at least so often, or that it has not, as one number.

    >>> condition(3, 1, True), condition(3, 1, False)
    (51, 50)
    """
    return (event << TIMES_BITS | times) << 1 | is_so


def event_of(number: int) -> int:
    """The event of a condition."""
    return number >> TIMES_BITS + 1


def times_of(number: int) -> int:
    """How often it must have happened, or must not have."""
    return number >> 1 & (1 << TIMES_BITS) - 1


def is_so(number: int) -> bool:
    """Whether it must have happened so often, or must not have."""
    return number & 1 == 1


def image_of_condition(tables: Tables, number: int, symmetry: int) -> int:
    """The image of a condition."""
    return condition(image_of(tables, event_of(number), symmetry), times_of(number), is_so(number))


def holds(past: LinePast, number: int) -> bool:
    """Whether a condition holds of what has happened on the line."""
    return (past.times[event_of(number)] >= times_of(number)) == is_so(number)


def answer(tables: Tables, past: LinePast, conditions: Conditions, begin: int, guard: int, back: int) -> int:
    """The result of a guard of a node by what has happened on the line.

    What it asks on the way is added to the conditions from `begin` on, but not to `NONE`. `back` is the symmetry that
    turns the node to the board as it lies on the line.
    """
    while guard >= 0:
        event = image_of(tables, tables.asked[guard], back)
        happened = past.times[event] >= tables.times[guard]
        if begin != NONE:
            keep(conditions, begin, condition(event, tables.times[guard], happened))
        guard = tables.yes[guard] if happened else tables.no[guard]
    return leaf_outcome(guard)


def is_forbidden(tables: Tables, past: LinePast, conditions: Conditions, begin: int, step: int, back: int) -> bool:
    """Whether a step is forbidden by what has happened on the line; what that asks is kept as by `answer`."""
    effect = tables.effect[step]
    if not is_of_new_event(effect):
        return answer(tables, past, conditions, begin, of_step(tables.forbidden, step), back) == FORBIDDEN
    event = image_of(tables, event_added(effect), back)
    happened = past.times[event] > 0
    if begin != NONE:
        keep(conditions, begin, condition(event, 1, happened))
    return happened


def keep(conditions: Conditions, begin: int, number: int) -> None:
    """Add a condition to those from `begin` on, which are in order, unless it is there."""
    kept, top = conditions.numbers, conditions.top[0]
    place = top
    while place > begin and kept[place - 1] > number:
        place -= 1
    if place > begin and kept[place - 1] == number:
        return
    for later in range(top, place, -1):
        kept[later] = kept[later - 1]
    kept[place] = number
    conditions.top[0] = top + 1


def merge(conditions: Conditions, begin: int, middle: int) -> None:
    """Make one of two rows of conditions, each in order: those from `begin` on, and the latest, from `middle` on."""
    kept, top = conditions.numbers, conditions.top[0]
    first, second, merged = begin, middle, top
    while first < middle and second < top:
        # Which of them is less no processor foresees, so that there is no branch here.
        one, other = kept[first], kept[second]
        kept[merged] = min(one, other)
        first += one <= other
        second += other <= one
        merged += 1
    merged = _copied(kept, first, middle, merged)
    merged = _copied(kept, second, top, merged)
    conditions.top[0] = _copied(kept, top, merged, begin)


def put_in_order(conditions: Conditions, begin: int) -> None:
    """Put the conditions from `begin` on in order; they nearly are, as an image of an event is of the same orbit."""
    kept = conditions.numbers
    for end in range(begin + 1, conditions.top[0]):
        number, place = kept[end], end
        while place > begin and kept[place - 1] > number:
            kept[place] = kept[place - 1]
            place -= 1
        kept[place] = number


def rely_on_these_alone(conditions: Conditions, base: int, begin: int) -> None:
    """Let the conditions from `begin` on take the place of those from `base` on."""
    conditions.top[0] = _copied(conditions.numbers, begin, conditions.top[0], base)


def _copied(numbers: Numbers, begin: int, end: int, to: int) -> int:
    """Copy numbers to a place; where the copies end."""
    for place in range(end - begin):
        numbers[to + place] = numbers[begin + place]
    return to + end - begin


def raise_conditions(tables: Tables, conditions: Conditions, begin: int, effect: int, back: int) -> None:
    """Take the conditions from `begin` on up a step: what they ask of the past before it, and no more; see `answer`."""
    for change_place in range(number_of_changes(tables, effect)):
        change = change_at(tables, effect, change_place)
        event = image_of(tables, max(change, 0), back)
        kept = begin
        for place in range(begin, conditions.top[0]):
            number = conditions.numbers[place]
            stays = True
            if change < 0:
                stays = tables.history[orbit_of(tables, event_of(number))] != history_forgotten(change)
            elif event_of(number) == event:
                stays = times_of(number) > 1
                number = condition(event, times_of(number) - 1, is_so(number))
            conditions.numbers[kept] = number
            kept += stays
        conditions.top[0] = kept


def number_of_changes(tables: Tables, effect: int) -> int:
    """How many changes an effect makes."""
    if effect >= NO_EFFECT:
        return min(effect, 1)
    number = list_of_effect(effect)
    return tables.list_first[number + 1] - tables.list_first[number]


def change_at(tables: Tables, effect: int, place: int) -> int:
    """One of the changes that an effect makes: an event that is added, or what is forgotten."""
    return (
        event_added(effect) if effect > NO_EFFECT else tables.change[tables.list_first[list_of_effect(effect)] + place]
    )


def make_changes(tables: Tables, past: LinePast, effect: int, back: int) -> None:
    """Let a turn on the line change what has happened; `take_back` undoes it, and `back` is as in `answer`."""
    for place in range(number_of_changes(tables, effect)):
        change = change_at(tables, effect, place)
        if change < 0:
            _forget(tables, past, history_forgotten(change))
        else:
            event = image_of(tables, change, back)
            _set(past, event, min(past.times[event] + 1, OFTEN))
            past.event[past.happened[0]] = event
            past.happened[0] += 1


def take_back(past: LinePast, undone: int, happened: int) -> None:
    """Undo what turns changed since so much had happened."""
    for place in range(past.undone[0] - 1, undone - 1, -1):
        past.times[past.undo_event[place]] = past.undo_times[place]
    past.undone[0] = undone
    past.happened[0] = happened


def _forget(tables: Tables, past: LinePast, history: int) -> None:
    for place in range(past.happened[0]):
        event = past.event[place]
        if tables.history[orbit_of(tables, event)] == history and past.times[event] > 0:
            _set(past, event, 0)


def _set(past: LinePast, event: int, times: int) -> None:
    undone = past.undone[0]
    past.undo_event[undone] = event
    past.undo_times[undone] = past.times[event]
    past.undone[0] = undone + 1
    past.times[event] = times
