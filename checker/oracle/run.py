"""A run of the oracle: an engine is opened and tried with games of every source; what differs is shrunk and named.

Every disagreement with a reason of its own is kept, and shown under the rules where its game shows it.
"""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, islice
from random import Random
from typing import TypeAlias

from ...interpreter.game import Game
from ...interpreter.rule_names import parse_rules
from ...interpreter.rules_files import named_rules
from ...interpreter.wording import no_such
from ...spec.rules import Refusal, Rules
from ...spec.vocabulary import Turn
from ...spec.written import written_rules
from ..telling.effort import Effort
from .changes import allowing_for, changes, set_aside
from .coverage import Judged, SmallGamesCovered, not_tried, rules_offered
from .engine import Aspect, Engine, EngineBroke, Introduction, Opener, Setting, Unsupported, number_of_phases
from .engines.gtp import GtpEngine
from .engines.json_lines import JsonLinesEngine
from .engines.process import SECONDS_TO_REPLY
from .engines.python_engine import PythonEngine, factory_named
from .findings import OracleFinding, Report
from .games import Met, all_small_games, games_near, handicap_games, random_games, recorded_games
from .naming import can_be_played, explains, makes_mistake, naming, refuted, tells_apart
from .plan import (
    MOST_CHANGES_TRIED,
    MOST_HANGS_TO_SHRINK,
    MOST_SHRUNK,
    SHARE_TO_TRY_A_CHANGE,
    Plan,
    in_turns,
)
from .shrinking import shrunk
from .trial import Choose, Disagreement, Harness, Kind, Same, only_once, shown_by, trial

_MOST_REASONS = 4
_MOST_AS_IF = 3
_LOOKS = 8
# In fewer games, what explains a finding may do so by chance.
_FEWEST_GAMES = 3
_MOST_GAMES_BEYOND_THE_EFFORT = 20

_Shrink = Callable[[Disagreement, Judged, Same], tuple[Disagreement, int | None, bool]]
"""Makes a disagreement smaller: what it came to, up to which length games were excluded, and whether time ran out."""


class Gathering:
    """What is found in a run: under each rule set by itself, and at the end each once."""

    def __init__(self, harness: Harness, judged: Mapping[str, Judged], shrink: _Shrink) -> None:
        self._harness, self._judged, self._shrink = harness, judged, shrink
        # Of each kind under each rule set: findings with what may be the reason, and how often that was looked for.
        self._kept: defaultdict[tuple[str, Kind], list[tuple[OracleFinding, frozenset[str]]]] = defaultdict(list)
        self._looks = Counter[tuple[str, Kind]]()

    def take(self, met: Disagreement, by: Judged) -> OracleFinding | None:
        """The finding that a disagreement is kept as: if it has a reason of its own, or is smaller than what has it."""
        kept = self._kept[by.name, met.kind]
        known = next((finding for finding, reasons in kept if self._is_like(met, finding, reasons, by)), None)
        if len(kept) >= _MOST_REASONS if known is None else met.size >= known.disagreement.size:
            return None
        others = [reasons for finding, reasons in kept if finding is not known]
        try:
            if met.aspect is Aspect.ANSWER and met.is_tied_to_the_game and not self._breaks_again(met):
                return self.take(only_once(met), by)
            small, excluded, cut = self._made_small(met, by, others)
        except KeyboardInterrupt:
            # Nothing is lost: it is kept as long as it is, unless something by that name was found before.
            large = OracleFinding(met, *naming(met), (by.name,), cut=True)
            if _title(large) not in (_title(finding) for each in self._kept.values() for finding, _ in each):
                kept.append((large, frozenset()))
            raise
        new = OracleFinding(small, *naming(small), (by.name,), excluded, cut)
        place = next((place for place, (finding, _) in enumerate(kept) if finding is known), len(kept))
        kept[place : place + 1] = [(new, self._reasons(new))]
        return new

    def reported(self) -> tuple[OracleFinding, ...]:
        """The findings, named without what was refuted since; what has one reason under several rules is one."""
        reported: list[OracleFinding] = []
        for finding in [self._renamed(finding) for kept in self._kept.values() for finding, _ in kept]:
            for number, known in enumerate(reported):
                if _title(known) == _title(finding) and (merged := self._merged(known, finding)) is not None:
                    reported[number] = merged
                    break
            else:
                reported.append(finding)
        return tuple(reported)

    def _made_small(
        self, met: Disagreement, by: Judged, others: list[frozenset[str]]
    ) -> tuple[Disagreement, int | None, bool]:
        """A disagreement that no other reason explains, made small; what no game shows is left as it is."""
        if not met.is_tied_to_the_game:
            return met, None, False
        small, excluded, cut = self._shrink(
            met,
            by,
            lambda other: other.kind == met.kind and not any(_is_explained(other, reasons) for reasons in others),
        )
        if small.aspect is Aspect.ANSWER and not self._breaks_again(small):
            return met, None, cut
        return small, excluded, cut

    def _breaks_again(self, disagreement: Disagreement) -> bool:
        """Whether a fresh engine breaks in the same game, too."""
        self._harness.leave()
        by = Judged("", disagreement.setting.rules, disagreement.rules)
        return self._is_shown(disagreement, by, lambda shown: shown.aspect is Aspect.ANSWER)

    def _is_shown(self, disagreement: Disagreement, by: Judged, same: Same) -> bool:
        """Whether the game of a disagreement shows the same under some rules."""
        setting = replace(disagreement.setting, rules=by.rules_told)
        turns, rewinding = disagreement.turns_that_show_it, bool(disagreement.undone)
        try:
            return shown_by(self._harness, setting, by.rules, turns, same, rewinding) is not None
        except (Unsupported, ValueError):
            return False

    def _renamed(self, finding: OracleFinding) -> OracleFinding:
        standing = self._reasons(finding)
        if standing.issuperset(finding.as_if):
            return finding
        clauses, as_if = naming(finding.disagreement, lambda words: self._is_refuted(words, finding.under))
        return replace(finding, clauses=clauses, as_if=as_if)

    def _is_like(self, met: Disagreement, known: OracleFinding, reasons: frozenset[str], by: Judged) -> bool:
        """Whether a disagreement has the same reason as a finding; or none is known of either, so that none differs."""
        if met.aspect is Aspect.ANSWER or _is_explained(met, reasons):
            return True
        if reasons:
            return False
        if self._looks[by.name, met.kind] >= _LOOKS:
            return True
        self._looks[by.name, met.kind] += 1
        theirs = self._reasons(OracleFinding(met, *naming(met), (by.name,)))
        return not theirs or _is_explained(known.disagreement, theirs)

    def _merged(self, known: OracleFinding, new: OracleFinding) -> OracleFinding | None:
        """One finding for both, if the smaller game shows it under all their rules; None where it does not."""
        ours, theirs = self._reasons(known), self._reasons(new)
        if (ours or theirs) and not (self._explains(ours, new) or self._explains(theirs, known)):
            return None
        small, large = sorted((known, new), key=lambda finding: finding.disagreement.size)
        # Its own rules come first: under these, shorter games were looked for.
        under = tuple(dict.fromkeys((*small.under, *large.under)))
        if all(name in small.under or self._is_shown_under(small, name) for name in under):
            return replace(small, under=under)
        return None

    def _explains(self, reasons: frozenset[str], other: OracleFinding) -> bool:
        """Whether one of the reasons of a finding may be the reason of another, too."""
        return any(
            explains(words, other.disagreement) and not self._is_refuted(words, other.under) for words in reasons
        )

    def _is_refuted(self, words: str, under: Sequence[str]) -> bool:
        """Whether a change of one of some rule sets would say otherwise in games in which the engine agreed."""
        judged = (self._judged[name] for name in under)
        return any(refuted(words, by.rules, chain(*by.agreed.values()), self._harness.asked) for by in judged)

    def _reasons(self, finding: OracleFinding) -> frozenset[str]:
        """The changes that explain a finding, without those that are refuted under one of its rule sets."""
        return frozenset(words for words in finding.as_if if not self._is_refuted(words, finding.under))

    def _is_shown_under(self, finding: OracleFinding, name: str) -> bool:
        """Whether the same game shows the same under other rules; an engine that broke need not do so again."""
        disagreement = finding.disagreement

        def same(shown: Disagreement) -> bool:
            return shown.kind[:2] == disagreement.kind[:2] and naming(shown)[0] == finding.clauses

        return disagreement.aspect is Aspect.ANSWER or self._is_shown(disagreement, self._judged[name], same)


def _is_explained(disagreement: Disagreement, reasons: Iterable[str]) -> bool:
    return any(explains(words, disagreement) for words in reasons)


def _title(finding: OracleFinding) -> tuple[str, ...]:
    """By what a finding is known to a reader: the aspect, the side that goes too far, and the clauses."""
    kind = finding.disagreement.kind
    return *(kind if finding.disagreement.aspect is Aspect.ANSWER else kind[:2]), *finding.clauses


Watch: TypeAlias = Callable[[str | OracleFinding, float], object]
"""Hears what is being done, or a finding that is new or smaller now; and which part of the budget is spent, 0 to 1."""
_SHARE_OF_SMALL_GAMES = 0.4
_SHARE_OF_RANDOM_GAMES = 0.6


def judge_engine(start: Opener, plan: Plan, watch: Watch = lambda news, spent: None) -> Report:
    """Try an engine, and report.

    Raises:
        ValueError: the plan names rules, or deviations, that there are none of.
    """
    begun = time.monotonic()
    with Harness(start, plan.without) as harness:
        try:
            introduction = harness.introduction()
        except Unsupported as unsupported:
            return Report(plan.seed, skipped=str(unsupported))
        except EngineBroke as broke:
            return Report(plan.seed, broke=broke.reason, exchange=broke.exchange)
        run = Run(harness, introduction, plan, watch)
        interrupted = False
        try:
            run.try_games()
        except KeyboardInterrupt:
            interrupted = True
        rule_sets, findings = tuple(run.judged.values()), run.gathering.reported()
        try:
            findings = run.with_changes_tried(findings, not interrupted)
        except KeyboardInterrupt:
            interrupted, findings = True, run.with_changes_tried(findings, go_on=False)
        return Report(
            seed=plan.seed,
            introduction=introduction,
            deviations=run.deviations,
            without=plan.without,
            rule_sets=rule_sets,
            findings=findings,
            seconds=time.monotonic() - begun,
            interrupted=interrupted,
            not_tried=not_tried(introduction, rule_sets),
        )


class Run:
    """A run under way: the deviations that are allowed for, the rule sets by name, and what was found so far."""

    def __init__(self, harness: Harness, introduction: Introduction, plan: Plan, watch: Watch) -> None:
        self.deviations = tuple(dict.fromkeys((*introduction.deviations, *plan.deviations)))
        # Only a user may name a file with rules; an engine that could would have it run.
        offered = {name: parse_rules(name) for name in rules_offered(introduction)}
        named = {name: named_rules(name) for name in plan.rules} or offered
        deviating, self.judged = allowing_for(self.deviations), dict[str, Judged]()
        for name, rules in named.items():
            judging = deviating(rules)
            # An engine can't be given amended clauses; it is judged by them all the same.
            self.judged[name] = Judged(name, replace(rules, amendments=()), judging, set_aside(rules, judging))
        self._harness, self._introduction, self._plan, self._watch = harness, introduction, plan, watch
        self._budget = plan.budget(plan.trying, harness.turns_so_far)
        self._left_to_shrink = MOST_SHRUNK * plan.shrinking
        self.has_findings = False
        self.gathering = Gathering(harness, self.judged, self._shrunk)

    def try_games(self) -> None:
        """Try the engine under every rule set, each for its part of the budget, and all of them little by little."""
        sources = [(self._under(by), number_of_phases(by.rules)) for by in self.judged.values()]
        for by, met in in_turns(sources, self._harness.effort_so_far):
            self._note(met, by)
            if self._plan.first and self.has_findings:
                return

    def with_changes_tried(self, findings: tuple[OracleFinding, ...], go_on: bool) -> tuple[OracleFinding, ...]:
        """The findings with those changes of the rules alone by which it was judged, and agreed in every game."""
        number = sum(len(finding.as_if) for finding in findings)
        tried = []
        for finding in findings:
            games = ((words, self._games_that_hold(words, finding, number)) for words in finding.as_if if go_on)
            held = dict(islice((pair for pair in games if pair[1]), _MOST_AS_IF))
            tried.append(replace(finding, as_if=held))
        return tuple(tried)

    def _games_that_hold(self, words: str, finding: OracleFinding, number: int) -> int:
        """In how many games it plays by a change where that makes a difference; 0 if it does not in one of all."""
        disagreement, harness, plays = finding.disagreement, self._harness, self._introduction
        change = changes(disagreement.rules).get(words)
        if not can_be_played(words, disagreement, plays):
            return 0
        changed = disagreement.rules if change is None else change.rules
        self._watch(f"trying whether it plays {words}", 1.0)
        share = SHARE_TO_TRY_A_CHANGE * min(1.0, MOST_CHANGES_TRIED / number)
        go_on = self._plan.budget(share, harness.turns_so_far).lasts
        chance = self._chance(words, *disagreement.kind)
        held, tried = set[tuple[Setting, tuple[Turn, ...]]](), 0
        try:
            for setting, choose in games_near(disagreement, changed, plays, self._plan.boards, chance):
                game = setting.game(changed)

                def chosen(standing: Game, options: Sequence[Turn], choose: Choose = choose) -> Turn | None:
                    nonlocal game
                    turn = choose(standing, options)
                    game = standing if turn is None else standing.taking(turn)
                    return turn

                met = list(trial(harness, setting, changed, chosen))
                if change is None:
                    differs = makes_mistake(words, game, disagreement.aspect)
                    contradicts = bool(met) is not differs or not all(explains(words, each) for each in met)
                else:
                    differs, contradicts = tells_apart(disagreement.rules, game, harness.asked), bool(met)
                if contradicts:
                    return 0
                if differs:
                    held.add((setting, game.turns_taken))
                tried += 1
                if not go_on() and (len(held) >= _FEWEST_GAMES or tried >= _MOST_GAMES_BEYOND_THE_EFFORT):
                    break
        except (Unsupported, ValueError, KeyError):
            return 0
        return len(held) if len(held) >= _FEWEST_GAMES else 0

    def _under(self, by: Judged) -> Iterator[tuple[Judged, Met]]:
        """Try the engine under one rule set."""
        met_here = self._met(by)
        try:
            while not by.given_up:
                self._harness.counting = by
                met = next(met_here, None)
                self._harness.counting = None
                if met is None:
                    return
                yield by, met
        except Unsupported as unsupported:
            by.skipped = str(unsupported)
        finally:
            self._harness.counting = None

    def _note(self, met: Met, by: Judged) -> None:
        if isinstance(met, str):
            by.games += 1
            self._watch(f"{by.name}: {met}", self._budget.spent)
        elif isinstance(met, SmallGamesCovered):
            by.small_games[met.board, met.each] = met
        elif met.aspect not in self._plan.without and (finding := self.gathering.take(met, by)) is not None:
            self.has_findings = True
            self._watch(finding, self._budget.spent)

    def _chance(self, *purpose: object) -> Random:
        """Chance of its own for each purpose, so that what comes of one does not depend on how far others came."""
        return Random(" ".join(map(str, (self._plan.seed, *purpose))))

    def _met(self, by: Judged) -> Iterator[Met]:
        plan, harness, plays, go_on = self._plan, self._harness, self._introduction, self._budget.lasts
        random = random_games(harness, by, self._chance(by.name, "random"), plays, plan.boards, go_on)
        small = all_small_games(harness, by, plays, go_on, len(self.judged))
        return chain(
            recorded_games(harness, by, (*plan.recorded, *handicap_games(by.rules, plays)), plays),
            in_turns([(small, _SHARE_OF_SMALL_GAMES), (random, _SHARE_OF_RANDOM_GAMES)], harness.effort_so_far),
        )

    def _shrunk(self, met: Disagreement, by: Judged, same: Same) -> tuple[Disagreement, int | None, bool]:
        share = min(self._plan.shrinking, self._left_to_shrink)
        most_hangs = self._harness.hangs + MOST_HANGS_TO_SHRINK
        budget = self._plan.budget(share, self._harness.turns_so_far, lambda: self._harness.hangs < most_hangs)
        chance = self._chance(by.name, *met.kind)
        # What is kept for this is not taken from trying games; to name what was found, and to distinguish it, is.
        with self._budget.stopped():
            small, excluded = shrunk(self._harness, met, self._introduction, budget, chance, same)
        self._left_to_shrink = max(0.0, self._left_to_shrink - share * budget.spent)
        return small, excluded, not budget.lasts()


_FORMS = tuple(f'"{form}"' for form in ("jsonl:COMMAND", "gtp:COMMAND", "gtp+score:COMMAND", "python:MODULE:FACTORY"))


def opener(text: str, timeout: float) -> Opener:
    """What starts the engine that a text names, which may take some seconds to answer."""
    kind, _, rest = text.partition(":")
    match kind if rest.strip() else "":
        case "jsonl":
            return partial(JsonLinesEngine, rest, timeout)
        case "gtp" | "gtp+score":
            return partial(GtpEngine, rest, timeout, final_score=kind == "gtp+score")
        case "python":
            return partial(PythonEngine, factory_named(rest), timeout)
    raise ValueError(no_such("engine", text, _FORMS))


def judge(
    engine: str | Engine | Opener,
    *rules: str | Rules,
    seconds: float = 60.0,
    seed: int = 0,
    timeout: float = SECONDS_TO_REPLY,
) -> Report:
    """Try an engine against the rules, and find the shortest games on which it is wrong.

    Args:
        engine: what names it, as for `superko judge --engine`; or an object with the methods of `Engine`; or what makes
            such an object.
        rules: the rules to judge by, or what names them; all that it plays by, if left out.
        seconds: how long it may take in all.
        seed: what chance starts from.
        timeout: after how many seconds an answer counts as none.

    Raises:
        ValueError: the text names no engine, there are no such rules, or no text names them.
    """
    texts = []
    for each in rules:
        if not isinstance(each, str) and each.amendments:
            raise Refusal('Name rules with amended clauses by their file, as in "my_rules.py:RULES".')
        texts.append(each if isinstance(each, str) else written_rules(each))
    if isinstance(engine, str):
        start = opener(engine, timeout)
    else:
        factory = engine if callable(engine) else lambda: engine
        start = partial(PythonEngine, factory, timeout)
    return judge_engine(start, Plan(tuple(texts), Effort(seconds=seconds), seed=seed))
