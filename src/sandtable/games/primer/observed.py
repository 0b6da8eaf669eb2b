"""What an agent sees of a game of Primer."""

from __future__ import annotations

from typing import get_args

from sandtable.games.primer.content import Content
from sandtable.games.primer.state import UNKNOWN, Order
from sandtable.kernel.observed import Figures, Flag, Number, Observed, Place, Standing, Things, Whose, Word


def _counters(content: Content) -> list[str]:
    return [unit_id for force in content.scenario.forces.values() for unit_id in force.counters]


def _figures(content: Content) -> dict[str, tuple[float, ...]]:
    return {
        name: (kind.attack, kind.defence, kind.movement, kind.range, kind.bridging, kind.mobility == "vehicle")
        for name, kind in content.kinds.items()
    }


def _kinds(content: Content) -> list[str]:
    return [*content.kinds, UNKNOWN]


ORDERS = get_args(Order)
RESULTS = ("AE", "AD", "A1", "EX", "D1", "DR", "DE")

UNITS = Things(
    "units",
    _counters,
    {
        "units": (
            Whose("side"), Place("at"), Number("steps", 2), Word("kind", _kinds),
            Figures(("attack", "defence", "movement", "range", "bridging", "vehicle"), _figures, by="kind", half=4),
            Flag("hidden"), Flag("disrupted"), Flag("moved"), Flag("fought"), Flag("fired"), Number("shots", 4),
            Flag("supplied"),
        ),
        "arrivals": (Number(half=4),),
    },
    Standing(sums=("steps", "attack", "defence")),
)  # fmt: skip

OBSERVED = Observed(
    version=1,
    situation=(Number("turn", 4), Whose("active")),
    sides={"points": (Number(),), "orders": (Word("", ORDERS),), "secret": (Word("", ORDERS),)},
    things=(UNITS,),
    hexes={"control": (Whose(),)},
    procedures=64,
)
