"""What there is to know of a counter: what it is, what its figures mean, what has become of it, where they are from."""

from __future__ import annotations

from sandtable.games.gts.content import Face
from sandtable.games.gts.screen.scene import states_of
from sandtable.games.gts.units import Game, face, formation_of, unit_class
from sandtable.kernel import Texts
from sandtable.mechanics.inspection import Fact, facts_of_states

STATES = {
    "moved": "13.1",
    "column": "29.12",
    "mounted": "29.45",
    "suppressed": "19.2.2",
    "cohesion-1": "19.2.3",
    "cohesion-2": "19.2.3",
    "improved": "22.2",
    "entrenched": "22.3",
    "in-contact": "16.2",
    "out-of-command": "21.4",
    "landing": "29.34",
    "at-work": "25.0",
}
"""The rule behind each state."""


def facts(game: Game, unit_id: str, texts: Texts) -> list[Fact]:
    """A unit or a leader in words."""
    if unit_id in game.state.leaders:
        return leader(game, unit_id, texts)
    if unit_id not in game.state.units:
        return []
    unit, kind = game.state.units[unit_id], game.content.counters[unit_id]
    formation = Fact(texts.phrase("fact.formation"), texts.name("formation", formation_of(game, unit_id)), "29.27")
    steps = texts.phrase("fact.steps-of", {"steps": unit.steps, "full": kind.steps})
    return [
        Fact(texts.phrase("fact.kind"), described(game, unit_id, texts), "29.50"),
        Fact(texts.phrase("fact.nation"), texts.name("nat", kind.nat), "2.0"),
        formation,
        *figures(face(game, unit_id), texts),
        Fact(texts.phrase("fact.formed"), texts.name("state", "column" if unit.column else "combat"), "29.12"),
        Fact(texts.name("term", "steps"), steps, "29.43"),
        *facts_of_states(states_of(game, unit_id, unit), STATES, texts),
        *sources(game, unit_id, texts),
    ]


def leader(game: Game, name: str, texts: Texts) -> list[Fact]:
    """A leader: whom he leads, and how far his command reaches."""
    printed = game.content.leaders[name]
    return [
        Fact(texts.phrase("fact.kind"), texts.name("term", "leader"), "21.1"),
        Fact(texts.phrase("fact.formation"), texts.name("formation", printed.formation), "29.27"),
        Fact(texts.name("term", "command-range"), texts.phrase("fact.hexes", {"number": printed.range}), "21.4"),
    ]


def described(game: Game, unit_id: str, texts: Texts) -> str:
    """Type, size and class of a unit."""
    kind = game.content.counters[unit_id]
    said = [texts.name("type", kind.type), texts.name("size", kind.size)]
    said.append(texts.name("class", unit_class(game, unit_id)))
    return texts.separator.join([*said, *(texts.name("ability", ability) for ability in kind.abilities)])


def figures(shown: Face, texts: Texts) -> list[Fact]:
    """What is printed on the side of the counter that is up, each figure with what it means."""
    none, found = texts.phrase("fact.none"), []
    weapon = "" if shown.weapon is None else texts.name("weapon", shown.weapon)
    fire = none if shown.fire is None else texts.phrase("fact.with", {"figure": shown.fire, "weapon": weapon})
    found.append(Fact(texts.name("term", "fire"), fire, "15.2"))
    if shown.fire is not None:
        found.append(Fact(texts.name("term", "range"), texts.phrase("fact.hexes", {"number": shown.range}), "15.1"))
    by_hand = "" if shown.assault_weapon is None else texts.name("weapon", shown.assault_weapon)
    both = texts.phrase("fact.both-shots") if shown.red else ""
    assault = texts.phrase(
        "fact.with", {"figure": shown.assault, "weapon": texts.separator.join(filter(None, (by_hand, both)))}
    )
    found.append(Fact(texts.name("term", "assault"), none if shown.assault is None else assault, "18.1"))
    armour = texts.phrase("fact.armored" if shown.armored else "fact.unarmored")
    found.append(
        Fact(
            texts.name("term", "defense"),
            texts.phrase("fact.with", {"figure": f"{shown.defense:+d}", "weapon": armour}),
            "29.4",
        )
    )
    found.append(Fact(texts.name("term", "quality"), str(shown.quality), "29.47"))
    move = texts.phrase("fact.star") if shown.star else none if shown.move is None else str(shown.move)
    found.append(Fact(texts.name("term", "move"), move, "14.11" if shown.star else "14.4"))
    found.append(Fact(texts.phrase("fact.mobility"), texts.name("mobility", shown.mobility), "14.2"))
    return found


def sources(game: Game, unit_id: str, texts: Texts) -> list[Fact]:
    """Which figures of counters of its kind the rulebook quotes; all others are chosen for this edition."""
    manifest = game.content.manifest
    quoted = manifest.archetypes.get(game.content.counters[unit_id].like, ())
    if not quoted:
        return [Fact(texts.phrase("fact.source"), texts.name("source", manifest.source))]
    named = texts.separator.join(texts.name("figure", figure.replace(" ", "-")) for figure in quoted)
    return [Fact(texts.phrase("fact.source"), texts.phrase("fact.quoted", {"figures": named}))]
