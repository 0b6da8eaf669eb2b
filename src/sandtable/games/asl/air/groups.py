"""E7/arrival, CG21: groups of fighter-bombers: when they are called, come, and go home."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.games.asl.artillery.modules import EDGES
from sandtable.games.asl.content import LETTERS, Content
from sandtable.games.asl.events.air import AircraftCame, AircraftDue, AircraftLeft
from sandtable.games.asl.state import Aircraft, AirGroup
from sandtable.games.asl.tables.conditions import Air
from sandtable.games.asl.units import Game
from sandtable.kernel import Choice, Decision, Option, Procedure, Refusal, rule

CALL = Option("do:call", rule="E7/arrival")
PASS = Option("do:pass", rule="E7/arrival")
RECALL = Option("do:recall", rule="CG21")
KEEP = Option("do:keep", rule="CG21")
LOADS = ("rockets", "bomb")
CLOSED = ("overcast", "rain", "heavy-rain")
"""The weather in which nobody flies."""
MOST = 3
"""How many aircraft a group can have."""


def figures(game: Game) -> Air:
    return game.content.table("air", Air)


def first_groups(content: Content) -> dict[str, AirGroup]:
    """The groups that the sides may commit."""
    return {
        f"{LETTERS[side]}r{number}": AirGroup(side)
        for side, force in content.scenario.forces.items()
        for number in range(1, force.air_groups + 1)
    }


def aircraft_ids(content: Content) -> list[str]:
    """Every id that an aircraft can have."""
    return [
        f"{LETTERS[side]}f{number}"
        for side, force in content.scenario.forces.items()
        for number in range(1, MOST * force.air_groups + 1)
    ]


@rule("CG21", "E7/arrival")
def may_fly(game: Game) -> bool:
    """Whether there is Air Support at all: not at night, and not when it is Overcast."""
    return not game.state.nvr and game.state.weather not in CLOSED


@rule("CG21")
def in_play(game: Game, side: str) -> str:
    """The group of a side that has been called and is not gone; there is never more than one."""
    found = [name for name, each in game.state.air_groups.items() if each.side == side]
    return next((name for name in found if game.state.air_groups[name].status in ("called", "due", "here")), "")


def alter(game: Game, group: str, **changes: object) -> AirGroup:
    now = replace(game.state.air_groups[group], **changes)
    game.state.air_groups[group] = now
    return now


@rule("E7/arrival")
def number_of(game: Game, face: int) -> int:
    """How many aircraft a group has, by its dr."""
    table = figures(game).aircraft
    return table[max(least for least in table if least <= face)]


@rule("E7/arrival")
def roll_arrival(game: Game, group: str) -> None:
    """At the start of its side's Rally Phase a group that was called may be on its way."""
    turn = game.state.turn
    if game.roll("d6", "arrival", "E7/arrival", bands=(turn + 1,)) <= turn:
        alter(game, group, status="due")
        game.say(AircraftDue(rule="E7/arrival", side=game.state.air_groups[group].side))


@rule("CG21", "E7/arrival")
def send_home(game: Game, group: str) -> None:
    """A group leaves for good."""
    alter(game, group, status="gone")
    for name, plane in list(game.state.aircraft.items()):
        if plane.group == group:
            del game.state.aircraft[name]
    game.say(AircraftLeft(rule="CG21", side=game.state.air_groups[group].side))


@rule("E7/attacks")
def lose_aircraft(game: Game, name: str) -> None:
    """An aircraft is gone; with its last one so is its group."""
    group = game.state.aircraft.pop(name).group
    if not any(plane.group == group for plane in game.state.aircraft.values()):
        send_home(game, group)


def begin_player_turn(game: Game) -> None:
    """A Player Turn begins: aircraft may attack again, and its ATTACKER may call some."""
    state = game.state
    for name, plane in list(state.aircraft.items()):
        if plane.attacks or plane.blind:
            state.aircraft[name] = replace(plane, attacks=0, blind=False)
    if any(group.side == state.active and group.status in ("waiting", "called") for group in state.air_groups.values()):
        game.push(CallAircraft(side=state.active))


def end_player_turn(game: Game) -> None:
    """A Player Turn ends: groups may be recalled, and go home by themselves when the sky closes."""
    for name, group in list(game.state.air_groups.items()):
        if group.status == "here":
            game.push(Recall(side=group.side, group=name))


class CallAircraft(Procedure, frozen=True):
    """The start of a Rally Phase with fighter-bombers that are not there yet."""

    side: str

    @rule("E7/arrival", "CG21")
    def begin(self, game: Game) -> Decision | None:
        """Those who were called may come; else ask whether a group is called."""
        group = in_play(game, self.side)
        if game.state.turn < figures(game).first_turn or not may_fly(game):
            game.finish()
        elif group:
            if game.state.air_groups[group].status == "called":
                roll_arrival(game, group)
            game.finish()
        else:
            return Decision(self.side, "call-aircraft", "E7/arrival", (CALL, PASS))
        return None

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        game.finish()
        if choice.name != "call":
            return
        waiting = [name for name, each in game.state.air_groups.items() if each.side == self.side]
        group = next(name for name in waiting if game.state.air_groups[name].status == "waiting")
        numbers = [str(number_of(game, face)) for face in range(1, 7)]
        face = game.roll("d6", "aircraft", "E7/arrival", bands=numbers, seen_by=(self.side,))
        alter(game, group, status="called", planes=number_of(game, face))
        roll_arrival(game, group)


class Arrive(Procedure, frozen=True):
    """A group comes: what each aircraft carries, and above which hex of its own edge it appears."""

    side: str
    group: str

    @rule("E7/arrival")
    def begin(self, game: Game) -> None:
        group = game.state.air_groups[self.group]
        start = MOST * (int(self.group[2:]) - 1)
        for place in range(1, group.planes + 1):
            name = f"{LETTERS[self.side]}f{start + place}"
            game.state.aircraft[name] = Aircraft(side=self.side, group=self.group)
        alter(game, self.group, status="here")
        game.say(AircraftCame(rule="E7/arrival", side=self.side, number=group.planes))
        game.goto("load")

    def waiting(self, game: Game) -> str:
        """The next aircraft that is not placed yet."""
        planes = game.state.aircraft
        return next((name for name, each in planes.items() if each.group == self.group and not each.at), "")

    @rule("E7/arrival")
    def load(self, game: Game) -> Decision | None:
        """Ask what an aircraft carries."""
        name = self.waiting(game)
        if not name:
            game.finish()
            return None
        options = tuple(Option(f"load:{load}", rule="E7/arrival") for load in LOADS)
        return Decision(self.side, "aircraft-load", "E7/arrival", options, {"aircraft": name})

    def load_chosen(self, game: Game, choice: Choice) -> None:
        name = self.waiting(game)
        game.state.aircraft[name] = replace(game.state.aircraft[name], load=choice.name)
        game.goto("place")

    @rule("E7/arrival")
    def place(self, game: Game) -> Decision:
        """Ask above which hex it appears."""
        options = tuple(Option(f"hex:{hex_}", rule="E7/arrival") for hex_ in edge_of(game, self.side))
        args = {"aircraft": self.waiting(game)}
        return Decision(self.side, "aircraft-at", "E7/arrival", options, args, continues=True)

    def place_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind == "hex" and choice.name in game.content.board.index:
            return Refusal("refused.not-own-edge", "E7/arrival", {"hex": choice.name})
        return None

    def place_chosen(self, game: Game, choice: Choice) -> None:
        name = self.waiting(game)
        game.state.aircraft[name] = replace(game.state.aircraft[name], at=choice.name)
        game.goto("load")


def edge_of(game: Game, side: str) -> list[str]:
    """The hexes of the edge of the map behind a side."""
    board = game.content.board
    return [hex_ for i, hex_ in enumerate(board.labels) if board.neighbour(i, EDGES[side]) < 0]


class Recall(Procedure, frozen=True):
    """The end of a Player Turn with fighter-bombers above the map."""

    side: str
    group: str

    @rule("CG21", "E7/arrival")
    def begin(self, game: Game) -> Decision | None:
        """Ask whether they are recalled; under clouds they go."""
        if game.state.air_groups[self.group].status != "here":
            game.finish()
        elif not may_fly(game):
            game.finish()
            send_home(game, self.group)
        else:
            return Decision(self.side, "recall-aircraft", "CG21", (KEEP, RECALL), default=KEEP.id)
        return None

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        game.finish()
        if choice.name == "recall":
            send_home(game, self.group)


@rule("E7/arrival")
def begin_fire_phase(game: Game, side: str, phase: str) -> None:
    """A group that is due comes in the next Prep or Defensive Fire Phase of its side."""
    group = in_play(game, side)
    if phase != "advancing-fire" and group and game.state.air_groups[group].status == "due":
        game.push(Arrive(side=side, group=group))
