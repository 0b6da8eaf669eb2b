"""What there is to know of a unit in a few words: what its card notes, its command, and what has become of it."""

from __future__ import annotations

from sandtable.games.panzer.cards import Leg, Towed, Vehicle
from sandtable.games.panzer.formations import PointsFile, graded
from sandtable.games.panzer.screen.aircraft import aircraft_facts
from sandtable.games.panzer.screen.scene import states_of
from sandtable.games.panzer.spotting.spotting_phase import range_to_spot
from sandtable.games.panzer.tables.basic import TurretsFile
from sandtable.games.panzer.units import Game, card_of
from sandtable.kernel import Texts
from sandtable.mechanics.inspection import Fact, facts_of_states

STATES = {
    "damaged": "4.4.3.2.6/damaged",
    "track-hit": "6.5.2.2.1",
    "suppressed": "5.10",
    "suppressed-off": "5.10",
    "reduced": "5.1.1",
    "known-moving": "4.1.3",
    "known-firing": "4.1.3",
    "full-cover": "6.1.4.2",
    "in-building": "6.1.4.3.1",
    "upstairs": "6.1.4.3.1",
    "hull-down": "6.1.4.1",
    "partial-hull-down": "6.1.4.1",
    "carried": "6.6.7",
    "face-down": "4.2.1",
    "fire": "4.2",
    "move": "4.2",
    "short-halt": "4.2",
    "overwatch": "4.2",
    "no-command": "4.2",
}
"""The rule behind each state."""


def is_in_play(game: Game, unit_id: str) -> bool:
    """Whether a unit is on the map or is still to come."""
    return unit_id in game.content.counters and (unit_id in game.state.units or unit_id in game.state.waiting)


def facts(game: Game, unit_id: str, texts: Texts) -> list[Fact]:
    """A unit in words; the figures of its weapons and armor stand in the tables of its card."""
    if unit_id in game.state.aircraft:
        return aircraft_facts(game, unit_id, texts)
    if not is_in_play(game, unit_id):
        return []
    printed, card = game.content.counters[unit_id], card_of(game, unit_id)
    worth = game.content.table("points", PointsFile).grades[printed.grade]
    found = [
        Fact(texts.phrase("fact.kind"), texts.name("kind", card.kind), "1.7.1"),
        Fact(texts.phrase("fact.movement"), card.movement.printed, "4.5.1.1.1"),
        *_by_kind(game, card, texts),
        Fact(texts.phrase("fact.points"), str(graded(card.points, worth)), "1.6"),
    ]
    if game.content.scenario.game == "advanced":
        found.append(Fact(texts.phrase("fact.grade"), texts.name("grade", printed.grade), "5.8"))
        found += [Fact(texts.phrase("fact.is"), texts.name("label", label), "5.9") for label in printed.labels]
    if unit_id in game.state.units:
        found += _on_map(game, unit_id, texts)
    return found


def _by_kind(game: Game, card: Vehicle | Towed | Leg, texts: Texts) -> list[Fact]:
    """What only vehicles, guns or men have."""
    found: list[Fact] = []
    if isinstance(card, Vehicle):
        found.append(Fact(texts.phrase("fact.size"), f"{card.size:+d}" if card.size else "0", "4.4.3.2.2/target-size"))
        if card.turret is not None:
            turret = game.content.table("turrets", TurretsFile).turrets[card.turret]
            found.append(Fact(texts.phrase("fact.turret"), texts.name("turret", turret.kind), "4.4.3.1"))
    if game.content.scenario.game == "basic":
        return found
    if isinstance(card, Vehicle):
        found.append(Fact(texts.phrase("fact.gp-defense"), str(card.gp_defense), "6.5.4.2.1"))
        if card.carries is not None:
            places = {"towed": card.carries.towed, "leg": card.carries.leg}
            found.append(Fact(texts.phrase("fact.carries"), texts.phrase("fact.places", places), "6.6.7.1"))
    else:
        defense = (
            game.content.cards.towed_defense[card.size] if isinstance(card, Towed) else game.content.cards.leg_defense
        )
        by_cover = f"{defense.none} / {defense.light} / {defense.medium} / {defense.heavy}"
        found.append(Fact(texts.phrase("fact.gp-defense-by-cover"), by_cover, "6.5.4.2.2"))
        needs = {"towed": card.needs.towed, "leg": card.needs.leg}
        found.append(Fact(texts.phrase("fact.needs"), texts.phrase("fact.places", needs), "6.6.7.1"))
    return found


def _on_map(game: Game, unit_id: str, texts: Texts) -> list[Fact]:
    spotted = texts.phrase("fact.hexes", {"number": range_to_spot(game, unit_id).hexes})
    found = [Fact(texts.phrase("fact.spotted-from"), spotted, "4.1.3")]
    return found + facts_of_states(states_of(unit_id, game.state.units[unit_id], game.state), STATES, texts)
