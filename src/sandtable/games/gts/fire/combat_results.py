"""Chapter 19: combat results."""

from __future__ import annotations

from typing import Literal

from sandtable.games.gts.events.fighting import Converted, Suppressed, TookHit
from sandtable.games.gts.indirect.radio_contact import lose_contact
from sandtable.games.gts.sequence.troop_quality import Check, out_of_works
from sandtable.games.gts.units import Game, eliminate, lose_step, side_of
from sandtable.kernel import Choice, Decision, Option, Procedure, rule
from sandtable.mechanics.content import Strict, Table
from sandtable.mechanics.roster import change

CONVERT = Option("do:convert", rule="19.2.2")
ACCEPT = Option("do:accept", rule="19.2.2")


class ResultRow(Strict, frozen=True, kw_only=True):
    """What a combat result asks for or does."""

    check: str = ""
    failed: str = ""
    passed: str = ""
    hits: int = 0
    steps: int = 0
    eliminated: bool = False


class StepRow(Strict, frozen=True, kw_only=True):
    """What a unit of so many steps can have and take."""

    company_bonus: bool
    hit: Literal["eliminated", "marker"]
    can_assault: bool


class ResultsFile(Table, frozen=True, kw_only=True):
    """The combat results and what steps allow."""

    results: dict[str, ResultRow]
    hits_before_loss: int
    steps: dict[int, StepRow]


def figures(game: Game) -> ResultsFile:
    return game.content.table("results", ResultsFile)


class CombatResult(Procedure, frozen=True):
    """A combat result is applied to a unit: S?, S, C, 1 or E (19.2). Comes to whether it did the unit any harm."""

    unit: str
    result: str
    by: str
    """The rule that brought it."""
    converts: bool = True
    """Whether suppression may be converted into a cohesion hit (19.2.2)."""
    no_works: bool = False
    """Whether the unit is leaving its work, which does not help its checks (17.2/state)."""

    @rule("16.2/5", "19.1", "19.2.1", "19.2.5")
    def begin(self, game: Game) -> None:
        """Any result from enemy fire costs contact; a suppression check comes first, the rest takes effect at once."""
        if self.unit not in game.state.units:
            game.finish(False)
            return
        lose_contact(game, self.unit, "16.2/5")
        row = figures(game).results[self.result]
        if row.failed:
            self._check(game, row.check, "19.2.1")
            return
        if row.passed:
            game.goto("suppressed")
            return
        if row.hits:
            cohesion_hit(game, self.unit, "19.2.3")
        elif row.steps:
            step_loss(game, self.unit)
        elif row.eliminated:
            eliminate(game, self.unit, "19.2.5")
        game.finish(True)

    @rule("22.2.3", "22.3.4")
    def _check(self, game: Game, kind: str, by: str) -> None:
        extra = out_of_works(game, self.unit) if self.no_works else []
        game.push(Check(unit=self.unit, kind=kind, by=by, extra=tuple(extra)))

    @rule("19.2.1")
    def begin_done(self, game: Game, passed: bool) -> None:
        """A suppression check is over: nothing happens, or the unit is suppressed."""
        if passed:
            game.finish(False)
        else:
            game.goto("suppressed")

    @rule("19.2.2", "19.2.2/effects")
    def suppressed(self, game: Game) -> Decision | None:
        """Ask the owner whether he tries to convert; a unit that is suppressed already takes a hit anyway."""
        if not self.converts or game.state.units[self.unit].suppressed:
            self._suppress(game)
            return None
        side = side_of(game, self.unit)
        args = {"unit": self.unit}
        return Decision(side, "convert", "19.2.2", (CONVERT, ACCEPT), args, continues=True, default="do:accept")

    def suppressed_chosen(self, game: Game, choice: Choice) -> None:
        if choice.name == "accept":
            self._suppress(game)
        else:
            self._check(game, "conversion", "19.2.2")

    @rule("19.2.2")
    def suppressed_done(self, game: Game, passed: bool) -> None:
        """A passed check leaves a cohesion hit in the place of the suppression."""
        if not passed:
            self._suppress(game)
            return
        game.say(Converted(rule="19.2.2", unit=self.unit))
        cohesion_hit(game, self.unit, "19.2.2")
        game.finish(True)

    def _suppress(self, game: Game) -> None:
        suppress(game, self.unit, "19.2.2")
        game.finish(True)


@rule("19.2.3", "19.2.3/effects")
def cohesion_hit(game: Game, unit_id: str, rule_id: str) -> None:
    """A unit takes a cohesion hit: a marker, a step at the third, or its end."""
    unit, known = game.state.units[unit_id], figures(game)
    if known.steps[unit.steps].hit == "eliminated":
        eliminate(game, unit_id, rule_id)
        return
    if unit.hits >= known.hits_before_loss:
        step_loss(game, unit_id)
        return
    lose_contact(game, unit_id, "19.2.3/effects")
    change(game, unit_id, hits=unit.hits + 1)
    game.say(TookHit(rule=rule_id, unit=unit_id, hits=unit.hits + 1))


@rule("19.2.3", "19.2.4")
def step_loss(game: Game, unit_id: str) -> None:
    """A unit loses a step, keeping its cohesion hits."""
    lose_contact(game, unit_id, "19.2.4")
    lose_step(game, unit_id, "19.2.4")


@rule("19.2.2", "19.2.2/effects")
def suppress(game: Game, unit_id: str, rule_id: str) -> None:
    """Put a Suppressed marker on a unit, without conversion; one that has it takes a cohesion hit."""
    if game.state.units[unit_id].suppressed:
        cohesion_hit(game, unit_id, "19.2.2/effects")
        return
    lose_contact(game, unit_id, "19.2.2/effects")
    change(game, unit_id, suppressed=True)
    game.say(Suppressed(rule=rule_id, unit=unit_id))


PROCEDURES = (CombatResult,)
