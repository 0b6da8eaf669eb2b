"""Chapters 4.1.3 and 6.1.3: from how far a target is spotted."""

from __future__ import annotations

from typing import Literal, NamedTuple

import msgspec

from sandtable.games.panzer.ground import Ground
from sandtable.games.panzer.spotting.cover import Covered
from sandtable.games.panzer.state import Spot
from sandtable.games.panzer.tables.basic import CoverFile, SpottingFile
from sandtable.kernel import rule
from sandtable.mechanics.sums import Sum

Size = Literal["V", "L", "S"]
"""Vehicles, whatever their size modifier (4.1.3.1); large and small guns and men (6.1.3)."""
_COUNTERS: dict[Spot, str] = {"move": "moved", "fire": "fired", "small-arms": "fired-small-arms"}


class Target(msgspec.Struct, frozen=True):
    """What spotting range asks of a target."""

    size: Size
    cover: Covered
    spot: Spot = ""
    """Its SPOT counter; one that fired small arms and other weapons has that of the others."""
    full_cover: bool = False


class Spotter(msgspec.Struct, frozen=True):
    """What spotting range asks of the unit that looks."""

    suppressed: bool = False
    full_cover: bool = False


class SpottingRange(NamedTuple):
    """How far a target is spotted: the shifts, the row of the table that they lead to, and the hexes."""

    shifts: Sum
    row: int
    hexes: int


@rule("4.1.3", "4.1.3.1", "5.7", "6.1.3", "6.1.3.1", "6.1.3.2")
def spotting_range(content: Ground, target: Target, spotter: Spotter) -> SpottingRange:
    """From how many hexes a target is spotted, with all shifts; where the spotter stands does not matter."""
    table = content.table("spotting", SpottingFile)
    shifts = Sum()
    from_cover = content.table("cover", CoverFile).cover[target.cover.cover].spotting
    if from_cover:
        shifts.add("spotting-cover", from_cover, target.cover.rule, cover=target.cover.cover, by=target.cover.by)
    for name, holds in (
        (_COUNTERS.get(target.spot, ""), target.spot),
        ("target-full-cover", target.full_cover),
        ("spotter-suppressed", spotter.suppressed),
        ("spotter-full-cover", spotter.full_cover),
    ):
        if holds:
            modifier = table.modifiers[name]
            shifts.add("spotting", modifier.number, modifier.rule, modifier=name)
    row = min(max(shifts.total, min(table.rows)), max(table.rows))
    reach = table.rows[row]
    return SpottingRange(shifts, row, {"V": reach.V, "L": reach.L, "S": reach.S}[target.size])
