"""Chapters 10 and 13.1: what a kind of chit allows, and which units the chit in use activates."""

from __future__ import annotations

from sandtable.games.gts.content import Content
from sandtable.games.gts.sequence import leaders
from sandtable.games.gts.sequence.troop_quality import may_spend
from sandtable.games.gts.state import Active
from sandtable.games.gts.units import Game, division_of, formation_of, in_play, side_of
from sandtable.kernel import Refusal, of_content, rule
from sandtable.mechanics.content import Strict, Table


class ChitRights(Strict, frozen=True, kw_only=True):
    """What a kind of chit allows (data/tables/chits.yaml)."""

    rolls_points: bool
    into_fire_zone: bool
    cost: int
    first: tuple[str, ...]
    second: tuple[str, ...]
    together: tuple[str, ...]


class ChitsFile(Table, frozen=True, kw_only=True):
    """The three kinds of chit."""

    division: ChitRights
    formation: ChitRights
    direct: ChitRights


def rights(game: Game, kind: str) -> ChitRights:
    return rights_of_chits(game.content)[kind]


@of_content
def rights_of_chits(content: Content) -> dict[str, ChitRights]:
    """What each kind of chit allows."""
    file = content.table("chits", ChitsFile)
    return {"division": file.division, "formation": file.formation, "direct": file.direct}


def active(game: Game) -> Active:
    """The activation under way."""
    found = game.state.active
    assert found is not None
    return found


@rule("10.0.1/formation", "10.0.1/division", "10.0.5", "10.0.5/6", "13.1", "29.3")
def may_act(game: Game, unit_id: str) -> bool:
    """Whether the chit in use activates a unit that has not acted yet."""
    now = active(game)
    if side_of(game, unit_id) != now.side or unit_id in game.state.acted:
        return False
    if now.kind == "formation":
        return formation_of(game, unit_id) == now.owner
    if now.kind == "division":
        return division_of(game, unit_id) == now.owner and formation_of(game, unit_id) not in game.state.finished
    return may_spend(game, unit_id)


@rule("10.0.1/formation", "10.0.1/division", "10.0.5/6", "13.1")
def ready(game: Game) -> list[str]:
    """All units that may act under the chit in use, as `may_act` has it of each."""
    now, acted, finished = active(game), game.state.acted, game.state.finished
    units = [unit_id for unit_id in in_play(game, now.owner) if unit_id not in acted]
    if now.kind == "direct":
        counters, points = game.content.counters, game.state.divisions
        units = [unit_id for unit_id in units if points[counters[unit_id].division].command]
        return [unit_id for unit_id in units if may_spend(game, unit_id)]
    if not finished:
        return units
    counters, known = game.content.counters, game.state.units
    return [i for i in units if (counters[i].formation or known[i].formation) not in finished]


def are_several(game: Game, units: list[str]) -> bool:
    """Whether units are of more than one formation."""
    first = formation_of(game, units[0])
    return any(formation_of(game, unit_id) != first for unit_id in reversed(units))


def why_not_active(game: Game, unit_id: str) -> Refusal:
    """Why a unit cannot act now."""
    now, args = active(game), {"unit": unit_id}
    if side_of(game, unit_id) != now.side:
        return Refusal("refused.enemy-to-fight", "13.1", args)
    if unit_id in game.state.acted:
        return Refusal("refused.has-acted", "13.3", args)
    if formation_of(game, unit_id) in game.state.finished:
        return Refusal("refused.formation-done", "10.0.1/division", args)
    if now.kind == "direct":
        return why_no_points(game, unit_id)
    return Refusal("refused.not-activated", "13.1", args)


def why_no_points(game: Game, unit_id: str) -> Refusal:
    """Why no command point can be spent on a unit."""
    args = {"unit": unit_id, "division": division_of(game, unit_id)}
    if game.state.units[unit_id].fresh:
        return Refusal("refused.fresh", "8.0/restriction", args)
    if not leaders.in_command(game, unit_id):
        return Refusal("refused.out-of-command", "21.5", args)
    return Refusal("refused.no-points", "10.0.5/2", args)
