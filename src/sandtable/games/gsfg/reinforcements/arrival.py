"""Chapter 9.1 to 9.7: reinforcements."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sandtable.games.gsfg.air import transport
from sandtable.games.gsfg.air.air_mobile import Rebase, flying_points
from sandtable.games.gsfg.content import Content
from sandtable.games.gsfg.events import Entered
from sandtable.games.gsfg.events.reinforcements import Picked
from sandtable.games.gsfg.index import captured_cities, stacks
from sandtable.games.gsfg.movement.allowance import allowance
from sandtable.games.gsfg.movement.move import REGULAR, ROAD, ROAD_MODE, Move
from sandtable.games.gsfg.reinforcements import call_out, link_up
from sandtable.games.gsfg.reinforcements.entry import (
    entry_cost,
    entry_costs,
    entry_hexes,
    kinds_entering,
    may_enter,
    may_use_edge,
    open_entry_hexes,
    room_to_enter,
    why_shut,
)
from sandtable.games.gsfg.stacking import size
from sandtable.games.gsfg.state import NATO, SOVIET, Unit
from sandtable.games.gsfg.units import Game, counter, occupants, occupy
from sandtable.kernel import Choice, Decision, Option, Procedure, Refusal, derived, of_content, rule
from sandtable.mechanics.content import hex_options
from sandtable.mechanics.events import Delayed
from sandtable.mechanics.roster import change

R = "r"
AIRBORNE = "airborne"
AIR_MOBILE = "air_mobile"
DELAY = Option("do:delay", rule="9.4")


# The Soviet choice of the turn's reinforcements


@rule("9.3")
def quota(game: Game) -> int:
    """How many R units arrive in this turn."""
    schedule = game.content.scenario.r_units
    if schedule is not None:
        return schedule.get(game.state.turn, 0)
    return game.content.track[game.state.turn].r_units


@rule("9.3")
def pickable(game: Game, guns: int) -> list[str]:
    """The R units that may be picked: any mixture, but only so much artillery in one turn."""
    content, state = game.content, game.state
    guns_done = guns >= content.entry.artillery_per_turn
    return [
        unit_id
        for unit_id in state.waiting
        if content.placements[unit_id].group == R
        and unit_id not in state.due
        and not (guns_done and content.counters[unit_id].type == "artillery")
    ]


class PickReinforcements(Procedure, frozen=True):
    """The Soviet player picks this turn's R units, unless that was done before the deep strike (6.5/3)."""

    left: int = 0
    guns: int = 0
    """The artillery picked in this turn."""

    @rule("6.5/3", "9.2", "9.3")
    def begin(self, game: Game) -> None:
        """Once in a turn: units can be neither put off nor hurried."""
        state = game.state
        if state.picked >= state.turn:
            game.finish()
            return
        state.picked = state.turn
        game.goto("pick", left=quota(game))

    @rule("9.3")
    def pick(self, game: Game) -> Decision | None:
        found = pickable(game, self.guns)
        if not self.left or not found:
            game.finish()
            return None
        options = tuple(Option(f"unit:{unit_id}", rule="9.3") for unit_id in found)
        return Decision(SOVIET, "pick-reinforcement", "9.3", options, {"left": self.left})

    def pick_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "unit" or choice.name not in game.content.counters:
            return None
        if choice.name in pickable(game, 0):
            return Refusal("refused.one-artillery-a-turn", "9.3", {"unit": choice.name})
        return Refusal("refused.not-r-unit", "9.3", {"unit": choice.name})

    def pick_chosen(self, game: Game, choice: Choice) -> None:
        game.state.due[choice.name] = R
        game.say(Picked(rule="9.3", unit=choice.name))
        guns = self.guns + (counter(game, choice.name).type == "artillery")
        game.goto("pick", left=self.left - 1, guns=guns)


# Who enters in a movement phase


def start_of_movement(game: Game, group: str) -> None:
    """What happens at the start of a group's movement phase: the call-out of territorials."""
    if group == "nato":
        call_out.begin(game)


def entering(game: Game, group: str) -> Sequence[Option]:
    """`unit:ID` options for units that may enter the map in this movement phase, over land or by air."""
    over_land = entering_over_land(game, group)
    landing = [units for units in over_land.fliers if may_land(game, units[0])]
    if not landing:
        return over_land.options
    able, known = over_land.able.union(*landing), entry_options(game.content)
    return [known[unit_id] for unit_id in candidates(game, group) if unit_id in able]


@rule("5.10", "9.2", "9.3/entry-hexes")
def must_enter(game: Game, group: str) -> bool:
    """Whether a unit that may not be delayed can still enter, so that the phase may not be ended."""
    due = game.state.due
    return bool(due) and group == "main" and not entering_over_land(game, group).able.isdisjoint(due)


@of_content
def entry_options(content: Content) -> dict[str, Option]:
    """The option of bringing each unit in."""
    return {unit_id: Option(f"unit:{unit_id}", rule="9.1") for unit_id in content.counters}


def captured_cities_of(game: Game, group: str) -> dict[str, str] | None:
    """The cities in other hands, as far as units of a group enter through cities."""
    return captured_cities(game).held if group == "nato" else None


def air_superiority(game: Game, group: str) -> str:
    return game.state.air.side


@derived("waiting", "due", "delayed", "turn", air_superiority)
@rule("9.1", "9.2", "9.4", "9.7")
def candidates(game: Game, group: str) -> list[str]:
    """The units to come whose time it is: Soviet ones in the main movement phase, NATO ones from their turn on."""
    state, content = game.state, game.content
    if group == "8ga":
        return []
    if group == "main":
        found = [*state.due, *[unit_id for unit_id in airborne_units(content) if unit_id in state.waiting]]
    else:
        turns = arrivals(content)
        found = [unit_id for unit_id in state.waiting if unit_id in turns and turns[unit_id] <= state.turn]
    if not state.delayed and state.air.side == (NATO if group == "nato" else SOVIET):
        return found
    return [unit_id for unit_id in found if why_waiting(game, unit_id) is None]


class Party(NamedTuple):
    """Units to come that are alike in all that decides where they may enter."""

    units: list[str]
    hexes: frozenset[str]
    """Through which they enter over land."""
    room: float
    """How much may have entered through a hex before one of them."""


@derived("waiting", "due", "delayed", "turn", "sources_down", air_superiority, captured_cities_of)
def parties(game: Game, group: str) -> list[Party]:
    """The same, put together as far as what lets one of them in lets them all in."""
    alike: dict[object, list[str]] = {}
    due, kinds = game.state.due, kinds_entering(game.content)
    for unit_id in candidates(game, group):
        late = group == "nato" and may_use_edge(game, unit_id)
        alike.setdefault((due.get(unit_id), kinds[unit_id], late), []).append(unit_id)
    return [Party(units, entry_hexes(game, units[0]), room_to_enter(game, units[0])) for units in alike.values()]


def traffic(game: Game, group: str) -> dict[str, tuple[str, ...]]:
    """Who stands in the hexes through which units of a side enter."""
    return stacks(game).at_entry[NATO if group == "nato" else SOVIET]


class Entering(NamedTuple):
    """Who may enter the map over land, and who might still land on it."""

    able: frozenset[str]
    options: tuple[Option, ...]
    fliers: tuple[list[str], ...]
    """Those that may not and can be transported by air, put together as far as they are alike."""


@derived(
    "entered",
    "side_by_side",
    "waiting",
    "due",
    "delayed",
    "turn",
    "sources_down",
    air_superiority,
    traffic,
    captured_cities_of,
)
@rule("9.2", "9.4")
def entering_over_land(game: Game, group: str) -> Entering:
    """Those of them for which there is a hex through which they may enter over land."""
    counters, entered, taken = game.content.counters, game.state.entered, occupants(game)
    able: list[str] = []
    fliers = []
    for units, hexes, room in parties(game, group):
        for label in hexes:
            if label not in taken and entered.get(label, 0) <= room:
                able += units
                break
        else:
            if any(why_shut(game, units[0], label, road=False) is None for label in hexes if label in taken):
                able += units
            elif counters[units[0]].air:
                fliers.append(units)
    found, known = frozenset(able), entry_options(game.content)
    options = tuple([known[unit_id] for unit_id in candidates(game, group) if unit_id in found])
    return Entering(found, options, tuple(fliers))


@of_content
def arrivals(content: Content) -> dict[str, int]:
    """The units that arrive in a turn of their own, with that turn."""
    return {unit_id: placement.turn for unit_id, placement in content.placements.items() if placement.turn > 0}


@of_content
def airborne_units(content: Content) -> tuple[str, ...]:
    return tuple(unit_id for unit_id, placement in content.placements.items() if placement.group == AIRBORNE)


@rule("6.17", "9.4", "9.7")
def why_waiting(game: Game, unit_id: str) -> Refusal | None:
    """Why a unit whose time has come must wait: held back, or without the air superiority that it needs."""
    state, kind = game.state, game.content.counters[unit_id]
    if unit_id in state.delayed and state.delayed[unit_id] == state.turn:
        return Refusal("refused.delayed", "9.4", {"unit": unit_id})
    if state.air.side != kind.side:
        if kind.type == AIR_MOBILE:
            return Refusal("refused.air-mobile-waits", "6.17", {"unit": unit_id})
        if game.content.placements[unit_id].group == AIRBORNE:
            return Refusal("refused.airborne-waits", "9.7", {"unit": unit_id})
    return None


@rule("1.8", "9.7")
def may_land(game: Game, unit_id: str) -> bool:
    """Whether a unit to come may arrive by aerial transport: the Guards Airborne Army, and whoever else can fly."""
    kind = counter(game, unit_id)
    return kind.air and game.state.air.side == kind.side and any(transport.landings(game, unit_id))


def refuse_entry(game: Game, unit_id: str, group: str) -> Refusal:
    """Why a unit to come is not among those that may enter now."""
    placement, args = game.content.placements.get(unit_id), {"unit": unit_id}
    ours = NATO if group == "nato" else SOVIET
    if placement is None or unit_id not in game.state.waiting or counter(game, unit_id).side != ours:
        return Refusal("refused.not-arrived", "9.1", args)
    due = unit_id in game.state.due or placement.group == AIRBORNE or 0 < placement.turn <= game.state.turn
    if group == "8ga" or not due:
        return Refusal("refused.not-its-time", "9.1", args)
    return why_waiting(game, unit_id) or Refusal("refused.no-way-in", "9.5" if ours == NATO else "9.2", args)


# Entering


class Enter(Procedure, frozen=True):
    """A unit enters the map, over land or by air, and moves on with what it has left."""

    unit: str
    road: bool = False

    @rule("9.2", "9.4", "9.7")
    def begin(self, game: Game) -> Decision | None:
        """Ask where: units that may be delayed may also stay away, and those that can fly may land instead."""
        hexes = sorted(open_entry_hexes(game, self.unit, road=self.road))
        if not hexes:
            game.goto("land")
            return None
        costs = entry_costs(game, self.unit, hexes)
        options = [Option(f"hex:{label}", cost, "9.2") for label, cost in costs.items()]
        if self._may_march(game):
            options.append(ROAD)
        if not self.road and may_land(game, self.unit):
            options.append(transport.FLY)
        return self._ask(game, "enter-at", options)

    def _may_march(self, game: Game) -> bool:
        if self.road or counter(game, self.unit).type == AIR_MOBILE:
            return False
        return may_enter(game, self.unit, road=True)

    def _ask(self, game: Game, prompt: str, options: list[Option]) -> Decision:
        if self.unit not in game.state.due:
            options.append(DELAY)
        side = counter(game, self.unit).side
        args = {"unit": self.unit, "mode": ROAD_MODE if self.road else REGULAR}
        return Decision(side, prompt, "9.1", tuple(options), args, continues=True)

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice == ("do", "delay"):
            return Refusal("refused.no-delay", "9.2", {"unit": self.unit})
        if choice.kind != "hex" or choice.name not in game.content.board.index:
            return None
        if choice.name not in entry_hexes(game, self.unit):
            return Refusal("refused.not-entry-hex", "9.5", {"unit": self.unit, "hex": choice.name})
        return why_shut(game, self.unit, choice.name, road=self.road)

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        if choice.kind == "hex":
            enter(game, self.unit, choice.name, road=self.road)
        elif choice.name == "road-mode":
            game.goto("begin", road=True)
        elif choice.name == "fly":
            game.goto("land")
        else:
            self._delay(game)

    def _delay(self, game: Game) -> None:
        game.state.delayed[self.unit] = game.state.turn
        game.say(Delayed(rule="9.4", unit=self.unit))
        game.finish()

    @rule("9.7")
    def land(self, game: Game) -> Decision | None:
        """By aerial transport a unit lands where units on the map could."""
        known = hex_options(game.content, "9.7")
        options = [known[label] for label in transport.landings(game, self.unit)]
        return self._ask(game, "land-at", options)

    def land_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "hex" or choice.name not in game.content.board.index:
            return None
        return transport.refuse_landing(game, self.unit, choice.name)

    def land_chosen(self, game: Game, choice: Choice) -> None:
        if choice.kind == "hex":
            game.finish()
            transport.land(game, self.unit, choice.name)
        else:
            self._delay(game)


@rule("9.2", "9.4", "10.17")
def enter(game: Game, unit_id: str, label: str, *, road: bool) -> None:
    """Bring a unit onto the map: the hex costs what it costs, and the unit goes on with the rest."""
    state, kind = game.state, counter(game, unit_id)
    cost = entry_cost(game, unit_id, label)
    steps = arriving_steps(game, unit_id)
    group = state.due.pop(unit_id, "")
    del state.waiting[unit_id]
    state.units[unit_id] = Unit(at=label, steps=steps, moved=True, marched=road, arrived=True, acted=True)
    state.entered[label] = state.entered.get(label, 0) + size(game, unit_id)
    game.say(Entered(rule={"": "9.4", R: "9.2"}.get(group, "5.10"), unit=unit_id, at=label))
    occupy(game, unit_id, label)
    flies = kind.type == AIR_MOBILE
    points = flying_points(game, unit_id) if flies else allowance(game, unit_id, road=road)
    paid = min(cost, points)
    change(game, unit_id, spent=paid)
    left = points - paid
    game.become(
        Rebase(unit=unit_id, left=left) if flies else Move(units=(unit_id,), left=(left,), road=road, begun=True)
    )
    link_up.offer(game, (unit_id,))


@rule("6.5/3", "9.2", "9.4")
def arriving_steps(game: Game, unit_id: str) -> int:
    """The steps that a unit enters with: all, but one for R units in a turn in which deep strikes crippled them."""
    steps = game.state.waiting[unit_id]
    crippled = game.state.air.crippled and game.content.placements[unit_id].group == R
    return 1 if crippled else steps


PROCEDURES = (PickReinforcements, Enter, *call_out.PROCEDURES)
