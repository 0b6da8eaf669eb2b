"""Engineers who bring boats to the river by night: this game's addition to the engineer actions (13.2/5)."""

from __future__ import annotations

from sandtable.games.gts.arnhem.boats import opposite
from sandtable.games.gts.arnhem.special_rules import BoatNight, special
from sandtable.games.gts.engineers.engineer_tasks import EngineerTask
from sandtable.games.gts.engineers.roadblocks import has_way
from sandtable.games.gts.events.engineers import BoatsBroughtUp
from sandtable.games.gts.units import Game, division_of, formation_of, is_night
from sandtable.kernel import Refusal, rule


class BringUpBoats(EngineerTask):
    """Bring boats to where the unit is."""

    name = "boats"
    by = "13.2/5"
    rows = ("boats",)

    @rule("13.2/5")
    def targets(self, game: Game, unit_id: str) -> list[str]:
        return [] if self.why_not(game, unit_id) is not None else [game.state.units[unit_id].at]

    @rule("13.2/5")
    def owner(self, game: Game, unit_id: str) -> BoatNight | None:
        """The formation or division of some engineers that has boats tonight."""
        row = special(game, "boats")
        if row is None or self.row_for(game, unit_id) is None or not is_night(game):
            return None
        division, formation = division_of(game, unit_id), formation_of(game, unit_id)
        date = game.content.track[game.state.turn].date
        fit = (night for night in row.nights if night.date == date)
        return next((night for night in fit if night.formation == formation or night.division == division), None)

    @rule("13.2/5")
    def why_not(self, game: Game, unit_id: str) -> Refusal | None:
        """Only some have boats, on some nights; they are brought to the river, near a way."""
        night, row = self.owner(game, unit_id), special(game, "boats")
        at = game.state.units[unit_id].at
        args = {"unit": unit_id, "hex": at}
        if night is None or row is None:
            return Refusal("refused.has-no-boats", "13.2/5", args)
        if sum(owner == name_of(night) for owner in game.state.boats.values()) >= night.markers:
            return Refusal("refused.boats-all-out", "13.2/5", args)
        if at in game.state.boats or at not in game.content.region(row.region) or not opposite(game, at):
            return Refusal("refused.boats-place", "13.2/5", args)
        if not any(has_way(game, label) for label in {at, *game.content.adjacent[at]}.difference(opposite(game, at))):
            return Refusal("refused.boats-way", "13.2/5", args)
        return None

    @rule("13.2/5")
    def complete(self, game: Game, unit_id: str, target: str) -> None:
        night = self.owner(game, unit_id)
        assert night is not None
        game.state.boats[target] = name_of(night)
        game.say(BoatsBroughtUp(rule="13.2/5", unit=unit_id, at=target))


def name_of(night: BoatNight) -> str:
    """Whose boats they are, as it is noted on the map."""
    return night.formation or night.division
