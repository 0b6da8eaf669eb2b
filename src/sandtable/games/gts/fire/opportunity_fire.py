"""Chapter 17: opportunity fire, which interrupts what the active units do."""

from __future__ import annotations

from enum import Enum
from typing import Literal

from sandtable.games.gts.fire.fire_modifiers import value_of
from sandtable.games.gts.fire.fire_procedure import Fire, Shot
from sandtable.games.gts.fire.fire_zones import in_enemy_zone, watchers, weapons
from sandtable.games.gts.sequence.troop_quality import Check, quality
from sandtable.games.gts.state import enemy_of
from sandtable.games.gts.units import Game, face, side_of
from sandtable.kernel import Choice, Decision, Line, Option, Preview, Procedure, Refusal, rule
from sandtable.mechanics.content import Strict, Table
from sandtable.mechanics.roster import change
from sandtable.mechanics.sums import Modifier

HOLD = Option("do:hold", rule="17.8")
OPEN_FIRE = Option("do:open-fire", rule="17.8")
BEFORE = Option("do:before", rule="17.2/state")
AFTER = Option("do:after", rule="17.2/state")


class Timing(Enum):
    """Whether fire comes before or after the action that triggers it (17.2/state)."""

    BEFORE = "before"
    AFTER = "after"


class Trigger(Strict, frozen=True, kw_only=True):
    """What triggers fire: when it comes, with which modifier, and at a target in which state."""

    timing: Literal["before", "chosen"]
    modifier: Literal["by-hex-entered", "into-fire-zone"]
    as_column: bool = False
    """The target begins or ends a column, and is fired at as in column."""
    keeps_works: bool = False
    """The target does not leave the work that it is in."""
    turns_over: bool = False
    """Fired at afterwards, the target shows its other side."""
    one_target: bool = False
    """Of a stack one unit is the target of all fire; else each firer picks its own."""


class OpportunityFile(Table, frozen=True, kw_only=True):
    """The triggers of opportunity fire."""

    triggers: dict[str, Trigger]


def trigger_row(game: Game, name: str) -> Trigger:
    return game.content.table("opportunity", OpportunityFile).triggers[name]


@rule("16.1/mortar", "17.4", "17.5", "19.2.2/effects")
def can_fire(game: Game, unit_id: str) -> bool:
    """Whether a unit may make opportunity fire: not suppressed, and with a rating for direct fire."""
    shown = face(game, unit_id)
    if shown.fire is None or shown.weapon is None or game.state.units[unit_id].suppressed:
        return False
    return weapons(game).classes[shown.weapon].opportunity


@rule("13.4", "17.2", "17.2/3", "17.3", "18.7/3")
def firers_at(
    game: Game, units: tuple[str, ...], only: tuple[str, ...] = (), barred: tuple[str, ...] = ()
) -> list[str]:
    """The enemies that may fire at units that act in their hex: those with a fire zone on it, or only some of them."""
    first = game.state.units.get(units[0]) if units else None
    if first is None or first.entry or not first.at:
        return []
    found = watchers(game, first.at, enemy_of(side_of(game, units[0])))
    if not found:
        return []
    return [
        unit_id
        for unit_id in found
        if unit_id not in barred and (not only or unit_id in only) and can_fire(game, unit_id)
    ]


def is_triggered(game: Game, units: tuple[str, ...]) -> bool:
    """Whether anybody could fire at units that are about to do something in their hex."""
    return bool(firers_at(game, units))


class OpportunityFire(Procedure, frozen=True):
    """The enemy of some units may fire at them, unit by unit, before they do what triggers it.

    Whoever pushed it then looks whether its units are still there and not suppressed. Comes to a Timing: if the enemy
    chose to fire after the action, that takes place whatever the fire has done.
    """

    trigger: str
    """The name of the trigger, as in data/tables/opportunity.yaml."""
    units: tuple[str, ...]
    """The units that act, one of which is the target."""
    into: str = ""
    """The hex that they enter; the modifier of 17.6/1 or 17.6/2 follows from it where the trigger says so."""
    firers: tuple[str, ...] = ()
    """The only units that may fire (the defenders of an assault); empty for all with a fire zone on the hex."""
    barred: tuple[str, ...] = ()
    """Units that may not fire (those that took part in the assault, at a retreat)."""
    named: tuple[tuple[str, str], ...] = ()
    """The firers named so far, each with its target, in the order in which they fire."""
    naming: str = ""
    """The firer whose target is being picked."""
    timing: Timing | None = None
    """What the enemy has chosen, where he may."""

    @rule("13.4", "17.2/timing", "17.8")
    def begin(self, game: Game) -> Decision | None:
        """Ask the other side which of its units fire; each fires once."""
        free = [unit_id for unit_id in self._able(game) if unit_id not in dict(self.named)]
        if not free:
            game.goto("settle")
            return None
        options = tuple(Option(f"unit:{unit_id}", rule="17.8") for unit_id in free)
        last = OPEN_FIRE if self.named else HOLD
        unit_id = self.units[0]
        args = {"unit": unit_id, "trigger": self.trigger, "at": game.state.units[unit_id].at}
        prompt = "opportunity"
        if self.into and trigger_row(game, self.trigger).modifier == "by-hex-entered":
            prompt, args["into"] = "opportunity-move", self.into
        return Decision(side_of(game, free[0]), prompt, "17.8", (*options, last), args, default=last.id)

    def _able(self, game: Game) -> list[str]:
        return firers_at(game, self._targets(game), self.firers, self.barred)

    def _targets(self, game: Game) -> tuple[str, ...]:
        return tuple(unit_id for unit_id in self.units if unit_id in game.state.units)

    @rule("14.7/opfire", "17.8")
    def _aims(self, game: Game) -> tuple[str, ...]:
        """At whom the next firer may aim: of a stack on the move only at the unit that was picked first."""
        if self.named and trigger_row(game, self.trigger).one_target:
            return (self.named[0][1],)
        return self._targets(game)

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "unit" or choice.name not in game.state.units:
            return None
        args = {"unit": choice.name}
        if side_of(game, choice.name) == side_of(game, self.units[0]):
            return Refusal("refused.enemy-unit", "17.8", args)
        if choice.name in dict(self.named):
            return Refusal("refused.named", "17.8", args)
        if choice.name in self.barred:
            return Refusal("refused.took-part", "17.2/3", args)
        if self.firers and choice.name not in self.firers:
            return Refusal("refused.only-defenders", "18.7/3", args)
        if game.state.units[choice.name].suppressed:
            return Refusal("refused.suppressed", "19.2.2/effects", args)
        if not can_fire(game, choice.name):
            return Refusal("refused.no-opportunity", "17.4", args)
        return Refusal("refused.no-fire-zone", "17.3", args)

    def begin_preview(self, game: Game, choice: Choice) -> Preview | None:
        """The check of a firer; where there is but one target, also the sum of its fire."""
        if choice.kind != "unit" or choice.name not in self._able(game):
            return None
        targets = self._aims(game)
        return self._show(game, choice.name, targets[0] if len(targets) == 1 else "")

    @rule("17.4", "17.6")
    def _show(self, game: Game, firer: str, target: str) -> Preview:
        lines = [Line("opportunity-check", str(quality(game, firer)), "17.4")]
        if target:
            lines += self._shot(game, firer, target).preview(game)
        at = game.state.units[self._targets(game)[0]].at
        return Preview((game.state.units[firer].at, at), tuple(lines))

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        if choice.kind != "unit":
            game.goto("settle")
            return
        targets = self._aims(game)
        if len(targets) == 1:
            self._name(game, choice.name, targets[0])
        else:
            game.goto("aim", naming=choice.name)

    @rule("14.7/opfire", "17.8", "18.7/3")
    def aim(self, game: Game) -> Decision:
        """The firing player picks the unit of a stack that is the target."""
        options = tuple(Option(f"unit:{unit_id}", rule="14.7/opfire") for unit_id in self._targets(game))
        args = {"unit": self.naming}
        side = side_of(game, self.naming)
        return Decision(side, "aim", "14.7/opfire", options, args, continues=True, default=options[0].id)

    def aim_preview(self, game: Game, choice: Choice) -> Preview | None:
        return self._show(game, self.naming, choice.name) if choice.name in self._targets(game) else None

    def aim_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "unit" or choice.name not in game.state.units:
            return None
        return Refusal("refused.not-acting", "14.7/opfire", {"unit": choice.name})

    def aim_chosen(self, game: Game, choice: Choice) -> None:
        self._name(game, self.naming, choice.name)

    def _name(self, game: Game, firer: str, target: str) -> None:
        named = (*self.named, (firer, target))
        alone = len(self._able(game)) == len(named)
        game.goto("settle" if alone else "begin", named=named, naming="")

    @rule("14.10.2", "14.10.3", "17.2/state")
    def settle(self, game: Game) -> Decision | None:
        """Where it matters, ask whether the fire comes before or after the action; then open fire."""
        choosable = trigger_row(game, self.trigger).timing == "chosen"
        if self.named and choosable and self.timing is None:
            args = {"unit": self.units[0], "trigger": self.trigger}
            side = side_of(game, self.named[0][0])
            return Decision(side, "timing", "17.2/state", (BEFORE, AFTER), args, continues=True, default=BEFORE.id)
        game.goto("check")
        return None

    def settle_chosen(self, game: Game, choice: Choice) -> None:
        if choice.name == "after" and trigger_row(game, self.trigger).turns_over:
            unit = game.state.units[self.units[0]]
            change(game, self.units[0], mounted=not unit.mounted)
        game.goto("check", timing=Timing(choice.name))

    @rule("17.4", "17.8", "29.36")
    def check(self, game: Game) -> None:
        """Each firer must pass a troop quality check, without command points, before it fires."""
        if not self.named:
            game.finish(self.timing or Timing.BEFORE)
            return
        firer, target = self.named[0]
        if target not in game.state.units or firer not in game.state.units:
            game.goto("check", named=self.named[1:])
            return
        game.push(Check(unit=firer, kind="opportunity-fire", by="17.4"))

    @rule("17.1", "17.2/state", "17.6", "17.6/4", "17.7")
    def check_done(self, game: Game, passed: bool) -> None:
        """With a passed check, direct fire with the modifiers of opportunity fire, in the hex where the target is."""
        firer, target = self.named[0]
        game.goto("check", named=self.named[1:])
        if passed:
            game.push(Fire(shot=self._shot(game, firer, target)))

    @rule("17.2/state", "17.6", "17.6/4")
    def _shot(self, game: Game, firer: str, target: str) -> Shot:
        """The fire of a unit at one of those that act."""
        row = trigger_row(game, self.trigger)
        return Shot(
            firer=firer,
            target=target,
            kind="opportunity",
            extra=tuple(self.modifiers(game)),
            bonus="no",
            as_column=row.as_column,
            no_works=not row.keeps_works,
        )

    @rule("17.6/1", "17.6/2", "17.6/3", "18.7/5E")
    def modifiers(self, game: Game) -> list[Modifier]:
        """+3 into a fire zone or for any other trigger, -1 out of all fire zones; +2 more at a retreat."""
        row = trigger_row(game, self.trigger)
        if row.modifier == "by-hex-entered" and not in_enemy_zone(game, self.into, side_of(game, self.units[0])):
            return [Modifier("out-of-fire-zones", value_of(game, "out-of-fire-zones"), "17.6/2")]
        found = [Modifier("into-fire-zone", value_of(game, "into-fire-zone"), "17.6/1")]
        if self.trigger == "retreat":
            found.append(Modifier("retreating", value_of(game, "retreating"), "17.6/3"))
        return found


PROCEDURES = (OpportunityFire,)
