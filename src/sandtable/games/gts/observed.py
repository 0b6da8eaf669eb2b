"""What an agent sees of a game of the Grand Tactical Series."""

from __future__ import annotations

from typing import get_args

from sandtable.games.gts.conditions.weather import WeatherFile
from sandtable.games.gts.content import Content
from sandtable.games.gts.indirect.radio_contact import BarrageFile
from sandtable.games.gts.state import HIDDEN, ActionKind, ChitKind, LandingMarker, When, Works
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
)

ACTIONS: tuple[str, ...] = get_args(ActionKind)
TASKS = ("improve", "entrench", "rearguard", "roadblock", "clear-roadblock", "demolition", "repair", "boats")
WEATHER = ("clear", "overcast", "fog", "rain")


def _pieces(content: Content) -> list[str]:
    """The units and leaders that a scenario has, and the rearguards of its divisions."""
    file = content.scenario
    placed = [unit_id for placed in file.set_up for unit_id in placed.units]
    placed += [unit_id for arrival in file.reinforcements for unit_id in arrival.units]
    leaders = [*file.leaders, *(leader for arrival in file.reinforcements for leader in arrival.leaders)]
    rearguards = [
        unit_id
        for unit_id, counter in content.counters.items()
        if counter.rearguard and counter.division in file.divisions
    ]
    return [*placed, *rearguards, *leaders]


def _sides(content: Content) -> dict[str, str]:
    return {unit_id: counter.side for unit_id, counter in content.counters.items()}


def _printed(content: Content) -> dict[str, tuple[float, ...]]:
    found: dict[str, tuple[float, ...]] = {}
    for unit_id, counter in content.counters.items():
        face, whose = counter.front, 1 if counter.side == "allied" else -1
        armed = (face.fire or 0, face.range, face.assault or 0, face.defense, face.quality, face.move or 0)
        found[unit_id] = (*armed, face.armored, face.mobility == "leg", "engineer" in counter.abilities, whose)
    return found


def _entries(content: Content) -> list[str]:
    return [*content.entries]


def _formations(content: Content) -> list[str]:
    return [*content.formations]


def _owners(content: Content) -> list[str]:
    return [*content.formations, *content.divisions]


def _divisions(content: Content) -> list[str]:
    return [*content.divisions]


def _chits(content: Content) -> list[str]:
    return [*content.chit_kind, HIDDEN]


def _weather(content: Content) -> list[str]:
    """The weather that the tables know, and what a data pack adds."""
    file = content.table("weather", WeatherFile)
    rolled = [*(row.weather for row in file.rows), *(row.becomes for row in file.changes), *file.fixed.values()]
    fixed = [each for times in content.scenario.fixed_weather.values() for each in times.values()]
    return [*WEATHER, *file.effects, *rolled, *fixed]


def _barrages(content: Content) -> list[str]:
    return [row.marker for row in content.table("barrage", BarrageFile).placement]


def _awards(content: Content) -> list[str]:
    return [award.id for award in content.scenario.victory]


PIECES = Things(
    "units",
    _pieces,
    {
        "units": (
            There(), Place("at"), Number("steps", 2),
            Figures(
                (
                    "fire", "range", "assault", "defense", "quality", "move", "armored", "leg", "engineer",
                    "allied",
                ),
                _printed,
            ),
            Word("entry", _entries), Flag("column"), Flag("mounted"), Number("hits", 2), Flag("suppressed"),
            Word("works", get_args(Works)), Pointer("task", TASKS),
            Number("men_at_work", 2), Word("landing", get_args(LandingMarker)), Pointer("contact", _formations),
            Flag("fresh"), Pointer("formation", _formations),
        ),
        "leaders": (There(), Place("at"), Word("entry", _entries)),
        "due": (There(), Number(),),
        "lost": (Place(),),
        "acted": (Word("", ACTIONS),),
        "fired_indirectly": (Number(half=2),),
        "exited": (Number(half=30),),
        "withdrawn": (Number(half=2),),
    },
    Standing(side=_sides, sums=("steps", "fire", "defense")),
)  # fmt: skip

OBSERVED = Observed(
    version=2,
    situation=(
        Number("turn", 30), Word("weather", _weather), Flag("settled"),
        Pointer("carried", _chits),
        Pointer("active.chit", _chits), Word("active.kind", get_args(ChitKind)),
        Whose("active.side"), Flag("active.second"), Flag("withdrawing"),
    ),
    sides={"losses": (Number(),), "armour": (Number(),), "air": (Number(half=4),)},
    things=(
        PIECES,
        Things(
            "divisions",
            _divisions,
            {"divisions": (There(), Number("command"), Number("dispatch")), "starved": (There(), Flag())},
        ),
        Things("formations", _formations, {"finished": (There(), Flag())}),
        Things("chits", _chits, {"cup": (), "beside": (), "drawn": (), "orders": (Word("", get_args(When)),)}),
        Things("awards", _awards, {"scores": (Number(),)}),
    ),
    hexes={
        "holders": (Whose(),),
        "barrages": (Word("", _barrages),),
        "roadblocks": (Pointer("", _divisions),),
        "boats": (Pointer("", _owners),),
        "rowed": (Number(half=4),),
    },
    facts={"detours": 192, "trenches": 192, "bridges": 96, "ferried": 32, "away": 256},
    procedures=320,
    words=lambda content: (*_owners(content), *_chits(content), *_entries(content), *ACTIONS, *TASKS),
    omitted={"opening": "the same in every game of a scenario"},
)  # fmt: skip
