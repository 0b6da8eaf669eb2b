"""B27.11 and B24.7: digging in, and clearing wire, mines and flames."""

from __future__ import annotations

from sandtable.games.asl.concealment.acts import gives_away
from sandtable.games.asl.concealment.revealing import seen_by
from sandtable.games.asl.events.terrain import Cleared, Dug, Labored
from sandtable.games.asl.fire.dice import random_selection
from sandtable.games.asl.locations import GROUND, hex_of, parts_of, weight_of
from sandtable.games.asl.morale.casualties import Aftermath, reduce_casualties
from sandtable.games.asl.snipers import calls_sniper
from sandtable.games.asl.tables.terrain import Labor, Task
from sandtable.games.asl.terrain.hexes import is_entrenched, paved_hexes, terrain_at
from sandtable.games.asl.terrain.works import add_foxhole, has_wire, remove_wire, serve_large_gun
from sandtable.games.asl.units import (
    Game,
    can_lend,
    change,
    friends_at,
    is_good_order,
    is_mmc,
    is_squad,
    leadership,
    printed,
)
from sandtable.kernel import rule
from sandtable.mechanics.roster import units_of
from sandtable.mechanics.sums import Sum

LARGEST = 12
"""The highest DR."""


# B27.11 Entrenching


@rule("B27.11", "A3.2", "B27.1")
def may_entrench(game: Game, unit_id: str) -> bool:
    """Whether a unit may try to dig a foxhole now, in its Prep Fire Phase."""
    unit = game.state.units[unit_id]
    parts = parts_of(unit.at)
    if not is_mmc(game.content, unit) or not is_good_order(game, unit) or unit.pinned or unit.ti:
        return False
    if unit.fire or unit.spent or parts.floor != GROUND or is_entrenched(unit) or serve_large_gun(game, (unit_id,)):
        return False
    row = terrain_at(game, parts.hex)
    works = game.state.works.get(parts.hex)
    return (
        row.building is None
        and row.rubble is None
        and parts.hex not in paved_hexes(game.content)
        and (works is None or not (works.wire or works.trench))
    )


@rule("B27.11", "A14.1", "A12.141")
def entrench(game: Game, unit_id: str, aftermath: Aftermath) -> bool:
    """A unit digs: it has a foxhole and is in it, or it will dig better in its next turn."""
    gives_away(game, unit_id, "labors")
    unit = game.state.units[unit_id]
    figures = game.content.table("labor", Labor)
    drm = labor_modifiers(game, (unit_id,), "foxhole")
    number = figures.tasks["foxhole"].number - drm.total

    def outcome(total: int) -> str:
        kind = "dug" if total <= number else "failed"
        return f"{kind}*" if calls_sniper(game, unit.side, total) else kind

    bands = [outcome(each) for each in range(2, LARGEST + 1)]
    total = game.roll("2d6", "entrenching", "B27.11", bands=bands, seen_by=seen_by(game, unit_id))
    if outcome(total).endswith("*"):
        aftermath.snipers.append(unit.side)
    if total > number:
        change(game, unit_id, ti=True, labor=min(unit.labor + 1, -figures.most_markers))
        game.say(Labored(rule="B27.11", seen_by=seen_by(game, unit_id), unit=unit_id))
        return False
    hex_ = hex_of(unit.at)
    add_foxhole(game, hex_, unit.side)
    change(game, unit_id, ti=True, labor=0, stance="foxhole", wall=False)
    game.say(Dug(rule="B27.11", seen_by=seen_by(game, unit_id), unit=unit_id, at=hex_))
    return True


@rule("B27.11", "B24.7", "H1.22", "A4.51")
def labor_modifiers(game: Game, unit_ids: tuple[str, ...], task: Task) -> Sum:
    """What is added to the DR of those who work together: leaders, markers, numbers, exhaustion."""
    content, units = game.content, [game.state.units[name] for name in unit_ids]
    figures, drm = content.table("labor", Labor), Sum()
    leaders = [
        (leadership(game, man), name)
        for name, man in friends_at(game, units[0].at, units[0].side)
        if can_lend(game, man) and not man.moved
    ]
    if leaders and min(leaders)[0]:
        drm.add("leadership", min(leaders)[0], "A.10", unit=min(leaders)[1])
    marker = max(unit.labor for unit in units)
    if marker:
        drm.add("labor-marker", -marker, "B24.7")
    if task != "foxhole":
        extra = (weight_of(game, unit_ids).halves - 2) // 2
        if extra > 0:
            each = figures.modifiers["extra-squad"]
            drm.add("extra-squads", each.value * extra, each.rule)
        if task in figures.engineers_clear and any(printed(game, name).assault_engineers for name in unit_ids):
            each = figures.modifiers["assault-engineers"]
            drm.add("assault-engineers", each.value, each.rule)
    if any(unit.cx for unit in units):
        drm.add("cx", figures.modifiers["cx"].value, figures.modifiers["cx"].rule)
    if len(units) == 1 and not is_squad(content, units[0]):
        drm.add("small-party", figures.tasks[task].small, "B27.11" if task == "foxhole" else "B24.7")
    return drm


# B24.7 Clearance


@rule("B24.7")
def clearable(game: Game, location: str, side: str) -> list[Task]:
    """What a side could clear in a Location: wire and mines that it knows of, at ground level; a flame on any floor."""
    found: list[Task] = []
    if has_wire(game, location):
        found.append("wire")
    mines = game.state.mines.get(location)
    if mines is not None and (mines.known or mines.side == side):
        found.append("minefield")
    if location in game.state.flames:
        found.append("flame")
    return found


@rule("B24.7")
def may_clear(game: Game, unit_id: str) -> bool:
    """Whether a unit can work at a Clearance in this Player Turn: a Good Order unpinned MMC that does nothing else."""
    unit = game.state.units[unit_id]
    return (
        is_mmc(game.content, unit)
        and is_good_order(game, unit)
        and not (unit.pinned or unit.ti or unit.moved or unit.fire or unit.spent)
    )


@rule("B24.7", "A4.62")
def declare_clearance(game: Game, unit_ids: tuple[str, ...], task: Task) -> None:
    """Units begin to clear something: they do nothing else in this Player Turn, and it is hazardous."""
    for name in unit_ids:
        change(game, name, clears=task, ti=True, moved=True)


@rule("A4.62", "B24.7")
def is_clearing(game: Game, unit_id: str) -> bool:
    """Whether a unit is clearing something, and so attacked as in Hazardous Movement."""
    return game.state.units[unit_id].clears != ""


@rule("B24.7")
def resolve_clearances(game: Game, side: str) -> None:
    """At the end of the Close Combat Phase those roll who have been clearing and are still in Good Order."""
    parties: dict[tuple[str, str], list[str]] = {}
    for name, unit in units_of(game, side).items():
        if unit.clears and is_good_order(game, unit):
            parties.setdefault((unit.at, unit.clears), []).append(name)
    for (location, task), names in parties.items():
        _clear(game, location, task, tuple(names))
    for name, unit in list(game.state.units.items()):
        if unit.clears:
            change(game, name, clears="")


def _clear(game: Game, location: str, task: str, unit_ids: tuple[str, ...]) -> None:
    """A party rolls, unless what it was clearing has gone meanwhile: crushed, or set off by a vehicle."""
    figures = game.content.table("labor", Labor)
    kind: Task = "wire" if task == "wire" else "minefield" if task == "minefield" else "flame"
    if kind not in clearable(game, location, game.state.units[unit_ids[0]].side):
        return
    number = figures.tasks[kind].number - labor_modifiers(game, unit_ids, kind).total
    is_risky = kind == "minefield"

    def outcome(total: int) -> str:
        return ("cleared" if total <= number else "failed") + (
            "!" if is_risky and total == figures.minefield_casualty else ""
        )

    bands = [outcome(each) for each in range(2, LARGEST + 1)]
    total = game.roll("2d6", "clearance", "B24.7", bands=bands, seen_by=seen_by(game, *unit_ids))
    if total <= number:
        seen = None if _is_known(game, location, kind) else (game.state.units[unit_ids[0]].side,)
        remove(game, location, kind)
        game.say(Cleared(rule="B24.7", seen_by=seen, at=location, what=kind))
    else:
        for name in unit_ids:
            change(game, name, labor=min(game.state.units[name].labor + 1, -figures.most_markers))
            game.say(Labored(rule="B24.7", seen_by=seen_by(game, name), unit=name))
    if is_risky and total == figures.minefield_casualty:
        for name in random_selection(game, unit_ids, 1, "clearance"):
            reduce_casualties(game, name, "B24.7")


@rule("B24.7", "A12.16")
def _is_known(game: Game, location: str, task: Task) -> bool:
    """Whether both sides know of what is cleared."""
    laid = game.state.works.get(location) if task == "wire" else game.state.mines.get(location)
    return task == "flame" or (laid is not None and laid.known)


@rule("B24.7")
def remove(game: Game, location: str, task: Task) -> None:
    """What was cleared is gone."""
    state = game.state
    if task == "wire":
        remove_wire(game, location)
    elif task == "minefield":
        del state.mines[location]
    elif task == "flame":
        del state.flames[location]
