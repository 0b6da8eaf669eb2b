"""Chapters 22, 23 and 25: what becomes of works and tools that units leave, and of roads that are blocked."""

from __future__ import annotations

from typing import Final

from sandtable.games.gts.units import Game, vacate
from sandtable.kernel import rule
from sandtable.mechanics.roster import change

IMPROVED: Final = "improved"
ENTRENCHED: Final = "entrenched"


@rule("25.0")
def remove_men_at_work(game: Game, units: tuple[str, ...], kind: str) -> None:
    """Take away the Men at Work markers of units that perform another kind of action."""
    if kind == "engineer":
        return
    for unit_id in units:
        if game.state.units[unit_id].men_at_work:
            change(game, unit_id, task="", men_at_work=0)


@rule("22.2.5", "22.3.5", "22.3.3", "25.0")
def leave_works(game: Game, unit_id: str) -> None:
    """A unit leaves its hex, goes into column, mounts or assaults: its improved position is gone, an entrenchment
    stays behind empty, and so are its Men at Work."""
    unit = game.state.units[unit_id]
    if unit.works == ENTRENCHED:
        vacate(game, unit_id, unit.at)
    if unit.works or unit.men_at_work:
        change(game, unit_id, works="", task="", men_at_work=0)


@rule("23.2")
def road_open(game: Game, label: str, division: str) -> bool:
    """Whether the roads of a hex serve the units of a division: no roadblock but its own."""
    return game.state.roadblocks.get(label, division) == division
