"""The search for what a player can force, as functions that are compiled for some rules, a board and an attacker.

It goes depth first to so many turns, and keeps what it finds of a situation by the least of its images: in how many
turns the attacker succeeds, or that it takes more than so many. Both hold however the situation came about. Of where
the attacker succeeds nothing is ever lost: what must give way is written down. So whatever turn made a situation
succeed is known to succeed in fewer turns, and play that follows these comes to an end.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ...interpreter.program.machine_code import NotEmitted
from ...interpreter.program.words import count, mix, number, word
from ..phase.steps_text import PASSES, Images, standing_for, turns_from

# What the functions below are compiled for: the points of the board, how many they are, who attacks, and for how many.
POINTS = SIZE = ENOUGH = 1
ATTACKER = 0

FAILS, SUCCEEDS, NOT_YET = 0, 1, -1
NEVER = 255
LONGEST = 250
DEPTH, NODES, RESULT, TURNS = range(4)
NO_CODE = 0xFFFFFFFFFFFFFFFF
LIKE_A_DEEP_SEARCH = 40
FIRST = 1 << 60
FOR_A_CAPTURE = 50


def sure_of_black(black: int, white: int) -> int:
    """The points that Black keeps who only passes."""
    raise NotEmitted


def sure_of_white(black: int, white: int) -> int:
    """The points that White keeps who only passes."""
    raise NotEmitted


class ForcedAnswers(NamedTuple):
    """What was found of situations: two places for each, by its least image; what tells less gives way.

    Attributes:
        codes: the least images, `NO_CODE` where there is none.
        within: one more than the turns in which the attacker succeeds; 0 where that is not known.
        failed: one more than the turns in which the attacker does not; `NEVER` where it can't be at all.
        best: a mark of what the best turn led to; 0 for none.
        gave_way: the answers that gave way in which the attacker succeeds: the least images, then `within`.
        now: how many gave way.
    """

    codes: Any
    within: Any
    failed: Any
    best: Any
    gave_way: Any
    now: Any


class ForcedLine(NamedTuple):
    """The line of play that is looked at, with a row for each depth.

    Attributes:
        codes: the situations.
        least: their least images.
        turns: how many turns there are.
        tried: how many of these were tried.
        reached: the situations that turns lead to, the most promising first.
        reached_least: their least images.
        worth: how promising they are.
        never: whether every turn that was tried fails for good.
        longest: the most turns that any that was tried takes.
    """

    codes: Any
    least: Any
    turns: Any
    tried: Any
    reached: Any
    reached_least: Any
    worth: Any
    never: Any
    longest: Any


class ForcedPlay(NamedTuple):
    """All that a search works on.

    Attributes:
        images: what takes codes to their images.
        answers: what was found.
        line: where it looks.
        good: for each player and point, how good a move there has been.
        reached: where the turns of one situation are written.
        of_kind: how many of these are of each kind.
        now: the depth, how many nodes were looked at, what the last turn comes to, and in how many turns.
    """

    images: Images
    answers: ForcedAnswers
    line: ForcedLine
    good: Any
    reached: Any
    of_kind: Any
    now: Any


def place_of(answers: ForcedAnswers, code: int) -> int:
    """Where there is an answer for a code; -1 if there is none."""
    place = first_place(answers, code)
    if word(answers.codes[place]) == code:
        return place
    return place ^ 1 if word(answers.codes[place ^ 1]) == code else -1


def first_place(answers: ForcedAnswers, code: int) -> int:
    """The first of the two places for a code."""
    return number(mix(mix(word(0), code), word(0)) & word(len(answers.codes) - 1))


def place_for(answers: ForcedAnswers, code: int) -> int:
    """Where an answer for a code is to be kept; what else is there gives way."""
    place = place_of(answers, code)
    if place >= 0:
        return place
    place = first_place(answers, code)
    if depth_of_answer(answers, place) > depth_of_answer(answers, place ^ 1):
        place ^= 1
    if answers.within[place] > 0:
        answers.gave_way[0, answers.now[0]] = answers.codes[place]
        answers.gave_way[1, answers.now[0]] = answers.within[place]
        answers.now[0] += 1
    answers.codes[place] = code
    answers.within[place] = answers.failed[place] = answers.best[place] = 0
    return place


def keep_success(answers: ForcedAnswers, code: int, turns: int) -> None:
    """Keep that the attacker succeeds within so many turns, if it is not known that fewer do."""
    place = place_for(answers, code)
    known = number(answers.within[place])
    answers.within[place] = min(turns + 1, LONGEST if known == 0 else known)


def give_up_each(codes: Any, answers: ForcedAnswers) -> None:
    """Take each of some least images for a situation in which the attacker never succeeds."""
    for index in range(len(codes)):
        place = place_for(answers, word(codes[index]))
        answers.within[place], answers.failed[place] = 0, NEVER


def depth_of_answer(answers: ForcedAnswers, place: int) -> int:
    """How much an answer tells: how deep it was looked for."""
    if word(answers.codes[place]) == word(NO_CODE):
        return -1
    return LIKE_A_DEEP_SEARCH if answers.within[place] > 0 else number(answers.failed[place])


def mark_of(code: int) -> int:
    """A mark of a code, which is never 0."""
    return max(1, number(mix(word(1), code) >> word(48)))


def whose_turn(code: int) -> int:
    """Who takes the turn: 0 for Black, 1 for White."""
    return number(code >> word(3 * SIZE))


def stones_of(code: int, player: int) -> int:
    """The points of a player."""
    return (code >> word(SIZE * player)) & word(POINTS)


def surely(code: int) -> int:
    """Whether the attacker is sure of enough points, or the defender of too many; else `NOT_YET`."""
    black, white = stones_of(code, 0), stones_of(code, 1)
    own, others = count(sure_of_black(black, white)), count(sure_of_white(black, white))
    if ATTACKER == 1:
        own, others = others, own
    if own >= ENOUGH:
        return SUCCEEDS
    return FAILS if SIZE - others < ENOUGH else NOT_YET


def begin(limit: int, code: int, play: ForcedPlay) -> None:
    """Begin a search from a situation, to so many turns."""
    play.now[RESULT] = NOT_YET
    least, _ = standing_for(code, play.images)
    look_at(limit, 0, code, least, play)


def search(limit: int, play: ForcedPlay, nodes: int) -> int:
    """Go on with a search to so many turns; `NOT_YET` if it is not at its end.

    That is so when it has looked at so many nodes, or there is no room for what gives way.
    """
    line, now = play.line, play.now
    end = now[NODES] + nodes
    while now[NODES] < end and play.answers.now[0] < play.answers.gave_way.shape[1]:
        depth = number(now[DEPTH])
        if now[RESULT] != NOT_YET:
            if depth < 0:
                return number(now[RESULT])
            take_up(limit, depth, play)
        elif line.tried[depth] < line.turns[depth]:
            turn = line.tried[depth]
            line.tried[depth] = turn + 1
            look_at(limit, depth + 1, word(line.reached[depth, turn]), word(line.reached_least[depth, turn]), play)
        else:
            leave(limit, depth, play)
    return NOT_YET


def answer(depth: int, result: int, turns: int, play: ForcedPlay) -> None:
    """A situation at a depth comes to something, within so many turns if the attacker succeeds."""
    play.now[DEPTH], play.now[RESULT], play.now[TURNS] = depth - 1, result, turns


def look_at(limit: int, depth: int, code: int, least: int, play: ForcedPlay) -> None:
    """Look at a situation: what is known of it at once, or else its turns."""
    answers, left = play.answers, limit - depth
    place, best = place_of(answers, least), 0
    if place >= 0:
        best = number(answers.best[place])
        if answers.within[place] > 0:
            return answer(depth, SUCCEEDS, answers.within[place] - 1, play)
        if answers.failed[place] > left:
            return answer(depth, FAILS, 0, play)
    play.now[NODES] += 1
    known = surely(code) if place < 0 else NOT_YET
    if known == SUCCEEDS:
        keep_success(answers, least, 0)
        return answer(depth, SUCCEEDS, 0, play)
    if known == FAILS or left == 0:
        answers.failed[place_for(answers, least)] = NEVER if known == FAILS else 1
        return answer(depth, FAILS, 0, play)
    put_turns_in_order(depth, code, least, best, left, play)
    return None


def put_turns_in_order(depth: int, code: int, least: int, best: int, left: int, play: ForcedPlay) -> None:
    """Write down the turns from a situation, the most promising first; one that settles it alone."""
    answers, line, player = play.answers, play.line, whose_turn(code)
    turns = turns_from(code, play.reached, play.of_kind)
    if player == ATTACKER:
        turns -= play.of_kind[PASSES]
    line.codes[depth], line.least[depth], line.turns[depth], line.tried[depth] = code, least, turns, 0
    line.never[depth], line.longest[depth] = True, 0
    play.now[DEPTH], play.now[RESULT] = depth, NOT_YET
    for turn in range(turns):
        after = word(play.reached[turn])
        image, _ = standing_for(after, play.images)
        place = place_of(answers, image)
        if place >= 0:
            succeeds = answers.within[place] > 0
            if succeeds and player == ATTACKER:
                settle(depth, code, image, SUCCEEDS, answers.within[place] - 1, play)
                return
            if not succeeds and player != ATTACKER and answers.failed[place] >= left:
                settle(depth, code, image, FAILS, 0, play)
                return
        is_best = best != 0 and mark_of(image) == best
        insert(depth, turn, after, image, FIRST if is_best else promise(code, after, player, play.good), line)


def settle(depth: int, code: int, least: int, result: int, turns: int, play: ForcedPlay) -> None:
    """A turn at the end of the line leads to what is known, and no other need be tried."""
    line = play.line
    line.reached[depth, 0], line.reached_least[depth, 0], line.tried[depth] = code, least, 1
    play.now[RESULT], play.now[TURNS] = result, turns


def promise(code: int, after: int, player: int, good: Any) -> int:
    """How promising a turn is: how much it captures, and how good moves at its point have been."""
    stone = stones_of(after, player) & ~stones_of(code, player)
    if stone == word(0):
        return 1
    captured = count(stones_of(code, 1 - player)) - count(stones_of(after, 1 - player))
    return number(good[player, count(stone - word(1))]) + (captured << FOR_A_CAPTURE)


def insert(depth: int, turn: int, after: int, image: int, worth: int, line: ForcedLine) -> None:
    """Put one more turn among those that were put in order."""
    at = turn
    while at > 0 and line.worth[depth, at - 1] <= worth:
        line.worth[depth, at] = line.worth[depth, at - 1]
        line.reached[depth, at] = line.reached[depth, at - 1]
        line.reached_least[depth, at] = line.reached_least[depth, at - 1]
        at -= 1
    line.worth[depth, at], line.reached[depth, at], line.reached_least[depth, at] = worth, after, image


def take_up(limit: int, depth: int, play: ForcedPlay) -> None:
    """Take up what the last turn that was tried comes to."""
    answers, line, now = play.answers, play.line, play.now
    code, result, turns, last = word(line.codes[depth]), number(now[RESULT]), number(now[TURNS]), line.tried[depth] - 1
    player, after = whose_turn(code), word(line.reached_least[depth, last])
    kept = place_of(answers, after)
    fails_for_good = result == FAILS and kept >= 0 and answers.failed[kept] == NEVER
    now[RESULT] = NOT_YET
    if (result == SUCCEEDS) != (player == ATTACKER):
        line.never[depth] = line.never[depth] and fails_for_good
        line.longest[depth] = max(number(line.longest[depth]), turns)
        return
    left = limit - depth
    stone = stones_of(word(line.reached[depth, last]), player) & ~stones_of(code, player)
    if stone != word(0):
        play.good[player, count(stone - word(1))] += 1 << min(left, 20)
    place = place_for(answers, word(line.least[depth]))
    answers.best[place] = mark_of(after)
    if result == SUCCEEDS:
        keep_success(answers, word(line.least[depth]), turns + 1)
    else:
        answers.failed[place] = NEVER if fails_for_good else left + 1
    answer(depth, result, turns + 1, play)


def leave(limit: int, depth: int, play: ForcedPlay) -> None:
    """No turn was good for whoever takes it: an attacker fails, and against a defender the attacker succeeds."""
    answers, line = play.answers, play.line
    least = word(line.least[depth])
    if whose_turn(word(line.codes[depth])) == ATTACKER:
        answers.failed[place_for(answers, least)] = NEVER if line.never[depth] else limit - depth + 1
        answer(depth, FAILS, 0, play)
    else:
        keep_success(answers, least, number(line.longest[depth]) + 1)
        answer(depth, SUCCEEDS, number(line.longest[depth]) + 1, play)


def least_of_each(codes: Any, images: Images, least: Any) -> None:
    """Write down the least images of codes."""
    for index in range(len(codes)):
        image, _ = standing_for(word(codes[index]), images)
        least[index] = image


def within_of_each(codes: Any, answers: ForcedAnswers, within: Any) -> None:
    """Write down the answers of `ForcedAnswers.within` for least images, 0 where there are none."""
    for index in range(len(codes)):
        place = place_of(answers, word(codes[index]))
        within[index] = answers.within[place] if place >= 0 else 0


def count_turns(first: Any, before: Any, steps: Any, left: Any, order: Any) -> None:
    """Write down how many turns the longest play from each node takes; where play goes round, that stays -1.

    Args:
        first: for each node, the number of the first step that leads there; then how many steps there are.
        before: for each of these steps, the node that it comes from.
        steps: for each node, how many steps lead on from there.
        left: for each node, -1.
        order: room for all nodes.
    """
    size = 0
    for node in range(len(steps)):
        if steps[node] == 0:
            left[node] = 0
            order[size] = node
            size += 1
    place = 0
    while place < size:
        node = order[place]
        place += 1
        for step in range(first[node], first[node + 1]):
            origin = before[step]
            steps[origin] -= 1
            if steps[origin] == 0:
                left[origin] = left[node] + 1
                order[size] = origin
                size += 1


def mark_what_comes_back(
    first: Any, after: Any, left: Any, kinds: Any, alike: Any, looked_from: Any, waiting: Any, come_back: Any
) -> None:
    """Mark the nodes that come after another node of their kind.

    Args:
        first: for each node, the number of its first step; then how many steps there are.
        after: for each step, the node that it leads to.
        left: for each node, how many turns the longest play from there takes.
        kinds: the kind of each node.
        alike: the nodes, those of one kind side by side.
        looked_from: for each node, -1.
        waiting: room for twice as many nodes.
        come_back: for each node, whether it does.
    """
    begin = 0
    while begin < len(alike):
        end = begin + 1
        while end < len(alike) and kinds[alike[end]] == kinds[alike[begin]]:
            end += 1
        nearest = number(left[alike[begin]])
        for place in range(begin, end):
            nearest = min(nearest, number(left[alike[place]]))
        size = 0
        for place in range(begin, end if end > begin + 1 else begin):
            waiting[size] = alike[place]
            size += 1
        while size > 0:
            size -= 1
            node = waiting[size]
            for step in range(first[node], first[node + 1]):
                target = after[step]
                if left[target] >= nearest and looked_from[target] != begin:
                    looked_from[target] = begin
                    come_back[target] = come_back[target] or kinds[target] == kinds[alike[begin]]
                    waiting[size] = target
                    size += 1
        begin = end
