"""Chapter 21.27: whom non-operational HQs hold back."""

from __future__ import annotations

from sandtable.games.efs.state import SOVIET, Unit
from sandtable.games.efs.tables import HeadquartersFile
from sandtable.games.efs.units import Game, is_headquarters, printed
from sandtable.kernel import Refusal, rule
from sandtable.mechanics.roster import change, units_of

RESTRICTED = ("soviet/motorized", "soviet/movement")


@rule("21.21", "21.27b")
def common_zones(game: Game) -> list[frozenset[str]]:
    """The non-operational HQs on the map, together with those whose ranges overlap, by way of others too."""
    units, reach = game.state.units, game.content.table("headquarters", HeadquartersFile).range
    found: list[frozenset[str]] = []
    for hq in units_of(game, SOVIET):
        if is_headquarters(game, hq) and not units[hq].operational:
            near = [
                zone
                for zone in found
                if any(game.content.distance(units[hq].at, units[other].at) <= 2 * reach for other in zone)
            ]
            found = [zone for zone in found if zone not in near] + [frozenset({hq}).union(*near)]
    return found


@rule("21.27/note-moving-hq", "21.27a", "21.27c")
def note_zones(game: Game) -> None:
    """Note, as a Soviet movement phase begins, which units start in the range of non-operational HQs."""
    if game.state.phase not in RESTRICTED:
        return
    units, reach = game.state.units, game.content.table("headquarters", HeadquartersFile).range
    for zone in common_zones(game):
        name = "+".join(sorted(zone))
        for unit_id, unit in units_of(game, SOVIET).items():
            if unit_id not in zone and any(game.content.distance(units[hq].at, unit.at) <= reach for hq in zone):
                change(game, unit_id, zone=name)


@rule("21.27a", "21.27b", "21.27f")
def why_held_back(game: Game, *unit_ids: str) -> Refusal | None:
    """Why units may not begin to move, together if they are several, in the range of a non-operational HQ: no more may
    in a phase than its recovery value less one, the lowest value where ranges overlap. Flotillas are free.
    """
    for zone in {game.state.units[unit_id].zone for unit_id in unit_ids} - {""}:
        setting_out = [unit_id for unit_id in unit_ids if is_counted(game, unit_id, zone)]
        fresh = [unit_id for unit_id in setting_out if not has_begun(game.state.units[unit_id])]
        under_way = [
            unit_id
            for unit_id, unit in units_of(game, SOVIET).items()
            if has_begun(unit) and is_counted(game, unit_id, zone)
        ]
        allowed = min(printed(game, hq).recovery for hq in zone.split("+")) - 1
        if fresh and len(under_way) + len(fresh) > allowed:
            return Refusal("refused.held-back", "21.27a", {"unit": fresh[-1], "most": allowed})
    return None


def is_counted(game: Game, unit_id: str, zone: str) -> bool:
    """Whether a unit that began the phase in a zone counts among those that move there."""
    return game.state.units[unit_id].zone == zone and printed(game, unit_id).ma != "blue"


def has_begun(unit: Unit) -> bool:
    """Whether a unit has begun to move in this phase."""
    return unit.spent > 0 or bool(unit.special) or unit.at != unit.start
