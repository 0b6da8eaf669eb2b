"""A6: lines of sight in a game: the map as printed, what has come onto it (rubble, SMOKE, vehicles, the weather), and
the dark, which hides what lies beyond the range of sight of whoever looks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from sandtable.games.asl.content import Content
from sandtable.games.asl.index_of_sight import Lines, Outlook
from sandtable.games.asl.locations import parts_of
from sandtable.games.asl.night.light import flashing, lit_hexes
from sandtable.games.asl.night.visibility import is_visible, night_drm, range_of_sight
from sandtable.games.asl.sight.ground import LEVEL, SLOPE, Figures, Ground, cornered
from sandtable.games.asl.sight.lines import Block, Hindrance, Line, Passed
from sandtable.games.asl.stands import place_in
from sandtable.games.asl.state import Smoke as Cloud
from sandtable.games.asl.state import Unit, Vehicle, Wind
from sandtable.games.asl.tables.conditions import Weather
from sandtable.games.asl.tables.features import Slopes
from sandtable.games.asl.tables.sight import Visibilities
from sandtable.games.asl.tables.terrain import Hexsides, SightLines, Smoke, SmokeKind, Terrain
from sandtable.games.asl.units import Game
from sandtable.kernel import derived, index, of_content, rule

DARKNESS = "darkness"
WINDS: tuple[Wind, ...] = ("N", "NE", "SE", "S", "SW", "NW")
"""Where a wind blows to, as the hexsides lie."""
MIST, AFTERNOON = "mist", "PM"
CLEAR_WEATHER = frozenset({"", "clear", "overcast"})
"""Weather that hinders nobody's sight."""


@of_content
def figures(content: Content) -> Figures:
    """The tables that lines of sight need; slopes count where the map has any."""
    has_slopes = any(content.board.whole.falls.get(SLOPE, b""))
    return Figures(
        content.table("terrain", Terrain),
        content.table("hexsides", Hexsides),
        content.table("sight", SightLines),
        content.table("slopes", Slopes).height if has_slopes else 0,
    )


@of_content
def printed_ground(content: Content) -> Ground:
    """The map as printed."""
    return Ground(content.board, figures(content))


def printed_line(content: Content, a: str, b: str) -> Line:
    """The line between two Locations on the map as printed."""
    return printed_ground(content).line(a, b)


@derived("rubble")
@rule("B24.2")
def ground_of(game: Game) -> Ground:
    """The map with the rubble that is on it now."""
    printed = printed_ground(game.content)
    return printed.with_rubble(game.state.rubble) if game.state.rubble else printed


# Asked in a game


@rule("B27.2", "B9.21")
def position_of(unit: Unit) -> str:
    """The Location of a unit as lines of sight are to be asked for: T10~foxhole for those who are entrenched there."""
    return f"{unit.at}~{unit.stance}" if unit.stance in ("foxhole", "trench") else unit.at


@rule("A6.1", "A6.5", "A6.7", "A6.9", "D2.3", "E1.1")
def line_of_sight(game: Game, a: str, b: str, *, viewer: str = "", seen: str = "") -> Line:
    """The line from a Location to another now, as somebody in the first sees the second.

    Where a vehicle looks, or one is looked at, its id is given: in Bypass it is at a vertex of its hex, and at night,
    which also blocks the line to what cannot be seen in the dark, its crew and its noise matter.
    """
    if viewer or seen:
        a, b = place_in(game, viewer, a), place_in(game, seen, b)
    return line_to_place(game, a, b, viewer=viewer, seen=seen)


def line_to_place(game: Game, a: str, b: str, *, viewer: str = "", seen: str = "") -> Line:
    """The same from and to where a vehicle was, or might be, wherever it is now."""
    line = line_between(game, a, b)
    return _in_the_dark(game, a, b, line, viewer, seen) if game.state.nvr else line


@rule("A6.1", "A6.5", "A6.7", "A6.9")
def line_between(game: Game, a: str, b: str) -> Line:
    """The line between two Locations now, whether it is dark or not."""
    return _lines(game).now.line(game, a, b)


def sees(game: Game, a: str, b: str, *, viewer: str = "", seen: str = "") -> bool:
    """Whether somebody in a Location sees another now; no line is followed to what lies in the dark."""
    if viewer or seen:
        a, b = place_in(game, viewer, a), place_in(game, seen, b)
    if not game.state.nvr:
        return _lines(game).now.sees(game, a, b)
    if not _is_near_or_lit(game, a, b, viewer, seen):
        return False
    line = line_between(game, a, b)
    return line.block is None and not (line.hindrances and _is_dimmed(game, a, b, line))


def sees_any(game: Game, a: str, places: Iterable[str]) -> bool:
    """Whether men in a Location see one of several others now."""
    if not game.state.nvr:
        return is_clear_by_day(game, a, places)
    return any(sees(game, a, b) for b in places)


def seen_of(game: Game, a: str, places: Iterable[str], *, viewer: str = "") -> list[str]:
    """Those of several Locations that somebody in a Location sees now, or a vehicle, if its id is given."""
    if viewer:
        a = place_in(game, viewer, a)
    if not game.state.nvr:
        return _lines(game).now.seen(game, a, places)
    return [b for b in places if sees(game, a, b, viewer=viewer)]


def is_clear_by_day(game: Game, a: str, places: Iterable[str]) -> bool:
    """Whether, but for the dark, one of several Locations is seen from another now."""
    return _lines(game).now.sees_any(game, a, places)


def clear_by_day(game: Game, eyes: Iterable[str], places: Sequence[str]) -> frozenset[str]:
    """The Locations from which, but for the dark, one of several others is seen."""
    lines = _lines(game).now
    return frozenset([a for a in eyes if lines.sees_any(game, a, places)])


@rule("E1.1", "E1.7", "A6.7")
def _in_the_dark(game: Game, a: str, b: str, line: Line, viewer: str = "", seen: str = "") -> Line:
    """A line at night: blocked to what is not visible, and where the dark makes what hinders it too much."""
    if line.block is not None:
        return line
    if not _is_near_or_lit(game, a, b, viewer, seen):
        return Line(Block("E1.1", parts_of(b).hex, DARKNESS), (), line.sides)
    if line.hindrances and _is_dimmed(game, a, b, line):
        return Line(Block("A6.7", parts_of(b).hex, "hindrance"), (), line.sides)
    return line


@rule("E1.1")
def _is_near_or_lit(game: Game, a: str, b: str, viewer: str, seen: str) -> bool:
    """Whether the dark does not hide a Location from another, whatever stands between."""
    vehicles = game.state.vehicles
    return is_visible(game, a, b, range_of_sight(game, vehicles.get(viewer), vehicles.get(seen)))


@rule("E1.7", "A6.7")
def _is_dimmed(game: Game, a: str, b: str, line: Line) -> bool:
    """Whether the dark makes what hinders a line too much."""
    return line.hindrance + night_drm(game, a, b) >= figures(game.content).sight.hindrance_blocks


@rule("A4.34")
def line_to_vertex(game: Game, a: str, hex_: str, vertex: int) -> Line:
    """The line from a Location to a vertex of a hex, which men pass there in Bypass."""
    kept = _lines(game).to_vertices
    line = kept.get((a, hex_, vertex))
    if line is None:
        ground = ground_of(game)
        line = ground.line_to_vertex(a, hex_, vertex)
        if line.block is None and is_hindering(game):
            line = _between_now(game, line, a, cornered(hex_, vertex))
        kept[a, hex_, vertex] = line
    return _in_the_dark(game, a, hex_, line) if game.state.nvr else line


@rule("A8.15")
def line_to_side(game: Game, a: str, side: str) -> Line:
    """The line from a Location to the middle of a hexside, over which men have just come into its second hex."""
    kept = _lines(game).to_sides
    line = kept.get((a, side))
    if line is None:
        ground = ground_of(game)
        line = ground.line_to_side(a, side)
        if line.block is None and is_hindering(game):
            here = parts_of(a).hex
            if here in side.split("-"):
                line = _hindered(game, line, _in_one_hex(game, here))
            else:
                passed = ground.passed_to_side(a, side, _occupied(game))
                line = _hindered(game, line, _along(game, ground, passed, here, ground.nearer(a, side)))
        kept[a, side] = line
    return _in_the_dark(game, a, side.partition("-")[2], line) if game.state.nvr else line


@rule("A4.34")
def line_to_bypass(game: Game, a: str, hex_: str, vertices: tuple[int, ...]) -> Line:
    """The best line from a Location to men who pass some vertices of a hex in Bypass.

    It goes to any of these vertices, or to the center if it comes in over a hexside that they pass.
    """
    lines = [line_to_vertex(game, a, hex_, vertex) for vertex in vertices]
    board = game.content.board.whole
    i = board.index[hex_]
    passed = [vertex % 6 for vertex in vertices if (vertex - 1) % 6 in vertices]
    labels = [board.plane.side_label(i, direction) for direction in passed]
    middle = line_of_sight(game, a, hex_)
    if any(side in labels for side in middle.sides):
        lines.append(middle)
    return min(lines, key=lambda line: (not line.clear, line.hindrance))


@rule("D2.3", "B27.2")
def eye_of(game: Game, unit: Unit) -> str:
    """Where a unit looks from: entrenched, or aboard a vehicle that is in Bypass."""
    if unit.aboard:
        return place_in(game, unit.aboard, unit.at)
    return position_of(unit) if unit.stance else unit.at


@rule("A4.34", "B9.21", "B27.2", "D2.3")
def line_to_unit(game: Game, viewer: Unit, unit: Unit) -> Line:
    """The line from a unit to another, as each of them stands: entrenched, or in Bypass along some vertices."""
    if unit.stance == "bypass" and unit.vertices:
        here, there = parts_of(viewer.at).hex, parts_of(unit.at).hex
        if here != there:
            return line_to_bypass(game, eye_of(game, viewer), there, unit.vertices)
    return line_to_place(game, eye_of(game, viewer), eye_of(game, unit))


# What has come onto the map


@derived("smoke", "blazes", "wrecks", "vehicles", "weather", "turn")
def is_hindering(game: Game) -> bool:
    """Whether anything in play can hinder a line that the map does not show."""
    state = game.state
    return bool(state.smoke or state.blazes or state.wrecks or state.vehicles) or _is_hazy(game)


@derived("weather", "turn")
def _is_hazy(game: Game) -> bool:
    """Whether the weather or the hour hinders every line."""
    return game.state.weather not in CLEAR_WEATHER or game.content.scenario.conditions.mist or is_dusk(game)


@rule("CG19")
def is_dusk(game: Game) -> bool:
    """Whether it grows dark on an afternoon."""
    if not game.content.scenario.date.endswith(AFTERNOON):
        return False
    return game.state.turn >= game.content.table("weather", Weather).dusk_turn


def _between_now(game: Game, line: Line, a: str, b: str) -> Line:
    """A line between two Locations as the map shows it, with what has come onto the map."""
    ground = ground_of(game)
    here, there = parts_of(a).hex, parts_of(b).hex
    if here == there:
        return _hindered(game, line, _in_one_hex(game, here))
    passed = ground.passed(a, b, _occupied(game))
    if passed is None and not _is_hazy(game):
        return line
    return _hindered(game, line, _along(game, ground, passed, here, there))


@rule("A6.7")
def _hindered(game: Game, line: Line, more: Iterable[Hindrance]) -> Line:
    """A line that more hinders than what it was hindered by before."""
    found = (*line.hindrances, *more)
    if len(found) == len(line.hindrances):
        return line
    total, limit = 0, figures(game.content).sight.hindrance_blocks
    for each in found:
        total += each.value
        if total >= limit:
            return Line(Block("A6.7", each.hex, "hindrance"), (), line.sides)
    return Line(None, found, line.sides)


def _along(game: Game, ground: Ground, passed: Passed | None, here: str, there: str) -> Iterator[Hindrance]:
    """SMOKE, then vehicles, each in the order in which the line meets them, then the weather."""
    if passed is not None:
        yield from _smoke(game, ground, passed)
        yield from _vehicles(game, ground, passed)
    if _is_hazy(game):
        yield from _weather(game, there, ground.apart(ground.index[here], ground.index[there]))


class Screen(NamedTuple):
    """SMOKE in a hex: what it adds, and the level to which it rises."""

    value: int
    top: int


@derived("smoke", "blazes", "wrecks", "wind")
@rule("A24.2", "B25/infantry", "E3.1")
def screens(game: Game) -> Mapping[str, tuple[Screen, ...]]:
    """The SMOKE of each hex, with that of Blazes and burning wrecks, which a wind carries to the next hex as well."""
    content, state = game.content, game.state
    kinds = content.table("smoke", Smoke).kinds
    board = content.board.whole
    found: dict[str, tuple[Screen, ...]] = {}

    def add(hex_: str, kind: SmokeKind, value: int) -> None:
        top = board.hexes[board.index[hex_]].elevation + kinds[kind].levels
        found[hex_] = (*found.get(hex_, ()), Screen(value, top))

    def burn(hex_: str, kind: SmokeKind) -> None:
        add(hex_, kind, kinds[kind].hindrance)
        there = board.neighbour(board.index[hex_], WINDS.index(state.wind)) if state.wind in WINDS else -1
        if there >= 0:
            add(board.labels[there], kind, kinds[kind].hindrance)

    for hex_, clouds in state.smoke.items():
        for cloud in clouds:
            add(hex_, _kind_of(cloud), cloud.value)
    for hex_ in dict.fromkeys([parts_of(place).hex for place in state.blazes]):
        if all(cloud.source != "blaze" for cloud in state.smoke.get(hex_, ())):
            burn(hex_, "blaze")
    for wreck in state.wrecks.values():
        if wreck.burning:
            burn(parts_of(wreck.at).hex, "burning-wreck")
    return found


@rule("A24.2", "C7.6", "B25/infantry")
def smoke_in(game: Game, hex_: str) -> int:
    """How thick the SMOKE in a hex is, be it of shells, grenades or fires; all of it together has a limit."""
    clouds = screens(game).get(hex_)
    return min(sum(cloud.value for cloud in clouds), game.content.table("smoke", Smoke).most) if clouds else 0


def _kind_of(cloud: Cloud) -> SmokeKind:
    if cloud.source == "blaze":
        return "blaze"
    if cloud.source == "grenade":
        return "wp-grenade" if cloud.wp else "grenade"
    return "wp" if cloud.wp else "smoke"


@rule("A24.2", "A6.4", "A6.6", "A6.7")
def _smoke(game: Game, ground: Ground, passed: Passed) -> Iterator[Hindrance]:
    """The SMOKE of each hex, those of the ends included, that the line does not pass above."""
    labels, clouds = ground.board.labels, screens(game)
    if not clouds:
        return
    for step in ((passed.viewer.hex,), *passed.steps, (passed.target.hex,)):
        found = [(_thickness(game, ground, passed, hex_), hex_) for hex_ in step if labels[hex_] in clouds]
        value, hex_ = max(found, default=(0, -1))
        if value:
            yield Hindrance(labels[hex_], value, "A24.2", "smoke")


def _thickness(game: Game, ground: Ground, passed: Passed, hex_: int) -> int:
    """What the SMOKE of a hex adds to a line: all of it together has a limit."""
    viewer, target = passed.viewer, passed.target
    high, low = (viewer, target) if viewer.height >= target.height else (target, viewer)
    value = 0
    for screen in screens(game)[ground.board.labels[hex_]]:
        top = LEVEL * screen.top
        hides = high.height < top
        if not hides and low.height < top and hex_ not in high.own:
            far = ground.apart(high.hex, hex_)
            blind = ground.figures.sight.blind(top=screen.top, high=high.level, low=low.level, distance=far)
            hides = ground.apart(hex_, low.hex) <= blind
        if hides:
            value += screen.value
    return min(value, game.content.table("smoke", Smoke).most)


class Hull(NamedTuple):
    """A vehicle or wreck on the map: its hex, and the hexside along which it stands in Bypass, if it does."""

    hex: str
    bypass: int


@rule("D9.3")
def _hull_of(vehicle: Vehicle) -> Hull | None:
    """What a vehicle is to lines of sight: nothing if it is not on the map, or cannot be seen; a "?" hinders nobody."""
    if not vehicle.at or vehicle.hidden or vehicle.concealed:
        return None
    return Hull(parts_of(vehicle.at).hex, vehicle.bypass)


@derived("vehicles", "wrecks")
@rule("D9.3")
def hulls(game: Game) -> tuple[Hull, ...]:
    """The vehicles and wrecks on the map that can be seen."""
    seen = [hull for each in game.state.vehicles.values() if (hull := _hull_of(each)) is not None]
    wrecks = [Hull(parts_of(each.at).hex, each.bypass) for each in game.state.wrecks.values()]
    return (*seen, *[hull for hull in wrecks if hull.hex])


@derived(hulls)
def _bypasses(game: Game) -> Mapping[str, tuple[int, ...]]:
    """The hexes with vehicles and wrecks, and the hexsides along which these stand there; -1 for the hex as such."""
    found: dict[str, tuple[int, ...]] = {}
    for hull in hulls(game):
        found[hull.hex] = (*found.get(hull.hex, ()), hull.bypass)
    return found


@derived(screens, hulls)
def _occupied(game: Game) -> bytes:
    """The hexes with SMOKE, vehicles or wrecks, which can hinder lines that cross them or end there: one byte each."""
    board = game.content.board.whole
    marked = bytearray(board.size)
    for hex_ in (*screens(game), *[hull.hex for hull in hulls(game)]):
        marked[board.index[hex_]] = 1
    return bytes(marked)


@rule("D9.3", "A6.7")
def _vehicles(game: Game, ground: Ground, passed: Passed) -> Iterator[Hindrance]:
    """Vehicles and wrecks between the ends, once for each hex; in Bypass only along their hexside."""
    labels, height = ground.board.labels, max(passed.viewer.height, passed.target.height)
    there = _bypasses(game)
    for step in passed.steps:
        for i in step:
            sides = there.get(labels[i])
            if sides is None or height > LEVEL * ground.levels[i]:
                continue
            if -1 in sides or not passed.sides.isdisjoint([6 * i + side for side in sides]):
                value = game.content.table("visibility", Visibilities).vehicle
                yield Hindrance(labels[i], value, "D9.3", "vehicle")
                break


@rule("E3.5", "E3.51", "RR1", "CG19", "2.517/mist")
def _weather(game: Game, at: str, range_: int) -> Iterator[Hindrance]:
    """What rain and mist add, by the range, and what dusk does."""
    weather = game.state.weather
    kinds: list[str] = [] if weather in CLEAR_WEATHER else [weather]
    if game.content.scenario.conditions.mist and weather != MIST:
        kinds.append(MIST)
    for kind in kinds:
        row = game.content.table("visibility", Visibilities).weather[kind]
        yield Hindrance(at, row.hindrance(range_), row.rule, f"weather:{kind}")
    if is_dusk(game):
        yield Hindrance(at, game.content.table("weather", Weather).dusk, "CG19", "weather:dusk")


@derived("weather", "turn")
def _haze(game: Game) -> tuple[str, bool]:
    """What of the weather and the hour decides on lines of sight."""
    return game.state.weather, is_dusk(game)


def _as_it_is(game: Game) -> Outlook:
    """All that lines of sight depend on now, but for the dark."""
    haze = _haze(game) if _is_hazy(game) else None
    return Outlook(ground_of(game), haze, screens(game), hulls(game), _bypasses(game))


def _made(_: Game) -> Lines:
    return Lines(_as_it_is, _hull_of, _between_now)


_lines = index(_made, "vehicles", "wrecks", "rubble", "smoke", "blazes", "wind", "weather", "turn")


def _outlook(game: Game) -> Outlook | None:
    """The same, kept."""
    return _lines(game).outlook


def seen_now(game: Game) -> tuple[object, ...] | None:
    """What all lines of sight rest on: as long as this is the same, so is whatever somebody sees on foot."""
    return _seen_in_the_dark(game) if game.state.nvr else _lines(game).outlook


@derived(_outlook, lit_hexes, flashing, "nvr")
def _seen_in_the_dark(game: Game) -> tuple[object, ...]:
    return _outlook(game), game.state.nvr, lit_hexes(game), flashing(game)


def _in_one_hex(game: Game, hex_: str) -> Iterator[Hindrance]:
    """SMOKE and weather between men in one hex."""
    clouds = screens(game).get(hex_)
    if clouds:
        most = game.content.table("smoke", Smoke).most
        yield Hindrance(hex_, min(sum([cloud.value for cloud in clouds]), most), "A24.2", "smoke")
    yield from _weather(game, hex_, 0)
