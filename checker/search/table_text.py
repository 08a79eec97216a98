"""The text of the table in which situations are found by their codes.

It has 32-bit entries: the lower bits of one are the number of a situation, counted from 1, and the others a mark of its
code, so that few codes are looked at in vain. The code itself is always compared in full.
"""

from __future__ import annotations

TABLE = """
def bits_of_numbers(table):
    # The bits of an entry that are a number: no number is greater than how many places there are.
    bits = word(table.shape[0])
    for shift in (1, 2, 4, 8, 16):
        bits |= bits >> word(shift)
    return bits


def mixed(code):
    some = code * word(0x9E3779B97F4A7C15)
    return (some ^ (some >> word(32))) * word(0xD6E8FEB86659FD93)


def place_in(table, nodes, code):
    # Where a code stands in the table, or has room, and the mark that goes with it.
    some = mixed(code)
    numbers = bits_of_numbers(table)
    places = word(table.shape[0])
    mark = (some >> word(32)) & ~numbers
    place = ((some & word(0xFFFFFFFF)) * places) >> word(32)
    while True:
        entry = word(table[place])
        if entry == word(0):
            return place, mark
        if entry & ~numbers == mark and nodes[(entry & numbers) - word(1)] == code:
            return place, mark
        place += word(1)
        if place == places:
            place = word(0)


def look_ahead(codes, found, table, nodes, seen):
    # Look at the places of many codes at once, so that memory is waited for once and not for each of them.
    numbers = bits_of_numbers(table)
    places = word(table.shape[0])
    for index in range(found):
        seen[index] = ((mixed(codes[index]) & word(0xFFFFFFFF)) * places) >> word(32)
    for index in range(found):
        seen[index] = word(table[seen[index]]) & numbers
    for index in range(found):
        if seen[index] != word(0):
            seen[index] = nodes[seen[index] - word(1)]


def put_in(table, nodes, size):
    for index in range(size):
        place, mark = place_in(table, nodes, nodes[index])
        table[place] = mark | word(index + 1)
"""
