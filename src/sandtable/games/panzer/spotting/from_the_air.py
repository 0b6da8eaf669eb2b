"""Chapter 6.7.3.1.3: what hides ground units from aircraft, and aircraft from those who track them."""

from __future__ import annotations

from sandtable.games.panzer.ground import Ground, buildings
from sandtable.games.panzer.spotting.changes import Changes
from sandtable.games.panzer.spotting.cover import Hider
from sandtable.games.panzer.spotting.line_of_sight import Lines, Viewpoint, lines
from sandtable.games.panzer.tables.support import AircraftFile, Altitude
from sandtable.kernel import of_content, rule
from sandtable.mechanics.switches import is_on

WOODS = ("light-woods", "woods", "heavy-woods")


@rule("6.7.3.1", "6.7.3.1.3", "6.7.4.1.1")
def is_seen_from_the_air(content: Ground, changes: Changes, aircraft: str, altitude: Altitude, target: str) -> bool:
    """Whether nothing hides a unit on the ground from an aircraft over a hex, and the aircraft from the unit.

    Obstacles on the line hide it within the hexes that the table gives for their height above it (ruling).
    """
    if not could_be_hidden(content, changes.rubble, changes.ditches, altitude, target):
        return True
    return not is_hidden(content, changes.rubble, changes.ditches, aircraft, altitude, target)


@of_content
@rule("6.7.3.1.3")
def is_hidden(
    content: Ground, rubble: frozenset[str], ditches: frozenset[str], aircraft: str, altitude: Altitude, target: str
) -> bool:
    """Whether an obstacle on the line to an aircraft hides a hex from it, or any obstacle, wherever it comes from."""
    known = lines(content, Changes(rubble=rubble, ditches=ditches))
    if is_on(content, "obstacles-hide-all-round"):
        return _stands_below(content, known, altitude, target)
    look = known.look(Viewpoint(target), Viewpoint(aircraft))
    ground = known.level[look.here]
    for hex_, side, *_ in known.steps(look):
        blind = blind_to_aircraft(content, known.standing(look, hex_, side).level - ground, altitude)
        if not blind:
            continue
        behind = hex_ if side < 0 else known.whole.neighbour(hex_, side)
        away = known.distance(behind if behind >= 0 else hex_, look.here)
        if 0 < away <= blind:
            return True
    return False


@of_content
@rule("6.7.3.1.3")
def could_be_hidden(
    content: Ground, rubble: frozenset[str], ditches: frozenset[str], altitude: Altitude, target: str
) -> bool:
    """Whether anything about a hex is so high and so near that it hides the hex from an aircraft somewhere."""
    known, tops = lines(content, Changes(rubble=rubble, ditches=ditches)), heights(content, rubble, ditches)
    here = known.whole.index[target]
    ground = known.level[here]
    return any(
        tops[there] > ground
        and 0 < known.distance(there, here) <= blind_to_aircraft(content, tops[there] - ground, altitude)
        for there in known.whole.within(here, blind_to_aircraft(content, max(tops) - ground, altitude))
    )


@of_content
def heights(content: Ground, rubble: frozenset[str], ditches: frozenset[str]) -> tuple[int, ...]:
    """The levels up to which anything rises in every hex of the whole map, or on its hexsides."""
    known = lines(content, Changes(rubble=rubble, ditches=ditches))
    found = [level + top for level, top in zip(known.level, known.top, strict=True)]
    for slot, rises in enumerate(known.side_top):
        if rises:
            hex_, other = slot // 6, known.whole.neighbour(slot // 6, slot % 6)
            found[hex_] = max(found[hex_], max(known.bottom[k] for k in (hex_, other) if k >= 0) + rises)
    return tuple(found)


@rule("6.7.3.1.3")
def _stands_below(content: Ground, known: Lines, altitude: Altitude, target: str) -> bool:
    """Whether a unit is so near to an obstacle that it is hidden, from wherever an aircraft comes."""
    here = known.whole.index[target]
    ground = known.level[here]
    farthest = blind_to_aircraft(content, max(known.level) + max(known.top) - ground, altitude)
    return any(
        0
        < known.distance(there, here)
        <= blind_to_aircraft(content, known.level[there] + known.top[there] - ground, altitude)
        for there in known.whole.within(here, farthest)
    )


@rule("6.7.3.1.3")
def blind_to_aircraft(content: Ground, height: int, altitude: Altitude) -> int:
    """The blind hexes behind an obstacle of a height for an aircraft at an altitude."""
    if height <= 0:
        return 0
    rows = content.table("aircraft", AircraftFile).sight
    row = rows[min(height, max(rows))]
    return {"low": row.low, "medium": row.medium, "high": row.high}[altitude] + max(height - max(rows), 0)


@rule("6.7.3.1.1", "6.7.3.1.2")
def needs_observer(content: Ground, changes: Changes, unit: Hider) -> bool:
    """Whether aircraft acquire a unit only if a forward observer has spotted it: under a roof, dug in, or in woods."""
    return is_under_roof(content, changes, unit) or content.terrain[unit.at] in WOODS


@rule("6.7.4.1.1")
def is_under_roof(content: Ground, changes: Changes, unit: Hider) -> bool:
    """Whether a unit is inside a building or in an improved position, from where aircraft are not tracked."""
    is_building = unit.at in buildings(content) and unit.at not in changes.rubble
    return unit.dug_in or (is_building and (unit.indoors or unit.kind == "leg"))
