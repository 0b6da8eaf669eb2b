"""A11.11, A11.22: attacks in Close Combat are rolled for, and losses taken."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from msgspec.structs import replace

from sandtable.games.asl.close_combat.odds import (
    Assault,
    attack_fp,
    covering,
    defense_fp,
    has_mmc,
    is_veiled,
    kill_number,
    lines,
    modifiers,
)
from sandtable.games.asl.close_combat.withdrawal import Infiltrate
from sandtable.games.asl.concealment.revealing import reveal_unit, shown_id
from sandtable.games.asl.fire.dice import random_selection
from sandtable.games.asl.morale.casualties import eliminate, reduce_casualties, what_is_left
from sandtable.games.asl.morale.guards import guard_room
from sandtable.games.asl.morale.heat_of_battle import leader_creation, take_prisoner
from sandtable.games.asl.morale.replacement import split
from sandtable.games.asl.night.no_move import stir
from sandtable.games.asl.tables.close_combat import CloseCombat
from sandtable.games.asl.units import Game, is_dummy, is_mmc, unit_size
from sandtable.kernel import Choice, Decision, Line, Option, Procedure, Refusal, Resolved, rule

Loss = tuple[str, str, str]
"""A unit, what befalls it (eliminated, reduced, captured), and who captures it."""


class Resolve(Procedure, frozen=True):
    """Attacks that were named are rolled for one after the other; losses take effect after all of them."""

    at: str
    attacks: tuple[Assault, ...]
    """Those that are yet to be rolled for."""
    named: tuple[Assault, ...]
    """All that were named."""
    ambusher: str
    hand_to_hand: bool
    leaving: tuple[str, ...]
    losses: tuple[Loss, ...] = ()

    @rule("A11.1", "A11.11", "A11.19", "A11.22")
    def begin(self, game: Game) -> None:
        """Roll for the next attack; who has slipped away meanwhile is attacked no more."""
        if not self.attacks:
            self.end(game)
            return
        named, rest = self.attacks[0], self.attacks[1:]
        units = game.state.units
        assault = Assault(
            named.side,
            tuple(name for name in named.attackers if name in units and units[name].at == self.at),
            tuple(name for name in named.targets if name in units and units[name].at == self.at),
            named.capture and not self.hand_to_hand,
        )
        game.goto("begin", attacks=rest)
        if not assault.attackers or not assault.targets:
            return
        stir(game, assault.targets)
        assault = _without_dummies(game, assault)
        if assault.targets:
            self.roll(game, assault)

    def roll(self, game: Game, assault: Assault) -> None:
        table = game.content.table("close-combat", CloseCombat)
        kill = kill_number(game, assault, hand_to_hand=self.hand_to_hand, leaving=self.leaving)
        cover = covering(game, assault, self.leaving, self.named)
        drm = modifiers(game, assault, self.ambusher, self.leaving, cover)

        def outcome(total: int) -> str:
            final = total + drm.total
            kind = "eliminated" if final < kill else "reduced" if final == kill else "none"
            return f"{kind}!" if total in (table.heat, table.escape) else kind

        total = game.roll(
            "2d6", "close-combat", "A11.11", bands=[outcome(each) + _mark(each, table) for each in range(2, 13)]
        )
        result = outcome(total).rstrip("!")
        needs = () if is_veiled(game, assault) else (Line("cc.needs", str(kill - drm.total), "A11.11"),)
        game.say(
            Resolved(
                rule="A11.11",
                what="close-combat",
                result=f"cc.{result}",
                lines=(*lines(game, assault, kill, drm), *needs, Line("roll", str(total), "A.1")),
                subject=assault.attackers[0],
                target=shown_id(game, assault.targets[0]),
                favours=assault.side if result != "none" else "",
            )
        )
        losses = self.losses_of(game, assault, result)
        frame = game.stack[-1]
        assert isinstance(frame, Resolve)
        game.goto("begin", losses=(*frame.losses, *losses))
        if total == table.heat and has_mmc(game, assault.attackers):
            self.create_leader(game, assault)
        escaping = assault.attackers if total == table.heat else assault.targets if total == table.escape else ()
        if escaping:
            all_losses = (*frame.losses, *losses)
            doomed = {name for name, what, _ in all_losses if is_end(game, name, what)}
            one_stays = tuple(units for units, _ in _one_of(all_losses))
            game.push(Infiltrate(units=tuple(name for name in escaping if name not in doomed), one_stays=one_stays))

    @rule("A11.11", "A20.22")
    def losses_of(self, game: Game, assault: Assault, result: str) -> tuple[Loss, ...]:
        """What a result costs those who are attacked; whom nobody has room to guard dies instead of being taken."""
        captors = _captors(game, assault)
        if result == "eliminated":
            fates = ((name, captors.get(name, "")) for name in assault.targets)
            return tuple((name, "captured" if who else result, who) for name, who in fates)
        if result != "reduced":
            return ()
        if captor := _captor_of_one(game, assault):
            return (("", ",".join(assault.targets), captor),)
        return tuple((name, result, "") for name in random_selection(game, assault.targets, 1, "close-combat-victim"))

    @rule("A18.12")
    def create_leader(self, game: Game, assault: Assault) -> None:
        """An Original 2 by a MMC may bring a leader forth."""
        below = game.content.table("close-combat", CloseCombat).below_even(
            attack_fp(game, assault), defense_fp(game, assault)
        )
        first = next(name for name in assault.attackers if is_mmc(game.content, game.state.units[name]))
        leader_creation(game, first, below)

    @rule("A11.1", "A20.22")
    def end(self, game: Game) -> None:
        """All losses take effect; prisoners are taken last, by those who are left to take them."""
        game.finish()
        for name, what, _ in self.losses:
            unit = game.state.units.get(name)
            if unit is None or unit.guard:
                continue
            if what == "reduced":
                reduce_casualties(game, name, "A11.11")
            elif what == "eliminated":
                eliminate(game, name, "A11.11")
        taken = {name: captor for name, what, captor in self.losses if what == "captured"}
        for name, captor in taken.items():
            if name in game.state.units:
                size = unit_size(game.content, game.state.units[name])
                who = self.who_takes(game, name, captor, taken, size)
                if who:
                    take_prisoner(game, name, who, "A20.22")
        for units, captor in _one_of(self.losses):
            left = [_taken_size(game, name) for name in units if name in game.state.units]
            who = self.who_takes(game, units[0], captor, (), max(left, default=0))
            game.push(TakeOne(units=units, captor=who, at=self.at))

    @rule("A20.22", "A11.1")
    def who_takes(self, game: Game, target: str, captor: str, taken: Collection[str], size: int) -> str:
        """Who takes a unit that was to be captured: its captor, or another who attacked it with him, with room for it.

        Ruling: whoever dies or is taken himself in the same round takes nobody; where none of them is left the unit is
        not taken.
        """
        units = game.state.units
        assault = next((each for each in self.named if target in each.targets and captor in each.attackers), None)
        others = assault.attackers if assault is not None else ()
        for name in dict.fromkeys((captor, *others)):
            now = what_is_left(game, name)
            if now and not units[now].guard and name not in taken and guard_room(game, now) >= size:
                return now
        return ""


class TakeOne(Procedure, frozen=True):
    """One of several units is captured, of its owner's choice; of a squad one half."""

    units: tuple[str, ...]
    captor: str
    at: str

    @rule("A20.22")
    def begin(self, game: Game) -> Decision | None:
        units = game.state.units
        left = [name for name in self.units if name in units and units[name].at == self.at and not units[name].guard]
        captor = units.get(self.captor)
        if not left or captor is None or captor.guard:
            game.finish()
            return None
        if len(left) == 1:
            self.take(game, left[0])
            return None
        options = tuple(Option(f"unit:{name}", rule="A20.22") for name in left)
        return Decision(units[left[0]].side, "captured-one", "A20.22", options, {"unit": self.captor})

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        return Refusal("refused.not-attacked", "A20.22", {"unit": choice.name}) if choice.kind == "unit" else None

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        self.take(game, choice.name)

    def take(self, game: Game, unit_id: str) -> None:
        game.finish()
        half = game.content.personnel[game.state.units[unit_id].kind].half_squad
        taken = unit_id if half is None else split(game, unit_id, half, "A20.22")[1]
        take_prisoner(game, taken, self.captor, "A20.22")


def _one_of(losses: Iterable[Loss]) -> list[tuple[tuple[str, ...], str]]:
    """The units of which one is to be captured, of their owner's choice, each time with who captures it."""
    return [(tuple(what.split(",")), captor) for name, what, captor in losses if not name]


@rule("A11.22")
def is_end(game: Game, unit_id: str, what: str) -> bool:
    """Whether a loss leaves nobody who could slip away: of a squad that is only reduced a half-squad does."""
    unit = game.state.units.get(unit_id)
    return unit is None or what != "reduced" or game.content.personnel[unit.kind].half_squad is None


@rule("A11.19")
def _without_dummies(game: Game, assault: Assault) -> Assault:
    """An attack on those beneath a "?" shows which of them are nobody: dummies are taken off the map."""
    for name in assault.targets:
        if is_dummy(game.state.units[name]):
            reveal_unit(game, name, "A11.19")
    return replace(assault, targets=tuple(name for name in assault.targets if name in game.state.units))


def _mark(total: int, table: CloseCombat) -> str:
    return "2" if total == table.heat else "12" if total == table.escape else ""


@rule("A20.22", "A20.5")
def _captors(game: Game, assault: Assault) -> dict[str, str]:
    """Who guards each of those who are taken: the largest first, always the attacker with the most room left."""
    if not assault.capture:
        return {}
    room = {name: guard_room(game, name) for name in assault.attackers}
    sizes = {name: unit_size(game.content, game.state.units[name]) for name in assault.targets}
    found = {}
    for name in sorted(sizes, key=lambda each: -sizes[each]):
        best = max(room, key=room.__getitem__)
        if room[best] >= sizes[name]:
            found[name] = best
            room[best] -= sizes[name]
    return found


@rule("A20.22", "A20.5")
def _captor_of_one(game: Game, assault: Assault) -> str:
    """Who guards the one that is taken, of a squad one half, whichever its owner picks; nobody without room for it."""
    if not assault.capture:
        return ""
    best = max(assault.attackers, key=lambda name: guard_room(game, name))
    needed = max(_taken_size(game, name) for name in assault.targets)
    return best if guard_room(game, best) >= needed else ""


def _taken_size(game: Game, unit_id: str) -> int:
    """The US# of what is taken of a unit: of a squad one half."""
    unit = game.state.units[unit_id]
    half = game.content.personnel[unit.kind].half_squad
    return unit_size(game.content, unit if half is None else replace(unit, kind=half))
