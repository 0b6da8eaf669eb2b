"""Chapter 24: victory points, victory locations, and who has won."""

from __future__ import annotations

from sandtable.games.efs.events import Scored
from sandtable.games.efs.state import AXIS, SOVIET, Location
from sandtable.games.efs.tables import VictoryFile
from sandtable.games.efs.units import Game, class_of, printed, side_of
from sandtable.kernel import rule
from sandtable.mechanics.roster import occupier


@rule("24.11", "24.12")
def score(game: Game, points: int, why: str, rule_id: str, at: str = "") -> None:
    """Change the Axis total, which may fall below nothing; Soviet points are taken from it."""
    if points:
        game.state.vp += points
        game.say(Scored(rule=rule_id, points=points, total=game.state.vp, why=why, at=at))


@rule("24.21", "24.23")
def worth(game: Game, label: str) -> int:
    """What a victory location is worth in this turn."""
    points = game.content.card.locations[label].points
    return points[max(turn for turn in points if turn <= game.state.turn)]


@rule("24.22", "24.24a", "24.25b")
def settle(game: Game) -> None:
    """Score every location that an Axis unit has come to occupy, at once; lose those that the Soviets have retaken.

    The ruling on 24.25b: a location that is retaken is lost at once, one that is left without a garrison in the
    Administrative Segment.
    """
    for label in game.content.card.locations:
        now = game.state.locations.get(label, Location())
        held = occupier(game, label)
        if held == AXIS and not now.counted:
            game.state.locations[label] = Location(counted=True, taken=now.taken or game.state.turn)
            score(game, worth(game, label), "location", "24.22", label)
        elif held == SOVIET and now.counted:
            game.state.locations[label] = Location(counted=False, taken=now.taken)
            score(game, -worth(game, label), "location-lost", "24.25b", label)


@rule("16.25", "24.41", "24.42")
def steps_lost(game: Game, unit_id: str, steps: int) -> None:
    """Record steps of armor and artillery that a side has lost: every sixth is a point."""
    if not counts_for_points(game, unit_id):
        return
    side, full = side_of(game, unit_id), game.content.table("victory", VictoryFile).steps_for_a_point
    points, game.state.losses[side] = divmod(game.state.losses.get(side, 0) + steps, full)
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
    for level, least in game.content.card.levels.items():
        if game.state.vp >= least:
            game.end(AXIS, level, "24.13")
            return
    game.end(SOVIET, "soviet", "24.13")
