"""Chapter 6.10 to 6.17: NATO's air mobile units."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from sandtable.board import NO_END, Field, Mover
from sandtable.games.gsfg.content import WATER, Content
from sandtable.games.gsfg.events.air import Rebased
from sandtable.games.gsfg.files import PrintedUnit
from sandtable.games.gsfg.stacking import closed_hexes, stacking_fault
from sandtable.games.gsfg.state import NATO, SOVIET, Unit
from sandtable.games.gsfg.units import Game, counter, multinational_figures, occupants, occupy
from sandtable.kernel import Action, Choice, Decision, Menu, Option, Preview, Procedure, Refusal, of_content, rule
from sandtable.mechanics.content import Strict, Table
from sandtable.mechanics.destinations import path_to
from sandtable.mechanics.roster import change, is_adjacent_to_enemy, occupier

AIR_MOBILE = "air_mobile"
STAY = Option("do:stop", rule="6.12")
MOVEMENT_PHASE = "MovementPhase"
"""The procedure that gives the orders for moves: whoever has not begun one may turn to another unit there."""


class Abilities(Strict, frozen=True):
    """What air mobile units can do while a side has air superiority."""

    attack_range: int
    support_range: int
    moves: bool


class AirMobileFile(Table, frozen=True):
    """The parameters of air mobile units."""

    move_cost: int
    no_landing: frozenset[str]
    air: dict[str, Abilities]


def figures(content: Content) -> AirMobileFile:
    return content.table("air-mobile", AirMobileFile)


@rule("6.10")
def abilities(game: Game) -> Abilities:
    """What air mobile units can do in this turn."""
    return figures(game.content).air[game.state.air.side]


@of_content
def air_mobile_units(content: Content) -> dict[str, PrintedUnit]:
    """The air mobile units, on the map or not, with their counters."""
    return {unit_id: kind for unit_id, kind in content.counters.items() if kind.type == AIR_MOBILE}


@rule("6.11", "6.17")
def why_immobile(game: Game, unit_id: str) -> Refusal | None:
    """Why an air mobile unit may not move now."""
    if not abilities(game).moves:
        return Refusal("refused.grounded", "6.17", {"unit": unit_id})
    if game.state.units[unit_id].fought:
        return Refusal("refused.fought-so-no-move", "6.11", {"unit": unit_id})
    return None


@rule("6.15", "6.17")
def attack_range(game: Game, unit_id: str) -> int:
    """How far an air mobile unit can attack now: 8 hexes with NATO air superiority, else 1."""
    return abilities(game).attack_range


@rule("6.16")
def supporters(game: Game, label: str) -> list[str]:
    """The air mobile units that may give defensive support to a hex under attack.

    Only with NATO air superiority, within range, with no enemy next to the unit, and if it neither moved nor attacked
    in the last NATO player turn; a unit supports one battle in a combat phase.
    """
    reach = abilities(game).support_range
    if not reach:
        return []
    units, board = game.state.units, game.content.board
    target = board.index[label]
    found = [
        unit_id
        for unit_id in air_mobile_units(game.content)
        if unit_id in units
        and units[unit_id].at != label
        and is_fresh(units[unit_id])
        and board.distance(board.index[units[unit_id].at], target) <= reach
        and not is_adjacent_to_enemy(game, units[unit_id].at, NATO)
    ]
    return sorted(found, key=list(units).index) if len(found) > 1 else found


def is_fresh(unit: Unit) -> bool:
    """Whether a unit has done nothing that would keep it from giving support."""
    return not (unit.acted or unit.fought or unit.arrived or unit.supported)


@of_content
@rule("6.12", "10.14")
def flying(content: Content) -> Mover:
    """What flying costs: the same for every hex, whatever lies on its sides."""
    cost = figures(content).move_cost
    return Mover(content.board.neighbours, array("i", [cost] * len(content.board.neighbours)))


@of_content
@rule("6.12")
def ground(content: Content) -> bytes:
    """What each hex means to an air mobile unit by its terrain: to be kept off, passed only, or free."""
    banned = figures(content).no_landing.union(WATER)
    return bytes(NO_END if terrain in banned else 0 for terrain in content.terrain.values())


@rule("6.12", "7.1", "7.2")
def no_landing(game: Game, unit_id: str) -> bytearray:
    """Where an air mobile unit may not end its move: bad ground, water, enemies, and full hexes."""
    index, here = game.content.board.index, game.state.units[unit_id].at
    flags = bytearray(ground(game.content))
    closed = closed_hexes(game, (unit_id,), road=False)
    for label in occupants(game):
        if closed[index[label]] and (label != here or stacking_fault(game, [unit_id], label) is not None):
            flags[index[label]] |= NO_END
    return flags


@rule("7.6")
def flying_points(game: Game, unit_id: str) -> int:
    """An air mobile unit's movement points: as printed, one less for a stack of several nations.

    What else halves movement does not occur where these units may move: the first turn is one of Soviet air
    superiority (5.3), and in a turn of NATO's they are always supplied (6.14).
    """
    move = counter(game, unit_id).move
    return move - multinational_figures(game.content).move_loss if game.state.units[unit_id].mixed else move


@rule("6.12")
def flights(game: Game, unit_id: str, points: int) -> Field:
    """Where an air mobile unit can go from its hex with some movement points."""
    start = game.content.board.index[game.state.units[unit_id].at]
    return flying(game.content).field(start, points, no_landing(game, unit_id))


class Rebase(Procedure, frozen=True):
    """An air mobile unit moves; one that has just entered the map goes on with the points that it has left."""

    unit: str
    left: int = -1
    """The points left after entering the map; -1 for a unit that was on it."""

    @rule("6.12")
    def begin(self, game: Game) -> Decision | None:
        """Ask where to fly; a unit that has entered the map in a hex where it may not stay must fly on."""
        hexes = FLY_TO.offers(game, self)
        if not hexes:
            settle(game, self.unit)
            return None
        options = (*hexes, *STAY_THERE.offers(game, self))
        turns_to, args = MOVEMENT_PHASE if self.left < 0 else "", {"unit": self.unit}
        return Decision(NATO, "rebase", "6.12", options, args, continues=True, done=STAY.id, turns_to=turns_to)

    def begin_preview(self, game: Game, choice: Choice) -> Preview | None:
        return REBASING.preview(game, self, choice)

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        return REBASING.refuse(game, self, choice)

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        REBASING.start(game, self, choice)

    def field(self, game: Game) -> Field:
        """Where it can go."""
        return flights(game, self.unit, flying_points(game, self.unit) if self.left < 0 else self.left)


def settle(game: Game, unit_id: str) -> None:
    """A unit stays where it is."""
    change(game, unit_id, rested=True)
    game.finish()


class FlyTo(Action[Game, Rebase]):
    """Fly to a hex."""

    rule = "6.12"
    kinds = ("hex",)

    def offers(self, game: Game, rebase: Rebase) -> Sequence[Option]:
        ids = game.content.hex_ids
        return [Option(ids[i], cost, "6.12") for i, cost in rebase.field(game).pairs]

    def refuse(self, game: Game, rebase: Rebase, choice: Choice) -> Refusal | None:
        return refuse_rebase(game, rebase.unit, choice.name) if choice.name in game.content.board.index else None

    def preview(self, game: Game, rebase: Rebase, choice: Choice) -> Preview:
        return Preview(path=path_to(game.content.board.places, rebase.field(game), choice.name))

    def start(self, game: Game, rebase: Rebase, choice: Choice) -> None:
        """What lies below does not change hands, the new base does."""
        board, field, unit = game.content.board, rebase.field(game), game.state.units[rebase.unit]
        path = path_to(board.places, field, choice.name)
        cost = field.costs[board.index[choice.name]]
        change(game, rebase.unit, moved=True, acted=True, spent=unit.spent + cost)
        game.say(Rebased(rule="6.12", unit=rebase.unit, path=path, cost=cost))
        occupy(game, rebase.unit, choice.name)
        game.finish()


class StayThere(Action[Game, Rebase]):
    """Go no further, where the unit may stay."""

    rule = "6.12"
    ids = (STAY.id,)

    def offers(self, game: Game, rebase: Rebase) -> Sequence[Option]:
        here = game.content.board.index[game.state.units[rebase.unit].at]
        return (STAY,) if rebase.left < 0 or not no_landing(game, rebase.unit)[here] else ()

    def refuse(self, game: Game, rebase: Rebase, choice: Choice) -> Refusal:
        return Refusal("refused.may-not-stay", "6.12", {"unit": rebase.unit})

    def start(self, game: Game, rebase: Rebase, choice: Choice) -> None:
        settle(game, rebase.unit)


FLY_TO, STAY_THERE = FlyTo(), StayThere()
REBASING: Menu[Game, Rebase] = Menu(FLY_TO, STAY_THERE)


def refuse_rebase(game: Game, unit_id: str, label: str) -> Refusal:
    """Why an air mobile unit may not end its move in a hex."""
    content = game.content
    args = {"unit": unit_id, "hex": label}
    if game.state.units[unit_id].at == label:
        return Refusal("refused.already-there", "6.12", args)
    if content.closed[content.board.index[label]]:
        return Refusal("refused.water", "6.12", args)
    if content.terrain[label] in figures(content).no_landing:
        return Refusal("refused.no-base-here", "6.12", args)
    if occupier(game, label) == SOVIET:
        return Refusal("refused.enemy-there", "6.12", args)
    return stacking_fault(game, [unit_id], label) or Refusal("refused.too-far", "6.12", args)


PROCEDURES = (Rebase,)
