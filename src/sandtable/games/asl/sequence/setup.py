"""A2.9 and CG10: the sides set up, one after the other."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.games.asl.content import FOXHOLE
from sandtable.games.asl.events.sequence import Placed
from sandtable.games.asl.locations import gun_crews, hex_of, locations_of, room_for
from sandtable.games.asl.ordnance.arcs import SPINES
from sandtable.games.asl.ordnance.places import may_emplace
from sandtable.games.asl.scenario import Group
from sandtable.games.asl.state import Works
from sandtable.games.asl.terrain.hexes import is_building, is_concealment_terrain
from sandtable.games.asl.terrain.works import room_in_foxholes
from sandtable.games.asl.units import Game, change, is_mmc, units_at
from sandtable.games.asl.vehicles.ground import may_stand
from sandtable.kernel import Choice, Decision, Option, Phase, Procedure, Refusal, rule

SUGGESTED = Option("do:suggested", rule="A2.9")
DONE = Option("do:done", rule="A2.9")


def group_of(game: Game, side: str, name: str) -> Group:
    """A group of a side's force by its name."""
    return game.content.forces[side].groups[name]


@rule("A2.9")
def setup_hexes(game: Game, side: str, group: str) -> frozenset[str]:
    """Where a group may set up; not where the enemy stands already, and not in a Blaze."""
    area = group_of(game, side, group).setup
    if area is None:
        return frozenset()
    state = game.state
    taken = {hex_of(unit.at) for unit in state.units.values() if unit.side != side and unit.at}
    taken |= {hex_of(vehicle.at) for vehicle in state.vehicles.values() if vehicle.side != side and vehicle.at}
    return area.on(game.content.board) - taken - set(game.state.blazes)


class SetUp(Phase, frozen=True):
    """A side places its counters, by hand or as is suggested."""

    side: str

    @rule("A2.9")
    def begin(self, game: Game) -> Decision | None:
        """Ask what is placed next."""
        waiting = self.waiting(game)
        if not waiting:
            self.end(game)
            return None
        options = [Option(option, rule="A2.9") for option in waiting]
        if game.content.forces[self.side].suggested and len(waiting) == self.all_of(game):
            options.insert(0, SUGGESTED)
        return Decision(self.side, "set-up", "A2.9", tuple(options))

    def waiting(self, game: Game) -> list[str]:
        """The options of all counters that are still to be set up: men first, then what they carry or dig."""
        state, content = game.state, game.content
        men = [name for name in content.units if name in state.to_place and state.units[name].side == self.side]
        if men:
            return [f"unit:{name}" for name in men if not self.enters(game, name)] or self.arms(game)
        return self.arms(game)

    def arms(self, game: Game) -> list[str]:
        """The weapons and foxholes that are still to be set up."""
        state = game.state
        found = [
            f"weapon:{name}"
            for name, placed in game.content.arms.items()
            if placed.side == self.side and name in state.to_place and not self.enters(game, name)
        ]
        found += [f"foxhole:{name}" for name in state.to_place if name.startswith(f"{FOXHOLE}-{self.side}")]
        return found or self.motors(game)

    def motors(self, game: Game) -> list[str]:
        """The vehicles that are still to be set up, and then the Armor Leaders, also of those who come later."""
        content, waiting = game.content, game.state.to_place
        tanks = [
            f"vehicle:{name}"
            for name, placed in content.tanks.items()
            if placed.side == self.side and name in waiting and not self.enters(game, name)
        ]
        return tanks or [
            f"leader:{name}"
            for name, placed in content.commanders.items()
            if placed.side == self.side and name in waiting
        ]

    def enters(self, game: Game, name: str) -> bool:
        """Whether a counter comes later."""
        return group_of(game, self.side, game.state.to_place[name]).enters is not None

    def all_of(self, game: Game) -> int:
        """How many questions there are while nothing is placed."""
        return sum(
            placed.side == self.side and not (name in game.state.to_place and self.enters(game, name))
            for name, placed in game.content.units.items()
        )

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind == "unit" and choice.name in game.state.units:
            return Refusal("refused.set-up", "A2.9", {"unit": choice.name})
        return None

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        if choice.kind == "do":
            as_suggested(game, self.side)
        elif choice.kind == "weapon":
            game.push(HandOut(side=self.side, weapon=choice.name))
        elif choice.kind == "leader":
            game.push(Board(side=self.side, leader=choice.name))
        else:
            game.push(Place(side=self.side, counter=choice.name))

    @rule("CG10", "A12.12")
    def end(self, game: Game) -> None:
        """Who sets up in Concealment Terrain does so concealed, where the scenario grants that."""
        if game.content.forces[self.side].conceals:
            for name, unit in list(game.state.units.items()):
                if unit.side == self.side and unit.at and is_concealment_terrain(game, name):
                    change(game, name, concealed=True)
        hide_guns(game, self.side)
        game.finish()


class Place(Procedure, frozen=True):
    """Where a counter is set up."""

    side: str
    counter: str

    @rule("A2.9", "A5.1")
    def begin(self, game: Game) -> Decision:
        options = [Option(_place_id(at), rule="A2.9") for at in self.places(game)]
        args = {"counter": self.counter}
        return Decision(self.side, "set-up-at", "A2.9", tuple(options), args, continues=True)

    def places(self, game: Game) -> list[str]:
        """The Locations in which it may be placed."""
        hexes = sorted(setup_hexes(game, self.side, game.state.to_place[self.counter]))
        if self.counter.startswith(FOXHOLE):
            return [hex_ for hex_ in hexes if not is_building(game, hex_) and hex_ not in game.state.works]
        if self.counter in game.state.vehicles:
            return [hex_ for hex_ in hexes if may_stand(game, self.counter, hex_)]
        return [
            at for hex_ in hexes for at in locations_of(game, hex_) if room_for(game, at, (self.counter,), self.side)
        ]

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind not in ("hex", "place") or hex_of(choice.name) not in game.content.board.index:
            return None
        if hex_of(choice.name) not in setup_hexes(game, self.side, game.state.to_place[self.counter]):
            return Refusal("refused.set-up-area", "A2.9", {"hex": hex_of(choice.name)})
        if self.counter in game.state.vehicles:
            return Refusal("refused.no-ground", "D2.1", {"hex": hex_of(choice.name)})
        return Refusal("refused.full", "A5.1", {"hex": hex_of(choice.name)})

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        place(game, self.side, self.counter, choice.name)
        if self.counter in game.state.vehicles:
            game.become(Face(side=self.side, counter=self.counter))
        else:
            game.finish()


def _place_id(location: str) -> str:
    return f"hex:{location}" if hex_of(location) == location else f"place:{location}"


class HandOut(Procedure, frozen=True):
    """Who carries a weapon at set-up: a unit of its group."""

    side: str
    weapon: str

    @rule("A2.9", "I.5")
    def begin(self, game: Game) -> Decision:
        group = game.state.to_place[self.weapon]
        men = [
            name
            for name, unit in game.state.units.items()
            if unit.side == self.side and unit.at and game.content.group_of_unit(name) == group
        ]
        if game.state.weapons[self.weapon].kind in game.content.guns:
            men = gunners(game, self.weapon, men)
        options = tuple(Option(f"unit:{name}", rule="A2.9") for name in men)
        return Decision(self.side, "hand-out", "A2.9", options, {"weapon": self.weapon}, continues=True)

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind == "unit" and choice.name in game.state.units:
            return Refusal("refused.other-group", "I.5", {"unit": choice.name})
        return None

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        hand_out(game, self.weapon, choice.name)
        if game.state.weapons[self.weapon].kind in game.content.guns:
            game.become(Face(side=self.side, counter=self.weapon))
        else:
            game.finish()


@rule("C2.1", "C2.7")
def gunners(game: Game, weapon_id: str, men: list[str]) -> list[str]:
    """Who can man a Gun at set-up: crews without a Gun where it may stand, or if there are none other such men."""
    state, content = game.state, game.content
    kind = state.weapons[weapon_id].kind
    busy = gun_crews(game)
    able = [
        name
        for name in men
        if name not in busy and is_mmc(content, state.units[name]) and may_emplace(game, kind, state.units[name].at)
    ]
    return [name for name in able if content.personnel[state.units[name].kind].type == "crew"] or able or men


class Face(Procedure, frozen=True):
    """Which hexspine a Gun or a vehicle faces at set-up."""

    side: str
    counter: str

    @rule("C3.2")
    def begin(self, game: Game) -> Decision:
        options = tuple(Option(f"spine:{spine}", rule="C3.2") for spine in range(6))
        return Decision(self.side, "face", "C3.2", options, {"counter": self.counter}, continues=True)

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        face(game, self.counter, int(choice.name))
        game.finish()


class Board(Procedure, frozen=True):
    """Which vehicle of his group an Armor Leader commands."""

    side: str
    leader: str

    @rule("D3.4")
    def begin(self, game: Game) -> Decision | None:
        content, group = game.content, game.state.to_place[self.leader]
        able = [
            name
            for name, vehicle in game.state.vehicles.items()
            if vehicle.side == self.side and content.groups[name] == group and not vehicle.leader
        ]
        options = tuple(Option(f"vehicle:{name}", rule="D3.4") for name in able)
        return Decision(self.side, "board", "D3.4", options, {"leader": self.leader}, continues=True)

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        command(game, self.leader, choice.name)
        game.finish()


def face(game: Game, counter: str, spine: int) -> None:
    """A Gun or a vehicle is turned to a hexspine, its turret with it."""
    state = game.state
    if counter in state.vehicles:
        state.vehicles[counter] = replace(state.vehicles[counter], facing=spine, turret=spine)
    else:
        state.weapons[counter] = replace(state.weapons[counter], arc=spine, emplaced=True)


@rule("D3.4")
def command(game: Game, leader: str, vehicle_id: str) -> None:
    """An Armor Leader is aboard a vehicle."""
    state = game.state
    del state.to_place[leader]
    kind = game.content.commanders[leader].kind
    state.vehicles[vehicle_id] = replace(state.vehicles[vehicle_id], leader=kind)


@rule("A12.34")
def hide_guns(game: Game, side: str) -> None:
    """Guns in Concealment Terrain set up hidden with their crews, where the scenario grants that."""
    if not game.content.forces[side].hides_guns:
        return
    for weapon in game.state.weapons.values():
        crew = game.state.units.get(weapon.holder)
        own = crew is not None and crew.side == side and weapon.kind in game.content.guns
        if own and is_concealment_terrain(game, weapon.holder):
            change(game, weapon.holder, concealed=False, hidden=True)


def place(game: Game, side: str, counter: str, at: str) -> None:
    """A counter is set up; a unit in a hex with a foxhole of its side is in it, if that has room."""
    state = game.state
    del state.to_place[counter]
    if counter.startswith(FOXHOLE):
        squads = int(counter.rsplit("-", 1)[1].partition("x")[0])
        state.works[at] = Works(side=side, foxholes=squads)
        _dig_in(game, at)
    elif counter in state.vehicles:
        state.vehicles[counter] = replace(state.vehicles[counter], at=at)
    else:
        change(game, counter, at=at)
        _dig_in(game, at)
    game.say(Placed(rule="A2.9", seen_by=(side,), unit=counter, at=at))


def _dig_in(game: Game, at: str) -> None:
    """Men beside a foxhole set up in it, as many as it holds (A2.9)."""
    if at not in game.state.works:
        return
    for name in units_at(game, at):
        unit = game.state.units[name]
        if unit.stance == "" and room_in_foxholes(game, at, (name,)):
            change(game, name, stance="foxhole")


def hand_out(game: Game, weapon: str, unit_id: str) -> None:
    """A weapon is given to a unit."""
    del game.state.to_place[weapon]
    game.state.weapons[weapon] = replace(game.state.weapons[weapon], holder=unit_id)


@rule("A2.9")
def as_suggested(game: Game, side: str) -> None:
    """All counters of a side are set up as its file suggests; a weapon goes to the men named before it."""
    state, content = game.state, game.content
    for at, kinds in content.forces[side].suggested.items():
        last = carrier = ""
        for kind in kinds:
            if kind == FOXHOLE:
                counter = next(name for name in state.to_place if name.startswith(f"{FOXHOLE}-{side}"))
                place(game, side, counter, at)
            elif kind in content.weapons or kind in content.guns:
                weapon = next(
                    name for name, placed in content.arms.items() if placed == (side, kind) and name in state.to_place
                )
                hand_out(game, weapon, last)
                if kind in content.guns:
                    face(game, weapon, _suggested_spine(game, side, at))
            elif kind in content.vehicles:
                tank = next(
                    name for name, placed in content.tanks.items() if placed == (side, kind) and name in state.to_place
                )
                place(game, side, tank, at)
                face(game, tank, _suggested_spine(game, side, at))
                carrier = tank
            elif kind in content.armor_leaders:
                leader = next(
                    name
                    for name, placed in content.commanders.items()
                    if placed == (side, kind) and name in state.to_place
                )
                command(game, leader, carrier)
            else:
                unit = next(
                    name for name, placed in content.units.items() if placed == (side, kind) and name in state.to_place
                )
                place(game, side, unit, at)
                if is_mmc(content, state.units[unit]):
                    last = unit


def _suggested_spine(game: Game, side: str, at: str) -> int:
    """What Guns and vehicles of the suggested set-up face in a hex."""
    facing = game.content.forces[side].facing.get(at)
    return 0 if facing is None else SPINES.index(facing)
