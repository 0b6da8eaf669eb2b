"""Where a unit can still go in the middle of its move, by which way and at what cost."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.board import CLOSED, NO_END, Field
from sandtable.games.panzer.cards import Leg, Towed, Vehicle
from sandtable.games.panzer.content import Content
from sandtable.games.panzer.ground import terrain_of
from sandtable.games.panzer.movement.allowance import Allowance, allowance
from sandtable.games.panzer.movement.costs import (
    Standing,
    is_free_turn,
    mover_for,
    place_at,
    places_for,
    standing,
    turn_price,
    turning_extra,
    way_slots,
)
from sandtable.games.panzer.movement.modes import MANNERS, Mode
from sandtable.games.panzer.movement.obstacles import hindrances
from sandtable.games.panzer.movement.roads import (
    Along,
    along_ways,
    faces_along_way,
    factor,
    is_open_way,
    kinds_of_way,
)
from sandtable.games.panzer.movement.transport import mode_of
from sandtable.games.panzer.tables.terrain import ALL
from sandtable.games.panzer.units import Game, side_of, vehicles
from sandtable.kernel import Option, derived, of_content, rule
from sandtable.mechanics.destinations import Destinations
from sandtable.mechanics.roster import enemy_hexes
from sandtable.mechanics.switches import is_on

AHEAD, BACK = "ahead", "back"


class Course(NamedTuple):
    """How far a unit has come in its move."""

    unit: str
    mode: Mode
    left: Allowance
    facing: int
    """The facing with which it came into its hex; -1 once it has paid for turning there, or if it turns for nothing."""
    on_way: bool
    """Whether all of the move so far was along roads and paths at their own factors."""
    fresh: bool = True
    """Whether it has not left its first hex."""
    roads: int = 0
    paths: int = 0
    """The hexes that it has entered by each."""
    loaded: bool = False
    """Whether it has stopped in its hex to take passengers on or let them off, and paid for it."""

    @property
    def rate(self) -> int:
        """What is left to it along roads and paths; below 0 once it has left them."""
        return factor(self.left, self.roads, self.paths) if self.on_way else -1

    @property
    def most_left(self) -> int:
        """The points that it has left, cross-country or along roads and paths."""
        return max(self.left.cross_country, self.rate, 0)

    @property
    def is_spent(self) -> bool:
        """Whether it surely goes no farther: neither cross-country nor along a road or path, whichever counts next."""
        left = self.left
        return not self.fresh and left.cross_country <= 0 and not (self.on_way and max(left.road, left.path) > 0)


@rule("4.5.1.1.1", "4.5.1.1.5", "6.6.4.1", "6.6.5", "6.6.1.1/combining", "6.6.1.2/combining")
def course_of(game: Game, unit_id: str) -> Course:
    """A move that is about to begin; only from a road or path can it use their factors, and never on foot. Who has
    advanced to an attack that was not needed goes on with what is left.
    """
    unit, board, mode = game.state.units[unit_id], game.content.board, mode_of(game, unit_id)
    attack = game.state.assaults.get(unit_id)
    spent = 0 if attack is None else attack.spent
    left = Allowance(*[max(points - spent, 0) for points in allowance(game, unit_id)])
    if not MANNERS[mode].turns:
        return Course(unit_id, mode, left, -1, on_way=False, fresh=not spent)
    ways, at = way_slots(game.content), board.index[unit.at]
    on_way = any(6 * at + d in ways for d in range(6)) and is_open_way(game, unit_id, mode, unit.at)
    return Course(unit_id, mode, left, unit.facing, on_way=on_way, fresh=not spent)


@of_content
@rule("4.5.1.1.2")
def destinations(content: Content) -> Destinations:
    """The options of every destination, with their costs."""
    return Destinations(content, max(max_factors(content), default=0), "4.5.1.1.2")


def max_factors(content: Content) -> list[int]:
    """The greatest movement factor of every unit."""
    cards = [content.card(unit.card) for unit in content.counters.values()]
    vehicles = [card.movement.road for card in cards if isinstance(card, Vehicle)]
    men = [card.movement for card in cards if isinstance(card, Leg | Towed)]
    return vehicles + [max(each.cross_country, each.quickmarch, each.road) for each in men]


@derived(enemy_hexes)
@rule("4.5.1.1.10")
def no_ends(game: Game, side: str) -> bytes:
    """What each hex means to a unit that moves: it passes enemies freely, but may not end its move with them."""
    board = game.content.board
    flags = bytearray(board.plane.size)
    for label in enemy_hexes(game, side):
        flags[board.index[label]] = NO_END
    return bytes(flags)


@derived("units", "spotted")
@rule("6.1.4.2", "6.6.4.3")
def crawler_marks(game: Game, unit_id: str) -> bytes:
    """What each hex means to a unit that crawls: it keeps away from enemies whom others of its side have spotted, and
    from where there is no Full Cover.
    """
    content, units, side = game.content, game.state.units, side_of(game, unit_id)
    flags = bytearray(no_ends(game, side))
    friends = [each for each in game.state.spotted if each != unit_id and each in units and side_of(game, each) == side]
    for enemy in {enemy for friend in friends for enemy in game.state.spotted[friend] if enemy in units}:
        for label in content.adjacent[units[enemy].at]:
            flags[content.board.index[label]] |= CLOSED
    for label in content.adjacent[units[unit_id].at]:
        if not terrain_of(content, label).full_cover:
            flags[content.board.index[label]] |= CLOSED
    return bytes(flags)


@rule("4.5.1.1.3")
def untouched(game: Game, course: Course) -> bool:
    """Whether a unit has all of its movement before it."""
    return course.fresh and not course.loaded and course.left == allowance(game, course.unit)


def here(game: Game, course: Course) -> Standing:
    return Standing(game.content.board.index[game.state.units[course.unit].at], course.facing)


@derived("units", "wrecks", "works")
@rule("4.5.1", "4.5.1.1.3", "4.5.1.1.5", "6.6.4.1", "6.6.5")
def reach(game: Game, course: Course) -> Field:
    """Where a unit can go cross-country; one that has not left its hex can always move one hex."""
    places, at = places_for(game.content, course.mode), here(game, course)
    return mover_for(game, course.mode).field(
        place_at(places, at.hex, at.facing),
        max(course.left.cross_country, 0),
        crawler_marks(game, course.unit) if course.mode == "crawl" else no_ends(game, side_of(game, course.unit)),
        minimum_move=course.fresh,
    )


@derived("units", "wrecks", "works")
@rule("4.5.1.1.5")
def along(game: Game, course: Course) -> dict[int, Along]:
    """Where it can go along roads and paths at their factors."""
    at = here(game, course)
    if not course.on_way:
        return {}
    return along_ways(game, course.unit, course.mode, at, course.left, course.roads, course.paths)


@rule("6.1.4.3.1", "6.5.2.2.1/movement-effect", "6.6.4.1", "6.6.5")
def may_leave_hex(game: Game, course: Course) -> bool:
    """Whether a unit can move at all: not without tracks, not from upstairs (ruling), and not a gun indoors or one too
    heavy.
    """
    unit = game.state.units[course.unit]
    if course.mode == "towed":
        return course.left.cross_country > 0 and not unit.indoors
    return not unit.tracks and (not unit.floor or is_on(game.content, "men-leave-from-upstairs"))


@rule("4.5.1", "4.5.1.1")
def destination_options(game: Game, course: Course) -> list[Option]:
    """The hexes in which a move may end, cross-country or by road or path."""
    if not may_leave_hex(game, course):
        return []
    field = reach(game, course)
    options = destinations(game.content).options(field)
    by_way = along(game, course)
    if by_way:
        known, ids = set(field.hexes), game.content.hex_ids
        options += [Option(ids[i], way.cost, "4.5.1.1.5") for i, way in by_way.items() if i not in known]
    return options


@rule("4.5.1.1", "6.2.1.1.3/roads")
def plan(game: Game, course: Course, label: str) -> tuple[int, ...]:
    """The places through which a unit comes to a hex in reach, by the cheapest way; in a column along the road."""
    field, index = reach(game, course), game.content.board.index[label]
    goal = field.goal(index)
    in_column = game.state.commands[course.unit].column is not None
    if goal is None or (in_column and index in along(game, course)):
        return along(game, course)[index].places
    path = tuple(field.path(goal)[1:])
    if course.fresh and len(path) == 1 and course.unit in vehicles(game.content):
        return (_cheapest_step(game, course, path[0]),)
    return path


def _cheapest_step(game: Game, course: Course, place: int) -> int:
    """The step into the next hex that takes least, also where all of them take whatever is left (4.5.1.1.3)."""
    places, mover = places_for(game.content, course.mode), mover_for(game, course.mode)
    hex_, start = standing(places, place).hex, place_at(places, *here(game, course))
    others = [place_at(places, hex_, facing) for facing in range(6)]
    return min((place, *others), key=lambda each: mover.step(start, each))


@rule("3.3", "4.5.1.1", "4.5.1.1.7")
def place_straight(game: Game, course: Course, kind: str) -> int | None:
    """The place into which a vehicle goes straight ahead, or backs with its facing kept; None where the map ends."""
    unit, content = game.state.units[course.unit], game.content
    direction = unit.facing if kind == AHEAD else (unit.facing + 3) % 6
    there = content.board.neighbours[6 * content.board.index[unit.at] + direction]
    return None if there < 0 else place_at(places_for(content, course.mode), there, unit.facing)


@rule("4.5.1.1", "4.5.1.1.3", "4.5.1.1.7")
def straight_options(game: Game, course: Course) -> list[Option]:
    """Going straight into the next hex, where a way round is cheaper, and backing into the one behind."""
    found: list[Option] = []
    if not MANNERS[course.mode].turns or not may_leave_hex(game, course):
        return found
    for kind, rule_id in ((AHEAD, "4.5.1.1"), (BACK, "4.5.1.1.7")):
        place = place_straight(game, course, kind)
        if place is None:
            continue
        price = step_cost(game, course, place)
        hex_ = standing(places_for(game.content, course.mode), place).hex
        if not can_pay(game, course, place, price) or no_ends(game, side_of(game, course.unit))[hex_]:
            continue
        label = game.content.board.labels[hex_]
        if kind == BACK or not is_direct(game, course, place):
            cost = min(price, course.most_left) if course.fresh else price
            found.append(Option(f"{kind}:{label}", cost, rule_id))
    return found


def is_direct(game: Game, course: Course, place: int) -> bool:
    """Whether the cheapest way to the hex of a place next to a vehicle is the step to that place."""
    index = standing(places_for(game.content, course.mode), place).hex
    if reach(game, course).goal(index) is None:
        return False
    return plan(game, course, game.content.board.labels[index]) == (place,)


def step_cost(game: Game, course: Course, place: int) -> int:
    """What the next step costs."""
    at = here(game, course)
    return mover_for(game, course.mode).step(place_at(places_for(game.content, course.mode), *at), place)


@rule("4.5.1.1.3", "4.5.1.1.5")
def can_pay(game: Game, course: Course, place: int, price: int) -> bool:
    """Whether a vehicle may take a step: it has the points, may use those of the road, or has not moved yet."""
    if price <= course.left.cross_country or (course.fresh and price <= ALL):
        return True
    if price >= ALL or not course.on_way:
        return False
    after = entered(game, course, place, price)
    return after.on_way and after.rate >= 0


@rule("4.5.1.1.3", "4.5.1.1.5", "4.5.1.1.6")
def entered(game: Game, course: Course, place: int, price: int) -> Course:
    """How far a vehicle has come once it has entered the next hex."""
    content, at = game.content, here(game, course)
    to = standing(places_for(content, course.mode), place)
    direction = direction_to(content, at.hex, to.hex)
    by = kinds_of_way(content).get(6 * at.hex + direction)
    on_way = (
        by is not None
        and course.on_way
        and is_open_way(game, course.unit, course.mode, content.board.labels[at.hex])
        and is_open_way(game, course.unit, course.mode, content.board.labels[to.hex])
    )
    after = course._replace(
        facing=to.facing,
        fresh=False,
        loaded=False,
        on_way=on_way,
        roads=course.roads + (by == "road"),
        paths=course.paths + (by == "path"),
        left=Allowance(*[points - price for points in course.left]),
    )
    if course.fresh and price > course.left.cross_country and after.rate < 0:
        return after._replace(left=Allowance(0, 0, 0), on_way=False)
    return after


def direction_to(content: Content, here: int, there: int) -> int:
    """The direction of the next hex."""
    return content.board.neighbours[6 * here : 6 * here + 6].index(there)


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
def turning_costs(game: Game, course: Course, at: Standing) -> list[int]:
    """What it costs to turn to each facing; before the unit has left its first hex never too much."""
    costs, counters = [turn.cost for turn in turns(game.content, at)], hindrances(game, course.mode).get(at.hex)
    if counters is not None:
        costs = [cost + turning_extra(game.content, counters, at, facing) for facing, cost in enumerate(costs)]
    if not course.fresh:
        return costs
    most = max(course.left.cross_country, 0)
    return [min(cost, most) for cost in costs]


@rule("3.3", "4.5.1.1.4", "4.5.1.1.5", "6.5.2.2.1/movement-effect", "6.6.4.1", "6.6.5")
def facing_options(game: Game, course: Course) -> list[Option]:
    """The facings to which a vehicle may turn; where it lives on the road factor, only along the road."""
    at, found, left, rate = here(game, course), [], course.left.cross_country, course.rate
    unit, along_way = game.state.units[course.unit], turns(game.content, at)
    if unit.tracks:
        return []
    costs = turning_costs(game, course, at)
    for facing in range(6):
        if facing != unit.facing:
            cost = costs[facing]
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
    if not MANNERS[course.mode].turns:
        return course
    cost = turning_costs(game, course, here(game, course))[facing]
    wide = course.facing < 0 or not is_free_turn(game.content, here(game, course), facing)
    left = Allowance(*[points - cost for points in course.left])
    return course._replace(left=left, facing=-1 if wide else course.facing)
