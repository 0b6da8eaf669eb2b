"""A24.2: SMOKE in hexes: how thick it is, how high it reaches, and what entering it costs."""

from __future__ import annotations

from sandtable.games.asl import state as states
from sandtable.games.asl.content import Content
from sandtable.games.asl.locations import base_level
from sandtable.games.asl.tables.terrain import Smoke, SmokeKind
from sandtable.games.asl.units import Game
from sandtable.kernel import rule


def kind_of(smoke: states.Smoke) -> SmokeKind:
    """The kind of some SMOKE, as the table has it."""
    if smoke.source == "blaze":
        return "blaze"
    if smoke.source == "grenade":
        return "wp-grenade" if smoke.wp else "grenade"
    return "wp" if smoke.wp else "smoke"


@rule("A24.2")
def top_of(content: Content, hex_: str, smoke: states.Smoke) -> int:
    """The level up to which some SMOKE fills its hex."""
    return base_level(content, hex_) + content.table("smoke", Smoke).kinds[kind_of(smoke)].levels


@rule("A24.2", "A.16")
def hindrance_of(game: Game, hex_: str, level: int) -> int:
    """What the SMOKE of a hex adds to an attack that passes it at a level; all of it together has a limit."""
    clouds = game.state.smoke.get(hex_)
    if not clouds:
        return 0
    value = sum(cloud.value for cloud in clouds if level < top_of(game.content, hex_, cloud))
    return min(value, game.content.table("smoke", Smoke).most)


@rule("A24.1", "A3.3")
def end_of_grenades(game: Game) -> None:
    """At the end of the Movement Phase the SMOKE of grenades is gone."""
    smoke = game.state.smoke
    for hex_, clouds in list(smoke.items()):
        rest = tuple(cloud for cloud in clouds if cloud.source != "grenade")
        if rest:
            smoke[hex_] = rest
        else:
            del smoke[hex_]
