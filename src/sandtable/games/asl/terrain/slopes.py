"""RR12: slope hexsides, their cover and what going up them costs."""

from __future__ import annotations

from sandtable.games.asl.content import Content
from sandtable.games.asl.locations import GROUND, base_level, elevation, hex_of, parts_of
from sandtable.games.asl.tables.features import Slopes
from sandtable.games.asl.terrain.hexsides import crossed_sides, hexsides
from sandtable.kernel import of_content, rule


@rule("RR12.2")
def is_down_slope(content: Content, hex_: str, other: str) -> bool:
    """Whether a hex is Down-Slope for a line that comes from another."""
    sides = hexsides(content)[hex_]
    return any(sides[direction].slope > 0 for direction in crossed_sides(content, hex_, other))


@rule("RR12.2", "RR12/base-interface")
def is_up_slope(content: Content, hex_: str, other: str) -> bool:
    """Whether a hex is Up-Slope for a line that comes from another."""
    sides = hexsides(content)[hex_]
    return any(sides[direction].slope < 0 for direction in crossed_sides(content, hex_, other))


@of_content
@rule("RR12.41")
def lies_low(content: Content, hex_: str) -> bool:
    """Whether a hex has enough Down-Slope hexsides to give cover: three, or two that are not connected."""
    figures = content.table("slopes", Slopes)
    down = [direction for direction, side in enumerate(hexsides(content)[hex_]) if side.slope > 0]
    if len(down) >= figures.connected:
        return True
    return len(down) >= figures.apart and all((b - a) % 6 not in (1, 5) for a in down for b in down if a != b)


@rule("RR12.4", "RR12.41")
def slope_tem(content: Content, location: str, firer: str) -> int:
    """The TEM that slopes give men at ground level against direct fire from a Location; 0 for none."""
    parts, there = parts_of(location), hex_of(firer)
    if parts.floor != GROUND or not lies_low(content, parts.hex):
        return 0
    distance = content.distance(parts.hex, there)
    higher = elevation(content, firer) - elevation(content, location)
    if distance <= 1 or higher >= distance or not is_down_slope(content, parts.hex, there):
        return 0
    return content.table("slopes", Slopes).tem


@rule("RR12.31", "RR12.42")
def lane_drm(content: Content, location: str, firer: str) -> int:
    """The Fire Lane Slope DRM of men in a Location against a Fire Lane from another."""
    here, there = hex_of(location), hex_of(firer)
    if base_level(content, here) != base_level(content, there) or content.distance(here, there) <= 1:
        return 0
    is_higher = is_up_slope(content, there, here) and not is_up_slope(content, here, there)
    return content.table("slopes", Slopes).lane if is_higher else 0


@rule("RR12.42")
def lane_snap_drm(content: Content, crossed: tuple[str, str], firer: str) -> int:
    """The same for a Fire Lane Snap Shot at men who cross a hexside: only if it holds for both of its hexes."""
    return min(lane_drm(content, hex_, firer) for hex_ in crossed)
