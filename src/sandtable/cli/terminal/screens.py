"""What lies over the board for a moment: texts to read, questions, and the curtain between two people."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text
from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static


class Reading(ModalScreen[None]):
    """A text to read; Escape, Enter, Space or the key that opened it closes it."""

    BINDINGS = [Binding("escape,enter,space,q,o,h,i,w,r,b,question_mark", "dismiss", show=False)]

    def __init__(self, heading: str, text: str) -> None:
        super().__init__()
        self._heading = heading
        self._text = text

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Static(Text(self._heading, style="bold"), classes="heading")
            with VerticalScroll():
                yield Static(Text(self._text))

    def on_click(self, event: events.Click) -> None:
        if event.widget is self:
            self.dismiss()


class Question(ModalScreen[str | None]):
    """A question that is answered in words; Escape answers nothing."""

    BINDINGS = [Binding("escape", "dismiss", show=False)]

    def __init__(self, heading: str, proposal: str) -> None:
        super().__init__()
        self._heading = heading
        self._proposal = proposal

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Static(Text(self._heading, style="bold"), classes="heading")
            yield Input(self._proposal)

    @on(Input.Submitted)
    def _answered(self, event: Input.Submitted) -> None:
        self.dismiss(event.value.strip() or None)


class Menu(ModalScreen[int | None]):
    """A question with a few answers to choose from; Escape answers nothing."""

    BINDINGS = [Binding("escape", "dismiss", show=False)]

    def __init__(self, heading: str, answers: Sequence[str]) -> None:
        super().__init__()
        self._heading = heading
        self._answers = answers

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Static(Text(self._heading, style="bold"), classes="heading")
            yield OptionList(*self._answers, markup=False)

    @on(OptionList.OptionSelected)
    def _answered(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(event.option_index)


class Curtain(ModalScreen[None]):
    """Hides everything until the next player has come to the screen."""

    BINDINGS = [Binding("enter", "dismiss", show=False)]

    def __init__(self, text: str) -> None:
        super().__init__()
        self._text = text

    def compose(self) -> ComposeResult:
        yield Static(Text(self._text, style="bold", justify="center"), id="curtain")
