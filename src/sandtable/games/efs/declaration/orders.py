"""Chapter 12.5: where orders may be given."""

from __future__ import annotations

from sandtable.games.efs.fortifications.works import is_active_in, is_citadel
from sandtable.games.efs.units import Game
from sandtable.games.efs.weather.conditions import weather_in
from sandtable.kernel import rule


@rule("12.53b", "21.51a")
def allows_orders(game: Game, label: str, side: str) -> bool:
    """Whether a defender hex has the ground on which its side may give orders: woods, heights, cities, fortifications
    of its own but no citadel, and towns in the weather in which they help.
    """
    content = game.content
    if is_citadel(game, label):
        return False
    if any(content.terrain_chart.terrain[part].orders for part in content.parts[label]):
        return True
    if label in content.towns and weather_in(game, label) in content.terrain_chart.town.weather:
        return True
    return is_active_in(game, label, side)
