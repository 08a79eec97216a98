"""Sekis: found again from their definition, of which each part matters, and as the site has them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from itertools import product

import pytest

from superko.checker.telling.effort import Effort
from superko.checker.values import sekis
from superko.checker.values.sekis import Seki, SekiKind, each_filled, filled, sekis_of
from superko.checker.values.valuing import Valuing, starts_of
from superko.interpreter.game import Game
from superko.interpreter.notation import parse_board, parse_grid
from superko.interpreter.result import Score
from superko.interpreter.rule_names import parse_rules
from superko.spec.algebra import BLACK, WHITE, Color, Condition
from superko.spec.registry import Decision, make_clause
from superko.spec.vocabulary import Move, Play

from ...sampling import EXHAUSTIVE


def regions(rows: list[str]) -> Iterator[tuple[set[tuple[int, int]], set[str]]]:
    """The regions of points of one color of a board, each with the colors that it borders."""
    left = {(x, y) for y, row in enumerate(rows) for x in range(len(row))}
    while left:
        reached = [left.pop()]
        bordered: set[str] = set()
        for x, y in reached:
            for across, down in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                if 0 <= down < len(rows) and 0 <= across < len(rows[0]):
                    if rows[down][across] != rows[y][x]:
                        bordered.add(rows[down][across])
                    elif (across, down) in left:
                        left.discard((across, down))
                        reached.append((across, down))
        yield set(reached), bordered


def leads(valuing: Valuing, game: Game) -> tuple[float, float]:
    """What best play comes to, with no-result at its worst and at its best."""
    value = valuing.worth(game).value
    assert value is not None
    return value.worst, value.best


def fillable(valuing: Valuing, game: Game, point: int, lead: float) -> bool | None:
    """Whether the player may fill a point without a loss; None where the move is illegal."""
    if not game.judge(Move(point)).legal:
        return None
    worst, best = leads(valuing, game.play(Move(point)))
    return best >= lead if game.position.player is BLACK else worst <= lead


def plainly_found(name: str, board: str) -> Counter[str]:
    """How many sekis of each kind there are, by going through every board as text."""
    grid, rules = parse_grid(board), parse_rules(name)
    valuing = Valuing(starts_of(rules, grid))
    numbers: Counter[str] = Counter()
    for points in product(".XO", repeat=grid.size):
        rows = ["".join(points[start : start + grid.width]) for start in range(0, grid.size, grid.width)]
        parts = list(regions(rows))
        color_of = [rows[y][x] for (x, y), _ in ((next(iter(region)), None) for region, _ in parts)]
        if any(color != "." and "." not in bordered for color, (_, bordered) in zip(color_of, parts, strict=True)):
            continue
        c = parse_board("/".join(rows))
        games = [Game(rules, rows=c, to_play=player) for player in Color]
        worths = {leads(valuing, start) for game in games for start in (game, game.passed_out())}
        if len(worths) > 1:
            continue
        lead = worths.pop()[0]
        empty = [(region, bordered) for color, (region, bordered) in zip(color_of, parts, strict=True) if color == "."]
        shared = [x + y * grid.width for region, bordered in empty if len(bordered) == 2 for x, y in region]
        answers = [{fillable(valuing, game, 1 << number, lead) for game in games} for number in shared]
        kept = sum(True not in answer and False in answer for answer in answers)
        eyes = sorted(sum(bordered == {color} for _, bordered in empty) for color in "XO")
        if kept:
            numbers[str(SekiKind(kept, (eyes[0], eyes[1])))] += 1
    return numbers


@pytest.mark.parametrize(
    ("rules", "board"),
    [
        ("tromp-taylor", "5x1"),
        pytest.param("japanese-like", "2x2", marks=pytest.mark.thorough),
        pytest.param("chinese-like", "3x2", marks=pytest.mark.thorough),
        pytest.param("tromp-taylor", "4x2", marks=EXHAUSTIVE),
    ],
)
def test_sekis_are_those_that_are_found_plainly(rules: str, board: str) -> None:
    seki_search = sekis_of(parse_rules(rules), parse_grid(board))
    assert {str(kind): number for kind, number in seki_search.kinds().items()} == plainly_found(rules, board)
    assert seki_search.undecided == 0


def test_a_seki_counts_what_it_counts_left_alone() -> None:
    (seki,) = sekis_of(parse_rules("chinese-like"), parse_grid("3x2")).sekis
    assert seki.game.position.coloring.same_as(parse_board("O.X/O.X"))
    assert (seki.lead, seki.shared, seki.kind, seki.images) == (0, 0b010010, SekiKind(2, (0, 0)), 2)


@pytest.mark.parametrize("dropped", ["katago-v2/main/end-repeated-pass", "katago-v2/main/no-result"])
def test_rules_that_an_author_changed_have_their_sekis(dropped: str) -> None:
    """Given simple ko, when what stood before is part of a situation, then every position is looked at all the same."""
    rules, grid = parse_rules("chinese-like"), parse_grid("3x1")
    search = sekis_of(rules.dropping(dropped), grid)
    assert (search.positions, search.undecided) == (sekis_of(rules, grid).positions, 0)


def test_where_there_is_no_time_to_read_the_rules_nothing_is_decided() -> None:
    rules, grid = parse_rules("spight-territory"), parse_grid("3x2")
    search = sekis_of(rules, grid, Effort(seconds=0.1))
    assert (search.positions, search.undecided, search.settled) == (489, 489, 0)


def test_where_black_may_not_fill_it_white_does() -> None:
    """Given a seki in which Black would commit suicide, when it is filled all the same, then White does and loses."""
    rules = parse_rules("chinese-like")
    black = Game(rules, rows="OO..O.XX")
    shared = 1 << 5
    story = filled(Seki(black, -3.0, shared, SekiKind(1, (0, 1)), 2))
    assert not black.judge(Move(shared)).legal
    assert story.start.player is WHITE
    assert story.turns[0] == "F1"
    result = story.game(rules).result
    assert isinstance(result, Score)
    assert result.lead > -3


def test_sekis_of_several_boards_and_rules_are_filled_as_each_is_alone() -> None:
    searched = [("tromp-taylor", "5x1"), ("tromp-taylor", "3x2"), ("chinese-like", "3x2"), ("tromp-taylor", "5x1")]
    sekis = [sekis_of(parse_rules(rules), parse_grid(board)).sekis[-1] for rules, board in searched]
    assert each_filled(sekis) == [filled(seki) for seki in sekis]


def test_for_each_seki_there_is_one_with_the_colors_swapped() -> None:
    sekis = sekis_of(parse_rules("tromp-taylor"), parse_grid("3x2")).sekis
    assert any(seki.lead for seki in sekis)
    assert {(seki.kind, seki.lead, seki.images) for seki in sekis} == {
        (seki.kind, -seki.lead, seki.images) for seki in sekis
    }


def test_a_komi_leaves_the_sekis_and_shifts_what_they_count() -> None:
    fair, with_komi = (sekis_of(parse_rules(f"tromp-taylor,komi={komi}"), parse_grid("3x2")) for komi in (0, 1.5))
    assert with_komi.kinds() == fair.kinds()
    assert [seki.lead + 1.5 for seki in with_komi.sekis] == [seki.lead for seki in fair.sekis]


def apart(play: Play[int]) -> Condition:
    """A stone is put beside none of its own color."""
    c = play.before
    return c.is_empty(c.border(play.point) & c.of(play.player))


def test_where_a_clause_was_written_every_position_begins_a_game() -> None:
    clause = make_clause(apart, "house/apart", decides=Decision.PSEUDOLEGAL, text="A stone stands apart.")
    rules, grid = parse_rules("tromp-taylor").adding(clause), parse_grid("4x1")
    # No game leads to two stones side by side.
    assert sekis_of(rules, grid).positions == 41
    assert sekis_of(rules, grid).undecided == 0


def test_what_an_effort_is_not_enough_for_is_undecided() -> None:
    seki_search = sekis_of(parse_rules("tromp-taylor"), parse_grid("3x1"), Effort(count=1))
    assert 0 < seki_search.undecided <= seki_search.positions == 15


def test_black_and_white_lead_in_as_many_sekis() -> None:
    numbers: Counter[float] = Counter()
    for seki in sekis_of(parse_rules("tromp-taylor"), parse_grid("3x2")).sekis:
        numbers[seki.lead] += seki.images
    assert numbers == {-1: 4, 0: 2, 1: 4}


def test_the_site_has_each_board_and_the_smallest_of_each_kind(capsys: pytest.CaptureFixture[str]) -> None:
    sekis.main(["4x1", "5x1"])
    shown = json.loads(capsys.readouterr().out)
    assert [(board["board"], board["kinds"]) for board in shown["boards"]] == [
        ("4x1", {}),
        ("5x1", {"1 shared liberty, an eye each": 2}),
    ]
    (smallest,) = shown["smallest"]
    assert (smallest["kind"], smallest["board"], smallest["name"]) == (
        "1 shared liberty, an eye each",
        ".O.X.",
        "tromp-taylor",
    )
    assert smallest["shows"].startswith("Whoever plays C1 loses points. If nobody plays there, it counts nothing for")


def test_the_site_says_of_how_many_positions_nothing_is_known(capsys: pytest.CaptureFixture[str]) -> None:
    sekis.main(["3x1", "--effort", "1n"])
    (board,) = json.loads(capsys.readouterr().out)["boards"]
    assert board["undecided"] > 0
