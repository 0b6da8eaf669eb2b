"""Chapter 18.7: the course of an assault, a fight between two adjacent hexes of up to three rounds."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.games.gts.assault import assault_fire, assault_retreat
from sandtable.games.gts.assault.assault_fire import AssaultFire
from sandtable.games.gts.assault.assault_retreat import Retreat
from sandtable.games.gts.assault.bravery import bravery_modifiers
from sandtable.games.gts.engineers.works import leave_works
from sandtable.games.gts.events.assault import Advanced, AssaultBegan, AssaultChose, AssaultEnded
from sandtable.games.gts.fire.combat_results import figures as results
from sandtable.games.gts.fire.opportunity_fire import OpportunityFire, Timing
from sandtable.games.gts.movement import bridges_and_ferries
from sandtable.games.gts.movement.entering_hexes import may_fight_into
from sandtable.games.gts.movement.entry_clearance import forbidden_ground
from sandtable.games.gts.sequence.leaders import follow
from sandtable.games.gts.sequence.troop_quality import Check, out_of_works
from sandtable.games.gts.state import enemy_of
from sandtable.games.gts.units import Game, counter, eliminate, face, hexes_of, occupy, side_of
from sandtable.kernel import Choice, Decision, Line, Option, Preview, Procedure, Refusal, rule
from sandtable.mechanics.roster import units_in
from sandtable.mechanics.sums import Modifier, Sum

STAND = Option("do:stand", rule="18.7/5A")
RETREAT = Option("do:retreat", rule="18.7/5A")
FIRE = Option("do:assault-fire", rule="18.7/5B")
CHARGE = Option("do:charge", rule="18.7/5B")
BREAK_OFF = Option("do:break-off", rule="18.7/5F")
PRESS_ON = Option("do:press-on", rule="18.7/5F")


@rule("18.1", "18.7/1", "22.3.3", "29.6", "29.8")
def why_no_attacker(game: Game, unit_id: str) -> Refusal | None:
    """Why a unit cannot assault at all, or None."""
    unit, shown, args = game.state.units[unit_id], face(game, unit_id), {"unit": unit_id}
    if unit.suppressed:
        return Refusal("refused.suppressed", "19.2.2/effects", args)
    if shown.move is None:
        return Refusal("refused.assault-immobile", "18.1", args)
    if shown.assault is None:
        return Refusal("refused.no-assault-rating", "18.1", args)
    if not results(game).steps[unit.steps].can_assault:
        return Refusal("refused.zero-steps", "18.1", args)
    if unit.works == "entrenched":
        return Refusal("refused.assault-entrenched", "22.3.3", args)
    if unit.landing:
        return Refusal("refused.just-landed", "8.0", args)
    if unit.entry:
        return Refusal("refused.nobody-to-assault", "18.7/1", args)
    return None


@rule("14.1", "18.1", "18.2", "18.4", "18.5")
def targets(game: Game, units: tuple[str, ...]) -> list[str]:
    """The adjacent hexes with enemies that all of the units, from their one hex, can enter."""
    at, enemies = game.state.units[units[0]].at, hexes_of(game, enemy_of(side_of(game, units[0])))
    near = [label for label in game.content.adjacent.get(at, ()) if label in enemies]
    if not near or any(why_no_attacker(game, unit_id) for unit_id in units):
        return []
    return [label for label in near if all(may_fight_into(game, unit_id, at, label) for unit_id in units)]


@rule("14.1", "18.1")
def why_no_target(game: Game, units: tuple[str, ...], label: str) -> Refusal:
    """Why units that could assault cannot assault a hex."""
    args, side = {"unit": units[0], "hex": label}, side_of(game, units[0])
    if label not in hexes_of(game, enemy_of(side)) or label not in game.content.adjacent[game.state.units[units[0]].at]:
        return Refusal("refused.nobody-to-assault", "18.7/1", args)
    if forbidden_ground(game.content)[side][game.content.board.index[label]]:
        return Refusal("refused.near-entry", "14.1", args)
    return Refusal("refused.cannot-enter", "18.1", args)


class Assault(Procedure, frozen=True):
    """Units of one hex try to drive the enemy from an adjacent one."""

    attackers: tuple[str, ...]
    target: str = ""
    number: int = 1
    """The round."""
    asked: tuple[str, ...] = ()
    """The attackers that have yet to make the check under way."""
    stood: tuple[str, ...] = ()
    """The attackers that have passed it."""
    retreats: bool = False
    """The defenders have chosen, or been made, to retreat."""
    charged: bool = False
    engaged: tuple[str, ...] = ()
    """All that took part in the assault, also those that are out of it again."""

    # Steps 1 to 4

    @rule("18.7", "18.7/1", "18.4", "18.5", "18.6")
    def begin(self, game: Game) -> Decision | None:
        """Choose the defending hex."""
        open_hexes = targets(game, self.attackers)
        if len(open_hexes) == 1:
            self._declare(game, open_hexes[0])
            return None
        options = tuple(Option(f"hex:{label}", rule="18.7/1") for label in open_hexes)
        args = {"unit": self.attackers[0]}
        return Decision(self._side(game), "assault-where", "18.7/1", options, args, continues=True)

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "hex":
            return None
        return why_no_target(game, self.attackers, choice.name)

    def begin_preview(self, game: Game, choice: Choice) -> Preview | None:
        return replace(self, target=choice.name).show(game) if choice.name in targets(game, self.attackers) else None

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        self._declare(game, choice.name)

    @rule("18.7/2", "18.7/5D")
    def show(self, game: Game) -> Preview:
        """The bravery that it takes, and the shots of both sides in the first round."""
        modifiers = bravery_modifiers(game, self.attackers, self.target)
        brave = [] if modifiers is None else [self._brave(game, unit_id, modifiers) for unit_id in self.attackers]
        return Preview(
            (game.state.units[self.attackers[0]].at, self.target),
            (*self._needed(game, brave), *self._assault_fire(game).sums(game)),
        )

    @rule("18.7/2", "22.2.5")
    def _brave(self, game: Game, unit_id: str, modifiers: list[Modifier]) -> Check:
        """The bravery check of an attacker, whom the improved position that it leaves does not help."""
        extra = (*modifiers, *out_of_works(game, unit_id))
        return Check(unit=unit_id, kind="bravery", by="18.7/2", extra=extra)

    def _needed(self, game: Game, checks: list[Check]) -> list[Line]:
        """What each attacker may roll at most in its check."""
        return [
            Line(f"needs-{i.kind}", str(Sum(i.sum(game)).total), "29.46", {"unit": counter(game, i.unit).short})
            for i in checks
        ]

    def _declare(self, game: Game, label: str) -> None:
        game.say(AssaultBegan(rule="18.7/1", units=self.attackers, at=label))
        game.goto("bravery", target=label, asked=self.attackers)

    def _side(self, game: Game) -> str:
        active = game.state.active
        assert active is not None
        return active.side

    @rule("18.7/2", "22.3.6", "29.10")
    def bravery(self, game: Game) -> None:
        """Every attacker checks its bravery, where the defenders call for it; who fails is out."""
        modifiers = bravery_modifiers(game, self.attackers, self.target)
        if modifiers is None:
            game.goto("fired_at")
        elif self.asked:
            game.push(self._brave(game, self.asked[0], modifiers))
        elif self.stood:
            game.goto("fired_at", attackers=self.stood, stood=())
        else:
            self._end(game)

    def bravery_done(self, game: Game, passed: bool) -> None:
        self._next_attacker(game, passed=passed)

    def _next_attacker(self, game: Game, *, passed: bool) -> None:
        """An attacker that has passed the check under way stays in; then the next one checks."""
        stood = (*self.stood, self.asked[0]) if passed else self.stood
        game.goto(self.step, asked=self.asked[1:], stood=stood)

    @rule("17.2/2", "18.7/3")
    def fired_at(self, game: Game) -> None:
        """The defenders, and nobody else, make opportunity fire at the attackers."""
        defenders = units_in(game, self.target)
        game.push(OpportunityFire(trigger="assault", units=self.attackers, into=self.target, firers=defenders))

    @rule("18.7/4", "22.2.5")
    def fired_at_done(self, game: Game, timing: Timing) -> None:
        """Suppressed attackers are out; if any is left, defenders without steps are eliminated."""
        attackers = self._fit(game)
        if not attackers:
            self._end(game)
            return
        for unit_id in attackers:
            leave_works(game, unit_id)
        for unit_id in units_in(game, self.target):
            if game.state.units[unit_id].steps == 0:
                eliminate(game, unit_id, "18.7/4")
        game.goto("round_begins", attackers=attackers, engaged=attackers)

    def _fit(self, game: Game) -> tuple[str, ...]:
        """The attackers that are still there and not suppressed."""
        units = game.state.units
        return tuple(i for i in self.attackers if i in units and not units[i].suppressed)

    # Step 5: a round

    @rule("18.7/5A", "18.7/4")
    def round_begins(self, game: Game) -> Decision | None:
        """Ask whether the defenders stand or retreat; all do the same."""
        if not units_in(game, self.target):
            self._advance(game)
            return None
        side = enemy_of(self._side(game))
        args: dict[str, str | int] = {"hex": self.target, "round": self.number}
        return Decision(side, "stand-or-retreat", "18.7/5A", (STAND, RETREAT), args, default=STAND.id)

    def round_begins_chosen(self, game: Game, choice: Choice) -> None:
        game.say(AssaultChose(rule="18.7/5A", at=self.target, what=choice.name))
        if choice.name == "retreat":
            game.goto("assault_fire", retreats=True)
        else:
            game.goto("charge_or_fire")

    @rule("18.7/5D-mods")
    def round_begins_preview(self, game: Game, choice: Choice) -> Preview:
        """The shots of a round in which the defenders stand or retreat."""
        shown = replace(self, retreats=choice.name == "retreat")
        return Preview(lines=tuple(shown._assault_fire(game).sums(game)))

    @rule("18.7/5B")
    def charge_or_fire(self, game: Game) -> Decision:
        """Against defenders that stand, ask whether the attackers charge or fire; all do the same."""
        args: dict[str, str | int] = {"hex": self.target, "round": self.number}
        return Decision(self._side(game), "charge-or-fire", "18.7/5B", (FIRE, CHARGE), args, default=FIRE.id)

    @rule("18.7/5C", "18.7/5D-mods")
    def charge_or_fire_preview(self, game: Game, choice: Choice) -> Preview:
        """The shots of the round; for a charge its checks, and the fire that it meets."""
        charges = choice.name == "charge"
        checks = self._needed(game, [self._charge(unit_id) for unit_id in self.attackers] if charges else [])
        return Preview(lines=(*checks, *replace(self, charged=charges)._assault_fire(game).sums(game)))

    def charge_or_fire_chosen(self, game: Game, choice: Choice) -> None:
        game.say(AssaultChose(rule="18.7/5B", at=self.target, what=choice.name))
        if choice.name == "charge":
            game.goto("charge", charged=True, asked=self.attackers, stood=())
        else:
            game.goto("assault_fire")

    def _charge(self, unit_id: str) -> Check:
        return Check(unit=unit_id, kind="charge", by="18.7/5C")

    @rule("18.7/5C")
    def charge(self, game: Game) -> None:
        """Every attacker checks; who fails is out of the assault."""
        if self.asked:
            game.push(self._charge(self.asked[0]))
        elif self.stood:
            game.goto("meet", attackers=self.stood, stood=())
        else:
            self._end(game)

    def charge_done(self, game: Game, passed: bool) -> None:
        self._next_attacker(game, passed=passed)

    @rule("18.7/5C")
    def meet(self, game: Game) -> Decision | None:
        """The defender picks the unit that checks for all."""
        defenders = units_in(game, self.target)
        if len(defenders) == 1:
            self._stand(game, defenders[0])
            return None
        options = tuple(Option(f"unit:{unit_id}", rule="18.7/5C") for unit_id in defenders)
        side = enemy_of(self._side(game))
        return Decision(
            side, "meet-charge", "18.7/5C", options, {"hex": self.target}, continues=True, default=options[0].id
        )

    def meet_chosen(self, game: Game, choice: Choice) -> None:
        self._stand(game, choice.name)

    def _stand(self, game: Game, unit_id: str) -> None:
        game.push(Check(unit=unit_id, kind="stand", by="18.7/5C"))

    @rule("18.7/5C")
    def meet_done(self, game: Game, passed: bool) -> None:
        """Passed: the defenders fire at the chargers. Failed: they retreat, and nobody fires."""
        if passed:
            game.goto("assault_fire")
        else:
            game.goto("flight", retreats=True)

    @rule("18.7/5D")
    def assault_fire(self, game: Game) -> None:
        game.goto("fought")
        game.push(self._assault_fire(game))

    def _assault_fire(self, game: Game) -> AssaultFire:
        return AssaultFire(
            attackers=self.attackers,
            target=self.target,
            side=self._side(game),
            retreats=self.retreats,
            charged=self.charged,
            first=self.number == 1,
        )

    @rule("18.7/5D-after")
    def fought(self, game: Game) -> None:
        """Who is left decides how it goes on."""
        attackers = self._fit(game)
        if not attackers:
            self._end(game)
        elif not units_in(game, self.target):
            game.goto("advance", attackers=attackers)
        elif self.retreats:
            game.goto("flight", attackers=attackers)
        else:
            game.goto("break_off", attackers=attackers)

    @rule("18.7/5E")
    def flight(self, game: Game) -> None:
        game.goto("advance")
        game.push(Retreat(hex=self.target, attackers=self.engaged))

    @rule("18.7/5F", "18.7/6")
    def break_off(self, game: Game) -> Decision | None:
        """A charge and the third round end the assault; otherwise ask the attacker."""
        if self.charged or self.number == assault_fire.figures(game).max_rounds:
            self._end(game)
            return None
        args: dict[str, str | int] = {"hex": self.target, "round": self.number}
        return Decision(self._side(game), "break-off", "18.7/5F", (BREAK_OFF, PRESS_ON), args, default=BREAK_OFF.id)

    def break_off_chosen(self, game: Game, choice: Choice) -> None:
        if choice.name == "break-off":
            self._end(game)
        else:
            game.goto("round_begins", number=self.number + 1)

    # The end

    def advance(self, game: Game) -> None:
        self._advance(game)

    @rule("18.7/5D-after", "18.7/5E", "21.2/with-units")
    def _advance(self, game: Game) -> None:
        """All surviving attackers move into the hex."""
        attackers = self._fit(game)
        origin = game.state.units[attackers[0]].at
        for unit_id in attackers:
            occupy(game, unit_id, self.target)
        game.say(Advanced(rule="18.7/5E", units=attackers, at=self.target))
        bridges_and_ferries.reached(game, self.target)
        self._end(game)
        follow(game, attackers, origin)

    def _end(self, game: Game) -> None:
        game.say(AssaultEnded(rule="18.7/6", at=self.target))
        game.finish()


PROCEDURES = (Assault, *assault_fire.PROCEDURES, *assault_retreat.PROCEDURES)
