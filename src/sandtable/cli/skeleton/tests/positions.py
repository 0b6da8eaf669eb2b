"""Positions set up by hand: counters by name in hexes of the real map, dice by script."""

from collections.abc import Sequence

import msgspec
from sandtable.kernel import Table

SCENARIO = "dawn"


def position(dice: Sequence[int] = (), turn: int = 1, **places: str) -> Table:
    """A game at its first question, with only these counters on the map: `position(b1="0202", r1="0302")`."""
    table = Table.new("mygame", SCENARIO, dice=dice)
    units = table.state.units
    for name, unit in units.items():
        units[name] = msgspec.structs.replace(unit, at=places.get(name, ""))
    table.state.turn = turn
    table.game.advance()
    return table


def play(table: Table, *options: str) -> None:
    """Make these choices in turn."""
    for option in options:
        table.choose(option)


def offered(table: Table, kind: str) -> set[str]:
    """What is offered of a kind."""
    assert table.decision is not None
    return {option.removeprefix(f"{kind}:") for option in table.decision.ids if option.startswith(f"{kind}:")}


def reason(table: Table, option: str) -> tuple[str, str]:
    """Why something is not offered, and by which rule."""
    refusal = table.explain(option)
    assert refusal is not None
    return refusal.reason, refusal.rule
