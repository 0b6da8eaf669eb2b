"""Chapter 23: roadblocks."""

from __future__ import annotations

from sandtable.games.gts.engineers.engineer_tasks import EngineerTask
from sandtable.games.gts.events.engineers import Cleared, RoadblockPlaced
from sandtable.games.gts.units import Game, division_of
from sandtable.kernel import Refusal, rule


class PlaceRoadblock(EngineerTask):
    """Place a roadblock."""

    name = "roadblock"
    by = "23.1"
    rows = ("place-roadblock",)

    @rule("23.1", "29.41")
    def targets(self, game: Game, unit_id: str) -> list[str]:
        """The hex of engineers, if it has a road, railway or trail and their division has a roadblock left."""
        return [] if self.why_not(game, unit_id) is not None else [game.state.units[unit_id].at]

    @rule("23.1", "29.41")
    def why_not(self, game: Game, unit_id: str) -> Refusal | None:
        at, division = game.state.units[unit_id].at, division_of(game, unit_id)
        if self.row_for(game, unit_id) is None:
            return self.refusal(game, unit_id, "refused.only-engineers", "23.1")
        if at in game.state.roadblocks:
            return self.refusal(game, unit_id, "refused.blocked-already", "23.1")
        if not has_way(game, at):
            return self.refusal(game, unit_id, "refused.no-way", "23.1")
        used = sum(owner == division for owner in game.state.roadblocks.values())
        if used >= game.content.divisions[division].roadblocks:
            return self.refusal(game, unit_id, "refused.no-roadblocks", "23.1")
        return None

    @rule("23.1")
    def complete(self, game: Game, unit_id: str, target: str) -> None:
        game.state.roadblocks[target] = division_of(game, unit_id)
        game.say(RoadblockPlaced(rule="23.1", unit=unit_id, at=target))


class RemoveRoadblock(EngineerTask):
    """Remove a roadblock, whoever placed it."""

    name = "clear-roadblock"
    by = "23.3"
    rows = ("remove-roadblock-engineer", "remove-roadblock")

    @rule("23.3")
    def targets(self, game: Game, unit_id: str) -> list[str]:
        at = game.state.units[unit_id].at
        return [at] if at in game.state.roadblocks and self.row_for(game, unit_id) is not None else []

    @rule("23.3")
    def why_not(self, game: Game, unit_id: str) -> Refusal | None:
        if self.row_for(game, unit_id) is None:
            return self.refusal(game, unit_id, "refused.clear-class", "23.3")
        return self.refusal(game, unit_id, "refused.no-roadblock-here", "23.3")

    @rule("23.3")
    def complete(self, game: Game, unit_id: str, target: str) -> None:
        del game.state.roadblocks[target]
        game.say(Cleared(rule="23.3", unit=unit_id, at=target))


def has_way(game: Game, label: str) -> bool:
    """Whether a road, railway or trail runs through a hex."""
    board = game.content.board
    i = board.index[label]
    return any(any(marks[6 * i : 6 * i + 6]) for marks in board.networks.values())
