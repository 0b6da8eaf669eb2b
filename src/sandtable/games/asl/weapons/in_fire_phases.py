"""A7.25, A9.73, A9.8, A20.4: what a unit may do in a fire phase instead of firing."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from sandtable.games.asl.concealment.acts import gives_away
from sandtable.games.asl.fire.malfunction import destroy
from sandtable.games.asl.fire.marking import mark_used_up
from sandtable.games.asl.fire.pieces import guarded_by, has_use_left, may_fire
from sandtable.games.asl.morale.massacre import Massacre
from sandtable.games.asl.night.cloaking import uncloak
from sandtable.games.asl.reasons import first_of
from sandtable.games.asl.state import MARKED_BY_FIRE, THE_FIELD
from sandtable.games.asl.units import Game, arms_of, change, weapons_of
from sandtable.games.asl.weapons.engineers import Entrench, PlaceInDefense, ThrowCharge, bars_acting
from sandtable.kernel import Action, Choice, Menu, Option, Refusal, derived, entry_of, rule


def _is_fresh(game: Game, unit_id: str) -> bool:
    """Whether a unit has neither fired nor done anything else in this phase, nor is marked."""
    unit = game.state.units[unit_id]
    return may_fire(game, unit_id) and not unit.spent and unit.fire == "" and not unit.ti


@rule("A7.25")
class HoldFire(Action[Game, str]):
    """Wait with one's fire for the Advancing Fire Phase."""

    rule = "A7.25"
    ids = ("do:opportunity",)
    option = Option("do:opportunity", rule="A7.25")

    def offers(self, game: Game, subject: str) -> Sequence[Option]:
        unit = game.state.units[subject]
        fresh = game.state.phase == "prep-fire" and _is_fresh(game, subject) and not unit.pinned
        return (self.option,) if fresh else ()

    def refuse(self, game: Game, subject: str, choice: Choice) -> Refusal | None:
        return first_of(bars_acting(game, subject, "prep-fire"), unit=subject)

    def start(self, game: Game, subject: str, choice: Choice) -> None:
        change(game, subject, fire="opportunity")
        game.finish()


def _comes_apart(game: Game, weapon_id: str) -> bool:
    card = game.content.weapons.get(game.state.weapons[weapon_id].kind)
    return card is not None and card.dismantled is not None


@rule("A9.8")
class Dismantle(Action[Game, str]):
    """Take a machine gun or a mortar apart, or put it together, instead of firing."""

    rule = "A9.8"
    kinds = ("dismantle",)

    def offers(self, game: Game, subject: str) -> Sequence[Option]:
        if game.state.phase not in ("prep-fire", "defensive-fire") or not _is_fresh(game, subject):
            return ()
        return [
            Option(f"dismantle:{name}", rule="A9.8")
            for name in weapons_of(game, subject)
            if _comes_apart(game, name) and not game.state.weapons[name].broken
        ]

    def refuse(self, game: Game, subject: str, choice: Choice) -> Refusal | None:
        reasons = (
            (choice.name not in weapons_of(game, subject), "not-his-weapon", "A4.4"),
            *bars_acting(game, subject, "prep-fire", "defensive-fire", pinned=False),
            (True, "in-one-piece", "A9.8"),
        )
        return first_of(reasons, unit=subject)

    def start(self, game: Game, subject: str, choice: Choice) -> None:
        state = game.state
        gives_away(game, subject, "labors")
        weapon = state.weapons[choice.name]
        state.weapons[choice.name] = replace(weapon, dismantled=not weapon.dismantled)
        mark_used_up(game, subject)
        game.finish()


@rule("A9.73")
class DestroyOwn(Action[Game, str]):
    """Destroy a weapon of one's own, as its use in this phase."""

    rule = "A9.73"
    kinds = ("destroy",)

    def offers(self, game: Game, subject: str) -> Sequence[Option]:
        unit = game.state.units[subject]
        if game.state.phase not in ("prep-fire", "defensive-fire") or not may_fire(game, subject) or unit.ti:
            return ()
        if unit.fire not in ("", "prep", "first"):
            return ()
        return [
            Option(f"destroy:{name}", rule="A9.73", grave=True)
            for name in weapons_of(game, subject)
            if name not in unit.spent and game.state.weapons[name].fire == "" and has_use_left(game, unit, name)
        ]

    def refuse(self, game: Game, subject: str, choice: Choice) -> Refusal | None:
        reasons = (
            (choice.name not in weapons_of(game, subject), "not-his-weapon", "A4.4"),
            (game.state.phase not in ("prep-fire", "defensive-fire"), "other-phase", "A3/turn"),
            (game.state.units[subject].ti, "immobilized", "A3.2"),
            (not may_fire(game, subject), "not-good-order", "A.7"),
            (True, "has-fired", "A7.35"),
        )
        return first_of(reasons, unit=subject)

    def start(self, game: Game, subject: str, choice: Choice) -> None:
        unit = game.state.units[subject]
        change(game, subject, spent=(*unit.spent, choice.name))
        destroy(game, choice.name, "A9.73")
        game.finish()


@rule("E1.4")
class Uncloak(Action[Game, str]):
    """Replace a Cloaking counter by what is under it."""

    rule = "E1.4"
    ids = ("do:uncloak",)
    option = Option("do:uncloak", rule="E1.4")

    def offers(self, game: Game, subject: str) -> Sequence[Option]:
        return (self.option,) if game.state.units[subject].cloak else ()

    def refuse(self, game: Game, subject: str, choice: Choice) -> Refusal | None:
        return Refusal("refused.not-cloaked", "E1.4", {"unit": subject})

    def start(self, game: Game, subject: str, choice: Choice) -> None:
        uncloak(game, subject)
        game.finish()


ACTIONS = Menu(
    Uncloak(), HoldFire(), Entrench(), Dismantle(), DestroyOwn(), ThrowCharge(), PlaceInDefense(), Massacre()
)


def acts_otherwise(game: Game, unit_id: str) -> bool:
    """Whether a unit may do any of these things now; of all other units only its prisoners count."""
    unit = game.state.units[unit_id]
    if unit.berserk:
        return ACTIONS.offers_any(game, unit_id)
    # But for digging and waiting in the Prep Fire Phase, all of these things are done with weapons.
    idle = unit.broken or (game.state.phase != "prep-fire" and not arms_of(game, unit_id))
    return unit.cloak > 0 if idle else _acts_otherwise(game, unit_id)


@derived(entry_of("units"), arms_of, guarded_by, *[name for name in THE_FIELD if name not in MARKED_BY_FIRE])
def _acts_otherwise(game: Game, unit_id: str) -> bool:
    return ACTIONS.offers_any(game, unit_id)
