"""Positions of Primer set up by hand: counters by name on the real map, dice by script."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from sandtable.games.primer.combat import CombatPhase
from sandtable.games.primer.movement import MovementPhase
from sandtable.games.primer.reinforcements import ReinforcementPhase
from sandtable.games.primer.sequence import GameTurn, PlayerTurn
from sandtable.games.primer.state import OFF_MAP, State, Unit
from sandtable.kernel import Event, Procedure, Table, title
from sandtable.kernel.dice import ScriptedDice
from sandtable.kernel.journal import FORMAT, Header

PRIMER = title("primer")
SIDES = {"b": "blue", "r": "red"}


def counter(name: str, kind: str, at: str, **facts: object) -> tuple[str, Unit]:
    """A counter in a hex, whole and in good order unless `facts` say otherwise: b1 is blue, r1 is red."""
    steps = PRIMER.content("bridge").kinds[kind].steps
    return name, msgspec.structs.replace(Unit(SIDES[name[0]], kind, at, steps), **facts)


def position(
    *counters: tuple[str, Unit],
    phase: str = "movement",
    side: str = "blue",
    scenario: str = "bridge",
    switches: Sequence[str] = (),
    dice: Sequence[int | str] = (),
    **facts: object,
) -> Table:
    """A game at a phase of a side's turn with these counters alone on the map; `facts` are fields of the state."""
    content = PRIMER.content(scenario, tuple(switches))
    state = PRIMER.start(content)
    assert isinstance(state, State)
    state.scenario, state.switches = scenario, tuple(switches)
    state.active, state.arrivals, state.control, state.points = side, {}, {}, {}
    for name, unit in state.units.items():
        kind = unit.kind if unit.kind in content.kinds else "infantry"
        state.units[name] = msgspec.structs.replace(unit, kind=kind, at=OFF_MAP, hidden=False)
    state.units |= dict(counters)
    for field, value in facts.items():
        setattr(state, field, value)
    state.stack = _stack(phase, side, first=content.scenario.first)
    game = PRIMER.resume(state, ScriptedDice(dice))
    return Table(game, Header(sandtable=FORMAT, title="primer", scenario=scenario, options=state.switches, seed=0))


def _stack(phase: str, side: str, first: str) -> list[Procedure]:
    if phase == "orders":
        return [GameTurn()]
    if phase == "score":
        return [GameTurn(step="score")]
    turn = GameTurn(step="second" if side == first else "score")
    match phase:
        case "start":
            return [turn, PlayerTurn(side=side)]
        case "reinforcements":
            return [turn, PlayerTurn(side=side, step="move"), ReinforcementPhase(side=side)]
        case "movement":
            return [turn, PlayerTurn(side=side, step="fight"), MovementPhase(side=side)]
        case "combat":
            return [turn, PlayerTurn(side=side, step="end"), CombatPhase(side=side)]
    raise ValueError(f"there is no phase {phase!r}")


def play(table: Table, *options: str) -> None:
    """Make these choices in turn."""
    for option in options:
        table.choose(option)


def reach(table: Table, name: str) -> dict[str, float | None]:
    """Where a counter may move, with what it costs."""
    table.choose(f"unit:{name}")
    return hexes(table)


def hexes(table: Table) -> dict[str, float | None]:
    """The hexes that are offered, with what they cost."""
    assert table.decision is not None
    return {option.id[4:]: option.cost for option in table.decision.options if option.id.startswith("hex:")}


def offered(table: Table) -> set[str]:
    """The ids of everything that is offered."""
    return set() if table.decision is None else set(table.decision.ids)


def prompt(table: Table) -> tuple[str, str]:
    """Who is asked what."""
    assert table.decision is not None
    return table.decision.side, table.decision.prompt


def unit(table: Table, name: str) -> Unit:
    found = table.state.units[name]
    assert isinstance(found, Unit)
    return found


def sum_of(table: Table, option: str) -> Mapping[str, str]:
    """The arithmetic shown for an option: label to value."""
    return {line.label: line.value for line in table.preview(option).lines}


def reason(table: Table, option: str) -> tuple[str, str]:
    """Why something is not offered, and by which rule."""
    refusal = table.explain(option)
    assert refusal is not None
    return refusal.reason.removeprefix("refused."), refusal.rule


def happened(table: Table, event_type: type[Event]) -> list[Event]:
    """The events of a type so far."""
    return [event for event in table.events if type(event) is event_type]
