"""Chapter 16: indirect fire, radio contact and barrages."""

from __future__ import annotations

from sandtable.games.gts.events.fighting import Shelled
from sandtable.games.gts.fire.combat_results import CombatResult
from sandtable.games.gts.fire.fire_modifiers import INDIRECT, may_have_bonus, own_rating
from sandtable.games.gts.fire.fire_procedure import Shot, ShotResult, weapon_of
from sandtable.games.gts.indirect.observers import (
    barrage_hexes,
    contact_sum,
    is_mortar,
    may_observe,
    needs_contact,
    observers,
    self_observed,
    standing_of,
)
from sandtable.games.gts.indirect.radio_contact import (
    barrage_figures,
    lose_contact,
    make_contact,
    marker_for,
    place_barrage,
)
from sandtable.games.gts.sequence.troop_quality import Check, bands, succeeds
from sandtable.games.gts.state import enemy_of
from sandtable.games.gts.units import DIE, Game, formation_of, side_of
from sandtable.kernel import Choice, Decision, Line, Option, Preview, Procedure, Refusal, Resolved, rule
from sandtable.mechanics.roster import units_in
from sandtable.mechanics.sums import Sum

__all__ = ["PROCEDURES", "Barrage", "IndirectFire", "lose_contact", "place_barrage"]


class Barrage(Procedure, frozen=True):
    """A unit fires at a hex without units, to lay a barrage there."""

    firer: str

    @rule("16.4.2.1")
    def begin(self, game: Game) -> Decision:
        options = tuple(Option(f"hex:{label}", rule="16.4.2.1") for label in barrage_hexes(game, self.firer))
        side = side_of(game, self.firer)
        return Decision(side, "barrage", "16.4.2.1", options, {"unit": self.firer}, continues=True)

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        game.become(IndirectFire(firer=self.firer, at=choice.name))

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "hex" or choice.name not in game.content.board.index:
            return None
        if units_in(game, choice.name):
            return Refusal("refused.not-empty", "16.4.2.1", {"hex": choice.name})
        return Refusal("refused.not-observed", "16.3/2", {"hex": choice.name, "unit": self.firer})


class IndirectFire(Procedure, frozen=True):
    """The indirect fire procedure of 16.3, step by step, at a unit or at an empty hex."""

    firer: str
    at: str
    """The hex fired at."""
    target: str = ""
    """The unit fired at; nothing for an empty hex."""
    observer: str = ""
    bonus: str = ""
    result: str = ""
    """The result of the table for the target."""
    others: tuple[str, ...] = ()
    """The units stacked with the target that have not yet made their suppression checks."""

    @rule("16.2", "16.2/4", "16.3", "16.3/2", "16.3/7")
    def begin(self, game: Game) -> Decision | None:
        """Fire that the firer observes itself costs it its contact; else an observer is found."""
        if self_observed(game, self.firer, (self.at,)):
            lose_contact(game, self.firer, "16.2/4")
            game.goto("prepare")
            return None
        found = observers(game, self.firer, self.at)
        ways = [standing_of(game, self.firer, unit_id) for unit_id in found]
        best = found[max(range(len(found)), key=lambda i: (not ways[i][0], ways[i][1]))]
        if len(set(ways)) == 1:
            game.goto("call", observer=best)
            return None
        options = tuple(Option(f"unit:{unit_id}", rule="16.3/2") for unit_id in found)
        args = {"unit": self.firer, "hex": self.at}
        side = side_of(game, self.firer)
        return Decision(side, "observer", "16.3/2", options, args, continues=True, default=f"unit:{best}")

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        game.goto("call", observer=choice.name)

    def begin_preview(self, game: Game, choice: Choice) -> Preview:
        path = (game.state.units[choice.name].at, self.at)
        if not needs_contact(game, self.firer, choice.name):
            formation = formation_of(game, choice.name)
            return Preview(path, (Line("in-contact", "", "16.3/5", {"formation": formation}),))
        parts = contact_sum(game, self.firer, choice.name)
        return Preview(path, (*Sum(parts).lines, Line("contact-value", str(Sum(parts).total), "16.3/6")))

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "unit" or choice.name not in game.state.units:
            return None
        return why_no_observer(game, choice.name, self.firer, self.at)

    @rule("16.3/4", "16.3/5", "16.3/6", "16.3/8", "1.2/d10")
    def call(self, game: Game) -> None:
        """Contact is there, or a roll not above the modified contact value makes it; without it there is no fire."""
        if not needs_contact(game, self.firer, self.observer):
            game.goto("prepare")
            return
        parts = contact_sum(game, self.firer, self.observer)
        value = Sum(parts).total
        roll = game.roll(DIE, "contact", "16.3/6", bands(game, value))
        made = succeeds(game, roll, value)
        shown = (*Sum(parts).lines, Line("contact-value", str(value), "16.3/6"), Line("roll", str(roll), "16.3/6"))
        result = "contact" if made else "no-contact"
        favours = "" if made else enemy_of(side_of(game, self.firer))
        game.say(
            Resolved(rule="16.3/6", what="contact", result=result, subject=self.firer, lines=shown, favours=favours)
        )
        if made:
            make_contact(game, self.firer, formation_of(game, self.observer))
            game.goto("prepare")
        else:
            game.finish()

    @rule("15.6/6", "16.3/9")
    def prepare(self, game: Game) -> None:
        """The company bonus counts for indirect fire too, and for the barrage that it lays."""
        if not may_have_bonus(game, self.firer, INDIRECT):
            game.goto("fire", bonus="no")
            return
        game.push(Check(unit=self.firer, kind="company-bonus", by="15.6/6"))

    def prepare_done(self, game: Game, passed: bool) -> None:
        game.goto("fire", bonus="yes" if passed else "no")

    @rule("16.3/9")
    def fire(self, game: Game) -> None:
        """The fire is resolved like direct fire, without range; at an empty hex only a 9 matters."""
        fired = game.state.fired_indirectly
        fired[self.firer] = fired.get(self.firer, 0) + 1
        if self.target:
            game.push(Shot(firer=self.firer, target=self.target, kind=INDIRECT, bonus=self.bonus))
        else:
            self.fire_done(game, ShotResult(nine=self._shell(game)))

    @rule("16.3/nine", "16.4.2.1")
    def _shell(self, game: Game) -> bool:
        """Fire at an empty hex. Returns whether the roll was a 9."""
        nine = barrage_figures(game).no_marker_on
        game.say(Shelled(rule="16.4.2.1", unit=self.firer, at=self.at))
        roll = game.roll(DIE, "barrage", "16.4.2.1", (nine,))
        marker = marker_for(game, own_rating(game, self.firer, self.bonus))
        result = "miss" if roll == nine else marker
        shown = (Line("roll", str(roll), "16.4.2.1"),)
        side = side_of(game, self.firer)
        favours = enemy_of(side) if roll == nine else side
        game.say(
            Resolved(rule="16.4.2.1", what="barrage", result=result, subject=self.firer, lines=shown, favours=favours)
        )
        return roll == nine

    @rule("16.3/7", "16.3/nine")
    def fire_done(self, game: Game, shot: ShotResult) -> None:
        """A roll of 9 loses contact and has no effect at all; a hit is applied to the target."""
        if shot.nine:
            lose_contact(game, self.firer, "16.3/nine")
            game.finish()
        elif shot.result:
            game.goto("apply", result=shot.result)
        else:
            game.goto("lay")

    @rule("15.5/5", "16.3/9")
    def apply(self, game: Game) -> None:
        game.push(CombatResult(unit=self.target, result=self.result, by="15.5/5"))

    @rule("16.4.1")
    def apply_done(self, game: Game, harmed: bool) -> None:
        """What artillery does to its target shakes all others in the hex, unless the target bore a mere check."""
        figures = barrage_figures(game)
        shaken = harmed or self.result != figures.stack_result
        others: tuple[str, ...] = ()
        if shaken and weapon_of(game, self.firer, INDIRECT) in figures.stack_result_from:
            others = tuple(unit_id for unit_id in units_in(game, self.at) if unit_id != self.target)
        game.goto("spread", others=others)

    @rule("16.4.1")
    def spread(self, game: Game) -> None:
        if not self.others:
            game.goto("lay")
            return
        game.push(CombatResult(unit=self.others[0], result=barrage_figures(game).stack_result, by="16.4.1"))

    def spread_done(self, game: Game, harmed: bool) -> None:
        game.goto("spread", others=self.others[1:])

    @rule("16.3/10", "16.4.2.1")
    def lay(self, game: Game) -> None:
        """Last comes the barrage marker, whether the fire hit or not."""
        place_barrage(game, self.at, marker_for(game, own_rating(game, self.firer, self.bonus)))
        game.finish()


@rule("16.2/note-entry", "16.2/note-mortar", "16.3/2", "16.3/3", "21.5")
def why_no_observer(game: Game, unit_id: str, firer: str, label: str) -> Refusal:
    """Why a unit cannot observe a hex for a firer."""
    args = {"unit": unit_id, "firer": firer, "hex": label}
    unit = game.state.units[unit_id]
    if side_of(game, unit_id) != side_of(game, firer):
        return Refusal("refused.enemy-unit", "16.3/2", args)
    if unit.entry or not unit.at:
        return Refusal("refused.observer-off-map", "16.2/note-entry", args)
    if unit.suppressed:
        return Refusal("refused.observer-suppressed", "16.3/2", args)
    if is_mortar(game, firer) and formation_of(game, unit_id) != formation_of(game, firer):
        return Refusal("refused.mortar-observer", "16.3/4", args)
    if not may_observe(game, unit_id, firer):
        return Refusal("refused.out-of-command", "21.5", args)
    return Refusal("refused.no-sight", "16.3/3", args)


PROCEDURES: tuple[type[Procedure], ...] = (Barrage, IndirectFire)
