"""Amendments: what replacing, dropping or adding a clause does to a rule set."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from inspect import signature
from typing import Any

import pytest

import superko
from superko.interpreter.clauses_of_authors import as_written
from superko.interpreter.game import Game
from superko.interpreter.history import after, first_record
from superko.interpreter.notation import board_text, parse_board
from superko.interpreter.result import as_set_up, lead_of
from superko.spec.algebra import BLACK, WHITE, Color, Coloring, Condition
from superko.spec.guard import given
from superko.spec.katago_v2.cleanup import is_ko_move
from superko.spec.parameters import Ko, Tax
from superko.spec.presets import PRESETS
from superko.spec.registry import Decision, clauses, make_clause
from superko.spec.rules import Rules
from superko.spec.vocabulary import PASS, Move, Phase, Play, Position, Record, Turn

SELF_PLAY = Rules(self_play_opts=True)


def always(*_: Any) -> bool:
    """It is always so."""
    return True


def never(*_: Any) -> bool:
    """It is never so."""
    return False


def test_dropping_a_clause_leaves_the_others() -> None:
    rules = Rules(suicide=False)
    names = [clause.name for clause in rules.in_force]
    names.remove("katago-v2/move/suicide-ban")
    assert [clause.name for clause in rules.dropping("katago-v2/move/suicide-ban").in_force] == names


def test_adding_a_clause_puts_it_last() -> None:
    forced = make_clause(always, "house/main/forced", decides=Decision.LEGAL, during=(Phase.MAIN,))
    assert Rules().adding(forced).in_force[-1].name == forced.name


def test_an_added_clause_exists_under_its_guard_only() -> None:
    forced = make_clause(always, "house/main/forced", when=given(button=True), decides=Decision.LEGAL)
    with_and_without = [Rules(button=button).adding(forced).in_force for button in (True, False)]
    assert [forced.name in {clause.name for clause in in_force} for in_force in with_and_without] == [True, False]


def test_amending_leaves_the_rules_it_started_from_as_they_were() -> None:
    rules = Rules(suicide=False)
    before = rules.in_force
    assert rules.dropping("katago-v2/move/suicide-ban") != rules
    assert rules.in_force == before == Rules(suicide=False).in_force


def test_an_unknown_clause_cannot_be_amended() -> None:
    with pytest.raises(ValueError, match="no clause 'katago-v2/move/wombat'; `superko rules RULES` lists them"):
        Rules().dropping("katago-v2/move/wombat")
    with pytest.raises(
        ValueError, match=r"no clause 'katago-v2/move/suicid-ban'; did you mean .*katago-v2/move/suicide-ban"
    ):
        Rules().dropping("katago-v2/move/suicid-ban")
    with pytest.raises(ValueError, match="no clause"):
        Rules().replacing("katago-v2/move/suicide", always)


def test_a_clause_with_parts_is_amended_part_by_part() -> None:
    with pytest.raises(ValueError, match="has parts: name one of katago-v2/main/state#coloring, "):
        Rules().dropping("katago-v2/main/state")
    amended = Rules(ko=Ko.SITUATIONAL).dropping("katago-v2/main/state#player")
    assert len(amended.deciding(Decision.STATE)) == 1


def test_a_part_without_a_name_of_its_own_is_amended_by_the_id() -> None:
    amended = Rules(self_play_opts=True, button=True).dropping("katago-v2/main/end-all-pass-alive")
    assert amended.deciding(Decision.GAME_ENDS) == ()
    assert len(amended.deciding(Decision.EARLY_END)) == 2


def every_empty_point(c: Coloring[int], region: int) -> int:
    """Every empty point of the board is a liberty of every region."""
    return c.empty


def every_capture(rules: Rules, play: Play[int]) -> bool:
    """A ko-move is any move that captures something."""
    return bool(play.captured)


@pytest.mark.parametrize("literally", [False, True])
def test_a_definition_is_replaced_wherever_clauses_call_it(literally: bool) -> None:
    """Given liberties all over the board, when a stone is surrounded, then it stays, though a lemma knows better."""
    rules = Rules().replacing("katago-v2/move/liberty", every_empty_point)
    boards = [
        board_text(Game(rule_set, rows="XO/..", to_play=WHITE).play(Move(0b100)).position.coloring)
        for rule_set in (Rules(), rules.literally() if literally else rules)
    ]
    assert boards == [".O/O.", "XO/O."]


def test_a_ko_move_may_be_defined_otherwise() -> None:
    """Given that every capture is a ko-move, when two stones are captured in cleanup, then the point is marked."""
    japanese = PRESETS["japanese-like"]
    games = [
        Game(rules, rows=".XXO.", to_play=WHITE, phase=Phase.FIRST_CLEANUP).play(Move(1))
        for rules in (japanese, japanese.replacing("katago-v2/cleanup/ko-move", every_capture))
    ]
    assert [game.position.marks for game in games] == [0, 1]
    assert [game.rules.defined(is_ko_move).__name__ for game in games] == ["is_ko_move", "every_capture"]


def test_a_definition_is_replaced_where_another_module_calls_it_by_a_helper() -> None:
    """Given that nothing is dame, when a shared liberty is left, then one not in atari lives beside it."""
    nothing = lambda c: c.board.nothing  # noqa: E731
    seki = Rules(tax=Tax.SEKI)
    rules = seki.replacing("katago-v2/extra/dame-region", nothing, "Nothing is dame.")
    scores = [lead_of(as_set_up(rule_set, parse_board(".XX.OOO"))) for rule_set in (seki, rules)]
    assert scores == [-1, 1]


def borders_wherever_it_stands(c: Coloring[int], points: int, of_color: int) -> Condition:
    """A set borders a color when that has a stone anywhere else."""
    return c.meets(c.board.complement(points), of_color)


@pytest.mark.parametrize("literally", [False, True])
def test_a_definition_is_replaced_where_a_module_is_named_with_it(literally: bool) -> None:
    """Given that a stone far away is bordered, when each player surrounds points, then these count for nobody."""
    plain = Rules()
    rules = plain.replacing("katago-v2/def/border", borders_wherever_it_stands)
    ends = [Game(rule_set.literally() if literally else rule_set, rows=".XO..") for rule_set in (plain, rules)]
    assert [lead_of(as_set_up(game.rules, game.position.coloring)) for game in ends] == [-1, 0]
    assert [clause.function for clause in rules.in_force] == [clause.function for clause in replace(rules).in_force]


def test_a_definition_takes_what_it_took_and_can_not_be_dropped() -> None:
    with pytest.raises(ValueError, match=r"is a definition, so it must take \(c, region\); <lambda> does not"):
        Rules().replacing("katago-v2/move/liberty", lambda: True, "None.")
    with pytest.raises(ValueError, match="is a definition that other clauses call by name; replace it instead"):
        Rules().dropping("katago-v2/move/liberty")


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("dead-stones/chinese", "settle a game by a `Protocol` of your own"),
        ("aga/12-default", "choose scoring=AREA or scoring=TERRITORY"),
        ("aga/12-neutral", "none of them asks for it"),
    ],
)
def test_what_can_not_be_amended_says_why(name: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        Rules(document="aga").replacing(name, always)


def test_a_clause_that_is_added_decides_something_and_has_a_free_name() -> None:
    with pytest.raises(ValueError, match="house/main/idle decides nothing; say which decision"):
        Rules().adding(make_clause(always, "house/main/idle"))
    with pytest.raises(ValueError, match="a clause katago-v2/main/pass already; replace it, or choose another id"):
        Rules().adding(make_clause(always, "katago-v2/main/pass", decides=Decision.PASS))


def test_an_added_clause_is_amended_as_those_of_the_document_are() -> None:
    rules = Rules().adding(make_clause(always, "mine/main/forced", decides=Decision.LEGAL, during=(Phase.MAIN,)))
    with pytest.raises(ValueError, match="a clause mine/main/forced already; replace it, or choose another id"):
        rules.adding(make_clause(always, "mine/main/forced", decides=Decision.LEGAL))
    assert rules.dropping("mine/main/forced") == rules.replacing("mine/main/forced", never).dropping("mine/main/forced")
    assert rules.dropping("mine/main/forced") == Rules()
    replaced = rules.replacing("mine/main/forced", never)
    assert [(clause.name, clause.text, clause.during) for clause in replaced.by_authors] == [
        ("mine/main/forced", "It is never so.", frozenset({Phase.MAIN}))
    ]
    assert eval(repr(replaced.dropping("mine/main/forced")), {"superko": superko}) == Rules()
    with pytest.raises(ValueError, match="no clause 'mine/main/forcd'; did you mean mine/main/forced"):
        rules.dropping("mine/main/forcd")


@pytest.mark.parametrize(
    ("asked", "arguments", "says"),
    [
        (Rules().adding, [always], r"A clause is made by make_clause\("),
        (Rules().dropping, [always], "A clause is named by its id"),
        (Rules().replacing, ["katago-v2/main/end-two-passes", 3], "A clause is made of a function and its id"),
        (Rules().replacing, [always, "house/end"], "A clause is named by its id"),
        (make_clause, ["house/end", always], "A clause is made of a function and its id"),
        (
            make_clause,
            [always, "house/end", "", given(), "LEGAL"],
            "is a Decision, such as Decision.LEGAL, not 'LEGAL'",
        ),
    ],
)
def test_an_argument_of_another_type_is_a_type_error_that_says_what_it_is(
    asked: Any, arguments: list[Any], says: str
) -> None:
    with pytest.raises(TypeError, match=says):
        asked(*arguments)


def test_the_docstring_of_decisions_has_every_one_whole() -> None:
    lines = {line.strip() for line in (Decision.__doc__ or "").splitlines()}
    assert [decision for decision in Decision if f"{decision.name} {decision.value}" not in lines] == []


def test_clauses_in_conflict_are_both_named() -> None:
    other = make_clause(always, "house/main/pass", decides=Decision.PASS, during=(Phase.MAIN,))
    rules = Rules().adding(other)
    with pytest.raises(ValueError, match="decide PASS in phase main, but katago-v2/main/pass and house/main/pass do"):
        rules.sole(Decision.PASS)


@pytest.mark.clauses("claim/benson")
def test_a_lemma_stands_in_for_its_clause_unless_the_text_is_asked_for() -> None:
    fast = SELF_PLAY.sole(Decision.PASS_ALIVE)
    literal = SELF_PLAY.literally().sole(Decision.PASS_ALIVE)
    assert (fast.function.__name__, literal.function.__name__) == ("benson", "pass_alive_groups")
    assert (fast.name, fast.text) == (literal.name, literal.text)


def test_replacing_a_clause_replaces_its_lemma_too() -> None:
    replaced = SELF_PLAY.replacing("katago-v2/extra/pass-alive-group", always)
    assert as_written(replaced.sole(Decision.PASS_ALIVE).function) is always


def test_the_clauses_of_a_turn_are_asked_about_the_turn() -> None:
    def never(turn: Turn) -> bool:
        """There are no turns."""
        return False

    rules = Rules().replacing("katago-v2/main/start#turn", never)
    (clause,) = rules.deciding(Decision.TURN)
    assert clause.function(PASS) is False


TWO_PASSES = "katago-v2/main/end-two-passes"


class TestTheSentenceOfAnAmendedClause:
    """What an amended clause says is said in a sentence of its own."""

    def test_a_function_with_some_arguments_given_keeps_its_docstring(self) -> None:
        rules = Rules().replacing(TWO_PASSES, partial(so_many_passes, 3))
        assert rules.amendments[0].text == "The phase ends after some number of passes."

    def test_without_one_the_clause_is_refused(self) -> None:
        with pytest.raises(ValueError, match=f"{TWO_PASSES} needs a sentence that says what it says: write it as"):
            Rules().replacing(TWO_PASSES, lambda record: record.pass_run >= 3)


def so_many_passes(number: int, record: Record) -> bool:
    """The phase ends after some number of passes."""
    return record.pass_run >= number


def with_marks(record: Record, play: Play[int], marks: int) -> int:
    return marks


class TestParameters:
    """A clause takes what its decision says, or it is refused when the rules are made."""

    def test_a_function_that_takes_too_much_or_too_little_is_refused(self) -> None:
        reason = rf"{TWO_PASSES} decides PHASE_ENDS, so it must take \(record\); .* does not"
        for wrong in (so_many_passes, lambda: True, lambda record, *, marks: True):
            with pytest.raises(ValueError, match=reason):
                Rules().replacing(TWO_PASSES, wrong, "Whatever.")

    def test_a_clause_that_is_added_is_looked_at_too_and_so_is_what_it_shows(self) -> None:
        with pytest.raises(ValueError, match=r"house/long decides LEGAL, so it must take \(record, play\); with_marks"):
            make_clause(always, "house/long", decides=Decision.LEGAL, witness=with_marks)

    def test_a_function_that_does_not_tell_what_it_takes_is_let_through(self) -> None:
        assert Rules().replacing(TWO_PASSES, max, "The greatest of them.").amendments

    @pytest.mark.parametrize("decision", Decision)
    def test_every_clause_of_every_document_takes_what_its_decision_says(self, decision: Decision) -> None:
        for clause in clauses():
            if clause.decides is decision:
                signature(clause.function).bind(*decision.takes)


class TestOtherDocuments:
    """A clause of one document means nothing to rules of another."""

    def test_it_is_neither_replaced_nor_dropped_nor_added(self) -> None:
        reason = "of the document aga, but these rules are of katago-v2"
        with pytest.raises(ValueError, match=f"The clause aga/7-pass is {reason}"):
            Rules().replacing("aga/7-pass", always)
        with pytest.raises(ValueError, match=reason):
            Rules().dropping("aga/7-pass")
        with pytest.raises(ValueError, match=reason):
            Rules().adding(make_clause(always, "aga/7-pass", part="again", decides=Decision.PASS))

    def test_amended_rules_are_not_made_rules_of_another_document(self) -> None:
        with pytest.raises(ValueError, match="of the document katago-v2, but these rules are of aga"):
            replace(Rules().dropping(TWO_PASSES), document="aga")

    def test_its_id_begins_with_a_word_for_where_it_is_from(self) -> None:
        with pytest.raises(ValueError, match="such as house/end or house/main/end; 'mine' is not"):
            make_clause(always, "mine", decides=Decision.LEGAL)


class TestWhereSimpleKoCanForbid:
    """Black takes one stone of `.XO.` at the right end, and White may not take back at once."""

    def where(self, rules: Rules) -> int:
        position = Position(parse_board(".XO."), BLACK)
        record = after(first_record(rules, position), Move(0b1000))
        [simple_ko] = rules.deciding(Decision.LEGAL)
        return rules.can_forbid_at(simple_ko, record)

    def test_is_the_point_where_a_single_stone_was_captured(self) -> None:
        assert self.where(Rules(ko=Ko.SIMPLE)) == 0b0100

    def test_is_nowhere_at_the_start_and_after_a_pass(self) -> None:
        rules = Rules(ko=Ko.SIMPLE)
        [simple_ko] = rules.deciding(Decision.LEGAL)
        start = first_record(rules, Position(parse_board(".XO."), BLACK))
        assert [rules.can_forbid_at(simple_ko, record) for record in (start, after(start, PASS))] == [0, 0]

    @pytest.mark.parametrize("clause", ["katago-v2/move/no-null-change", "katago-v2/main/state#player"])
    def test_is_every_empty_point_once_the_ground_is_taken_from_the_lemma(self, clause: str) -> None:
        assert self.where(Rules(ko=Ko.SIMPLE).dropping(clause)) == 0b0101
        assert self.where(Rules(ko=Ko.SIMPLE).literally()) == 0b0101

    def test_is_every_empty_point_once_players_need_not_alternate(self) -> None:
        def stays(position: Position, play: Play) -> Position:
            """The same player takes the next turn."""
            return position.taken_on(play.after, position.player)

        rules = Rules(ko=Ko.SIMPLE).replacing("katago-v2/main/start#alternation", stays)
        assert self.where(rules) == 0b0101


class TestWhereMovesAreQuiet:
    """In `..XO.` both stones are in atari: nothing needs a look only at the left, and there Black may support one."""

    BOARD = "..XO."

    def where(self, rules: Rules, player: Color = BLACK) -> int:
        return rules.quiet_points(parse_board(self.BOARD), player)

    def test_is_where_a_stone_has_a_liberty_and_threatens_none_in_atari(self) -> None:
        assert self.where(Rules()) == 0b00011
        assert self.where(Rules(), WHITE) == 0b00001

    @pytest.mark.parametrize("amended", ["katago-v2/move/no-null-change", "katago-v2/move/pseudolegal#empty"])
    def test_is_nowhere_once_the_ground_is_taken_from_the_lemma(self, amended: str) -> None:
        assert self.where(Rules().dropping(amended)) == 0
        assert self.where(Rules().literally()) == 0

    def test_is_nowhere_once_moves_are_made_otherwise_or_captures_resolved_otherwise(self) -> None:
        def nothing_is_captured(c: Coloring[Any], color: Color) -> Any:
            """No stone is ever captured."""
            return c.board.nothing

        def stands_still(position: Position) -> Position:
            """A pass takes all stones off the board."""
            return position.taken_on(position.coloring.emptied(position.coloring.black), position.player.opponent)

        assert self.where(Rules().replacing("katago-v2/move/resolve-captures", nothing_is_captured)) == 0
        assert self.where(Rules().replacing("katago-v2/main/pass", stands_still)) == 0

    @pytest.mark.parametrize("name", PRESETS)
    def test_is_the_same_in_every_text_until_its_moves_are_amended(self, name: str) -> None:
        rules = PRESETS[name]
        assert self.where(rules) == 0b00011
        [made] = rules.deciding(Decision.MOVE)
        assert self.where(rules.replacing(made.name, lambda c, player, point: None, "Nothing is played.")) == 0
