"""What an agent sees of a game of Panzer."""

from __future__ import annotations

from typing import get_args

from sandtable.games.panzer.cards import Vehicle
from sandtable.games.panzer.content import Content
from sandtable.games.panzer.state import Assault, Fate, HullDown, Order, Spot, Suppression
from sandtable.games.panzer.tables.basic import SequenceFile
from sandtable.games.panzer.tables.terrain import COUNTERS
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

FACINGS = tuple(range(6))


def _pieces(content: Content) -> list[str]:
    return [*content.counters, *content.aircraft]


def _units(content: Content) -> list[str]:
    return [*content.counters]


def _sides(content: Content) -> dict[str, str]:
    return dict(content.side_of)


def _printed(content: Content) -> dict[str, tuple[float, ...]]:
    found: dict[str, tuple[float, ...]] = {}
    for unit_id, counter in content.counters.items():
        card, whose = content.card(counter.card), 1 if counter.side == "german" else -1
        vehicle = isinstance(card, Vehicle)
        size, defense = (card.size, card.gp_defense) if isinstance(card, Vehicle) else (0, 0)
        found[unit_id] = (card.points, vehicle, size, defense, counter.leader, counter.command is not None, whose)
    return found


def _steps(content: Content) -> list[str]:
    table = content.table("sequence", SequenceFile)
    return [step.step or step.phase for step in (*table.basic, *table.advanced)]


def _markers(content: Content) -> list[str]:
    """What missions and works are called, and of which kind they are."""
    return [
        *COUNTERS,
        *(f"plan-{battery}" for battery in content.batteries),
        *(f"w{number}" for number in range(1, 200)),
    ]


def _formations(content: Content) -> list[str]:
    return list(dict.fromkeys(f"{counter.side[0]}{counter.group}" for counter in content.counters.values()))


UNITS = Things(
    "units",
    _pieces,
    {
        "units": (
            There(), Place("at"), Word("facing", FACINGS),
            Figures(("points", "vehicle", "size", "defense", "leader", "commander", "german"), _printed, half=32),
            Word("spot", get_args(Spot)), Flag("damaged"), Flag("tracks"), Word("suppressed", get_args(Suppression)),
            Flag("reduced"), Flag("under_fire"), Flag("full_cover"), Flag("crawled"), Flag("indoors"),
            Number("floor", 2), Word("hull_down", get_args(HullDown)), Flag("hull_down_in_reverse"),
            Pointer("carrier", _units), Place("dump"),
        ),
        "commands": (
            There(), Word("order", get_args(Order)), Flag("shown"), Flag("known"), Flag("fired"), Flag("silent"),
            Flag("moved"),
        ),
        "spotted": (Words("", _units),),
        "waiting": (There(), Number(half=8),),
        "exited": (There(), Place(),),
        "lost": (Word("how", get_args(Fate)), Place("at")),
        "assaults": (
            Pointer("target", _units), Word("how", get_args(Assault)), Pointer("group", _units), Number("spent"),
        ),
    },
    Standing(side=_sides, sums=("points",)),
)  # fmt: skip

OBSERVED = Observed(
    version=1,
    situation=(Number("turn", 8), Pointer("step", _steps), Whose("first")),
    things=(UNITS, Things("formations", _formations, {"formations": (There(), Number("commands", 4),)})),
    hexes={"wrecks": (There(), Flag("burning"), Pointer("since", _steps))},
    facts={
        "commands.group": 128, "commands.aimed": 128, "commands.column": 256, "commands.observes": 32,
        "works": 768, "mines": 320, "smoke": 160, "missions": 512, "batteries": 96, "aircraft": 192,
        "occupied": 48, "control": 48,
    },
    procedures=320,
    words=lambda content: (*content.guns, *content.batteries, *_steps(content), *_markers(content)),
)  # fmt: skip
