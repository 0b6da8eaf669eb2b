"""C10.2, C11.6: crews limber and unlimber their Guns, and men take those of the enemy."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from sandtable.games.asl.concealment.acts import gives_away
from sandtable.games.asl.concealment.revealing import seen_by, shown_id
from sandtable.games.asl.events.guns import GunCaptured, GunLimbered, GunReady
from sandtable.games.asl.heavy import GunCard
from sandtable.games.asl.movement.arrivals import is_off_map
from sandtable.games.asl.movement.moves import MoveBase, is_begun
from sandtable.games.asl.ordnance.acquisition import lose_acquisition
from sandtable.games.asl.units import Game, change, gun_crews, is_good_order, is_mmc, other, units_at
from sandtable.games.asl.weapons.possession import is_guarded, is_towed
from sandtable.kernel import Action, Choice, Decision, Option, Procedure, Refusal, rule

LIMBER = Option("do:limber", rule="C10.2")
UNLIMBER = Option("do:unlimber", rule="C10.2")


def guns_of(game: Game, unit_ids: Sequence[str]) -> list[str]:
    """The Guns that some units possess."""
    guns = game.content.guns
    return [
        name
        for name, weapon in game.state.weapons.items()
        if weapon.holder in unit_ids and weapon.kind in guns and not is_towed(game, name)
    ]


# Limbering


@rule("C2.8", "C10.2")
class Limber(Action[Game, MoveBase]):
    """Limber or unlimber a Gun that is not ready at once, and do nothing else in this Player Turn."""

    rule = "C10.2"
    ids = (LIMBER.id, UNLIMBER.id)

    def offers(self, game: Game, subject: MoveBase) -> Sequence[Option]:
        gun = self._gun(game, subject)
        if not gun:
            return ()
        return (UNLIMBER if game.state.weapons[gun].limbered else LIMBER,)

    def _gun(self, game: Game, subject: MoveBase) -> str:
        if is_begun(subject) or subject.manner or subject.gained or is_off_map(game, subject.units):
            return ""
        if len(subject.units) != 1 or not is_good_order(game, game.state.units[subject.units[0]]):
            return ""
        slow = (name for name in guns_of(game, subject.units) if not _card(game, name).quick)
        return next(slow, "")

    def refuse(self, game: Game, subject: MoveBase, choice: Choice) -> Refusal | None:
        return Refusal("refused.limber", "C10.2", {"unit": subject.units[0]})

    def start(self, game: Game, subject: MoveBase, choice: Choice) -> None:
        gun, crew = self._gun(game, subject), subject.units[0]
        lose_acquisition(game, gun)
        weapon = game.state.weapons[gun]
        game.state.weapons[gun] = replace(weapon, limbered=not weapon.limbered)
        gives_away(game, crew, "labors")
        change(game, crew, ti=True, moved=True)
        said = GunReady if weapon.limbered else GunLimbered
        game.say(said(rule="C10.2", seen_by=seen_by(game, crew), weapon=gun))
        game.state.moving = None
        game.finish()


def _card(game: Game, gun: str) -> GunCard:
    return game.content.guns[game.state.weapons[gun].kind]


# Taking a Gun


@rule("C11.6")
def takers(game: Game, gun: str) -> list[str]:
    """Who takes a Gun that nobody mans: Good Order enemies of its side who are alone with it."""
    weapon, state = game.state.weapons[gun], game.state
    if weapon.holder or not weapon.at or weapon.kind not in game.content.guns:
        return []
    if is_guarded(game, gun, other(weapon.side)):
        return []
    here = [name for name in units_at(game, weapon.at) if not state.units[name].guard]
    if not here or any(state.units[name].side != other(weapon.side) for name in here):
        return []
    serving = gun_crews(game)
    return [
        name
        for name in here
        if is_good_order(game, state.units[name]) and is_mmc(game.content, state.units[name]) and name not in serving
    ]


def to_take(game: Game) -> list[str]:
    """The Guns that somebody takes now."""
    return [name for name in game.state.weapons if takers(game, name)]


class TakeGuns(Procedure, frozen=True):
    """In the Close Combat Phase Guns that nobody mans are taken by those who are alone with them."""

    @rule("C11.6")
    def begin(self, game: Game) -> Decision | None:
        """Ask who takes the next one, where several could."""
        found = to_take(game)
        if not found:
            game.finish()
            return None
        able = takers(game, found[0])
        if len(able) == 1:
            take(game, found[0], able[0])
            game.goto("begin")
            return None
        side = game.state.units[able[0]].side
        options = tuple(Option(f"unit:{name}", rule="C11.6") for name in able)
        return Decision(side, "take-gun", "C11.6", options, {"weapon": found[0]})

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "unit" or choice.name not in game.state.units:
            return None
        return Refusal("refused.take-gun", "C11.6", {"unit": choice.name})

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        take(game, to_take(game)[0], choice.name)


@rule("C11.6")
def take(game: Game, gun: str, unit_id: str) -> None:
    """A unit possesses a Gun of the enemy."""
    game.state.weapons[gun] = replace(game.state.weapons[gun], holder=unit_id, at="")
    game.say(GunCaptured(rule="C11.6", weapon=gun, unit=shown_id(game, unit_id)))
