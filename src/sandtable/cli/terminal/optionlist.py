"""The options of a decision as a numbered list that typing narrows down."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from rich.text import Text
from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option as Row

from sandtable.cli.sentences import cost
from sandtable.kernel import Choice, Decision, Option

LONG = 20
"""From how many options on those of rare kinds are pinned above the list."""
FEW = 5
"""How many options a kind may have to count as rare."""


class Filter(Input):
    """What the player types to narrow the options down.

    It takes every key in its turn, Enter too, so that who types fast may answer the next question before it is shown.
    """

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

    async def _on_key(self, event: events.Key) -> None:
        if event.key == "enter":
            event.stop()
            event.prevent_default()
            await self.action_submit()
            self.clear_quietly()
        elif event.character == "/" and not self.value:
            event.stop()
            event.prevent_default()
        else:
            await super()._on_key(event)

    def clear_quietly(self) -> None:
        with self.prevent(Input.Changed):
            self.value = ""

    def action_leave(self) -> None:
        self.value = ""
        self.screen.set_focus(self._choices)


class Words(NamedTuple):
    """How the list speaks of an option: its label, a note beside it, and what stands where nothing matches."""

    label: Callable[[Option], str]
    note: Callable[[Option], str]
    placeholder: str
    nothing: str


class OptionPicker(Vertical):
    """A filter above a list of numbered options."""

    class Highlighted(Message):
        """Another option, or none, is highlighted."""

    class Chosen(Message):
        """The player chose an option."""

        def __init__(self, option_id: str) -> None:
            super().__init__()
            self.option_id = option_id

    class Unmatched(Message):
        """The player entered what no option matches."""

        def __init__(self, typed: str) -> None:
            super().__init__()
            self.typed = typed

    def __init__(self, words: Words) -> None:
        super().__init__(id="picker")
        self._words = words
        self._options: list[tuple[int, Option]] = []
        """The options with their numbers, in the order in which they are shown."""
        self._rule = ""
        self._only: frozenset[str] | None = None
        self._shown: list[Option] = []
        self._typed_from: Widget | None = None
        self._typed = ""
        """What the list is narrowed down to; what has been typed since may be on its way."""
        self._waits = False
        """Whether a choice has been made and its outcome is not shown yet."""
        self._ahead: list[str] = []
        """What was typed and entered meanwhile: the answers to the next questions."""
        self._input = Filter(placeholder=words.placeholder, id="filter", compact=True, select_on_focus=False)
        self._pinned = Static(id="pinned")
        self._list = OptionList(id="choices", markup=False)

    def compose(self) -> ComposeResult:
        yield self._input
        yield self._pinned
        yield self._list

    @property
    def highlighted(self) -> Option | None:
        """The option under the cursor of the list."""
        at = self._list.highlighted
        return None if at is None or at >= len(self._shown) else self._shown[at]

    @property
    def is_typed_in(self) -> bool:
        """Whether the filter takes what is typed."""
        return self._input.has_focus

    def show(self, decision: Decision | None, start: str = "") -> None:
        """Offer the options of a decision, or nothing; the cursor begins at one of them.

        What was typed after the last choice was made is meant for this decision.
        """
        ahead = self._ahead if self._waits and decision else []
        if not self._waits or decision is None:
            self._input.clear_quietly()
        self._waits, self._ahead = False, ahead[1:]
        self._options = arranged(decision) if decision else []
        self._rule = decision.rule if decision else ""
        self._only = None
        self._typed = ahead[0] if ahead else self._input.value
        if self._input.has_focus and not self._typed:
            self.screen.set_focus(self._typed_from or self._list)
        self._pin()
        self._fill(start)
        if ahead:
            self._answer(ahead[0])

    def _pin(self) -> None:
        """Keep what a long list would hide in sight: the numbers of options such as the end of an order."""
        kinds = Counter(Choice.of(option.id).kind for _, option in self._options)
        rare = [each for each in self._options if kinds[Choice.of(each[1].id).kind] <= FEW]
        self._pinned.display = bool(rare) and len(self._options) >= LONG
        self._pinned.update(Text(" · ".join(f"{number} {self._words.label(option)}" for number, option in rare)))

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

    def _fill(self, start: str = "") -> None:
        typed = self._typed.strip().casefold()
        numbered = [
            (number, option)
            for number, option in self._options
            if (self._only is None or option.id in self._only) and self._matches(number, option, typed)
        ]
        self._shown = [option for _, option in numbered]
        rows = [Row(self._row(number, option)) for number, option in numbered]
        nothing = [Row(self._words.nothing, disabled=True)] if self._options else []
        self._list.set_options(rows or nothing)
        self._list.highlighted = self._best(numbered, typed, start)
        self.post_message(self.Highlighted())

    def _best(self, numbered: list[tuple[int, Option]], typed: str, start: str) -> int | None:
        """Which of the options shown is meant most likely: that of a number, else the start, else by first letters."""
        signs: tuple[Callable[[int, Option], bool], ...] = (
            lambda number, _: str(number) == typed,
            lambda _, option: option.id == start,
            lambda _, option: self._words.label(option).casefold().startswith(typed),
            lambda *_: True,
        )
        for fits in signs:
            for at, (number, option) in enumerate(numbered):
                if fits(number, option):
                    return at
        return None

    def _matches(self, number: int, option: Option, typed: str) -> bool:
        """Digits begin a number or are part of an id; anything else may stand in the words as well."""
        if str(number).startswith(typed) or typed in option.id.casefold():
            return True
        return not typed.isdecimal() and typed in self._words.label(option).casefold()

    def _row(self, number: int, option: Option) -> Text:
        """The number, the label, the cost, the note, and the rule where it is not the question's own."""
        row = Text(f"{number:3} ", style="dim")
        row.append(self._words.label(option), style="not dim")
        if option.cost is not None:
            row.append(f" ({cost(option)})", style="not dim bold")
        note = self._words.note(option)
        if note:
            row.append(f"  {note}")
        if option.rule and option.rule != self._rule:
            row.append(f" [{option.rule}]")
        return row

    @on(Input.Changed)
    def _changed(self, event: Input.Changed) -> None:
        if not self._waits:
            kept = self.highlighted.id if self.highlighted and not event.value else ""
            self._typed = event.value
            self._only = None
            self._fill(kept)

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        if self._waits:
            self._ahead.append(event.value)
        else:
            self._answer(event.value)

    def _answer(self, typed: str) -> None:
        """Choose what is highlighted; where nothing is, let the player mend what he typed."""
        if self.highlighted is not None:
            self._waits = True
            self.post_message(self.Chosen(self.highlighted.id))
        else:
            self._ahead.clear()
            self.start_typing(typed)
            self.post_message(self.Unmatched(typed))

    @on(OptionList.OptionHighlighted)
    def _moved(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        self.post_message(self.Highlighted())

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.post_message(self.Chosen(self._shown[event.option_index].id))


def arranged(decision: Decision) -> list[tuple[int, Option]]:
    """The options, numbered as they are offered, but the rarest kinds first.

    So what ends an order does not hide below a hundred hexes.
    """
    number_of = Counter(Choice.of(option.id).kind for option in decision.options)
    return sorted(enumerate(decision.options, 1), key=lambda numbered: number_of[Choice.of(numbered[1].id).kind])
