"""Battles for tests: a combat phase about to begin, an attack carried through to its result, and its arithmetic."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from games.gsfg.positions import choose, content, quiet
from sandtable.games.gsfg.combat.combat_phase import CombatPhase
from sandtable.games.gsfg.movement.movement_phase import MovementPhase
from sandtable.games.gsfg.state import SOVIET
from sandtable.games.gsfg.units import Game
from sandtable.kernel import Resolved
from sandtable.kernel.dice import ScriptedDice

# A clear hex in West Germany amid clear hexes, all of them in reach of Soviet and of NATO supply.
TARGET = "3125"
NORTH, NORTHEAST, SOUTHEAST, SOUTH, SOUTHWEST, NORTHWEST = "3124", "3225", "3226", "3126", "3026", "3025"
RING = (NORTH, NORTHEAST, SOUTHEAST, SOUTH, SOUTHWEST, NORTHWEST)
FAR_NORTH = "3123"
CITY = "3328"
CITY_NORTH, CITY_NORTHEAST, CITY_SOUTHEAST = "3327", "3428", "3429"


def phase(
    units: Mapping[str, str],
    side: str = SOVIET,
    *,
    group: str = "",
    second: bool = False,
    turn: int = 5,
    air: str = SOVIET,
    steps: Mapping[str, int] | None = None,
    captured: Mapping[str, str] | None = None,
    waiting: Sequence[str] = (),
    dice: Sequence[int | str] = (),
    facts: Mapping[str, Mapping[str, object]] | None = None,
    starve: bool = False,
    switches: tuple[str, ...] = (),
) -> Game:
    """A combat phase at its first decision; `facts` are changes to units, aerial supply has been flown."""
    game = quiet(units, turn=turn, active=side, air=air, steps=steps, captured=captured, waiting=waiting,
                 switches=switches)  # fmt: skip
    game.state.air = replace(game.state.air, starve=starve, supply_flown=True)
    for unit_id, changes in (facts or {}).items():
        game.state.units[unit_id] = replace(game.state.units[unit_id], **changes)
    acting = group or ("main" if side == SOVIET else "nato")
    game.state.stack += [MovementPhase(side=side, group=acting), CombatPhase(side=side, group=acting, second=second)]
    game.dice = ScriptedDice(dice)
    game.advance()
    return game


def attack(game: Game, target: str, *attackers: str) -> None:
    """Attack with these units and, where the Soviet player is asked about it, without chemical weapons."""
    declare(game, target, *attackers)
    conventionally(game)


def declare(game: Game, target: str, *attackers: str) -> None:
    choose(game, f"hex:{target}", *(f"unit:{unit_id}" for unit_id in attackers), "do:attack")


def conventionally(game: Game) -> None:
    if game.decisions and game.decisions[0].prompt == "chemical":
        choose(game, "do:conventional")


def resolved(game: Game, what: str = "combat") -> Resolved:
    """The last resolution of a kind."""
    return next(event for event in reversed(game.events) if isinstance(event, Resolved) and event.what == what)


def lines(game: Game) -> dict[str, str]:
    """The arithmetic of the last battle, by label."""
    return {line.label: line.value for line in resolved(game).lines}


def prompt(game: Game) -> str:
    return game.decisions[0].prompt


def reason(game: Game, option: str) -> tuple[str, str]:
    """Why an option is not offered, and the rule."""
    refusal = game.explain(option)
    assert refusal is not None
    return refusal.reason, refusal.rule


def steps_of(game: Game, unit_id: str) -> int:
    unit = game.state.units.get(unit_id)
    return unit.steps if unit else 0


def terrain(label: str) -> str:
    return content().terrain[label]
