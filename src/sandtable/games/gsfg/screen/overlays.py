"""What a player may have lit up on the map: overland supply of each nation, control, and what counts for victory."""

from __future__ import annotations

from sandtable.games.gsfg.content import Content
from sandtable.games.gsfg.state import SIDES, SOVIET
from sandtable.games.gsfg.supply import nations_in_play, nato_supply, soviet_supply
from sandtable.games.gsfg.units import Game, controller
from sandtable.kernel import rule
from sandtable.mechanics.title import Overlay


def overlays(content: Content) -> tuple[Overlay, ...]:
    """Supply for the Soviets and for each NATO nation, what each side controls, and the hexes of each victory."""
    return (
        Overlay("supply-soviet", "supply", {"side": SOVIET}),
        *(Overlay(f"supply-{nat}", "supply-nation", {"nat": nat}) for nat in nations_in_play(content)),
        *(Overlay(f"control-{side}", "control", {"side": side}) for side in SIDES),
        *(Overlay(f"goal-{goal.level}", "goal", {"goal": goal.level}) for goal in content.scenario.victory),
    )


def lit(game: Game, overlay_id: str) -> frozenset[str]:
    """The hexes of an overlay."""
    what, _, whose = overlay_id.partition("-")
    if what == "control":
        return frozenset(label for label in game.content.board.labels if controller(game, label) == whose)
    if what == "goal":
        return goals(game.content, whose)
    return supplied(game, whose)


@rule("4.4", "4.5", "4.6")
def goals(content: Content, level: str) -> frozenset[str]:
    """The hexes that count for a Soviet victory condition."""
    conditions = (condition for condition in content.scenario.victory if condition.level == level)
    return frozenset(label for condition in conditions for label in content.region(condition.region))


@rule("8.3", "8.7")
def supplied(game: Game, whose: str) -> frozenset[str]:
    """The hexes in which units of the Soviet side or of a NATO nation would be in overland supply."""
    content = game.content
    reached = soviet_supply(game) if whose == SOVIET else nato_supply(game, whose)
    home = content.soviet_home if whose == SOVIET else frozenset()
    return home | {label for label, flag in zip(content.board.labels, reached, strict=True) if flag}
