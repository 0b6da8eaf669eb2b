"""Chapter 12.5: a side places its orders, face down, combat by combat."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.games.efs.declaration.orders import kinds, may_order, own_hexes, who_makes_stand
from sandtable.games.efs.events.declaration import NkvdOverruled, NkvdStands, OrdersAre, OrdersPlaced
from sandtable.games.efs.headquarters.command import PayCommand, why_unserved
from sandtable.games.efs.state import SOVIET, Attack, Orders, told
from sandtable.games.efs.units import Game
from sandtable.kernel import Choice, Decision, Option, Procedure, Refusal, rule

DONE = Option("do:done", rule="12.51")


class GiveOrders(Procedure, frozen=True):
    """A side gives orders: the defender in the Reaction Phase, the attacker before any combat is resolved.

    NKVD units among Soviet defenders make them stand first; an HQ may overrule them.
    """

    side: str
    at: str = ""
    """The combat that was picked."""

    @rule("12.54b", "21.51a", "21.51b")
    def begin(self, game: Game) -> Decision | None:
        """NKVD units make the defenders of their combat stand; of several the Soviet player names one."""
        for name, attack in game.state.attacks.items():
            if self.side != SOVIET or self.side == attack.side or attack.nkvd:
                continue
            standing = who_makes_stand(game, attack)
            if len(standing) == 1:
                game.goto("begin")
                self.stand(game, name, standing[0])
                return None
            if standing:
                options = tuple(Option(f"unit:{unit_id}", rule="21.51b") for unit_id in standing)
                return Decision(self.side, "who-stands", "21.51b", options, {"hex": name})
        game.goto("pick")
        return None

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "unit" or choice.name not in game.state.units:
            return None
        return Refusal("refused.not-nkvd", "21.51b", {"unit": choice.name})

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        at = game.state.units[choice.name].at
        self.stand(game, combat_at(game, at), choice.name)

    def stand(self, game: Game, name: str, unit_id: str) -> None:
        """Put the No Retreat of an NKVD unit face up on its combat."""
        attack = game.state.attacks[name]
        game.state.attacks[name] = replace(attack, nkvd=unit_id)
        game.say(NkvdStands(rule="12.54b", unit=unit_id, hexes=attack.hexes))

    @rule("12.5", "12.51", "12.52", "12.54a", "21.12d", "21.12e")
    def pick(self, game: Game) -> Decision | None:
        """Pick the combats on which orders are placed, or NKVD units that an HQ overrules."""
        attacks = game.state.attacks.values()
        found = [label for attack in attacks if may_order(game, attack, self.side) is None for label in attack.hexes]
        overruled = [attack.nkvd for attack in attacks if may_overrule(game, attack, self.side) is None]
        if not found and not overruled:
            game.finish()
            return None
        options = [Option(f"hex:{label}", rule="12.51") for label in found]
        options += [Option(f"unit:{unit_id}", rule="21.12e") for unit_id in overruled]
        return Decision(self.side, "orders", "12.51", (*options, DONE), default=DONE.id)

    def pick_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind == "unit" and choice.name in game.state.units:
            standing = [attack for attack in game.state.attacks.values() if attack.nkvd == choice.name]
            if not standing:
                return Refusal("refused.makes-nobody-stand", "21.12e", {"unit": choice.name})
            return may_overrule(game, standing[0], self.side)
        if choice.kind != "hex" or choice.name not in game.content.board.index:
            return None
        name = combat_at(game, choice.name)
        if not name:
            return Refusal("refused.no-combat-there", "12.51", {"hex": choice.name})
        return may_order(game, game.state.attacks[name], self.side)

    def pick_chosen(self, game: Game, choice: Choice) -> None:
        if choice.kind == "do":
            game.finish()
        elif choice.kind == "unit":
            self.overrule(game, choice.name)
        else:
            game.goto("kind", at=combat_at(game, choice.name))

    @rule("21.12e", "21.51c")
    def overrule(self, game: Game, unit_id: str) -> None:
        """An HQ takes back the No Retreat of an NKVD unit for a command point; it is not replaced by other orders."""
        name = combat_at(game, game.state.units[unit_id].at)
        attack = game.state.attacks[name]
        game.state.attacks[name] = replace(attack, nkvd_lifted=True)
        game.say(NkvdOverruled(rule="21.12e", unit=unit_id, hexes=attack.hexes))
        game.goto("paid")
        game.push(PayCommand(hexes=(game.state.units[unit_id].at,), cause="21.12e"))

    @rule("12.51a", "12.53d")
    def kind(self, game: Game) -> Decision:
        """Choose between the two orders."""
        attack = game.state.attacks[self.at]
        found = kinds(game, attack, self.side)
        options, about = tuple(Option(f"do:{orders}", rule="12.51a") for orders in found), told(attack.hexes)
        return Decision(self.side, "which-orders", "12.51a", options, about, continues=True)

    @rule("12.53d", "21.12e")
    def kind_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.name != "additional-retreat":
            return None
        attack = game.state.attacks[self.at]
        if attack.nkvd_lifted and self.side != attack.side:
            return Refusal("refused.nkvd-stands", "21.12e", {"hex": self.at})
        return Refusal("refused.mud", "12.53d", {"hex": self.at})

    @rule("12.53a", "12.54a")
    def kind_chosen(self, game: Game, choice: Choice) -> None:
        attack = game.state.attacks[self.at]
        orders: Orders = "no-retreat" if choice.name == "no-retreat" else "additional-retreat"
        game.state.attacks[self.at] = with_orders(attack, self.side, orders)
        game.say(OrdersPlaced(rule="12.53a", hexes=attack.hexes, side=self.side))
        game.say(OrdersAre(rule="12.53a", seen_by=(self.side,), hexes=attack.hexes, orders=orders))
        game.goto("paid", at="")
        if self.side == SOVIET:
            game.push(PayCommand(hexes=own_hexes(game, attack, self.side), cause="12.54a"))

    def paid(self, game: Game) -> None:
        game.goto("pick")

    def paid_done(self, game: Game, hq: str) -> None:
        """The HQ has used its point; nothing hangs on which it was."""


def combat_at(game: Game, label: str) -> str:
    """The name of the combat one of whose defender hexes this is; nothing where there is none."""
    return next((name for name, attack in game.state.attacks.items() if label in attack.hexes), "")


def with_orders(attack: Attack, side: str, orders: Orders) -> Attack:
    """A combat with the orders of a side on it."""
    if side == attack.side:
        return replace(attack, attacker_orders=orders)
    return replace(attack, defender_orders=orders)


@rule("21.12e", "21.25", "21.51c")
def may_overrule(game: Game, attack: Attack, side: str) -> Refusal | None:
    """Why no HQ may take back the No Retreat of an NKVD unit, which is its own side's to do."""
    if not attack.nkvd:
        return Refusal("refused.no-combat-there", "21.12e", {"hex": attack.hexes[0]})
    if side == attack.side:
        return Refusal("refused.not-active", "3.11/phases", {"unit": attack.nkvd})
    if attack.nkvd_lifted:
        return Refusal("refused.overruled", "21.12e", {"unit": attack.nkvd})
    return why_unserved(game, (game.state.units[attack.nkvd].at,))


PROCEDURES = (GiveOrders,)
