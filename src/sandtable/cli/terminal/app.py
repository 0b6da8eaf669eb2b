"""The screen of a game: board, options, log and the hex under the cursor."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import ClassVar

from rich.text import Text
from textual import on, work
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import Footer, Static
from textual.worker import get_current_worker

from sandtable.board.scene import Scene
from sandtable.cli.charts import hint_chart, odds_chart
from sandtable.cli.sentences import sums
from sandtable.cli.session import Session
from sandtable.cli.standing import Form, Step, form
from sandtable.cli.terminal import overlay as overlays
from sandtable.cli.terminal.boardview import BoardView
from sandtable.cli.terminal.canvas import Look
from sandtable.cli.terminal.descriptions import (
    boxes_text,
    briefing_text,
    ending_text,
    hex_text,
    hex_title,
    prompt_text,
)
from sandtable.cli.terminal.finder import find
from sandtable.cli.terminal.logview import LogView
from sandtable.cli.terminal.optionlist import OptionPicker, Words
from sandtable.cli.terminal.places import Places
from sandtable.cli.terminal.screens import Curtain, Menu, Question, Reading
from sandtable.cli.terminal.styles import SHEET
from sandtable.kernel import Decision, Option, Preview, SandtableError, StandingOrder, Table
from sandtable.mechanics.title import Overlay
from sandtable.players import counsel

_KEYS = {
    "question_mark": "help",
    "g": "go_to",
    "a": "choose_all",
    "e": "end",
    "n": "next(1)",
    "N": "next(-1)",
    "u": "undo",
    "backspace": "take_back",
    "U,ctrl+r": "redo",
    "o": "odds",
    "h": "hint",
    "t": "standing",
    "T": "orders",
    "w": "why_not",
    "r": "rule",
    "l": "log",
    "m": "overlay",
    "c": "turn_over",
    "b": "boxes",
    "i": "briefing",
    "x": "concede",
    "s": "save",
    "q": "leave",
}
_ACTIONS = frozenset(action.partition("(")[0] for action in _KEYS.values()) | {"switch", "filter", "type"}
_UNLISTED = frozenset({"log", "boxes", "briefing", "turn_over", "next(-1)", "redo", "orders", "concede"})
_TOUCHES_THE_GAME = frozenset(
    {
        "filter", "type", "choose_all", "end", "undo", "take_back", "redo", "odds", "hint", "why_not", "standing",
        "orders", "concede",
    }
)  # fmt: skip
_BETWEEN_LOOKS = 0.25
"""How many seconds pass at least before the screen shows again how far the bots are."""


class GameApp(App[None]):
    """A game on a full screen."""

    CSS = SHEET
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "switch", priority=True, show=False),
        Binding("slash", "filter", priority=True, show=False),
        *(Binding(digit, f"type('{digit}')", priority=True, show=False) for digit in "0123456789"),
    ]
    """What must have happened before the next key is looked at: the focus is where that one belongs."""

    def __init__(self, session: Session, opening: str = "") -> None:
        """`opening` is what the player reads first."""
        super().__init__()
        self.session = session
        self._opening = opening
        self._scene = self._current_scene()
        self._places = Places(self._scene, session.decision)
        self._result_shown = False
        self._overlay: Overlay | None = None
        self._last = ("", "")
        """The last question that the player answered, and the answer."""
        self._seen = 0
        self._looked_at = 0.0
        self._board = BoardView(self._scene, session.lang)
        self._log_view = LogView()
        words = Words(self._label, self._note, session.say("filter"), session.say("no-match"))
        self._picker = OptionPicker(words)
        self._prompt, self._preview, self._hex = (Static(id=name) for name in ("prompt", "preview", "hex"))
        for keys, action in _KEYS.items():
            described = session.say(f"key.{action.partition('(')[0]}")
            self.bind(keys, action, description=described, show=action not in _UNLISTED)

    def _current_scene(self) -> Scene:
        session = self.session
        return hex_title(session).scene(session.seen, session.lang)

    def _label(self, option: Option) -> str:
        texts, decision = self.session.texts, self.session.decision
        return texts.option(option) if decision is None else texts.answer(decision, option)

    def _note(self, option: Option) -> str:
        return self._places.note(option.id)

    def compose(self) -> ComposeResult:
        with Horizontal():
            with Vertical(id="left"):
                yield self._board
                yield self._log_view
            with Vertical(id="right"):
                yield self._prompt
                yield self._picker
                with VerticalScroll(id="details"):
                    yield self._preview
                    yield self._hex
        yield Footer()

    def on_mount(self) -> None:
        header = self.session.table.header
        self.title = f"{header.title}/{header.scenario}"
        self._board.focus()
        self._go_on()
        if self._opening:
            self._read(self._scenario_name(), self._opening)

    # The course of the game

    def _go_on(self) -> None:
        """Show where the game stands, and call whoever must decide next."""
        newcomer = self.session.next_viewer()
        if newcomer is not None and self.session.hides_from(newcomer):
            text = self.session.say("handover", side=self.session.side_name(newcomer))
            self.push_screen(Curtain(text), lambda _: self._refresh())
            self.session.sit_down()
            return
        self.session.sit_down()
        self._refresh()
        if self.session.bot_to_move() is not None:
            self._think()
        elif self.session.over and not self._result_shown:
            self._result_shown = True
            self._read(self.session.say("result"), ending_text(self.session))

    def _refresh(self) -> None:
        self._looked_at = monotonic()
        self._scene = self._current_scene()
        self._places = Places(self._scene, self.session.decision)
        self._prompt.update(prompt_text(self.session, self._scene.heading))
        self._log_view.show(self.session.events, self.session.texts, self._seen)
        self._picker.show(self.session.decision, self._attend())
        self._show_highlighted()
        self._show_hex()

    def _attend(self) -> str:
        """Bring the cursor to what is asked about, and say at which option the list begins.

        What was picked before may be picked again; the cursor stays where something can be picked, and within one
        order on the unit that is about to act. Else it goes to what can be picked nearest to it.
        """
        decision, board, options = self.session.decision, self._board, self._places.options
        if decision is None:
            return ""
        question, answer = self._last
        if question == decision.prompt and decision.find(answer) and self._places.of(answer):
            return answer
        if board.label in options:
            return options[board.label][0].id
        if not options:
            for label in self._places.subjects[:1]:
                board.go_to(label)
            return decision.default or decision.ids[0]
        nearest = self._places.nearest(board.label)
        if not (decision.continues and board.label in self._places.actors):
            board.go_to(nearest)
        return options[nearest][0].id

    @work(thread=True, exclusive=True, group="bots")
    def _think(self) -> None:
        """Let the bots choose until a person must, away from the screen's own thread."""
        worker = get_current_worker()
        while (side := self.session.bot_to_move()) is not None:
            option = self.session.bot_choice(side)
            if worker.is_cancelled:
                return
            self.call_from_thread(self._bot_chose, side, option)

    def _bot_chose(self, side: str, option_id: str) -> None:
        self.session.bot_chose(side, option_id)
        if self.session.bot_to_move() is None:
            self._go_on()
        elif monotonic() - self._looked_at > _BETWEEN_LOOKS:
            self._refresh()

    def _choose(self, option_id: str) -> None:
        decision = self.session.decision
        self._last = (decision.prompt if decision else "", option_id)
        self._seen = len(self.session.events)
        try:
            self.session.choose(option_id)
        except SandtableError as error:
            self.notify(str(error), severity="error", markup=False)
        self._go_on()

    # Looking

    def _show_highlighted(self) -> None:
        """The path and the sum of the highlighted option, and every hex that can be picked or is asked about."""
        option = self._picker.highlighted
        preview = Preview() if option is None else self.session.table.preview(option.id, self.session.viewer)
        looks = {label: Look("option", self._places.cost(label)) for label in self._places.options}
        for label in overlays.lit(self.session, self._overlay, self._board.label):
            looks[label] = Look("lit", self._places.cost(label))
        for label in preview.path:
            looks[label] = Look("path", self._places.cost(label))
        for label in self._places.subjects:
            looks[label] = Look("subject", self._places.cost(label))
        self._board.show(self._scene, looks)
        shown = self._preview
        shown.display = bool(preview.lines)
        shown.update(Text("\n".join(sums(self.session.texts, preview.lines))))

    def _show_hex(self) -> None:
        label = self._board.label
        self._hex.update(hex_text(self.session, self._scene, label))

    @on(OptionPicker.Highlighted)
    def _highlighted(self) -> None:
        self._show_highlighted()
        option = self._picker.highlighted
        if option is not None and self._picker.has_focus_within:
            for label in self._places.of(option.id)[:1]:
                self._board.go_to(label)

    @on(LogView.Pointed)
    def _pointed(self, event: LogView.Pointed) -> None:
        label = self._places.of_event(event.event)
        if label:
            self._board.go_to(label)

    @on(BoardView.Moved)
    def _moved(self) -> None:
        board = self._board
        self._show_hex()
        if self._overlay is not None and self._overlay.needs_hex:
            self._show_highlighted()
        here = self._places.options.get(board.label)
        if here and board.has_focus:
            self._picker.highlight(here[0].id)

    # Choosing

    @on(OptionPicker.Chosen)
    def _chosen(self, event: OptionPicker.Chosen) -> None:
        self._choose(event.option_id)

    @on(OptionPicker.Unmatched)
    def _unmatched(self, event: OptionPicker.Unmatched) -> None:
        """Say why what was typed is not offered, where it names anything on the map."""
        label = find(self._scene, self.session.texts, event.typed)
        if label is not None:
            self._board.go_to(label)
            self.action_why_not()

    @on(BoardView.Picked)
    def _picked(self) -> None:
        """Choose what lies under the cursor, from the list where that may be several things or none on the map."""
        decision = self.session.decision
        if decision is None:
            return
        here = self._places.options.get(self._board.label, [])
        if len(here) == 1:
            self._choose(here[0].id)
        elif here:
            self._picker.narrow(frozenset(option.id for option in here))
        elif len(decision.options) == 1:
            self._choose(decision.options[0].id)
        elif not self._places.options:
            self._picker.focus_list()
        else:
            self.action_why_not()

    # Commands

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """No command of the board while a screen lies over it, and none that touches the game while a bot thinks."""
        if action in _ACTIONS and len(self.screen_stack) > 1:
            return False
        if action in ("filter", "type") and self._picker.is_typed_in:
            return False
        if action in _TOUCHES_THE_GAME and self.session.bot_to_move() is not None:
            return None
        return True

    def action_switch(self) -> None:
        if self._board.has_focus:
            self._picker.focus_list()
        else:
            self.screen.set_focus(self._board)

    def action_filter(self) -> None:
        self._picker.start_typing("")

    def action_type(self, digit: str) -> None:
        """A digit typed anywhere begins the number of an option."""
        self._picker.start_typing(digit)

    def action_go_to(self) -> None:
        self.push_screen(Question(self.session.say("go.ask"), ""), self._go_to_named)

    def _go_to_named(self, typed: str | None) -> None:
        if not typed:
            return
        label = find(self._scene, self.session.texts, typed)
        if label is None:
            self.notify(self.session.say("go.unknown", name=typed), severity="warning", markup=False)
        else:
            self.screen.set_focus(self._board)
            self._board.go_to(label)

    def action_choose_all(self) -> None:
        """Pick all that are like the highlighted option, where several can be picked."""
        option = self._picker.highlighted
        if option is None:
            return
        self._seen = len(self.session.events)
        if self.session.choose_all(option.id):
            self._go_on()
        else:
            self.notify(self.session.say("all.one"), severity="warning", markup=False)

    def action_end(self) -> None:
        """End the order or the phase."""
        option = self.session.ending()
        if option is None:
            self.notify(self.session.why_no_end(), severity="warning", markup=False)
        else:
            self._choose(option.id)

    def action_next(self, step: int) -> None:
        """Take the cursor to the next hex in which something can be picked."""
        labels = list(self._places.options)
        if not labels:
            return
        here = self._board.label
        at = labels.index(here) + step if here in labels else 0
        self.screen.set_focus(self._board)
        self._board.go_to(labels[at % len(labels)])

    def action_overlay(self) -> None:
        """Ask what is to be lit up on the board."""
        found = (None, *overlays.overlays(self.session))
        names = [self.session.say("overlay.none"), *(overlays.name(self.session, each) for each in found if each)]

        def light(answer: int | None) -> None:
            if answer is not None:
                self._overlay = found[answer]
                self._show_highlighted()

        self.push_screen(Menu(self.session.say("overlay.ask"), names), light)

    def action_turn_over(self) -> None:
        self._board.turn_over()

    def action_log(self) -> None:
        self.screen.set_focus(self._log_view)
        self._log_view.go_to_news()

    def action_undo(self) -> None:
        self._back_or_forth(self.session.undo)

    def action_take_back(self) -> None:
        self._back_or_forth(self.session.undo_order)

    def action_redo(self) -> None:
        self._back_or_forth(self.session.redo)

    def _back_or_forth(self, go: Callable[[], None]) -> None:
        try:
            go()
        except SandtableError as error:
            self.notify(str(error), severity="warning", markup=False)
        self._result_shown = False
        self._seen = min(self._seen, len(self.session.events))
        self._go_on()

    def action_odds(self) -> None:
        option = self._picker.highlighted
        if option is not None:
            self._reckon(self.session.table.fork(), option, self.session.viewer)

    @work(thread=True, exclusive=True, group="odds")
    def _reckon(self, table: Table, option: Option, side: str) -> None:
        """Work out the odds away from the screen's own thread, on a copy of the table."""
        odds, preview = table.odds(option.id, side), table.preview(option.id, side)
        lines = odds_chart(self.session.texts, odds, preview, self.session.lang)
        heading = self.session.say("odds", option=self._label(option))
        self.call_from_thread(self._read, heading, "\n".join(lines))

    def action_hint(self) -> None:
        """Show what the computer would do."""
        decision = self.session.decision
        if decision is not None:
            self.notify(self.session.say("hint.thinking"), markup=False)
            self._advise(self.session.table.fork(), decision)

    @work(thread=True, exclusive=True, group="hint")
    def _advise(self, table: Table, decision: Decision) -> None:
        """Think away from the screen's own thread, on a copy of the table; the decision may be made meanwhile."""
        thoughts = counsel(table.view(decision.side), decision, len(table.entries))
        lines = hint_chart(self.session.texts, decision, thoughts, self.session.lang)
        self.call_from_thread(self._show_hint, decision, thoughts.best, "\n".join(lines))

    def _show_hint(self, decision: Decision, best: str, text: str) -> None:
        if self.session.decision is decision and len(self.screen_stack) == 1:
            self._picker.highlight(best)
            self._read(self.session.say("hint"), text)

    # Standing orders

    def action_standing(self) -> None:
        """Say how questions like this one are to be answered from now on."""
        decision, formality = self.session.decision, self.session.formality
        if decision is None or formality is None:
            self.notify(self.session.say("standing.no-formality"), severity="warning", markup=False)
            return
        steps = form(self.session, decision, formality)
        self._ask(steps, next(steps))

    def _ask(self, steps: Form, step: Step) -> None:
        def answered(place: int | None) -> None:
            if place is None:
                return
            try:
                self._ask(steps, steps.send(place))
            except StopIteration as filled:
                self._ordered(filled.value)

        self.push_screen(Menu(step.heading, step.answers), answered)

    def _ordered(self, order: StandingOrder) -> None:
        self._seen = len(self.session.events)
        self.session.give(order)
        self.notify(self.session.texts.order(order), markup=False)
        self._go_on()

    def action_orders(self) -> None:
        """List the orders in force; the one that is picked is withdrawn."""
        orders = self.session.orders
        if not orders:
            self.notify(self.session.say("standing.none"), markup=False)
            return

        def picked(place: int | None) -> None:
            if place is not None:
                self.session.withdraw(orders[place])
                self._go_on()

        self.push_screen(Menu(self.session.say("standing.withdraw"), [*map(self.session.texts.order, orders)]), picked)

    def _read(self, heading: str, text: str) -> None:
        self.push_screen(Reading(heading, text))

    def action_why_not(self) -> None:
        """Why the hex under the cursor, or what lies in it, cannot be picked."""
        label = self._board.label
        if self.session.decision is None:
            return
        lines = []
        for option_id in self._places.candidates(label):
            reason = self.session.why_not(option_id) or self.session.say("offered")
            lines.append(f"{self.session.texts.name(*option_id.split(':', 1))}: {reason}")
        self._read(self.session.say("why", hex=label), "\n".join(lines))

    def action_rule(self) -> None:
        decision = self.session.decision
        question = Question(self.session.say("rule.ask"), decision.rule if decision else "")
        self.push_screen(question, self._rule_named)

    def _rule_named(self, rule_id: str | None) -> None:
        if rule_id:
            heading, _, text = self.session.rule(rule_id).partition("\n\n")
            self._read(heading, text)

    def action_boxes(self) -> None:
        self._read(self.session.say("boxes"), boxes_text(self._scene, self.session.texts))

    def action_briefing(self) -> None:
        self._read(self._scenario_name(), briefing_text(self.session))

    def _scenario_name(self) -> str:
        table, lang = self.session.table, self.session.lang
        return f"{table.title.name[lang]}: {table.title.scenario(table.header.scenario).name[lang]}"

    def action_help(self) -> None:
        self._read(self.session.say("help"), self.session.say("help.text"))

    def action_save(self) -> None:
        self.push_screen(Question(self.session.say("save.ask"), self.session.save_name()), self._save_named)

    def _save_named(self, path: str | None) -> None:
        if path:
            self._saved(path)

    def _saved(self, path: str) -> bool:
        try:
            self.session.save(Path(path))
        except SandtableError as error:
            self.notify(str(error), severity="error", markup=False)
            return False
        self.notify(self.session.say("saved", path=path), markup=False)
        return True

    def action_concede(self) -> None:
        """Resign, or end the game in a draw that those at the screen have agreed on."""
        if self.session.over:
            return
        acts = {"resign.yes": self.session.resign}
        if self.session.may_draw:
            acts["draw.yes"] = self.session.draw
        answers = [self.session.say(key) for key in (*acts, "resign.no")]

        def picked(place: int | None) -> None:
            if place is not None and place < len(acts):
                [*acts.values()][place]()
                self._go_on()

        self.push_screen(Menu(self.session.say("resign.ask"), answers), picked)

    def action_leave(self) -> None:
        if not self.session.unsaved:
            self.exit()
            return
        answers = [self.session.say(key) for key in ("quit.save", "quit.discard", "quit.stay")]
        self.push_screen(Menu(self.session.say("quit.ask"), answers), self._leaving)

    def _leaving(self, answer: int | None) -> None:
        if answer == 1 or (answer == 0 and self._saved(self.session.save_name())):
            self.exit()
