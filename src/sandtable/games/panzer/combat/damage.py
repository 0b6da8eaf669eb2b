"""Chapter 4.4.3.2.6: what a hit does in the Basic Game, and wrecks."""

from __future__ import annotations

from typing import Literal

from sandtable.games.panzer.content import Content
from sandtable.games.panzer.events import Damaged, Destroyed
from sandtable.games.panzer.state import Loss, Wreck
from sandtable.games.panzer.tables.basic import BasicDamageFile
from sandtable.games.panzer.units import Game
from sandtable.kernel import of_content, rule
from sandtable.mechanics.roster import change

Effect = Literal["bounces", "damaged", "knocked-out", "brewed-up"]


@of_content
def damage_rows(content: Content) -> tuple[tuple[int, Effect], ...]:
    """From which margin on each result counts, the worst first."""
    return tuple(sorted(content.table("basic-damage", BasicDamageFile).rows.items(), reverse=True))


@rule("4.4.3.2.6", "4.4.3.2.6/damaged")
def effect(content: Content, margin: int, *, damaged: bool) -> Effect:
    """What a hit does by its margin; a vehicle that is damaged already is knocked out by a second damage."""
    for least, result in damage_rows(content):
        if margin >= least:
            return "knocked-out" if result == "damaged" and damaged else result
    return "bounces"


@rule("4.4.1")
def inflict(game: Game, unit_id: str, result: Effect) -> None:
    """Apply a result at once."""
    if result == "damaged":
        damage(game, unit_id)
    elif result != "bounces":
        destroy(game, unit_id, result)


@rule("4.4.3.2.6/damaged")
def damage(game: Game, unit_id: str) -> None:
    change(game, unit_id, damaged=True)
    game.say(Damaged(rule="4.4.3.2.6/damaged", unit=unit_id))


@rule("4.4.3.2.6/ko", "4.4.3.2.6/bu", "4.1.4.1.8")
def destroy(game: Game, unit_id: str, how: Literal["knocked-out", "brewed-up"]) -> None:
    """Remove a vehicle and leave a wreck: one to a hex, and a burning one rather than another."""
    state = game.state
    at = state.units.pop(unit_id).at
    state.commands.pop(unit_id, None)
    state.lost[unit_id] = Loss(how, at)
    there = state.wrecks.get(at)
    burning = how == "brewed-up"
    if there is None or (burning and not there.burning):
        state.wrecks[at] = Wreck(burning, state.step if burning else "")
    rule_id = "4.4.3.2.6/bu" if burning else "4.4.3.2.6/ko"
    game.say(Destroyed(rule=rule_id, unit=unit_id, at=at, how=how))
