"""What there is to know of a counter: its kind in words, its figures, and what has become of it."""

from __future__ import annotations

from sandtable.games.efs.screen.scene import counter_of, values
from sandtable.games.efs.units import Game, figures, is_artillery, is_headquarters, is_untried, printed
from sandtable.kernel import Texts
from sandtable.mechanics.inspection import Fact, facts_of_states, steps_of

STATES = {
    "out-of-supply": "6.34", "emergency-supply": "6.33", "overrun": "11.38", "fuel-shortage": "6.54c",
    "activated": "10.13e", "garrison": "21.82", "do-not-move": "8.72", "non-operational": "21.21", "fired": "13.12",
    "moved": "10.23",
}  # fmt: skip
"""The rule behind each state."""


def facts(game: Game, unit_id: str, texts: Texts) -> list[Fact]:
    """A counter in words, on the map or in a box."""
    supply = game.state.supplies.get(unit_id)
    if supply is not None:
        return [Fact(texts.phrase("fact.points"), str(supply.points), "6.41")]
    if unit_id not in game.state.units:
        return []
    unit, kind = game.state.units[unit_id], printed(game, unit_id)
    words = [texts.name("type", kind.type), *([texts.name("size", kind.size)] if kind.size else [])]
    found = [
        Fact(texts.phrase("fact.kind"), texts.separator.join(words), "2.22b/types"),
        Fact(texts.phrase("fact.nation"), texts.name("nation", kind.nation), "2.22a"),
        Fact(texts.phrase("fact.formation"), texts.name("formation", kind.formation)),
    ]
    if is_untried(game, unit_id):
        found.append(Fact(texts.phrase("fact.untried"), values(game, unit_id), "8.41"))
    else:
        found += figures_in_words(game, unit_id, texts)
    found.append(Fact(texts.phrase("fact.stacking-value"), str(kind.stacking), "3.31"))
    counter = counter_of(game, unit_id, unit.at)
    return [*found, steps_of(counter, "3.51", texts), *facts_of_states(counter.states, STATES, texts)]


def figures_in_words(game: Game, unit_id: str, texts: Texts) -> list[Fact]:
    """The figures of a counter, each with its meaning."""
    kind, unit = printed(game, unit_id), game.state.units[unit_id]
    attack, defence, allowance = figures(game, unit_id)
    found = []
    if is_headquarters(game, unit_id):
        name, value = ("command", kind.command) if unit.operational else ("recovery", kind.recovery)
        found.append(Fact(texts.phrase(f"fact.{name}"), str(value), "2.22b/hq"))
    else:
        name = "support" if is_artillery(game, unit_id) else "attack"
        found.append(Fact(texts.phrase(f"fact.{name}"), str(attack), "2.22b/combat-unit"))
    found.append(Fact(texts.phrase("fact.defence"), str(defence), "2.22b/combat-unit"))
    moves = texts.phrase(
        "fact.allowance-and-kind", {"points": allowance, "colour": f"{'box-' if kind.box else ''}{kind.ma}"}
    )
    found.append(Fact(texts.phrase("fact.allowance"), moves, "2.22b/ma-colors"))
    if kind.range:
        found.append(Fact(texts.phrase("fact.range"), str(kind.range), "2.22b/artillery"))
    return found
