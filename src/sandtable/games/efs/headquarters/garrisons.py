"""Chapters 21.8 and 24.26: garrisons, and how they are released."""

from __future__ import annotations

from sandtable.games.efs import victory
from sandtable.games.efs.content import placement_of
from sandtable.games.efs.events.garrisons import GarrisonLeft, GarrisonReleased
from sandtable.games.efs.state import AXIS, SIDES, enemy_of
from sandtable.games.efs.tables import VictoryFile
from sandtable.games.efs.units import Game
from sandtable.games.efs.zones import zone_of
from sandtable.kernel import Choice, Decision, Option, Procedure, Refusal, derived, rule
from sandtable.mechanics.roster import change, units_in, units_of

KEEP = Option("do:keep-garrison", rule="24.26")
RELEASE = Option("do:release-garrison", rule="24.26")


@derived("units")
@rule("21.81")
def garrison_hexes(game: Game, side: str) -> list[str]:
    """The hexes in which a side has garrison units."""
    return sorted({unit.at for unit in units_of(game, side).values() if unit.garrison})


@rule("21.82", "21.83")
def release(game: Game, label: str, rule_id: str = "21.83") -> None:
    """Release all garrison units of a hex, which may do from now on what others do."""
    there = tuple(unit_id for unit_id in units_in(game, label) if game.state.units[unit_id].garrison)
    for unit_id in there:
        change(game, unit_id, garrison=False)
    if there:
        game.say(GarrisonReleased(rule=rule_id, at=label, units=there))


@rule("21.83")
def release_by_date(game: Game, side: str) -> None:
    """Garrisons are released whose date on the card has come."""
    for label in garrison_hexes(game, side):
        dates = [placement_of(game.content, unit_id).release for unit_id in units_in(game, label)]
        if any(date and date <= game.state.turn for date in dates):
            release(game, label)


@rule("21.83")
def release_threatened(game: Game) -> None:
    """At the end of a phase garrisons are released that are attacked, or into whose hex an enemy zone extends."""
    for side in SIDES:
        for label in garrison_hexes(game, side):
            attacked = {each for attack in game.state.attacks.values() for each in attack.hexes}
            if label in attacked or label in zone_of(game, enemy_of(side)):
                release(game, label)


# Locations that are worth nothing any more


@rule("24.26")
def worthless(game: Game) -> list[str]:
    """The locations of the Axis that are worth nothing from this turn on."""
    content, turn = game.content, game.state.turn
    return [
        label
        for label, location in game.state.locations.items()
        if location.counted
        if victory.worth_in(content, label, turn - 1) and not victory.worth_in(content, label, turn)
    ]


class LeaveGarrisons(Procedure, frozen=True):
    """As a turn begins, units that occupy locations which are worth nothing any more stay there as their garrisons; the
    Axis player names them.
    """

    hexes: tuple[str, ...]

    @rule("24.26")
    def begin(self, game: Game) -> Decision | None:
        if not self.hexes:
            game.finish()
            return None
        label, units = self.hexes[0], game.state.units
        there = victory.occupying(game, label)
        held = sum(units[unit_id].steps for unit_id in there if units[unit_id].garrison)
        free = [unit_id for unit_id in there if not units[unit_id].garrison]
        if held >= game.content.card.locations[label].garrison or not free:
            game.goto("begin", hexes=self.hexes[1:])
            return None
        if len(free) == 1:
            self.stay(game, free[0])
            return None
        options = tuple(Option(f"unit:{unit_id}", rule="24.26") for unit_id in free)
        return Decision(AXIS, "leave-garrison", "24.26", options, {"hex": label})

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "unit" or choice.name not in game.state.units:
            return None
        return Refusal("refused.not-in-location", "24.26", {"unit": choice.name, "hex": self.hexes[0]})

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        self.stay(game, choice.name)

    def stay(self, game: Game, unit_id: str) -> None:
        game.goto("begin")
        change(game, unit_id, garrison=True)
        game.say(GarrisonLeft(rule="24.26", at=self.hexes[0], unit=unit_id))


@rule("24.26")
def for_a_point(game: Game) -> list[str]:
    """The hexes whose garrisons the Axis player may release for a point: those of locations worth nothing."""
    cities = worthless_cities(game)
    return [label for label in garrison_hexes(game, AXIS) if label in cities] if cities else []


@derived("locations", "turn")
def worthless_cities(game: Game) -> frozenset[str]:
    """The hexes of the cities with locations that were taken and are worth nothing in this turn."""
    idle = [label for label in game.state.locations if not victory.worth(game, label)]
    return frozenset().union(*[victory.whole_city(game.content, label) for label in idle])


class ReleaseGarrison(Procedure, frozen=True):
    """The Axis player releases the garrison of a location for a victory point."""

    @rule("24.26")
    def begin(self, game: Game) -> Decision:
        options = tuple(Option(f"hex:{label}", rule="24.26", grave=True) for label in for_a_point(game))
        return Decision(AXIS, "release-garrison", "24.26", (*options, KEEP), continues=True, done=KEEP.id)

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "hex" or choice.name not in game.content.board.index:
            return None
        return Refusal("refused.no-garrison-there", "24.26", {"hex": choice.name})

    @rule("24.26")
    def begin_chosen(self, game: Game, choice: Choice) -> None:
        game.finish()
        if choice.kind == "hex":
            release(game, choice.name, "24.26")
            cost = game.content.table("victory", VictoryFile).garrison_released
            victory.score(game, -cost, "garrison", "24.26", choice.name)


PROCEDURES = (LeaveGarrisons, ReleaseGarrison)
