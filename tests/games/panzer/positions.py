"""Positions set up by hand on the proving ground: vehicles by name in hexes of Krasny Brod, dice by script.

gA1-1 to gA1-8 are PzKpfw IV H, gB1-1 and gB1-2 StuG III G, gB1-3 an armored car, gB1-4 a half-track, gB1-5 a truck;
sA1-1 to sA1-4 are T-34/76 M43, sB1-1 and sB1-2 SU-76M M43, sB1-3 an M3 Lee.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec.structs import replace

from sandtable.games.panzer.content import Content
from sandtable.games.panzer.movement.movement_phase import MovementPhase
from sandtable.games.panzer.sequence import GameTurn
from sandtable.games.panzer.state import Command, State, Unit
from sandtable.games.panzer.title import Panzer
from sandtable.kernel import Table

PACK = Path(__file__).parent / "proving_ground"
TITLE = Panzer([PACK])
SCENARIO = "proving-ground"
FACINGS = ("N", "NE", "SE", "S", "SW", "NW")
GERMANS_FIRST = (90, 10)
"""Rolls by which the Germans have the initiative."""


def content() -> Content:
    """The proving ground, loaded when a test first asks for it."""
    return TITLE.content(SCENARIO)


def unit(place: str) -> Unit:
    """A vehicle in a hex with a facing, as in 1931/N."""
    at, _, facing = place.partition("/")
    return Unit(at, FACINGS.index(facing or "N"))


def position(units: Mapping[str, str | Unit], dice: Sequence[int] = (), turn: int = 1) -> Table:
    """A turn begins with these vehicles on the map and no others."""
    table = Table.new(TITLE, SCENARIO, dice=dice)
    state = state_of(table)
    state.waiting = {}
    state.turn = turn
    state.units = {name: unit(at) if isinstance(at, str) else at for name, at in units.items()}
    state.stack[:] = [GameTurn()]
    table.game.advance()
    return table


def moving(
    units: Mapping[str, str | Unit],
    orders: Mapping[str, Command] | None = None,
    dice: Sequence[int] = (),
    side: str = "german",
) -> Table:
    """A side moves: its vehicles have Move commands, those of the enemy none, unless it is said otherwise."""
    table = position(units, dice)
    state = state_of(table)
    state.branches, state.branch_starts = {}, {}
    state.first = "soviet" if side == "german" else "german"
    state.step = "second-player-moves"
    sides = table.game.content.side_of
    state.commands = {name: Command("move" if sides[name] == side else "no-command") for name in units}
    state.commands |= dict(orders or {})
    state.stack[:] = [GameTurn(step="first_moves"), MovementPhase(side=side)]
    table.game.advance()
    return table


def state_of(table: Table) -> State:
    state = table.state
    assert isinstance(state, State)
    return state


def alter(table: Table, unit_id: str, **changes: object) -> None:
    """Change something about a vehicle."""
    units = state_of(table).units
    units[unit_id] = replace(units[unit_id], **changes)


def play(table: Table, *options: str) -> None:
    """Make these choices in turn, each by the side that is asked."""
    for option in options:
        side = next(d.side for d in table.decisions if d.find(option) is not None or len(table.decisions) == 1)
        table.choose(option, side)


def command(table: Table, **orders: str) -> None:
    """Give commands by the names of vehicles without the hyphen (gA11 is gA1-1), and be done on both sides."""
    for name, order in orders.items():
        unit_id = f"{name[:3]}-{name[3:]}"
        side = table.game.content.side_of[unit_id]
        table.choose(f"unit:{unit_id}", side)
        table.choose(f"command:{order}", side)
    for decision in list(table.decisions):
        if decision.prompt == "command-whom":
            table.choose("do:done", decision.side)


def prompt(table: Table) -> str:
    """The question that is open."""
    return table.decisions[0].prompt if table.decisions else ""


def offered(table: Table, kind: str, side: str | None = None) -> set[str]:
    """What is offered of a kind."""
    decision = next(d for d in table.decisions if side in (None, d.side))
    return {option.removeprefix(f"{kind}:") for option in decision.ids if option.startswith(f"{kind}:")}


def costs(table: Table) -> dict[str, float | None]:
    """What the offered options cost."""
    return {option.id: option.cost for option in table.decisions[0].options}


def reason(table: Table, option: str, side: str | None = None) -> tuple[str, str]:
    """Why something is not offered, and by which rule."""
    refusal = table.explain(option, side or table.decisions[0].side)
    assert refusal is not None
    return refusal.reason, refusal.rule


def said(table: Table, name: str) -> list[object]:
    """The events of a type so far."""
    return [event for event in table.events if type(event).__name__ == name]


def lines(table: Table, option: str) -> dict[str, str]:
    """The sum that an option shows before it is taken."""
    return {line.label: line.value for line in table.preview(option, table.decisions[0].side).lines}
