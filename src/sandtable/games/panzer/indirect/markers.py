"""How missions and smoke are drawn on the map."""

from __future__ import annotations

from sandtable.board.scene import Marker
from sandtable.games.panzer.indirect.sheafs import GP
from sandtable.games.panzer.units import Game
from sandtable.kernel import rule


@rule("5.3", "6.1.4.3.10", "6.5.1.5")
def artillery_markers(game: Game) -> list[Marker]:
    """An Impact counter on every target point, and what marks the other hexes of barrages, and smoke."""
    state, styles = game.state, game.content.cards.counters.markers
    impacts = {mission.at: mission.side for mission in state.missions.values() if mission.hexes}
    barrages = {at for mission in state.missions.values() if mission.shell == GP for at in mission.hexes}
    smoke = {at for screen in state.smoke.values() for at in screen.hexes}
    found = [(at, "artillery-impact", side) for at, side in impacts.items()]
    found += [(at, "barrage", "") for at in sorted(barrages - set(impacts))]
    found += [(at, "smoke", "") for at in sorted(smoke)]
    return [
        Marker(at=at, label=styles[name].label, kind=styles[name].kind, palette=palette) for at, name, palette in found
    ]
