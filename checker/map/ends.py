"""Deciding whether every game ends, class by class: by proofs that do for many, and by endless games played."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property

from ...interpreter.game import Game
from ...interpreter.story import Start
from ...spec.algebra import Grid
from ...spec.registry import Decision
from ...spec.rules import Refusal, Rules
from ...spec.vocabulary import PASS, Phase
from ..proofs.coverage import not_covered
from ..proofs.declarations import OF_ENDINGS, OF_ENDINGS_BY_STONES
from ..proofs.endless import EndlessGame, endless_game, goes_on_forever
from ..proofs.following import IN_NEXT_PHASE, endless_states, leads_on, phases_after
from ..proofs.left_open import UNREADABLE, noted, noting, unread
from ..proofs.one_turn import OneTurn
from ..proofs.phase_ends import FURTHER_ORDERS, NEW_STATES_OR_STONES, ORDERS, Order, bans_captures, needs
from ..proofs.rule_sets import Values, parameters_of
from .answers import ClassOutcome, ClassVerdict, MapProperty, ShownTurns
from .family import NOTHING, Family, FamilySetting, Names

# Where fewer of these are in force, more turns are legal and phases end later, and nothing else is otherwise.
RESTRICTING = frozenset({Decision.LEGAL, Decision.PSEUDOLEGAL, Decision.PHASE_ENDS, Decision.NO_RESULT})
# A game is played to show something, so what its start, its turns and its end ask is read as well.
ASKED_IN_GAMES = (Decision.START, Decision.PSEUDOLEGAL, Decision.CAPTURES, Decision.GAME_ENDS, Decision.PASS_ALIVE)
EVERY_ORDER = (*ORDERS, *FURTHER_ORDERS)
READ_BY_PROOF = frozenset({*OF_ENDINGS.reads, Decision.UNBLOCK})
READ_BY_STONES = READ_BY_PROOF | {*OF_ENDINGS_BY_STONES.reads}
READ = READ_BY_PROOF | {*ASKED_IN_GAMES, Decision.WINNER}
MOST_PASSES = 8


@dataclass(frozen=True)
class PhaseProof:
    """What was found of the turns of a phase, whichever of the restricting clauses are in force, or what is in the way.

    By what every turn lowers, it needs of each of some sets of clauses one in force; an empty set is never met.
    """

    needs: Mapping[Order, frozenset[Names]] = field(default_factory=dict)
    obstacle: str = ""

    def order(self, in_force: Names) -> Order | None:
        """An order that falls with every turn, if one does."""
        orders = (order for order, sets in self.needs.items() if all(names & in_force for names in sets))
        return None if self.obstacle else next(orders, None)


def phase_proof(rules: Rules, phase: Phase) -> PhaseProof:
    """Find the sets of clauses, one of each of which it takes for something to grow with every turn of a phase.

    Whatever restricting clauses of the rules are dropped, the games are among those that were gone through: a proof
    that needs none of the dropped ones is a proof without them.
    """
    if obstacle := unread(rules):
        return PhaseProof(obstacle=obstacle)
    rules = noted(rules)
    by_captures = bans_captures(rules.deciding(Decision.LEGAL, phase))
    reads = OF_ENDINGS_BY_STONES if by_captures else OF_ENDINGS
    try:
        with noting() as read:
            turns = OneTurn(rules, phase)
            orders = (*EVERY_ORDER, NEW_STATES_OR_STONES) if by_captures else EVERY_ORDER
            needed = {order: needs(turns, order) for order in orders}
            states = endless_states(rules, phase)
            leads = leads_on(rules, phase, _values_of_what_follows(rules))
    except (*UNREADABLE, Refusal) as error:
        return PhaseProof(obstacle=f"It can't be read in this proof: {error}")
    if states or not leads:
        return PhaseProof(obstacle=f"There may be endlessly many states: {states}." if states else "No phase follows.")
    if all(NOTHING in sets for sets in needed.values()):
        return PhaseProof(needed)
    return PhaseProof(needed, " ".join(not_covered(replace(reads, phases=(phase,), varied=False), rules, read)))


def _values_of_what_follows(rules: Rules) -> Values:
    return {name: [rules.parameter(name)] for name in parameters_of(rules, IN_NEXT_PHASE)}


def following(rules: Rules, phase: Phase) -> frozenset[Phase] | None:
    """The phases that can follow on a phase; None where that can't be read."""
    if unread(rules):
        return None
    with suppress(*UNREADABLE, Refusal):
        return phases_after(rules, phase, _values_of_what_follows(rules))
    return None


def why_unplayable(rules: Rules, phase: Phase) -> str:
    """What the rules leave out that is needed to play a phase: a move, passes, and what follows; "" if nothing."""
    try:
        game = Game(rules, (2, 1), phase=phase)
        turns = game.turns()
        for turn in turns:
            game.play(turn)
        for _ in range(MOST_PASSES):
            if game.over or game.position.phase is not phase or not game.judge(PASS).legal:
                break
            game = game.play(PASS)
    except Refusal as error:
        return str(error)
    return ""


def reached(rules: Rules, grid: Grid, phase: Phase) -> Game | None:
    """A game from the empty board in which passes alone lead to a phase."""
    game = Game(rules, grid)
    for _ in range(MOST_PASSES):
        if game.over or game.position.phase is phase:
            break
        game = game.play(PASS)
    return game if not game.over and game.position.phase is phase else None


class EndsMap:
    """What is decided of whether games end under a family, by proofs and endless games; see `Deciding`."""

    def __init__(self, family: Family) -> None:
        self.family = family
        self.proofs = self.searches = 0
        self._decides = {clause.name: clause.decides for clause in family.clauses}
        bans = (clause for clause in family.clauses if clause.decides is Decision.LEGAL)
        self._read = READ_BY_STONES if bans_captures(bans) else READ_BY_PROOF
        self._proofs: dict[tuple[Phase, Names], PhaseProof] = {}
        self._refusals: dict[tuple[Phase, Names, Names], str] = {}
        self._phases: dict[tuple[Phase, Names], ClassVerdict] = {}
        self._loops: dict[Phase, list[EndlessGame]] = {phase: [] for phase in Phase}
        self._follows: dict[tuple[Phase, Names], frozenset[Phase] | None] = {}
        self._from_start: dict[object, ClassVerdict] = {}

    def decide(self, setting: FamilySetting, dropped: Names) -> ClassVerdict:
        """Whether every game ends under a setting without some clauses."""
        verdicts = {phase: self._of_phase(setting, phase, dropped) for phase in self._reached(setting, dropped)}
        for answer in (ClassOutcome.UNPLAYABLE, ClassOutcome.REFUTED, ClassOutcome.UNKNOWN):
            for phase, decided in verdicts.items():
                if decided.answer is answer:
                    refuted_later = answer is ClassOutcome.REFUTED and phase is not Phase.MAIN
                    return self._in_later_phase(setting, phase, dropped) if refuted_later else decided
        return verdicts[Phase.MAIN]

    def since(self, setting: FamilySetting, dropped: Names) -> ClassVerdict | None:
        """That it is refuted, where it was not decided and a game was found since that goes on forever."""
        for phase in self._reached(setting, dropped):
            if self._of_phase(setting, phase, dropped).answer is ClassOutcome.UNKNOWN:
                endless = self._known_loop(setting.dropping(dropped), phase)
                if endless:
                    self._phases[phase, setting.in_force[phase] - dropped] = refuted(endless)
        verdict = self.decide(setting, dropped)
        return verdict if verdict.answer is ClassOutcome.REFUTED else None

    def _reached(self, setting: FamilySetting, dropped: Names) -> tuple[Phase, ...]:
        """The phases that a game can reach; all that there are where it can't be read what follows on one.

        The play that confirms what is alive is no phase of a game, though rules have clauses for it.
        """
        reached = [Phase.MAIN]
        for phase in reached:
            follows = self._following(setting, phase, dropped)
            if follows is None:
                return tuple(setting.in_force)
            reached += follows - {*reached, Phase.OVER}
        return tuple(phase for phase in setting.in_force if phase in reached)

    def _following(self, setting: FamilySetting, phase: Phase, dropped: Names) -> frozenset[Phase] | None:
        names = setting.in_force.get(phase, NOTHING)
        deciding = frozenset(name for name in names if self._decides[name] in IN_NEXT_PHASE)
        key = phase, deciding - dropped
        if key not in self._follows:
            self._follows[key] = following(setting.dropping(deciding & dropped), phase)
        return self._follows[key]

    def _of_phase(self, setting: FamilySetting, phase: Phase, dropped: Names) -> ClassVerdict:
        key = phase, setting.in_force[phase] - dropped
        if key not in self._phases:
            try:
                self._phases[key] = self._decide_phase(setting, phase, dropped & setting.in_force[phase])
            except Refusal as error:
                self._phases[key] = ClassVerdict(ClassOutcome.UNPLAYABLE, str(error))
        return self._phases[key]

    def _decide_phase(self, setting: FamilySetting, phase: Phase, dropped: Names) -> ClassVerdict:
        if why := self._why_unplayable(setting, phase, dropped):
            return ClassVerdict(ClassOutcome.UNPLAYABLE, why)
        in_force = setting.in_force[phase]
        asked = self._asked_by_proof(in_force, dropped)
        # A known loop is quicker to try than a proof is to make, but not than one that is made.
        made = (phase, asked) in self._proofs
        if not made and (endless := self._known_loop(setting.dropping(dropped), phase)):
            return refuted(endless)
        if not made:
            self.proofs += 1
            self._proofs[phase, asked] = phase_proof(setting.dropping(in_force - asked - self._only_played), phase)
        proof = self._proofs[phase, asked]
        if order := proof.order(in_force - dropped):
            return ClassVerdict(ClassOutcome.PROVED, f"With every turn {order.name}.")
        rules = setting.dropping(dropped)
        if endless := (self._known_loop(rules, phase) if made else None) or self._new_loop(rules, phase):
            return refuted(endless)
        return ClassVerdict(ClassOutcome.UNKNOWN, proof.obstacle or "No rank is known that falls with every turn.")

    @cached_property
    def _only_played(self) -> Names:
        """The clauses that games ask and proofs do not."""
        return frozenset(name for name, decision in self._decides.items() if decision not in self._read)

    def _asked_by_proof(self, in_force: Names, dropped: Names) -> Names:
        """What a proof asks that does for whatever restricting clauses are dropped."""
        restricting = (name for name in dropped if self._decides[name] in RESTRICTING)
        return (in_force - dropped).union(restricting) - self._only_played

    def _why_unplayable(self, setting: FamilySetting, phase: Phase, dropped: Names) -> str:
        """What is left out that is needed to play; a phase is only tried where nothing takes some decision any more."""
        in_force = setting.in_force[phase]
        taken = {self._decides[name] for name in in_force - dropped}
        gone = frozenset(name for name in dropped if self._decides[name] not in taken)
        key = phase, in_force, gone
        if gone and key not in self._refusals:
            self._refusals[key] = why_unplayable(setting.dropping(gone), phase)
        return self._refusals[key] if gone else ""

    def _known_loop(self, rules: Rules, phase: Phase) -> EndlessGame | None:
        """A loop that was found under other rules of the family, and goes on forever under these as well."""
        loops = self._loops[phase]
        for number, known in enumerate(loops):
            endless = replace(known, start=known.under(rules))
            if goes_on_forever(endless):
                # Rules that are asked one after the other are much alike.
                loops.insert(0, loops.pop(number))
                return endless
        return None

    def _new_loop(self, rules: Rules, phase: Phase) -> EndlessGame | None:
        self.searches += 1
        loop = endless_game(rules, phase)
        if loop is not None:
            self._loops[phase].insert(0, loop)
        return loop

    def _in_later_phase(self, setting: FamilySetting, phase: Phase, dropped: Names) -> ClassVerdict:
        """That a game goes on forever in a phase which is reached from the start of the game."""
        key = phase, tuple(names - dropped for names in setting.in_force.values())
        if key not in self._from_start:
            rules = setting.dropping(dropped)
            shown = (_led_to(rules, loop, phase) for loop in self._loops[phase])
            unknown = ClassVerdict(
                ClassOutcome.UNKNOWN, f"No game was found that leads to an endless one in {phase.value}."
            )
            self._from_start[key] = next(filter(None, shown), unknown)
        return self._from_start[key]

    def smallest(self, setting: FamilySetting, dropped: Names) -> ShownTurns | None:
        """The endless game on the smallest board, and there with the fewest turns, if one is found."""
        rules = setting.dropping(dropped)
        for phase in setting.in_force:
            with suppress(Refusal):
                loop = endless_game(rules, phase)
                decided = loop and (refuted(loop) if phase is Phase.MAIN else _led_to(rules, loop, phase))
                if decided:
                    return decided.shown
        return None


def refuted(endless: EndlessGame) -> ClassVerdict:
    """That a game goes on forever."""
    before = endless.start.turns_taken
    begins = len(before) + len(endless.opening)
    shown = ShownTurns(Start.on(endless.grid), (*before, *endless.turns), begins)
    return ClassVerdict(ClassOutcome.REFUTED, shown=shown)


def _led_to(rules: Rules, loop: EndlessGame, phase: Phase) -> ClassVerdict | None:
    with suppress(Refusal):
        start = reached(rules, loop.grid, phase)
        endless = start and replace(loop, start=start)
        return refuted(endless) if endless and goes_on_forever(endless) else None
    return None


ENDS = MapProperty("ends", "Every game ends", "A game can go on forever.", READ, EndsMap)
