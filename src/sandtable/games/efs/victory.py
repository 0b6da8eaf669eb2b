"""Chapter 24: victory points, victory locations, and who has won."""

from __future__ import annotations

from sandtable.games.efs.content import Content
from sandtable.games.efs.events import Scored
from sandtable.games.efs.index import friends
from sandtable.games.efs.state import AXIS, SOVIET, Location
from sandtable.games.efs.tables import VictoryFile
from sandtable.games.efs.units import Game, class_of, printed, side_of
from sandtable.games.efs.zones import zone_of
from sandtable.kernel import derived, of_content, rule
from sandtable.mechanics.roster import hexes_of, occupier, units_in
from sandtable.mechanics.switches import is_on


@rule("24.11", "24.12")
def score(game: Game, points: int, why: str, rule_id: str, at: str = "") -> None:
    """Change the Axis total, which may fall below nothing; Soviet points are taken from it."""
    if points:
        game.state.vp += points
        game.say(Scored(rule=rule_id, points=points, total=game.state.vp, why=why, at=at))


def worth(game: Game, label: str) -> int:
    """What a victory location is worth in this turn."""
    return worth_in(game.content, label, game.state.turn)


@rule("24.21", "24.23")
def worth_in(content: Content, label: str, turn: int) -> int:
    """What a victory location is worth in a turn, by the last line of the schedule; nothing before the first."""
    points = content.card.locations[label].points
    return points[max(first for first in points if first <= turn)] if turn >= min(points) else 0


@rule("24.22", "24.24a", "24.25b")
def settle(game: Game) -> None:
    """Score every location that an Axis unit has come to occupy, at once; lose those that the Soviets have retaken.

    The ruling on 24.25b: a location that is retaken is lost at once, one that is left without a garrison in the
    Administrative Segment; a switch leaves both to it. Once lost, it takes all the steps that it requires to score it
    again. On 24.24a: a unit scores a location, or by a switch a zone of control that the enemy does not contest.
    """
    by_zone = is_on(game.content, "zones-score-locations")
    if not by_zone and not is_any_to_score(game):
        return
    at_once = not is_on(game.content, "locations-lost-at-the-end")
    for label in game.content.card.locations:
        now = game.state.locations.get(label, Location())
        held = occupier(game, label)
        if not now.counted and (is_regained(game, label) if now.taken else is_taken(game, label)):
            game.state.locations[label] = Location(counted=True, taken=now.taken or game.state.turn)
            score(game, worth(game, label), "location", "24.22", label)
        elif held == SOVIET and now.counted and at_once:
            game.state.locations[label] = Location(counted=False, taken=now.taken)
            score(game, -worth(game, label), "location-lost", "24.25b", label)


@rule("24.22", "24.24a")
def is_taken(game: Game, label: str) -> bool:
    """Whether an Axis unit occupies a location, or by a switch a zone of control that the enemy does not contest."""
    held = occupier(game, label)
    by_zone = held is None and is_on(game.content, "zones-score-locations")
    return held == AXIS or (by_zone and is_in_axis_zone(game, label))


@rule("24.24b", "24.25b")
def is_regained(game: Game, label: str) -> bool:
    """Whether a location that was lost is the Axis player's again: with the steps that it requires, anywhere in its
    city if its own hex has stayed friendly.
    """
    holds_city = bool(occupying(game, label)) and label in friends(game).of[AXIS]
    return (is_taken(game, label) or holds_city) and is_occupied(game, label)


@derived("units", "locations")
def is_any_to_score(game: Game) -> bool:
    """Whether a location is occupied by a side that it does not count for."""
    counted, others = counted_and_not(game)
    return not hexes_of(game, SOVIET).isdisjoint(counted) or not hexes_of(game, AXIS).isdisjoint(others)


@derived("locations")
def counted_and_not(game: Game) -> tuple[frozenset[str], frozenset[str]]:
    """The locations that count for the Axis, and the hexes of the cities of the others."""
    counted = frozenset(label for label, each in game.state.locations.items() if each.counted)
    others = game.content.card.locations.keys() - counted
    return counted, frozenset().union(*[whole_city(game.content, label) for label in others])


@rule("3.12", "24.22")
def is_in_axis_zone(game: Game, label: str) -> bool:
    """Whether the Axis alone exerts a zone of control into a hex."""
    return label in zone_of(game, AXIS) and label not in zone_of(game, SOVIET)


@of_content
@rule("24.24b")
def whole_city(content: Content, label: str) -> frozenset[str]:
    """The hexes of the city that a hex belongs to, or the hex alone."""
    found, reached = {label}, [label] if label in content.cities else []
    while reached:
        near = {*content.adjacent[reached.pop()]} & content.cities - found
        found |= near
        reached += near
    return frozenset(found)


@rule("24.24b", "24.24d", "24.25a", "24.25b")
def is_occupied(game: Game, label: str) -> bool:
    """Whether a location has the steps that it requires, of whichever units, anywhere in its city, and no enemy is in
    it. Where none are required, it is enough that it is friendly.
    """
    needed = game.content.card.locations[label].garrison
    if not needed:
        return label in friends(game).of[AXIS]
    steps = sum(game.state.units[unit_id].steps for unit_id in occupying(game, label))
    return steps >= needed and occupier(game, label) != SOVIET


@rule("24.24b", "24.25a")
def occupying(game: Game, label: str) -> list[str]:
    """The Axis units in a location, anywhere in its city."""
    hexes = sorted(whole_city(game.content, label))
    return [unit_id for each in hexes if occupier(game, each) == AXIS for unit_id in units_in(game, each)]


@rule("24.25b", "24.25b/note")
def check_occupation(game: Game) -> None:
    """The Administrative Segment: locations without the unit that they require are taken from the total.

    They stay friendly; a unit that comes back scores them again.
    """
    for label, location in game.state.locations.items():
        if location.counted and not is_occupied(game, label):
            game.state.locations[label] = Location(counted=False, taken=location.taken)
            score(game, -worth(game, label), "location-empty", "24.25b", label)


@rule("12.36a")
def convert_mandated_attacks(game: Game) -> None:
    """Mandated attacks not yet made become points in a turn in which the Axis took a location for the first time and
    still holds it.

    The ruling on 12.36a: it holds what it occupies as it must; by a switch all that is friendly to it.
    """
    taken = [label for label, location in game.state.locations.items() if location.taken == game.state.turn]
    friendly = friends(game).of[AXIS] if is_on(game.content, "friendly-locations-convert") else frozenset()
    if game.state.mandated and any(label in friendly or is_occupied(game, label) for label in taken):
        points = game.state.mandated * game.content.card.points.mandated
        game.state.mandated = 0
        score(game, points, "mandated", "12.36a")


@rule("24.11")
def headquarters_lost(game: Game) -> None:
    """A Soviet HQ was lost: the schedule says what for."""
    score(game, game.content.card.points.headquarters, "headquarters", "24.11")


@rule("24.12", "24.31")
def count_unsupplied(game: Game) -> None:
    """At the end, each location that is held by a unit out of supply counts by itself, where the schedule says so."""
    for label, location in game.state.locations.items():
        if location.counted and any(game.state.units[unit_id].supply == "out" for unit_id in units_in(game, label)):
            score(game, game.content.card.points.unsupplied_location, "unsupplied", "24.31", label)


@rule("16.25", "24.41", "24.42")
def steps_lost(game: Game, unit_id: str, steps: int) -> None:
    """Record steps of armor and artillery that a side has lost: every sixth is a point, and what is more stays on the
    track unless a switch begins it anew.
    """
    if not counts_for_points(game, unit_id):
        return
    side, full = side_of(game, unit_id), game.content.table("victory", VictoryFile).steps_for_a_point
    points, left = divmod(game.state.losses.get(side, 0) + steps, full)
    if points and is_on(game.content, "losses-start-anew"):
        points, left = 1, 0
    game.state.losses[side] = left
    score(game, points if side == SOVIET else -points, "losses", "24.41")


@rule("24.41", "21.35")
def counts_for_points(game: Game, unit_id: str) -> bool:
    """Whether the steps of a unit count: armor, assault guns, armored anti-tank, and all artillery."""
    if class_of(game, unit_id) == "artillery":
        return True
    return class_of(game, unit_id) == "armored" and printed(game, unit_id).type != "armored-engineer"


@rule("4.23", "24.13")
def judge(game: Game) -> None:
    """The end of the scenario: the best level that the Axis total reaches, or a Soviet victory."""
    count_unsupplied(game)
    for level, least in game.content.card.levels.items():
        if game.state.vp >= least:
            game.end(AXIS, level, "24.13")
            return
    game.end(SOVIET, "soviet", "24.13")
