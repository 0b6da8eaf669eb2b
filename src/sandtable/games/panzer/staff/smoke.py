"""When a staff lays smoke: on enemies who put more at risk than the fire at them promises."""

from __future__ import annotations

from collections.abc import Collection

from sandtable.games.panzer.indirect.direct_smoke import smoke_reaches, smoke_weapons
from sandtable.games.panzer.indirect.sheafs import CLOSED, ON_MAP, sheaf_hexes
from sandtable.games.panzer.staff import shooting
from sandtable.games.panzer.staff.estimates import promise, worth
from sandtable.games.panzer.staff.ground import lookouts, struck
from sandtable.games.panzer.staff.shooting import best_shot, shot
from sandtable.games.panzer.staff.situation import Situation
from sandtable.games.panzer.state import Sheaf, enemy_of
from sandtable.games.panzer.units import Game
from sandtable.kernel import Decision, derived

SCREENED = 0.5
"""The share of their hits that smoke takes from those who fire out of it or into it."""
LEFT = 0.5
"""How often a unit has smoke left to fire."""


@derived("units", "wrecks", "works", "smoke", "missions")
def threats(game: Game, side: str) -> dict[str, float]:
    """What the best shot of each enemy at a unit of a side that he can spot promises him, in victory points."""
    content, found = game.content, dict[str, float]()
    own = [(each, content.board.index[each.unit.at]) for each in lookouts(game, side)]
    for enemy in lookouts(game, enemy_of(side)):
        for mine, index in own:
            far = content.distance(enemy.unit.at, mine.unit.at)
            if enemy.field[index] and far <= mine.seen_from:
                aspect = struck(content, mine.unit.at, mine.unit.facing, enemy.unit.at)
                share = promise(content, enemy.id, mine.id, far, aspect, mine.cover)
                found[enemy.id] = max(found.get(enemy.id, 0.0), share * worth(content, mine.id))
    return found


def fire_at(situation: Situation, enemy: str) -> float:
    """What the best shot of the side at an enemy whom it has spotted promises."""
    spotted = situation.state.spotted
    return max((shot(situation, each, enemy) for each in situation.mine if enemy in spotted.get(each, ())), default=0.0)


def screen(situation: Situation, hexes: Collection[str]) -> float:
    """What smoke on some hexes saves, in victory points: it blinds the enemies there, and those who fire at them. No
    friend is blinded in his own hex.
    """
    if any(unit.at in hexes for unit in situation.mine.values()):
        return 0.0
    at_risk = threats(situation.game, situation.side)
    enemies = [each for each, unit in situation.enemies.items() if unit.at in hexes]
    return SCREENED * sum(at_risk.get(each, 0.0) - fire_at(situation, each) for each in enemies)


def smoke_on(situation: Situation, at: str, sheaf: Sheaf = CLOSED) -> float:
    """What smoke around a hex saves; nothing where there is smoke already."""
    if any(at in there.hexes and there.on for there in situation.state.smoke.values()):
        return 0.0
    return screen(situation, sheaf_hexes(situation.content, sheaf, at, 0))


def blinding(situation: Situation, unit_id: str) -> float:
    """What it saves if a unit fires smoke at an enemy whom it has spotted, in the place of other fire."""
    game = situation.game
    if not smoke_weapons(game, unit_id):
        return 0.0
    spotted = situation.state.spotted.get(unit_id, ())
    hexes = {situation.enemies[each].at for each in spotted if each in situation.enemies}
    return LEFT * max(
        (smoke_on(situation, at, ON_MAP) for at in hexes if smoke_reaches(game, unit_id, at)), default=0.0
    )


def target(situation: Situation, decision: Decision) -> str | None:
    """Smoke by those for whom that saves more than their best shot promises, and then fire."""
    for option in decision.ids:
        kind, _, unit_id = option.partition(":")
        if kind == "smoke" and blinding(situation, unit_id) > best_shot(situation, unit_id):
            return option
    return shooting.target(situation, decision)


def smoke_hex(situation: Situation, decision: Decision) -> str:
    """The hex on which smoke saves most."""
    return max(decision.ids, key=lambda option: smoke_on(situation, option.removeprefix("hex:"), ON_MAP))
