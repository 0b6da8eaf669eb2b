"""Chapter 4.1: the start of a scenario."""

from __future__ import annotations

from sandtable.games.efs.content import Content, card_of
from sandtable.games.efs.files import Placement
from sandtable.games.efs.state import (
    BEFORE,
    OFF_MAP,
    SIDES,
    Box,
    Damage,
    Location,
    State,
    Strongpoint,
    SupplyUnit,
    Unit,
)
from sandtable.games.efs.tables import ArtilleryFile, BridgesFile, UntriedFile
from sandtable.games.efs.units import full_steps
from sandtable.kernel import rule
from sandtable.mechanics.switches import is_on

LARGE = 3
"""From how many points on a dump needs a large counter (6.41)."""


@rule("4.1", "8.1", "8.42a", "8.42b", "8.44a", "8.7", "8.71", "13.46", "21.81", "22.47")
def place(state: State, content: Content) -> None:
    """Put everything where the Set-Up Card says: units on the map, to come, in special groups and in boxes."""
    for unit_id, placement in content.card.units.items():
        at = placement.at if not placement.turn else OFF_MAP
        state.units[unit_id] = Unit(
            at=at,
            steps=placement.steps or full_steps(content, unit_id),
            box="" if at else waits_in(placement),
            start=at,
            home=placement.city,
            do_not_move=placement.do_not_move if at else 0,
            operational=placement.operational,
            garrison=placement.garrison,
        )
    for side in SIDES:
        own = card_of(content, side)
        state.rail_holder.update(dict.fromkeys(own.railroads, side))
        state.railheads.update({f"{side}-railhead-{number}": at for number, at in enumerate(own.railheads, 1)})
        for supply in own.supply_at_start:
            state.supplies[free_counter(state, content, side, supply.points)] = SupplyUnit(
                side=side, at=supply.at, points=supply.points
            )
    for label, strongpoint in content.card.strongpoints.items():
        begun = content.first_turn - (not is_on(content, "sites-take-another-turn"))
        state.strongpoints[label] = Strongpoint(strongpoint.side, strongpoint.status, begun)
    damage = content.table("bridges", BridgesFile).damage
    state.damage.update({bridge: Damage(damage) for bridge in content.card.destroyed_bridges})
    state.locations.update(
        {
            label: Location(counted=location.counted, taken=BEFORE if location.counted else 0)
            for label, location in content.card.locations.items()
        }
    )
    state.pools.update(content.table("untried", UntriedFile).pools)
    state.ammunition.update(
        dict.fromkeys(content.card.ammunition, content.table("artillery", ArtilleryFile).ammunition)
    )


def waits_in(placement: Placement) -> Box:
    """Where a unit is that is not on the map at the start."""
    if placement.box:
        return placement.box
    return "group" if placement.group else "scheduled"


@rule("6.41", "6.45")
def free_counter(state: State, content: Content, side: str, points: int) -> str:
    """A supply counter of a side that is not in play, of the size that some points need; nothing if there is none."""
    counters = card_of(content, side).supply_counters
    letter, number = ("l", counters.large) if points >= LARGE else ("s", counters.small)
    names = (f"{side}-{letter}{place}" for place in range(1, number + 1))
    return next((name for name in names if name not in state.supplies), "")
