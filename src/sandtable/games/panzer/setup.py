"""Chapter 2.0: setting up, side after side, in the areas that the scenario gives, on foot or in vehicles."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.board import FORBIDDEN
from sandtable.games.panzer.cards import Leg, Towed, Vehicle
from sandtable.games.panzer.content import Content
from sandtable.games.panzer.events import SetUp as WasSetUp
from sandtable.games.panzer.fieldworks import OPEN, PlaceWorks, begin_as, beginnings, farness
from sandtable.games.panzer.ground import terrain_of
from sandtable.games.panzer.mines.laying import LayMines
from sandtable.games.panzer.movement.costs import way_slots
from sandtable.games.panzer.movement.modes import Column
from sandtable.games.panzer.movement.reach import facing_name, facing_option, facings_by_name
from sandtable.games.panzer.movement.transport import has_room, transports
from sandtable.games.panzer.movement_events import Mounted
from sandtable.games.panzer.scenarios import SetUp
from sandtable.games.panzer.state import State, Unit, enemy_of
from sandtable.games.panzer.tables.terrain import price_of
from sandtable.games.panzer.units import Game, is_overstacked, printed, vehicles
from sandtable.hexgrid import bearing
from sandtable.kernel import Choice, Decision, Option, Phase, Procedure, Refusal, of_content, rule
from sandtable.mechanics.content import hex_options
from sandtable.mechanics.roster import enemy_hexes, occupier, units_in

STANDARD = Option("do:standard", rule="2.0")
ELBOW_ROOM = 2
"""How many hexes farther away each unit would rather be than share a hex with one more."""
ENTER_LATER = Option("do:enter-later", rule="2.0")


def place(state: State, content: Content) -> None:
    """All units wait to be set up, or for the turn in which they enter; vehicles come first, since others may ride."""
    ranked = sorted(content.counters, key=lambda unit_id: unit_id not in vehicles(content))
    state.waiting = {unit_id: entry_turn(content, unit_id) for unit_id in ranked}


@rule("2.0", "7.31.1")
def begin(game: Game) -> None:
    """The side that the scenario names sets up first, and the other sees it."""
    first = game.content.scenario.sets_up_first
    for side in (enemy_of(first), first):
        game.push(SetUpForce(side=side))
        game.push(LayMines(side=side))
        game.push(PlaceWorks(side=side))


@of_content
def set_up_of(content: Content, side: str, group: str) -> SetUp:
    """What the scenario says of the set-up of a group."""
    force = next(force for name, force in content.scenario.forces.items() if name == side)
    return next(entry for entry in force.set_up if group in entry.groups)


@of_content
def entry_of(content: Content, unit_id: str) -> SetUp:
    """What the scenario says of the set-up of a unit."""
    return set_up_of(content, content.counters[unit_id].side, content.counters[unit_id].group)


@of_content
@rule("2.0")
def entry_turn(content: Content, unit_id: str) -> int:
    """The turn from which on a unit may enter; 0 for one that may begin on the map."""
    entry = entry_of(content, unit_id)
    return 0 if entry.areas else entry.turn or 0


@rule("2.0", "6.6.4", "6.6.5")
def standing_room(content: Content, unit_id: str) -> frozenset[str]:
    """The hexes in which a unit could be at all."""
    card = content.card(content.counters[unit_id].card)
    if isinstance(card, Vehicle):
        return open_hexes(content, card.movement.mode)
    return open_hexes(content, "towed" if isinstance(card, Towed) else "leg")


@of_content
@rule("2.0", "4.1.4.1.7", "4.5.1.1.2")
def open_hexes(content: Content, column: Column) -> frozenset[str]:
    """The hexes whose terrain is not prohibited to a kind of units, or to which a road or path leads."""
    by_way = {slot // 6 for slot in way_slots(content)}
    return frozenset(
        label
        for i, label in enumerate(content.board.labels)
        if i in by_way or price_of(terrain_of(content, label).costs.of(column)) < FORBIDDEN
    )


@of_content
def zone(content: Content, unit_id: str) -> frozenset[str]:
    """The hexes that the scenario gives to a unit, and to those who carry it."""
    return zone_of(content, entry_of(content, unit_id))


@of_content
def zone_of(content: Content, entry: SetUp) -> frozenset[str]:
    """The hexes in which the groups of an entry may begin."""
    return content.set_up_hexes(entry)


@of_content
def entrances_of(content: Content, entry: SetUp) -> frozenset[str]:
    """The hexes in which they may enter."""
    return content.entry_hexes(entry)


@of_content
@rule("2.0", "4.5.1.1.9")
def entrances(content: Content, unit_id: str) -> tuple[str, ...]:
    """The hexes in which a unit may enter: those of its entry in which it could be, in the order of their labels."""
    return tuple(sorted(entrances_of(content, entry_of(content, unit_id)) & standing_room(content, unit_id)))


@of_content
@rule("2.0")
def area(content: Content, unit_id: str) -> frozenset[str]:
    """The hexes in which a unit may be set up: those of its area in which it could be."""
    return zone(content, unit_id) & standing_room(content, unit_id)


@rule("2.0", "4.5.1.1.10")
def set_up_hexes(game: Game, unit_id: str) -> list[str]:
    """Where a unit may be set up now: in its area, not with the enemy, and apart from others where that is asked."""
    content, barred = game.content, set(enemy_hexes(game, printed(game, unit_id).side))
    if entry_of(content, unit_id).apart:
        places = {unit.at for unit in game.state.units.values()}
        barred |= places.union(*(content.adjacent[at] for at in places))
    return [label for label in in_order(content, unit_id) if label not in barred]


@of_content
def in_order(content: Content, unit_id: str) -> tuple[str, ...]:
    """The hexes of its area in the order of their labels."""
    return tuple(sorted(area(content, unit_id)))


@rule("2.0", "6.6.7", "6.6.7.1")
def set_up_carriers(game: Game, unit_id: str) -> list[str]:
    """The vehicles of its side in which a unit may be set up: they have room for it and stand in its area."""
    hexes, side = zone(game.content, unit_id), game.content.side_of[unit_id]
    return [
        carrier
        for carrier, unit in game.state.units.items()
        if game.content.side_of[carrier] == side and unit.at in hexes and can_carry(game, carrier, unit_id)
    ]


@rule("6.6.7.1")
def can_carry(game: Game, carrier: str, unit_id: str) -> bool:
    """Whether a unit on the map is a vehicle that has room for men or a gun that are yet to come."""
    return (
        carrier in transports(game.content)
        and unit_id not in vehicles(game.content)
        and has_room(game, carrier, unit_id)
    )


def stand(game: Game, unit_id: str, label: str, facing: int) -> None:
    """Set a unit up."""
    del game.state.waiting[unit_id]
    game.state.units[unit_id] = Unit(label, facing, dump=dump_of(game, unit_id, label))
    game.say(WasSetUp(rule="2.0", unit=unit_id, at=label, facing=facing_name(game.content, facing)))


@rule("2.0", "6.6.7")
def mount(game: Game, unit_id: str, carrier: str) -> None:
    """Set a unit up in a vehicle: it is where that is."""
    del game.state.waiting[unit_id]
    vehicle = game.state.units[carrier]
    game.state.units[unit_id] = Unit(vehicle.at, vehicle.facing, carrier=carrier)
    game.say(Mounted(rule="6.6.7", unit=unit_id, vehicle=carrier))


@rule("5.16.2.4")
def dump_of(game: Game, unit_id: str, label: str) -> str:
    """Where a gun or crew-served weapon that begins on the ground has its ammunition; nowhere for others."""
    card = game.content.card(printed(game, unit_id).card)
    return label if isinstance(card, Towed) or (isinstance(card, Leg) and card.carries_weapon) else ""


def standard_hex(game: Game, hexes: Iterable[str]) -> str:
    """A sensible one of some hexes for another unit: near the objectives, and not where many are already."""

    def unsuitability(label: str) -> tuple[bool, int, str]:
        far, _ = farness(game.content, label)
        return is_overstacked(game, label, 1), far + ELBOW_ROOM * len(units_in(game, label)), label

    return min(hexes, key=unsuitability)


@of_content
def standard_facing(content: Content, label: str) -> int:
    """The facing towards the middle of the map."""
    board = content.board
    middle = board.labels[len(board.labels) // 2]
    if label == middle:
        return 0
    return round(bearing(board.hex(board.index[label]), board.hex(board.index[middle])) / 4) % 6


class Stand(Procedure, frozen=True):
    """A unit that comes onto the map in a hex is given its facing; comes to the unit."""

    unit: str
    at: str

    @rule("2.0", "3.3", "5.5")
    def begin(self, game: Game) -> Decision:
        """Every unit faces a hexside, men and guns as well as vehicles."""
        options = tuple(facing_option(game.content, facing, 0) for facing in range(6))
        args = {"unit": self.unit, "hex": self.at}
        return Decision(game.content.side_of[self.unit], "set-up-facing", "3.3", options, args, continues=True)

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        stand(game, self.unit, self.at, facings_by_name(game.content)[choice.name])
        if game.state.turn == 1 and not game.state.step:
            game.goto("hide")
        else:
            game.finish(self.unit)

    @rule("2.0", "6.1.4.3.6", "6.1.4.3.7", "6.1.4.1.1")
    def hide(self, game: Game) -> Decision | None:
        """A unit of the set-up may begin in a position, dug in or hull down, where scenario and hex allow it."""
        found = beginnings(game, self.unit)
        if not found:
            game.finish(self.unit)
            return None
        args = {"unit": self.unit, "hex": self.at}
        side = game.content.side_of[self.unit]
        return Decision(side, "set-up-how", "2.0", (*found, OPEN), args, continues=True)

    def hide_chosen(self, game: Game, choice: Choice) -> None:
        begin_as(
            game, self.unit, next(each for each in (*beginnings(game, self.unit), OPEN) if Choice.of(each.id) == choice)
        )
        game.finish(self.unit)


class SetUpForce(Phase, frozen=True):
    """A side sets up its units, one by one, each in a hex and with a facing or in a vehicle."""

    side: str

    def _waiting(self, game: Game) -> list[str]:
        sides = game.content.side_of
        return [unit_id for unit_id, turn in game.state.waiting.items() if sides[unit_id] == self.side and not turn]

    @rule("2.0")
    def begin(self, game: Game) -> Decision | None:
        waiting = self._waiting(game)
        if not waiting:
            game.finish()
            return None
        here = hex_options(game.content, "2.0")
        options = [here[label] for label in set_up_hexes(game, waiting[0])]
        options += [Option(f"unit:{carrier}", rule="6.6.7") for carrier in set_up_carriers(game, waiting[0])]
        if self._may_enter_later(game, waiting[0]):
            options.append(ENTER_LATER)
        return Decision(self.side, "set-up", "2.0", (*options, STANDARD), {"unit": waiting[0]})

    @rule("2.0")
    def _may_enter_later(self, game: Game, unit_id: str) -> bool:
        """Whether the owner has the choice for a whole group, of which nobody stands on the map yet."""
        group = printed(game, unit_id).group
        return bool(entry_of(game.content, unit_id).entrances) and not any(
            printed(game, each).group == group and game.content.side_of[each] == self.side for each in game.state.units
        )

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        unit_id = self._waiting(game)[0]
        if choice.kind == "unit" and choice.name in game.state.units:
            return Refusal("refused.no-room", "6.6.7.1", {"unit": unit_id, "carrier": choice.name})
        if choice.kind != "hex" or choice.name not in game.content.board.index:
            return None
        args = {"unit": unit_id, "hex": choice.name}
        if occupier(game, choice.name) == enemy_of(self.side):
            return Refusal("refused.enemy-there", "4.5.1.1.10", args)
        if choice.name in area(game.content, unit_id):
            return Refusal("refused.not-apart", "2.0", args)
        return Refusal("refused.not-set-up-hex", "2.0", args)

    @rule("2.0")
    def begin_chosen(self, game: Game, choice: Choice) -> None:
        waiting = self._waiting(game)
        if choice.kind == "hex":
            game.push(Stand(unit=waiting[0], at=choice.name))
        elif choice.kind == "unit":
            mount(game, waiting[0], choice.name)
        elif choice.name == "enter-later":
            group = printed(game, waiting[0]).group
            for unit_id in waiting:
                if printed(game, unit_id).group == group:
                    game.state.waiting[unit_id] = entry_of(game.content, unit_id).turn or 0
        else:
            for unit_id in waiting:
                label = standard_hex(game, set_up_hexes(game, unit_id))
                stand(game, unit_id, label, standard_facing(game.content, label))
                for how in beginnings(game, unit_id)[:1]:
                    begin_as(game, unit_id, how)

    def begin_done(self, game: Game, unit: str) -> None:
        """A unit stands on the map, and the next one follows."""


PROCEDURES: tuple[type[Procedure], ...] = (SetUpForce, Stand, PlaceWorks, LayMines)
