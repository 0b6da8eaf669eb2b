"""How the battle is judged: the awards of the scenario, counted as they fall due."""

from __future__ import annotations

from sandtable.games.gts.content import Award
from sandtable.games.gts.events.scenario import Scored
from sandtable.games.gts.fire.fire_zones import in_enemy_zone
from sandtable.games.gts.sequence.leaders import in_command
from sandtable.games.gts.state import ALLIED, GERMAN, SIDES
from sandtable.games.gts.units import Game, counter, division_of, formation_of, is_night, on_map, side_of
from sandtable.kernel import rule
from sandtable.mechanics.roster import units_in


@rule("12.0")
def falls_due(game: Game, award: Award) -> bool:
    """Whether an award is looked at in this turn."""
    turn = game.state.turn
    if award.turns is not None and not award.turns[0] <= turn <= award.turns[1]:
        return False
    if award.at_nights and not is_night(game):
        return False
    if award.unless and game.state.scores.get(award.unless):
        return False
    return award.per != "once" or not game.state.scores.get(award.id)


@rule("12.0")
def count_turn(game: Game) -> None:
    """Add what this turn scores; losses are counted anew each time."""
    for award in game.content.scenario.victory:
        if award.kind == "losses":
            game.state.scores[award.id] = award.points * lost_steps(game, award)
        elif falls_due(game, award):
            score(game, award, amount(game, award))


def score(game: Game, award: Award, number: int) -> None:
    """Give an award so many times."""
    if number:
        points = award.points * number
        game.state.scores[award.id] = game.state.scores.get(award.id, 0) + points
        game.say(Scored(rule="12.0", award=award.id, side=award.side, points=points))


def amount(game: Game, award: Award) -> int:
    """How many times an award is due now, by its kind."""
    return {
        "occupy": occupied,
        "control": controlled,
        "clear": cleared,
        "absent": absent,
        "exit": exits,
        "no-exit": nobody_through,
        "link-up": linked_up,
        "crossed": crossed,
        "perimeter": steps_inside,
        "saved": saved,
    }[award.kind](game, award)


def holds(game: Game, award: Award, label: str) -> bool:
    """Whether a side has what an award asks for in a hex: steps, unsuppressed, in command."""
    units = game.state.units
    fit = [
        unit_id
        for unit_id in units_in(game, label)
        if side_of(game, unit_id) == award.side
        and not (award.unsuppressed and units[unit_id].suppressed)
        and not (award.command and not in_command(game, unit_id))
    ]
    return bool(fit) and sum(units[unit_id].steps for unit_id in fit) >= award.steps


def occupied(game: Game, award: Award) -> int:
    test = all if award.all else any
    return int(test(holds(game, award, label) for label in award.hexes))


def controlled(game: Game, award: Award) -> int:
    test = all if award.all else any
    return int(test(game.state.holders.get(label) == award.side for label in award.hexes))


def cleared(game: Game, award: Award) -> int:
    """No enemy of the side in the hexes, nor, where it says so, with a fire zone on them."""
    for label in award.hexes:
        there = units_in(game, label)
        if there and side_of(game, there[0]) != award.side:
            return 0
        if award.fire_zones and in_enemy_zone(game, label, award.side):
            return 0
    return 1


def absent(game: Game, award: Award) -> int:
    region = game.content.region(award.region)
    return int(
        not any(
            unit.at in region and not unit.entry and side_of(game, unit_id) != award.side
            for unit_id, unit in game.state.units.items()
        )
    )


def exits(game: Game, award: Award) -> int:
    """The units that have left the map in this turn."""
    return sum(game.state.exited.get(unit_id) == game.state.turn for unit_id in award.units)


def nobody_through(game: Game, award: Award) -> int:
    """Whether no enemy of the side has left the map, once the last turn for it has come."""
    last = award.turns[1] if award.turns is not None else game.content.last_turn
    through = any(counter(game, unit_id).side != award.side for unit_id in game.state.exited)
    return int(game.state.turn == last and not through)


def linked_up(game: Game, award: Award) -> int:
    """Whether a unit is in or next to the goal, either in command or stacked there with one of those that wait."""
    near = set(award.hexes) | {label for goal in award.hexes for label in game.content.adjacent[goal]}
    waiting = {game.state.units[unit_id].at for unit_id in award.joins if on_map(game, unit_id)}
    come = [unit_id for unit_id in award.units if on_map(game, unit_id) and game.state.units[unit_id].at in near]
    return int(any(in_command(game, unit_id) or game.state.units[unit_id].at in waiting for unit_id in come))


def crossed(game: Game, award: Award) -> int:
    region = game.content.region(award.region)
    return int(
        any(
            unit.at in region and not unit.entry and division_of(game, unit_id) == award.division
            for unit_id, unit in game.state.units.items()
        )
    )


def steps_inside(game: Game, award: Award) -> int:
    """The steps of a division in a region."""
    region = game.content.region(award.region)
    return sum(
        unit.steps
        for unit_id, unit in game.state.units.items()
        if unit.at in region and not unit.entry and division_of(game, unit_id) == award.division
    )


def saved(game: Game, award: Award) -> int:
    """The steps withdrawn, and those of a division on the safe bank, outside the region; not an exempt formation's."""
    region = game.content.region(award.region)
    withdrawn = sum(
        steps for unit_id, steps in game.state.withdrawn.items() if counter(game, unit_id).formation != award.exempt
    )
    return withdrawn + sum(
        unit.steps
        for unit_id, unit in game.state.units.items()
        if division_of(game, unit_id) == award.division
        and on_map(game, unit_id)
        and unit.at not in region
        and formation_of(game, unit_id) != award.exempt
    )


def lost_steps(game: Game, award: Award) -> int:
    """The steps that a side has lost, or those of its armour; a 0-step unit counts where the award says so."""
    assert award.of is not None
    if award.armored:
        return game.state.armour.get(award.of, 0)
    lost = [counter(game, unit_id) for unit_id in game.state.lost] if award.zero_step else []
    without = sum(kind.side == award.of and kind.steps == 0 for kind in lost)
    return game.state.losses.get(award.of, 0) + award.zero_step * without


def points(game: Game, side: str) -> int:
    """The victory points of a side so far."""
    scores = game.state.scores
    return sum(scores.get(award.id, 0) for award in game.content.scenario.victory if award.side == side)


def lead(game: Game) -> int:
    """How far the Allies are ahead."""
    return points(game, ALLIED) - points(game, GERMAN)


@rule("12.0")
def ends_early(game: Game) -> bool:
    """Whether none of the units on which the scenario turns is left in their region."""
    end = game.content.scenario.early_end
    if end is None:
        return False
    region = game.content.region(end.region)
    return not any(on_map(game, unit_id) and game.state.units[unit_id].at in region for unit_id in end.units)


@rule("12.0")
def conclude(game: Game) -> None:
    """Determine the winner by the lead in points; an early end counts for the turns that are left."""
    end = game.content.scenario.early_end
    rest = game.content.last_turn - game.state.turn
    if end is not None and rest > 0 and ends_early(game):
        award = f"early-{end.side}"
        game.state.scores[award] = end.points * rest
        game.say(Scored(rule="12.0", award=award, side=end.side, points=end.points * rest))
    ahead = lead(game) + bonus(game)
    level = next(grade.level for grade in game.content.scenario.levels if grade.lead is None or ahead >= grade.lead)
    winner = next((side for side in SIDES if level.startswith(side)), None)
    game.end(winner, level, "12.0")


def bonus(game: Game) -> int:
    """What an early end adds to the lead of the Allies."""
    return game.state.scores.get("early-allied", 0) - game.state.scores.get("early-german", 0)
