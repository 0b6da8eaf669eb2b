"""Chapter 6.5.4.3: what is added to the roll of GP fire."""

from __future__ import annotations

from typing import Literal

from sandtable.games.panzer.cards import Leg, Towed, Vehicle
from sandtable.games.panzer.combat.ammunition import Shortage
from sandtable.games.panzer.combat.ap_fire import is_known_to_move, overwatch_modifier
from sandtable.games.panzer.combat.gp_defense import gp_cover
from sandtable.games.panzer.combat.grades import gp_grade
from sandtable.games.panzer.combat.suppression import is_suppressed
from sandtable.games.panzer.combat.weapons import Aim, weapon_of
from sandtable.games.panzer.content import Content
from sandtable.games.panzer.spotting.hiders import is_in
from sandtable.games.panzer.spotting.hindrances import gp_hindrance, hindrances_of_gp
from sandtable.games.panzer.spotting.hull_down import crosses_wall
from sandtable.games.panzer.spotting.line_of_sight import Viewpoint
from sandtable.games.panzer.spotting.spotting_phase import changes
from sandtable.games.panzer.tables.fire import GpModifier, GpModifiersFile, HeatHazeFile
from sandtable.games.panzer.tables.parts import Band
from sandtable.games.panzer.units import Game, card_of, range_to
from sandtable.kernel import of_content, rule
from sandtable.mechanics.sums import Sum

Means = Literal["direct", "indirect", "air"]
"""How GP fire comes: most modifiers differ by it, and many do not hold for all."""
OVERHEAD = ("terrain:building-brick", "terrain:building-stone", "counter:improved-position")
"""What protects a vehicle from above."""


@of_content
def gp_rows(content: Content) -> dict[str, GpModifier]:
    """The GP Modifiers Table."""
    return content.table("gp-modifiers", GpModifiersFile).modifiers


def figure(row: GpModifier, means: Means) -> int:
    """What a modifier is worth for a kind of attack; 0 where it does not hold for it."""
    return {"direct": row.direct, "indirect": row.indirect, "air": row.air}[means] or 0


def add(found: Sum, content: Content, name: str, means: Means) -> None:
    """Add a modifier of the table, where it holds for this kind of attack."""
    row = gp_rows(content)[name]
    if number := figure(row, means):
        found.add(name, number, row.rule)


# The target


@rule("6.5.4.3", "6.5.4.3/target-type", "6.5.4.3/vehicle-cover", "6.5.4.3/target-cavalry", "6.5.4.3/leg-crawling",
      "6.5.4.3/hasty-entrenchment")  # fmt: skip
def of_target(game: Game, unit_id: str, means: Means) -> Sum:
    """What a target brings with it: its type, its cover, how it moves on foot, and an entrenchment."""
    found, content, unit = Sum(), game.content, game.state.units[unit_id]
    card = card_of(game, unit_id)
    if isinstance(card, Vehicle):
        if card.type != "S":
            add(found, content, f"target-{card.type.lower()}-type", means)
        _add_vehicle_cover(found, game, unit_id, means)
        return found
    if isinstance(card, Leg) and card.mounted == "cavalry":
        add(found, content, "target-cavalry", means)
    if unit.crawled:
        add(found, content, "leg-crawling", means)
    if is_in(game, unit_id, "hasty-entrenchment"):
        add(found, content, "hasty-entrenchment", means)
    return found


@rule("6.5.4.3/vehicle-cover")
def _add_vehicle_cover(found: Sum, game: Game, unit_id: str, means: Means) -> None:
    """Medium and heavy cover of a vehicle; from above only a roof or an improved position is any."""
    covered = gp_cover(game, unit_id)
    if covered.cover not in ("medium", "heavy"):
        return
    name = f"vehicle-{covered.cover}-cover"
    if means == "direct" or not gp_rows(game.content)[name].overhead or covered.by in OVERHEAD:
        add(found, game.content, name, means)


@rule("6.5.4.3/target-moving")
def of_moving_vehicle(game: Game, unit_id: str, means: Means) -> Sum:
    """A vehicle that moves and has shown it; where indirect fire does not look at that, it does not ask."""
    found = Sum()
    if isinstance(card_of(game, unit_id), Vehicle) and is_known_to_move(game, unit_id):
        add(found, game.content, "target-moving", means)
    return found


# The firer


@rule("6.5.4.3/short-halt", "6.5.4.3/shooter-damaged", "6.5.4.3/shooter-suppressed", "6.6.7.2")
def of_firer(game: Game, unit_id: str, means: Means) -> Sum:
    """The state of a firing unit; passengers do not mind that their vehicle halts only for a moment."""
    found, unit = Sum(), game.state.units[unit_id]
    if not unit.carrier and game.state.commands[unit_id].order == "short-halt":
        add(found, game.content, "short-halt", means)
    if unit.damaged:
        add(found, game.content, "firer-damaged", means)
    if is_suppressed(game, unit_id):
        add(found, game.content, "firer-suppressed", means)
    return found


# Direct fire


@rule("6.5.4.3/smoke", "6.5.4.3/barrage", "6.5.4.3/on-fire", "6.5.4.3/brew-up-smoke", "6.5.4.3/overwatch",
      "6.5.4.3/overwatch-adjust", "6.5.4.3/ammo-limit", "6.5.4.3/transported-fire", "6.5.4.3/dual-fire",
      "6.5.4.3/unit-grade", "6.5.3", "5.11", "5.12")  # fmt: skip
def of_fire(game: Game, aim: Aim, short: tuple[Shortage, ...], band: Band) -> Sum:
    """What holds for all that a direct shot strikes: the firer, what lies on the line, and how it is fired."""
    units, content = game.state.units, game.content
    firer, target = units[aim.firer], units[aim.target]
    mount = weapon_of(game, aim.firer, aim.weapon).mount
    found = of_firer(game, aim.firer, "direct")
    ends = Viewpoint(firer.at, firer.floor), Viewpoint(target.at, target.floor)
    found.parts += gp_hindrance(content, hindrances_of_gp(content, changes(game), *ends))
    for name, holds in (
        (overwatch_modifier(game, aim.firer, mount, aim.target), aim.overwatch),
        ("ammo-limit", bool(short)),
        ("transported-fire", firer.carrier != ""),
        (f"dual-fire-{aim.dual}", aim.dual != ""),
    ):
        if holds:
            add(found, content, name, "direct")
    grade = gp_grade(game, aim.firer, band)
    if grade:
        found.add("unit-grade", grade, gp_rows(content)["unit-grade"].rule)
    return found


@rule("6.5.4.3", "6.5.4.3/wall-hexside", "6.5.4.3/railroad", "6.5.4.3/heat-haze", "6.5.4.3/coax-mg")
def direct_modifiers(game: Game, aim: Aim, short: tuple[Shortage, ...], band: Band) -> Sum:
    """All modifiers of direct GP fire at its target."""
    units, content = game.state.units, game.content
    found = of_moving_vehicle(game, aim.target, "direct")
    found.parts += of_target(game, aim.target, "direct")
    found.parts += of_fire(game, aim, short, band)
    at, on_men = units[aim.target].at, not isinstance(card_of(game, aim.target), Vehicle)
    for name, holds in (
        ("over-wall", on_men and crosses_wall(content, units[aim.firer].at, at)),
        ("on-railroad", on_men and content.terrain[at] == "railroad"),
        ("heat-haze", is_hazy(game, aim.firer, aim.target)),
        ("coax-mg", has_coax(game, aim, band)),
    ):
        if holds:
            add(found, content, name, "direct")
    return found


@rule("6.5.4.2.3", "6.5.4.4", "6.5.4.3/coax-mg")
def passenger_modifiers(game: Game, aim: Aim, short: tuple[Shortage, ...], band: Band) -> Sum:
    """All modifiers of direct GP fire at one who rides in a vehicle; no terrain helps or harms there (ruling)."""
    found = of_fire(game, aim, short, band)
    if has_coax(game, aim, band):
        add(found, game.content, "coax-mg", "direct")
    return found


@rule("6.5.4.3/heat-haze")
def is_hazy(game: Game, firer: str, target: str) -> bool:
    """Whether heat haze blurs a target: where the scenario has it, and from so far away for its size."""
    card = card_of(game, target)
    size: Literal["V", "L", "S"] = "V" if isinstance(card, Vehicle) else card.size if isinstance(card, Towed) else "S"
    ranges = game.content.table("heat-haze", HeatHazeFile).ranges
    return game.content.scenario.conditions.heat_haze and range_to(game, firer, target) >= ranges[size]


@rule("6.5.4.3/coax-mg")
def has_coax(game: Game, aim: Aim, band: Band) -> bool:
    """Whether a coaxial machine gun helps: at point blank, against all that is not armored."""
    firer, other = card_of(game, aim.firer), card_of(game, aim.target)
    armored = isinstance(other, Vehicle) and other.type == "A"
    return isinstance(firer, Vehicle) and firer.coax and band == "P" and not armored
