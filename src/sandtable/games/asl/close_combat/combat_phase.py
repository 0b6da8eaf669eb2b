"""A3.8, A11.1: the Close Combat Phase, Location by Location."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.games.asl.close_combat.ambush import Ambush, may_ambush
from sandtable.games.asl.close_combat.assaults import Declare, can_attack, free_attackers, has_fought
from sandtable.games.asl.close_combat.odds import Assault
from sandtable.games.asl.close_combat.resolution import Resolve
from sandtable.games.asl.close_combat.withdrawal import Withdrawals, carry_out_withdrawals
from sandtable.games.asl.concealment.revealing import reveal_unit
from sandtable.games.asl.events.close_combat import HandToHand, Locked
from sandtable.games.asl.fire.fire_phase import place_option
from sandtable.games.asl.morale.casualties import eliminate, end_melee
from sandtable.games.asl.ordnance.serving import TakeGuns, to_take
from sandtable.games.asl.units import Game, change, friends_at, is_dummy, is_empty, on_map, other, units_at
from sandtable.games.asl.vehicles.close_combat import VehicleFight, fights
from sandtable.games.asl.vehicles.manning import capture
from sandtable.kernel import Choice, Decision, Option, Phase, Procedure, rule

YES, NO = Option("do:hand-to-hand", rule="J2.31"), Option("do:normal", rule="J2.31")


@rule("A11.1")
def contested(game: Game) -> list[str]:
    """The Locations that hold units of both sides, prisoners apart."""
    sides: dict[str, set[str]] = {}
    for unit in game.state.units.values():
        if on_map(unit) and not unit.guard and not unit.covers:
            sides.setdefault(unit.at, set()).add(unit.side)
    return sorted(at for at, found in sides.items() if len(found) > 1)


class Fought(NamedTuple):
    """What the Close Combat of a Location comes to, beside the losses."""

    at: str
    ambusher: str
    attackers: tuple[str, ...]


class CloseCombatPhase(Phase, frozen=True):
    """Every Location with opposing units is fought over, in the ATTACKER's order."""

    side: str
    fought: tuple[str, ...] = ()
    struck: tuple[str, ...] = ()
    """The men who have attacked others: they attack no vehicle besides, and nobody where they have slipped to."""
    ambushes: tuple[tuple[str, str], ...] = ()
    """The Locations with an Ambush in this phase, each with the side that has sprung it."""

    @rule("A3.8", "A11.1")
    def begin(self, game: Game) -> Decision | None:
        """Ask where to fight next; where there is one place only nobody is asked."""
        left = [at for at in contested(game) if at not in self.fought]
        if not left:
            self.fight_vehicles(game)
            return None
        if len(left) == 1:
            self.fight(game, left[0])
            return None
        return Decision(self.side, "close-combat", "A11.1", tuple(place_option(at, "A11.1") for at in left))

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        self.fight(game, choice.name)

    def fight(self, game: Game, at: str) -> None:
        game.goto("begin", fought=(*self.fought, at))
        game.push(Combat(at=at, melee=at in game.state.melees, struck=self.struck))

    @rule("A11.1", "A11.4")
    def begin_done(self, game: Game, result: Fought | None) -> None:
        """A Location has been fought over: who attacked there, and who was ambushed, counts for its vehicles too."""
        if result is None:
            return
        more = ((result.at, result.ambusher),) if result.ambusher else ()
        game.goto("begin", struck=(*self.struck, *result.attackers), ambushes=(*self.ambushes, *more))

    @rule("A11.5/vehicles", "A11.1", "A11.4")
    def fight_vehicles(self, game: Game) -> None:
        """Men attack the vehicles of the enemy with whom they are, Location by Location."""
        left = [(at, side) for at, side in fights(game, self.struck) if f"{at}:{side}" not in self.fought]
        if not left:
            self.end(game)
            return
        at, side = left[0]
        game.goto("begin", fought=(*self.fought, f"{at}:{side}"))
        game.push(VehicleFight(at=at, side=side, done=self.struck, ambusher=dict(self.ambushes).get(at, "")))

    @rule("A11.16", "A11.15")
    def end(self, game: Game) -> None:
        """Broken units that are still with the enemy are lost; Melees of one side only are over."""
        held = set(contested(game)) & game.state.melees.keys()
        lost = [
            name
            for name, unit in game.state.units.items()
            if unit.at in held and unit.broken and not unit.guard and not unit.aboard
        ]
        for name in lost:
            eliminate(game, name, "A11.16")
        capture(game)
        for at in list(game.state.melees):
            end_melee(game, at)
        if to_take(game):
            game.become(TakeGuns())
        else:
            game.finish()


class Combat(Procedure, frozen=True):
    """The Close Combat of one Location."""

    at: str
    melee: bool
    """Whether a Melee is going on there already."""
    ambusher: str = ""
    struck: tuple[str, ...] = ()
    """The men who have attacked elsewhere in this phase, from where they have slipped away."""
    hand_to_hand: bool = False
    leaving: tuple[tuple[str, str], ...] = ()
    """Those who withdraw, and where to."""
    attacks: tuple[Assault, ...] = ()
    attackers: tuple[str, ...] = ()
    """All who have attacked."""

    @rule("A11.1", "A11.19")
    def begin(self, game: Game) -> None:
        """Hidden units are placed beneath a "?"; a "?" with nobody beneath it is gone, and there may be no fight."""
        state = game.state
        for name in units_at(game, self.at):
            if state.units[name].hidden:
                change(game, name, hidden=False, concealed=True)
        for side in game.content.scenario.forces:
            here = friends_at(game, self.at, side)
            if all(is_dummy(unit) for _, unit in here):
                for name in [name for name, unit in here if is_empty(unit)]:
                    reveal_unit(game, name, "A11.19")
        if self.at not in contested(game):
            game.finish()
            return
        h2h = state.melees.get(self.at) == "hand-to-hand"
        if not self.melee and may_ambush(game, self.at):
            game.goto("declare", hand_to_hand=h2h)
            game.push(Ambush(at=self.at))
        else:
            game.goto("declare", hand_to_hand=h2h)

    def declare_done(self, game: Game, ambusher: str) -> None:
        game.goto("declare", ambusher=ambusher if ambusher != "nobody" else "")

    @rule("J2.31", "A11.4", "RR4")
    def declare(self, game: Game) -> Decision | None:
        """Hand-to-Hand may be declared with the first round: by the ATTACKER, or by the side that ambushes."""
        side = self.ambusher or game.state.active
        units = game.state.units
        free = [name for name in self.own(game, side) if not has_fought(name, self.struck)]
        able = any(can_attack(game, name) and not units[name].pinned for name in free)
        if self.melee or not game.content.scenario.hand_to_hand or not able:
            game.goto("withdraw")
            return None
        return Decision(side, "hand-to-hand", "J2.31", (NO, YES), {"at": self.at}, default=NO.id)

    def declare_chosen(self, game: Game, choice: Choice) -> None:
        if choice.name == "hand-to-hand":
            game.say(HandToHand(rule="J2.31", at=self.at))
        game.goto("withdraw", hand_to_hand=choice.name == "hand-to-hand")

    def own(self, game: Game, side: str) -> list[str]:
        return [name for name in units_at(game, self.at) if game.state.units[name].side == side]

    @rule("A11.2")
    def withdraw(self, game: Game) -> None:
        """Withdrawals are declared, the ATTACKER's first."""
        game.goto("attack")
        if self.melee:
            game.push(Withdrawals(at=self.at, side=game.state.active))

    def attack_done(self, game: Game, leaving: tuple[tuple[str, str], ...]) -> None:
        game.goto("attack", leaving=leaving)

    @rule("A11.1", "A11.4")
    def attack(self, game: Game) -> None:
        """Normal Close Combat is simultaneous; after an Ambush the ambusher strikes first."""
        if self.ambusher:
            game.goto("answer")
            game.push(self.declaring(self.ambusher))
        else:
            game.goto("defend")
            game.push(self.declaring(game.state.active))

    def withdrawing(self) -> tuple[str, ...]:
        """Those who withdraw, and do not attack."""
        return tuple(name for name, _ in self.leaving)

    def declaring(self, side: str) -> Declare:
        return Declare(
            at=self.at,
            against=self.attacks,
            side=side,
            leaving=self.withdrawing(),
            done=self.struck,
            melee=self.melee,
            hand_to_hand=self.hand_to_hand,
            ambusher=self.ambusher,
        )

    @rule("A11.19")
    def show(self, game: Game, attacks: tuple[Assault, ...]) -> None:
        """Those who attack are known.

        Ruling (A11.19): as soon as their side has named its attacks, before the other names its own and dice fall.
        """
        for name in dict.fromkeys(name for each in attacks for name in each.attackers):
            reveal_unit(game, name, "A11.19")

    def defend_done(self, game: Game, result: tuple[Assault, ...]) -> None:
        game.goto("defend", attacks=result)
        self.show(game, result)

    def defend(self, game: Game) -> None:
        """The DEFENDER names his attacks when the ATTACKER has named all of his."""
        game.goto("resolve")
        game.push(self.declaring(other(game.state.active)))

    def resolve_done(self, game: Game, result: tuple[Assault, ...]) -> None:
        game.goto("resolve", attacks=(*self.attacks, *result))
        self.show(game, result)

    def resolve(self, game: Game) -> None:
        """All attacks are rolled for; losses take effect together."""
        game.goto("leave", attackers=self.with_(self.attacks))
        if self.attacks:
            game.push(self.resolving(self.attacks))

    def with_(self, attacks: tuple[Assault, ...]) -> tuple[str, ...]:
        """Those who have attacked, with those who attack now."""
        return (*self.attackers, *(name for each in attacks for name in each.attackers))

    def resolving(self, attacks: tuple[Assault, ...]) -> Resolve:
        """The dice for some attacks, after which those who make them have attacked."""
        return Resolve(
            at=self.at,
            attacks=attacks,
            named=attacks,
            ambusher=self.ambusher,
            hand_to_hand=self.hand_to_hand,
            leaving=self.withdrawing(),
        )

    def answer_done(self, game: Game, result: tuple[Assault, ...]) -> None:
        game.goto("slip_away", attackers=self.with_(result))
        self.show(game, result)
        if result:
            game.push(self.resolving(result))

    @rule("A11.4", "A11.2")
    def slip_away(self, game: Game) -> None:
        """Having attacked, the ambusher may withdraw instead of staying, and is attacked no more."""
        game.goto("strike_back")
        if self.at in contested(game):
            game.push(Withdrawals(at=self.at, side=self.ambusher, ambush=True))

    def strike_back_done(self, game: Game, leaving: tuple[tuple[str, str], ...]) -> None:
        carry_out_withdrawals(game, self.at, leaving)

    @rule("A11.4")
    def strike_back(self, game: Game) -> None:
        """Whoever is left of the side that was ambushed attacks."""
        game.goto("resolve", attacks=())
        side = other(self.ambusher)
        if self.at in contested(game) and free_attackers(game, self.at, side, (), (*self.withdrawing(), *self.struck)):
            game.push(self.declaring(side))

    @rule("A11.2", "A11.15", "A11.19")
    def leave(self, game: Game) -> None:
        """Who has withdrawn and lives is gone; if both sides are left they are held in Melee."""
        carry_out_withdrawals(game, self.at, self.leaving)
        game.finish(Fought(self.at, self.ambusher, self.attackers))
        known = {
            game.state.units[name].side
            for name in units_at(game, self.at)
            if not game.state.units[name].guard and not game.state.units[name].concealed
        }
        if len(known) > 1:
            if self.at not in game.state.melees:
                game.say(Locked(rule="A11.15", at=self.at))
            game.state.melees[self.at] = "hand-to-hand" if self.hand_to_hand else "normal"
            for name in units_at(game, self.at):
                change(game, name, wall=False)
        else:
            game.state.melees.pop(self.at, None)
