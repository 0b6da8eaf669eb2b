"""Where a vehicle can still go in the middle of its move, by which way and at what cost."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.board import NO_END, Field
from sandtable.games.panzer.content import Content
from sandtable.games.panzer.movement.allowance import Allowance, allowance
from sandtable.games.panzer.movement.costs import (
    ALL,
    Mode,
    Standing,
    burning,
    hexsides_turned,
    mover_for,
    place_at,
    smoke_extra,
    standing,
    turn_price,
    vehicle_places,
    way_slots,
)
from sandtable.games.panzer.movement.roads import (
    Along,
    along_ways,
    faces_along_way,
    factor,
    is_open_way,
    kinds_of_way,
)
from sandtable.games.panzer.units import Game, side_of, vehicle, vehicles
from sandtable.kernel import Option, derived, of_content, rule
from sandtable.mechanics.destinations import Destinations
from sandtable.mechanics.roster import enemy_hexes

AHEAD, BACK = "ahead", "back"


class Course(NamedTuple):
    """How far a vehicle has come in its move."""

    unit: str
    left: Allowance
    facing: int
    """The facing with which it came into its hex; -1 once it has paid for turning there."""
    on_way: bool
    """Whether all of the move so far was along roads and paths at their own factors."""
    fresh: bool = True
    """Whether it has not left its first hex."""
    roads: int = 0
    paths: int = 0
    """The hexes that it has entered by each."""

    @property
    def rate(self) -> int:
        """What is left to it along roads and paths; below 0 once it has left them."""
        return factor(self.left, self.roads, self.paths) if self.on_way else -1

    @property
    def most_left(self) -> int:
        """The points that it has left, cross-country or along roads and paths."""
        return max(self.left.cross_country, self.rate, 0)


@rule("4.5.1.1.1", "4.5.1.1.5")
def course_of(game: Game, unit_id: str) -> Course:
    """A move that is about to begin; only from a road or path can it use their factors."""
    unit, board = game.state.units[unit_id], game.content.board
    ways, at = way_slots(game.content), board.index[unit.at]
    on_way = any(6 * at + d in ways for d in range(6)) and is_open_way(game, unit_id, unit.at)
    return Course(unit_id, allowance(game, unit_id), unit.facing, on_way=on_way)


def mode_of(game: Game, unit_id: str) -> Mode:
    return vehicle(game, unit_id).movement.mode


@of_content
@rule("4.5.1.1.2")
def destinations(content: Content) -> Destinations:
    """The options of every destination, with their costs."""
    factors = [card.movement.road for card in vehicles(content).values()]
    return Destinations(content, max(factors), "4.5.1.1.2")


@derived(enemy_hexes)
@rule("4.5.1.1.10")
def no_ends(game: Game, side: str) -> bytes:
    """What each hex means to a vehicle that moves: it passes enemies freely, but may not end its move with them."""
    board = game.content.board
    flags = bytearray(board.plane.size)
    for label in enemy_hexes(game, side):
        flags[board.index[label]] = NO_END
    return bytes(flags)


def here(game: Game, course: Course) -> Standing:
    return Standing(game.content.board.index[game.state.units[course.unit].at], course.facing)


@derived("units", "wrecks")
@rule("4.5.1", "4.5.1.1.3", "4.5.1.1.5")
def reach(game: Game, course: Course) -> Field:
    """Where a vehicle can go cross-country; one that has not left its hex can always move one hex."""
    places, at = vehicle_places(game.content), here(game, course)
    return mover_for(game, mode_of(game, course.unit)).field(
        place_at(places, at.hex, at.facing),
        max(course.left.cross_country, 0),
        no_ends(game, side_of(game, course.unit)),
        minimum_move=course.fresh,
    )


@derived("units", "wrecks")
@rule("4.5.1.1.5")
def along(game: Game, course: Course) -> dict[int, Along]:
    """Where it can go along roads and paths at their factors."""
    at = here(game, course)
    if not course.on_way:
        return {}
    mode = mode_of(game, course.unit)
    return along_ways(game, course.unit, mode, at, course.left, course.roads, course.paths)


@rule("4.5.1", "4.5.1.1")
def destination_options(game: Game, course: Course) -> list[Option]:
    """The hexes in which a move may end, cross-country or by road or path."""
    field = reach(game, course)
    options = destinations(game.content).options(field)
    by_way = along(game, course)
    if by_way:
        known, ids = set(field.hexes), game.content.hex_ids
        options += [Option(ids[i], way.cost, "4.5.1.1.5") for i, way in by_way.items() if i not in known]
    return options


@rule("4.5.1.1")
def plan(game: Game, course: Course, label: str) -> tuple[int, ...]:
    """The places through which a vehicle comes to a hex in reach, by the cheapest way."""
    field, index = reach(game, course), game.content.board.index[label]
    goal = field.goal(index)
    return along(game, course)[index].places if goal is None else tuple(field.path(goal)[1:])


@rule("3.3", "4.5.1.1", "4.5.1.1.7")
def place_straight(game: Game, course: Course, kind: str) -> int | None:
    """The place into which a vehicle goes straight ahead, or backs with its facing kept; None where the map ends."""
    unit, content = game.state.units[course.unit], game.content
    direction = unit.facing if kind == AHEAD else (unit.facing + 3) % 6
    there = content.board.neighbours[6 * content.board.index[unit.at] + direction]
    return None if there < 0 else place_at(vehicle_places(content), there, unit.facing)


@rule("4.5.1.1", "4.5.1.1.3", "4.5.1.1.7")
def straight_options(game: Game, course: Course) -> list[Option]:
    """Going straight into the next hex, where a way round is cheaper, and backing into the one behind."""
    found = []
    for kind, rule_id in ((AHEAD, "4.5.1.1"), (BACK, "4.5.1.1.7")):
        place = place_straight(game, course, kind)
        if place is None:
            continue
        price = step_cost(game, course, place)
        hex_ = standing(vehicle_places(game.content), place).hex
        if not can_pay(game, course, place, price) or no_ends(game, side_of(game, course.unit))[hex_]:
            continue
        label = game.content.board.labels[hex_]
        if kind == BACK or not is_direct(game, course, place, price):
            cost = min(price, course.most_left) if course.fresh else price
            found.append(Option(f"{kind}:{label}", cost, rule_id))
    return found


def is_direct(game: Game, course: Course, place: int, price: int) -> bool:
    """Whether the cheapest way to the hex of a place next to a vehicle is the step to that place."""
    field = reach(game, course)
    paid = min(price, max(course.left.cross_country, 0)) if course.fresh else price
    return field.goal(standing(vehicle_places(game.content), place).hex) == place and field.cost(place) == paid


def step_cost(game: Game, course: Course, place: int) -> int:
    """What the next step costs."""
    at = here(game, course)
    return mover_for(game, mode_of(game, course.unit)).step(place_at(vehicle_places(game.content), *at), place)


@rule("4.5.1.1.3", "4.5.1.1.5")
def can_pay(game: Game, course: Course, place: int, price: int) -> bool:
    """Whether a vehicle may take a step: it has the points, may use those of the road, or has not moved yet."""
    if price <= course.left.cross_country or (course.fresh and price <= ALL):
        return True
    after = entered(game, course, place, price)
    return price < ALL and after.on_way and after.rate >= 0


@rule("4.5.1.1.3", "4.5.1.1.5", "4.5.1.1.6")
def entered(game: Game, course: Course, place: int, price: int) -> Course:
    """How far a vehicle has come once it has entered the next hex."""
    content, at = game.content, here(game, course)
    to = standing(vehicle_places(content), place)
    direction = content.board.neighbours[6 * at.hex : 6 * at.hex + 6].index(to.hex)
    by = kinds_of_way(content).get(6 * at.hex + direction)
    on_way = (
        by is not None
        and course.on_way
        and is_open_way(game, course.unit, content.board.labels[at.hex])
        and is_open_way(game, course.unit, content.board.labels[to.hex])
    )
    after = course._replace(
        facing=to.facing,
        fresh=False,
        on_way=on_way,
        roads=course.roads + (by == "road"),
        paths=course.paths + (by == "path"),
        left=Allowance(*[points - price for points in course.left]),
    )
    if course.fresh and price > course.left.cross_country and after.rate < 0:
        return after._replace(left=Allowance(0, 0, 0), on_way=False)
    return after


class Turn(NamedTuple):
    """A turn in a hex: what the terrain takes for it, and whether it leads along a road or path."""

    cost: int
    along_way: bool


@of_content
@rule("3.3", "4.5.1.1.4")
def turns(content: Content, at: Standing) -> tuple[Turn, ...]:
    """The turns to each facing from where a vehicle stands."""
    along_way = [faces_along_way(content, at.hex, facing) for facing in range(6)]
    return tuple(Turn(turn_price(content, at, facing, on_way=along), along) for facing, along in enumerate(along_way))


@rule("4.5.1.1.8", "4.5.1.1.2/brew-up-smoke")
def turning_cost(game: Game, course: Course, at: Standing, facing: int) -> int:
    """What it costs to turn to another facing; before the vehicle has left its first hex never too much."""
    cost = turns(game.content, at)[facing].cost
    if at.hex in burning(game):
        cost += smoke_extra(game.content, mode_of(game, course.unit))[1]
    return min(cost, max(course.left.cross_country, 0)) if course.fresh else cost


@rule("3.3", "4.5.1.1.4", "4.5.1.1.5")
def facing_options(game: Game, course: Course) -> list[Option]:
    """The facings to which a vehicle may turn; where it lives on the road factor, only along the road."""
    at, found, left, rate = here(game, course), [], course.left.cross_country, course.rate
    now, along_way = game.state.units[course.unit].facing, turns(game.content, at)
    for facing in range(6):
        if facing != now:
            cost = turning_cost(game, course, at, facing)
            if cost <= left or course.fresh or (cost <= rate and along_way[facing].along_way):
                found.append(facing_option(game.content, facing, cost))
    return found


@of_content
def facing_option(content: Content, facing: int, cost: int) -> Option:
    return Option(f"face:{facing_name(content, facing)}", cost, "4.5.1.1.4")


@of_content
def facing_name(content: Content, facing: int) -> str:
    """The name of a facing by the compass."""
    return content.board.grid.facing_name(2 * facing)


@of_content
def facings_by_name(content: Content) -> dict[str, int]:
    return {facing_name(content, facing): facing for facing in range(6)}


@rule("4.5.1.1.4")
def turned(game: Game, course: Course, facing: int) -> Course:
    """How far a vehicle has come once it has turned: who has paid for a turn of two hexsides or more turns at will."""
    cost = turning_cost(game, course, here(game, course), facing)
    wide = course.facing < 0 or hexsides_turned(course.facing, facing) > 1
    left = Allowance(*[points - cost for points in course.left])
    return course._replace(left=left, facing=-1 if wide else course.facing)
