"""Where a staff has its units go."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.games.efs.headquarters import activation
from sandtable.games.efs.movement import fields
from sandtable.games.efs.movement.move import Move, points_left, reach
from sandtable.games.efs.movement.rail import why_not_by_rail
from sandtable.games.efs.movement.ride import RideByRail
from sandtable.games.efs.movement.strategic import why_no_strategic_move
from sandtable.games.efs.staff import engineers, overruns, posts
from sandtable.games.efs.staff.situation import Situation
from sandtable.games.efs.units import allowance, is_artillery, is_headquarters
from sandtable.kernel import Decision

RELUCTANCE = 0.05
"""How much better another hex must be for a unit to move at all."""
FAR = 7
"""How many hexes away the enemy must be for those who enter to keep to the roads."""
ACTIVATION = 0.4
"""How much better it must be for an HQ to spend a command point on it."""


# Who moves


def move_unit(situation: Situation, decision: Decision) -> str:
    """What is built and left behind, then stacks that can overrun somebody, then those who enter the map, then whoever
    gains by moving, nearest first.
    """
    first = engineers.work(situation, decision) or overruns.charging(situation, decision)
    if first:
        return first
    offered = [option.removeprefix("unit:") for option in decision.ids if option.startswith("unit:")]
    names = [name for name in offered if not engineers.stays_at_work(situation, name)]
    entering = [name for name in names if not place_of(situation, name)]
    if entering:
        return f"unit:{entering[0]}"
    for name in sorted(names, key=lambda name: turn_to_move(situation, name)):
        if activation.concerns(situation.game, name):
            if is_worth_activating(situation, name):
                return f"unit:{name}"
        elif best_move(situation, Move(units=(name,)) if name in situation.state.units else Move(supplies=(name,))):
            return f"unit:{name}"
    return "do:done"


def place_of(situation: Situation, name: str) -> str:
    supply = situation.state.supplies.get(name)
    return situation.state.units[name].at if supply is None else supply.at


def turn_to_move(situation: Situation, name: str) -> tuple[int, int, float, str]:
    """Troops come first, then headquarters and guns, then supply; before an attack the strong before the weak, after it
    those near the enemy before others.
    """
    game = situation.game
    if name in situation.state.supplies:
        return 2, situation.far_from_enemy(situation.state.supplies[name].at), 0.0, name
    behind = is_artillery(game, name) or is_headquarters(game, name)
    far = situation.far_from_enemy(situation.state.units[name].at)
    return int(behind), 0 if situation.attacks_follow else far, -situation.strength(name), name


# Where to


def best_move(situation: Situation, move: Move) -> str:
    """The best thing that a unit can do with its move, as an option; nothing where it had better stay."""
    game = situation.game
    here = move.at(game)
    name = move.everybody[0]
    stay = posts.value(situation, name, here)
    best, chosen = max(
        ((posts.value(situation, name, label), f"hex:{label}") for label in in_reach(situation, move)),
        default=(-99.0, ""),
    )
    if not move.begun and not move.manner:
        further = beyond(situation, move)
        if further[0] > max(best, stay + RELUCTANCE) + RELUCTANCE:
            return further[1]
    return chosen if best > stay + RELUCTANCE else ""


def in_reach(situation: Situation, move: Move) -> list[str]:
    """The hexes that a unit can come to by normal movement, or along roads by strategic movement."""
    game = situation.game
    here = move.at(game)
    left = points_left(game, move)
    found = fields.options_for(game.content, left).options(reach(game, move))
    return [label for option in found if (label := option.id.removeprefix("hex:")) != here]


def beyond(situation: Situation, move: Move) -> tuple[float, str]:
    """What strategic movement or the railroad would be worth, and how to begin it."""
    game, name, side = situation.game, move.everybody[0], situation.side
    at = move.at(game)
    found = [(-99.0, "")]
    if why_no_strategic_move(game, move.units, side, at) is None:
        road = Move(units=move.units, supplies=move.supplies, manner="strategic")
        found += [(posts.value(situation, name, label), "do:strategic") for label in in_reach(situation, road)]
    if why_not_by_rail(game, move.units, move.supplies, side, at) is None:
        field = RideByRail(units=move.units, supplies=move.supplies, side=side).reach(game)
        labels = game.content.board.labels
        stations = [labels[i] for i in range(len(labels)) if field.cost(i) is not None and labels[i] != at]
        found += [(posts.value(situation, name, label), "do:rail") for label in stations]
    return max(found)


def move_to(situation: Situation, decision: Decision) -> str:
    """A stack overruns; a unit goes where it is worth most."""
    game = situation.game
    move = game.state.stack[-1]
    assert isinstance(move, Move)
    charge = overruns.next_step(situation, decision, move)
    if charge:
        return charge
    if len(move.units) > 1:
        return move_together(situation, decision, move)
    if move.manner and not move.begun:
        return best_of(situation, decision, move.everybody[0]) or "do:stop"
    return best_move(situation, move) or "do:stop"


def move_together(situation: Situation, decision: Decision, move: Move) -> str:
    """A stack that has overrun somebody goes on to where its strongest unit is worth most."""
    name = max(move.units, key=lambda unit_id: (situation.strength(unit_id), unit_id))
    chosen = best_of(situation, decision, name)
    stay = posts.value(situation, name, move.at(situation.game))
    if move.begun and chosen and posts.value(situation, name, chosen[4:]) > stay + RELUCTANCE:
        return chosen
    return "do:stop"


def best_of(situation: Situation, decision: Decision, name: str) -> str:
    """The best of the hexes offered."""
    found = [
        (posts.value(situation, name, option.removeprefix("hex:")), option)
        for option in decision.ids
        if option.startswith("hex:")
    ]
    return max(found, default=(0.0, ""))[1]


def ride_to(situation: Situation, decision: Decision) -> str:
    return best_of(situation, decision, str(decision.args["unit"])) or "do:stop"


def enter(situation: Situation, decision: Decision) -> str | None:
    """Through the hex from which it is nearest to where it is wanted; along roads or railroads if the enemy is far."""
    chosen = best_of(situation, decision, str(decision.args["unit"]))
    far = situation.far_from_enemy(chosen.removeprefix("hex:")) >= FAR if chosen else True
    for way in ("do:strategic", "do:rail"):
        if far and decision.find(way):
            return way
    return chosen or None


def place_where(situation: Situation, decision: Decision) -> str | None:
    return best_of(situation, decision, str(decision.args["unit"])) or None


def is_worth_activating(situation: Situation, name: str) -> bool:
    """Whether an HQ should have a unit move that could not otherwise: to attack, or out of danger."""
    game = situation.game
    if name in situation.state.supplies or is_headquarters(game, name):
        return False
    at = situation.state.units[name].at
    kinds = fields.kinds_of(game.content, situation.side, (name,), False)
    field = fields.field(
        game, kinds, fields.place(game.content, at, fields.COUNTRY), allowance(game, name),
        fields.barred(game, situation.side),
    )  # fmt: skip
    options = fields.options_for(game.content, allowance(game, name)).options(field)
    labels: Iterable[str] = (option.id.removeprefix("hex:") for option in options)
    stay = posts.value(situation, name, at)
    return any(posts.value(situation, name, label) > stay + ACTIVATION for label in labels if label != at)
