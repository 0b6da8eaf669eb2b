"""Who has won a scenario when its last turn is over."""

from __future__ import annotations

from fractions import Fraction

from sandtable.games.asl.areas import hexes_of_area
from sandtable.games.asl.control import building_holder, holder, note_control
from sandtable.games.asl.events.sequence import GameEnds, ShuttlesKept
from sandtable.games.asl.fire.dice import at_most
from sandtable.games.asl.locations import hex_of, houses
from sandtable.games.asl.morale.berserk import calm_down
from sandtable.games.asl.scenario import Area, Victory
from sandtable.games.asl.state import UNKNOWN
from sandtable.games.asl.tables.movement import Stacking
from sandtable.games.asl.tables.order_of_battle import TurnRecord
from sandtable.games.asl.units import Game, is_mmc, on_map, other, size_of
from sandtable.kernel import rule


@rule("A26.1", "A26.11")
def controlled(game: Game, hex_: str) -> str:
    """Who controls an objective: its building, or the hex itself."""
    return building_holder(game, hex_) if hex_ in houses(game.content) else holder(game, hex_)


@rule("A26.1")
def is_achieved(game: Game, victory: Victory) -> bool:
    """Whether a side has achieved all that it must."""
    side = victory.side
    if victory.controls is not None:
        held = sum(controlled(game, hex_) == side for hex_ in victory.controls.hexes)
        if held < victory.controls.at_least:
            return False
    if victory.points is not None and points_of(game, side) < victory.points.needed:
        return False
    if victory.gun is not None and has_gun(game, other(side), victory.gun):
        return False
    if tanks_of(game, side) < victory.tanks:
        return False
    if victory.safe is not None:
        area = hexes_of_area(game.content, Area(corners=victory.safe.corners))
        if squads_in(game, side, area) < victory.safe.at_least:
            return False
    return True


@rule("A26.1", "C10.5")
def has_gun(game: Game, side: str, kind: str) -> bool:
    """Whether a Gun of a kind is still there and not in the hands of the other side."""
    state = game.state
    return any(
        weapon.kind == kind and (weapon.holder not in state.units or state.units[weapon.holder].side == side)
        for weapon in state.weapons.values()
    )


@rule("A26.1", "C7.5")
def tanks_of(game: Game, side: str) -> int:
    """How many tanks of a side are on the map that can move and fire their guns."""
    return sum(
        vehicle.side == side
        and bool(vehicle.at)
        and game.content.vehicles[vehicle.kind].type == "tank"
        and not (vehicle.immobile or vehicle.abandoned or vehicle.bogged or vehicle.shock)
        and "ma" not in (*vehicle.broken, *vehicle.disabled)
        for vehicle in game.state.vehicles.values()
    )


@rule("2.2/lvp", "2.41/lvp", "CG6")
def points_of(game: Game, side: str) -> int:
    """The points of the hexes that a side controls."""
    points = game.content.scenario.victory.points
    return 0 if points is None else sum(worth for hex_, worth in points.hexes.items() if holder(game, hex_) == side)


def squads_in(game: Game, side: str, area: frozenset[str]) -> Fraction:
    """The squad-equivalents of a side that have left the map, or stand unbroken in an area, as far as known."""
    halves = game.content.table("stacking", Stacking).halves
    total = Fraction(0)
    for kind in game.state.exited.values():
        card = game.content.personnel.get(kind)
        if card is not None and card.side == side and card.type in ("squad", "half-squad", "crew"):
            total += Fraction(halves["squad" if card.type == "squad" else "half-squad"], 2)
    for unit in game.state.units.values():
        stands = unit.side == side and unit.kind != UNKNOWN and on_map(unit) and hex_of(unit.at) in area
        if stands and not unit.broken and not unit.guard and is_mmc(game.content, unit):
            total += Fraction(halves[size_of(game.content, unit)], 2)
    return total


@rule("CG7", "CG7/turn-record")
def ends_now(game: Game) -> bool:
    """Whether the die ends the scenario with this Game Turn, before its last; it is rolled from some turn on."""
    scenario = game.content.scenario
    if not scenario.rolls_for_end:
        return False
    record, turn = game.content.table("turn-record", TurnRecord), game.state.turn
    if turn not in record.numbers:
        return False
    most = record.numbers[turn] - record.dates.get(scenario.date, 0)
    if scenario.conditions.night is not None:
        most -= record.night
    over = game.roll("d6", "game-end", "CG7", bands=(most + 1,), lines=at_most(most, "CG7")) <= most
    if over:
        game.say(GameEnds(rule="CG7", turn=turn))
    return over


@rule("RR8/retention")
def kept_shuttles(game: Game) -> list[str]:
    """The Kangaroos that a later scenario can use: those that were not Recalled, whether or not they have entered."""
    kinds = game.content.vehicles
    return [name for name, each in game.state.vehicles.items() if kinds[each.kind].shuttle and not each.recalled]


def tell_what_is_kept(game: Game) -> None:
    """At the end of a scenario of a campaign: which Kangaroos it leaves to the next."""
    total = sum(game.content.vehicles[each.kind].shuttle for each in game.content.tanks.values())
    if total and game.content.scenario.rolls_for_end:
        kept = len(kept_shuttles(game))
        game.say(ShuttlesKept(rule="RR8/retention", kept=kept, gone=total - kept))


@rule("A3/turn", "A15.4", "CG7", "2.2/lvp", "2.41/lvp")
def judge(game: Game) -> bool:
    """Whether the game is over, and who has won it; at the end berserk men are themselves again, and hold ground."""
    scenario = game.content.scenario
    state = game.state
    fighting = {unit.side for unit in state.units.values() if not unit.guard and (on_map(unit) or unit.at == "")}
    fighting |= {vehicle.side for vehicle in state.vehicles.values() if not vehicle.abandoned}
    gone = [side for side in scenario.forces if side not in fighting]
    if gone:
        tell_what_is_kept(game)
        game.end(other(gone[0]), "annihilation", "A3/turn")
        return True
    if state.turn < scenario.turns and not ends_now(game):
        return False
    for name, unit in list(state.units.items()):
        if unit.berserk:
            calm_down(game, name)
    note_control(game)
    tell_what_is_kept(game)
    victory = scenario.victory
    winner = victory.side if is_achieved(game, victory) else other(victory.side)
    game.end(winner, "objectives", "A3/turn")
    return True
