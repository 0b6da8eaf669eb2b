"""Chapters 5.15, 6.5.2.6 and 6.5.4.5: crews and passengers who leave their vehicle."""

from __future__ import annotations

from typing import Literal

from sandtable.games.panzer.cards import Leg
from sandtable.games.panzer.combat.grades import unit_grade
from sandtable.games.panzer.combat.losses import abandon, eliminate
from sandtable.games.panzer.combat.passengers import is_under_cover, passengers_of
from sandtable.games.panzer.combat.suppression import suppress
from sandtable.games.panzer.fire_events import BailedOut
from sandtable.games.panzer.mines.minefields import blow_up_men
from sandtable.games.panzer.movement.modes import modes
from sandtable.games.panzer.movement.reach import facings_by_name
from sandtable.games.panzer.state import enemy_of
from sandtable.games.panzer.tables.fire import BailOutCause, BailOutFile
from sandtable.games.panzer.units import Game, card_of, side_of
from sandtable.kernel import Choice, Decision, Line, Option, Procedure, Resolved, rule
from sandtable.mechanics.roster import change

DIE = "d100"


def bail_out_table(game: Game) -> BailOutFile:
    return game.content.table("bail-out", BailOutFile)


class BailOut(Procedure, frozen=True):
    """After all results of a shot on a vehicle: its crew may leave it, and so may those whom it carries.

    The vehicle comes first: who rides in one whose crew is gone leaves without a roll, and who rides in one that is
    lost must find out whether he escapes.
    """

    vehicle: str
    lost: Literal["", "knocked-out", "brewed-up"] = ""
    crew: tuple[BailOutCause, ...] = ()
    """The results on the vehicle for which the crew checks, one for each."""
    riders: tuple[BailOutCause, ...] = ()
    """Those for which passengers check; a track hit counts for them each time."""
    shaken: tuple[str, ...] = ()
    """The passengers whom the fire has suppressed, who were not Suppression/ON before."""
    shaken_by: Literal["suppressed-direct", "suppressed-indirect"] = "suppressed-direct"
    out: tuple[str, ...] = ()
    """Those who have left and have yet to be faced."""

    @rule("5.15", "6.5.2.6", "6.5.4.5")
    def begin(self, game: Game) -> None:
        aboard = passengers_of(game, self.vehicle)
        if self.lost:
            left = [unit_id for unit_id in aboard if self._escapes(game, unit_id)]
        elif any(self._crew_leaves(game, cause) for cause in self.crew):
            abandon(game, self.vehicle)
            left = list(aboard)
        else:
            left = [unit_id for unit_id in aboard if self._leaves(game, unit_id)]
        for unit_id in left:
            dismount_suppressed(game, unit_id)
        game.goto("face", out=tuple(left))

    @rule("6.5.2.6.1", "6.5.4.5")
    def _crew_leaves(self, game: Game, cause: BailOutCause) -> bool:
        return checks_out(game, self.vehicle, bail_out_table(game).crew[cause], f"crew-{cause}", "6.5.2.6.1")

    @rule("6.5.2.6.2", "6.5.2.6.2/nd-dm-tk", "6.5.4.5")
    def _leaves(self, game: Game, unit_id: str) -> bool:
        """Whether a passenger leaves a vehicle whose crew stays; those Under Cover stay as well."""
        if is_under_cover(game, unit_id):
            return False
        causes = (*self.riders, *((self.shaken_by,) if unit_id in self.shaken else ()))
        numbers = bail_out_table(game).passengers
        return any(
            checks_out(game, unit_id, numbers[cause], f"passenger-{cause}", "6.5.2.6.2/nd-dm-tk") for cause in causes
        )

    @rule("6.5.2.6.2/ko-bu")
    def _escapes(self, game: Game, unit_id: str) -> bool:
        """Whether a passenger gets out of a vehicle that is lost; otherwise it is lost as well."""
        assert self.lost
        table = bail_out_table(game)
        is_leg = isinstance(card_of(game, unit_id), Leg)
        least = (table.leg_survives if is_leg else table.towed_survives)[self.lost]
        grade = unit_grade(game, unit_id).bail_out
        roll = game.roll(DIE, "bail-out", "6.5.2.6.2/ko-bu", bands=(least - grade,))
        escapes = roll + grade >= least
        self._tell_escape(game, unit_id, roll, grade, least)
        if not escapes:
            eliminate(game, unit_id, "6.5.2.6.2/ko-bu")
        return escapes

    def _tell_escape(self, game: Game, unit_id: str, roll: int, grade: int, least: int) -> None:
        escapes, side = roll + grade >= least, side_of(game, unit_id)
        game.say(
            Resolved(
                rule="6.5.2.6.2/ko-bu",
                what="escape",
                result="escapes" if escapes else "perishes",
                lines=(*_rolled(roll, grade, "6.5.2.6.2/ko-bu"), Line("escapes-from", str(least), "6.5.2.6.2/ko-bu")),
                subject=unit_id,
                favours=side if escapes else enemy_of(side),
            )
        )

    @rule("6.5.2.6.1", "6.5.2.6.2/nd-dm-tk", "6.5.2.6.2/ko-bu")
    def face(self, game: Game) -> Decision | None:
        """Who has left faces any direction, as its owner likes."""
        if not self.out:
            game.finish()
            return None
        unit_id = self.out[0]
        if unit_id not in game.state.units:
            game.goto("face", out=self.out[1:])
            return None
        names = facings_by_name(game.content)
        options = tuple(Option(f"face:{name}", rule="6.5.2.6.1") for name in names)
        kept = next(name for name, facing in names.items() if facing == game.state.units[unit_id].facing)
        args = {"unit": unit_id}
        return Decision(side_of(game, unit_id), "bailed-facing", "6.5.2.6.1", options, args, default=f"face:{kept}")

    def face_chosen(self, game: Game, choice: Choice) -> None:
        change(game, self.out[0], facing=facings_by_name(game.content)[choice.name])
        game.goto("face", out=self.out[1:])


@rule("6.5.2.6.1", "6.5.2.6.2/nd-dm-tk", "5.8.3")
def checks_out(game: Game, unit_id: str, most: int, cause: str, rule_id: str) -> bool:
    """Roll for a crew or a passenger: at or below the number it leaves the vehicle. The elite stay, the green run."""
    grade, side = unit_grade(game, unit_id).bail_out, side_of(game, unit_id)
    roll = game.roll(DIE, "bail-out", rule_id, bands=(most - grade + 1,))
    leaves = roll + grade <= most
    game.say(
        Resolved(
            rule=rule_id,
            what="bail-out",
            result="bailed-out" if leaves else "stays",
            lines=(*_rolled(roll, grade, rule_id), Line(f"bails-out-{cause}", str(most), rule_id)),
            subject=unit_id,
            favours=enemy_of(side) if leaves else side,
        )
    )
    return leaves


def _rolled(roll: int, grade: int, rule_id: str) -> list[Line]:
    found = [Line("die", str(roll), rule_id)]
    return [*found, Line("unit-grade", f"{grade:+d}", rule_id)] if grade else found


@rule("6.5.2.6.1", "6.5.2.6.2/nd-dm-tk", "6.5.2.6.2/ko-bu", "7.31.2.1")
def dismount_suppressed(game: Game, unit_id: str) -> None:
    """Put a passenger into the hex of its vehicle, suppressed; if there are mines they attack it at once."""
    unit = change(game, unit_id, carrier="")
    game.say(BailedOut(rule="5.15", unit=unit_id, at=unit.at))
    suppress(game, unit_id, "6.5.2.6.1")
    blow_up_men(game, unit_id, modes(game.content)[unit_id])


@rule("5.15")
def push_bail_out(game: Game, check: BailOut) -> None:
    """Have crew and passengers check, where there is anything to check."""
    aboard = passengers_of(game, check.vehicle)
    if aboard or (check.crew and not check.lost):
        game.push(check)


PROCEDURES: tuple[type[Procedure], ...] = (BailOut,)
