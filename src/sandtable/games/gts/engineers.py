"""Chapters 22, 23 and 25: field works, roadblocks and Men at Work."""

from __future__ import annotations

from sandtable.games.gts.units import Game
from sandtable.kernel import Choice, Option, Preview, Procedure, Refusal

PROCEDURES: tuple[type[Procedure], ...] = ()


def offers(game: Game, units: tuple[str, ...]) -> list[Option]:
    """What units may be told to do now in this kind of action; empty if nothing. STUB"""
    return []


def takes(game: Game, choice: Choice) -> bool:
    """Whether an option belongs to this kind of action, offered or not. STUB"""
    return False


def start(game: Game, units: tuple[str, ...], choice: Choice) -> None:
    """Carry out an offered option: change the state or push the procedure that does. STUB"""


def refuse(game: Game, units: tuple[str, ...], choice: Choice) -> Refusal | None:
    """Why an option that this kind of action takes is not offered. STUB"""
    return None


def preview(game: Game, units: tuple[str, ...], choice: Choice) -> Preview | None:
    """The path or the sum of an offered option. STUB"""
    return None


def lay_down_tools(game: Game, units: tuple[str, ...], kind: str) -> None:
    """Take away the Men at Work markers of units that perform another kind of action (25.0). STUB"""


def leave_works(game: Game, unit_id: str) -> None:
    """A unit leaves its hex, goes into column, mounts or assaults: its improved position is gone, an entrenchment
    stays behind empty (22.2.5, 22.3.5). STUB"""


def road_open(game: Game, label: str, division: str) -> bool:
    """Whether the roads of a hex serve the units of a division: no roadblock but its own (23.2). STUB"""
    return True
