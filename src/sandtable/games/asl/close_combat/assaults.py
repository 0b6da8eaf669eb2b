"""A11.1, A11.11, A20.22: a side names its attacks in Close Combat."""

from __future__ import annotations

from collections.abc import Collection

from sandtable.games.asl.close_combat.odds import Assault, covering, defense_fp, kill_number, lines, modifiers
from sandtable.games.asl.morale.casualties import squad_of
from sandtable.games.asl.reasons import first_of
from sandtable.games.asl.units import Game, is_armed, is_dummy, units_at
from sandtable.kernel import Choice, Decision, Option, Preview, Procedure, Refusal, rule

DONE = Option("do:done", rule="A11.1")
ATTACK = Option("do:attack", rule="A11.11")
CAPTURE = Option("do:capture", rule="A20.22")
CONCEALED = Option("do:concealed", rule="A11.19")
CANCEL = Option("do:cancel", rule="A11.1")


@rule("A11.1", "A11.16")
def can_attack(game: Game, unit_id: str) -> bool:
    """Whether a unit can attack in Close Combat: armed and unbroken."""
    unit = game.state.units[unit_id]
    return is_armed(unit) and not unit.broken


@rule("A11.1")
def has_fought(unit_id: str, done: Collection[str]) -> bool:
    """Whether a unit is among those who have attacked, or is what is left of a squad that has."""
    return unit_id in done or squad_of(unit_id) in done


def free_attackers(game: Game, at: str, side: str, used: tuple[str, ...], leaving: tuple[str, ...]) -> list[str]:
    """The units of a side that can still attack."""
    units = game.state.units
    return [
        name
        for name in units_at(game, at)
        if units[name].side == side and not has_fought(name, used) and not has_fought(name, leaving)
        if can_attack(game, name)
    ]


def free_targets(game: Game, at: str, side: str, struck: tuple[str, ...]) -> list[str]:
    """The enemies that a side has not attacked yet."""
    units = game.state.units
    foes = [name for name in units_at(game, at) if units[name].side != side and not units[name].covers]
    return [name for name in foes if name not in struck and not units[name].guard]


class Declare(Procedure, frozen=True):
    """A side names its attacks; it comes to all of them."""

    at: str
    side: str
    leaving: tuple[str, ...] = ()
    """Those who withdraw, and do not attack."""
    done: tuple[str, ...] = ()
    """Those who have attacked elsewhere in this phase already."""
    melee: bool = False
    """Whether a Melee was going on already: whoever has come into it must attack (A11.15)."""
    hand_to_hand: bool = False
    ambusher: str = ""
    against: tuple[Assault, ...] = ()
    """The attacks that the other side has named before."""
    named: tuple[Assault, ...] = ()
    attackers: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    capture: bool = False

    @property
    def used(self) -> tuple[str, ...]:
        return tuple(name for each in self.named for name in each.attackers)

    @property
    def idle(self) -> tuple[str, ...]:
        """Those who do not attack any more."""
        return (*self.leaving, *self.done)

    @property
    def struck(self) -> tuple[str, ...]:
        return tuple(name for each in self.named for name in each.targets)

    @rule("A11.1")
    def begin(self, game: Game) -> None:
        """Who has nobody to attack with, or nobody left to attack, is not asked."""
        able = free_attackers(game, self.at, self.side, self.used, self.idle)
        if able and free_targets(game, self.at, self.side, self.struck):
            game.goto("pick")
        else:
            game.finish(self.named)

    @rule("A11.1", "A11.15")
    def pick(self, game: Game) -> Decision:
        """Ask who attacks next; nobody is obliged to but berserk men, and those who have advanced into a Melee."""
        able = free_attackers(game, self.at, self.side, self.used, self.idle)
        options = [Option(f"unit:{name}", rule="A11.1") for name in able]
        if self.berserk(game) is None and self.newcomer(game) is None:
            options.append(DONE)
        return Decision(self.side, "cc-attacker", "A11.1", tuple(options), {"at": self.at})

    @rule("A15.4")
    def berserk(self, game: Game) -> str | None:
        """One of the berserk men who have yet to attack."""
        able = free_attackers(game, self.at, self.side, self.used, self.idle)
        return next((name for name in able if game.state.units[name].berserk), None)

    @rule("A11.15")
    def newcomer(self, game: Game) -> str | None:
        """One of those who have come into the Melee and have yet to attack."""
        able = free_attackers(game, self.at, self.side, self.used, self.idle) if self.melee else []
        return next((name for name in able if game.state.units[name].arrived), None)

    def pick_refused(self, game: Game, choice: Choice) -> Refusal | None:
        berserk, newcomer = self.berserk(game), self.newcomer(game)
        if choice == Choice.of(DONE.id) and berserk is not None:
            return _must_attack(game, berserk)
        if choice == Choice.of(DONE.id) and newcomer is not None:
            return _must_attack(game, newcomer)
        return _refuse(game, self, choice)

    def pick_chosen(self, game: Game, choice: Choice) -> None:
        if choice.kind == "do":
            game.finish(self.named)
        else:
            game.goto("gather", attackers=(choice.name,), targets=(), capture=False)

    @rule("A11.15", "A15.4")
    def kept_out(self, game: Game, assault: Assault) -> str | None:
        """One of those who must attack, if an attack without him leaves nobody whom he could; berserk men first."""
        used = (*self.used, *assault.attackers)
        if free_targets(game, self.at, self.side, (*self.struck, *assault.targets)):
            return None
        able = [each for each in free_attackers(game, self.at, self.side, used, self.idle) if self.is_bound(game, each)]
        return max(able, key=lambda name: game.state.units[name].berserk, default=None)

    def is_bound(self, game: Game, unit_id: str) -> bool:
        """Whether a unit must attack."""
        unit = game.state.units[unit_id]
        return unit.berserk or (self.melee and unit.arrived)

    @rule("A15.4", "A20.22")
    def bars_berserk(self, game: Game, targets: tuple[str, ...]) -> str | None:
        """One of the berserk men, if an attack for prisoners, which they do not join, leaves them nobody to attack."""
        name = self.kept_out(game, Assault(self.side, self.attackers, targets))
        return name if name is not None and game.state.units[name].berserk else None

    @rule("A11.11", "A11.19", "A20.22")
    def gather(self, game: Game) -> Decision:
        """Ask whom they attack, who joins, and whether they want prisoners; nobody who must attack is kept out."""
        units = game.state.units
        found = [Option(f"unit:{name}", rule="A11.11") for name in self.joiners(game)]
        targets = free_targets(game, self.at, self.side, (*self.struck, *self.targets))
        if self.capture:
            targets = [name for name in targets if self.bars_berserk(game, (*self.targets, name)) is None]
        found += [Option(f"unit:{name}", rule="A11.11") for name in targets if not units[name].concealed]
        veiled = tuple(name for name in targets if units[name].concealed)
        if veiled and not (self.capture and self.bars_berserk(game, (*self.targets, *veiled))):
            found.append(CONCEALED)
        ready = bool(self.targets) and self.kept_out(game, self.assault) is None
        if ready:
            found.append(ATTACK)
        if self.targets and self.wants_prisoners(game) and self.bars_berserk(game, self.targets) is None:
            found.append(CAPTURE)
        return Decision(
            self.side, "cc-target", "A11.11", (*found, CANCEL), {"unit": self.attackers[0], "at": self.at},
            continues=True, gathers=ATTACK.id, done=CANCEL.id, hand=(*self.attackers, *self.targets),
            default=ATTACK.id if ready else "",
        )  # fmt: skip

    @property
    def assault(self) -> Assault:
        """The attack as it is put together."""
        return Assault(self.side, self.attackers, self.targets, self.capture)

    def wants_prisoners(self, game: Game) -> bool:
        """Whether the attack may become one to take prisoners."""
        return not self.capture and not self.hand_to_hand and may_capture(game, self.side, self.attackers)

    @rule("A20.22")
    def joiners(self, game: Game) -> list[str]:
        """Who can join in the attack: no berserk men where prisoners are wanted."""
        used = (*self.used, *self.attackers)
        able = free_attackers(game, self.at, self.side, used, self.idle)
        return [name for name in able if not (self.capture and game.state.units[name].berserk)]

    def gather_preview(self, game: Game, choice: Choice) -> Preview | None:
        assault = self.with_(game, choice)
        if not defense_fp(game, assault):
            return None
        cover = covering(game, assault, self.leaving, self.against)
        drm = modifiers(game, assault, self.ambusher, self.leaving, cover)
        kill = kill_number(game, assault, hand_to_hand=self.hand_to_hand, leaving=self.leaving)
        return Preview(lines=lines(game, assault, kill, drm))

    def with_(self, game: Game, choice: Choice) -> Assault:
        """The attack with what a choice adds to it."""
        attackers, targets, capture = self.attackers, self.targets, self.capture
        if choice.kind == "unit":
            if game.state.units[choice.name].side == self.side:
                attackers = (*attackers, choice.name)
            else:
                targets = (*targets, choice.name)
        elif choice.name == "concealed":
            hidden = free_targets(game, self.at, self.side, (*self.struck, *self.targets))
            targets = (*targets, *(name for name in hidden if game.state.units[name].concealed))
        elif choice.name == "capture":
            capture = True
        return Assault(self.side, attackers, targets, capture)

    def gather_refused(self, game: Game, choice: Choice) -> Refusal | None:
        unit = game.state.units.get(choice.name) if choice.kind == "unit" else None
        if self.capture and unit is not None and unit.berserk and unit.side == self.side and unit.at == self.at:
            return Refusal("refused.berserk-captures", "A20.22", {"unit": choice.name})
        if choice == Choice.of(ATTACK.id) and self.targets and (bound := self.kept_out(game, self.assault)) is not None:
            return _must_attack(game, bound)
        if (
            choice == Choice.of(CAPTURE.id)
            and self.wants_prisoners(game)
            and (raging := self.bars_berserk(game, self.targets))
        ):
            return _must_attack(game, raging)
        targets = self.with_(game, choice).targets if self.capture and unit is not None else self.targets
        if targets != self.targets and (raging := self.bars_berserk(game, targets)) is not None:
            return _must_attack(game, raging)
        return _refuse(game, self, choice)

    def gather_chosen(self, game: Game, choice: Choice) -> None:
        assault = self.with_(game, choice)
        if choice.name == "attack" and choice.kind == "do":
            game.goto("begin", named=(*self.named, assault), attackers=(), targets=())
        elif choice.name == "cancel" and choice.kind == "do":
            game.goto("begin", attackers=(), targets=())
        else:
            game.goto("gather", attackers=assault.attackers, targets=assault.targets, capture=assault.capture)


@rule("A11.15", "A15.4")
def _must_attack(game: Game, unit_id: str) -> Refusal:
    """What bars a side from leaving somebody out who must attack."""
    if game.state.units[unit_id].berserk:
        return Refusal("refused.berserk-attacks", "A15.4", {"unit": unit_id})
    return Refusal("refused.newcomer-attacks", "A11.15", {"unit": unit_id})


@rule("A20.22")
def may_capture(game: Game, side: str, attackers: tuple[str, ...]) -> bool:
    """Whether an attack may be one to take prisoners."""
    if game.state.no_quarter.get(side):
        return False
    return not any(game.state.units[name].berserk for name in attackers)


def _refuse(game: Game, frame: Declare, choice: Choice) -> Refusal | None:
    unit = game.state.units.get(choice.name) if choice.kind == "unit" else None
    if unit is None:
        return None
    args = {"unit": choice.name}
    if unit.at != frame.at:
        return Refusal("refused.elsewhere", "A11.1", args)
    if unit.guard:
        return Refusal("refused.prisoner", "A20.5", args)
    if unit.side != frame.side:
        return Refusal("refused.attacked-once" if frame.attackers else "refused.other-side", "A11.1", args)
    reasons = (
        (choice.name in frame.leaving, "withdraws", "A11.2"),
        (unit.broken, "broken", "A11.16"),
        (unit.unarmed, "unarmed", "A11.11"),
        (is_dummy(unit), "nobody-beneath", "A11.19"),
        (has_fought(choice.name, frame.done), "has-attacked", "A11.1"),
        (True, "attacks-once", "A11.1"),
    )
    return first_of(reasons, **args)
