"""What a player can force on a board whose situations are too many to keep: to be sure of so many points.

Whoever only passes keeps their pass-alive stones, and the empty points among these alone, as a move there would be
suicide. So it is enough to come to a position in which these are enough. The attacker looks for play that comes there
and never passes, turn by turn deeper; the defender takes any turn. Here Black is sure of all seven points:

    . X . X X . X

On every line of play that is found each situation is nearer to the end than the one before, so that none comes back.
Whether a coloring does, or one with the same player to move, is asked of the whole strategy once it is there. As long
as none does, no turn of the attacker's is forbidden by any superko, and nothing ends or is void because it repeats.
The strategy is walked by the clauses on arrays, which take every turn of the defender's, and trust no search.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from ...interpreter.program.clauses import program
from ...interpreter.program.ir import Program
from ...interpreter.program.machine_code import Functions, Kernel, NotEmitted, is_available
from ...interpreter.program.semantics import Words as EmittedWords
from ...interpreter.program.text import PythonText
from ...interpreter.program.words import count, mix, number, word
from ...spec.algebra import BLACK, Color, Coloring, Grid
from ...spec.algebra.arrays import Flags, Words
from ...spec.katago_v2.faster_forms import benson
from ...spec.parameters import Ko, Scoring, Tax
from ...spec.rules import Refusal, Rules
from ..phase.many import Numbers, distinct
from ..phase.situations import Situations
from ..phase.steps_text import KINDS, PASSES, Images, StepPrograms, kernel_of_steps, standing_for, tables_of, turns_from
from ..phase.turns import Turns, TurnsOnArrays
from .budget import Budget

# What the functions below are compiled for: the points of the board, how many they are, who attacks, and for how many.
POINTS = SIZE = ENOUGH = 1
ATTACKER = 0

FAILS, SUCCEEDS, NOT_YET = 0, 1, -1
NEVER = 255
LONGEST = 250
DEPTH, NODES, RESULT, TURNS = range(4)
# On so small a board Python is done before anything is compiled.
MOST_POINTS_IN_PYTHON = 9
# An answer takes 12 bytes. There is room for so many of them, and twice as many for each further point.
BITS_WITHOUT_POINTS, MOST_BITS = 8, 28
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
    """

    codes: Any
    within: Any
    failed: Any
    best: Any


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
    """Where an answer for a code is to be kept; what else is there is let go."""
    place = place_of(answers, code)
    if place >= 0:
        return place
    place = first_place(answers, code)
    if depth_of_answer(answers, place) > depth_of_answer(answers, place ^ 1):
        place ^= 1
    answers.codes[place] = code
    answers.within[place] = answers.failed[place] = answers.best[place] = 0
    return place


def forget(answers: ForcedAnswers, code: int) -> None:
    """Forget the answer for a code, but for that it was looked at."""
    place = place_of(answers, code)
    if place >= 0:
        answers.within[place] = answers.failed[place] = 0


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
    """Go on with a search to so many turns; `NOT_YET` if it has looked at so many nodes and is not at its end."""
    line, now = play.line, play.now
    end = now[NODES] + nodes
    while now[NODES] < end:
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
        answers.within[place_for(answers, least)] = 1
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
        answers.within[place] = min(turns + 2, LONGEST)
    else:
        answers.failed[place] = NEVER if fails_for_good else left + 1
    answer(depth, result, turns + 1, play)


def leave(limit: int, depth: int, play: ForcedPlay) -> None:
    """No turn was good for whoever takes it: an attacker fails, and against a defender the attacker succeeds."""
    answers, line = play.answers, play.line
    place = place_for(answers, word(line.least[depth]))
    if whose_turn(word(line.codes[depth])) == ATTACKER:
        answers.failed[place] = NEVER if line.never[depth] else limit - depth + 1
        answer(depth, FAILS, 0, play)
    else:
        answers.within[place] = min(number(line.longest[depth]) + 2, LONGEST)
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


def keep_each(codes: Any, turns: Any, answers: ForcedAnswers) -> None:
    """Keep in how many turns the attacker succeeds from each of some least images."""
    for index in range(len(codes)):
        place = place_for(answers, word(codes[index]))
        answers.within[place] = min(number(turns[index]) + 1, LONGEST)


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


def mark_what_follows(first: Any, after: Any, start: int, follows: Any, waiting: Any) -> None:
    """Mark a node and all that steps lead to from there."""
    follows[start], waiting[0], size = True, start, 1
    while size > 0:
        size -= 1
        node = waiting[size]
        for step in range(first[node], first[node + 1]):
            target = after[step]
            if not follows[target]:
                follows[target] = True
                waiting[size] = target
                size += 1


def number_that_come_back(
    first: Any, after: Any, left: Any, kinds: Any, alike: Any, asked: Any, looked_from: Any, waiting: Any
) -> int:
    """How many nodes that are asked about come after another node of their kind.

    Args:
        first: for each node, the number of its first step; then how many steps there are.
        after: for each step, the node that it leads to.
        left: for each node, how many turns the longest play from there takes.
        kinds: the kind of each node.
        alike: the nodes, those of one kind side by side.
        asked: for each node, whether it is asked about.
        looked_from: for each node, -1.
        waiting: room for twice as many nodes.
    """
    come_back = begin = 0
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
                    come_back += asked[target] and kinds[target] == kinds[alike[begin]]
                    waiting[size] = target
                    size += 1
        begin = end
    return come_back


def sure_points(c: Coloring[Any], rules: Rules, color: Color) -> Any:
    """The points that a color keeps who only passes, where suicide is forbidden.

    These are its pass-alive stones, by Benson's algorithm, and the empty points that border these alone.

    >>> from superko.interpreter.notation import parse_board
    >>> [sure_points(parse_board(board), Rules(suicide=False), BLACK).bit_count() for board in (".X.XX.X", ".X.XO.X")]
    [7, 0]
    """
    groups = benson(rules, c, color)
    others = c.board.complement(groups)
    return groups | (c.empty & c.board.neighbours(groups) & ~c.board.neighbours(others))


def _program_of_sure_points(rules: Rules, grid: Grid, color: Color) -> Program:
    def does(rules: Rules, black: EmittedWords, white: EmittedWords) -> Mapping[str, Any]:
        return {"points": sure_points(Coloring(black.board, black, white), rules, color)}

    about = f"The points that {color.name.capitalize()} keeps who only passes."
    return program(f"sure_of_{color.name.lower()}", grid, rules, about, ("black", "white"), does)


def refuse_what_forcing_does_not_tell(rules: Rules) -> None:
    """See that the points of which a player is sure are points of the score, and that nothing else counts.

    Raises:
        ValueError: that is not known of these rules.
    """
    is_area = rules.document == Rules().document and rules.scoring is Scoring.AREA and rules.tax is Tax.NONE
    if not is_area or rules.suicide or rules.button or rules.self_play_opts or rules.amendments:
        raise Refusal(
            "What a player can force is asked of KataGo's rules by area, with no tax, no suicide and no button, and "
            "without amendments."
        )


class Steps(NamedTuple):
    """Steps of play by the least images of the situations: which one each comes from, and which one it leads to."""

    before: Words
    after: Words


def _turns_left(functions: Functions, steps: Steps) -> tuple[Words, Numbers]:
    """The situations that steps connect, and in how many turns the longest play from each ends; -1 if it goes round."""
    codes = distinct(np.concatenate(steps))
    origin, target = (np.searchsorted(codes, ends) for ends in steps)
    by_target = np.argsort(target, kind="stable")
    first = np.searchsorted(target[by_target], np.arange(len(codes) + 1))
    left, order = np.full(len(codes), -1), np.zeros(len(codes), np.int64)
    functions["count_turns"](first, origin[by_target], np.bincount(origin, minlength=len(codes)), left, order)
    return codes, left


class ForcedSearch:
    """A search for play by which a player comes to be sure of so many points, from an empty board.

    Args:
        rules: the rules, under simple ko; of what is forbidden by superko, `Strategy` tells more.
        grid: the board.
        attacker: the player.
        enough: how many points are enough.
        budget: how long it may take.

    Raises:
        ValueError: it can't be asked of these rules.
    """

    def __init__(self, rules: Rules, grid: Grid, attacker: Color, enough: int, budget: Budget) -> None:
        refuse_what_forcing_does_not_tell(rules)
        self.rules, self.attacker, self.enough, self.budget = replace(rules, ko=Ko.SIMPLE), attacker, enough, budget
        self.turns: Turns = TurnsOnArrays(Situations(self.rules, grid), grid)
        kernel = self._kernel(grid)
        is_large = grid.size > MOST_POINTS_IN_PYTHON and is_available()
        self.functions: Functions = kernel.compiled if is_large else kernel.in_python
        self._word: Any = np.uint64 if is_large else int
        places = 1 << min(grid.size + BITS_WITHOUT_POINTS, MOST_BITS)
        self.play = _play(Images(tables_of(self.turns.codes), False), grid, places)
        self.first = np.array([self.turns.first], dtype=np.uint64)

    def _kernel(self, grid: Grid) -> Kernel:
        programs = StepPrograms(self.rules, grid, self.turns.phase)
        steps = kernel_of_steps(programs, self.turns.may_pass, self.turns.moves_at, self.turns.unblocks_at, __name__)
        sure = (PythonText().alone(_program_of_sure_points(self.rules, grid, color)) for color in Color)
        given = ("ATTACKER", [*Color].index(self.attacker)), ("ENOUGH", self.enough)
        return replace(steps, emitted="\n\n".join([steps.emitted, *sure]), given=(*steps.given, *given))

    def succeeds(self, longest: int = LONGEST) -> bool:
        """Whether the attacker can force it from the empty board, without a pass and in so many turns at most.

        Raises:
            OutOfBudget: it takes too long to say.
        """
        return self._succeeds_from(self.first[0], longest)

    def _succeeds_from(self, code: Any, longest: int) -> bool:
        for limit in range(1, longest + 1, 2):
            self.play.good[:] //= 4
            self.budget.depth = limit
            if self._within(limit, code):
                return True
            place = self.functions["place_of"](self.play.answers, self._word(self.least(np.array([code]))[0]))
            if place >= 0 and self.play.answers.failed[place] == NEVER:
                return False
        return False

    def _within(self, limit: int, code: Any) -> bool:
        self.functions["begin"](limit, self._word(code), self.play)
        result = NOT_YET
        while result == NOT_YET:
            before = int(self.play.now[NODES])
            result = self.functions["search"](limit, self.play, self.budget.next_slice())
            self.budget.spent += int(self.play.now[NODES]) - before
        return bool(result == SUCCEEDS)

    def least(self, codes: Words) -> Words:
        """The least images of codes."""
        least = np.empty_like(codes)
        self.functions["least_of_each"](codes, self.play.images, least)
        return least

    def within(self, least: Words) -> Numbers:
        """In how many turns the attacker succeeds from least images, as far as that is kept; else `LONGEST`."""
        within = np.zeros(len(least), dtype=np.uint8)
        self.functions["within_of_each"](least, self.play.answers, within)
        return np.where(within == 0, LONGEST, within.astype(np.int64) - 1)

    def strategy(self) -> Strategy:
        """The play that was found, walked by the clauses on arrays.

        As answers were let go of, some of it may go round. There the attacker plays otherwise: to where it does not.

        Raises:
            OutOfBudget: what was let go of takes too long to find again.
            AssertionError: a search says that the attacker succeeds, and the clauses on arrays do not.
        """
        start = self.least(self.first)
        steps = self._walked(start, start[:0])
        while True:
            codes, left = _turns_left(self.functions, steps)
            goes_round = codes[left < 0]
            if not len(goes_round):
                return Strategy.of(self, steps, start[0])
            self.play.answers.codes[:] = NO_CODE
            self.functions["keep_each"](codes[left >= 0], left[left >= 0], self.play.answers)
            attacked, chosen = self._chosen_anew(goes_round[self._is_attacked(goes_round)])
            stays = ~np.isin(steps.before, attacked)
            further = distinct(chosen[~np.isin(chosen, codes)])
            walked = self._walked(further, codes)
            parts = Steps(steps.before[stays], steps.after[stays]), Steps(attacked, chosen), walked
            steps = Steps(*map(np.concatenate, zip(*parts, strict=True)))

    def _walked(self, frontier: Words, known: Words) -> Steps:
        """The steps from some situations on, as far as they are not known."""
        parts: list[Steps] = [Steps(frontier[:0], frontier[:0])]
        known = np.union1d(known, frontier)
        while len(frontier):
            parts += (stepped := list(self._steps_from(frontier)))
            reached = distinct(np.concatenate([frontier[:0], *(part.after for part in stepped)]))
            frontier = reached[~np.isin(reached, known, assume_unique=True)]
            known = np.union1d(known, frontier)
        return Steps(*map(np.concatenate, zip(*parts, strict=True)))

    def _chosen_anew(self, attacked: Words) -> tuple[Words, Words]:
        """Situations with a move of the attacker's to where play does not go round, and where that is.

        If none has one at once, one is looked for from each.
        """
        moves = self.turns.moves(attacked)
        fewest = np.full(len(attacked), LONGEST)
        np.minimum.at(fewest, moves.indices, self.within(self.least(moves.reached)))
        at_once = attacked[fewest < LONGEST]
        anew = at_once if len(at_once) else attacked
        return anew, self._chosen(anew)

    def _is_attacked(self, codes: Words) -> Flags:
        """Whether the attacker takes the next turn, in each situation."""
        is_white: Flags = self.turns.codes.white_to_play(codes)
        return np.not_equal(is_white, self.attacker is BLACK)

    def _steps_from(self, codes: Words) -> Iterator[Steps]:
        """The steps from least images, until the attacker is sure: one move of the attacker's, and any turn."""
        codes = codes[~self._is_sure(codes)]
        is_attacked = self._is_attacked(codes)
        defended, attacked = codes[~is_attacked], codes[is_attacked]
        if len(defended):
            moves = self.turns.moves(defended)
            yield Steps(defended[moves.indices], self.least(moves.reached))
            yield Steps(defended, self.least(self.turns.passes(defended)))
        if len(attacked):
            yield Steps(attacked, self._chosen(attacked))

    def _is_sure(self, codes: Words) -> Flags:
        size, whole = np.uint64(self.turns.codes.grid.size), self.turns.codes.board.everything
        c = Coloring(self.turns.codes.board, codes & whole, codes >> size & whole)
        sure: Flags = np.bitwise_count(sure_points(c, self.rules, self.attacker)) >= self.enough
        return sure

    def _chosen(self, attacked: Words) -> Words:
        """What the attacker's move leads to that needs the fewest turns.

        Where no answer is kept that tells which one does, it is looked for again.

        Raises:
            AssertionError: a search says that there is one, and it leads nowhere.
        """
        moves = self.turns.moves(attacked)
        reached = self.least(moves.reached)
        within = self.within(reached)
        fewest = np.full(len(attacked), LONGEST)
        np.minimum.at(fewest, moves.indices, within)
        is_best = np.flatnonzero(within == fewest[moves.indices])
        _, first = np.unique(moves.indices[is_best], return_index=True)
        chosen = reached[is_best[first]]
        for place in np.flatnonzero(fewest == LONGEST):
            chosen[place] = self._looked_for_again(attacked[place])
        return chosen

    def _looked_for_again(self, code: Any) -> Any:
        """What the attacker's move leads to that succeeds: the last one that a search tried."""
        reached, line = self.least(self.turns.moves(np.array([code])).reached), self.play.line
        self.functions["forget"](self.play.answers, self._word(code))
        line.tried[0] = 0
        succeeds = self._succeeds_from(code, LONGEST)
        chosen = line.reached_least[0, line.tried[0] - 1]
        if not succeeds or not line.tried[0] or chosen not in reached:
            raise AssertionError("a search finds what the clauses on arrays do not")
        return chosen


def _play(images: Images, grid: Grid, places: int) -> ForcedPlay:
    most = 2 * grid.size + 1
    wide = (LONGEST + 1, most)
    line = ForcedLine(
        codes=np.zeros(wide[0], np.uint64),
        least=np.zeros(wide[0], np.uint64),
        turns=np.zeros(wide[0], np.int64),
        tried=np.zeros(wide[0], np.int64),
        reached=np.zeros(wide, np.uint64),
        reached_least=np.zeros(wide, np.uint64),
        worth=np.zeros(wide, np.int64),
        never=np.zeros(wide[0], np.bool_),
        longest=np.zeros(wide[0], np.int64),
    )
    answers = ForcedAnswers(
        codes=np.full(places, NO_CODE, np.uint64),
        within=np.zeros(places, np.uint8),
        failed=np.zeros(places, np.uint8),
        best=np.zeros(places, np.uint16),
    )
    reached, of_kind = np.empty(most, np.uint64), np.zeros(len(KINDS), np.int64)
    return ForcedPlay(
        images, answers, line, np.zeros((2, grid.size), np.int64), reached, of_kind, np.zeros(4, np.int64)
    )


@dataclass(frozen=True)
class Strategy:
    """Play by which the attacker comes to be sure of enough, whatever the defender does.

    Attributes:
        search: what found it.
        codes: the situations that come up, by their least images, in order.
        first: for each, the number of its first step; then how many steps there are.
        after: for each step, the number of what it leads to.
        left: for each situation, how many turns the longest play from there takes.
    """

    search: ForcedSearch
    codes: Words
    first: Numbers
    after: Numbers
    left: Numbers

    @staticmethod
    def of(search: ForcedSearch, steps: Steps, start: Any) -> Strategy:
        """The strategy that has these steps, as far as they follow on a situation."""
        codes, left = _turns_left(search.functions, steps)
        origin, target = (np.searchsorted(codes, ends) for ends in steps)
        by_origin = np.argsort(origin, kind="stable")
        first, follows = np.searchsorted(origin[by_origin], np.arange(len(codes) + 1)), np.zeros(len(codes), np.bool_)
        given = int(np.searchsorted(codes, start)), follows, np.zeros(len(codes), np.int64)
        search.functions["mark_what_follows"](first, target[by_origin], *given)
        taken = by_origin[follows[origin[by_origin]]]
        number_of_each = np.cumsum(follows) - 1
        first = np.searchsorted(origin[taken], np.flatnonzero(follows))
        first = np.append(first, len(taken))
        return Strategy(search, codes[follows], first, number_of_each[target[taken]], left[follows])

    @property
    def turns(self) -> int:
        """How many turns the longest play takes."""
        return int(self.left.max())

    def states_that_come_back(self) -> int:
        """In how many situations a coloring stands again with the same player to move, by any play."""
        return self._that_come_back(with_player=True)

    def colorings_that_come_back(self) -> int:
        """After how many moves of the attacker's a coloring stands again, by any play."""
        return self._that_come_back(with_player=False)

    def _that_come_back(self, with_player: bool) -> int:
        codes = self.search.turns.codes
        colorings, white = codes.without_marks(self.codes), codes.white_to_play(self.codes)
        kinds = colorings if with_player else np.where(white, codes.with_the_opponent_to_play(colorings), colorings)
        asked = np.ones(len(white), np.bool_) if with_player else white == (self.search.attacker is BLACK)
        _, kind = np.unique(kinds, return_inverse=True)
        alike, looked_from = np.argsort(kind, kind="stable"), np.full(len(kind), -1)
        given = self.first, self.after, self.left, kind, alike, asked, looked_from, np.zeros(2 * len(kind), np.int64)
        return int(self.search.functions["number_that_come_back"](*given))
