"""Chapter 21.27: whom non-operational HQs hold back."""

from __future__ import annotations

from sandtable.games.efs.headquarters.command import ACTIVATION, headquarters, headquarters_now, in_range
from sandtable.games.efs.state import SOVIET
from sandtable.games.efs.tables import HeadquartersFile
from sandtable.games.efs.units import Game, has_begun, printed
from sandtable.kernel import Refusal, derived, rule
from sandtable.mechanics.roster import change, units_of

RESTRICTED = ("soviet/motorized", "soviet/movement")


@derived(headquarters_now)
@rule("21.21", "21.27b")
def common_zones(game: Game) -> list[frozenset[str]]:
    """The non-operational HQs on the map, together with those whose ranges overlap, by way of others too."""
    units, reach = game.state.units, game.content.table("headquarters", HeadquartersFile).range
    found: list[frozenset[str]] = []
    for hq in headquarters(game, SOVIET):
        if not units[hq].operational:
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
    for hqs in common_zones(game):
        zone = "+".join(sorted(hqs))
        for unit_id, unit in units_of(game, SOVIET).items():
            if unit_id not in hqs and reaches(game, zone, unit.at):
                change(game, unit_id, zone=zone)


@rule("21.27a", "21.27b", "21.27f")
def why_held_back(game: Game, *unit_ids: str) -> Refusal | None:
    """Why units may not begin to move, together if they are several, in the range of a non-operational HQ: no more may
    in a phase than its recovery value less one, the lowest value where ranges overlap. Flotillas are free.
    """
    for zone in {game.state.units[unit_id].zone for unit_id in unit_ids} - {""}:
        setting_out = [unit_id for unit_id in unit_ids if is_counted(game, unit_id, zone)]
        fresh = [unit_id for unit_id in setting_out if not has_begun(game.state.units[unit_id])]
        if len(fresh) > left_to_begin(game, zone):
            return Refusal("refused.held-back", "21.27a", {"unit": fresh[-1], "most": allowed_in(game, zone)})
    return None


@rule("21.27d")
def why_no_bridge(game: Game, label: str) -> Refusal | None:
    """Why no Soviet Bridge marker may be placed in a hex: in the range of a non-operational HQ it counts as a unit."""
    for zone in exhausted_zones(game):
        if reaches(game, zone, label):
            return Refusal("refused.bridge-held-back", "21.27d", {"hex": label, "most": allowed_in(game, zone)})
    return None


def exhausted_zones(game: Game) -> tuple[str, ...]:
    """The common ranges of non-operational HQs in which nobody may begin to move any more."""
    return exhausted_now(game) if common_zones(game) else ()


@derived("units", "bridges", "turn", "phase")
def exhausted_now(game: Game) -> tuple[str, ...]:
    zones = ["+".join(sorted(hqs)) for hqs in common_zones(game)]
    return tuple(zone for zone in zones if left_to_begin(game, zone) < 1)


def allowed_in(game: Game, zone: str) -> int:
    """How many units may begin to move in the common range of some HQs in a phase."""
    return min(printed(game, hq).recovery for hq in zone.split("+")) - 1


@rule("21.27a", "21.27d")
def left_to_begin(game: Game, zone: str) -> int:
    """How many more may: those under way are counted, also who was lost or has left the map on his way, and the bridges
    that were placed in the phase.
    """
    under_way = [
        unit_id
        for unit_id, unit in game.state.units.items()
        if (has_begun(unit) or not unit.at) and is_counted(game, unit_id, zone)
    ]
    placed = [
        bridge
        for bridge in game.state.bridges.values()
        if bridge.side == SOVIET and bridge.at and not bridge.ferry and bridge.turn == game.state.turn
        if game.state.phase == ACTIVATION and reaches(game, zone, bridge.at)
    ]
    return max(allowed_in(game, zone) - len(under_way) - len(placed), 0)


def reaches(game: Game, zone: str, label: str) -> bool:
    """Whether a hex is in the common range of some HQs."""
    return any(in_range(game, hq, label) for hq in zone.split("+"))


def is_counted(game: Game, unit_id: str, zone: str) -> bool:
    """Whether a unit that began the phase in a zone counts among those that move there."""
    return game.state.units[unit_id].zone == zone and printed(game, unit_id).ma != "blue"
