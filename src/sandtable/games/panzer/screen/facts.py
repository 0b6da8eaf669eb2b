"""What there is to know of a vehicle: what its card says, its command, and what has become of it."""

from __future__ import annotations

from sandtable.games.panzer.combat.fields_of_fire import ap_weapons
from sandtable.games.panzer.screen.scene import states_of
from sandtable.games.panzer.spotting.spotting_phase import range_to_spot
from sandtable.games.panzer.state import Unit
from sandtable.games.panzer.tables.parts import BANDS
from sandtable.games.panzer.units import Game, vehicles
from sandtable.kernel import Texts
from sandtable.mechanics.inspection import Fact, facts_of_states

STATES = {
    "damaged": "4.4.3.2.6/damaged",
    "known-moving": "4.1.3",
    "known-firing": "4.1.3",
    "face-down": "4.2.1",
    "fire": "4.2",
    "move": "4.2",
    "short-halt": "4.2",
    "overwatch": "4.2",
    "no-command": "4.2",
}
"""The rule behind each state."""


def facts(game: Game, unit_id: str, texts: Texts) -> list[Fact]:
    """A vehicle in words."""
    printed = game.content.counters.get(unit_id)
    if printed is None or not (unit_id in game.state.units or unit_id in game.state.waiting):
        return []
    card = vehicles(game.content)[unit_id]
    found = [
        Fact(texts.phrase("fact.kind"), texts.name("kind", card.kind), "1.7.1"),
        Fact(texts.phrase("fact.armor"), f"{card.basic_armor.front} / {card.basic_armor.rear}", "4.4.3.2.5"),
        Fact(texts.phrase("fact.size"), f"{card.size:+d}", "4.4.3.2.2/target-size"),
        Fact(texts.phrase("fact.movement"), card.movement.printed, "4.5.1.1.1"),
    ]
    for weapon in ap_weapons(game.content, printed.card):
        gun = game.content.guns[weapon.gun].name
        rows = texts.separator.join(
            f"{band} {reach}: {power}" for band, reach, power in zip(BANDS, weapon.ammo.R, weapon.ammo.P, strict=True)
        )
        field = texts.phrase("fact.all-round" if weapon.all_round else "fact.limited-field")
        found.append(Fact(gun, f"{rows} ({field})", "4.4.3.2.1"))
    unit = game.state.units.get(unit_id)
    if unit is not None:
        found += _on_map(game, unit_id, unit, texts)
    return found


def _on_map(game: Game, unit_id: str, unit: Unit, texts: Texts) -> list[Fact]:
    spotted = texts.phrase("fact.hexes", {"number": range_to_spot(game, unit_id).hexes})
    found = [Fact(texts.phrase("fact.spotted-from"), spotted, "4.1.3")]
    return found + facts_of_states(states_of(unit_id, unit, game.state), STATES, texts)
