"""A24.1: SMOKE of grenades, which does not last."""

from __future__ import annotations

from sandtable.games.asl.units import Game
from sandtable.kernel import rule


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
