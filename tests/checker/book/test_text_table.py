"""The table of texts: every cell is read from clauses in force and recorded verdicts, and says nothing of its own."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from itertools import chain

import pytest

from superko.checker.pages import text_table as text_table_module
from superko.checker.pages.live import RULES
from superko.checker.pages.text_table import ASKED, USUAL, games_that_differ, parameter_table, said_alike, text_table
from superko.interpreter.rule_names import KNOWN_NAMES, parse_rules
from superko.spec.algebra import Color, Condition
from superko.spec.claim import claims
from superko.spec.documents import DOCUMENTS
from superko.spec.presets import PRESETS
from superko.spec.registry import Decision, make_clause
from superko.spec.rules import Rules
from superko.spec.vocabulary import Play, Position, Record
from tests.checker.explorer.conversation import shown

from .books import small_site

LASTS_FOREVER = next(asked for asked in ASKED if asked.title == "Can a game last forever")
TITLES = [asked.title for asked in ASKED]


def says(title: str, rules: Rules) -> str:
    return next(asked for asked in ASKED if asked.title == title).answer(rules).text


@pytest.mark.parametrize("name", PRESETS)
def test_a_cell_is_made_of_sentences_of_clauses_and_claims(name: str) -> None:
    rules = PRESETS[name]
    for column in text_table([name]).values():
        answer = column[name]
        assert answer.text == (" ".join(answer.sentences) or answer.silent)
        assert all(
            clause in rules.in_force or clause.decides is None for clause in answer.clauses if clause.id[:4] != "dead"
        )
    assert says("What ends the game", rules)


def test_every_value_of_a_preset_that_is_not_the_usual_one_leads_to_a_game_on_which_the_two_differ() -> None:
    games = games_that_differ()
    assert games.keys() == {
        (parameter, values[name])
        for parameter, values in parameter_table().items()
        for name in values
        if PRESETS[name].document == PRESETS[USUAL].document and values[name] != values[USUAL]
    }
    for address in games.values():
        assert shown(address)["parting"]["after"] is not None


@pytest.mark.parametrize("document", DOCUMENTS)
def test_a_document_may_be_without_claims(document: str, monkeypatch: pytest.MonkeyPatch) -> None:
    others = tuple(claim for claim in claims() if claim.document != document)
    monkeypatch.setattr("superko.checker.evidence.decided.claims", lambda: others)
    monkeypatch.setattr(text_table_module, "_terminating", text_table_module._terminating.__wrapped__)
    names = [name for name, rules in PRESETS.items() if rules.document == document][:1]
    (answer,) = text_table(names)[LASTS_FOREVER].values()
    assert answer.text == "No verdict on these rules is recorded."


@pytest.mark.parametrize(
    ("title", "name", "said"),
    [
        ("Suicide", "tromp-taylor-ten", "No clause forbids it."),
        ("Suicide", "wmsg", "A play that captures nothing leaves no string of its own player without liberty."),
        ("What a pass costs", "aga", "A player who passes gives the opponent one stone as a prisoner."),
        ("What a pass costs", "chinese-like", "Nothing is counted for it."),
        ("What a pass costs", "aga-area", "Nothing is counted for it."),
        ("Dead stones", "tromp-taylor", "No clause removes any: the count takes every stone for alive."),
        ("Dead stones", "tromp-taylor-ten", "No clause removes any: the count takes every stone for alive."),
        ("Dead stones", "aga-like", "No clause removes any: the count takes every stone for alive."),
        ("What a pass costs", "wmsg", "Black's margin is one point less if White made the first pass of the game."),
        ("Handicap", "tromp-taylor", "Nothing is given for it."),
        ("Can it end without result", "tromp-taylor", "It can't."),
    ],
)
def test_some_cells(title: str, name: str, said: str) -> None:
    assert says(title, PRESETS[name]) == said


def test_repetition_is_told_with_what_a_state_is() -> None:
    positional, situational = (
        says("What may not be repeated", PRESETS[name]) for name in ("chinese-ogs-kgs", "aga-like")
    )
    assert "the player to take the next turn" in situational
    assert "the player to take the next turn" not in positional


@pytest.mark.parametrize("name", ["tromp-taylor", "chinese-like", "japanese-like", "tromp-taylor-ten", "aga", "wmsg"])
def test_that_games_end_is_told_by_a_verdict(name: str) -> None:
    assert "is proved" in says("Can a game last forever", PRESETS[name])


def test_a_cell_follows_an_amendment() -> None:
    rules = PRESETS["wmsg"]
    assert says("Suicide", rules.dropping("wmsg/no-suicide")) == "No clause forbids it."
    assert says("Can a game last forever", rules.dropping("wmsg/superko")) == "No verdict on these rules is recorded."
    draws = parse_rules("repetition-draws")
    assert len(draws.deciding(Decision.DRAWN)) == 1
    assert "is a draw" in says("Can it end without result", draws)


def two_at_most(play: Play[int]) -> Condition:
    """A suicide takes off two stones at most."""
    return play.before.board.size(play.self_captured) <= 2


def two_at_most_by_a_ban(record: Record, play: Play[int]) -> Condition:
    """A suicide takes off two stones at most."""
    return two_at_most(play)


def not_beside(record: Record, play: Play[int]) -> Condition:
    """Nobody plays beside a stone."""
    return play.before.no(
        play.before.meets(play.before.board.neighbours(play.point), play.before.board.complement(play.before.empty))
    )


def gives_a_stone(position: Position[int]) -> Mapping[Color, int]:
    """A pass costs a point."""
    return {position.player: 1, position.player.opponent: 0}


@pytest.mark.parametrize(
    ("ask", "decides"), [(two_at_most, Decision.PSEUDOLEGAL), (two_at_most_by_a_ban, Decision.LEGAL)]
)
def test_a_condition_of_ones_own_is_no_repetition_and_one_on_own_stones_is_about_suicide(
    ask: Callable[..., Condition], decides: Decision
) -> None:
    before = PRESETS["tromp-taylor"]
    rules = before.adding(make_clause(ask, "mine/suicide", decides=decides))
    assert says("What may not be repeated", rules) == says("What may not be repeated", before)
    assert says("Suicide", rules) == f"{says('Suicide', before)} A suicide takes off two stones at most."
    elsewhere = before.adding(make_clause(not_beside, "mine/alone", decides=Decision.LEGAL))
    assert all(asked.answer(elsewhere).text == asked.answer(before).text for asked in ASKED if asked != LASTS_FOREVER)


def test_a_ban_of_every_document_is_told_as_a_repetition() -> None:
    for rules in PRESETS.values():
        answer = next(asked for asked in ASKED if asked.title == "What may not be repeated").answer(rules)
        assert {*rules.deciding(Decision.LEGAL)} <= {*answer.clauses}


@pytest.mark.parametrize(
    ("name", "said"), [("tromp-taylor", "Nothing is counted for it."), ("japanese-like", "A pass costs a point.")]
)
def test_a_pass_costs_what_is_counted(name: str, said: str) -> None:
    rules = PRESETS[name].adding(make_clause(gives_a_stone, "mine/stone", decides=Decision.PASS_STONES))
    assert says("What a pass costs", rules) == said


@pytest.mark.thorough
def test_rules_that_say_the_same_stand_together() -> None:
    column = next(column for asked, column in text_table().items() if asked.title == "What counts")
    together = said_alike(column).values()
    assert next(names for names in together if "chinese-like" in names)[:2] == ["chinese-like", "chinese-ogs-kgs"]


@pytest.mark.thorough
def test_the_site_tells_what_each_preset_says_to_each_question_and_explains_known_names() -> None:
    page = small_site("explorer/")[RULES].partition('<h2 id="texts">')[2]
    rows = [row.split(", ") for row in re.findall(r'<th scope="row">(.*?)</th>', page)]
    listed = Counter(chain.from_iterable(rows))
    assert {name: listed[name] for name in PRESETS} == dict.fromkeys(PRESETS, len(ASKED))
    assert all(listed[name] == 1 for name in KNOWN_NAMES)
