"""Chapter 9.1 to 9.7: reinforcements."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.games.gsfg.air import transport
from sandtable.games.gsfg.air.air_mobile import Rebase, flying_points
from sandtable.games.gsfg.anywhere import hexes_in_play
from sandtable.games.gsfg.content import Content
from sandtable.games.gsfg.events import Entered
from sandtable.games.gsfg.events.reinforcements import Delayed, Picked
from sandtable.games.gsfg.movement.move import REGULAR, ROAD, ROAD_MODE, Move, allowance
from sandtable.games.gsfg.reinforcements import call_out, link_up
from sandtable.games.gsfg.reinforcements.entry import (
    doors,
    entry_cost,
    entry_costs,
    entry_hexes,
    is_open,
    open_door,
    why_shut,
)
from sandtable.games.gsfg.stacking import size
from sandtable.games.gsfg.state import NATO, OFF_MAP, SOVIET, Unit, enemy_of
from sandtable.games.gsfg.units import Game, change, counter, is_running, occupier, occupy, positions
from sandtable.kernel import Choice, Decision, Option, Procedure, Refusal, Watch, of_content, rule

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


Cause = tuple[object, ...]
"""What something depends on; where it is the same, so is the other."""


class Queue(NamedTuple):
    """The units whose time has come to enter the map, and whether they can."""

    when: Cause
    who: Cause
    where: Cause
    doors: dict[str, str]
    """For each unit a hex through which it may enter over land now; nothing if there is none."""
    must_enter: bool
    """Whether a unit that may not be delayed can still enter, so that the phase may not be ended."""


def entering(game: Game, queue: Queue) -> list[Option]:
    """`unit:ID` options for units that may enter the map in this movement phase."""
    known = entry_options(game.content)
    return [known[unit_id] for unit_id, door in queue.doors.items() if door or may_land(game, unit_id)]


@rule("5.10", "9.2", "9.3/entry-hexes")
def queue(game: Game, group: str) -> Queue:
    """Who waits to enter; looked into only where somebody in the queue or something at the doors has changed."""
    last: Queue | None = game.memo.get("queue")
    when, who, where = causes(game, group)
    if last is not None and last.who == who and last.where == where and last.when == when:
        return last
    known = last.doors if last is not None and last.when == when else {}
    waiting = known if last is not None and (last.when, last.who) == (when, who) else candidates(game, group)
    doors = {unit_id: open_door(game, unit_id, known.get(unit_id, OFF_MAP)) for unit_id in waiting}
    must_enter = group == "main" and any(map(doors.get, game.state.due))
    found = game.memo["queue"] = Queue(when, who, where, doors, must_enter)
    return found


def causes(game: Game, group: str) -> tuple[Cause, Cause, Cause]:
    """Everything on which it depends which doors belong to whom, who else waits to enter, and which doors are open."""
    state = game.state
    watch: Watch = game.memo.get("queue watch") or Watch()
    game.memo["queue watch"] = watch
    changes = watch.times_changed(state.sources_down, state.entered, state.waiting, state.due, state.delayed)
    passages = positions(game).passages[NATO if group == "nato" else SOVIET]
    return (group, state.turn, state.air.side, changes[0]), changes[2:], (changes[1], passages)


@of_content
def entry_options(content: Content) -> dict[str, Option]:
    """The option of bringing each unit in."""
    return {unit_id: Option(f"unit:{unit_id}", rule="9.1") for unit_id in content.counters}


@rule("9.1", "9.2", "9.4", "9.7")
def candidates(game: Game, group: str) -> list[str]:
    """The units to come whose time it is: Soviet ones in the main movement phase, NATO ones from their turn on."""
    state, content = game.state, game.content
    if group == "8ga":
        return []
    if group == "main":
        airborne = airborne_units(content)
        found = [*state.due, *[unit_id for unit_id in state.waiting if unit_id in airborne]]
    else:
        turns = arrivals(content)
        found = [unit_id for unit_id in state.waiting if unit_id in turns and turns[unit_id] <= state.turn]
    return [unit_id for unit_id in found if why_waiting(game, unit_id) is None]


@of_content
def arrivals(content: Content) -> dict[str, int]:
    """The units that arrive in a turn of their own, with that turn."""
    return {unit_id: placement.turn for unit_id, placement in content.placements.items() if placement.turn > 0}


@of_content
def airborne_units(content: Content) -> frozenset[str]:
    return frozenset(unit_id for unit_id, placement in content.placements.items() if placement.group == AIRBORNE)


@rule("6.17", "9.4", "9.7")
def why_waiting(game: Game, unit_id: str) -> Refusal | None:
    """Why a unit whose time has come must wait: held back, or without the air superiority that it needs."""
    state, kind = game.state, counter(game, unit_id)
    args = {"unit": unit_id}
    if state.delayed.get(unit_id) == state.turn:
        return Refusal("refused.delayed", "9.4", args)
    if state.air.side != kind.side:
        if kind.type == AIR_MOBILE:
            return Refusal("refused.air-mobile-waits", "6.17", args)
        if game.content.placements[unit_id].group == AIRBORNE:
            return Refusal("refused.airborne-waits", "9.7", args)
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
        hexes = entry_hexes(game, self.unit, road=self.road)
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
        return is_open(game, self.unit, road=True)

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
        if choice.name not in doors(game, self.unit):
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
        known = landing_options(game.content)
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


@of_content
def landing_options(content: Content) -> dict[str, Option]:
    return hexes_in_play(content, "9.7")


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


@rule("9.5")
def nato_entry_hexes(game: Game) -> list[str]:
    """The hexes through which reinforcements of any NATO nation may enter now."""
    content = game.content
    found: set[str] = set()
    for nation in content.entry.nations.values():
        running = {label for label in content.region(nation.city) if is_running(game, label)} if nation.city else set()
        found |= running
        if nation.edge and not (nation.edge_when == "no-city" and running):
            found |= {label for label in content.region(nation.edge) if occupier(game, label) != enemy_of(NATO)}
    return sorted(found)


PROCEDURES = (PickReinforcements, Enter, *call_out.PROCEDURES)
