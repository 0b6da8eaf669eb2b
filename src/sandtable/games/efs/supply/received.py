"""Chapter 6.45 to 6.47: attack supply points that a side receives, as supply units that have yet to enter."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.games.efs.content import card_of
from sandtable.games.efs.control import friend
from sandtable.games.efs.events.supply import SupplyForfeited, SupplyPlaced, SupplyTaken
from sandtable.games.efs.files import SupplyReceived
from sandtable.games.efs.movement.fields import closed_to
from sandtable.games.efs.movement.map_exit import lost_exits
from sandtable.games.efs.movement.rail import capacity, rail_net
from sandtable.games.efs.setup import free_counter
from sandtable.games.efs.state import SOVIET, SupplyUnit
from sandtable.games.efs.supply.depots import MOST, CombineSupply, combinable
from sandtable.games.efs.supply.routes import supplied_without
from sandtable.games.efs.supply.sources import named_sources
from sandtable.games.efs.tables import AttackSupplyFile
from sandtable.games.efs.units import Game
from sandtable.games.efs.victory import whole_city
from sandtable.games.efs.zones import in_enemy_zone
from sandtable.kernel import Choice, Decision, Option, Procedure, Refusal, derived, rule
from sandtable.mechanics.roster import occupier, units_in
from sandtable.mechanics.switches import is_on

TAKE = {f"do:take-{points}": points for points in range(1, MOST + 1)}
COMBINE, FORGO = Option("do:combine", rule="6.48b"), Option("do:forgo", rule="6.45", grave=True)
DONE = Option("do:done", rule="6.47c")


@rule("6.45")
def received(game: Game, side: str) -> int:
    """The points that a side receives in this turn, by the lines of its card and the weather."""
    chart, turn = game.content.table("attack-supply", AttackSupplyFile), game.state.turn
    lines = [chart.lines[row.line] for row in card_of(game.content, side).supply_received if holds(row, turn)]
    foul = game.state.weather.kind in chart.foul
    return sum(line.foul if foul else line.fair for line in lines)


def holds(row: SupplyReceived, turn: int) -> bool:
    return row.turns[0] <= turn <= row.turns[1]


@derived(named_sources, "turn")
@rule("6.47a", "6.48a", "11.63")
def supply_entries(game: Game, side: str) -> tuple[str, ...]:
    """The hexes of the map edge through which received supply comes: those of the card, as long as they are sources."""
    sources, turn = named_sources(game, side), game.state.turn
    named: dict[str, None] = {}
    for row in card_of(game.content, side).supply_received:
        if row.turns[0] <= turn:
            named.update(dict.fromkeys(row.entry))
    return tuple([label for label in named if label in sources])


@derived("supplies")
def waiting(game: Game, side: str) -> list[str]:
    """The supply units of a side that have yet to enter the map."""
    return [name for name, supply in game.state.supplies.items() if supply.side == side and not supply.at]


@rule("6.45", "6.48a", "6.48c")
def sizes(game: Game, side: str, points: int) -> list[int]:
    """The supply units, by their points, as which a side can take some: a counter must be free, and dumps are worth
    nothing where they cannot come by rail.
    """
    net = rail_net(game, side)
    by_rail = capacity(game, side) if any(label in net for label in supply_entries(game, side)) else 0
    return [
        each
        for each in TAKE.values()
        if each <= points and (each == 1 or each <= by_rail) and free_counter(game.state, game.content, side, each)
    ]


class ReceiveSupply(Procedure, frozen=True):
    """A side receives attack supply points: it says as which supply units, as far as there is a choice."""

    side: str
    points: int

    @rule("6.4", "6.41", "6.45", "6.48c")
    def begin(self, game: Game) -> Decision | None:
        able = sizes(game, self.side, self.points)
        if able and able != [1]:
            options = tuple(Option(each, rule="6.48c") for each, points in TAKE.items() if points in able)
            return Decision(self.side, "take-supply", "6.45", options, {"points": self.points})
        if able:
            self.take(game, 1)
            return None
        if self.points and combinable(game, self.side):
            return Decision(self.side, "no-supply-counters", "6.45", (COMBINE, FORGO), {"points": self.points})
        self.end(game)
        return None

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind == "do" and f"do:{choice.name}" in TAKE:
            return Refusal("refused.no-supply-counter-or-rail", "6.45")
        return None

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        name = f"do:{choice.name}"
        if name in TAKE:
            self.take(game, TAKE[name])
        elif name == COMBINE.id:
            game.push(CombineSupply(side=self.side))
        else:
            self.end(game)

    def take(self, game: Game, points: int) -> None:
        name = free_counter(game.state, game.content, self.side, points)
        game.state.supplies[name] = SupplyUnit(side=self.side, at="", points=points)
        game.say(SupplyTaken(rule="6.45", unit=name, points=points))
        game.goto("begin", points=self.points - points)

    @rule("6.45")
    def end(self, game: Game) -> None:
        """What no counter is free for is lost; then the Soviets may place one in a city."""
        if self.points:
            game.say(SupplyForfeited(rule="6.45", side=self.side, points=self.points))
        if self.side == SOVIET:
            game.become(PlaceInCity())
        else:
            game.finish()


class PlaceInCity(Procedure, frozen=True):
    """The Soviets may place one of the new mobile supply units in a city instead of having it enter at the edge."""

    @rule("6.47c")
    def begin(self, game: Game) -> Decision | None:
        hexes = [label for label in sorted(game.content.cities) if why_not_in_city(game, label) is None]
        if not self.new(game) or not hexes:
            game.finish()
            return None
        options = (*(Option(f"hex:{label}", rule="6.47c") for label in hexes), DONE)
        return Decision(SOVIET, "supply-in-city", "6.47c", options, {"unit": self.new(game)})

    def new(self, game: Game) -> str:
        return next((name for name in waiting(game, SOVIET) if not game.state.supplies[name].is_dump), "")

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "hex" or choice.name not in game.content.board.index:
            return None
        return why_not_in_city(game, choice.name)

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        game.finish()
        if choice.kind == "hex":
            name, supplies = self.new(game), game.state.supplies
            supplies[name] = replace(supplies[name], at=choice.name)
            game.say(SupplyPlaced(rule="6.47c", unit=name, at=choice.name))


@rule("6.42", "6.47c", "10.27b", "11.63")
def why_not_in_city(game: Game, label: str) -> Refusal | None:
    """Why no supply is placed in a hex: it is no city, not friendly, closed to the Soviets, alone in an enemy zone of
    control, or cannot trace a route to a source outside the city.
    """
    about = {"hex": label}
    if label not in game.content.cities:
        return Refusal("refused.no-city", "6.47c", about)
    if occupier(game, label) not in (SOVIET, None) or friend(game, label) != SOVIET:
        return Refusal("refused.place-not-friendly", "6.47c", about)
    if label in closed_to(game.content, SOVIET):
        return Refusal("refused.closed", "10.27b", about)
    if label in lost_exits(game, SOVIET):
        return Refusal("refused.exit-lost", "11.63", about)
    if in_enemy_zone(game, label, SOVIET) and not units_in(game, label):
        return Refusal("refused.place-in-zone", "6.42", about)
    if label not in supplied_without(game, SOVIET, whole_city(game.content, label)):
        return Refusal("refused.city-without-supply", "6.47c", about)
    return None


@rule("6.45")
def forfeit_waiting(game: Game, side: str) -> None:
    """Points are not kept off the map: what has not entered when the Movement Phase of a side ends is lost.

    The ruling on 6.45, a switch.
    """
    left = waiting(game, side)
    if not left or is_on(game.content, "supply-waits-off-the-map"):
        return
    points = sum(game.state.supplies.pop(name).points for name in left)
    game.say(SupplyForfeited(rule="6.45", side=side, points=points))


def receive(game: Game, side: str) -> None:
    """Attack supply is received."""
    points = received(game, side)
    if points:
        game.push(ReceiveSupply(side=side, points=points))


PROCEDURES = (ReceiveSupply, PlaceInCity)
