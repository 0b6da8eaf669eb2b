"""What the engine says of countries made at random, held against a second reckoning."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from games.efs.second_country import laid_over
from games.efs.second_grounds import make, position
from games.efs.second_opinion import (
    Compared,
    SecondOpinion,
    afresh,
    compared,
    costs,
    eagerly,
    of_battles,
    of_march,
    of_move,
    of_overruns,
    of_supply,
    of_zones,
)
from sandtable.games.efs.combat.retreats import Retreat
from sandtable.games.efs.declaration.attackers import able, obligations
from sandtable.games.efs.declaration.reaction_phase import ReactionPhase
from sandtable.games.efs.movement.allowances import may_move, may_move_supply
from sandtable.games.efs.movement.move import Move
from sandtable.games.efs.movement.movement_phase import is_about_to_ride
from sandtable.games.efs.movement.ride import RideByRail
from sandtable.games.efs.movement.walking import Party
from sandtable.games.efs.reinforcements.entering import entries
from sandtable.games.efs.reinforcements.map_entry import entry_cost
from sandtable.games.efs.sequence import TURN, GameTurn
from sandtable.games.efs.state import SIDES, Attack, Unit, enemy_of
from sandtable.games.efs.title import Efs
from sandtable.games.efs.units import Game

PHASES = ("axis/movement", "axis/motorized", "soviet/motorized", "soviet/movement")


def of_moves(game: Game, opinion: SecondOpinion) -> Iterator[Compared]:
    """Moves of single units and of pairs, of supply units, marches, rides, and overruns."""
    moves = [Move(units=(each,)) for each in game.state.units if game.state.units[each].at and not may_move(game, each)]
    beside = {move.at(game): move.units for move in moves}
    moves += [
        Move(units=(*move.units, *beside[move.at(game)])) for move in moves if move.units != beside[move.at(game)]
    ]
    moves += [Move(supplies=(each,)) for each in game.state.supplies if not may_move_supply(game, each)]
    for move in moves:
        if any(
            opinion.moves_as(each) in ("railroad", "flotilla") or is_about_to_ride(game, each) for each in move.units
        ):
            continue
        decision = move.begin(game)
        assert decision is not None
        yield from of_move(opinion, decision, move)
        yield from of_overruns(game, opinion, decision, move)
        if "do:strategic" in decision.ids:
            marching = Move(units=move.units, supplies=move.supplies, manner="strategic")
            on_roads = marching.begin(game)
            assert on_roads is not None
            yield from of_march(opinion, on_roads, marching)
        if "do:rail" in decision.ids:
            ride = RideByRail(units=move.units, supplies=move.supplies, side=game.state.active)
            yield "rail", opinion.rides_to([*move.units, *move.supplies], move.at(game)), {*costs(ride.begin(game))}


def of_entries(game: Game, opinion: SecondOpinion) -> Iterator[Compared]:
    """What the hexes of the edge cost those who wait there."""
    for unit_id, hexes in entries(game, game.state.active).items():
        found = {label: entry_cost(game, Party(game.state.active, (unit_id,)), label) for label in hexes}
        theirs = {label: paid[0] for label, paid in found.items() if paid is not None}
        mine = {label: opinion.enters_for(unit_id, label) for label in hexes}
        yield "entry", {label: paid for label, paid in mine.items() if paid is not None}, theirs


def of_duties(game: Game, opinion: SecondOpinion) -> Iterator[Compared]:
    """What an attack on each stack by all who can makes it necessary to attack too."""
    for label in list(opinion.stacks):
        side = enemy_of(opinion.holder(label))
        units = able(game, side, (label,))
        found = {*obligations(game, Attack(side, (label,), tuple(units)))} - {label}
        yield "owed", opinion.owed(side, units, (label,)), found


def retreats(game: Game, label: str, rng: Random) -> Iterator[Compared]:
    """The ways on which a stack is led, and some beside it with it, away from where it stands."""
    opinion = SecondOpinion(game.state)
    side, manners = opinion.holder(label), ("combat", "combat", "additional", "overrun")
    beside = [each for each in opinion.country.around[label] if opinion.holder(each) == side]
    origin = (label, *(beside[:1] if rng.random() < 0.4 else []))
    units = tuple(each for at in origin for each in opinion.stacks[at])
    state = game.fork().state
    place = [step.id for step in TURN].index(state.phase)
    retreat = Retreat(side=side, units=units, origin=origin, manner=rng.choice(manners))  # type: ignore[arg-type]
    state.stack = [GameTurn(step="close", place=place), retreat]
    after = afresh(game, state)
    while any(isinstance(frame, Retreat) for frame in state.stack):
        yield from compared(after, SecondOpinion(state))
        after.choose(rng.choice(after.decisions[0].ids))


@pytest.mark.rule("efs:16.4", "efs:16.47", "efs:16.48")
@pytest.mark.parametrize("seed", range(3))
def test_in_no_country_a_retreat_leads_where_a_second_reckoning_does_not(seed: int, tmp_path: Path) -> None:
    pack, rng = make(tmp_path, seed), Random(seed)
    title, number = Efs(packs=[pack]), 0
    with laid_over(pack):
        content = title.content("wild", ())
        game = position(title, content, rng, "axis/combat")
        for unit_id, unit in list(game.state.units.items()):
            game.state.units[unit_id] = replace(unit, do_not_move=rng.choice((0, 0, 0, 1, 2)))
        for label in list(SecondOpinion(game.state).stacks):
            for what, mine, engine in retreats(game, label, rng):
                number += 1
                assert mine == engine, (what, label)
    assert number > 10


def declared_at_random(game: Game, rng: Random) -> None:
    """Attacks of the Axis or the Soviets on a good part of the enemies whom they can attack."""
    opinion, side = SecondOpinion(game.state), game.state.phase.partition("/")[0]
    used = set[str]()
    for label in sorted(opinion.stacks):
        near = sorted(opinion.able_to_attack(side, (label,)) - used) if opinion.holder(label) == enemy_of(side) else []
        if near and rng.random() < 0.7:
            attackers = tuple(rng.sample(near, rng.randint(1, len(near))))
            game.state.attacks[label] = Attack(side, (label,), attackers)
            used |= {*attackers}


def fought(game: Game, rng: Random) -> Iterator[Compared]:
    """Reactions, guns, orders, retreats and advances, from the Reaction Phase on, as they are chosen at random."""
    declared_at_random(game, rng)
    state = game.state
    state.active = enemy_of(state.phase.partition("/")[0])
    place = [step.id for step in TURN].index(state.phase)
    state.stack = [GameTurn(step="close", place=place), ReactionPhase(side=state.active)]
    playing = afresh(game, state)
    while state.attacks and playing.decisions:
        yield from compared(playing, SecondOpinion(state))
        playing.choose(eagerly(playing, rng))


@pytest.mark.rule("efs:12.41", "efs:12.5", "efs:13.1", "efs:15.33", "efs:16.5")
@pytest.mark.parametrize("seed", range(2))
def test_in_no_country_a_second_reckoning_meets_attacks_otherwise(seed: int, tmp_path: Path) -> None:
    pack, rng, seen = make(tmp_path, seed), Random(seed), set[str]()
    title = Efs(packs=[pack])
    with laid_over(pack):
        for side in (*SIDES, *SIDES):
            game = position(title, title.content("wild", ()), rng, f"{side}/reaction")
            for what, mine, engine in fought(game, rng):
                seen.add(what)
                assert mine == engine, what
    assert len(seen) > 4


@pytest.mark.rule("efs:3.2", "efs:6.1", "efs:8.12b", "efs:10.2", "efs:10.3", "efs:10.4", "efs:11.1", "efs:11.2")
@pytest.mark.rule("efs:11.3", "efs:11.4", "efs:11.5", "efs:12.16", "efs:15.4", "efs:15.5", "efs:18.5")
@pytest.mark.parametrize("seed", range(3))
def test_in_no_country_a_second_reckoning_finds_a_difference(seed: int, tmp_path: Path) -> None:
    pack, rng = make(tmp_path, seed), Random(seed)
    title, seen = Efs(packs=[pack]), set[str]()
    with laid_over(pack):
        content = title.content("wild", ())
        for phase in PHASES:
            game = position(title, content, rng, phase)
            waiting = [each for each in content.card.units if each not in game.state.units]
            game.state.units.update({each: Unit(at="", steps=1, box="arrived") for each in waiting})
            opinion = SecondOpinion(game.state)
            for pairs in (of_zones, of_supply, of_moves, of_entries, of_duties):
                for what, mine, engine in pairs(game, opinion):
                    seen.add(what)
                    assert mine == engine, (what, phase)
            for what, mine, engine in of_battles(game, opinion, rng):
                seen.add(what)
                assert mine == engine, (what, phase)
    assert {"zones", "supply", "reach", "overruns", "may march", "may ride", "owed", "odds", "modifiers"} <= seen
