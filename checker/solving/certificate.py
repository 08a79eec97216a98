"""Certificates of values as they stand in files: of which game they are, what is promised, and the graphs for it.

Whoever checks one need not trust the search, nor the machine that it works on: see `verifier`.
"""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from math import inf, isinf
from typing import Any

from ...interpreter.game import Game
from ...interpreter.rule_names import AMENDMENTS, rules_from_json, rules_to_json
from ...interpreter.rules_files import as_named
from ...interpreter.story import Start
from ...interpreter.wording import counted, points_text, shown
from ...spec.algebra import BLACK, WHITE, Color
from ...spec.rules import Rules
from ...spec.vocabulary import Phase
from .solution import Value, lead_promised, lead_text, leader, uncapitalised, winner_by
from .verifier import Detail, NotKept, Promise, ProofGraph, Verifier

LEVELS = 8
CHANGED = "It was changed after it was made: its digest is that of another."
_FIELDS = ("rules", "named", "turns", "command", "version", "graphs", "digest")
_VERSION = re.compile(r"\d+(\.\d+)+([a-z]+\d*|\.dev\d+|\+[a-z0-9.]+)*")


class RulesNotNamed(ValueError):
    """A certificate of rules with amended clauses, of which nobody says where they stand."""


def promises(value: Value) -> Iterator[Promise]:
    """What the players make sure of in a game of some value; together they say that it is no other.

    >>> [(promise.player.name, promise.lead) for promise in promises(Value(3, 3))]
    [('BLACK', 3), ('WHITE', 3)]
    """
    if value.worst > -inf:
        yield Promise(BLACK, value.worst)
    if value.best < inf:
        yield Promise(WHITE, value.best)
    if value.worst < value.best:
        yield Promise(WHITE, value.worst, or_no_result=True)
        yield Promise(BLACK, value.best, or_no_result=True)


def kept_value(promised: Sequence[Promise]) -> Value:
    """The value of a game in which all these promises are kept.

    Raises:
        NotKept: they leave open what it is.

    >>> kept_value([Promise(BLACK, 3), Promise(WHITE, 3)])
    Value(worst=3, best=3)
    """
    kept = {(promise.player, promise.or_no_result): promise.lead for promise in promised}
    worst, best = kept.get((BLACK, False), -inf), kept.get((WHITE, False), inf)
    if worst != best and (kept.get((WHITE, True)), kept.get((BLACK, True))) != (worst, best):
        raise NotKept("The graphs leave open what the value is.")
    return Value(worst, best)


def graph_to_json(graph: ProofGraph) -> dict[str, Any]:
    """A graph and its promise as they go into a file."""
    promise = graph.promise
    return {
        "player": promise.player.value,
        "lead": None if isinf(promise.lead) else promise.lead,
        "or_no_result": promise.or_no_result,
        "by_winner": promise.by_winner,
        "detail": graph.detail._asdict(),
        "questions": graph.questions,
        "nodes": graph.nodes,
    }


def graph_from_json(data: Mapping[str, Any]) -> ProofGraph:
    """A graph and its promise as they stand in a file.

    Raises:
        KeyError: something is missing.
        TypeError, ValueError: something is not of those allowed.
    """
    player, or_no_result, by_winner = Color(data["player"]), data["or_no_result"], data["by_winner"]
    if not isinstance(or_no_result, bool) or not isinstance(by_winner, bool):
        raise ValueError('"or_no_result" and "by_winner" are true or false.')
    promise = Promise(player, lead_promised(player, data["lead"]), or_no_result, by_winner)
    detail = Detail(int(data["detail"]["lookback"]), tuple(data["detail"]["counted"]))
    questions = [(str(history), str(event), int(times)) for history, event, times in data["questions"]]
    nodes = [(tuple(conditions), answer) for conditions, answer in data["nodes"]]
    if not {abs(number) for conditions, _ in nodes for number in conditions} <= {*range(1, len(questions) + 1)}:
        raise ValueError("A node has a condition that is none of the questions.")
    graph = ProofGraph(promise, detail, questions, nodes)
    _refuse_unknown(data, graph_to_json(graph))
    return graph


def _refuse_unknown(fields: Mapping[str, Any], known: Mapping[str, Any]) -> None:
    """Refuse a field that no certificate has, as nobody checks what it says."""
    for name in fields:
        if name not in known:
            raise NotKept(f"It has a field {shown(name)}, which no certificate has.")
        if isinstance(known[name], Mapping):
            _refuse_unknown(fields[name], known[name])


def command_of(fields: Mapping[str, Any]) -> str:
    """The command line that makes a certificate again, by its other fields; not where amended clauses stand.

    >>> command_of({"width": 3, "height": 2, "rules": {}, "named": "aga", "turns": "A1 pass"})
    "superko solve 3x2 --rules aga --turns 'A1 pass' --output certificate.json"
    """
    start, rules = Start.from_json(fields), "FILE.py:NAME" if AMENDMENTS in fields["rules"] else fields["named"]
    words = ["superko", "solve", start.board or str(start.grid), "--rules", rules]
    words += ["--player", start.player.value] if start.player is not BLACK else []
    words += ["--phase", start.phase.value] if start.phase is not Phase.MAIN else []
    words += ["--turns", fields["turns"]] if fields["turns"] else []
    return shlex.join([*words, "--output", "certificate.json"])


def with_digest(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a certificate, with their digest.

    >>> with_digest({"turns": ""})["digest"] == with_digest({"turns": "pass"})["digest"]
    False
    """
    rest = {name: value for name, value in fields.items() if name != "digest"}
    canonical = json.dumps(rest, sort_keys=True, separators=(",", ":"))
    return {**rest, "digest": sha256(canonical.encode()).hexdigest()}


@dataclass(frozen=True)
class Certificate:
    """A certificate as it was read.

    Attributes:
        game: the game whose value it certifies.
        start: where that game starts.
        value: the value.
        fields: all that it tells.
    """

    game: Game
    start: Start
    value: Value
    fields: Mapping[str, Any]

    @staticmethod
    def from_json(
        fields: Mapping[str, Any], taking: Callable[[Game, str], Game], rules: Rules | None = None
    ) -> Certificate:
        """Read a certificate.

        Args:
            fields: what the file holds.
            taking: a game after some turns, as text.
            rules: where clauses were amended, the rules that have them, as no file of this kind holds a clause.

        Raises:
            NotKept: it was changed after it was made, is of other amendments than those of the rules, or says of itself
                what is not so.
            RulesNotNamed: clauses were amended, and there are no rules that have them.
            KeyError: something is missing.
            ValueError: something is not of those allowed.
        """
        if with_digest(fields)["digest"] != fields["digest"]:
            raise NotKept(CHANGED)
        start, turns, value = Start.from_json(fields), fields["turns"], Value.from_json(fields["value"])
        if not isinstance(turns, str):
            raise ValueError('"turns" is a text.')
        game = taking(start.game(_rules_of(fields["rules"], rules)), turns)
        version, named, command = (str(fields[name]) for name in ("version", "named", "command"))
        if not _VERSION.fullmatch(version):
            raise NotKept(f"There is no version {version!r} of superko.")
        if as_named(game.rules, named) != named:
            raise NotKept(f"Its rules are not called {named!r}.")
        if command != command_of(fields):
            raise NotKept("Its command makes another certificate than this.")
        _refuse_unknown(fields, dict.fromkeys(_FIELDS) | {"value": value.as_json()} | start.as_json())
        return Certificate(game, start, value, fields)

    @property
    def place(self) -> str:
        """The game that it is of, in words."""
        rules, turns, start = self.fields["named"], self.fields["turns"], self.start
        amended = dict.fromkeys(amendment.name for amendment in self.game.rules.amendments)
        where = f"{start.grid} from {start.board}" if start.board else str(start.grid)
        where += f", {start.player.name.capitalize()} first" if start.player is not Color.BLACK else ""
        where += f", in the phase {start.phase.value}" if start.phase is not Phase.MAIN else ""
        rules += f", amended in {', '.join(amended)}" if amended else ""
        return f"{where}, {f'after {turns}, ' if turns else ''}under {rules}"


def _rules_of(written: Any, named: Rules | None) -> Rules:
    """The rules that a file names, with the amended clauses of those that are named beside it."""
    if AMENDMENTS not in written:
        return rules_from_json(written)
    if named is None:
        raise RulesNotNamed("Its rules have amended clauses; name them by --rules, as in --rules my_rules.py:RULES.")
    if rules_to_json(named) != written:
        raise NotKept("It is of rules with amended clauses, and other rules were asked about.")
    return named


def check(certificate: Certificate) -> str:
    """What a certificate certifies, in a sentence, once its graphs were checked.

    Raises:
        NotKept: it does not hold.
        KeyError, TypeError, ValueError: something is missing, or not of those allowed.
    """
    graphs = [graph_from_json(data) for data in certificate.fields["graphs"]]
    nodes = sum(Verifier(certificate.game, graph).check() for graph in graphs)
    value = kept_value([graph.promise for graph in graphs])
    if value != certificate.value:
        raise NotKept(f"It says {worth_text(certificate.value)}; its graphs show that {worth_text(value)}.")
    worth, checked = worth_text(value, certificate.game.rules), f"{counted(nodes, 'node')}, each checked by the clauses"
    return f"The certificate holds: {worth} on {certificate.place}, in {checked}."


def worth_text(value: Value, rules: Rules | None = None) -> str:
    """A value in a sentence, or the second part of one; see `both_text`.

    >>> worth_text(Value(1, 1)), worth_text(Value(inf, inf))
    ("Black's lead is 1", 'Black wins')
    """
    text = both_text(value, rules)
    return text if text.endswith((" wins", " draw")) else f"Black's lead is {text}"


def both_text(value: Value, rules: Rules | None = None) -> str:
    """A value, or two of them where it depends on no-result; who wins by the rules, where the lead does not say it.

    >>> both_text(Value(1, 1)), both_text(Value(-1, 0)), both_text(Value(-inf, 3)), both_text(Value(-inf, -inf))
    ('1', '-1 or 0', 'no result or 3', 'White wins')
    """
    winner = leader(value.worst) if rules is None else winner_by(rules, value.worst)
    if value.worst == value.best and (isinf(value.worst) or winner is not leader(value.worst)):
        return uncapitalised(lead_text(value.worst, winner))
    texts = ["no result" if isinf(lead) else points_text(lead) for lead in (value.worst, value.best)]
    return " or ".join(dict.fromkeys(texts))
