"""The options of a decision as a numbered list that typing narrows down."""

from __future__ import annotations

from collections.abc import Callable

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Input, OptionList
from textual.widgets.option_list import Option as Row

from sandtable.cli.sentences import cost
from sandtable.kernel import Decision, Option


class Filter(Input):
    """What the player types to narrow the options down."""

    BINDINGS = [
        Binding("down", "down", show=False),
        Binding("up", "up", show=False),
        Binding("escape", "leave", show=False),
    ]

    @property
    def _choices(self) -> OptionList:
        return self.screen.query_one("#choices", OptionList)

    def action_down(self) -> None:
        self._choices.action_cursor_down()

    def action_up(self) -> None:
        self._choices.action_cursor_up()

    def action_leave(self) -> None:
        self.value = ""
        self.screen.set_focus(self._choices)


class OptionPicker(Vertical):
    """A filter above a list of numbered options."""

    class Highlighted(Message):
        """Another option, or none, is highlighted."""

    class Chosen(Message):
        """The player chose an option."""

        def __init__(self, option_id: str) -> None:
            super().__init__()
            self.option_id = option_id

    def __init__(self, label: Callable[[Option], str], placeholder: str) -> None:
        super().__init__(id="picker")
        self._label = label
        self._options: tuple[Option, ...] = ()
        self._only: frozenset[str] | None = None
        self._shown: list[Option] = []
        self._typed_from: Widget | None = None
        self._input = Filter(placeholder=placeholder, id="filter", compact=True)
        self._list = OptionList(id="choices", markup=False)

    def compose(self) -> ComposeResult:
        yield self._input
        yield self._list

    @property
    def highlighted(self) -> Option | None:
        """The option under the cursor of the list."""
        at = self._list.highlighted
        return None if at is None or at >= len(self._shown) else self._shown[at]

    def show(self, decision: Decision | None) -> None:
        """Offer the options of a decision, or nothing."""
        self._options = decision.options if decision else ()
        self._only = None
        with self.prevent(Input.Changed):
            self._input.value = ""
        if self._input.has_focus:
            self.screen.set_focus(self._typed_from or self._list)
        self._fill()

    def narrow(self, option_ids: frozenset[str]) -> None:
        """Show only some of the options until the filter changes."""
        self._only = option_ids
        self._fill()
        self.focus_list()

    def focus_list(self) -> None:
        self.screen.set_focus(self._list)

    def highlight(self, option_id: str) -> None:
        """Put the cursor of the list on an option, if it is shown."""
        for at, option in enumerate(self._shown):
            if option.id == option_id:
                self._list.highlighted = at

    def start_typing(self, text: str) -> None:
        """Go to the filter with what was typed elsewhere, to come back there after the choice."""
        if self.screen.focused is not self._input:
            self._typed_from = self.screen.focused
        self.screen.set_focus(self._input)
        self._input.value = text
        self._input.cursor_position = len(text)

    def _fill(self) -> None:
        typed = self._input.value.strip().casefold()
        numbered = [
            (number, option)
            for number, option in enumerate(self._options, 1)
            if (self._only is None or option.id in self._only) and self._matches(number, option, typed)
        ]
        self._shown = [option for _, option in numbered]
        self._list.set_options([Row(self._row(number, option)) for number, option in numbered])
        exact = next((at for at, (number, _) in enumerate(numbered) if str(number) == typed), 0)
        self._list.highlighted = exact if numbered else None
        self.post_message(self.Highlighted())

    def _matches(self, number: int, option: Option, typed: str) -> bool:
        """Digits begin a number or are part of an id; anything else may stand in the words as well."""
        if str(number).startswith(typed) or typed in option.id.casefold():
            return True
        return not typed.isdecimal() and typed in self._label(option).casefold()

    def _row(self, number: int, option: Option) -> Text:
        row = Text(f"{number:3} ", style="dim")
        row.append(self._label(option), style="not dim")
        if option.cost is not None:
            row.append(f" ({cost(option)})", style="not dim bold")
        if option.rule:
            row.append(f" [{option.rule}]")
        return row

    @on(Input.Changed)
    def _typed(self) -> None:
        self._only = None
        self._fill()

    @on(Input.Submitted)
    def _submitted(self) -> None:
        if self.highlighted is not None:
            self.post_message(self.Chosen(self.highlighted.id))

    @on(OptionList.OptionHighlighted)
    def _moved(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        self.post_message(self.Highlighted())

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.post_message(self.Chosen(self._shown[event.option_index].id))
