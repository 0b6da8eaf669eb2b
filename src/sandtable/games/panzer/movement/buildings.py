"""Chapters 6.1.4.3.1 and 6.6.3: vehicles that drive into buildings and out of them, and men who climb their stairs."""

from __future__ import annotations

from sandtable.games.panzer.combat.losses import Harm, harm_vehicle, tell_harm
from sandtable.games.panzer.combat.passengers import passengers_of
from sandtable.games.panzer.content import Content
from sandtable.games.panzer.ground import buildings, top_floor
from sandtable.games.panzer.movement.allowance import figures
from sandtable.games.panzer.movement.costs import places_for, standing, way_slots
from sandtable.games.panzer.movement.modes import MANNERS
from sandtable.games.panzer.movement.reach import (
    AHEAD,
    Course,
    can_pay,
    may_leave_hex,
    no_ends,
    place_straight,
    step_cost,
)
from sandtable.games.panzer.spotting.spotting_phase import changes
from sandtable.games.panzer.tables.fire import BuildingEntryFile, BuildingEntryRow
from sandtable.games.panzer.units import Game, side_of, vehicle, vehicles
from sandtable.kernel import Line, Option, of_content, rule
from sandtable.mechanics.switches import is_on

DIE = "d100"
INSIDE = "inside"
ANTI_AIRCRAFT = "anti-aircraft"
UP, DOWN = Option("do:up", 1, rule="6.6.4.1"), Option("do:down", 1, rule="6.6.4.1")


# Vehicles


@of_content
@rule("6.1.4.3.1", "6.6.3")
def fits_indoors(content: Content, unit_id: str) -> bool:
    """Whether a unit is a tracked vehicle with overhead protection, and no anti-aircraft vehicle."""
    card = vehicles(content).get(unit_id)
    if card is None or card.movement.mode != "T":
        return False
    return not card.open_top and not card.kind.startswith(ANTI_AIRCRAFT)


@rule("6.1.4.3.1", "6.6.3")
def inside_option(game: Game, course: Course) -> list[Option]:
    """Driving forward into the buildings of the next hex, off the roads and without passengers."""
    content = game.content
    if not buildings(content) or not fits_indoors(content, course.unit) or not may_leave_hex(game, course):
        return []
    place = place_straight(game, course, AHEAD)
    if place is None or passengers_of(game, course.unit):
        return []
    to = standing(places_for(content, course.mode), place)
    label, slot = content.board.labels[to.hex], 6 * content.board.index[game.state.units[course.unit].at] + to.facing
    stands = label in buildings(content) and label not in changes(game).rubble
    if not stands or slot in way_slots(content) or no_ends(game, side_of(game, course.unit))[to.hex]:
        return []
    price = step_cost(game, course, place)
    if not can_pay(game, course, place, price):
        return []
    return [Option(f"{INSIDE}:{label}", min(price, course.most_left) if course.fresh else price, "6.6.3")]


@rule("6.6.3")
def leaves_building(game: Game, course: Course, place: int) -> bool:
    """Whether the next step leads a vehicle out of the buildings of its hex, off the roads."""
    unit, content = game.state.units[course.unit], game.content
    if not unit.indoors or not MANNERS[course.mode].turns:
        return False
    here, there = content.board.index[unit.at], standing(places_for(content, course.mode), place).hex
    direction = content.board.neighbours[6 * here : 6 * here + 6].index(there)
    return 6 * here + direction not in way_slots(content)


@of_content
def entry_row(content: Content, label: str) -> BuildingEntryRow:
    """What the buildings of a hex do to vehicles."""
    rows = content.table("building-entry", BuildingEntryFile).buildings
    return next(row for kind, row in rows.items() if content.terrain[label] == f"building-{kind}")


@rule("6.6.3", "6.6.3/results", "4.4.3.2.6/damaged")
def break_through(game: Game, unit_id: str, label: str) -> Harm:
    """Check a vehicle before it drives into the buildings of a hex or out of them; a second damage knocks out."""
    row = entry_row(game.content, label)
    strong = game.content.table("building-entry", BuildingEntryFile).per_defense * vehicle(game, unit_id).gp_defense
    first = game.roll(DIE, "building-entry", "6.6.3", bands=(row.hit - strong + 1,))
    lines = [Line("die", str(first), "6.6.3"), Line("gp-defense", f"{strong:+d}", "6.6.3")]
    lines.append(Line("harmed-up-to", str(row.hit), "6.6.3"))
    harm: Harm = "unharmed"
    if first + strong <= row.hit:
        second = game.roll(DIE, "building-harm", "6.6.3", bands=(row.track + 1,))
        second_damage: Harm = "unharmed" if is_on(game.content, "walls-damage-once") else "knocked-out"
        again = game.state.units[unit_id].damaged
        harm = "track-hit" if second <= row.track else second_damage if again else "damaged"
        lines += [Line("die", str(second), "6.6.3"), Line("tracks-up-to", str(row.track), "6.6.3")]
    tell_harm(game, unit_id, "building-entry", harm, lines)
    harm_vehicle(game, unit_id, harm, "6.6.3/results")
    return harm


# Storeys


@rule("6.1.4.3.1", "6.6.4.1")
def storey_options(game: Game, course: Course) -> list[Option]:
    """Going to the top floor of a building, and down again: for men on foot, not while they crawl or hurry."""
    unit, manner = game.state.units[course.unit], MANNERS[course.mode]
    pays = course.left.cross_country >= figures(game.content).storey
    if manner.column != "leg" or manner.hurries or manner.keeps_level or not pays:
        return []
    if unit.floor:
        return [DOWN]
    top = top_floor(game.content, unit.at) if unit.at not in changes(game).rubble else 0
    return [UP] if top > 0 else []


@rule("6.1.4.3.1", "6.6.4.1")
def climbed(game: Game, course: Course) -> Course:
    """How far a unit has come once it has gone up or down."""
    left = course.left._replace(cross_country=course.left.cross_country - figures(game.content).storey)
    return course._replace(left=left, fresh=False)
