"""A game at the terminal: who sits where, and what the one who looks at the screen may see and do."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sandtable.cli import words
from sandtable.cli.sentences import cited
from sandtable.kernel import (
    Choice,
    Decision,
    Event,
    Formality,
    Game,
    NothingToUndo,
    Option,
    Refusal,
    StandingOrder,
    Table,
    Texts,
)
from sandtable.kernel.game import DRAW, RESIGN
from sandtable.kernel.journal import Entry
from sandtable.kernel.views import hides_anything
from sandtable.players import Player, Thoughts, counsel

_ENDINGS = ("done", "end", "pass", "stop", "stay")
"""What ends a phase, or passes, in whatever title, by the names of the options."""


class Session:
    """A table, the bots at it, and the person whose turn it is to look at the screen."""

    def __init__(self, table: Table, bots: Mapping[str, Player], lang: str) -> None:
        self.table = table
        self.bots = dict(bots)
        self.lang = lang
        self.sides = table.title.scenario(table.header.scenario).sides
        self.humans = tuple(side for side in self.sides if side not in self.bots)
        self.viewer = self.humans[0]
        self._saved = self._own_choices()
        self._obey()
        self.sit_down()

    # Looking

    @property
    def texts(self) -> Texts:
        return self.table.game.texts(self.lang)

    @property
    def decision(self) -> Decision | None:
        """What the viewer must decide now; None while others must, or once the game is over."""
        return self._decision_of(self.viewer)

    def _decision_of(self, side: str) -> Decision | None:
        return next((decision for decision in self.table.decisions if decision.side == side), None)

    @property
    def seen(self) -> Game[Any, Any]:
        """The game as the viewer knows it, to be asked about the position."""
        return self.table.view(self.viewer).game

    @property
    def events(self) -> list[Event]:
        """What has happened, as far as the viewer may know."""
        return [event for event in self.table.events if event.visible_to(self.viewer)]

    @property
    def over(self) -> bool:
        return self.table.result is not None

    def say(self, key: str, **args: object) -> str:
        """The program's own words in the player's language."""
        return words.say(self.lang, key, **args)

    def side_name(self, side: str) -> str:
        return self.texts.name("side", side)

    def result(self) -> str:
        """Who won and how clearly; an empty text while the game goes on."""
        result = self.table.result
        if result is None:
            return ""
        return cited(self.texts.ending(result), result.rule)

    def why_not(self, option_id: str) -> str:
        """Why an option is not offered, in words; an empty text if it is."""
        refusal = self.table.explain(option_id, self.viewer)
        return "" if refusal is None else self.refusal(refusal)

    def refusal(self, refusal: Refusal) -> str:
        return cited(self.texts.refusal(refusal), refusal.rule)

    def rule(self, rule_id: str) -> str:
        """The title and the summary of a rule."""
        for rule in self.table.title.rules():
            if rule.id == rule_id:
                told = (f"{rule.id} {rule.title[self.lang]}", rule.summary[self.lang], self.texts.note(rule))
                return "\n\n".join(filter(None, told))
        return self.say("rule.unknown", rule=rule_id)

    # Seats

    def bot_to_move(self) -> str | None:
        """The side of a bot that has something to decide."""
        return next((decision.side for decision in self.table.decisions if decision.side in self.bots), None)

    def bot_choice(self, side: str) -> str:
        """What the bot of a side chooses from what it may know."""
        decision = self._decision_of(side)
        assert decision is not None
        return self.bots[side].choose(self.table.view(side), decision)

    def counsel(self) -> Thoughts:
        """What the computer considers in the viewer's place, from what the viewer may know."""
        decision = self.decision
        assert decision is not None
        return counsel(self.table.view(self.viewer), decision, len(self.table.entries))

    def next_viewer(self) -> str | None:
        """The person who must come to the screen, if it is another than the one who sits there."""
        if self.decision is not None:
            return None
        return next((side for side in self.humans if self._decision_of(side) is not None), None)

    def hides_from(self, side: str) -> bool:
        """Whether the screen of the viewer shows what another side must not see, or the other way round."""
        return any(hides_anything(self.table.view(one)) for one in (self.viewer, side))

    def sit_down(self) -> None:
        """Give the screen to the person who must decide."""
        self.viewer = self.next_viewer() or self.viewer

    # Playing

    def choose(self, option_id: str) -> None:
        """Make a choice of the viewer, and what standing orders answer after it. Raises IllegalChoice."""
        self.table.choose(option_id, self.viewer)
        self._obey()

    def resign(self) -> None:
        """The viewer gives the game up; that stands. Raises GameOver."""
        self.table.choose(RESIGN, self.viewer)

    @property
    def may_draw(self) -> bool:
        """Whether a draw can be agreed on: bots play on, people at one screen can ask each other."""
        return not self.bots

    def draw(self) -> None:
        """Those at the screen have agreed on a draw; that stands. Raises GameOver."""
        self.table.choose(DRAW, self.viewer)

    def bot_chose(self, side: str, option_id: str) -> None:
        """Make a choice of a bot, and what standing orders answer after it."""
        self.table.choose(option_id, side)
        self._obey()

    def _obey(self) -> None:
        """Answer the questions for which people have standing orders, and those that have only one answer."""
        while True:
            if (found := self.table.standing_answer()) is not None:
                self.table.obey(*found)
            elif forced := self._forced():
                self.table.choose(forced, self.humans[0])
            else:
                return

    def _forced(self) -> str:
        """The only thing that somebody who plays against bots can do, where nothing can be taken back instead."""
        decision = self._decision_of(self.humans[0])
        if decision is None or len(self.humans) > 1 or self.table.can_redo(self.humans[0]):
            return ""
        is_formal = decision.continues or decision.prompt in self.table.title.formalities
        is_stuck = is_formal or not self.table.can_undo(decision.side, self.sides)
        return decision.forced if is_stuck else ""

    # Standing orders

    @property
    def formality(self) -> Formality | None:
        """How the viewer's question can be answered in advance, if it can."""
        return None if self.decision is None else self.table.title.formalities.get(self.decision.prompt)

    @property
    def orders(self) -> tuple[StandingOrder, ...]:
        """The standing orders of the viewer that are in force."""
        return self.table.orders.get(self.viewer, ())

    def give(self, order: StandingOrder) -> None:
        """Give a standing order, which answers at once what it is about. Raises BadOrder."""
        self.table.give(order, self.viewer)
        self._obey()

    def withdraw(self, order: StandingOrder) -> None:
        """Raises BadOrder."""
        self.table.withdraw(order, self.viewer)

    def choose_all(self, option_id: str) -> bool:
        """Pick this option and all like it, one after another, where the question is which of several to pick.

        That is where a pick only takes itself off the list. Anywhere else nothing happens; whether it did is told.
        """
        decision = self.decision
        assert decision is not None
        several = [each for each in decision.ids if Choice.of(each).kind == Choice.of(option_id).kind]
        trial = self.table.fork()
        trial.choose(option_id, self.viewer)
        left = next((each for each in trial.decisions if each.side == self.viewer), None)
        if left is None or left.prompt != decision.prompt or {*several} - {*left.ids} != {option_id}:
            return False
        for each in several:
            now = self.decision
            if now is not None and now.prompt == decision.prompt and now.find(each) is not None:
                self.choose(each)
        return True

    def ending(self) -> Option | None:
        """The option that ends what the viewer is about: within an order the order, else the phase."""
        decision = self.decision
        if decision is None:
            return None
        names = reversed(_ENDINGS) if decision.continues else _ENDINGS
        found = (decision.find(each) for each in (*(f"do:{name}" for name in names), decision.default) if each)
        return next((option for option in found if option is not None), None)

    def why_no_end(self) -> str:
        """Why nothing can be ended here."""
        return self.why_not(f"do:{_ENDINGS[0]}")

    def undo(self) -> None:
        """Take back the viewer's last choice, or the last of all where people share a screen. Raises NothingToUndo.

        Bots, and people who look at the same screen, let whatever was not revealed be taken back.
        """
        alone = len(self.humans) == 1 or bool(self.table.state.branches)
        self.table.undo(self.viewer if alone else None, self.sides)

    def undo_order(self) -> None:
        """Take back everything down to where the viewer's last order began. Raises NothingToUndo.

        It began with the pick of what the question is about, be it from among those that end the order before.
        """
        self.undo()
        with contextlib.suppress(NothingToUndo):
            while self.decision is not None and self.decision.continues:
                subjects = {str(value) for value in self.decision.args.values()}
                last = self.table.entries[-1]
                self.undo()
                if Choice.of(last.option).name in subjects:
                    return

    def redo(self) -> None:
        """Make again what was taken back last. Raises NothingToUndo."""
        self.table.redo()
        self._obey()

    def _own_choices(self) -> list[Entry]:
        """The choices of people, which they would not want to lose."""
        return [entry for entry in self.table.entries if entry.side in self.humans]

    @property
    def unsaved(self) -> bool:
        return self._own_choices() != self._saved

    def save(self, path: Path) -> None:
        """Raises SaveError."""
        self.table.save(path)
        self._saved = self._own_choices()

    def save_name(self) -> str:
        """A name for the file, where the player gives none."""
        return f"{self.table.header.title}-{self.table.header.scenario}.sandtable"
