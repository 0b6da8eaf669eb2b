"""Chapters 6.5.1.13, 6.5.4.2.5, 6.5.4.3 and 6.5.4.5: indirect GP fire of one source, at all that it strikes."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.games.panzer.cards import Vehicle
from sandtable.games.panzer.combat import gp_fire
from sandtable.games.panzer.combat.ammunition import basic_limit, runs_short
from sandtable.games.panzer.combat.bail_out import BailOut, push_bail_out
from sandtable.games.panzer.combat.claims import ClaimMove
from sandtable.games.panzer.combat.gp_modifiers import Means, add, of_firer, of_moving_vehicle, of_target
from sandtable.games.panzer.combat.gp_results import GpAttack, Outcome, attack_men, attack_vehicle
from sandtable.games.panzer.combat.passengers import passengers_of
from sandtable.games.panzer.combat.terrain_fire import attack_terrain, vulnerable_terrain
from sandtable.games.panzer.fire_events import AmmoShort
from sandtable.games.panzer.indirect.batteries import is_battery
from sandtable.games.panzer.indirect.sheafs import OPEN
from sandtable.games.panzer.indirect.sources import IndirectWeapon, weapons_of
from sandtable.games.panzer.state import Mission
from sandtable.games.panzer.units import Game, card_of
from sandtable.kernel import Procedure, rule
from sandtable.mechanics.roster import units_in
from sandtable.mechanics.sums import Sum
from sandtable.mechanics.switches import is_on

MEANS: Means = "indirect"


@rule("6.5.1.5", "6.5.1.13")
def hexes_of_source(game: Game, mission: Mission, source: str) -> tuple[str, ...]:
    """The hexes that a source of a mission strikes: a unit on the map the target point alone."""
    return mission.hexes if is_battery(game, source) else (mission.at,)


def weapon_at(game: Game, mission: Mission, source: str) -> IndirectWeapon:
    """The weapon with which a source fires at the range factor of its mission."""
    band = mission.bands[mission.sources.index(source)]
    return max(weapons_of(game, source), key=lambda weapon: weapon.row.factor(band))


@rule("6.5.1", "6.5.1.13", "6.5.4.1")
def attack_of(game: Game, mission: Mission, source: str) -> GpAttack:
    """The attack of a source: the factor of its indirect row, at one range factor for everybody in the SHEAF."""
    band = mission.bands[mission.sources.index(source)]
    row = weapon_at(game, mission, source).row
    return GpAttack(
        source=source,
        factor=row.factor(band),
        band=band,
        means=MEANS,
        small_arms=row.small_arms,
        effectiveness=row.effectiveness or 0,
    )


@rule("6.5.4.3/if-open-sheaf", "6.5.4.3/ammo-limit", "6.5.4.3/shooter-damaged", "6.5.4.3/shooter-suppressed")
def of_source(game: Game, mission: Mission, source: str, *, short: bool) -> Sum:
    """What holds for all that a source strikes: the open pattern of a battery, the state of a unit on the map."""
    if is_battery(game, source):
        found = Sum()
        if mission.sheaf == OPEN:
            add(found, game.content, "open-sheaf", MEANS)
        return found
    if source not in game.state.units:
        return Sum()
    found = of_firer(game, source, MEANS)
    if short:
        add(found, game.content, "ammo-limit", MEANS)
    return found


@rule("6.5.4.3/target-moving")
def looks_at_movement(game: Game, mission: Mission) -> bool:
    """Whether the modifier for moving vehicles holds as a mission comes down: not for planned fire, nor where the
    target point holds no target.
    """
    return not mission.planned and bool(units_in(game, mission.at))


class Strike(Procedure, frozen=True):
    """Indirect GP fire of one source of a mission: unit by unit with those whom they carry, and hex by hex."""

    mission: str
    source: str
    units: tuple[str, ...] = ()
    """The units that have still to be attacked."""
    hexes: tuple[str, ...] = ()
    """The hexes whose terrain has still to be attacked."""
    movement: bool = False
    """Whether the modifier for moving vehicles holds; not for those that move into a barrage by themselves (6.6.6)."""
    short: bool = False
    """Whether the ammunition limit of a unit on the map has taken effect."""

    def _mission(self, game: Game) -> Mission:
        return game.state.missions[self.mission]

    @rule("5.16.2.1", "5.16.2.4", "5.16.2.5", "6.5.1")
    def begin(self, game: Game) -> None:
        """The basic ammunition of units on the map may run short; that of batteries never does."""
        limits = weapon_at(game, self._mission(game), self.source).limits
        limit = basic_limit(game, self.source, limits) if self.source in game.state.units else None
        short = limit is not None and runs_short(game, limit, "ammo-basic")
        if short:
            game.say(AmmoShort(rule="5.16.2.1", unit=self.source, load="GP"))
        game.goto("claim", short=short)

    @rule("6.5.4.3/target-moving")
    def claim(self, game: Game) -> None:
        """The owner of a vehicle may show that it moves, where that counts."""
        if not self.units:
            game.goto("ground")
            return
        target = self.units[0]
        if target not in game.state.units:
            game.goto("claim", units=self.units[1:])
            return
        game.goto("strike")
        if self._movement_counts(game, target):
            game.push(ClaimMove(unit=target, by="6.5.4.3/target-moving"))

    @rule("6.5.4.3/target-moving")
    def _movement_counts(self, game: Game, target: str) -> bool:
        """Whether it matters that a target moves; anywhere in the SHEAF, unless the other reading is chosen."""
        in_target_hex = game.state.units[target].at == self._mission(game).at
        return self.movement and (in_target_hex or is_on(game.content, "moving-outside-target-hex"))

    @rule("6.5.1", "6.5.1.13", "6.5.4.2.3", "6.5.4.4", "6.5.4.5")
    def strike(self, game: Game) -> None:
        """Roll for the unit, then for each of its passengers; those who bail out do so last."""
        target, mission = self.units[0], self._mission(game)
        attack, on_all = attack_of(game, mission, self.source), of_source(game, mission, self.source, short=self.short)
        on_target = of_target(game, target, MEANS)
        if self._movement_counts(game, target):
            on_target.parts += of_moving_vehicle(game, target, MEANS)
        on_target.parts += on_all
        game.goto("claim", units=self.units[1:])
        if not isinstance(card_of(game, target), Vehicle):
            attack_men(game, attack, target, on_target)
            return
        outcome = attack_vehicle(game, attack, target, on_target, hull_down=False)
        push_bail_out(game, bail_out_after(target, outcome, shaken_by(game, attack, target, on_all)))

    @rule("6.5.4.2.5", "6.5.4.4.3")
    def ground(self, game: Game) -> None:
        """Vulnerable terrain in the SHEAF is attacked too, with units in it or without."""
        mission = self._mission(game)
        attack, on_all = attack_of(game, mission, self.source), of_source(game, mission, self.source, short=self.short)
        for at in self.hexes:
            for target in vulnerable_terrain(game, at):
                attack_terrain(game, attack, target, on_all)
        game.finish()


@rule("6.5.4.2.3", "6.5.4.5")
def shaken_by(game: Game, attack: GpAttack, vehicle: str, modifiers: Sum) -> tuple[str, ...]:
    """Attack those who ride in a vehicle, and say whom that has suppressed who was not Suppression/ON before."""
    shaken = []
    for unit_id in passengers_of(game, vehicle):
        before = game.state.units[unit_id].suppressed
        attack_men(game, attack, unit_id, modifiers)
        after = game.state.units.get(unit_id)
        if after is not None and after.suppressed == "on" and before != "on":
            shaken.append(unit_id)
    return tuple(shaken)


@rule("5.15", "6.5.4.5")
def bail_out_after(vehicle: str, outcome: Outcome, shaken: tuple[str, ...]) -> BailOut:
    """Who checks after indirect GP fire: as after direct fire, but for the number of those who are suppressed."""
    return replace(gp_fire.bail_out_after(vehicle, outcome, shaken), shaken_by="suppressed-indirect")


@rule("6.5.1")
def struck_by(game: Game, mission_id: str, source: str, *, movement: bool) -> Strike:
    """All that a source strikes as its mission comes down, friend and foe, from the target point outwards."""
    hexes = hexes_of_source(game, game.state.missions[mission_id], source)
    units = tuple(unit_id for at in hexes for unit_id in units_in(game, at))
    return Strike(mission=mission_id, source=source, units=units, hexes=hexes, movement=movement)


PROCEDURES: tuple[type[Procedure], ...] = (Strike,)
