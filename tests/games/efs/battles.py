"""Combat Phases for the tests: attacks that are declared, on open ground, with scripted dice."""

from __future__ import annotations

from games.efs.positions import (
    CADETS,
    HOWITZERS,
    OTHER_RIFLES,
    PANZER,
    RIFLE_DIVISION,
    RIFLES,
    SCOUTS,
    asked,
    marked,
    quiet,
)
from sandtable.games.efs.combat.combat_phase import CombatPhase
from sandtable.games.efs.sequence import TURN, GameTurn
from sandtable.games.efs.state import AXIS, SOVIET, Attack, Strongpoint, SupplyUnit
from sandtable.games.efs.units import Game
from sandtable.kernel import Resolved
from sandtable.kernel.dice import ScriptedDice

DIVISION = (PANZER, RIFLES, OTHER_RIFLES, SCOUTS)
LONG_GUNS, OTHER_HOWITZERS = "ax-767-fie", "su-541-how-fie"
ROCKETS = {"type": "rocket-artillery"}
BEHIND = ("0611", "0711", "0812", "0911", "1011", "0511", "0612", "0712", "0813", "0912", "1012", "1111")
"""The hexes two and three away from NEXT_TO_OPEN, on the far side of OPEN."""
FILLERS = (
    *(f"su-{number}-inf" for number in (118, 191, 111, 156, 172, 271, 106, 276, 321, 184)),
    "su-lstpu-inf",
    "su-2-naval-inf",
)
OPEN, NEXT_TO_OPEN, BESIDE = "0809", "0810", "0709"
"""Open ground and two hexes next to it, without anything between; BESIDE is next to NEXT_TO_OPEN."""


def battle(
    units: dict[str, str],
    *attacks: Attack,
    dice: tuple[int | str, ...] = (),
    side: str = AXIS,
    supplied_at: str = NEXT_TO_OPEN,
    steps: dict[str, int] | None = None,
    strongpoint: str = "",
    scenario: str = "luga-line",
    tired: str = "",
) -> Game:
    """A Combat Phase with declared attacks, a supply unit of the attacker, and scripted dice; `tired` has attacked."""
    game = quiet(units, phase=f"{side}/combat", steps=steps, scenario=scenario)
    if tired:
        marked(game, tired, attacked=True)
    if supplied_at:
        game.state.supplies[f"{side}-s1"] = SupplyUnit(side=side, at=supplied_at, points=1)
    if strongpoint:
        game.state.strongpoints[strongpoint] = Strongpoint(side=SOVIET, status="completed", turn=1)
    game.state.attacks.update({attack.hexes[0]: attack for attack in attacks})
    place = next(place for place, step in enumerate(TURN) if step.id == f"{side}/combat")
    game.state.stack += [GameTurn(step="close", place=place), CombatPhase(side=side)]
    game.dice = ScriptedDice(dice)
    game.advance()
    return game


def attack_on(*hexes: str, by: tuple[str, ...], **more: object) -> Attack:
    return Attack(side=AXIS, hexes=hexes, attackers=by, **more)  # type: ignore[arg-type]


def choose(game: Game, *options: str) -> None:
    for option in options:
        game.choose(option)


def end(game: Game) -> None:
    """Answer everything that is asked until the phase is over."""
    while game.state.phase.endswith("combat"):
        choose(game, asked(game).ids[-1])


def resolved(game: Game) -> Resolved:
    return next(event for event in reversed(game.events) if isinstance(event, Resolved))


def two_attacks(units: dict[str, str] | None = None, dice: tuple[int, ...] = (5,), **orders: object) -> Game:
    """Rifles and panzers are next to two hexes, on each of which an attack was declared; `orders` lie on the second."""
    there = units or {RIFLES: NEXT_TO_OPEN, PANZER: NEXT_TO_OPEN, CADETS: OPEN, RIFLE_DIVISION: BESIDE}
    first = attack_on(OPEN, by=(RIFLES,), defender_orders="no-retreat", support=(HOWITZERS,) if units else ())
    second = attack_on(BESIDE, by=(PANZER,), support=(OTHER_HOWITZERS,) if units else (), **orders)
    game = battle(there, first, second, dice=dice)
    while asked(game).prompt == "orders":
        choose(game, "do:done")
    return game
