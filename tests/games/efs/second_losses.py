"""The steps that combats of East Front Series cost, reckoned a second time (16.1 to 16.3, 16.45)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from games.efs.second_combat import BUSTERS, Fighting
from games.efs.second_country import AGAINST_TANKS, ENGINEERS, other_side
from sandtable.games.efs.combat.aftermath import Aftermath
from sandtable.games.efs.combat.combat import Combat
from sandtable.games.efs.combat.organize_attack import OrganizeAttack
from sandtable.games.efs.events.base import BoxChanged, Reduced
from sandtable.games.efs.state import Attack
from sandtable.games.efs.units import Game
from sandtable.kernel import Resolved

ALL = "e"
BY_RESULT = ("16.12", "16.45a")


class Price(NamedTuple):
    """What a combat is to cost a group: its units with their steps, how many they lose, and who the first."""

    units: dict[str, int]
    steps: int
    first: tuple[str, ...]


class Fought(NamedTuple):
    """A combat about to be fought, as it was when it was last asked about."""

    opinion: Fighting
    attack: Attack
    attackers: tuple[str, ...]
    support: tuple[str, ...]
    supplied: bool
    specialists: tuple[str, ...]

    def prices(self, result: str) -> tuple[Price, Price]:
        """What the result costs the attacker and the defender."""
        ours, theirs = result.split("/")
        asterisk = "*" in ours
        conditions = self.conditions() if asterisk else 0
        worn = asterisk and self.wears_armor_down(bool(conditions) or any(each.isdigit() for each in ours))
        first = self.red(self.attackers) if worn else self.specialists if conditions else ()
        own = self.price(self.touched(), ours, self.attack.attacker_orders, conditions, first)
        guns = tuple(each for each in self.defenders() if self.opinion.counters.type(each) in AGAINST_TANKS)
        shaken = (self.red(self.defenders()) or guns) if worn and own.steps else ()
        burnt = int(asterisk and self.is_out_of_fuel(self.defenders()))
        return own, self.price(self.defenders(), theirs, self.defenders_orders(), burnt, shaken)

    def price(self, units: Sequence[str], half: str, orders: str, more: int, first: tuple[str, ...]) -> Price:
        steps = {each: self.opinion.unit(each).steps for each in units}
        if ALL in half:
            return Price(steps, sum(steps.values()), ())
        number = int("".join(each for each in half if each.isdigit()) or 0)
        open_to_retreat = [each for each in units if not self.is_sheltered(each)]
        if "R" in half and any(self.opinion.counters.face(each)[2] for each in open_to_retreat):
            number += {"no-retreat": 1, "additional-retreat": -min(number, 1)}.get(orders, 0)
        return Price(steps, min(number + more, sum(steps.values())), first)

    def is_sheltered(self, unit_id: str) -> bool:
        """Whether a citadel lets a unit that defends it ignore a retreat with all that it costs (18.51d)."""
        defends = self.opinion.counters.side(unit_id) != self.attack.side == "axis"
        return defends and self.opinion.citadel(self.opinion.unit(unit_id).at)

    def defenders(self) -> list[str]:
        return [each for label in self.attack.hexes for each in self.opinion.stacks.get(label, ())]

    def defenders_orders(self) -> str:
        stands = self.attack.nkvd and not self.attack.nkvd_lifted
        return "no-retreat" if stands else self.attack.defender_orders

    def touched(self) -> list[str]:
        """16.14: the attackers, and of their guns those next to a defender hex."""
        near = {each for label in self.attack.hexes for each in self.opinion.country.around[label]}
        return [*self.attackers, *(each for each in self.support if self.opinion.unit(each).at in near)]

    def red(self, units: Sequence[str]) -> tuple[str, ...]:
        counters = self.opinion.counters
        return tuple(each for each in units if counters.is_armored(each) and counters.has(each, "red"))

    def is_out_of_fuel(self, units: Sequence[str]) -> bool:
        counters = self.opinion.counters
        return any(counters.side(each) == "axis" and self.opinion.unit(each).fuel_shortage for each in self.red(units))

    def conditions(self) -> int:
        """16.32: no attack supply, a mandated attack, a fortification, armor without fuel."""
        enemy = other_side(self.attack.side)
        works = any(self.opinion.strongpoint(each, enemy) == "completed" for each in self.attack.hexes)
        if enemy == "soviet":
            places = {self.opinion.unit(each).at for each in self.attackers}
            works = works or any(self.opinion.belt(each) or self.opinion.citadel(each) for each in self.attack.hexes)
            works = works or all(any(self.opinion.line(at, each) for each in self.attack.hexes) for at in places)
        return sum((not self.supplied, self.attack.mandated, works, self.is_out_of_fuel(self.attackers)))

    def wears_armor_down(self, costs: bool) -> bool:
        """16.33a1."""
        counters = self.opinion.counters
        against = any(counters.is_armored(each) or counters.type(each) in AGAINST_TANKS for each in self.defenders())
        return costs and against and bool(self.red(self.attackers))


class Losses:
    """Watches combats from the last question before the die to the end of what comes of it."""

    def __init__(self) -> None:
        self.fought: Fought | None = None
        self.open: tuple[Price, Price] | None = None
        self.seen = 0

    def before(self, game: Game, opinion: Fighting) -> None:
        """Note the combat that the next choice may decide, unless something is still hidden of it."""
        frame, self.seen = game.state.stack[-1], len(game.events) if self.open is None else self.seen
        self.fought = None
        if not isinstance(frame, OrganizeAttack | Combat) or (isinstance(frame, Combat) and frame.attack):
            return
        attack = game.state.attacks.get(frame.name)
        if attack is None:
            return
        as_it_was = type(opinion)(game.fork().state)
        fought = Fought(as_it_was, attack, frame.attackers, frame.support, False, ())
        if not any(opinion.counters.is_unknown(each) for each in (*frame.attackers, *fought.defenders())):
            self.fought = fought

    def after(self, game: Game) -> Iterator[tuple[str, object, object]]:
        """What the combat that has been decided was to cost, and what it did."""
        new = game.events[self.seen :]
        decided = next((each for each in new if isinstance(each, Resolved) and each.what == "combat"), None)
        if self.open is None and self.fought and decided and "die" in {line.label for line in decided.lines}:
            shown = {line.label for line in decided.lines}
            counters = self.fought.opinion.counters
            types = {each: counters.type(each) for each in self.fought.attackers}
            alone = "engineers" in shown and not {*types.values()} & {*BUSTERS}
            known = self.fought._replace(
                supplied="without-attack-supply" not in shown,
                specialists=tuple(each for each, kind in types.items() if kind in ENGINEERS) if alone else (),
            )
            self.open = known.prices(decided.result)
        if self.open is None or any(isinstance(frame, Aftermath) for frame in game.state.stack):
            return
        for price in self.open:
            lost = list(self.lost(price, new))
            yield "losses of a combat", price.steps, len(lost)
            if price.first and lost:
                yield "first loss of a combat", True, lost[0] in price.first
        self.open = None

    @staticmethod
    def lost(price: Price, events: Sequence[object]) -> Iterator[str]:
        """The units that lost steps by the result, one after the other, as often as they did."""
        left = dict(price.units)
        for each in events:
            if not isinstance(each, Reduced | BoxChanged) or each.unit not in left:
                continue
            gone = each.steps if isinstance(each, Reduced) else left[each.unit]
            left[each.unit] -= gone
            if each.rule in BY_RESULT:
                yield from [each.unit] * gone
