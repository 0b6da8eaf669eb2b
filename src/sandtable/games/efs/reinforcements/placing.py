"""Chapters 8.13, 8.3 and 8.4: units that are put straight onto the map in the Reinforcements Phase."""

from __future__ import annotations

from sandtable.games.efs import control
from sandtable.games.efs.content import placement_of
from sandtable.games.efs.control import friend
from sandtable.games.efs.fortifications.works import is_active_in
from sandtable.games.efs.movement.fields import closed_to
from sandtable.games.efs.movement.map_exit import lost_exits
from sandtable.games.efs.reinforcements.entering import come_in, has_been_away, is_free_to_enter, waiting
from sandtable.games.efs.stacking import room_for
from sandtable.games.efs.state import AXIS, SOVIET, enemy_of
from sandtable.games.efs.supply.routes import is_supplied, within_loc
from sandtable.games.efs.supply.supply_units import removed_by_entry
from sandtable.games.efs.tables import HeadquartersFile
from sandtable.games.efs.units import MACHINE_GUNS, Game, printed, side_of
from sandtable.games.efs.victory import whole_city
from sandtable.games.efs.zones import in_enemy_zone
from sandtable.kernel import Choice, Decision, Option, Procedure, Refusal, rule
from sandtable.mechanics.roster import occupier, units_in

DONE = Option("do:done", rule="8.11a")
TRAIN = "armored-train"


@rule("8.11b", "8.31", "8.43a", "8.44b")
def named_hexes(game: Game, unit_id: str) -> list[str]:
    """The hexes in which a unit would be placed, whatever stands in the way: none for one that enters at the edge."""
    unit, placement = game.state.units[unit_id], placement_of(game.content, unit_id)
    if unit.box == "active":
        enters_by_itself = printed(game, unit_id).zap or printed(game, unit_id).type == TRAIN
        return [] if enters_by_itself else sorted(game.content.cities)
    if has_been_away(game, unit_id):
        return []
    if placement.at:
        return [placement.at]
    if placement.city:
        return around_city(game, placement.city)
    if printed(game, unit_id).untried == MACHINE_GUNS and not placement.entry:
        return fortified_hexes(game)
    return []


@rule("8.43", "8.43a", "8.43c")
def around_city(game: Game, city: str) -> list[str]:
    """The hexes for militia: within range of its city and of a line of communications to it; none if the city is lost.

    The ruling on 8.43c: militia of a lost city waits until the city is taken back.
    """
    content = game.content
    if all(friend(game, label) == AXIS for label in whole_city(content, city)):
        return []
    near = content.around(city, content.table("headquarters", HeadquartersFile).militia_range)
    reached = within_loc(game, SOVIET, [city])
    return sorted(label for label in near & content.land if label in reached or label == city)


@rule("8.44b")
def fortified_hexes(game: Game) -> list[str]:
    """Where machine guns go that no hex is named for: to fortifications that stand, in general supply."""
    return sorted(
        label for label in game.content.land if is_active_in(game, label, SOVIET) and is_supplied(game, SOVIET, label)
    )


@rule("8.13a", "8.13b", "8.13d", "8.31", "8.43b", "8.44c", "10.27b", "11.63")
def obstacle(game: Game, unit_id: str, label: str) -> Refusal | None:
    """Why a unit may not be placed in one of its hexes."""
    side, args = side_of(game, unit_id), {"unit": unit_id, "hex": label}
    if occupier(game, label) == enemy_of(side) or (label in game.content.land and friend(game, label) != side):
        return Refusal("refused.place-not-friendly", "8.13a", args)
    if label in closed_to(game.content, side):
        return Refusal("refused.closed", "10.27b", args)
    if label in lost_exits(game, side):
        return Refusal("refused.exit-lost", "11.63", args)
    if game.state.units[unit_id].box == "active":
        if in_enemy_zone(game, label, side):
            return Refusal("refused.place-in-zone", "8.31", args)
        if not is_supplied(game, side, label):
            return Refusal("refused.city-without-supply", "8.31", args)
    elif in_enemy_zone(game, label, side) and not units_in(game, label):
        return Refusal("refused.place-in-zone", "8.13a", args)
    if is_machine_gun(game, unit_id) and any(is_machine_gun(game, other) for other in units_in(game, label)):
        return Refusal("refused.machine-guns-there", "8.44c", args)
    if not room_for(game, [unit_id], label):
        return Refusal("refused.no-room-to-place", "8.13d", args)
    return None


def is_machine_gun(game: Game, unit_id: str) -> bool:
    return printed(game, unit_id).untried == MACHINE_GUNS


class PlaceReinforcements(Procedure, frozen=True):
    """A side puts units onto the map, one after the other, as many as it wants; `cities` have taken a unit already."""

    side: str
    unit: str = ""
    cities: tuple[str, ...] = ()

    @rule("8.11a", "8.11b", "8.3")
    def begin(self, game: Game) -> Decision | None:
        able = [unit_id for unit_id in waiting(game, self.side) if self.hexes(game, unit_id)]
        if not able:
            game.finish()
            return None
        options = tuple(Option(f"unit:{unit_id}", rule="8.11b") for unit_id in able)
        return Decision(self.side, "place-reinforcement", "8.11b", (*options, DONE))

    def hexes(self, game: Game, unit_id: str) -> list[str]:
        """The hexes in which a unit may be placed now."""
        if side_of(game, unit_id) != self.side or not is_free_to_enter(game, unit_id):
            return []
        return [label for label in named_hexes(game, unit_id) if self.hindrance(game, unit_id, label) is None]

    @rule("8.31")
    def hindrance(self, game: Game, unit_id: str, label: str) -> Refusal | None:
        """Why a unit may not be placed in one of its hexes; a city takes one unit of the Active box in a turn."""
        if game.state.units[unit_id].box == "active" and whole_city(game.content, label) & {*self.cities}:
            return Refusal("refused.city-has-one", "8.31", {"unit": unit_id, "hex": label})
        return obstacle(game, unit_id, label)

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "unit" or choice.name not in game.state.units:
            return None
        args = {"unit": choice.name}
        if side_of(game, choice.name) != self.side:
            return Refusal("refused.enemy-unit", "8.11b", args)
        if game.state.units[choice.name].at:
            return Refusal("refused.on-map", "8.11b", args)
        if not is_free_to_enter(game, choice.name):
            return Refusal("refused.not-due", "8.11a", args)
        named = named_hexes(game, choice.name)
        if not named:
            return Refusal("refused.enters-elsewhere", "8.12b", args)
        return self.hindrance(game, choice.name, named[0])

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        if choice == Choice.of(DONE.id):
            game.finish()
            return
        hexes = self.hexes(game, choice.name)
        if len(hexes) == 1:
            self.place(game, choice.name, hexes[0])
        else:
            game.goto("where", unit=choice.name)

    @rule("8.31", "8.43a", "8.44b")
    def where(self, game: Game) -> Decision:
        options = tuple(Option(f"hex:{label}", rule="8.13a") for label in self.hexes(game, self.unit))
        return Decision(self.side, "place-where", "8.13a", options, {"unit": self.unit}, continues=True)

    def where_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "hex" or choice.name not in game.content.board.index:
            return None
        if choice.name not in named_hexes(game, self.unit):
            return Refusal("refused.not-its-place", "8.11b", {"unit": self.unit, "hex": choice.name})
        return self.hindrance(game, self.unit, choice.name)

    def where_chosen(self, game: Game, choice: Choice) -> None:
        self.place(game, self.unit, choice.name)

    def place(self, game: Game, unit_id: str, label: str) -> None:
        from_active = game.state.units[unit_id].box == "active"
        cities = (*self.cities, label) if from_active else self.cities
        game.goto("begin", unit="", cities=cities)
        come_in(game, unit_id, label, "8.31" if from_active else "8.13a")
        removed_by_entry(game, label, self.side)
        control.settle(game)


PROCEDURES = (PlaceReinforcements,)
