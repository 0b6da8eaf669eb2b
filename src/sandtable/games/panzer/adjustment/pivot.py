"""Chapter 6.8.1: the Pivot Step."""

from __future__ import annotations

from sandtable.games.panzer.content import Content
from sandtable.games.panzer.events import Turned
from sandtable.games.panzer.movement.reach import facing_option, facings_by_name
from sandtable.games.panzer.units import Game, platoon_of, platoons, side_of, vehicles
from sandtable.kernel import Choice, Decision, Option, Phase, Refusal, of_content, rule
from sandtable.mechanics.roster import change, units_of

DONE = Option("do:done", rule="6.8.1")


@rule("6.8.1", "5.5", "5.1", "5.2")
def dismounted(game: Game, side: str) -> list[str]:
    """The men and guns of a side that no vehicle carries."""
    driven = vehicles(game.content)
    return [unit_id for unit_id in units_of(game, side) if unit_id not in driven]


def whole_platoons(game: Game, unit_ids: list[str]) -> dict[str, list[str]]:
    """The platoons that have at least two of some units, each with those."""
    found: dict[str, list[str]] = {}
    for unit_id in unit_ids:
        found.setdefault(platoon_of(unit_id), []).append(unit_id)
    return {name: units for name, units in found.items() if len(units) > 1}


@of_content
@rule("6.8.1", "6.8.2")
def whom_to_adjust(content: Content, rule_id: str) -> dict[str, Option]:
    """The options that name platoons and units in the Adjustment Phase, by the ids of these."""
    whole = {platoon_of(unit_id) for unit_id in content.counters}
    return {name: Option(f"platoon:{name}", rule=rule_id) for name in whole} | {
        unit_id: Option(f"unit:{unit_id}", rule=rule_id) for unit_id in content.counters
    }


def why_not_adjusted(game: Game, choice: Choice, side: str, rule_id: str) -> Refusal | None:
    """Why a unit or platoon is not offered in the Adjustment Phase."""
    if choice.kind == "platoon" and choice.name in platoons(game.content):
        yours = platoons(game.content)[choice.name].side == side
        return Refusal(
            "refused.platoon-adjusted" if yours else "refused.platoon-not-yours", rule_id, {"platoon": choice.name}
        )
    if choice.kind != "unit" or choice.name not in game.state.units:
        return None
    args = {"unit": choice.name}
    if side_of(game, choice.name) != side:
        return Refusal("refused.not-yours", rule_id, args)
    if choice.name in vehicles(game.content) or game.state.units[choice.name].carrier:
        return Refusal("refused.only-dismounted", rule_id, args)
    return Refusal("refused.adjusted", rule_id, args)


class PivotStep(Phase, frozen=True):
    """A side turns men and guns to any facing, whatever their commands, singly or by platoons; each once."""

    side: str
    turned: tuple[str, ...] = ()
    picked: tuple[str, ...] = ()
    """The units whose new facing is being picked."""

    def _left(self, game: Game) -> list[str]:
        turned = set(self.turned)
        return [unit_id for unit_id in dismounted(game, self.side) if unit_id not in turned]

    @rule("6.8.1", "5.5")
    def begin(self, game: Game) -> Decision | None:
        left = self._left(game)
        if not left:
            game.finish()
            return None
        whom = whom_to_adjust(game.content, "6.8.1")
        options = [whom[name] for name in (*whole_platoons(game, left), *left)]
        return Decision(self.side, "pivot", "6.8.1", (*options, DONE), default=DONE.id)

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        return why_not_adjusted(game, choice, self.side, "6.8.1")

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        if choice.kind == "do":
            game.finish()
            return
        whole = choice.kind == "platoon"
        picked = tuple(whole_platoons(game, self._left(game))[choice.name]) if whole else (choice.name,)
        game.goto("face", picked=picked)

    @rule("6.8.1", "5.5")
    def face(self, game: Game) -> Decision:
        """A pivot costs nothing, and leaves no SPOT/MOVE counter."""
        options = tuple(facing_option(game.content, facing, 0) for facing in range(6))
        return Decision(self.side, "pivot-to", "6.8.1", options, {"unit": self.picked[0]}, continues=True)

    def face_chosen(self, game: Game, choice: Choice) -> None:
        facing = facings_by_name(game.content)[choice.name]
        for unit_id in self.picked:
            if game.state.units[unit_id].facing != facing:
                change(game, unit_id, facing=facing)
                game.say(Turned(rule="6.8.1", unit=unit_id, facing=choice.name))
        game.goto("begin", turned=(*self.turned, *self.picked), picked=())
