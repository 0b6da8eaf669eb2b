"""Chapter 4.4.1: fire that is declared at one enemy vehicle and then resolved, shot by shot."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.games.panzer.combat.ap_fire import (
    Hit,
    Shot,
    lines_of,
    roll_to_hit,
    settle,
    weapon_of,
    weapons_for_overwatch,
    weapons_on,
    worked_out,
)
from sandtable.games.panzer.combat.claims import ClaimMove
from sandtable.games.panzer.combat.fields_of_fire import ApWeapon
from sandtable.games.panzer.combat.hit_angle import Aspect
from sandtable.games.panzer.combat.penetration import armor
from sandtable.games.panzer.events import Shown
from sandtable.games.panzer.units import Game, mark, order, side_of, vehicle
from sandtable.kernel import Choice, Decision, Option, Preview, Procedure, Refusal, rule

FIRE = Option("do:fire", rule="4.4.1")
ASPECTS = {"do:front": "front", "do:rear": "rear"}


def why_not_declared(
    game: Game, choice: Choice, target: str, must: Sequence[str], firers: Sequence[str]
) -> Refusal | None:
    """Why somebody is not picked to fire at a target now, or why picking cannot be ended."""
    args = {"unit": choice.name, "target": target}
    if choice == Choice.of(FIRE.id):
        missing = [unit_id for unit_id in must if unit_id not in firers]
        if missing:
            return Refusal("refused.must-fire", "4.2.1", {"unit": missing[0], "target": target})
        return Refusal("refused.no-firer-yet", "4.4.1")
    if choice.kind != "unit" or choice.name not in game.state.units:
        return None
    if choice.name in firers:
        return Refusal("refused.declared", "4.4.1", args)
    return Refusal("refused.cannot-fire-at", "4.4.3", args)


class DeclaredFire(Procedure, frozen=True):
    """Vehicles that fire at one target are picked, and then fire one after another. Comes to those that fired."""

    target: str
    able: tuple[str, ...]
    """The vehicles that may fire at it, and those of them that must, since they have no other target left."""
    must: tuple[str, ...] = ()
    overwatch: bool = False
    firers: tuple[str, ...] = ()
    guns: tuple[str, ...] = ()
    """The vehicles that have been declared, and the weapon of each."""
    picked: str = ""
    """The vehicle whose weapon is being picked."""
    number: int = 0
    """How many have fired."""

    @property
    def prompt_args(self) -> dict[str, str]:
        return {"unit": self.target}

    def _weapons(self, game: Game, firer: str) -> list[ApWeapon]:
        usable = weapons_for_overwatch if self.overwatch else weapons_on
        return usable(game, firer, self.target)

    # Declaring

    @rule("4.4.1", "4.4.3.2")
    def begin(self, game: Game) -> Decision | None:
        """Pick who fires; all fire at one vehicle is declared before any of it is resolved."""
        left = [unit_id for unit_id in self.able if unit_id not in self.firers]
        if not left or (not self.firers and len(left) == 1):
            if left:
                self._pick(game, left[0])
            else:
                game.goto("declare")
            return None
        options = [Option(f"unit:{unit_id}", rule="4.4.1") for unit_id in left]
        if self.firers and not set(self.must) - set(self.firers):
            options.append(FIRE)
        side = side_of(game, self.able[0])
        return Decision(side, "firers", "4.4.1", tuple(options), self.prompt_args, continues=True, gathers=FIRE.id)

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        return why_not_declared(game, choice, self.target, self.must, self.firers)

    def begin_preview(self, game: Game, choice: Choice) -> Preview | None:
        if choice.kind != "unit":
            return None
        return preview_of(game, Shot(choice.name, self.target, self._weapons(game, choice.name)[0], self.overwatch))

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        if choice.kind == "do":
            game.goto("declare")
        else:
            self._pick(game, choice.name)

    def _pick(self, game: Game, firer: str) -> None:
        weapons = self._weapons(game, firer)
        if len(weapons) > 1:
            game.goto("arm", picked=firer)
        else:
            game.goto("begin", firers=(*self.firers, firer), guns=(*self.guns, weapons[0].gun))

    @rule("4.4.3.2.1")
    def arm(self, game: Game) -> Decision:
        """A vehicle with several weapons that reach the target fires one of them."""
        weapons = self._weapons(game, self.picked)
        options = tuple(Option(f"weapon:{weapon.gun}", rule="4.4.3.2.1") for weapon in weapons)
        args = {"unit": self.picked, "target": self.target}
        return Decision(side_of(game, self.picked), "weapon", "4.4.3.2.1", options, args, continues=True)

    def arm_preview(self, game: Game, choice: Choice) -> Preview:
        return preview_of(
            game, Shot(self.picked, self.target, weapon_of(game, self.picked, choice.name), self.overwatch)
        )

    def arm_chosen(self, game: Game, choice: Choice) -> None:
        game.goto("begin", firers=(*self.firers, self.picked), guns=(*self.guns, choice.name), picked="")

    @rule("3.4", "4.4.1", "4.4.3.2")
    def declare(self, game: Game) -> None:
        """Show the commands of those who fire: they have fired now, whatever becomes of the target.

        They get SPOT/FIRE counters, which direct fire of this turn does not look at.
        """
        for firer in self.firers:
            if not game.state.commands[firer].shown:
                game.say(Shown(rule="4.4.3.2", unit=firer, order=game.state.commands[firer].order))
            order(game, firer, shown=True, fired=True)
            mark(game, firer, "fire")
        game.reveal()
        game.goto("claim", able=(), must=())

    # The target

    @rule("4.4.3.2.2/target-moving")
    def claim(self, game: Game) -> None:
        """The owner of a target may show that it moves."""
        game.goto("shoot")
        game.push(ClaimMove(unit=self.target, by="4.4.3.2.2/target-moving"))

    # Resolving

    def _shot(self, game: Game) -> Shot:
        firer = self.firers[self.number]
        return Shot(firer, self.target, weapon_of(game, firer, self.guns[self.number]), self.overwatch)

    @rule("4.4.1", "4.4.3.2.3", "4.4.3.2.4")
    def shoot(self, game: Game) -> None:
        """Resolve the next shot; once the target is gone the others have fired for nothing."""
        if self.number == len(self.firers) or self.target not in game.state.units:
            game.finish(self.firers)
            return
        shot = self._shot(game)
        hit = worked_out(game, shot)
        roll = roll_to_hit(game, hit)
        if roll > hit.number:
            settle(game, shot, hit, roll, None)
        elif len(hit.effects) > 1 and self._differs(game, hit):
            game.goto("struck")
            return
        else:
            settle(game, shot, hit, roll, next(iter(hit.effects)))
        game.goto("shoot", number=self.number + 1)

    def _differs(self, game: Game, hit: Hit) -> bool:
        """Whether it matters which armor is struck."""
        card = vehicle(game, self.target)
        return len({armor(card, aspect) for aspect in hit.effects}) > 1

    @rule("4.4.3.2.4")
    def struck(self, game: Game) -> Decision:
        """Where the line of fire runs along the border of front and rear, the owner of the target chooses."""
        options = tuple(Option(name, rule="4.4.3.2.4") for name in ASPECTS)
        card = vehicle(game, self.target)
        best = max(ASPECTS, key=lambda name: armor(card, self._aspect(name)))
        args = {"unit": self.target, "firer": self.firers[self.number]}
        return Decision(side_of(game, self.target), "struck", "4.4.3.2.4", options, args, default=best)

    def _aspect(self, option_id: str) -> Aspect:
        return "front" if option_id == "do:front" else "rear"

    def struck_preview(self, game: Game, choice: Choice) -> Preview:
        return preview_of(game, self._shot(game))

    def struck_chosen(self, game: Game, choice: Choice) -> None:
        shot = self._shot(game)
        settle(game, shot, worked_out(game, shot), None, self._aspect(f"{choice.kind}:{choice.name}"))
        game.goto("shoot", number=self.number + 1)


def preview_of(game: Game, shot: Shot) -> Preview:
    """A shot before it is fired: its sum, its chance, and what a hit would do."""
    units = game.state.units
    return Preview((units[shot.firer].at, units[shot.target].at), tuple(lines_of(game, shot, worked_out(game, shot))))
