"""How a game stands, and what there is to know of a hex: for players to read."""

from __future__ import annotations

from sandtable.games.efs import victory
from sandtable.games.efs.combat.strengths import initial_odds
from sandtable.games.efs.control import controller, friend
from sandtable.games.efs.declaration.orders import in_force
from sandtable.games.efs.fortifications.works import line_crossed, line_id
from sandtable.games.efs.movement.fields import closed_to
from sandtable.games.efs.movement.map_exit import lost_exits
from sandtable.games.efs.stacking import limit, points
from sandtable.games.efs.state import AXIS, HEXES, SIDES, SOVIET
from sandtable.games.efs.supply.routes import is_fed_in
from sandtable.games.efs.units import Game
from sandtable.games.efs.zones import zone_of
from sandtable.kernel import Texts, rule
from sandtable.mechanics.inspection import Fact
from sandtable.mechanics.roster import units_in
from sandtable.mechanics.title import StatusLine


def status(game: Game, texts: Texts) -> tuple[StatusLine, ...]:
    """The Axis total and what it needs, the weather, attack supply and losses of both sides."""
    state, content = game.state, game.content
    lines = [StatusLine(texts.phrase("status.points"), str(state.vp), AXIS)]
    for level, least in content.card.levels.items():
        lines.append(StatusLine(texts.name("level", level), texts.phrase("status.at-least", {"least": least})))
    lines.append(StatusLine(texts.phrase("status.weather"), weather(game, texts)))
    for side in SIDES:
        supply = sum(each.points for each in state.supplies.values() if each.side == side)
        lines.append(StatusLine(texts.phrase("status.attack-supply"), str(supply), side))
    for side in SIDES:
        lines.append(StatusLine(texts.phrase("status.step-losses"), str(state.losses.get(side, 0)), side))
    if state.mandated:
        lines.append(StatusLine(texts.phrase("status.mandated"), str(state.mandated), SOVIET))
    return tuple(lines)


def weather(game: Game, texts: Texts) -> str:
    """The weather in words, with what goes along with it."""
    now = game.state.weather
    along = {"storm": now.storm, "lingering-mud": now.lingering_mud, "frozen": now.frozen}
    said = [texts.name("weather", now.kind), *(texts.name("weather", name) for name, holds in along.items() if holds)]
    return texts.separator.join(said)


def facts(game: Game, label: str, texts: Texts) -> list[Fact]:
    """Whose a hex is, who exerts zones of control into it, its stack, its fortifications and what it is worth."""
    state, content, there = game.state, game.content, units_in(game, label)
    found = []
    if label in content.land:
        found.append(Fact(texts.phrase("fact.friendly"), texts.name("side", friend(game, label)), "3.11/hexes"))
        now = controller(game, label)
        if now is not None:
            found.append(Fact(texts.phrase("fact.control"), texts.name("side", now), "3.12"))
    closed = [texts.name("side", side) for side in SIDES if label in closed_to(content, side)]
    if closed:
        found.append(Fact(texts.phrase("fact.closed"), texts.separator.join(closed), "10.27b"))
    found += facts_of_sources(game, label, texts)
    exerting = [texts.name("side", side) for side in SIDES if label in zone_of(game, side)]
    if exerting:
        found.append(Fact(texts.phrase("fact.zone"), texts.separator.join(exerting), "3.21"))
    if there:
        args = {"points": points(game, there), "limit": limit(game, label)}
        found.append(Fact(texts.phrase("fact.stacking"), texts.phrase("fact.of", args), "3.32"))
    found += [*facts_of_works(game, label, texts), *facts_of_bridges(game, label, texts)]
    found += facts_of_combat(game, label, texts)
    if label in state.locations:
        found.append(Fact(texts.phrase("fact.worth"), str(victory.worth(game, label)), "24.21"))
    for name, supply in state.supplies.items():
        if supply.at == label:
            found.append(Fact(texts.name("unit", name), str(supply.points), "6.41"))
    return found


@rule("6.21", "6.26c", "11.63")
def facts_of_sources(game: Game, label: str, texts: Texts) -> list[Fact]:
    """Whom a temporary source feeds in a hex, whose retaken source it is, and to whom it is an exit of the enemy."""
    found = {
        "fed": ([side for side in SIDES if is_fed_in(game, side, label)], "6.26c"),
        "idle-source": ([side for side in SIDES if game.state.idle_sources.get(label) == side], "6.21"),
        "exit": ([side for side in SIDES if label in lost_exits(game, side)], "11.63"),
    }
    return [
        Fact(texts.phrase(f"fact.{name}"), texts.separator.join(texts.name("side", side) for side in sides), rule_id)
        for name, (sides, rule_id) in found.items()
        if sides
    ]


def facts_of_works(game: Game, label: str, texts: Texts) -> list[Fact]:
    """The fortifications of a hex: which way its lines face, what of them is destroyed, and its strongpoint."""
    state, found = game.state, []
    facing = [other for other in game.content.faces[label] if line_crossed(game, (other, label))]
    if facing:
        found.append(
            Fact(texts.phrase("fact.line"), texts.phrase("fact.towards", {"hexes": HEXES.join(facing)}), "18.2")
        )
    works = {
        "line": [line_id((other, label)) for other in game.content.faces[label]],
        "belt": [label] if label in game.content.belts else [],
        "citadel": [label] if label in game.content.citadels else [],
    }
    gone = [texts.name("fortification", kind) for kind, names in works.items() if set(names) & state.ruined.keys()]
    if gone:
        found.append(Fact(texts.phrase("fact.destroyed"), texts.separator.join(gone), "18.13a"))
    strongpoint = state.strongpoints.get(label)
    if strongpoint is not None:
        said = texts.separator.join((texts.name("side", strongpoint.side), texts.name("status", strongpoint.status)))
        found.append(Fact(texts.phrase("fact.strongpoint"), said, "18.4"))
    return found


def facts_of_bridges(game: Game, label: str, texts: Texts) -> list[Fact]:
    """Printed bridges of a hex that are destroyed, and the Bridge and Ferry markers in it."""
    destroyed = [each for each in game.state.damage if label in each.partition("/")[0].split("-")]
    found = [Fact(texts.phrase("fact.destroyed"), texts.name("bridge", each), "22.43b") for each in destroyed]
    for bridge in game.state.bridges.values():
        if bridge.at == label:
            kind, rule_id = ("ferry", "22.3") if bridge.ferry else ("bridge", "22.2")
            args = {"side": bridge.side, "to": bridge.to, "status": bridge.status}
            found.append(Fact(texts.phrase(f"fact.{kind}"), texts.phrase("fact.bridge-marker", args), rule_id))
    return found


def facts_of_combat(game: Game, label: str, texts: Texts) -> list[Fact]:
    """The attack that has been declared on a hex: its initial odds, and the orders of both sides as far as known."""
    attack = next((each for each in game.state.attacks.values() if label in each.hexes), None)
    if attack is None:
        return []
    left = [unit_id for unit_id in attack.attackers if game.state.units[unit_id].at]
    odds = initial_odds(game, left, attack.hexes)
    args = {"attack": odds.attack, "defence": odds.defence, "odds": odds.column}
    found = [Fact(texts.phrase("fact.declared"), texts.phrase("fact.odds", args), "12.23")]
    for side in SIDES:
        orders = in_force(attack, side)
        if orders:
            said = texts.separator.join((texts.name("side", side), texts.name("orders", orders)))
            found.append(Fact(texts.phrase("fact.orders"), said, "12.51"))
    return found
