"""Chapter 6.5.4.2.3: who rides in a vehicle, and how well it protects them."""

from __future__ import annotations

from sandtable.games.panzer.cards import Vehicle
from sandtable.games.panzer.index import riders
from sandtable.games.panzer.units import Game, card_of
from sandtable.kernel import rule


def passengers_of(game: Game, vehicle_id: str) -> tuple[str, ...]:
    """The units that a vehicle transports."""
    return riders(game).aboard.get(vehicle_id, ())


@rule("6.5.4.2.3", "6.5.2.6.2/nd-dm-tk")
def is_under_cover(game: Game, unit_id: str) -> bool:
    """Whether a passenger is Under Cover; no vehicle of these cards has its passengers Under Armor."""
    carrier = game.state.units[unit_id].carrier
    return bool(carrier) and carries_under_cover(game, carrier)


def carries_under_cover(game: Game, vehicle_id: str) -> bool:
    """Whether the card of a vehicle notes its passengers as Under Cover."""
    card = card_of(game, vehicle_id)
    return isinstance(card, Vehicle) and card.carries is not None and card.carries.under_cover
