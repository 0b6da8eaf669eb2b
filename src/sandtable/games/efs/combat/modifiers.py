"""Chapter 15.5: the modifiers of a combat's die, each a line of a sum with its rule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from sandtable.games.efs.artillery.support import rockets_in_action
from sandtable.games.efs.combat.forces import Forces, defenders, hexsides_attacked
from sandtable.games.efs.combat.terrain_modifiers import CITIES, is_strong, terrain_modifiers
from sandtable.games.efs.fortifications.works import has_line, is_belt, is_citadel, line_crossed
from sandtable.games.efs.stacking import limit, points
from sandtable.games.efs.state import AXIS, SOVIET
from sandtable.games.efs.tables import CombatModifiersFile
from sandtable.games.efs.units import (
    GUNS_AGAINST_ARMOR,
    HEAVY,
    Game,
    is_armored,
    is_engineer,
    printed,
    side_of,
)
from sandtable.games.efs.weather.conditions import is_frozen, mud_in, snow_in
from sandtable.kernel import rule
from sandtable.mechanics.roster import units_in
from sandtable.mechanics.sums import Sum
from sandtable.mechanics.switches import is_on

FORTIFICATIONS = frozenset({"fortified-line", "fortified-belt", "strongpoint", "strongpoint-before-city", "citadel"})
SETTLED = frozenset({"city", "town"})
ENGINEERS_CANCEL = FORTIFICATIONS | SETTLED | {"river", "hexsides"}
"""The terrain eligible for engineer effects, by the lines that it gives the defender (15.53b)."""
GUNS_CANCEL = FORTIFICATIONS | SETTLED
BUSTERS = frozenset({"anti-aircraft", "motorized-anti-aircraft", "assault-gun"})
BEYOND_THE_LIMIT = frozenset({"below-least-odds", "out-of-supply", "without-attack-supply"})
"""What comes on top of the limit by one reading of 15.5."""
WITH_ARMOR = frozenset({"reconnaissance", "motorized-infantry", "motorcycle-infantry", "motorized-engineer"})
"""What armor combines arms with (15.57a)."""
BARRIERS = frozenset({"river", "canal", "major-river"})
NO_COMBINED_ARMS = frozenset({"city", "major-city", "mountain", "alpine"})


@rule("11.38b", "15.5", "15.52")
def modifiers(game: Game, forces: Forces, below_least: int) -> Sum:
    """All modifiers of a combat, those of the ground first; `below_least` is what odds below the table add."""
    figures = game.content.table("combat-modifiers", CombatModifiersFile).modifiers
    ground = terrain_modifiers(game, forces)
    found = Sum([*ground, *specialists(game, forces, ground)])
    if forces.no_retreat:
        found.add("no-retreat", figures["no-retreat"], "15.52")
    of_supply(game, forces, found)
    if has_combined_arms(game, forces):
        found.add("combined-arms", figures["combined-arms"], "15.57a")
    division_integrity(game, forces, found)
    if any(game.state.units[unit_id].overrun for unit_id in defenders(game, forces)):
        found.add("overrun-marker", figures["overrun-marker"], "11.38b")
    if below_least:
        found.add("below-least-odds", below_least, "15.47c")
    return found


@rule("15.5")
def limited(game: Game, total: int) -> int:
    """A sum of modifiers, held to what it may come to."""
    least, most = game.content.table("combat-modifiers", CombatModifiersFile).limits
    return min(max(total, least), most)


@rule("15.5")
def net(game: Game, found: Sum) -> int:
    """What modifiers come to: all of them held to the limit; by a switch those of odds and supply come on top."""
    on_top = 0
    if is_on(game.content, "odds-and-supply-on-top"):
        on_top = sum(part.value for part in found if part.label in BEYOND_THE_LIMIT)
    return limited(game, found.total - on_top) + on_top


# Engineers, heavy guns, bunker busters


@rule("15.53a", "15.53b", "15.53d")
def may_use_engineers(game: Game, forces: Forces) -> bool:
    """Whether engineer effects may be declared: with an engineer, against a city, against other ground whose effect he
    can take away, or across shallow water; by a switch, at every river and town.
    """
    if not any(is_engineer(game, unit_id) for unit_id in forces.attackers):
        return False
    edges, content = hexsides_attacked(game, forces), game.content
    if is_on(content, "engineers-at-any-river") and (
        any(content.hexsides[edge] & BARRIERS for edge in edges) or content.towns & {*forces.hexes}
    ):
        return True
    shallow = any("shallow-water" in content.hexsides[edge] for edge in edges)
    if shallow or any(content.parts[label] & CITIES for label in forces.hexes):
        return True
    return any(part.label in ENGINEERS_CANCEL for part in terrain_modifiers(game, forces))


@rule("15.53c", "22.15")
def must_use_engineers(game: Game, forces: Forces) -> bool:
    """Whether engineer effects apply by themselves: an engineer attacks from above the stacking limit."""
    return any(is_above(game, unit_id, forces) for unit_id in forces.attackers if is_engineer(game, unit_id))


@rule("13.32b", "15.53c")
def is_above(game: Game, engineer: str, forces: Forces) -> bool:
    """Whether an engineer is above the stacking limit of his hex: it holds too much, even without the rockets that may
    be above it as well.
    """
    at = game.state.units[engineer].at
    rockets = rockets_in_action(game, at, forces.attack, forces.support)
    return bool(at) and points(game, {*units_in(game, at)} - {*rockets}) > limit(game, at)


@rule("13.42e", "13.44a", "13.44b", "15.53a", "15.54", "15.54/note-support", "18.51d")
def specialists(game: Game, forces: Forces, ground: Sum) -> Sum:
    """What engineers and heavy guns take away: engineers once in a combat, each gun once, together no more than what
    the defender has by cities and fortifications.
    """
    figures, found = game.content.table("combat-modifiers", CombatModifiersFile).modifiers, Sum()
    if forces.engineers:
        found.add("engineers", figures["engineers"], "15.53a")
    cancelled = FORTIFICATIONS if is_on(game.content, "guns-cancel-works-only") else GUNS_CANCEL
    left = sum(part.value for part in ground if part.label in cancelled) + found.total
    for unit_id in forces.support:
        if printed(game, unit_id).type in HEAVY and left > 0 and unit_id not in forces.silenced:
            found.add("heavy-artillery", figures["heavy-artillery"], "15.54", unit=unit_id)
            left += figures["heavy-artillery"]
    return found


@rule("15.44", "15.44a", "15.44b")
def may_bust(game: Game, forces: Forces) -> list[str]:
    """The attackers of which one may be the bunker buster: Axis assault guns and anti-aircraft guns against a
    fortification or a city, but never against a citadel.
    """
    if forces.side != AXIS or any(is_citadel(game, label) for label in forces.hexes):
        return []
    hard = any(
        label in game.content.cities or is_belt(game, label) or is_strong(game, label, forces.enemy)
        for label in forces.hexes
    )
    crossing = [
        unit_id
        for unit_id in forces.attackers
        if any(line_crossed(game, (game.state.units[unit_id].at, label)) for label in forces.hexes)
    ]
    hard = hard or (bool(crossing) and is_on(game.content, "busters-behind-others"))
    return [
        unit_id
        for unit_id in forces.attackers
        if printed(game, unit_id).type in BUSTERS and (hard or unit_id in crossing)
    ]


# Supply


@rule("6.35", "15.22", "15.56", "15.56a", "15.56b")
def of_supply(game: Game, forces: Forces, found: Sum) -> None:
    """What lack of supply changes: a defender out of supply, an attack without attack supply."""
    figures = game.content.table("combat-modifiers", CombatModifiersFile).modifiers
    if any(game.state.units[unit_id].supply == "out" for unit_id in defenders(game, forces)):
        found.add("out-of-supply", figures["out-of-supply"], "15.56a")
    if not forces.supplied:
        found.add("without-attack-supply", figures["without-attack-supply"], "15.56b")


# Combined arms


@rule("15.57a", "15.57b", "15.57c", "15.57f")
def has_combined_arms(game: Game, forces: Forces) -> bool:
    """Whether the Axis combines arms: armor with a red strength and motorized troops, wherever they attack from,
    against a force without armor and without guns against armor.
    """
    armor = [unit_id for unit_id in forces.attackers if is_red_armor(game, unit_id)]
    others = [unit_id for unit_id in forces.attackers if printed(game, unit_id).type in WITH_ARMOR]
    if forces.side != AXIS or not armor or not others:
        return False
    if any(stops_armor(game, unit_id) for unit_id in defenders(game, forces)):
        return False
    return not ground_forbids_combined_arms(game, forces, [*armor, *others])


def is_red_armor(game: Game, unit_id: str) -> bool:
    """Whether a unit is armored and has a red attack strength."""
    return is_armored(game, unit_id) and printed(game, unit_id).red


@rule("15.57a")
def stops_armor(game: Game, unit_id: str) -> bool:
    """Whether a defender denies the combined arms bonus: red armor, anti-tank and anti-aircraft guns."""
    return is_red_armor(game, unit_id) or printed(game, unit_id).type in GUNS_AGAINST_ARMOR


@rule("15.57d", "15.57e", "18.14", "18.23", "18.32")
def ground_forbids_combined_arms(game: Game, forces: Forces, required: Collection[str]) -> bool:
    """Whether ground or weather forbids combined arms: mud and snow, swamps, cities, heights, fortifications; rivers
    or fortified lines that all the units cross of which it is made up. By a switch, mud and snow under these too.
    """
    content, frozen = game.content, is_frozen(game)
    if any(mud_in(game, label) or snow_in(game, label) for label in where_weather_counts(game, forces, required)):
        return True
    for label in forces.hexes:
        if content.parts[label] & NO_COMBINED_ARMS:
            return True
        if ("swamp" in content.parts[label] and not frozen) or is_strong(game, label, SOVIET):
            return True
        if is_belt(game, label) or is_citadel(game, label):
            return True
    edges = [(game.state.units[unit_id].at, label) for unit_id in required for label in forces.hexes]
    iced = frozen and not is_on(content, "ice-stops-combined-arms")
    across = all(content.hexsides[edge] & BARRIERS for edge in edges) and not iced
    if is_on(content, "lines-stop-combined-arms") and any(has_line(game, label) for label in forces.hexes):
        return True
    return across or all(line_crossed(game, edge) for edge in edges)


@rule("15.57e")
def where_weather_counts(game: Game, forces: Forces, required: Collection[str]) -> set[str]:
    """The hexes in which mud and snow forbid combined arms: those attacked, by a switch also those from which."""
    from_where = {game.state.units[unit_id].at for unit_id in required}
    return {*forces.hexes, *(from_where if is_on(game.content, "mud-under-armor-counts") else ())}


# Division integrity


@rule("6.54b", "15.22", "15.58a", "15.58b", "18.51d")
def division_integrity(game: Game, forces: Forces, found: Sum) -> None:
    """The bonus of whole divisions: each panzer division, and with each of them one motorized division; one in all
    against a citadel.
    """
    figures = game.content.table("combat-modifiers", CombatModifiersFile).modifiers
    whole = [name for name in divisions_attacking(game, forces) if is_whole(game, forces, name)]
    panzers = [name for name in whole if game.content.divisions[name].kind == "panzer"]
    motorized = [name for name in whole if game.content.divisions[name].kind == "motorized"][: len(panzers)]
    if forces.enemy == SOVIET and any(is_citadel(game, label) for label in forces.hexes):
        panzers, motorized = panzers[:1], []
    for name in panzers:
        found.add("panzer-division", figures["panzer-division"], "15.58a", division=name)
    for name in motorized:
        found.add("motorized-division", figures["motorized-division"], "15.58b", division=name)


def divisions_attacking(game: Game, forces: Forces) -> list[str]:
    names = [printed(game, unit_id).division for unit_id in forces.attackers if side_of(game, unit_id) == AXIS]
    return list(dict.fromkeys(name for name in names if name))


@rule("6.35", "15.21/note-oos-units", "15.22", "15.58c", "15.58d")
def is_whole(game: Game, forces: Forces, division: str) -> bool:
    """Whether enough of a division attacks, from wherever and however weakened: of a panzer division its panzers, a
    regiment, and the other or the scouts; of a motorized division both regiments and the scouts. Without attack supply
    none of its units may lack supply or fuel.
    """
    units = game.state.units
    present = [unit_id for unit_id in forces.attackers if printed(game, unit_id).division == division]
    if not forces.supplied and any(units[u].supply == "out" or units[u].fuel_shortage for u in present):
        return False
    count = Counter(printed(game, unit_id).component for unit_id in present)
    regiments, scouts = count["motorized-infantry"], count["reconnaissance"]
    if game.content.divisions[division].kind == "panzer":
        return count["panzer"] >= 1 and regiments >= 1 and regiments + scouts >= 2
    return regiments >= 2 and scouts >= 1
