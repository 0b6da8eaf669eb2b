"""What an agent sees of a game of the East Front Series."""

from __future__ import annotations

from typing import get_args

from sandtable.games.efs.content import Content, supply_names
from sandtable.games.efs.sequence import TURN
from sandtable.games.efs.state import (
    SIDES,
    Box,
    Construction,
    Mode,
    MovementPhaseName,
    Special,
    SupplyState,
    Task,
    WeatherKind,
    Withdrawn,
)
from sandtable.games.efs.tables import UntriedFile
from sandtable.games.efs.units import HEADQUARTERS, REMOVE
from sandtable.kernel.observed import (
    Figures,
    Flag,
    Number,
    Observed,
    Place,
    Pointer,
    Standing,
    There,
    Things,
    Whose,
    Word,
    Words,
)


def _pieces(content: Content) -> list[str]:
    return [*content.card.units, *supply_names(content)]


def _sides(content: Content) -> dict[str, str]:
    return dict(content.side_of)


def _printed(content: Content) -> dict[str, tuple[float, ...]]:
    found = {}
    for unit_id in content.card.units:
        kind, whose = content.counters[unit_id], 1 if content.side_of[unit_id] == "axis" else -1
        attack, defence, allowance = kind.faces[0] if kind.faces else (0, 0, 0)
        values = (attack, defence, allowance, len(kind.faces), kind.stacking, kind.range, kind.command, whose)
        found[unit_id] = tuple(map(float, values))
    return found


def _headquarters(content: Content) -> list[str]:
    return [unit_id for unit_id in content.card.units if content.counters[unit_id].type == HEADQUARTERS]


def _tried(content: Content) -> list[str]:
    return [side for pool in content.table("untried", UntriedFile).pools.values() for side in pool]


UNITS = Things(
    "units",
    _pieces,
    {
        "units": (
            Place("at"), Number("steps", 2),
            Figures(
                ("attack", "defence", "allowance", "full steps", "stacking", "range", "command", "axis"), _printed,
                when="at",
            ),
            Word("box", get_args(Box)), Word("supply", get_args(SupplyState)), Flag("fuel_shortage"),
            Number("due", 8), Flag("entered"), Number("do_not_move", 2), Place("home"), Pointer("tried", _tried),
            Place("start"), Number("spent", 16), Flag("finished"), Words("moved_in", get_args(MovementPhaseName)),
            Word("special", get_args(Special)), Flag("used_special"), Flag("overrun"), Flag("fired"),
            Word("mode", get_args(Mode)), Flag("attacked"), Flag("defended"), Flag("fought"), Flag("building"),
            Flag("operational"), Flag("activated"), Flag("garrison"), Words("zone", _headquarters),
            Word("task", get_args(Task)), Flag("repaired"),
        ),
        "supplies": (
            There(), Whose("side"), Place("at"), Number("points", 2), Number("promised", 2), Number("spent", 16),
            Flag("finished"), Flag("railed"), Flag("activated"),
        ),
        "withdrawals": (Word("", get_args(Withdrawn)),),
        "ammunition": (There(), Number(half=4),),
    },
    Standing(side=_sides, sums=("steps", "attack", "defence")),
)  # fmt: skip

NOT_YET = "its chapter is not in play yet"

OBSERVED = Observed(
    version=3,
    situation=(
        Number("turn", 8), Word("phase", tuple(step.id for step in TURN)), Whose("active"),
        Word("weather.kind", get_args(WeatherKind)), Flag("weather.storm"), Flag("weather.lingering_mud"),
        Flag("weather.frozen"), Number("weather.dry_run", 4), Number("weather.mud_run", 4),
        Number("weather.snow_run", 4), Number("weather.frost_turns", 4), Flag("weather.limited_artillery"),
        Number("mandated", 2), Number("vp"),
    ),
    sides={"rail_used": (Number(),), "losses": (Number(),)},
    things=(UNITS,),
    hexes={
        "control": (Whose(),),
        "fed": (Words("", SIDES),),
        "idle_sources": (Whose(),),
        "strongpoints": (
            Whose("side"), Word("status", get_args(Construction)), Number("turn"), Pointer("builder", _pieces),
        ),
        "locations": (Flag("counted"), Number("taken")),
    },
    facts={
        "attacks": 320, "commands": 160, "ruined": 64, "bridges": 64, "damage": 64, "fuel_turns": 32, "pools": 320,
        "groups": 16, "conversions": 32, "crossings": 64, "exits": 16,
    },
    procedures=256,
    words=lambda content: (*content.divisions, *content.card.groups, "bridge", "ferry", REMOVE),
    omitted={
        "replacements": NOT_YET, "rail_holder": NOT_YET, "rail_cuts": NOT_YET, "railheads": NOT_YET,
    },
)  # fmt: skip
