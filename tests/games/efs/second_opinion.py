"""A second reckoning of East Front Series, and games that are played beside it.

Its parts were written from the rulebook and the data without the engine's chapters: the country (`second_country`),
steps and reach (`second_marching`), supply routes (`second_supply`), strengths and modifiers (`second_combat`),
overruns, retreats and advances (`second_manoeuvres`), strategic and rail movement and what attacks oblige to
(`second_journeys`), who may move, be activated, react, support, be ordered, and attack whom (`second_command`), steps
lost in combat (`second_losses`), victory points (`Witness`). `compared` holds what a decision offers and shows against
them.
To play many games beside the engine, from the directory of the tests: `python -m games.efs.second_opinion 40`.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple, TypeAlias

from msgspec.structs import replace

from games.efs.second_combat import HEAVY, Battle, Fighting
from games.efs.second_command import Commanding
from games.efs.second_country import apart, other_side, read
from games.efs.second_losses import Losses
from games.efs.second_manoeuvres import Retreating
from sandtable.games.efs.artillery.commit import CommitArtillery
from sandtable.games.efs.combat.advances import Advance
from sandtable.games.efs.combat.forces import Forces
from sandtable.games.efs.combat.modifiers import may_bust, may_use_engineers
from sandtable.games.efs.combat.odds import final_odds
from sandtable.games.efs.combat.organize_attack import OrganizeAttack
from sandtable.games.efs.combat.retreats import Withdraw
from sandtable.games.efs.combat.strengths import initial_odds, results_table
from sandtable.games.efs.declaration.attackers import able, obligations
from sandtable.games.efs.declaration.declaration_phase import AttackDeclarationPhase
from sandtable.games.efs.declaration.give_orders import GiveOrders
from sandtable.games.efs.declaration.reaction import React
from sandtable.games.efs.declaration.reaction_phase import ReactionPhase
from sandtable.games.efs.engineers.demolition import DestroyBridges
from sandtable.games.efs.events.base import BoxChanged, Reduced
from sandtable.games.efs.events.headquarters import Disbanded
from sandtable.games.efs.events.reinforcements import GroupChosen, WithdrawalCancelled
from sandtable.games.efs.headquarters.activation import ActivateUnit
from sandtable.games.efs.movement.move import Move
from sandtable.games.efs.movement.movement_phase import MotorizedMovementPhase, MovementPhase
from sandtable.games.efs.movement.overrun import may_overrun, reckoning
from sandtable.games.efs.movement.ride import RideByRail
from sandtable.games.efs.state import Attack, State, Weather, WeatherKind
from sandtable.games.efs.supply.routes import supplied_hexes
from sandtable.games.efs.title import Efs
from sandtable.games.efs.units import Game
from sandtable.games.efs.zones import zone_of
from sandtable.kernel import Decision, Line, Procedure
from sandtable.kernel.events import Event

TITLE = Efs()
SIDES = ("axis", "soviet")
SUMS = ("attack", "defence", "support", "guns-in-hex", "support-of-defence", "final-odds", "modifier")
COUNTED = ("armor", "assault-gun", "armored-anti-tank")
LOST = ("cadre", "eliminated", "cannot-rebuild")
NO_LOSS = ("3.33", "10.48", "16.46b")
"""Ways off the map that are no loss of steps."""
Compared: TypeAlias = tuple[str, object, object]
"""What was compared, what this reckoning says, what the engine says."""


class SecondOpinion(Commanding):
    """All parts, about one state."""


class Difference(NamedTuple):
    what: str
    mine: object
    engine: object
    where: str


# Decisions


def compared(game: Game, opinion: SecondOpinion) -> Iterator[Compared]:
    """What the open decision offers, held against the second reckoning."""
    frame, decision = game.state.stack[-1], game.decisions[0]
    if isinstance(frame, Move) and frame.step == "begin" and not frame.manner:
        yield from of_move(opinion, decision, frame)
        yield from of_overruns(game, opinion, decision, frame)
    elif isinstance(frame, Move) and frame.step == "begin":
        yield from of_march(opinion, decision, frame)
    elif isinstance(frame, RideByRail) and not frame.entered:
        yield "rail", opinion.rides_to([*frame.units, *frame.supplies], frame.at(game)), {*named(decision, "hex")}
    elif isinstance(frame, Withdraw) and frame.step == "begin":
        party = Retreating(frame.side, frame.units, frame.leaving, frame.origin, frame.manner)
        yield "retreat", opinion.retreats(party, frame.path), {*named(decision, "hex")}
    elif isinstance(frame, Advance):
        if any(opinion.moves_as(each) == "flotilla" for each in frame.units):
            return
        if frame.step == "begin":
            yield "advance", opinion.advances(frame.units, frame.hexes), {*named(decision, "unit")}
        else:
            yield "advance", opinion.advances_to(frame.moving, frame.hexes), {*named(decision, "hex")}
    elif isinstance(frame, React) and frame.step == "begin":
        yield "reaction", opinion.reacts_to(frame.unit), costs(decision)
    elif isinstance(frame, OrganizeAttack) and frame.step == "organize" and frame.attackers:
        yield from of_combat(game, opinion, frame)
        yield "guns of the attack", guns_of_attack(game, opinion, frame), guns_among(opinion, named(decision, "unit"))
    else:
        yield from of_command(opinion, frame, decision)


def of_command(opinion: SecondOpinion, frame: Procedure, decision: Decision) -> Iterator[Compared]:
    """Who is offered for what."""
    state, offered = opinion.state, {*named(decision, "unit")}
    if isinstance(frame, MovementPhase | MotorizedMovementPhase) and frame.step == "begin":
        own = {each for each, unit in state.units.items() if unit.at and opinion.counters.side(each) == frame.side}
        movers = {each for each in own if opinion.may_set_out(each) or opinion.only_rides(each)}
        yield "movers", movers | opinion.doublers(), offered & own
    elif isinstance(frame, ActivateUnit):
        yield "activation", opinion.activators(frame.unit), offered
    elif isinstance(frame, ReactionPhase):
        yield "reacting", opinion.may_react(), offered
    elif isinstance(frame, GiveOrders) and frame.step == "pick":
        able = {name: opinion.orders_for(attack, frame.side) for name, attack in state.attacks.items()}
        hexes = {name for name, orders in able.items() if orders}
        theirs = {name for name, attack in state.attacks.items() if {*attack.hexes} & {*named(decision, "hex")}}
        yield "orders", hexes, theirs
    elif isinstance(frame, GiveOrders) and frame.step == "kind":
        attack = next(each for each in state.attacks.values() if frame.at in each.hexes)
        yield "which orders", opinion.orders_for(attack, frame.side), {*named(decision, "do")}
    elif isinstance(frame, CommitArtillery) and frame.step == "begin":
        guns = {gun for attack in state.attacks.values() for gun in opinion.guns_for(attack, frame.side)}
        yield "guns of the defence", guns, offered
    elif isinstance(frame, AttackDeclarationPhase) and decision.prompt == "declare":
        theirs = {each for each in named(decision, "hex") if not opinion.is_off_shore(frame.side, each)}
        yield "open to attack", opinion.open_to_attack(frame.side, frame.withdrawn), theirs
    elif isinstance(frame, DestroyBridges):
        yield "bridges to blow", opinion.bridges_to_blow(frame.side), {*named(decision, "bridge")}


def named(decision: Decision, kind: str) -> list[str]:
    return [each.partition(":")[2] for each in decision.ids if each.startswith(f"{kind}:")]


def costs(decision: Decision) -> dict[str, int]:
    """The hexes that are offered, for how many quarters."""
    return {each.id[4:]: int(4 * (each.cost or 0)) for each in decision.options if each.id.startswith("hex:")}


def of_move(opinion: SecondOpinion, decision: Decision, move: Move) -> Iterator[Compared]:
    state, movers = opinion.state, [*move.units, *move.supplies]
    pieces = [state.units.get(each) or state.supplies[each] for each in movers]
    left = min(opinion.allowance(each) - piece.spent for each, piece in zip(movers, pieces, strict=True))
    if move.most and not move.manner:
        left = min(left, move.most - max(piece.spent for piece in pieces))
    yield "points", left / 4, decision.args["left"]
    if any(opinion.moves_as(each) in ("railroad", "flotilla") for each in move.units):
        return
    start = pieces[0].at
    found = opinion.reach(movers, start, move.came, left, begun=move.begun)
    if not move.begun and not any(piece.spent for piece in pieces):
        for label in opinion.single_hexes(movers, start):
            found.setdefault(label, left)
    yield "reach", found, costs(decision)
    if opinion.state.phase.endswith("/movement") and not move.begun and left:
        yield "may march", opinion.may_march(movers, start), "do:strategic" in decision.ids
        unmoved = not any(piece.spent for piece in pieces)
        yield "may ride", unmoved and opinion.may_board(movers, start), "do:rail" in decision.ids


def of_march(opinion: SecondOpinion, decision: Decision, move: Move) -> Iterator[Compared]:
    """Strategic movement (11.2)."""
    movers = [*move.units, *move.supplies]
    pieces = [opinion.state.units.get(each) or opinion.state.supplies[each] for each in movers]
    most = min(opinion.allowance(each) for each in movers)
    left = int((min(most, move.most) if move.most else most) * 1.5) - max(piece.spent for piece in pieces)
    yield "strategic", opinion.marches_to(movers, pieces[0].at, move.came, left), costs(decision)


def of_overruns(game: Game, opinion: SecondOpinion, decision: Decision, move: Move) -> Iterator[Compared]:
    if not move.units or move.supplies:
        return
    units, start = move.units, opinion.unit(move.units[0]).at
    left = min(opinion.allowance(each) - opinion.unit(each).spent for each in units)
    if move.most:
        left = min(left, move.most - max(opinion.unit(each).spent for each in units))
    offered = set()
    for goal in opinion.country.around[start]:
        if opinion.holder(goal) != other_side(opinion.counters.side(units[0])):
            continue
        forbidden, price = (
            opinion.overrun_forbidden(units, start, goal),
            opinion.overrun_price(units, start, goal, move.came),
        )
        yield "overrun", forbidden, may_overrun(game, units, (start, goal)) is not None
        if not forbidden:
            push, theirs = opinion.push(units, start, goal), reckoning(game, units, (start, goal))
            yield "push", (push.attack, push.defence, push.net), (theirs.attack, theirs.defence, theirs.net)
            if price is not None and price <= left:
                offered.add(goal)
    yield "overruns", offered, {*named(decision, "overrun")}


def of_combat(game: Game, opinion: SecondOpinion, frame: OrganizeAttack) -> Iterator[Compared]:
    """What is shown of an attack as it stands, as far as nothing is hidden of it."""
    attack = game.state.attacks[frame.name]
    if any(opinion.counters.is_unknown(each) for each in (*attack_units(opinion, attack), *frame.attackers)):
        return
    if any(opinion.unit(each).at not in attack.hexes for each in attack.support):
        return
    if any(opinion.counters.is_of(each, "special") for each in frame.attackers):
        return
    shown = game.preview("do:attack").lines
    if not shown:
        return
    places = [opinion.unit(each).at for each in frame.attackers]
    points = frozenset(game.state.supplies[each].at for each in frame.supplies)
    supplied = bool(points) and all(opinion.traces(frame.side, place, points) for place in places)
    battle = Battle(
        frame.side, attack.hexes, frame.attackers, frame.support, attack.support, supplied, "engineers" in sums(shown),
        "", any(line.label == "no-retreat" for line in shown),
    )  # fmt: skip
    busters = opinion.busters(battle)
    battle = battle._replace(buster=next((each for each in frame.attackers if each in busters), ""))
    verdict = opinion.verdict(battle)
    yield "column", verdict.column, next(line.value for line in shown if line.label == "final-odds")
    yield "modifiers", verdict.modifiers, sums(shown)


def guns_of_attack(game: Game, opinion: SecondOpinion, frame: OrganizeAttack) -> set[str]:
    """The guns that may be added to an attack: within its limits, and fed by a point that was designated (15.34)."""
    attack = replace(game.state.attacks[frame.name], attackers=frame.attackers)
    points = frozenset(game.state.supplies[each].at for each in frame.supplies)
    able = opinion.guns_for(attack, frame.side) - {*frame.support} if points else set()
    return {
        each for each in able
        if opinion.may_combine([*frame.support, each], attack.hexes, defending=False)
        and opinion.traces(frame.side, opinion.unit(each).at, points)
    }  # fmt: skip


def guns_among(opinion: SecondOpinion, names: list[str]) -> set[str]:
    return {each for each in names if each in opinion.state.units and opinion.counters.is_artillery(each)}


def attack_units(opinion: SecondOpinion, attack: Attack) -> list[str]:
    return [each for label in attack.hexes for each in opinion.stacks.get(label, ())]


def sums(lines: tuple[Line, ...]) -> dict[str, int]:
    found: Counter[str] = Counter()
    for line in lines:
        if line.label not in SUMS:
            found[line.label] += int(line.value)
    return dict(found)


# The ground


def of_zones(game: Game, opinion: SecondOpinion) -> Iterator[Compared]:
    for side in SIDES:
        yield "zones", {each for each, by in opinion.zones[side].items() if by - {each}}, {*zone_of(game, side)}


def of_supply(game: Game, opinion: SecondOpinion) -> Iterator[Compared]:
    dry = {each for each, kind in opinion.country.terrain.items() if kind not in ("sea", "shallow-water", "lake")}
    for side in SIDES:
        yield "supply", opinion.supplied(side) & dry, supplied_hexes(game, side) & dry


def of_battles(game: Game, opinion: SecondOpinion, rng: Random) -> Iterator[Compared]:
    """An attack on every stack by some of those next to it, with guns and declarations at random."""
    for label in list(opinion.stacks):
        battle = any_battle(opinion, label, rng)
        if battle is None:
            continue
        special = [each for each in opinion.near(battle) if opinion.counters.is_of(each, "special")]
        if special:
            continue
        if not game.state.attacks:
            yield "able", opinion.able_to_attack(battle.side, battle.hexes), {*able(game, battle.side, battle.hexes)}
        attack = Attack(battle.side, battle.hexes, battle.attackers, support=battle.defending)
        bare = Forces(attack, battle.support, battle.defending)
        yield "engineers", opinion.engineers_help(battle), may_use_engineers(game, bare)
        yield "busters", opinion.busters(battle), {*may_bust(game, bare)}
        busters = sorted(opinion.busters(battle))
        battle = battle._replace(
            supplied=rng.random() < 0.5,
            engineers=opinion.engineers_help(battle) and rng.random() < 0.7,
            buster=rng.choice(busters) if busters and rng.random() < 0.5 else "",
            no_retreat=rng.random() < 0.2,
        )
        forces = bare._replace(
            supplied=battle.supplied, engineers=battle.engineers, buster=battle.buster, no_retreat=battle.no_retreat
        )
        verdict, odds = opinion.verdict(battle), final_odds(game, forces)
        column = results_table(game.content).columns[odds.column]
        yield "odds", (verdict.attack, verdict.defence, verdict.column), (odds.attack, odds.defence, column)
        yield "modifiers", (verdict.modifiers, verdict.drm), (sums(odds.lines), odds.drm)
        if not game.state.attacks:
            owed = {*obligations(game, attack)} - {*battle.hexes}
            yield "owed", opinion.owed(battle.side, battle.attackers, battle.hexes), owed
        initial = initial_odds(game, battle.attackers, battle.hexes)
        mine = (opinion.attack(battle._replace(buster="")), opinion.defence(battle.hexes, initial=True))
        yield "initial odds", mine, (initial.attack, initial.defence)


def any_battle(opinion: SecondOpinion, label: str, rng: Random) -> Battle | None:
    enemy = opinion.holder(label)
    side, counters = other_side(enemy), opinion.counters
    beside = [each for each in opinion.country.around[label] if opinion.holder(each) == enemy]
    hexes = (label, rng.choice(beside)) if beside and rng.random() < 0.25 else (label,)
    near = [
        each for at in opinion.country.around[label]
        if opinion.holder(at) == side and all(at in opinion.country.around[other] for other in hexes)
        for each in opinion.stacks[at]
        if not counters.is_artillery(each) and counters.face(each)[0] > 0
    ]  # fmt: skip
    units = [*near, *(each for other in hexes for each in opinion.stacks[other])]
    if not near or any(counters.is_unknown(each) for each in units):
        return None
    guns = [each for stack in opinion.stacks.values() for each in stack if counters.is_artillery(each)]
    guns = [each for each in guns if counters.type(each) not in HEAVY]
    own = tuple(each for each in guns if counters.side(each) == side and rng.random() < 0.4)[:3]
    theirs = [each for each in guns if counters.side(each) == enemy and opinion.may_help(each, hexes)]
    committed = tuple(rng.sample(theirs, 1)) if theirs and rng.random() < 0.5 else ()
    attackers = tuple(rng.sample(near, rng.randint(1, len(near))))
    return Battle(side, hexes, attackers, own, committed)


# What follows from one decision to the next


class Witness:
    """What is remembered of the decision before: states of supply, and locations that count."""

    def __init__(self, game: Game, *, scattered: bool = False) -> None:
        self.phase, self.units, self.seen = "", dict(game.state.units), len(game.events)
        self.lost, self.scattered = Counter[str](), scattered
        self.points, self.located, self.mandated = game.state.vp, dict(game.state.locations), game.state.mandated

    def followed(self, game: Game, opinion: SecondOpinion) -> Iterator[Compared]:
        state = game.state
        was_before = self.phase.startswith("strategic/") and self.phase != "strategic/supply"
        if was_before and state.phase in ("strategic/supply", "axis/movement"):
            yield from self.of_states(opinion)
        for event in game.events[self.seen :]:
            yield from of_result(event)
            self.points += points_for(opinion, event) + self.note_loss(opinion, event)
        self.points += self.points_of_ground(opinion)
        if not self.scattered:
            yield "losses", dict(self.lost), {side: number for side, number in state.losses.items() if number}
            yield "victory points", self.points, state.vp
        yield from of_locations(opinion)
        self.phase, self.units, self.seen = state.phase, dict(state.units), len(game.events)

    def points_of_ground(self, opinion: SecondOpinion) -> int:
        """24.22 and 12.36a: what locations that have changed hands are worth, and mandated attacks not made."""
        state, total = opinion.state, 0
        for label, now in state.locations.items():
            counted = label in self.located and self.located[label].counted
            total += (now.counted - counted) * worth(opinion, label)
        if self.phase != state.phase and self.mandated and not state.mandated and "combat" not in self.phase:
            total += self.mandated * opinion.card["points"].get("mandated", 0)
        self.located, self.mandated = dict(state.locations), state.mandated
        return total

    def note_loss(self, opinion: SecondOpinion, event: Event) -> int:
        """24.41: steps of armor and artillery that are lost, the sixth of which is a point."""
        unit_id = getattr(event, "unit", "")
        if unit_id not in opinion.counters.printed:
            return 0
        steps = self.units[unit_id].steps
        if isinstance(event, Reduced):
            gone, self.units[unit_id] = event.steps, replace(self.units[unit_id], steps=event.left)
        elif isinstance(event, BoxChanged) and event.at and event.box in LOST and event.rule not in NO_LOSS:
            gone = steps
        else:
            return 0
        if opinion.counters.type(unit_id) not in COUNTED and not opinion.counters.is_artillery(unit_id):
            return 0
        side = opinion.counters.side(unit_id)
        points, self.lost[side] = divmod(self.lost[side] + gone, read("tables/victory")["steps_for_a_point"])
        self.lost += Counter()
        return points if side == "soviet" else -points

    def of_states(self, opinion: SecondOpinion) -> Iterator[Compared]:
        """6.31 to 6.34: supplied, then emergency supply, then out of supply."""
        later = {"supplied": "emergency", "emergency": "out", "out": "out"}
        mine, engine = {}, {}
        for stack in opinion.stacks.values():
            for each in stack:
                unit, before = opinion.unit(each), self.units.get(each)
                if before is None or before.at != unit.at or unit.entered:
                    continue
                side = opinion.counters.side(each)
                needs_none = opinion.counters.type(each) in ("armored-train", "flotilla")
                fed = side in opinion.state.fed.get(unit.at, "")
                reached = needs_none or fed or unit.at in opinion.supplied(side)
                mine[each] = "supplied" if reached else later[before.supply]
                engine[each] = unit.supply
        yield "states of supply", mine, engine


def worth(opinion: SecondOpinion, label: str) -> int:
    """What a location is worth in the turn (24.23)."""
    points = opinion.card["locations"][label]["points"]
    return int(points[max(first for first in points if first <= opinion.state.turn)])


def points_for(opinion: SecondOpinion, event: Event) -> int:
    """What an event scores for the Axis (8.23, 8.53, 24.11, 24.32)."""
    if isinstance(event, GroupChosen):
        return int(opinion.card["groups"][event.group]["vp"][opinion.state.turn])
    if isinstance(event, WithdrawalCancelled):
        return -1 if opinion.counters.side(event.unit) == "axis" else 1
    if isinstance(event, Disbanded):
        return int(read("tables/headquarters")["disbanded"])
    if isinstance(event, BoxChanged) and opinion.counters.type(event.unit) == "headquarters":
        lost = event.at and event.box in LOST and event.rule not in (*NO_LOSS, "21.29")
        return int(opinion.card["points"].get("headquarters", 0)) if lost else 0
    return 0


def of_result(event: Event) -> Iterator[Compared]:
    """What the die came to on the table."""
    lines: tuple[Line, ...] = getattr(event, "lines", ())
    shown = {line.label: line.value for line in lines}
    if getattr(event, "what", "") == "combat" and "die" in shown:
        row = int(shown["die"]) + int(shown["modifier"])
        yield "result", Fighting.result(shown["final-odds"], row), getattr(event, "result", "")


def of_locations(opinion: SecondOpinion) -> Iterator[Compared]:
    """24.22: a location counts once an Axis unit is in it, and no longer once a Soviet one is."""
    mine, engine = {}, {}
    for label in opinion.card["locations"]:
        if opinion.holder(label) and opinion.state.phase.split("/")[1] != "movement":
            mine[label] = opinion.holder(label) == "axis"
            engine[label] = opinion.state.locations[label].counted
    yield "locations", mine, engine


# Games beside the engine


def scattered(game: Game, rng: Random) -> Game:
    """The same game with its units thrown about in one part of the map, in some weather."""
    state = game.fork().state
    opinion = SecondOpinion(state)
    land = [each for each, kind in opinion.country.terrain.items() if kind not in ("sea", "shallow-water", "lake")]
    frozen = rng.random() < 0.3
    kinds: tuple[WeatherKind, ...] = ("frost", "snow") if frozen else ("dry", "dry", "mud", "frost", "snow")
    kind = rng.choice(kinds)
    state.weather = Weather(kind=kind, frozen=frozen, lingering_mud=kind == "dry" and rng.random() < 0.4)
    sources = [each for side in SIDES for each in opinion.card["sides"][side]["sources"]]
    middle = rng.choice(land if rng.random() < 0.7 else sources)
    near = sorted(land, key=lambda label: apart(label, middle))[: rng.choice([14, 30, 60])]
    owner: dict[str, str] = {}
    for unit_id, unit in list(state.units.items()):
        if unit.at and not unit.box:
            side = opinion.counters.side(unit_id)
            closed = opinion.country.regions.get(opinion.card.get("closed", {}).get(side, ""), set())
            free = [each for each in near if owner.get(each, side) == side and each not in closed]
            if not free:
                state.units[unit_id] = replace(unit, at="", box="cadre")
                continue
            at = rng.choice(free)
            owner[at] = side
            faces = len(opinion.counters.printed[unit_id].get("faces", [1]))
            steps = unit.steps if opinion.counters.type(unit_id) == "headquarters" else rng.randint(1, faces)
            supply = rng.choice(("supplied", "supplied", "emergency", "out"))
            marked = replace(unit, at=at, start=at, steps=steps, overrun=rng.random() < 0.1)
            state.units[unit_id] = replace(marked, supply=supply, fired=rng.random() < 0.1)  # type: ignore[arg-type]
    for supply_id, supply_unit in list(state.supplies.items()):
        free = [each for each in near if owner.get(each, supply_unit.side) == supply_unit.side]
        if supply_unit.at and free:
            state.supplies[supply_id] = replace(supply_unit, at=rng.choice(free))
    return afresh(game, state)


def afresh(game: Game, state: State) -> Game:
    new = Game(TITLE, game.content, state, game.dice)
    new.advance()
    return new


def eagerly(game: Game, rng: Random) -> str:
    """A choice at random of somebody who would rather overrun, attack and advance than not."""
    ids = game.decisions[0].ids
    overruns = [each for each in ids if each.startswith("overrun:")]
    if overruns:
        return rng.choice(overruns)
    if isinstance(game.state.stack[-1], MovementPhase | MotorizedMovementPhase) and rng.random() < 0.2:
        return "do:done"
    rest = [each for each in ids if each != "do:done"]
    return rng.choice(rest if rest and rng.random() < 0.85 else ids)


class Play:
    """Games that are played beside the second reckoning, and what came of it."""

    def __init__(self) -> None:
        self.compared: Counter[str] = Counter()
        self.decisions = 0
        self.found: list[Difference] = []

    def note(self, game: Game, pairs: Iterator[Compared]) -> None:
        for what, mine, engine in pairs:
            self.compared[what] += 1
            if mine != engine:
                where = f"{game.state.scenario} {game.state.turn} {game.state.phase} {game.state.stack[-1]}"
                self.found.append(Difference(what, mine, engine, where))

    def game(self, scenario: str, seed: int, most: int, scatter: float) -> None:
        """One game of so many decisions at most; `scatter` says how often units are thrown about as a phase begins."""
        game, rng = TITLE.new_game(scenario, (), seed), Random(seed)
        witness, moved, losses = Witness(game), set[str](), Losses()
        for number in range(most):
            if game.state.result is not None:
                return
            phase = f"{game.state.turn} {game.state.phase}"
            if isinstance(game.state.stack[-1], MovementPhase) and phase not in moved and rng.random() < scatter:
                game = scattered(game, rng)
                witness, losses = Witness(game, scattered=True), Losses()
                if game.state.result is not None:
                    return
            moved.add(phase)
            self.decisions += 1
            opinion = SecondOpinion(game.state)
            self.note(game, compared(game, opinion))
            self.note(game, witness.followed(game, opinion))
            rare: tuple[tuple[int, Callable[[], Iterator[Compared]]], ...] = (
                (4, lambda: of_zones(game, opinion)),  # noqa: B023 - called at once
                (25, lambda: of_battles(game, opinion, rng)),  # noqa: B023
                (120, lambda: of_supply(game, opinion)),  # noqa: B023
            )
            for every, pairs in rare:
                if number % every == 0:
                    self.note(game, pairs())
            losses.before(game, opinion)
            game.choose(eagerly(game, rng))
            self.note(game, losses.after(game))


def apart_from(one: object, other: object) -> object:
    """What is in one of two findings only."""
    if isinstance(one, dict) and isinstance(other, dict):
        return {key: value for key, value in one.items() if key not in other or other[key] != value}
    return one - other if isinstance(one, set | frozenset) and isinstance(other, set | frozenset) else one


def main(games: int, first: int = 0) -> None:
    """Play some games, and say of each what differed."""
    play = Play()
    for seed in range(first, first + games):
        told = len(play.found)
        scenario = ("luga-line", "perekop", "perekop-long")[seed % 3]
        play.game(scenario, seed, 700, scatter=0.5 if seed % 2 else 0)
        for what, mine, engine, where in play.found[told : told + 5]:
            sys.stdout.write(f"{what}: {apart_from(mine, engine)} / {apart_from(engine, mine)}; {where[:600]}\n")
        sys.stdout.write(f"{seed}: {play.decisions} decisions, {len(play.found)} differences, {dict(play.compared)}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(*(int(each) for each in sys.argv[1:]))
