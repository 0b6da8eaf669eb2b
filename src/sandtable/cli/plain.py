"""The game line by line: for terminals that cannot draw, for scripts and for tests."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TextIO

from sandtable.cli.charts import hint_chart, odds_chart
from sandtable.cli.sentences import arithmetic, cited, cost, sentence
from sandtable.cli.session import Session
from sandtable.cli.standing import Step, form
from sandtable.kernel import Decision, Option, SandtableError


class PlainGame:
    """A game in which the player answers each prompt with a number, an option's id or a command."""

    def __init__(self, session: Session, source: TextIO | None = None, say: Callable[[str], None] = print) -> None:
        self._session = session
        self._source = source or sys.stdin
        self._say = say
        self._told = 0
        self._commands: dict[str, Callable[[str], None]] = {
            "undo": self._undo,
            "redo": self._redo,
            "odds": self._odds,
            "hint": self._hint,
            "always": self._always,
            "orders": self._orders,
            "withdraw": self._withdraw,
            "why": self._why,
            "resign": self._resign,
            "draw": self._draw,
            "rule": self._rule,
            "save": self._save,
            "help": self._help,
            "?": self._help,
        }

    def run(self) -> None:
        """Play until the game is over, the player quits or there is nothing more to read."""
        while self._bots_moved():
            self._tell()
            if self._session.over:
                self._say(self._session.result())
                return
            if not self._seated() or not self._answered():
                return

    def _bots_moved(self) -> bool:
        while (side := self._session.bot_to_move()) is not None:
            self._session.bot_chose(side, self._session.bot_choice(side))
        return True

    def _seated(self) -> bool:
        """Whether the person who must decide has come to the screen."""
        newcomer = self._session.next_viewer()
        if newcomer is None:
            return True
        if self._source.isatty() and self._session.hides_from(newcomer):
            self._say("\n" * 60 + self._session.say("handover", side=self._session.side_name(newcomer)))
            if not self._source.readline():
                return False
        self._session.sit_down()
        self._told = 0
        return True

    def _tell(self) -> None:
        events = self._session.events
        for event in events[self._told :]:
            self._say(sentence(self._session.texts, event))
            for line in arithmetic(self._session.texts, event):
                self._say(f"    {line}")
        self._told = len(events)

    def _answered(self) -> bool:
        """Ask and carry out what is answered; whether the game goes on."""
        decision = self._session.decision
        assert decision is not None
        side = self._session.side_name(decision.side)
        self._say(cited(f"\n{side}: {self._session.texts.prompt(decision)}", decision.rule))
        for number, option in enumerate(decision.options, 1):
            self._say(self._option_line(decision, number, option))
        while True:
            if self._source.isatty():
                sys.stdout.write("> ")
                sys.stdout.flush()
            line = self._source.readline()
            if not line or line.split() in (["quit"], ["q"]):
                return False
            if line.strip():
                self._carry_out(decision, line.strip())
                return True

    def _option_line(self, decision: Decision, number: int, option: Option) -> str:
        price = cost(option)
        price = f" {self._session.say('cost', cost=price)}" if price else ""
        return cited(f"{number:4}  {option.id}  {self._session.texts.answer(decision, option)}{price}", option.rule)

    def _carry_out(self, decision: Decision, answer: str) -> None:
        word, _, rest = answer.partition(" ")
        try:
            if word in self._commands:
                self._commands[word](rest.strip())
            elif ":" in (option := self._option_id(decision, answer)):
                self._session.choose(option)
            else:
                self._say(self._session.say("plain.unknown", answer=answer))
        except SandtableError as error:
            self._say(str(error))

    def _option_id(self, decision: Decision, answer: str) -> str:
        if answer.isdecimal() and 1 <= int(answer) <= len(decision.options):
            return decision.options[int(answer) - 1].id
        return answer

    def _undo(self, rest: str) -> None:
        self._session.undo()
        self._told = len(self._session.events)

    def _redo(self, rest: str) -> None:
        self._session.redo()

    def _odds(self, rest: str) -> None:
        decision = self._session.decision
        assert decision is not None
        option = self._option_id(decision, rest)
        odds = self._session.table.odds(option, self._session.viewer)
        preview = self._session.table.preview(option, self._session.viewer)
        for line in odds_chart(self._session.texts, odds, preview, self._session.lang):
            self._say(line)

    def _hint(self, rest: str) -> None:
        decision = self._session.decision
        assert decision is not None
        for line in hint_chart(self._session.texts, decision, self._session.counsel(), self._session.lang):
            self._say(line)

    def _always(self, rest: str) -> None:
        """Ask, step by step, how questions like this one are to be answered from now on."""
        decision, formality = self._session.decision, self._session.formality
        if decision is None or formality is None:
            self._say(self._session.say("standing.no-formality"))
            return
        steps = form(self._session, decision, formality)
        try:
            step = next(steps)
            while True:
                step = steps.send(self._picked(step))
        except StopIteration as filled:
            self._session.give(filled.value)
            self._say(self._session.texts.order(filled.value))
        except EOFError:
            return

    def _picked(self, step: Step) -> int:
        """The place of an answer that is given by its number. Raises EOFError where there is nothing more to read."""
        self._say(step.heading)
        for number, answer in enumerate(step.answers, 1):
            self._say(f"{number:4}  {answer}")
        while line := self._source.readline():
            if line.strip().isdecimal() and 1 <= int(line) <= len(step.answers):
                return int(line) - 1
        raise EOFError

    def _orders(self, rest: str) -> None:
        for number, order in enumerate(self._session.orders, 1):
            self._say(f"{number:4}  {self._session.texts.order(order)}")
        if not self._session.orders:
            self._say(self._session.say("standing.none"))

    def _withdraw(self, rest: str) -> None:
        orders = self._session.orders
        if rest.isdecimal() and 1 <= int(rest) <= len(orders):
            self._session.withdraw(orders[int(rest) - 1])
        self._orders("")

    def _resign(self, rest: str) -> None:
        if self._is_sure(rest, "resign.ask"):
            self._session.resign()

    def _draw(self, rest: str) -> None:
        if not self._session.may_draw:
            self._say(self._session.say("draw.nobody"))
        elif self._is_sure(rest, "draw.ask"):
            self._session.draw()

    def _is_sure(self, rest: str, question: str) -> bool:
        """Whether what cannot be taken back was said with a yes, or is confirmed with one."""
        if not rest:
            self._say(f"{self._session.say(question)} (yes)")
            rest = self._source.readline()
        return rest.strip() == "yes"

    def _why(self, rest: str) -> None:
        self._say(self._session.why_not(rest) or self._session.say("offered"))

    def _rule(self, rest: str) -> None:
        self._say(self._session.rule(rest))

    def _save(self, rest: str) -> None:
        path = Path(rest or self._session.save_name())
        self._session.save(path)
        self._say(self._session.say("saved", path=path))

    def _help(self, rest: str) -> None:
        self._say(self._session.say("plain.help"))
