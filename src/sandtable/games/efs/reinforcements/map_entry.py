"""Chapters 8.12 and 6.47: units and supply units enter at the map edge, in a movement phase of theirs."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from sandtable.games.efs import control
from sandtable.games.efs.content import Content
from sandtable.games.efs.engineers.flotillas import why_not_sail
from sandtable.games.efs.events.supply import SupplyPlaced
from sandtable.games.efs.index import PRICED, altered_for_side, ground_weather
from sandtable.games.efs.movement.allowances import phase_name
from sandtable.games.efs.movement.costs import BY_ROAD, HEAVY_GUNS, Manner, Way, may_use, rate, works_cost, zone_cost
from sandtable.games.efs.movement.fields import COUNTRY, is_enemy_site, kinds_of
from sandtable.games.efs.movement.move import RAIL, RAILWAY, STRATEGIC, STRATEGY, Move, lowest_allowance
from sandtable.games.efs.movement.prohibitions import FORBIDDEN_BY
from sandtable.games.efs.movement.rail import (
    load,
    may_get_off,
    may_only_ride,
    points_after_entry,
    rail_field,
    rail_flags,
    why_not_by_rail,
)
from sandtable.games.efs.movement.ride import RideByRail
from sandtable.games.efs.movement.strategic import near_enemies, strategic_allowance, why_no_strategic_move
from sandtable.games.efs.movement.walking import Party, note_move
from sandtable.games.efs.reinforcements.entering import come_in, edge_hexes, enters_in, entries, is_free_to_enter
from sandtable.games.efs.reinforcements.entering import waiting as waiting_in_boxes
from sandtable.games.efs.state import OFF_MAP, QUARTERS, Special, State, Weather
from sandtable.games.efs.supply.hexsides import usable_rail
from sandtable.games.efs.supply.received import supply_entries, waiting
from sandtable.games.efs.supply.routes import held_in_zones, is_fortified, is_in_general_supply, supplied_hexes
from sandtable.games.efs.supply.supply_units import removed_by_entry
from sandtable.games.efs.units import Game, printed, side_of
from sandtable.games.efs.zones import enemy_zone, in_enemy_zone
from sandtable.kernel import AnyTitle, Choice, Decision, Option, Procedure, Refusal, derived, of_content, rule
from sandtable.kernel import Game as KernelGame
from sandtable.mechanics.roster import change, enemy_hexes, units_in
from sandtable.mechanics.switches import is_on

STOP = Option("do:stop", rule="8.11a")


# By road and across country


@of_content
@rule("8.12b")
def rates_on_the_map(
    content: Content, title: AnyTitle, kind: str, label: str, manner: Manner, weather: Weather
) -> dict[Way, int]:
    """What a hex of the edge costs a kind of unit that enters it, by each way that is open to it: its road or railroad
    is taken to lead off the map, and its water as well.
    """
    game = KernelGame(title, content, State(scenario="", weather=weather))
    rates = {way: rate(game, kind, label, way) for way in ways_in(game, kind, label, manner)}
    return {way: cost for way, cost in rates.items() if cost is not None}


@rule("8.12b", "13.33a", "13.41a", "21.32a", "22.51a")
def ways_in(game: Game, kind: str, label: str, manner: Manner) -> list[Way]:
    """The ways by which a kind of unit may enter a hex of the edge: trains by railroad only, super-heavy guns not
    across country, and flotillas where they sail.
    """
    content, colour = game.content, game.content.counters[kind].ma
    edges = [(other, label) for other in content.adjacent[label]]
    if colour == "blue":
        return [COUNTRY] if any(not why_not_sail(game, kind, edge) for edge in edges) else []
    by_rail: list[Way] = ["rail"] if any(edge in content.rails for edge in edges) else []
    if colour == "gray":
        return by_rail
    roads = {road for edge in edges for road in content.roads_across(edge)}
    by_road: list[Way] = [road for road in BY_ROAD if road in roads and may_use(game, kind, road, label, manner)]
    return [*by_road, *by_rail, *([] if colour == HEAVY_GUNS else [COUNTRY])]


@rule("6.47a", "8.12b", "11.22")
def rates_for(game: Game, party: Party, label: str, manner: Manner) -> dict[Way, int]:
    """What a hex of the edge costs a party by each way by which all of it may enter: by roads only with supply units,
    unless a switch lets them enter across country, or by strategic movement.
    """
    content, weather = game.content, ground_weather(game)
    kinds = kinds_of(content, party.side, party.units, bool(party.supplies))
    first, *others = [rates_on_the_map(content, game.title, kind, label, manner, weather) for kind in kinds]
    if (party.supplies and not is_on(content, "supply-enters-across-country")) or manner:
        first = {way: cost for way, cost in first.items() if way in BY_ROAD}
    if not others:
        return first
    return {
        way: max(cost, *[each[way] for each in others])
        for way, cost in first.items()
        if all(way in each for each in others)
    }


@rule("8.12b", "8.12c")
def entry_cost(game: Game, party: Party, label: str, manner: Manner = "") -> tuple[int, Way] | None:
    """What it costs a party to enter together through a hex, by the way that is cheapest for all; nothing where one
    of them cannot, or cannot pay.
    """
    if why_closed(game, party, label, manner) is not None:
        return None
    more = works_cost(game, party.side, (OFF_MAP, label))
    more += zone_cost(game.content) if in_enemy_zone(game, label, party.side) else 0
    left = lowest_allowance(game, Move(units=party.units, supplies=party.supplies))
    left = strategic_allowance(game, left) if manner else left
    found = [(cost + more, way) for way, cost in rates_for(game, party, label, manner).items() if cost + more <= left]
    return min(found, key=lambda each: each[0], default=None)


@rule("6.42", "6.48", "6.48a", "8.12b", "11.22", "11.23", "13.33a", "13.41a", "18.46", "21.32a", "22.51a")
def why_closed(game: Game, party: Party, label: str, manner: Manner) -> Refusal | None:
    """Why a party may not enter on its feet or wheels through a hex of its own, whatever it could pay.

    Dumps come by rail only, supply units enter an enemy zone of control and a site of the enemy only in company, and
    strategic movement needs a road far from the enemy. Trains need a railroad that is theirs, super-heavy guns a road
    or railroad, and flotillas water.
    """
    dumps = [name for name in party.supplies if game.state.supplies[name].is_dump]
    if dumps:
        return Refusal("refused.dump", "6.48a", {"unit": dumps[0]})
    alone = not party.units and not units_in(game, label)
    if alone and in_enemy_zone(game, label, party.side):
        return Refusal("refused.supply-in-zone", "6.42", {"unit": party.supplies[0], "hex": label})
    if not party.units and is_enemy_site(game, party.side, label):
        return Refusal("refused.enemy-site", "18.46", {"unit": party.supplies[0], "hex": label})
    for unit_id in party.units:
        never = why_never_in(game, unit_id, label, manner)
        if never is not None:
            return never
    if not manner:
        return None
    if party.units and not is_in_general_supply(game, party.side, label):
        return Refusal("refused.hex-not-supplied", "11.23", {"unit": party.units[0], "hex": label})
    return why_no_strategic_move(game, party.units, party.side, label)


def why_never_in(game: Game, unit_id: str, label: str, manner: Manner) -> Refusal | None:
    """Why a unit that needs a railroad, a road or water does not enter through a hex, if it does not."""
    colour, about = printed(game, unit_id).ma, {"unit": unit_id, "hex": label}
    side = side_of(game, unit_id)
    if colour == "gray" and (not usable_rail(game, side, label) or is_fortified(game, side, label)):
        return Refusal("refused.keeps-to-rails", FORBIDDEN_BY["refused.keeps-to-rails"], about)
    if colour not in ("gray", "blue", HEAVY_GUNS) or ways_in(game, unit_id, label, manner):
        return None
    if colour == "blue":
        faults = [why_not_sail(game, unit_id, (other, label)) for other in game.content.adjacent[label]]
        fault = "refused.frozen-in" if "refused.frozen-in" in faults else "refused.no-waterway"
    else:
        fault = "refused.keeps-to-rails" if colour == "gray" else "refused.heavy-guns-need-a-road"
    return Refusal(fault, FORBIDDEN_BY[fault], about)


# By rail


@rule("6.47a", "6.48a", "8.12b", "11.17")
def why_not_in_by_rail(game: Game, party: Party, label: str) -> Refusal | None:
    """Why a party does not enter by rail through a hex of its own, if it does not."""
    fault = why_not_by_rail(game, party.units, party.supplies, party.side, label)
    if fault is not None or may_get_off(game, party.units, label):
        return fault
    beyond = rail_field(game, party.side, party.units, label, points_after_entry(game.content))
    return None if beyond.ends else Refusal("refused.no-station", "10.29", {"unit": party.units[0], "hex": label})


NO_RAILROAD = "refused.no-railroad"


def why_nowhere_by_rail(game: Game, party: Party, hexes: Sequence[str]) -> Refusal | None:
    """Why a party enters by rail through none of some hexes, if it does not: where railroads lead in, what stops it on
    those.
    """
    faults = [why_not_in_by_rail(game, party, label) for label in hexes]
    if None in faults:
        return None
    return next((fault for fault in faults if fault is not None and fault.reason != NO_RAILROAD), faults[0])


# Who


def hexes_of_party(game: Game, party: Party) -> list[str]:
    """The hexes open to all of a party."""
    open_to = entries(game, party.side)
    found = [open_to.get(unit_id, ()) for unit_id in party.units]
    if party.supplies:
        found.append(supply_entries(game, party.side))
    return [label for label in found[0] if all(label in hexes for hexes in found)]


def can_pay(game: Game, party: Party, manner: Manner) -> bool:
    """Whether a party can enter through some hex on its feet or wheels, in a manner."""
    return any(entry_cost(game, party, label, manner) for label in hexes_of_party(game, party))


def can_ride_in(game: Game, party: Party) -> bool:
    """Whether a party can enter through some hex by rail."""
    return any(why_not_in_by_rail(game, party, label) is None for label in hexes_of_party(game, party))


def can_enter_together(game: Game, party: Party, manner: Manner) -> bool:
    """Whether a party can enter through some hex: in the manner that was chosen, or in any."""
    if manner:
        return can_pay(game, party, manner)
    return can_pay(game, party, "") or can_ride_in(game, party) or can_pay(game, party, "strategic")


@derived(entries, enemy_zone, altered_for_side, "phase", "active", "weather", "rail_holder", "rail_cuts")
def able_to_pay(game: Game, side: str) -> frozenset[str]:
    """Those of the units that may enter at the edge who can pay for some hex."""
    return frozenset([each for each in entries(game, side) if can_pay(game, Party(side, (each,)), "")])


@derived(
    entries, rail_flags, altered_for_side, "phase", "active", "weather", "rail_used", "rail_holder", "rail_cuts"
)  # fmt: skip
def able_to_ride(game: Game, side: str) -> frozenset[str]:
    """Those of them who can come by rail."""
    return frozenset([each for each in entries(game, side) if can_ride_in(game, Party(side, (each,)))])


@derived(entries, enemy_zone, near_enemies, supplied_hexes, altered_for_side, "fed", "phase", "active", "weather")
@rule("11.21")
def able_to_march(game: Game, side: str) -> frozenset[str]:
    """Those of them who can pay for some hex by strategic movement."""
    return frozenset([each for each in entries(game, side) if can_pay(game, Party(side, (each,)), "strategic")])


@rule("8.12a", "8.12b", "8.32")
def can_enter(game: Game, side: str) -> list[str]:
    """The units of a side that can enter now, through at least one hex."""
    return those_who_can_enter(game, side) if waiting_in_boxes(game, side) else []


@derived(
    waiting_in_boxes, enemy_hexes, enemy_zone, held_in_zones, "control", "idle_sources", "exits", "phase", "active",
    "turn", "rail_used", "fed", *PRICED,
)  # fmt: skip
def those_who_can_enter(game: Game, side: str) -> list[str]:
    """Those of them who wait."""
    due = entries(game, side)
    if not due:
        return []
    able = able_to_pay(game, side)
    if len(able) < len(due):
        able |= able_to_ride(game, side)
    if len(able) < len(due):
        able |= able_to_march(game, side)
    return [each for each in due if each in able]


def escorted_entries(game: Game, side: str) -> tuple[tuple[str, bool], ...]:
    """The hexes through which supply units of a side come, and whether combat units are there."""
    return tuple([(label, bool(units_in(game, label))) for label in supply_entries(game, side)])


@derived(escorted_entries, enemy_zone, altered_for_side, "supplies", "phase", "weather")
def supply_able_to_pay(game: Game, side: str) -> frozenset[str]:
    """Those of the supply units that wait off the map who can pay for some hex."""
    return frozenset([each for each in waiting(game, side) if can_pay(game, Party(side, (), (each,)), "")])


@derived(
    escorted_entries, rail_flags, altered_for_side, "supplies", "phase", "weather", "rail_used", "rail_holder",
    "rail_cuts",
)  # fmt: skip
def supply_able_to_ride(game: Game, side: str) -> frozenset[str]:
    """Those of them that can come by rail."""
    return frozenset([each for each in waiting(game, side) if can_ride_in(game, Party(side, (), (each,)))])


@rule("6.47a", "6.48a")
def supply_that_can_enter(game: Game, side: str) -> list[str]:
    """The supply units of a side that can enter now: in its Movement Phase, through at least one hex."""
    due = waiting(game, side) if game.state.phase == f"{side}/movement" else []
    if not due:
        return []
    able = supply_able_to_pay(game, side)
    if len(able) < len(due):
        able |= supply_able_to_ride(game, side)
    return [each for each in due if each in able]


@rule("8.11a", "8.12a", "8.12c", "10.29")
def why_not_enter(game: Game, unit_id: str) -> Refusal | None:
    """Why a unit off the map does not enter now, of one that only rides what keeps the railroad from bringing it in;
    nothing where it never enters at the edge.
    """
    args = {"unit": unit_id}
    if not is_free_to_enter(game, unit_id):
        return Refusal("refused.not-due", "8.11a", args) if game.state.units[unit_id].box == "scheduled" else None
    if not edge_hexes(game, unit_id):
        return None
    if not enters_in(game, unit_id):
        return Refusal("refused.enters-in-other-phase", "8.12a", args)
    side = side_of(game, unit_id)
    open_to_it = entries(game, side).get(unit_id)
    if open_to_it is None:
        return Refusal("refused.entry-held", "8.12c", args)
    by_rail = why_nowhere_by_rail(game, Party(side, (unit_id,)), open_to_it) if may_only_ride(game, unit_id) else None
    closed = why_closed(game, Party(side, (unit_id,)), open_to_it[0], "")
    return by_rail or closed or Refusal("refused.entry-too-dear", "8.12b", args)


@rule("6.47a", "6.48a")
def why_supply_does_not_enter(game: Game, supply_id: str) -> Refusal:
    """Why a supply unit off the map does not enter now; of a dump, what keeps the railroad from bringing it in."""
    supply, about = game.state.supplies[supply_id], {"unit": supply_id}
    if phase_name(game) != "movement" or supply.side != game.state.active:
        return Refusal("refused.enters-in-other-phase", "6.47a", about)
    hexes = supply_entries(game, supply.side)
    if not hexes:
        return Refusal("refused.entry-held", "6.47a", about)
    party = Party(supply.side, (), (supply_id,))
    by_rail = why_nowhere_by_rail(game, party, hexes) if supply.is_dump else None
    return by_rail or why_closed(game, party, hexes[0], "") or Refusal("refused.entry-too-dear", "6.47a", about)


class Enter(Procedure, frozen=True):
    """Units and supply units enter the map together through a hex of its edge, pay for it, and move on from there."""

    units: tuple[str, ...] = ()
    supplies: tuple[str, ...] = ()
    manner: Manner = ""

    @rule("8.12b", "11.17")
    def begin(self, game: Game) -> Decision:
        party = self.party(game)
        hexes = [Option(f"hex:{label}", cost / QUARTERS, "8.12b") for label, cost in self.hexes(game).items()]
        others = [Option(f"join:{name}", rule="8.12b") for name in self.companions(game)]
        ways = [each for each in (STRATEGIC, RAIL) if self.why_not_by(game, Choice.of(each.id)) is None]
        args: dict[str, str | int] = {"unit": self.everybody[0], "count": len(self.everybody)}
        return Decision(
            party.side, "enter-through", "8.12b", (*hexes, *others, *ways, STOP), args, continues=True, done=STOP.id,
            hand=self.everybody,
        )  # fmt: skip

    @property
    def everybody(self) -> tuple[str, ...]:
        return (*self.units, *self.supplies)

    def party(self, game: Game) -> Party:
        side = side_of(game, self.units[0]) if self.units else game.state.supplies[self.supplies[0]].side
        return Party(side, self.units, self.supplies)

    def hexes(self, game: Game) -> dict[str, int]:
        """The hexes through which all can enter together, with what that costs."""
        party = self.party(game)
        costs = {label: entry_cost(game, party, label, self.manner) for label in hexes_of_party(game, party)}
        return {label: found[0] for label, found in costs.items() if found is not None}

    def companions(self, game: Game) -> list[str]:
        party = self.party(game)
        units = [each for each in entries(game, party.side) if each not in self.units]
        supplies = [each for each in waiting(game, party.side) if each not in self.supplies]
        if phase_name(game) != "movement":
            supplies = []
        joined = [(each, replace(party, units=(*self.units, each))) for each in units]
        joined += [(each, replace(party, supplies=(*self.supplies, each))) for each in supplies]
        return [each for each, all_of_them in joined if can_enter_together(game, all_of_them, self.manner)]

    @rule("8.12b", "11.17")
    def why_not_by(self, game: Game, choice: Choice) -> Refusal | None:
        """Why they do not enter by strategic movement or by rail, if they do not."""
        party = self.party(game)
        hexes = hexes_of_party(game, party)
        if self.manner:
            return Refusal("refused.set-out", "11.21")
        if choice == STRATEGY:
            if any(entry_cost(game, party, label, "strategic") for label in hexes):
                return None
            fault = why_closed(game, party, hexes[0], "strategic")
            return fault or Refusal("refused.entry-too-dear", "8.12b", {"unit": self.everybody[0]})
        return why_nowhere_by_rail(game, party, hexes)

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        args = {"unit": self.everybody[0], "hex": choice.name}
        if choice in (STRATEGY, RAILWAY):
            return self.why_not_by(game, choice)
        if choice.kind == "join" and (choice.name in game.state.units or choice.name in game.state.supplies):
            return Refusal("refused.enters-apart", "8.12b", {"unit": choice.name})
        if choice.kind != "hex" or choice.name not in game.content.board.index:
            return None
        return self.why_not_through(game, choice.name) or Refusal("refused.entry-too-dear", "8.12b", args)

    def why_not_through(self, game: Game, label: str) -> Refusal | None:
        party, args = self.party(game), {"unit": self.everybody[0], "hex": label}
        own = edge_hexes(game, self.units[0]) if self.units else supply_entries(game, party.side)
        if label not in own:
            return Refusal("refused.no-entry-there", "8.12b", args)
        if label not in hexes_of_party(game, party):
            return Refusal("refused.entry-held", "8.12c", args)
        return why_closed(game, party, label, self.manner)

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        if choice == Choice.of(STOP.id):
            game.finish()
        elif choice == STRATEGY:
            game.goto("begin", manner="strategic")
        elif choice == RAILWAY:
            game.become(EnterByRail(units=self.units, supplies=self.supplies))
        elif choice.kind == "join" and choice.name in game.state.units:
            game.goto("begin", units=(*self.units, choice.name))
        elif choice.kind == "join":
            game.goto("begin", supplies=(*self.supplies, choice.name))
        else:
            self.enter(game, choice.name)

    @rule("8.12b", "8.12d", "8.72")
    def enter(self, game: Game, label: str) -> None:
        """Enter, and go on moving but for those whom the card holds; an enemy's zone holds as in any move."""
        found = entry_cost(game, self.party(game), label, self.manner)
        assert found is not None
        cost, way = found
        move = Move(units=self.units, supplies=self.supplies, came=way, begun=True, manner=self.manner)
        most = lowest_allowance(game, move)
        put_on_map(game, self.party(game), label, cost, self.manner)
        rest = free_to_go_on(game, self.units)
        if rest or self.supplies:
            game.become(replace(move, units=rest, most=most))
        else:
            game.finish()


@rule("8.71", "8.72", "10.26")
def free_to_go_on(game: Game, unit_ids: Sequence[str]) -> tuple[str, ...]:
    """Those of some units that have entered on whom their card puts no Do Not Move marker."""
    return tuple(unit_id for unit_id in unit_ids if not game.state.units[unit_id].do_not_move)


@rule("6.44", "6.47a", "8.12d")
def put_on_map(game: Game, party: Party, label: str, cost: int, special: Special) -> None:
    """Put a party into the hex through which it enters; what is noted of any move is noted."""
    for unit_id in party.units:
        come_in(game, unit_id, label, "8.12b")
        change(game, unit_id, spent=cost, finished=True, special=special)
        note_move(game, unit_id)
    for supply_id in party.supplies:
        supply = game.state.supplies[supply_id]
        game.state.supplies[supply_id] = replace(supply, at=label, spent=cost, finished=True, railed=special == "rail")
        game.say(SupplyPlaced(rule="6.47a", unit=supply_id, at=label))
    removed_by_entry(game, label, party.side)
    if party.units:
        control.settle(game)


class EnterByRail(Procedure, frozen=True):
    """Units and supply units enter by rail through a hex of the edge, and ride on from there."""

    units: tuple[str, ...] = ()
    supplies: tuple[str, ...] = ()

    @rule("6.47a", "6.48a", "8.12b", "11.17")
    def begin(self, game: Game) -> Decision:
        options = (*(Option(f"hex:{label}", rule="11.17") for label in self.hexes(game)), STOP)
        args: dict[str, str | int] = {"unit": self.riders[0], "count": len(self.riders)}
        return Decision(self.party(game).side, "enter-by-rail", "11.17", options, args, continues=True, done=STOP.id)

    @property
    def riders(self) -> Sequence[str]:
        return (*self.units, *self.supplies)

    def party(self, game: Game) -> Party:
        side = side_of(game, self.units[0]) if self.units else game.state.supplies[self.supplies[0]].side
        return Party(side, self.units, self.supplies)

    def hexes(self, game: Game) -> list[str]:
        party = self.party(game)
        return [label for label in hexes_of_party(game, party) if why_not_in_by_rail(game, party, label) is None]

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "hex" or choice.name not in game.content.board.index:
            return None
        if choice.name not in hexes_of_party(game, self.party(game)):
            return Refusal("refused.no-entry-there", "11.17", {"unit": self.riders[0], "hex": choice.name})
        return why_not_in_by_rail(game, self.party(game), choice.name)

    @rule("11.14a", "11.17")
    def begin_chosen(self, game: Game, choice: Choice) -> None:
        if choice.kind != "hex":
            game.finish()
            return
        party, used = self.party(game), game.state.rail_used
        used[party.side] = used.get(party.side, 0) + load(game, self.units, self.supplies)
        put_on_map(game, party, choice.name, 0, "rail")
        rest = free_to_go_on(game, self.units)
        if rest or self.supplies:
            game.become(RideByRail(units=rest, supplies=self.supplies, side=party.side, entered=True))
        else:
            game.finish()


PROCEDURES = (Enter, EnterByRail)
