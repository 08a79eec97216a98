"""The clause tag: it registers a function under a permanent id, and returns it unchanged."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from superko.spec import registry
from superko.spec.claim import claim_named
from superko.spec.katago_v2.moves import changes_coloring
from superko.spec.lemma import Serves, lemma, lemmas
from superko.spec.registry import Decision, clause, clause_named, clauses, make_clause, statements_of
from superko.spec.rules import Refusal, Rules
from superko.spec.vocabulary import Phase

PERMANENT_ID = re.compile(r"[a-z0-9-]+(/[a-z0-9-]+)+")


@pytest.fixture
def registry_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets a test register clauses that are gone after it."""
    monkeypatch.setattr(registry, "_registered", dict(registry._registered))


@pytest.mark.usefixtures("registry_of_its_own")
def test_the_tag_returns_the_function_unchanged() -> None:
    def never(turn: object) -> bool:
        """No turn of this kind exists."""
        return False

    assert clause("test/section/never", decides=Decision.TURN, during=(Phase.MAIN,))(never) is never
    registered = clause_named("test/section/never")
    assert registered.function is never
    assert registered.text == "No turn of this kind exists."
    assert (registered.document, registered.decides) == ("test", Decision.TURN)
    assert registered.during == frozenset({Phase.MAIN})
    assert [tagged.name for tagged in clauses("test")] == ["test/section/never"]


@pytest.mark.usefixtures("registry_of_its_own")
def test_all_that_a_new_document_has_no_clause_for_is_named_at_once() -> None:
    def moves(turn: object) -> bool:
        """A turn is a move."""
        return True

    clause("test/section/turn", decides=Decision.TURN)(moves)
    with pytest.raises(Refusal, match=r"START in phase main: how the game starts\. test has no clause for MOVE, "):
        Rules(document="test").sole(Decision.START)
    with pytest.raises(Refusal, match=r"stands after a pass\.$"):
        Rules().dropping("katago-v2/main/pass").dropping("katago-v2/main/start").sole(Decision.PASS)


def test_an_id_is_registered_once_only() -> None:
    with pytest.raises(ValueError, match="katago-v2/move/no-null-change is registered twice"):
        clause("katago-v2/move/no-null-change")(changes_coloring)


def test_a_part_is_registered_once_only() -> None:
    with pytest.raises(ValueError, match="katago-v2/main/state#button is registered twice"):
        clause("katago-v2/main/state", part="button")(changes_coloring)


def test_a_clause_needs_a_sentence() -> None:
    def silent() -> None: ...

    with pytest.raises(
        ValueError, match="test/section/silent needs a sentence that says what it says: write it as the docstr"
    ):
        clause("test/section/silent")(silent)
    with pytest.raises(ValueError, match="or give it as text"):
        make_clause(silent, "test/section/silent")


def test_the_text_of_a_clause_is_the_first_paragraph_on_one_line() -> None:
    def wordy() -> None:
        """A sentence that goes
        on.

        And more.
        """

    assert make_clause(wordy, "test/section/wordy").text == "A sentence that goes on."


def test_every_clause_has_a_permanent_id_and_a_plain_sentence() -> None:
    for registered in clauses():
        assert PERMANENT_ID.fullmatch(registered.id), registered.name
        assert registered.text[0].isupper(), registered.name
        assert registered.text.endswith("."), registered.name


ODD = re.compile(r"Who(ever)? |Read so|.*\b(of no account|so many|as (much|many) for|let go of|whatever else)\b")


def test_no_clause_speaks_as_no_player_would() -> None:
    assert [clause.name for clause in clauses() if ODD.match(clause.text)] == []
    assert ODD.match("Read so, the referee requires a replay.")
    assert ODD.match("Who passes hands the opponent one stone as a prisoner.")


def test_names_are_unique_and_find_their_clause() -> None:
    everything = list(clauses())
    assert Counter(registered.name for registered in everything).most_common(1)[0][1] == 1
    assert all(clause_named(registered.name) is registered for registered in everything)


def test_an_unknown_name_is_no_clause() -> None:
    with pytest.raises(KeyError):
        clause_named("katago-v2/main/no-such-clause")
    assert statements_of("katago-v2/main/no-such-clause") == ()


def test_the_statements_of_an_id_are_all_its_parts() -> None:
    names = [registered.name for registered in statements_of("katago-v2/main/state")]
    assert {"katago-v2/main/state#coloring", "katago-v2/main/state#player", "katago-v2/main/state#button"} <= set(names)
    assert [registered.name for registered in statements_of("katago-v2/main/state#player")] == [
        "katago-v2/main/state#player"
    ]


def test_a_clause_that_can_forbid_a_move_says_what_to_show() -> None:
    without_witness = {
        registered.name
        for registered in clauses("katago-v2")
        if registered.decides in (Decision.PSEUDOLEGAL, Decision.LEGAL) and registered.witness is None
    }
    assert without_witness == {"katago-v2/move/pseudolegal#empty"}, "a point that is not empty is its own witness"


@pytest.mark.clauses("claim/benson")
def test_there_is_one_lemma_for_a_clause() -> None:
    served = [registered_lemma.of for registered_lemma in lemmas()]
    assert served == list(dict.fromkeys(served))
    with pytest.raises(ValueError, match="a lemma for katago-v2/extra/pass-alive-group already"):
        lemma(of="katago-v2/extra/pass-alive-group", claim="claim/benson")(changes_coloring)


def test_what_is_said_of_where_a_clause_forbids_names_the_clause_and_the_claim() -> None:
    assert "katago-v2/main/legal-simple-ko" in [
        registered_lemma.of for registered_lemma in lemmas(Serves.WHERE_IT_FORBIDS)
    ]
    for registered_lemma in lemmas(Serves.WHERE_IT_FORBIDS):
        assert clause_named(registered_lemma.of).decides is Decision.LEGAL
        assert claim_named(registered_lemma.claim).id == registered_lemma.claim


def test_what_is_said_of_where_moves_are_quiet_names_the_clause_that_makes_them_and_the_claim() -> None:
    making_moves = [clause.name for clause in clauses() if clause.decides is Decision.MOVE]
    assert sorted(each.of for each in lemmas(Serves.WHERE_MOVES_ARE_QUIET)) == sorted(making_moves)
    for registered_lemma in lemmas(Serves.WHERE_MOVES_ARE_QUIET):
        assert clause_named(registered_lemma.of).decides is Decision.MOVE
        assert claim_named(registered_lemma.claim).id == registered_lemma.claim


def test_every_lemma_names_a_clause_and_the_claim_that_the_two_are_equal() -> None:
    for registered_lemma in lemmas():
        assert clause_named(registered_lemma.of).function is not registered_lemma.function
        assert claim_named(registered_lemma.claim).id == registered_lemma.claim
