"""Chapter 5: combat between adjacent hexes, with the choices it leaves to either side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sandtable.board import FORBIDDEN
from sandtable.games.primer.events import Disrupted, Retreated, Stood
from sandtable.games.primer.movement import movers
from sandtable.games.primer.state import OFF_MAP, Unit, other
from sandtable.games.primer.units import (
    Game,
    eliminate,
    halved,
    kind_of,
    lose_step,
    occupy,
    strength,
    zone_of_control,
)
from sandtable.kernel import (
    Action,
    Choice,
    Decision,
    Line,
    Menu,
    Option,
    Phase,
    Preview,
    Procedure,
    Refusal,
    Resolved,
    rule,
)
from sandtable.mechanics.events import Advanced
from sandtable.mechanics.roster import change, enemy_hexes, occupier, roster, units_in, units_of
from sandtable.mechanics.sums import Sum

DONE = Option("do:done", rule="2.4")
ATTACK = Option("do:attack", rule="5.1")
PASS = Option("do:pass", rule="5.9")
RETREAT = Option("do:retreat", rule="5.7")
STAND = Option("do:stand", rule="5.7")


def may_attack(game: Game, unit: Unit) -> bool:
    return not unit.fought and not unit.disrupted and kind_of(game.content, unit).attack > 0


@rule("5.1", "5.2")
def attackers_of(game: Game, side: str, label: str) -> list[str]:
    """The counters of a side that may attack a hex: adjacent, in order, and not in combat yet this phase."""
    near = game.content.adjacent[label]
    own = units_of(game, side)
    return [unit_id for unit_id, unit in own.items() if unit.at in near and may_attack(game, unit)]


@rule("5.1", "5.2")
def targets(game: Game, side: str, attacked: tuple[str, ...]) -> list[str]:
    """The hexes that a side may attack: enemy-occupied, within reach and not attacked yet this phase."""
    adjacent, held = game.content.adjacent, enemy_hexes(game, side)
    near: set[str] = set()
    for unit in units_of(game, side).values():
        if not held.isdisjoint(adjacent[unit.at]) and may_attack(game, unit):
            near.update(adjacent[unit.at])
    return sorted((held & near).difference(attacked))


class CombatPhase(Phase, frozen=True):
    """A side makes its attacks one by one, in any order."""

    side: str
    attacked: tuple[str, ...] = ()

    def begin(self, game: Game) -> Decision | None:
        found = targets(game, self.side, self.attacked)
        if not found:
            game.finish()
            return None
        options = tuple(Option(f"hex:{label}", rule="5.1") for label in found)
        return Decision(self.side, "attack-hex", "5.1", (*options, DONE))

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "hex" or choice.name not in game.content.board.index:
            return None
        args = {"hex": choice.name}
        if choice.name in self.attacked:
            return Refusal("refused.attacked-already", "5.2", args)
        if occupier(game, choice.name) != other(self.side):
            return Refusal("refused.no-enemy", "5.1", args)
        return Refusal("refused.no-attackers", "5.1", args)

    def begin_preview(self, game: Game, choice: Choice) -> Preview | None:
        """What the attack would be with all who can take part in it."""
        if choice.kind != "hex":
            return None
        able = tuple(attackers_of(game, self.side, choice.name))
        return Preview(lines=battle(game, self.side, choice.name, able).lines)

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        if choice.kind == "do":
            game.finish()
            return
        game.goto("begin", attacked=(*self.attacked, choice.name))
        game.push(Attack(side=self.side, target=choice.name))


class Battle(NamedTuple):
    """The column of an attack and how it comes about."""

    column: int
    lines: tuple[Line, ...]


@rule("5.3", "5.4")
def battle(game: Game, side: str, target: str, attackers: tuple[str, ...]) -> Battle:
    """What an attack amounts to as it stands."""
    content, units = game.content, game.state.units
    attack = sum(attack_strength(game, units[unit_id]) for unit_id in attackers)
    defenders = units_in(game, target)
    defence = sum(strength(content, units[unit_id], kind_of(content, units[unit_id]).defence) for unit_id in defenders)
    base = content.crt.column(attack, defence)
    shifts = column_shifts(game, side, target, attackers, defenders)
    column = content.crt.shifted(base, shifts.total)
    lines = (
        Line("attack", str(attack), "5.3"),
        Line("defence", str(defence), "5.3"),
        Line("odds", content.crt.columns[base], "5.3"),
        *shifts.lines,
        Line("column", content.crt.columns[column], "5.4"),
    )
    return Battle(column, lines)


@rule("7.2")
def attack_strength(game: Game, unit: Unit) -> int:
    """What a counter adds to an attack: halved out of supply."""
    value = strength(game.content, unit, kind_of(game.content, unit).attack)
    return value if unit.supplied else halved(value)


@rule("2.2", "5.4")
def column_shifts(game: Game, side: str, target: str, attackers: tuple[str, ...], defenders: tuple[str, ...]) -> Sum:
    """The column shifts of an attack, each with its rule."""
    content, units, orders = game.content, game.state.units, game.state.orders
    figures = content.figures
    shifts = Sum()
    terrain = content.terrain_at[target].shift
    if terrain:
        shifts.add("terrain", terrain, "5.4", hex=target)
    if all(across_river(game, units[unit_id], target) for unit_id in attackers):
        shifts.add("river", content.ground.river.shift, "5.4")
    branches = {kind_of(content, units[unit_id]).symbol for unit_id in attackers}
    if "armour" in branches and branches & {"infantry", "mechanised", "engineer"}:
        shifts.add("combined-arms", figures.combined_arms, "5.4")
    if any(units[unit_id].disrupted for unit_id in defenders):
        shifts.add("disrupted", figures.disrupted, "5.4")
    if orders.get(side) == "assault":
        shifts.add("assault-order", figures.assault, "2.2")
    if orders.get(other(side)) == "hold":
        shifts.add("hold-order", figures.hold, "2.2")
    return shifts


@rule("5.4")
def across_river(game: Game, attacker: Unit, target: str) -> bool:
    """Whether a counter attacks over a river; engineers and a bridge make light of it."""
    board = game.content.board
    a, b = board.index[attacker.at], board.index[target]
    side = 6 * a + board.direction(a, b)
    bridged = board.networks["road"][side] or kind_of(game.content, attacker).bridging
    return bool(board.sides["river"][side]) and not bridged


class Attack(Procedure, frozen=True):
    """One attack: the attacker picks counters, then the die is rolled and the result carried out."""

    side: str
    target: str
    attackers: tuple[str, ...] = ()
    result: str = ""

    def begin(self, game: Game) -> Decision:
        options = tuple(ATTACKS.options(game, self))
        args = {"hex": self.target}
        return Decision(self.side, "attackers", "5.1", options, args, continues=True, gathers=ATTACK.id)

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        return ATTACKS.refuse(game, self, choice)

    def begin_preview(self, game: Game, choice: Choice) -> Preview | None:
        return ATTACKS.preview(game, self, choice)

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        ATTACKS.start(game, self, choice)

    @rule("5.5")
    def resolve(self, game: Game) -> None:
        """Roll on the combat results table."""
        column, lines = battle(game, self.side, self.target, self.attackers)
        crt = game.content.crt
        roll = game.roll(crt.die, "combat", "5.5", bands=crt.bands(column))
        result = crt.result(column, roll)
        lines = (*lines, Line("die", str(roll), "5.5"))
        favours = crt.favoured(result, self.side, other(self.side))
        game.say(Resolved(rule="5.5", what="combat", result=result, lines=lines, subject=self.target, favours=favours))
        for unit_id in self.attackers:
            change(game, unit_id, fought=True)
        game.goto("outcome", result=result)

    @rule("5.5")
    def outcome(self, game: Game) -> None:
        """Carry out the result; losses and retreats ask whoever may choose."""
        defenders = units_in(game, self.target)
        game.goto("advance")
        enemy = other(self.side)
        match self.result:
            case "AL":
                game.push(LoseStep(side=self.side, units=self.attackers))
            case "AD":
                for unit_id in self.attackers:
                    change(game, unit_id, disrupted=True)
                    game.say(Disrupted(rule="5.5", unit=unit_id))
            case "EX":
                game.push(LoseStep(side=self.side, units=self.attackers))
                game.push(LoseStep(side=enemy, units=defenders))
            case "DR":
                game.push(RetreatOrStand(side=enemy, units=defenders, at=self.target))
            case "DL":
                game.push(Retreat(side=enemy, units=defenders))
                game.push(LoseStep(side=enemy, units=defenders))
            case "DE":
                for unit_id in defenders:
                    eliminate(game, unit_id, "5.5")

    @rule("5.9")
    def advance(self, game: Game) -> Decision | None:
        """When the hex has been emptied, one attacker that is still in order may take it."""
        if units_in(game, self.target):
            game.finish()
            return None
        able = [unit_id for unit_id in self.attackers if self._may_advance(game, game.state.units[unit_id])]
        if not able:
            game.finish()
            return None
        options = tuple(Option(f"unit:{unit_id}", rule="5.9") for unit_id in able)
        return Decision(self.side, "advance", "5.9", (*options, PASS), {"hex": self.target})

    def _may_advance(self, game: Game, unit: Unit) -> bool:
        terrain = game.content.terrain_at[self.target]
        return (
            unit.at != OFF_MAP and not unit.disrupted and terrain.cost(kind_of(game.content, unit).mobility) is not None
        )

    def advance_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "unit" or choice.name not in game.state.units:
            return None
        return Refusal("refused.no-advance", "5.9", {"unit": choice.name})

    def advance_chosen(self, game: Game, choice: Choice) -> None:
        game.finish()
        if choice.kind == "unit":
            game.say(Advanced(rule="5.9", unit=choice.name, to=self.target))
            occupy(game, choice.name, self.target)


class Join(Action[Game, Attack]):
    """Take one more counter into the attack."""

    rule = "5.1"
    kinds = ("unit",)

    def offers(self, game: Game, subject: Attack) -> Sequence[Option]:
        able = attackers_of(game, subject.side, subject.target)
        return [Option(f"unit:{unit_id}", rule=self.rule) for unit_id in able if unit_id not in subject.attackers]

    def refuse(self, game: Game, subject: Attack, choice: Choice) -> Refusal | None:
        unit = game.state.units.get(choice.name)
        if unit is None:
            return None
        args = {"unit": choice.name, "hex": subject.target}
        if unit.side != subject.side:
            return Refusal("refused.not-yours", "5.1", args)
        if unit.at == OFF_MAP:
            return Refusal("refused.off-map", "8.1", args)
        if choice.name in subject.attackers:
            return Refusal("refused.joined-already", "5.2", args)
        if unit.fought:
            return Refusal("refused.fought", "5.2", args)
        if unit.disrupted:
            return Refusal("refused.disrupted", "5.1", args)
        if not kind_of(game.content, unit).attack:
            return Refusal("refused.no-attack", "5.1", args)
        return Refusal("refused.not-adjacent", "5.1", args)

    def preview(self, game: Game, subject: Attack, choice: Choice) -> Preview:
        joined = (*subject.attackers, choice.name)
        return Preview(lines=battle(game, subject.side, subject.target, joined).lines)

    def start(self, game: Game, subject: Attack, choice: Choice) -> None:
        game.goto("begin", attackers=(*subject.attackers, choice.name))


class Strike(Action[Game, Attack]):
    """Attack with those that have joined."""

    rule = "5.1"
    ids = (ATTACK.id,)

    def offers(self, game: Game, subject: Attack) -> Sequence[Option]:
        return (ATTACK,) if subject.attackers else ()

    def refuse(self, game: Game, subject: Attack, choice: Choice) -> Refusal | None:
        return Refusal("refused.no-attackers-yet", "5.1")

    def preview(self, game: Game, subject: Attack, choice: Choice) -> Preview:
        return Preview(lines=battle(game, subject.side, subject.target, subject.attackers).lines)

    def start(self, game: Game, subject: Attack, choice: Choice) -> None:
        game.goto("resolve")


ATTACKS = Menu(Join(), Strike())


class LoseStep(Procedure, frozen=True):
    """A side takes a step from one of its counters, of its own choice."""

    side: str
    units: tuple[str, ...]

    @rule("5.6")
    def begin(self, game: Game) -> Decision | None:
        alive = [unit_id for unit_id in self.units if game.state.units[unit_id].at != OFF_MAP]
        if len(alive) <= 1:
            for unit_id in alive:
                lose_step(game, unit_id, "5.6")
            game.finish()
            return None
        options = tuple(Option(f"unit:{unit_id}", rule="5.6") for unit_id in alive)
        return Decision(self.side, "lose-step", "5.6", options)

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "unit" or choice.name not in game.state.units:
            return None
        return Refusal("refused.not-in-battle", "5.6", {"unit": choice.name})

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        lose_step(game, choice.name, "5.6")
        game.finish()


class RetreatOrStand(Procedure, frozen=True):
    """The defender falls back, or stays and loses a step."""

    side: str
    units: tuple[str, ...]
    at: str

    @rule("5.7")
    def begin(self, game: Game) -> Decision:
        return Decision(self.side, "retreat-or-stand", "5.7", (RETREAT, STAND), {"hex": self.at})

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        if choice.name == "retreat":
            game.become(Retreat(side=self.side, units=self.units))
        else:
            game.say(Stood(rule="5.7", side=self.side, at=self.at))
            game.become(LoseStep(side=self.side, units=self.units))


@rule("5.8")
def retreats(game: Game, unit_id: str) -> list[str]:
    """Where a counter may fall back to: two hexes away if it can, else one; never next to an enemy or into one."""
    board, unit = game.content.board, game.state.units[unit_id]
    mover = movers(game.content)[kind_of(game.content, unit).mobility, True]
    zone, enemies = zone_of_control(game, other(unit.side)), enemy_hexes(game, unit.side)
    own, full = roster(game).held[unit.side], game.content.figures.stacking
    start = board.index[unit.at]

    def is_open(at: int) -> bool:
        label = board.labels[at]
        return not zone[at] and label not in enemies and own.get(label, 0) < full

    def steps(at: int) -> list[int]:
        return [
            near
            for d in range(6)
            if (near := board.neighbour(at, d)) >= 0 and mover.price(6 * at + d) < FORBIDDEN and is_open(near)
        ]

    near = steps(start)
    far = sorted({b for a in near for b in steps(a) if board.distance(start, b) == 2})
    return [board.labels[i] for i in far or near]


class Retreat(Procedure, frozen=True):
    """Counters fall back one by one to hexes of their owner's choice; those that cannot are eliminated."""

    side: str
    units: tuple[str, ...]

    @rule("5.8")
    def begin(self, game: Game) -> Decision | None:
        waiting = [unit_id for unit_id in self.units if game.state.units[unit_id].at != OFF_MAP]
        if not waiting:
            game.finish()
            return None
        unit_id = waiting[0]
        found = retreats(game, unit_id)
        if not found:
            eliminate(game, unit_id, "5.8")
            game.goto("begin", units=tuple(waiting[1:]))
            return None
        options = tuple(Option(f"hex:{label}", rule="5.8") for label in found)
        return Decision(self.side, "retreat-to", "5.8", options, {"unit": unit_id})

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "hex" or choice.name not in game.content.board.index:
            return None
        return Refusal("refused.no-retreat", "5.8", {"hex": choice.name})

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        waiting = [unit_id for unit_id in self.units if game.state.units[unit_id].at != OFF_MAP]
        game.say(Retreated(rule="5.8", unit=waiting[0], to=choice.name))
        occupy(game, waiting[0], choice.name)
        game.goto("begin", units=tuple(waiting[1:]))
