"""Chapter 6.8 and 6.9: aerial transport and aerial supply."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol, TypeVar

from msgspec.structs import replace

from sandtable.games.gsfg.content import Content
from sandtable.games.gsfg.events.air import Landed, SupplyFlown
from sandtable.games.gsfg.index import ground
from sandtable.games.gsfg.stacking import marks_closed_to, stacking_fault
from sandtable.games.gsfg.state import OFF_MAP, Unit, enemy_of
from sandtable.games.gsfg.supply import OVERLAND, supply_state
from sandtable.games.gsfg.units import Game, controller, counter, near_enemy, occupy
from sandtable.kernel import Action, Choice, Decision, Option, Procedure, Refusal, derived, of_content, rule
from sandtable.mechanics.content import hex_options
from sandtable.mechanics.roster import change, enemy_hexes, hexes_of, is_adjacent_to_enemy, occupier

FLY = Option("do:fly", rule="6.8")
AERIAL_SUPPLY = Option("do:aerial-supply", rule="6.9")
CLEAR = "clear"
CITY = "city"


@rule("6.8")
def fly_option(game: Game, unit_id: str) -> list[Option]:
    """`do:fly` for a unit on the map that may use aerial transport now."""
    if why_no_flight(game, unit_id) is None and any(landings(game, unit_id)):
        return [FLY]
    return []


@rule("6.8", "6.17", "10.17")
def why_no_flight(game: Game, unit_id: str) -> Refusal | None:
    """Why a unit on the map may not take off, or None.

    What the rule asks of the start of the phase can be asked now: the unit has not moved yet, and nor has the enemy.
    """
    unit, kind = game.state.units[unit_id], counter(game, unit_id)
    args = {"unit": unit_id}
    if not kind.air:
        return Refusal("refused.not-air-transportable", "6.8", args)
    if game.state.air.side != kind.side:
        return Refusal("refused.no-air-superiority", "6.8", args)
    if unit.moved or unit.flew or unit.at != unit.start:
        return Refusal("refused.moved", "6.8", args)
    if is_adjacent_to_enemy(game, unit.at, kind.side):
        return Refusal("refused.takes-off-near-enemy", "6.8", args)
    if game.content.terrain[unit.at] not in (CLEAR, CITY):
        return Refusal("refused.no-airfield", "6.8", args)
    if supply_state(game, unit_id) != OVERLAND:
        return Refusal("refused.takes-off-unsupplied", "6.8", args)
    return None


def landing_hexes(game: Game, unit_id: str) -> list[str]:
    """The hexes in which an air transportable unit, on the map or arriving, may land now.

    There are none in a turn of enemy air superiority. Whether the unit may take off is another question: see
    `why_no_flight` for units on the map.
    """
    return list(landings(game, unit_id))


@of_content
def airfields(content: Content) -> dict[str, Option]:
    """The hexes fit for landing by their terrain, with the option of each."""
    return {
        label: option
        for label, option in hex_options(content, "6.8").items()
        if content.terrain[label] in (CLEAR, CITY)
    }


@of_content
def numbered_airfields(content: Content) -> list[tuple[str, int]]:
    """The same by label and number."""
    return [(label, content.board.index[label]) for label in airfields(content)]


@derived(enemy_hexes)
def flags_near_enemy(game: Game, side: str) -> bytes:
    """A byte for each hex: whether an enemy is in it or next to it."""
    board, flags = game.content.board, bytearray(game.content.board.size)
    for label in near_enemy(game, side):
        flags[board.index[label]] = 1
    return bytes(flags)


@rule("6.8", "7.1", "10.14")
def landings(game: Game, unit_id: str) -> Iterator[str]:
    """Clear hexes, whoever controls them, and friendly cities; never with an enemy in them or next to them."""
    content, side = game.content, counter(game, unit_id).side
    if game.state.air.side != side:
        return
    near, marks = flags_near_enemy(game, side), ground(game).of[side]
    closed = marks_closed_to(game, (unit_id,))
    unit = game.state.units.get(unit_id)
    here = unit.at if unit else OFF_MAP
    for label, i in numbered_airfields(content):
        if near[i] or closed[marks[i]] or label == here:
            continue
        if content.terrain[label] == CITY and controller(game, label) != side:
            continue
        yield label


@rule("6.8", "9.7")
def land(game: Game, unit_id: str, label: str) -> None:
    """Set a unit down by aerial transport; it neither moves nor attacks any more in this player turn.

    A unit that is not on the map is taken from those waiting and counts as arrived, and so as supplied.
    """
    units = game.state.units
    if unit_id in units:
        change(game, unit_id, moved=True, flew=True, acted=True)
    else:
        steps = game.state.waiting.pop(unit_id)
        units[unit_id] = Unit(at=label, steps=steps, moved=True, flew=True, acted=True, arrived=True)
    game.say(Landed(rule="6.8", unit=unit_id, at=label))
    occupy(game, unit_id, label)


def refuse_landing(game: Game, unit_id: str, label: str) -> Refusal:
    """Why a unit may not land in a hex."""
    content, side = game.content, counter(game, unit_id).side
    args = {"unit": unit_id, "hex": label}
    unit = game.state.units.get(unit_id)
    if unit is not None and unit.at == label:
        return Refusal("refused.already-there", "6.8", args)
    if label not in airfields(content):
        return Refusal("refused.no-landing-here", "6.8", args)
    if occupier(game, label) == enemy_of(side):
        return Refusal("refused.enemy-there", "6.8", args)
    if label in near_enemy(game, side):
        return Refusal("refused.lands-near-enemy", "6.8", args)
    if content.terrain[label] == CITY and controller(game, label) != side:
        return Refusal("refused.enemy-city", "6.8", args)
    return stacking_fault(game, [unit_id], label) or Refusal("refused.no-air-superiority", "6.8", args)


class Fly(Procedure, frozen=True):
    """A unit on the map flies to a hex."""

    unit: str

    @rule("6.8")
    def begin(self, game: Game) -> Decision:
        hexes = airfields(game.content)
        options = tuple(hexes[label] for label in landings(game, self.unit))
        side = counter(game, self.unit).side
        return Decision(side, "land-at", "6.8", options, {"unit": self.unit}, continues=True)

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "hex" or choice.name not in game.content.board.index:
            return None
        return refuse_landing(game, self.unit, choice.name)

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        land(game, self.unit, choice.name)
        game.finish()


@rule("6.9")
def may_fly_supply(game: Game, side: str) -> bool:
    """Whether a side may still place its aerial supply marker in this game turn."""
    air = game.state.air
    return air.side == side and not air.supply_flown


class InPhase(Protocol):
    """A phase of a side."""

    @property
    def side(self) -> str: ...


P = TypeVar("P", bound=InPhase)


class PlaceAerialSupply(Action[Game, P]):
    """The side of a phase flies supplies in."""

    rule = "6.9"
    ids = (AERIAL_SUPPLY.id,)

    def offers(self, game: Game, phase: P) -> Sequence[Option]:
        return (AERIAL_SUPPLY,) if may_fly_supply(game, phase.side) else ()

    def start(self, game: Game, phase: P, choice: Choice) -> None:
        game.push(FlySupply(side=phase.side))


class FlySupply(Procedure, frozen=True):
    """A side places its aerial supply marker; the rules let it do so at any moment."""

    side: str

    @rule("6.9")
    def begin(self, game: Game) -> Decision:
        options = dict(hex_options(game.content, "6.9"))
        for label in hexes_of(game, enemy_of(self.side)):
            del options[label]
        return Decision(self.side, "supply-hex", "6.9", tuple(options.values()), continues=True)

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind == "hex" and occupier(game, choice.name) == enemy_of(self.side):
            return Refusal("refused.enemy-there", "6.9", {"hex": choice.name})
        return None

    @rule("6.9")
    def begin_chosen(self, game: Game, choice: Choice) -> None:
        state = game.state
        state.aerial_supply = choice.name
        state.air = replace(state.air, supply_flown=True)
        game.say(SupplyFlown(rule="6.9", side=self.side, hex=choice.name))
        game.finish()


PROCEDURES = (Fly, FlySupply)
