"""What an agent sees of a game of Group of Soviet Forces Germany."""

from __future__ import annotations

from typing import get_args

from sandtable.games.gsfg.content import Content
from sandtable.games.gsfg.state import Disruption, Group, Sequence
from sandtable.kernel.observed import Figures, Flag, Number, Observed, Place, Standing, There, Things, Whose, Word


def _counters(content: Content) -> list[str]:
    """The units that take part, and the divisions that they can form."""
    return [*content.placements, *(link.whole for link in content.links if link.rest in content.placements)]


def _sides(content: Content) -> dict[str, str]:
    return {unit_id: kind.side for unit_id, kind in content.counters.items()}


def _printed(content: Content) -> dict[str, tuple[float, ...]]:
    sizes, whose = content.stack_size, {"soviet": 1, "nato": -1}
    return {
        unit_id: (kind.attack, kind.defense, kind.move, sizes[unit_id], kind.air, kind.jaeger, whose[kind.side])
        for unit_id, kind in content.counters.items()
    }


GROUPS = get_args(Group)


def _edges(content: Content) -> list[str]:
    """The groups that wait at the edge of the map, and what a data pack adds."""
    return [*"abcdefr", *content.entry.groups]


UNITS = Things(
    "units",
    _counters,
    {
        "units": (
            There(), Place("at"), Number("steps", 2),
            Figures(("attack", "defense", "move", "stacking", "air mobile", "jaeger", "soviet"), _printed, half=8),
            Place("start"), Flag("pinned"), Flag("mixed"), Flag("fed_by_air"), Flag("moved"), Flag("rested"),
            Number("spent", 8), Flag("marched"), Flag("flew"), Flag("arrived"), Flag("attacked"), Flag("fought"),
            Flag("acted"), Flag("supported"), Flag("retreated"), Word("ew", get_args(Disruption)),
        ),
        "waiting": (There(), Number(half=2),),
        "due": (Word("", _edges),),
        "delayed": (There(), Number(half=8),),
        "side_by_side": (Place(),),
        "lost": (Place(),),
    },
    Standing(side=_sides, sums=("steps", "attack", "defense")),
)  # fmt: skip

OBSERVED = Observed(
    version=1,
    situation=(
        Number("turn", 8), Whose("active"), Number("picked", 8), Whose("air.side"), Number("air.aircraft", 8),
        Number("air.wild_weasels", 4), Number("air.penalty", 4), Number("air.last_penalty", 4), Flag("air.starve"),
        Flag("air.supply_flown"), Place("aerial_supply"), Flag("chemical"),
    ),
    things=(UNITS, Things("groups", lambda content: GROUPS, {"plan": (Word("", get_args(Sequence)),)})),
    hexes={
        "captured": (Whose(),),
        "sources_down": (There(), Number(half=8),),
        "interdiction": (Number(half=2),),
        "entered": (Number(half=4),),
    },
    facts={"special_forces": 96, "jammers": 32},
    procedures=160,
    words=("fight", "move", "fight-again", *GROUPS, *"abcdefr"),
)  # fmt: skip
