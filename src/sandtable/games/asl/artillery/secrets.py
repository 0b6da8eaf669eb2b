"""C1.9, I.2, E7: what a side may not know of the artillery and aircraft of the other, and what it may imagine."""

from __future__ import annotations

import random
from collections.abc import Sequence

from msgspec.structs import replace

from sandtable.games.asl.artillery.missions import Bombardment, Mission
from sandtable.games.asl.artillery.modules import DEVICES
from sandtable.games.asl.artillery.plans import Plan
from sandtable.games.asl.content import Content
from sandtable.games.asl.state import UNKNOWN, State
from sandtable.games.asl.tables.artillery import Artillery
from sandtable.games.asl.tables.conditions import Air
from sandtable.kernel import rule


@rule("C1.9", "I.2")
def mask(state: State, content: Content, side: str) -> None:
    """The Pre-Registered hexes of others are secret, and so is where their barrages will begin; who plans is seen to do
    so as if nothing were settled yet, and who calls artillery as if the phase had just begun."""
    planning = [frame.side for frame in state.stack if isinstance(frame, Plan)]
    for name, battery in list(state.batteries.items()):
        if battery.side != side:
            secret = () if battery.side in planning else (UNKNOWN,) * _allowed(content, name)
            state.batteries[name] = replace(battery, registered=secret)
    for name, barrage in list(state.barrages.items()):
        if barrage.side != side and not barrage.placed:
            state.barrages[name] = replace(barrage, at="" if barrage.side in planning else UNKNOWN)
    for battery in state.batteries.values():
        device = state.weapons.get(battery.device)
        if device is not None and battery.side != side and battery.device in state.to_place:
            state.weapons[battery.device] = replace(device, kind=content.arms[battery.device].kind)
    for name, group in list(state.air_groups.items()):
        if group.side != side and group.status in ("called", "due"):
            state.air_groups[name] = replace(group, planes=-1)
    top = state.stack[-1] if state.stack else None
    if isinstance(top, Plan) and top.side != side:
        state.stack[-1] = Plan(side=top.side)
    if isinstance(top, (Bombardment, Mission)) and top.side != side:
        first = next(i for i, frame in enumerate(state.stack) if isinstance(frame, (Bombardment, Mission)))
        state.stack[first - 1 :] = [replace(state.stack[first - 1], step="pick")]


def _allowed(content: Content, battery_id: str) -> int:
    """How many Pre-Registered hexes a battery has by its scenario."""
    placed = content.batteries.get(battery_id)
    if placed is None:
        return 0
    own = [name for name, each in content.batteries.items() if each.side == placed.side]
    allowed = content.forces[placed.side].registered
    number = own.index(battery_id)
    return allowed[number] if number < len(allowed) else 0


def able_to_call(state: State, content: Content, kind: str, bearers: Sequence[str]) -> list[str]:
    """Who of some men can use a device of artillery: leaders; nobody in particular for another weapon."""
    card = content.weapons.get(kind)
    if card is None or card.type not in DEVICES:
        return []
    return [name for name in bearers if content.personnel[state.units[name].kind].type == "leader"]


def fill(state: State, content: Content, side: str, rng: random.Random) -> None:
    """Hexes are made up for what is secret of the others."""
    labels = content.board.labels
    for name, group in list(state.air_groups.items()):
        if group.planes < 0:
            numbers = list(content.table("air", Air).aircraft.values())
            state.air_groups[name] = replace(group, planes=rng.choice(numbers))
    for name, battery in list(state.batteries.items()):
        if battery.side != side and UNKNOWN in battery.registered:
            chosen = tuple(rng.sample(labels, len(battery.registered)))
            state.batteries[name] = replace(battery, registered=chosen)
    apart = content.table("artillery", Artillery).barrage_apart
    for name, barrage in list(state.barrages.items()):
        if barrage.at == UNKNOWN:
            taken = [
                each.at
                for each in state.barrages.values()
                if each.side == barrage.side and each.at not in ("", UNKNOWN)
            ]
            free = [hex_ for hex_ in labels if all(content.distance(hex_, each) >= apart for each in taken)]
            state.barrages[name] = replace(barrage, at=rng.choice(free or labels))
