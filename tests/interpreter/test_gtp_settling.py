"""Settling dead stones over GTP: what players say, what follows, and the score and the status of stones then."""

from __future__ import annotations

import pytest

from superko.interpreter.gtp import GtpSession

from .gtp_conversation import after, refused, said, session

FINISHED = "set_position b E7 b E6 b E5 b E4 b D3 b D2 b D1 b G2 w F7 w F6 w F5 w F4 w E3 w E2 w E1 w B5"
"""Black has 7 stones around 25 points, B5 among them, and White 7 around 10, with G2."""
CAPTURES_B5 = ("play b B6", "play w pass", "play b A5", "play w pass", "play b C5", "play w pass", "play b B4")


def finished(rules: str, protocol: str = "") -> GtpSession:
    start = after(session(rules, 7, 7), FINISHED, "komi 6.5" if rules != "tromp-taylor-ten" else "get_komi")
    return after(start, *([f"superko-protocol {protocol}"] if protocol else []), "play b pass", "play w pass")


class TestWhatBothPlayersHoldDead:
    @pytest.mark.parametrize(
        ("rules", "score"),
        [("japanese", "B+8.5"), ("chinese", "B+8.5"), ("aga", "B+8.5"), ("tromp-taylor-ten", "B+15")],
    )
    def test_is_not_counted(self, rules: str, score: str) -> None:
        start = finished(rules)
        assert said(start, "superko-dead b B5 G2") == "white is asked"
        settled = after(start, "superko-dead b B5 G2", "superko-dead w G2 B5")
        assert said(settled, "final_score") == score
        assert set(said(settled, "final_status_list dead").split("\n")) == {"G2", "B5"}
        assert "B5" not in said(settled, "final_status_list alive")
        assert said(settled, "final_status_list seki") == ""

    def test_is_nothing_before_they_say_so(self) -> None:
        assert said(finished("chinese"), "final_score") == "W+6.5"
        assert said(finished("chinese"), "final_status_list dead") == ""

    def test_is_asked_once_both_have_passed(self) -> None:
        start = after(session("chinese", 7, 7), FINISHED, "play b pass")
        assert refused(start, "superko-dead b B5").startswith("the players have not stopped")

    def test_is_stones(self) -> None:
        assert refused(finished("japanese"), "superko-dead b C3")
        assert refused(finished("chinese"), "superko-dead b C3")
        assert refused(finished("chinese"), "superko-dead b Z1")

    def test_is_said_once(self) -> None:
        assert refused(after(finished("japanese"), "superko-dead b"), "superko-dead b B5")


class TestADispute:
    @pytest.mark.parametrize("protocol", ["chinese", "japanese"])
    def test_is_played_out(self, protocol: str) -> None:
        start = after(finished("chinese", protocol), "superko-dead b B5 G2")
        assert said(start, "superko-dead w G2") == "play goes on, with black to play"
        stopped = after(start, "superko-dead w G2", *CAPTURES_B5, "play w pass", "play b pass")
        settled = stopped if protocol == "japanese" else after(stopped, "superko-dead b G2", "superko-dead w G2")
        assert said(settled, "final_score") == "B+8.5"
        assert "G2" in said(settled, "final_status_list dead").split("\n")

    def test_on_a_copy_leaves_the_board_as_it_was(self) -> None:
        start = after(finished("chinese", "japanese"), "superko-dead b B5 G2", "superko-dead w G2")
        settled = after(start, *CAPTURES_B5, "play w pass", "play b pass")
        assert "B6" not in said(settled, "list_stones b").split()
        assert said(settled, "final_status_list dead").split("\n") == ["G2", "B5"]

    def test_is_for_a_third_party_under_mediation(self) -> None:
        start = after(finished("chinese", "mediation"), "superko-dead b B5 G2")
        assert said(start, "superko-dead w G2") == "a third party is asked"
        assert said(after(start, "superko-dead w G2", "superko-ruling B5"), "final_score") == "B+8.5"

    def test_leaves_all_alive_by_the_aga_if_both_pass_again(self) -> None:
        start = after(finished("aga"), "superko-dead b B5 G2", "superko-dead w G2")
        over = after(start, "play b pass", "play w pass")
        assert said(over, "final_score") == "W+6.5"
        assert said(over, "final_status_list dead") == ""

    def test_is_resumed_by_the_aga_with_a_move(self) -> None:
        start = after(finished("aga"), "superko-dead b B5 G2", "superko-dead w G2")
        stopped = after(start, *CAPTURES_B5, "play w pass", "play b pass")
        assert said(after(stopped, "superko-dead b G2", "superko-dead w G2"), "final_score") == "B+8.5"

    def test_is_over_at_any_time_by_a_reading_of_the_aga_s_rules(self) -> None:
        start = after(finished("aga,reading/aga-agreement=any-time"), "superko-dead b B5 G2", "superko-dead w G2")
        played = after(start, "play b A7", "superko-dead b B5 G2")
        assert said(played, "superko-dead w B5 G2") == "settled"
        for turns in ([], ["play b A7"], ["play b A7", "play w pass"]):
            usually = after(finished("aga"), "superko-dead b B5 G2", "superko-dead w G2", *turns)
            assert refused(usually, "superko-dead b").endswith("both pass first.")

    def test_is_taken_back_with_the_turns(self) -> None:
        start = after(finished("chinese", "chinese"), "superko-dead b B5 G2", "superko-dead w G2", "play b B6")
        assert said(after(start, "undo"), "list_stones b") == said(finished("chinese"), "list_stones b")
        assert said(after(start, "undo", "undo", "play w pass"), "final_score") == "W+6.5"

    def test_lets_the_player_who_passed_first_go_on(self) -> None:
        start = after(finished("chinese", "kgs"), "superko-dead b B5 G2", "superko-dead w G2")
        assert "play was resumed" in refused(start, "play w A1")
        assert refused(start, "play b E3").startswith("illegal move: katago-v2/move/pseudolegal")

    def test_can_be_silence(self) -> None:
        start = after(finished("chinese", "mediation"), "superko-dead b B5 G2", "superko-dead w ?")
        assert said(start, "final_score") == "W+6.5"


class TestTheProtocol:
    @pytest.mark.parametrize(
        ("rules", "protocol"), [("chinese", "agreement"), ("japanese", "agreement"), ("aga", "aga")]
    )
    def test_is_usually_agreement_or_the_aga_s(self, rules: str, protocol: str) -> None:
        assert said(session(rules), "superko-protocol") == protocol

    def test_is_one_of_those_there_are(self) -> None:
        assert refused(session(), "superko-protocol swiss").startswith("unknown protocol")

    @pytest.mark.parametrize(("rules", "protocol"), [("chinese", "aga"), ("japanese", "kgs")])
    def test_is_for_the_rules(self, rules: str, protocol: str) -> None:
        assert refused(finished(rules, protocol), "superko-dead b")

    def test_and_rules_stay_once_the_players_have_begun(self) -> None:
        start = after(finished("chinese"), "superko-dead b B5")
        assert refused(start, "superko-protocol kgs") == refused(start, "komi 3")


def test_a_saved_game_names_its_rules() -> None:
    assert "RU[Japanese]" in said(session("japanese"), "printsgf")
