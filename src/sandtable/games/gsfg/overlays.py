"""What a player may have lit up on the map: overland supply of each nation, and control."""

from __future__ import annotations

from sandtable.games.gsfg.content import Content
from sandtable.games.gsfg.state import NATO, SIDES, SOVIET
from sandtable.games.gsfg.supply import barred_to, nato_supply, soviet_supply
from sandtable.games.gsfg.units import Game, controller
from sandtable.kernel import rule
from sandtable.mechanics.title import Overlay


def overlays(content: Content) -> tuple[Overlay, ...]:
    """Supply for the Soviets and for each NATO nation, and what each side controls."""
    return (
        Overlay("supply-soviet", "supply", {"side": SOVIET}),
        *(Overlay(f"supply-{nat}", "supply-nation", {"nat": nat}) for nat in content.sources_of),
        *(Overlay(f"control-{side}", "control", {"side": side}) for side in SIDES),
    )


def lit(game: Game, overlay_id: str) -> frozenset[str]:
    """The hexes of an overlay."""
    what, _, whose = overlay_id.partition("-")
    if what == "control":
        return frozenset(label for label in game.content.board.labels if controller(game, label) == whose)
    return supplied(game, whose)


@rule("8.3", "8.7")
def supplied(game: Game, whose: str) -> frozenset[str]:
    """The hexes in which units of the Soviet side or of a NATO nation would be in overland supply."""
    content = game.content
    reached = soviet_supply(game) if whose == SOVIET else nato_supply(game, whose, barred_to(game, NATO))
    home = content.soviet_home if whose == SOVIET else frozenset()
    return home | {label for label, flag in zip(content.board.labels, reached, strict=True) if flag}
