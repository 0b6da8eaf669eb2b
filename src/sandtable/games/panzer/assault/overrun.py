"""Chapter 6.6.10: overruns, in which a vehicle drives into the hex of men or a gun and fires all it has at them."""

from __future__ import annotations

from sandtable.games.panzer.assault.attacks import is_spotted, note_attack, why_bound
from sandtable.games.panzer.cards import Gp, Leg, Vehicle
from sandtable.games.panzer.combat.ammunition import Shortage, basic_limit, runs_short
from sandtable.games.panzer.combat.gp_defense import gp_defense_as_known
from sandtable.games.panzer.combat.gp_modifiers import add, direct_modifiers
from sandtable.games.panzer.combat.gp_results import GpAttack, attack_men, combat_table, lines_of
from sandtable.games.panzer.combat.passengers import passengers_of
from sandtable.games.panzer.combat.suppression import suppress
from sandtable.games.panzer.combat.terrain_fire import attack_terrain, occupied_by
from sandtable.games.panzer.combat.weapons import Aim, Weapon, weapons_of
from sandtable.games.panzer.events import Shown
from sandtable.games.panzer.fire_events import AmmoShort
from sandtable.games.panzer.ground import buildings
from sandtable.games.panzer.movement.buildings import fits_indoors
from sandtable.games.panzer.movement.costs import place_at, places_for
from sandtable.games.panzer.movement.reach import Course, can_pay, direction_to, may_leave_hex, step_cost
from sandtable.games.panzer.spotting.hiders import is_in
from sandtable.games.panzer.spotting.spotting_phase import changes
from sandtable.games.panzer.units import Game, card_now, card_of, order, side_of, vehicles
from sandtable.kernel import Choice, Decision, Option, Preview, Procedure, Refusal, rule
from sandtable.mechanics.roster import enemy_hexes, units_in
from sandtable.mechanics.sums import Sum
from sandtable.mechanics.switches import is_on

OVERRUN = "overrun"
"""The kind of the options that overrun a unit."""
CHARGE = Option("do:overrun", rule="6.6.10")
RANGE = 1
"""The range at which weapons count."""


# Who may overrun whom


@rule("6.6.10", "6.1.4.3.7", "6.6.2", "6.6.4.4", "6.6.4.5", "6.6.11")
def why_not(game: Game, unit_id: str, target: str) -> Refusal | None:
    """Why a vehicle may not overrun a unit, however near it is; None if it may. Suppression and damage keep nobody."""
    args = {"unit": unit_id, "target": target}
    card = vehicles(game.content).get(unit_id)
    if card is None or not card.armed:
        return Refusal("refused.only-combat-vehicles-overrun", "6.6.10", args)
    if game.state.commands[unit_id].order != "move":
        return Refusal("refused.overrun-needs-move", "6.6.10", args)
    if side_of(game, target) == side_of(game, unit_id):
        return Refusal("refused.own-unit", "6.6.10", {"unit": target})
    if isinstance(card_of(game, target), Vehicle) or game.state.units[target].carrier:
        return Refusal("refused.only-men-are-overrun", "6.6.10", args)
    if is_in(game, target, "improved-position"):
        return Refusal("refused.position-is-not-overrun", "6.1.4.3.7", args)
    if not is_spotted(game, unit_id, target):
        return Refusal("refused.not-spotted", "6.6.10", args)
    if not firepower(game, unit_id):
        return Refusal("refused.nothing-to-overrun-with", "6.6.10.1", args)
    if is_in_building(game, target) and (not fits_indoors(game.content, unit_id) or passengers_of(game, unit_id)):
        return Refusal("refused.does-not-fit-indoors", "6.6.3", args)
    return _why_not_declared(game, unit_id, target)


@rule("6.6.10", "6.6.11")
def _why_not_declared(game: Game, unit_id: str, target: str) -> Refusal | None:
    """All overruns of one target are declared before the first; who has declared one is bound to it."""
    assaults = game.state.assaults
    if unit_id in assaults and assaults[unit_id].target == target:
        return None
    if any(attack.how == OVERRUN and attack.target == target for attack in assaults.values()):
        return Refusal("refused.overrun-not-declared", "6.6.10", {"unit": unit_id, "target": target})
    return why_bound(game, unit_id, target)


@rule("6.6.10", "6.1.4.3.1")
def is_in_building(game: Game, unit_id: str) -> bool:
    """Whether a unit is inside the buildings of its hex: men always are, guns where they were put."""
    unit = game.state.units[unit_id]
    stands = unit.at in buildings(game.content) and unit.at not in changes(game).rubble
    return stands and (unit.indoors or isinstance(card_of(game, unit_id), Leg))


@rule("6.6.10")
def place_to_overrun(game: Game, course: Course, at: str) -> int | None:
    """The place into which a vehicle drives forward to overrun who is in the next hex; None if it has not the points.

    That a vehicle can always move one hex does not help it (ruling).
    """
    content, index = game.content, game.content.board.index
    here, there = index[game.state.units[course.unit].at], index[at]
    place = place_at(places_for(content, course.mode), there, direction_to(content, here, there))
    price = step_cost(game, course, place)
    pays = course if is_on(content, "overrun-by-the-free-hex") else course._replace(fresh=False)
    return place if can_pay(game, pays, place, price) else None


@rule("6.6.10")
def overrun_options(game: Game, course: Course) -> list[Option]:
    """The units in the next hexes that a vehicle may overrun from where it is."""
    unit_id, near = course.unit, game.content.adjacent[game.state.units[course.unit].at]
    enemies, found = enemy_hexes(game, side_of(game, unit_id)), list[Option]()
    if enemies.isdisjoint(near) or unit_id not in vehicles(game.content) or not may_leave_hex(game, course):
        return found
    for at in near:
        targets = [each for each in units_in(game, at) if why_not(game, unit_id, each) is None] if at in enemies else []
        place = place_to_overrun(game, course, at) if targets else None
        if place is not None:
            cost = step_cost(game, course, place)
            found += [Option(f"{OVERRUN}:{each}", cost, "6.6.10") for each in targets]
    return found


@rule("6.6.10")
def why_no_overrun(game: Game, course: Course, target: str) -> Refusal:
    """Why a unit on the map is not to be overrun now."""
    args = {"unit": course.unit, "target": target}
    found = why_not(game, course.unit, target)
    if found is not None:
        return found
    units = game.state.units
    if game.content.distance(units[course.unit].at, units[target].at) != 1:
        return Refusal("refused.not-next-to-it", "6.6.10", args)
    return Refusal("refused.cannot-drive-there", "6.6.10", args)


# What it is worth


@rule("6.6.10.1", "5.6", "5.14")
def firing_weapons(game: Game, unit_id: str) -> list[tuple[Weapon, int]]:
    """The weapons of a vehicle that count in an overrun, each with its GP Factor: all at once, but not those against
    aircraft, nor those that cannot fire at range 1.
    """
    found = []
    for weapon in weapons_of(game, unit_id):
        row = weapon.gp
        if row is None or game.content.guns[weapon.id].aa is not None or row.min_range > RANGE:
            continue
        band = row.band(RANGE)
        if band is not None:
            found.append((weapon, row.factor(band)))
    return found


@rule("6.6.10.1")
def firepower(game: Game, unit_id: str) -> Sum:
    """The GP Factors that add up in an overrun: of the weapons, and of the men aboard by their small arms alone."""
    found = Sum()
    for weapon, factor in firing_weapons(game, unit_id):
        found.figure("overrun-weapon", factor, "6.6.10.1", weapon=weapon.id)
    for rider in passengers_of(game, unit_id):
        card = game.content.card(card_now(game, rider))
        if isinstance(card, Leg):
            found.figure("overrun-passenger", _factor_of(card.gp), "6.6.10.1", unit=rider)
    return found


def _factor_of(row: Gp) -> int:
    band = row.band(RANGE)
    return 0 if band is None else row.factor(band)


@rule("6.6.10.1", "6.5.4.3/overrun", "6.5.4.3")
def attack_of(game: Game, unit_id: str, target: str, short: tuple[Shortage, ...]) -> tuple[GpAttack, Sum]:
    """An overrun as its results see it, and its modifiers: those of direct fire, and what the shock is worth."""
    power, weapons = firepower(game, unit_id), firing_weapons(game, unit_id)
    lead = weapons[0][0] if weapons else weapons_of(game, unit_id)[0]
    band = (lead.gp.band(RANGE) if lead.gp is not None else None) or "P"
    aim = Aim(firer=unit_id, target=target, weapon=lead.id, load="GP")
    modifiers = direct_modifiers(game, aim, short, band)
    add(modifiers, game.content, "overrun", "direct")
    factor = min(power.total, combat_table(game.content).most)
    return GpAttack(source=unit_id, factor=factor, band=band, parts=tuple(power.parts), what="overrun"), modifiers


def preview_of(game: Game, unit_id: str, target: str) -> Preview:
    """An overrun before it is made."""
    attack, modifiers = attack_of(game, unit_id, target, ())
    units = game.state.units
    lines = lines_of(game.content, attack, gp_defense_as_known(game, target), modifiers)
    return Preview((units[unit_id].at, units[target].at), tuple(lines))


class DeclareOverrun(Procedure, frozen=True):
    """The owner of a vehicle that overruns a unit picks the others that will, before the first does."""

    unit: str
    target: str
    others: tuple[str, ...] = ()

    def _able(self, game: Game) -> list[str]:
        """The vehicles that have yet to move and might overrun the same target."""
        side, commands = side_of(game, self.unit), game.state.commands
        return [
            each
            for each, command in commands.items()
            if each not in (self.unit, *self.others)
            and game.content.side_of[each] == side
            and not command.moved
            and each not in game.state.assaults
            and why_not(game, each, self.target) is None
        ]

    @rule("6.6.10")
    def begin(self, game: Game) -> Decision | None:
        able = [] if self.unit in game.state.assaults else self._able(game)
        if not able:
            self._declare(game)
            return None
        options = (*(Option(f"unit:{each}", rule="6.6.10") for each in able), CHARGE)
        args = {"unit": self.unit, "target": self.target}
        side = side_of(game, self.unit)
        return Decision(
            side, "overrun-with", "6.6.10", options, args, continues=True, default=CHARGE.id, done=CHARGE.id
        )

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "unit" or choice.name not in game.state.units:
            return None
        if choice.name in (self.unit, *self.others):
            return Refusal("refused.is-picked", "6.6.10", {"unit": choice.name})
        if side_of(game, choice.name) != side_of(game, self.unit):
            return Refusal("refused.not-yours", "6.6.10", {"unit": choice.name})
        if game.state.commands[choice.name].moved:
            return Refusal("refused.moved", "4.5", {"unit": choice.name})
        return why_not(game, choice.name, self.target)

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        if choice.kind == "do":
            self._declare(game)
        else:
            game.goto("begin", others=(*self.others, choice.name))

    @rule("6.6.10", "6.6.11", "4.2.1")
    def _declare(self, game: Game) -> None:
        """Show the commands of those who will overrun; they are bound to this target."""
        for unit_id in (self.unit, *self.others):
            if not game.state.commands[unit_id].shown:
                game.say(Shown(rule="6.6.10", unit=unit_id, order=game.state.commands[unit_id].order))
                order(game, unit_id, shown=True)
                game.reveal()
            if unit_id not in game.state.assaults:
                note_attack(game, unit_id, self.target, "overrun")
        game.finish()


class Overrun(Procedure, frozen=True):
    """A vehicle has driven into the hex of its target and attacks it; nobody fires overwatch meanwhile."""

    unit: str
    target: str

    @rule("6.6.10", "6.6.10.1", "5.16.2", "5.16.2.1")
    def begin(self, game: Game) -> None:
        """Ammunition that runs short weakens the whole attack (ruling)."""
        short: list[Shortage] = []
        if self.target in game.state.units:
            for weapon, _ in firing_weapons(game, self.unit):
                limit = basic_limit(game, self.unit, weapon.limits)
                if limit is not None and runs_short(game, limit, "ammo-basic"):
                    short = ["basic"]
                    game.say(AmmoShort(rule="5.16.2.1", unit=self.unit, load="GP"))
            self._attack(game, tuple(short))
        game.finish()

    @rule("6.6.10.1", "6.6.10.2", "5.10")
    def _attack(self, game: Game, short: tuple[Shortage, ...]) -> None:
        """Roll as for direct GP fire; who was recovering from suppression is suppressed anew, whatever comes of it."""
        attack, modifiers = attack_of(game, self.unit, self.target, short)
        around = occupied_by(game, self.target) if is_on(game.content, "overruns-strike-terrain") else []
        attack_men(game, attack, self.target, modifiers)
        for each in around:
            attack_terrain(game, attack, each, modifiers)
        if self.target in game.state.units and game.state.units[self.target].suppressed == "off":
            suppress(game, self.target, "6.6.10.2")


PROCEDURES: tuple[type[Procedure], ...] = (DeclareOverrun, Overrun)
