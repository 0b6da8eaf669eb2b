"""Chapter 12: the Attack Declaration Phase."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from sandtable.games.efs.combat.strengths import initial_odds
from sandtable.games.efs.declaration.attackers import (
    able,
    declared,
    largest_force,
    may_attack,
    obligations,
    overloads_boats,
    targets,
    why_no_target,
    why_not_declared,
    why_not_with,
)
from sandtable.games.efs.declaration.mandated import outstanding, why_not_mandated
from sandtable.games.efs.events.declaration import AttackDeclared, AttackWithdrawn
from sandtable.games.efs.reinforcements.untried import reveal
from sandtable.games.efs.state import SOVIET, Attack, told
from sandtable.games.efs.units import Game, side_of
from sandtable.kernel import Action, Choice, Decision, Line, Menu, Option, Phase, Preview, Procedure, Refusal, rule
from sandtable.mechanics.roster import enemy_hexes
from sandtable.mechanics.switches import is_on

DONE = Option("do:done", rule="12.11")
DECLARE = Option("do:declare", rule="12.23")
MANDATE = Option("do:mandate", rule="12.32")


def running_odds(game: Game, unit_ids: Sequence[str], hexes: Sequence[str]) -> Preview:
    """The strengths of an attack as it stands and its odds."""
    odds = initial_odds(game, unit_ids, hexes)
    return Preview(
        lines=(
            Line("attack", str(odds.attack), "12.22"),
            Line("defence", str(odds.defence), "12.22"),
            Line("odds", odds.column if odds.least else f"< {odds.column}", "12.22"),
        )
    )


@rule("12.16", "12.22")
def as_it_stands(game: Game, side: str, unit_ids: Sequence[str], hexes: Sequence[str]) -> Preview:
    """The odds of an attack as it stands, and which others it makes necessary: also where nobody is left for them, so
    that it would have to be taken back.
    """
    attack = Attack(side, tuple(hexes), tuple(unit_ids))
    lines = []
    for label in obligations(game, attack):
        if label not in hexes:
            left = [unit_id for unit_id in able(game, side, (label,)) if unit_id not in unit_ids]
            key = "attacked-too" if why_not_declared(game, left, (label,)) is None else "attacked-by-nobody"
            lines.append(Line(key, "", "12.16", {"hex": label}))
    odds = running_odds(game, unit_ids, hexes)
    return replace(odds, lines=(*odds.lines, *lines))


@rule("12.16")
def owing(game: Game) -> dict[str, str]:
    """The declared attacks that make others necessary, each with a hex that must be attacked too."""
    found = {name: obligations(game, attack) for name, attack in game.state.attacks.items()}
    return {name: owed[0] for name, owed in found.items() if owed}


@rule("12.32/note-hq-activation", "12.35")
def debtors(game: Game, hexes: Sequence[str]) -> list[str]:
    """The HQs that have doubled their command value, none of whose units is in a mandated attack though one could be on
    one of some hexes; by a switch they owe nothing.
    """
    if is_on(game.content, "doubling-owes-nothing"):
        return []
    mandated = {unit_id for attack in game.state.attacks.values() if attack.mandated for unit_id in attack.attackers}
    return [
        hq
        for hq, command in game.state.commands.items()
        if command.doubled and mandated.isdisjoint(command.activated) and could_pay(game, command.activated, hexes)
    ]


def indebted(game: Game, hexes: Sequence[str]) -> str:
    """The first of those HQs, if there is one."""
    return next(iter(debtors(game, hexes)), "")


def could_pay(game: Game, activated: Sequence[str], hexes: Sequence[str]) -> bool:
    """Whether one of some units could still join a mandated attack."""
    return outstanding(game) > 0 and any(
        unit_id in force
        and why_not_mandated(game, force, (label,)) is None
        and why_not_declared(game, force, (label,)) is None
        for label in hexes
        for unit_id in activated
        if (force := largest_force(game, SOVIET, (label,), unit_id))
    )


@rule("12.35")
def let_off(game: Game, attack: Attack, withdrawn: Sequence[str]) -> str:
    """An HQ that could not pay any more what it owes, were an attack declared in which no such HQ pays."""
    owing = debtors(game, [label for label in targets(game, attack.side) if label not in withdrawn])
    paid = attack.mandated and any({*game.state.commands[hq].activated} & {*attack.attackers} for hq in owing)
    if not owing or paid:
        return ""
    after = game.fork()
    after.state.attacks[attack.hexes[0]] = attack
    still = debtors(after, [label for label in targets(after, attack.side) if label not in withdrawn])
    return next((hq for hq in owing if hq not in still), "")


class AttackDeclarationPhase(Phase, frozen=True):
    """B.2 and C.2: a side declares its attacks, the Soviets also mandated ones.

    What is declared binds when the phase ends; until then an attack that makes another necessary can be taken back,
    and its hexes are left alone for the rest of the phase. By a switch that is so only where the other cannot be
    declared.
    """

    side: str
    withdrawn: tuple[str, ...] = ()

    @rule("12.1", "12.11", "12.13", "12.16", "12.35")
    def begin(self, game: Game) -> Decision | None:
        found, owed = self.targets(game), owing(game)
        if not found and not game.state.attacks:
            game.finish()
            return None
        options = [Option(f"hex:{label}", rule="12.11") for label in found]
        binding = is_on(game.content, "declared-binds-at-once")
        lapsing = [name for name, label in owed.items() if not binding or label not in found]
        options += [
            Option(f"hex:{label}", rule="12.16") for name in lapsing for label in game.state.attacks[name].hexes
        ]
        if owed:
            prompt = "take-back" if set(owed.values()).isdisjoint(found) else "declare-too"
            return Decision(self.side, prompt, "12.16", tuple(options), {"hex": next(iter(owed.values()))})
        hq = indebted(game, found)
        if hq:
            return Decision(self.side, "declare-mandated", "12.35", tuple(options), {"unit": hq})
        return Decision(self.side, "declare", "12.11", (*options, DONE), {"attacks": len(game.state.attacks)})

    def targets(self, game: Game) -> list[str]:
        return [label for label in targets(game, self.side) if label not in self.withdrawn]

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice == Choice.of(DONE.id):
            owed = owing(game)
            if owed:
                return Refusal("refused.must-attack-too", "12.16", {"hex": next(iter(owed.values()))})
            return Refusal("refused.owes-mandated-attack", "12.35", {"unit": indebted(game, self.targets(game))})
        if choice.kind != "hex" or choice.name not in game.content.board.index:
            return None
        if choice.name in self.withdrawn:
            return Refusal("refused.withdrawn", "12.16", {"hex": choice.name})
        return why_no_target(game, self.side, choice.name)

    def begin_preview(self, game: Game, choice: Choice) -> Preview | None:
        """What the attack would be with all who can take part in it."""
        if choice.kind != "hex" or choice.name in declared(game):
            return None
        return running_odds(game, largest_force(game, self.side, (choice.name,)), (choice.name,))

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        if choice.kind == "do":
            game.finish()
        elif choice.name in declared(game):
            game.goto("begin", withdrawn=(*self.withdrawn, *withdraw(game, choice.name)))
        else:
            game.push(DeclareAttack(side=self.side, hexes=(choice.name,), withdrawn=self.withdrawn))


def withdraw(game: Game, label: str) -> tuple[str, ...]:
    """Take back the attack on a hex; the hexes that are no longer attacked."""
    name = next(name for name, attack in game.state.attacks.items() if label in attack.hexes)
    hexes = game.state.attacks.pop(name).hexes
    game.say(AttackWithdrawn(rule="12.16", hexes=hexes))
    return hexes


CALL_OFF = Option("do:stop", rule="12.13")
"""What is left where those designated are too weak, and boats carry nobody else: to give the attack up."""


class DeclareAttack(Procedure, frozen=True):
    """One attack: attackers and further defender hexes are picked while the odds are shown; then it is declared."""

    side: str
    hexes: tuple[str, ...]
    attackers: tuple[str, ...] = ()
    withdrawn: tuple[str, ...] = ()
    """The hexes that are left alone for the rest of the phase."""

    def attack(self, *, mandated: bool) -> Attack:
        return Attack(self.side, self.hexes, self.attackers, mandated=mandated)

    @rule("12.13", "12.17", "12.22")
    def begin(self, game: Game) -> Decision:
        odds = initial_odds(game, self.attackers, self.hexes)
        args: dict[str, str | int] = {
            **told(self.hexes),
            "attack": odds.attack,
            "defence": odds.defence,
            "odds": odds.column if odds.least else "-",
        }
        options = tuple(MENU.options(game, self)) or (CALL_OFF,)
        args["wider"] = "offered" if any(option.id.startswith("hex:") for option in options) else "none"
        return Decision(
            self.side, "attackers", "12.13", options, args, continues=True,
            gathers=DECLARE.id, turns_to="AttackDeclarationPhase",
        )  # fmt: skip

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        return MENU.refuse(game, self, choice)

    def begin_preview(self, game: Game, choice: Choice) -> Preview | None:
        return MENU.preview(game, self, choice)

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        if choice == Choice.of(CALL_OFF.id):
            game.finish()
        else:
            MENU.start(game, self, choice)


@rule("12.17", "12.21")
def may_widen(game: Game, subject: DeclareAttack, label: str) -> Refusal | None:
    """Why an attack may not be directed at a further hex: those designated must be able to attack it as well."""
    hexes = (*subject.hexes, label)
    for unit_id in subject.attackers:
        found = may_attack(game, unit_id, hexes)
        if found is not None:
            return found
    force = able(game, subject.side, hexes)
    alone = [unit_id for unit_id in subject.attackers if unit_id not in force]
    if alone:
        return Refusal("refused.needs-company", "12.15b", {"unit": alone[0]})
    return why_not_declared(game, force, hexes)


@rule("12.11", "12.23", "12.35")
def why_not_plain(game: Game, subject: DeclareAttack) -> Refusal | None:
    """Why an attack may not be declared as it stands: it is none, or an HQ needs its units or its hexes to pay."""
    return why_not_declared(game, subject.attackers, subject.hexes) or why_not_let_off(game, subject, mandated=False)


@rule("12.3", "12.32", "12.33", "12.35")
def why_not_ordered(game: Game, subject: DeclareAttack) -> Refusal | None:
    """Why an attack may not be declared as a mandated one as it stands."""
    if subject.side != SOVIET:
        return Refusal("refused.none-ordered", "12.3")
    return (
        why_not_declared(game, subject.attackers, subject.hexes)
        or why_not_mandated(game, subject.attackers, subject.hexes)
        or why_not_let_off(game, subject, mandated=True)
    )


def why_not_let_off(game: Game, subject: DeclareAttack, *, mandated: bool) -> Refusal | None:
    """Why an HQ that owes a unit to a mandated attack keeps an attack from being declared, if one does."""
    hq = let_off(game, subject.attack(mandated=mandated), subject.withdrawn) if subject.side == SOVIET else ""
    return Refusal("refused.owes-mandated-attack", "12.35", {"unit": hq}) if hq else None


class Join(Action[Game, DeclareAttack]):
    """Designate one more unit for the attack."""

    rule = "12.13"
    kinds = ("unit",)

    def offers(self, game: Game, subject: DeclareAttack) -> Sequence[Option]:
        found = [each for each in able(game, subject.side, subject.hexes) if each not in subject.attackers]
        return [
            Option(f"unit:{unit_id}", rule=self.rule)
            for unit_id in found
            if not overloads_boats(game, (*subject.attackers, unit_id), subject.hexes)
        ]

    def refuse(self, game: Game, subject: DeclareAttack, choice: Choice) -> Refusal | None:
        about = {"unit": choice.name}
        if choice.name in game.state.supplies:
            return Refusal("refused.no-attack-strength", "12.13", about)
        if choice.name not in game.state.units:
            return None
        if side_of(game, choice.name) != subject.side:
            return Refusal("refused.not-active", "3.11/phases", about)
        if choice.name in subject.attackers:
            return Refusal("refused.joined-already", "12.13", about)
        found = may_attack(game, choice.name, subject.hexes)
        if found is None and overloads_boats(game, (*subject.attackers, choice.name), subject.hexes):
            return Refusal("refused.boats-overloaded", "15.53d")
        force = [*able(game, subject.side, subject.hexes), choice.name]
        alone = None if found else why_not_with(game, choice.name, force, subject.hexes)
        return found or alone or Refusal("refused.needs-company", "12.15b", about)

    def preview(self, game: Game, subject: DeclareAttack, choice: Choice) -> Preview:
        return as_it_stands(game, subject.side, (*subject.attackers, choice.name), subject.hexes)

    def start(self, game: Game, subject: DeclareAttack, choice: Choice) -> None:
        game.goto("begin", attackers=(*subject.attackers, choice.name))


class Widen(Action[Game, DeclareAttack]):
    """Direct the same attack at one more hex."""

    rule = "12.17"
    kinds = ("hex",)

    def offers(self, game: Game, subject: DeclareAttack) -> Sequence[Option]:
        near = {label for at in game.content.adjacent[subject.hexes[0]] for label in game.content.adjacent[at]}
        left_alone = declared(game) | {*subject.hexes, *subject.withdrawn}
        found = sorted((near & enemy_hexes(game, subject.side)) - left_alone)
        return [Option(f"hex:{label}", rule=self.rule) for label in found if may_widen(game, subject, label) is None]

    def refuse(self, game: Game, subject: DeclareAttack, choice: Choice) -> Refusal | None:
        if choice.name not in game.content.board.index:
            return None
        if choice.name in subject.hexes or choice.name in declared(game):
            return Refusal("refused.declared", "12.11", {"hex": choice.name})
        if choice.name in subject.withdrawn:
            return Refusal("refused.withdrawn", "12.16", {"hex": choice.name})
        if choice.name not in enemy_hexes(game, subject.side):
            return Refusal("refused.no-enemy", "12.15a", {"hex": choice.name})
        found = may_widen(game, subject, choice.name)
        if found is None or found.reason == "refused.no-attackers-yet":
            return Refusal("refused.nobody-next-to-both", "12.17", {"hex": choice.name})
        return found

    def preview(self, game: Game, subject: DeclareAttack, choice: Choice) -> Preview:
        return as_it_stands(game, subject.side, subject.attackers, (*subject.hexes, choice.name))

    def start(self, game: Game, subject: DeclareAttack, choice: Choice) -> None:
        game.goto("begin", hexes=(*subject.hexes, choice.name))


class Declare(Action[Game, DeclareAttack]):
    """Place the marker."""

    rule = "12.23"
    ids = (DECLARE.id,)

    def offers(self, game: Game, subject: DeclareAttack) -> Sequence[Option]:
        return (DECLARE,) if why_not_plain(game, subject) is None else ()

    def refuse(self, game: Game, subject: DeclareAttack, choice: Choice) -> Refusal | None:
        return why_not_plain(game, subject)

    def preview(self, game: Game, subject: DeclareAttack, choice: Choice) -> Preview:
        return as_it_stands(game, subject.side, subject.attackers, subject.hexes)

    def start(self, game: Game, subject: DeclareAttack, choice: Choice) -> None:
        game.finish()
        place_marker(game, subject.attack(mandated=False))


class Mandate(Action[Game, DeclareAttack]):
    """Place the marker of a mandated attack, with its units committed to it."""

    rule = "12.32"
    ids = (MANDATE.id,)

    def offers(self, game: Game, subject: DeclareAttack) -> Sequence[Option]:
        return (MANDATE,) if why_not_ordered(game, subject) is None else ()

    def refuse(self, game: Game, subject: DeclareAttack, choice: Choice) -> Refusal | None:
        return why_not_ordered(game, subject)

    def preview(self, game: Game, subject: DeclareAttack, choice: Choice) -> Preview:
        return as_it_stands(game, subject.side, subject.attackers, subject.hexes)

    def start(self, game: Game, subject: DeclareAttack, choice: Choice) -> None:
        game.finish()
        place_marker(game, subject.attack(mandated=True))


@rule("12.11", "12.23", "12.32")
def place_marker(game: Game, attack: Attack) -> None:
    """Place a Declared Attack or Mandated Attack marker on the hexes of an attack.

    The ruling on 15.43: untried attackers are turned over when they fight; by a switch, when they are designated.
    """
    odds = initial_odds(game, attack.attackers, attack.hexes)
    if is_on(game.content, "attackers-turned-when-designated"):
        attack = replace(attack, attackers=tuple(reveal(game, attack.attackers, "15.43")))
    game.state.attacks[attack.hexes[0]] = attack
    game.say(
        AttackDeclared(
            rule="12.23", hexes=attack.hexes, units=attack.attackers, odds=odds.column, mandated=attack.mandated
        )
    )


MENU: Menu[Game, DeclareAttack] = Menu(Join(), Widen(), Declare(), Mandate())
PROCEDURES = (DeclareAttack,)
