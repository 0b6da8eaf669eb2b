"""C1.9, I.2, E7: what a side may not know of the artillery and aircraft of the other, and what it may imagine."""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence

from msgspec.structs import replace

from sandtable.games.asl.artillery.missions import Bombardment, Mission
from sandtable.games.asl.artillery.modules import DEVICES
from sandtable.games.asl.artillery.plans import Plan
from sandtable.games.asl.content import Content
from sandtable.games.asl.state import UNKNOWN, Battery, State, Weapon
from sandtable.games.asl.tables.artillery import Artillery
from sandtable.games.asl.tables.conditions import Air
from sandtable.kernel import of_content, rule


@rule("C1.9", "I.2")
def mask(state: State, content: Content, side: str) -> None:
    """The Pre-Registered hexes of others are secret, and so is where their barrages will begin; who plans is seen to do
    so as if nothing were settled yet, and who calls artillery as if the phase had just begun."""
    if state.batteries or state.barrages:
        planning = [frame.side for frame in state.stack if isinstance(frame, Plan)]
        state.batteries = {
            name: battery if battery.side == side else _of_others(content, name, battery, planning)
            for name, battery in state.batteries.items()
        }
        state.barrages = {
            name: barrage
            if barrage.side == side or barrage.placed
            else replace(barrage, at="" if barrage.side in planning else UNKNOWN)
            for name, barrage in state.barrages.items()
        }
    if state.air_groups:
        state.air_groups = {
            name: replace(group, planes=-1) if group.side != side and group.status in ("called", "due") else group
            for name, group in state.air_groups.items()
        }
    top = state.stack[-1] if state.stack else None
    if isinstance(top, Plan) and top.side != side:
        state.stack[-1] = Plan(side=top.side)
    if isinstance(top, (Bombardment, Mission)) and top.side != side:
        first = next(i for i, frame in enumerate(state.stack) if isinstance(frame, (Bombardment, Mission)))
        state.stack[first - 1 :] = [replace(state.stack[first - 1], step="pick")]


def _of_others(content: Content, name: str, battery: Battery, planning: Collection[str]) -> Battery:
    secret = () if battery.side in planning else (UNKNOWN,) * _allowed(content, name)
    return replace(battery, registered=secret)


@rule("I.3", "CG8")
def as_issued(content: Content, device: str, weapon: Weapon) -> Weapon:
    """A device of others that waits to be placed, by whichever of two it may have been exchanged."""
    return replace(weapon, kind=content.arms[device].kind)


@of_content
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
