"""Chapters 19.3, 21.15 and 22.12: Soviet engineers and HQs convert railroad hexes of the Axis to Soviet use."""

from __future__ import annotations

from sandtable.games.efs.events.engineers import RailroadConverted
from sandtable.games.efs.state import AXIS, SOVIET
from sandtable.games.efs.units import Game, has_moved_specially, is_engineer, is_headquarters, lacks_supply, side_of
from sandtable.kernel import Choice, Decision, Option, Procedure, Refusal, rule
from sandtable.mechanics.roster import change, units_of

DONE = Option("do:done", rule="22.12")


@rule("19.3", "21.15", "22.11", "22.12", "22.14")
def why_not_convert(game: Game, unit_id: str) -> Refusal | None:
    """Why a unit cannot convert the hex that it is in, if it cannot: engineers in supply and operational HQs do, on a
    railroad of the Axis, without combat, special movement or another task in this turn.
    """
    unit, about = game.state.units[unit_id], {"unit": unit_id}
    idle = is_headquarters(game, unit_id) and not unit.operational
    if side_of(game, unit_id) != SOVIET or idle or not (is_engineer(game, unit_id) or is_headquarters(game, unit_id)):
        return Refusal("refused.does-not-convert", "22.12", about)
    if game.state.rail_holder.get(unit.at) != AXIS:
        return Refusal("refused.no-axis-railroad", "22.12", {"hex": unit.at})
    if unit.fought or has_moved_specially(unit) or unit.task or lacks_supply(game, unit_id):
        return Refusal("refused.engineers-busy", "19.3", about)
    return None


def able(game: Game) -> list[str]:
    """The units that can convert the hex that they are in."""
    if AXIS not in game.state.rail_holder.values():
        return []
    return [unit_id for unit_id in units_of(game, SOVIET) if why_not_convert(game, unit_id) is None]


@rule("19.3", "22.12", "22.14")
def convert(game: Game, unit_id: str) -> None:
    """Give the railroad of a unit's hex back to the Soviets; a railhead in it is pushed back along the line."""
    at, railheads = game.state.units[unit_id].at, game.state.railheads
    change(game, unit_id, task="conversion")
    del game.state.rail_holder[at]
    behind = [
        other
        for other in sorted(game.content.adjacent[at])
        if (at, other) in game.content.rails and game.state.rail_holder.get(other) == AXIS
    ]
    for name in [name for name, label in railheads.items() if label == at]:
        if behind:
            railheads[name] = behind[0]
        else:
            del railheads[name]
    game.say(RailroadConverted(rule="22.12", unit=unit_id, at=at))


class ConvertRailroads(Procedure, frozen=True):
    """At the end of their Engineering Phase the Soviets convert railroad hexes that their engineers and HQs are in."""

    @rule("19.3", "22.12")
    def begin(self, game: Game) -> Decision | None:
        options = tuple(Option(f"unit:{unit_id}", rule="22.12") for unit_id in able(game))
        if not options:
            game.finish()
            return None
        return Decision(SOVIET, "convert-railroad", "22.12", (*options, DONE), default=DONE.id)

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        known = choice.kind == "unit" and choice.name in game.state.units and game.state.units[choice.name].at
        return why_not_convert(game, choice.name) if known else None

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        if choice == Choice.of(DONE.id):
            game.finish()
        else:
            convert(game, choice.name)


@rule("22.12")
def conversions(game: Game, side: str) -> None:
    """Have the Soviets convert railroads."""
    if side == SOVIET:
        game.push(ConvertRailroads())


PROCEDURES = (ConvertRailroads,)
