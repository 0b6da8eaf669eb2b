"""A4.2, A8.2, A9.22: what falls on units that have spent MF, before the DEFENDER is asked and then by his hand."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.games.asl.artillery.passing import suffer_shells
from sandtable.games.asl.concealment.revealing import shown_id
from sandtable.games.asl.fire.dice import Dr, dice_line, roll_dr
from sandtable.games.asl.fire.fire_lanes import break_down, breaks, drop_lanes, firepower_at
from sandtable.games.asl.fire.first_fire import FirstFire
from sandtable.games.asl.fire.modifiers import movement_modifiers
from sandtable.games.asl.fire.results import apply_results, could_check, desperate_under_fire, written
from sandtable.games.asl.locations import hex_of
from sandtable.games.asl.morale.casualties import Aftermath
from sandtable.games.asl.morale.guards import with_prisoners
from sandtable.games.asl.sight import line_between, position_of
from sandtable.games.asl.sight.on_map import smoke_in
from sandtable.games.asl.sniper_attack import settle
from sandtable.games.asl.snipers import calls_sniper
from sandtable.games.asl.state import FireLane
from sandtable.games.asl.tables.fire import Ift, Result
from sandtable.games.asl.terrain.hexes import is_entrenched
from sandtable.games.asl.terrain.mines import suffer_mines
from sandtable.games.asl.terrain.slopes import lane_drm, lane_snap_drm
from sandtable.games.asl.terrain.tem import Fire, keeps_secret, tem, tem_as_told
from sandtable.games.asl.units import Game, other
from sandtable.kernel import Line, Procedure, Resolved, rule
from sandtable.mechanics.sums import Modifier, Sum

SOLID = ("terrain:orchard", "terrain:brush", "vehicle")
"""The Hindrances that count against a Fire Lane (A9.22); others keep a target from being in Open Ground, no more."""


class UnderFire(Procedure, frozen=True):
    """Units have spent MF: mines, Residual FP and Fire Lanes strike them, then the DEFENDER may fire."""

    @rule("A4.2", "B28/infantry")
    def begin(self, game: Game) -> None:
        game.goto("residual")
        aftermath = Aftermath()
        suffer_mines(game, aftermath)
        suffer_shells(game, with_prisoners(game, alive(game)), aftermath)
        settle(game, aftermath)

    @rule("A8.2")
    def residual(self, game: Game) -> None:
        """Residual FP strikes those who enter a Location, or first spend MF there."""
        game.goto("lanes")
        moving = game.state.moving
        if moving is None or not (moving.came_from or moving.fresh):
            return
        column = game.state.residual.get(moving.at, 0)
        if column:
            aftermath = Aftermath()
            strike(game, with_prisoners(game, alive(game)), moving.at, column, "residual", aftermath)
            settle(game, aftermath)

    @rule("A9.22", "A9.221")
    def lanes(self, game: Game) -> None:
        """Fire Lanes strike those who spend MF in them, or cross a hexside along which one runs."""
        game.goto("answer")
        moving = game.state.moving
        if moving is None or not game.state.lanes:
            return
        drop_lanes(game)
        aftermath = Aftermath()
        for name in sorted(game.state.lanes):
            lane = game.state.lanes.get(name)
            if lane is not None and alive(game):
                _lane_strikes(game, lane, aftermath)
        settle(game, aftermath)

    @rule("A8.1")
    def answer(self, game: Game) -> None:
        """The DEFENDER may fire at whoever is left."""
        moving = game.state.moving
        if alive(game) or (moving is not None and moving.vehicle in game.state.vehicles):
            game.become(FirstFire())
        else:
            game.finish()


def alive(game: Game) -> tuple[str, ...]:
    """The units that move and are still there."""
    moving = game.state.moving
    return () if moving is None else tuple(name for name in moving.units if name in game.state.units)


def _lane_strikes(game: Game, lane: FireLane, aftermath: Aftermath) -> None:
    moving = game.state.moving
    assert moving is not None
    if moving.at in lane.hexes:
        struck = seen_from(game, lane, with_prisoners(game, alive(game)))
        if struck:
            strike(game, struck, moving.at, firepower_at(game, lane, moving.at), "lane", aftermath, lane)
    elif moving.came_from and not moving.along_trenches:
        here, there = hex_of(moving.at), hex_of(moving.came_from)
        if f"{here}-{there}" in lane.sides or f"{there}-{here}" in lane.sides:
            strike(game, with_prisoners(game, alive(game)), moving.at, lane.fp, "lane-snap", aftermath, lane)


@rule("A9.22", "B9.21")
def seen_from(game: Game, lane: FireLane, names: Sequence[str]) -> list[str]:
    """Those of some units whom the gun of a lane sees: a hedge before them hides the entrenched, and them alone."""
    units = game.state.units
    eye = position_of(units[game.state.weapons[lane.weapon].holder])
    return [
        name
        for name in names
        if not is_entrenched(units[name]) or line_between(game, eye, position_of(units[name])).clear
    ]


def strike_modifiers(game: Game, unit_id: str, location: str, what: str, lane: FireLane | None) -> Sum:
    """The DRM of Residual FP, of a Fire Lane or of a Fire Lane Snap Shot."""
    firers, kind = _gunners(game, lane), _kind(lane)
    cover = [] if what == "lane-snap" else tem(game, location, (unit_id,), firers, kind)
    return _with_cover(game, unit_id, location, what, lane, cover)


@rule("A12.1", "A12.16")
def strike_as_told(game: Game, unit_id: str, location: str, what: str, lane: FireLane | None) -> Sum:
    """The same as far as others are told of those beneath a "?"."""
    firers, kind = _gunners(game, lane), _kind(lane)
    cover = [] if what == "lane-snap" else tem_as_told(game, location, unit_id, firers, kind)
    return _with_cover(game, unit_id, location, what, lane, cover)


def _gunners(game: Game, lane: FireLane | None) -> list[str]:
    """Where the gun of a lane is; Residual FP comes from nowhere."""
    return [] if lane is None else [game.state.units[game.state.weapons[lane.weapon].holder].at]


def _kind(lane: FireLane | None) -> Fire:
    return "residual" if lane is None else "direct"


@rule("A8.2", "A9.22", "A24.2")
def on_the_way(game: Game, location: str, lane: FireLane | None) -> Sum:
    """What hinders Residual FP, which is SMOKE where it lies, or a Fire Lane, which is what stands between."""
    drm = Sum()
    if lane is not None:
        for each in line_between(game, _gunners(game, lane)[0], location).hindrances:
            if each.what in SOLID:
                drm.add("hindrance", each.value, each.rule, hex=each.hex, what=each.what)
        return drm
    thick = smoke_in(game, hex_of(location))
    if thick:
        drm.add("hindrance", thick, "A24.2", hex=hex_of(location), what="smoke")
    return drm


@rule("A8.2", "A8.9", "A9.22", "A9.221", "RR12.42")
def _with_cover(
    game: Game, unit_id: str, location: str, what: str, lane: FireLane | None, cover: Sequence[Modifier]
) -> Sum:
    drm, firers, hindering = Sum(), _gunners(game, lane), on_the_way(game, location, lane)
    in_the_way = hindering.total
    if lane is not None:
        in_the_way = line_between(game, firers[0], location).hindrance
        drm = Sum([*hindering])
    if what == "lane-snap":
        assert lane is not None
        moving = game.state.moving
        assert moving is not None
        slope = lane_snap_drm(game.content, (hex_of(moving.at), hex_of(moving.came_from)), firers[0])
        if slope:
            drm.add("slope", slope, "RR12.42")
        if not moving.assault and not moving.protected:
            movement_modifiers(drm, game, unit_id, location, firers, 1)
        return drm
    for part in cover:
        drm.add(part.label, part.value, part.rule, **part.args)
    if lane is not None:
        slope = lane_drm(game.content, location, firers[0])
        if slope:
            drm.add("slope", slope, "RR12.42")
    else:
        drm = Sum([*drm, *hindering])
    movement_modifiers(drm, game, unit_id, location, firers, in_the_way, _kind(lane))
    return drm


@rule("A8.2", "A9.22", "A14.1")
def strike(
    game: Game,
    units: Sequence[str],
    location: str,
    column: int,
    what: str,
    aftermath: Aftermath,
    lane: FireLane | None = None,
) -> None:
    """An attack that nobody aims: no leaders, no cowering. A Fire Lane may break down its gun.

    Ruling (A14.1): its dice are those of the DEFENDER, and call the sniper of his enemy as those of his fire do.
    """
    ift, side = game.content.table("ift", Ift), other(game.state.active)
    column = ift.column(column)
    drms = {name: strike_modifiers(game, name, location, what, lane) for name in units}

    def read(dr: Dr) -> str:
        results = [ift.result(column, dr.total + drm.total) for drm in drms.values()]
        broken = "" if lane is None else breaks(game, lane, dr)
        return f"{results} {broken} {calls_sniper(game, side, dr.total)}"

    dr = roll_dr(game, what, "A8.2" if lane is None else "A9.22", read)
    if calls_sniper(game, side, dr.total):
        aftermath.snipers.append(side)
    told = {name: _told(game, name, location, what, lane, drm) for name, drm in drms.items()}
    by_result: dict[str, tuple[list[str], Result]] = {}
    for name, drm in drms.items():
        result = ift.result(column, dr.total + drm.total)
        by_result.setdefault(repr(result), ([], result))[0].append(name)
    for names, result in by_result.values():
        drm = drms[names[0]]
        game.say(
            Resolved(
                rule="A8.2" if lane is None else "A9.22",
                what=what,
                result=f"ift.{result.kind}",
                lines=(
                    Line("column", str(column), "A7.1"),
                    *told[names[0]].lines,
                    dice_line(dr),
                    Line("result", written(result), "A7.3"),
                ),
                subject=shown_id(game, names[0]),
                target=location,
                favours=game.state.active if result.kind == "none" else "",
            )
        )
        if could_check(ift, column, drm.total):
            desperate_under_fire(game, names)
    apply_results(game, by_result.values(), aftermath)
    if lane is not None:
        break_down(game, lane, dr)


def _told(game: Game, unit_id: str, location: str, what: str, lane: FireLane | None, drm: Sum) -> Sum:
    """What others are told of the DRM against a unit."""
    secret = keeps_secret(game, game.state.units[unit_id], unit_id)
    return strike_as_told(game, unit_id, location, what, lane) if secret else drm


def end_of_movement(game: Game) -> None:
    """At the end of the Movement Phase Residual FP and Fire Lanes are gone."""
    state = game.state
    state.residual = {}
    state.lanes = {}
    state.moving = None
