"""Chapters 10 and 13: the activation that a chit brings, and the actions of one unit or stack after another."""

from __future__ import annotations

from collections import Counter
from types import ModuleType

from msgspec.structs import replace

from sandtable.games.gts.assault import assault_action
from sandtable.games.gts.content import Content
from sandtable.games.gts.engineers import engineer_action, rearguards, works
from sandtable.games.gts.fire import fire_action, rally
from sandtable.games.gts.movement import column_and_transport, movement_action, stacking
from sandtable.games.gts.sequence import dispatch, leaders
from sandtable.games.gts.sequence.active_units import (
    ChitsFile,
    active,
    are_several,
    may_act,
    ready,
    rights,
    why_not_active,
)
from sandtable.games.gts.sequence.troop_quality import may_spend, spend
from sandtable.games.gts.state import Active
from sandtable.games.gts.units import Game, division_of, unit_options, units_in
from sandtable.kernel import Choice, Decision, Option, Preview, Procedure, Refusal, of_content, rule

MODULES: dict[str, ModuleType] = {
    "move": movement_action,
    "fire": fire_action,
    "assault": assault_action,
    "rally": rally,
    "engineer": engineer_action,
    "remove-rearguard": rearguards,
}
"""Who knows what about each kind of action: `offers`, `takes`, `start`, `refuse` and `preview`."""
END = Option("do:end", rule="13.3")
PASS = Option("do:pass", rule="13.2/8")
LEAVE = Option("do:leave", rule="10.0.5/5")
NO_SECOND = Option("do:no-second", rule="10.0.2")


@of_content
def kinds_of_action(content: Content) -> dict[tuple[str, bool, str], tuple[str, ...]]:
    """The kinds of action that each kind of chit allows, first ones and second ones, after each first one."""
    file = content.table("chits", ChitsFile)
    rows = {"division": file.division, "formation": file.formation, "direct": file.direct}
    return {
        (chit, second, first): tuple(kind for kind in kinds if kind in MODULES and kind != first)
        for chit, row in rows.items()
        for second, kinds in ((False, row.first), (True, row.second))
        for first in ("", "pass", *MODULES)
    }


@rule("10.0.1", "10.0.1/formation", "10.0.1/division", "10.0.1/direct", "29.3")
def begin(game: Game, chit: str) -> Procedure:
    """The procedure of a chit that has come up."""
    content = game.content
    kind, side, owner = content.chit_kind[chit], content.chit_side[chit], content.chit_owner[chit]
    game.state.active = Active(chit=chit, kind=kind, side=side, owner=owner)
    game.state.acted.clear()
    game.state.finished.clear()
    return Activation()


class Activation(Procedure, frozen=True):
    """The units that a chit activates act one after the other, as their owner likes."""

    @rule("10.0.3", "10.0.1/division")
    def begin(self, game: Game) -> None:
        """A division first rolls for its command and dispatch points."""
        game.goto("pick")
        now = active(game)
        if rights(game, now.kind).rolls_points:
            dispatch.gain_points(game, now.owner)

    @rule("10.0.2/6", "10.0.5/4", "13.3", "13.2/repeat")
    def pick(self, game: Game) -> Decision | None:
        """Ask which unit acts next."""
        now = active(game)
        known = unit_options(game.content)
        able = ready(game)
        crowded = stacking.crowded(game, now.side)
        if not able:
            game.goto("settle")
            return None
        units = [known[unit_id] for unit_id in able]
        done = leaders.finish_options(game) if now.kind == "division" and are_several(game, able) else []
        if not any(unit_id in able for label in crowded for unit_id in units_in(game, label)):
            done = [*done, END]
        return Decision(now.side, "act", "13.3", (*units, *done), {"chit": now.chit}, done=END.id)

    def pick_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice == ("do", "end"):
            return Refusal("refused.crowded", "14.7/limits")
        if choice.kind == "unit" and choice.name in game.state.units:
            return why_not_active(game, choice.name)
        return None

    def pick_chosen(self, game: Game, choice: Choice) -> None:
        if choice.kind == "unit":
            game.push(Order(units=(choice.name,)))
        elif choice.kind == "finish":
            leaders.finish_formation(game, choice.name)
        else:
            game.goto("settle")

    @rule("14.7/limits")
    def settle(self, game: Game) -> None:
        """Stacks that are still too large lose what is too much; then leaders are placed."""
        game.goto("lead")
        stacking.settle(game, active(game).side)

    @rule("13.3", "13.3/leader-stays", "21.2")
    def lead(self, game: Game) -> None:
        game.goto("close")
        leaders.after_activation(game)

    @rule("8.0/restriction", "10.0.1/division")
    def close(self, game: Game) -> None:
        now = active(game)
        if now.kind == "division":
            dispatch.season(game, now.owner)
        game.state.active = None
        game.state.acted.clear()
        game.state.finished.clear()
        game.finish()


class Order(Procedure, frozen=True):
    """A unit, or units stacked together, perform an action; then perhaps a second one."""

    units: tuple[str, ...]
    second: bool = False
    first: str = ""
    """The kind of the first action, which the second may not be."""

    @rule("10.0.2", "10.0.2/4", "10.0.2/5", "10.0.5/3", "10.0.5/8", "13.2", "13.2/second")
    def begin(self, game: Game) -> Decision | None:
        """Ask for the action. What is offered depends on the chit, and on what the unit did first."""
        now = active(game)
        options: list[Option] = []
        for kind in self.kinds(game):
            options += MODULES[kind].offers(game, self.units)
        if self.second:
            if not options:
                self._close(game)
                return None
            options += column_and_transport.breaks(game, self.units)
            options += self._drops()
            options.append(NO_SECOND)
        else:
            options += column_and_transport.breaks(game, self.units)
            options += self._joins(game)
            options.append(LEAVE if now.kind == "direct" else PASS)
        prompt = "second-action" if self.second else "action"
        args: dict[str, str | int] = {"unit": self.units[0], "count": len(self.units), "points": len(self.units)}
        return Decision(now.side, prompt, "13.2", tuple(options), args, continues=True, done=NO_SECOND.id)

    def kinds(self, game: Game) -> tuple[str, ...]:
        """The kinds of action that the units may perform now."""
        return kinds_of_action(game.content)[active(game).kind, self.second, self.first]

    @rule("10.0.5/7", "14.7", "18.3")
    def _joins(self, game: Game) -> list[Option]:
        """The units of the same hex that may act together with these, one after the other."""
        first = game.state.units[self.units[0]]
        if not first.at or first.entry or first.column:
            return []
        there = units_in(game, first.at)
        if len(there) == 1:
            return []
        return [
            Option(f"join:{unit_id}", rule="14.7")
            for unit_id in there
            if unit_id not in self.units
            and not game.state.units[unit_id].column
            and may_act(game, unit_id)
            and self._can_pay(game, (*self.units, unit_id))
        ]

    @rule("10.0.2/3", "10.0.2/stack", "10.0.5/1", "10.0.5/2")
    def _can_pay(self, game: Game, units: tuple[str, ...]) -> bool:
        """Whether the divisions of the units have a command point for each, where the action costs one."""
        if active(game).kind != "direct" and not self.second:
            return True
        wanted: dict[str, int] = {}
        for unit_id in units:
            division = division_of(game, unit_id)
            wanted[division] = wanted.get(division, 0) + 1
        return all(game.state.divisions[name].command >= number for name, number in wanted.items())

    def _drops(self) -> list[Option]:
        """The units that need not take part in the second action of a stack."""
        return [Option(f"drop:{unit_id}", rule="10.0.2/stack") for unit_id in self.units if len(self.units) > 1]

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        kinds = self.kinds(game)
        for kind, module in MODULES.items():
            if not module.takes(game, choice):
                continue
            if kind not in kinds:
                return self._why_no(game, kind)
            found: Refusal | None = module.refuse(game, self.units, choice)
            if found is not None:
                return found
        if choice.kind == "join" and choice.name in game.state.units:
            return Refusal("refused.not-stacked", "14.7", {"unit": choice.name})
        if choice == ("do", column_and_transport.DROP):
            return column_and_transport.why_no_break(game, self.units[0])
        return None

    def _why_no(self, game: Game, kind: str) -> Refusal:
        args = {"unit": self.units[0], "action": kind}
        if kind == self.first:
            return Refusal("refused.same-action", "10.0.2/4", args)
        if kind == "engineer":
            return Refusal("refused.no-engineering", "29.23", args)
        return Refusal("refused.division-chit", "13.2", args)

    def begin_preview(self, game: Game, choice: Choice) -> Preview | None:
        for kind in self.kinds(game):
            if MODULES[kind].takes(game, choice):
                shown: Preview | None = MODULES[kind].preview(game, self.units, choice)
                return shown
        return None

    @rule("13.2/8", "10.0.2/3", "10.0.5/1", "10.0.5/5")
    def begin_chosen(self, game: Game, choice: Choice) -> None:
        if choice.kind == "join":
            game.goto("begin", units=(*self.units, choice.name))
        elif choice.kind == "drop":
            game.goto("begin", units=tuple(unit_id for unit_id in self.units if unit_id != choice.name))
        elif choice == ("do", column_and_transport.DROP):
            column_and_transport.drop_column(game, self.units[0])
            if self.units[0] not in game.state.units:
                self._close(game)
        elif choice == ("do", "no-second"):
            self._close(game)
        elif choice == ("do", "pass"):
            self._act(game, "pass")
        elif choice == ("do", "leave"):
            game.state.acted |= dict.fromkeys(self.units, "pass")
            self._close(game)
        else:
            kind = next(kind for kind in self.kinds(game) if MODULES[kind].takes(game, choice))
            self._pay(game)
            self._act(game, kind)
            MODULES[kind].start(game, self.units, choice)

    def _pay(self, game: Game) -> None:
        if active(game).kind != "direct" and not self.second:
            return
        by = "10.0.2/3" if self.second else "10.0.5"
        for division, points in Counter(division_of(game, unit_id) for unit_id in self.units).items():
            spend(game, division, points, by)

    @rule("25.0")
    def _act(self, game: Game, kind: str) -> None:
        """Note what the units do; Men at Work markers go where another action than theirs is performed."""
        works.lay_down_tools(game, self.units, kind)
        for unit_id in self.units:
            game.state.acted[unit_id] = kind
        game.goto("after", first=kind)

    @rule("10.0.2/1", "10.0.2/2", "10.0.2/3", "10.0.2/6", "10.0.2/stack")
    def after(self, game: Game) -> None:
        """The action is over: units in command whose division can pay may perform another at once."""
        able = () if self.second or active(game).kind == "direct" else self._able(game)
        if not able:
            self._close(game)
            return
        game.state.active = replace(active(game), second=True)
        game.become(Order(units=able, second=True, first=self.first))

    def _close(self, game: Game) -> None:
        game.state.active = replace(active(game), second=False)
        game.finish()

    def _able(self, game: Game) -> tuple[str, ...]:
        """Those of the units that may perform a second action, as far as their divisions can pay."""
        able: tuple[str, ...] = ()
        for unit_id in self.units:
            if unit_id in game.state.units and may_spend(game, unit_id):
                together = (*able, unit_id)
                same_hex = game.state.units[together[0]].at == game.state.units[unit_id].at
                if same_hex and replace(self, second=True)._can_pay(game, together):
                    able = together
        return able


PROCEDURES = (Activation, Order)
