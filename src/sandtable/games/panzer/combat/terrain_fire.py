"""Chapters 6.5.4.2.5 and 6.5.4.4.3: buildings, bridges and works that GP fire destroys."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.games.panzer.cards import Leg
from sandtable.games.panzer.combat.gp_results import DIE, GpAttack, combat_table, range_lines
from sandtable.games.panzer.combat.losses import eliminate
from sandtable.games.panzer.fire_events import TerrainDestroyed
from sandtable.games.panzer.ground import buildings, terrain_of, terrain_table
from sandtable.games.panzer.index import works_in
from sandtable.games.panzer.state import Work
from sandtable.games.panzer.tables.terrain import MINES
from sandtable.games.panzer.units import Game, card_of
from sandtable.kernel import Line, Resolved, rule
from sandtable.mechanics.sums import Sum
from sandtable.mechanics.switches import is_on

SPARED = ("block", "bridge", "wire")
"""What a scenario may give a GP Defense; these have the one of the terrain table (ruling)."""


class Vulnerable(NamedTuple):
    """Something of a hex that GP fire may destroy."""

    at: str
    terrain: str
    """The terrain of the hex, or the kind of a work."""
    defense: int
    work: str = ""
    """The id of the work; empty for a building or bridge."""


@rule("6.5.4.2.5", "6.1.4.3.8", "7.31.3", "7.31.3.1", "7.31.3.2")
def vulnerable_terrain(game: Game, at: str) -> list[Vulnerable]:
    """What GP fire, but not that of small arms, may destroy in a hex: what has a GP Defense in the terrain table. Mines
    are not struck before somebody has run into them.
    """
    state, content, rows, here = game.state, game.content, terrain_table(game.content), works_in(game, at)
    found = []
    printed_here = terrain_of(content, at).gp_defense
    ruined = any(work.kind == "rubble" for work in here.values())
    if printed_here is not None and not ruined:
        found.append(Vulnerable(at, content.terrain[at], printed_here))
    works = [(work_id, work.kind) for work_id, work in here.items()]
    works += [(field_id, field.kind) for field_id, field in state.mines.items() if field.at == at and field.known]
    if is_on(content, "scenario-names-targets"):
        found = [each for each in found if each.terrain not in SPARED]
        works = [(work_id, kind) for work_id, kind in works if kind not in SPARED]
    for work_id, kind in works:
        defense = rows.counters[kind].gp_defense
        if defense is not None:
            found.append(Vulnerable(at, kind, defense, work_id))
    return found


@rule("6.5.4.2.5", "7.31.3")
def occupied_by(game: Game, unit_id: str) -> list[Vulnerable]:
    """What direct fire at a unit may destroy: vulnerable terrain that the unit is in. Vehicles and guns in an alley
    are not in the buildings, and an improved position shelters those inside it. Direct fire clears no mines.
    """
    unit, is_leg = game.state.units[unit_id], isinstance(card_of(game, unit_id), Leg)
    outside = unit.at in buildings(game.content) and not is_leg and not unit.indoors
    works = game.state.works
    return [
        each
        for each in vulnerable_terrain(game, unit.at)
        if not (each.work == "" and outside)
        and each.terrain not in MINES
        and (each.terrain != "improved-position" or unit_id in works[each.work].holds)
    ]


@rule("6.5.4.4.3/terrain-effective", "6.5.4.4")
def attack_terrain(game: Game, attack: GpAttack, target: Vulnerable, modifiers: Sum) -> bool:
    """Roll for terrain: it is never suppressed, and destroyed by two Effective results, mines by one."""
    needed = 1 if target.terrain in MINES else 2
    destroyed = all(_is_effective(game, attack, target, modifiers) for _ in range(needed))
    if destroyed:
        destroy_terrain(game, target)
    return destroyed


def _is_effective(game: Game, attack: GpAttack, target: Vulnerable, modifiers: Sum) -> bool:
    table, net = combat_table(game.content), modifiers.total
    column = min(attack.factor, table.most) - 1
    most = table.rows[target.defense].suppressed[column]
    roll = game.roll(DIE, "gp-terrain", "6.5.4.4.3/terrain-effective", bands=(most - net + 1,))
    effective = roll + net > most
    game.say(
        Resolved(
            rule="6.5.4.4.3/terrain-effective",
            what="gp-terrain",
            result="effective" if effective else "no-effect",
            lines=(
                *range_lines(attack),
                Line("gp-factor", str(attack.factor), "6.5.4.1"),
                Line("gp-defense-terrain", str(target.defense), "6.5.4.2.5", {"terrain": target.terrain}),
                *modifiers.lines,
                Line("die", str(roll), "6.5.4.4"),
                Line("effective-above", str(most), "6.5.4.4"),
            ),
            subject=target.at,
            leads_on=True,
        )
    )
    return effective


@rule("6.5.4.4.3/building", "6.5.4.4.3/bridge", "6.5.4.4.3/improved-position", "6.5.4.4.3/blocks-mines-wire")
def destroy_terrain(game: Game, target: Vulnerable) -> None:
    """Destroy terrain: what falls in buries those inside and leaves rubble but no wrecks, what is cleared is gone."""
    state = game.state
    game.say(TerrainDestroyed(rule=_rule_of(target), at=target.at, terrain=target.terrain))
    if target.terrain in MINES:
        del state.mines[target.work]
        return
    if target.terrain in ("block", "wire"):
        del state.works[target.work]
        return
    lost = [unit_id for unit_id, unit in state.units.items() if unit.at == target.at]
    if target.work:
        inside = state.works.pop(target.work).holds
        lost = [unit_id for unit_id in lost if unit_id in inside or state.units[unit_id].carrier in inside]
    state.works[f"rubble-{target.at}"] = Work(at=target.at, kind="rubble", was=game.content.terrain[target.at])
    for unit_id in lost:
        eliminate(game, unit_id, _rule_of(target))


def _rule_of(target: Vulnerable) -> str:
    if target.work == "":
        return "6.5.4.4.3/bridge" if target.terrain == "bridge" else "6.5.4.4.3/building"
    what = "improved-position" if target.terrain == "improved-position" else "blocks-mines-wire"
    return f"6.5.4.4.3/{what}"
