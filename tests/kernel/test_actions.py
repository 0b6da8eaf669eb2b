"""Menus of actions: what each offers, why not, what it shows and what it starts."""

from __future__ import annotations

import pytest

from sandtable.kernel import Action, Choice, Line, Menu, Option, Preview, Refusal

Log = list[str]


class Dig(Action[Log, str]):
    rule = "22.1"
    ids = ("do:dig",)

    def offers(self, game: Log, subject: str) -> list[Option]:
        return [] if subject == "guns" else [Option("do:dig", rule=self.rule)]

    def refuse(self, game: Log, subject: str, choice: Choice) -> Refusal | None:
        return Refusal("refused.guns", self.rule) if subject == "guns" else None

    def start(self, game: Log, subject: str, choice: Choice) -> None:
        game.append(f"{subject} digs")


class March(Action[Log, str]):
    rule = "14.1"
    kinds = ("hex",)

    def offers(self, game: Log, subject: str) -> list[Option]:
        return [Option("hex:0102", 1, self.rule)]

    def refuse(self, game: Log, subject: str, choice: Choice) -> Refusal | None:
        return Refusal("refused.too-far", self.rule)

    def preview(self, game: Log, subject: str, choice: Choice) -> Preview | None:
        return Preview((choice.name,), (Line("enter", "1", self.rule),))

    def start(self, game: Log, subject: str, choice: Choice) -> None:
        game.append(f"{subject} marches to {choice.name}")


MENU = Menu(March(), Dig())


def test_everything_is_offered_in_the_order_of_the_menu() -> None:
    assert [option.id for option in MENU.options([], "company")] == ["hex:0102", "do:dig"]
    assert [option.id for option in MENU.options([], "guns")] == ["hex:0102"]


def test_a_menu_tells_whether_it_offers_anything() -> None:
    assert MENU.offers_any([], "guns")
    assert not Menu(Dig()).offers_any([], "guns")


def test_the_action_to_which_an_option_belongs_says_why_not() -> None:
    assert MENU.refuse([], "guns", Choice.of("do:dig")) == Refusal("refused.guns", "22.1")
    assert MENU.refuse([], "guns", Choice.of("hex:0909")) == Refusal("refused.too-far", "14.1")
    assert MENU.refuse([], "guns", Choice.of("do:swim")) is None


def test_the_action_to_which_an_option_belongs_shows_and_starts_it() -> None:
    log: Log = []
    shown = MENU.preview(log, "company", Choice.of("hex:0102"))
    assert shown is not None
    assert shown.path == ("0102",)
    assert MENU.preview(log, "company", Choice.of("do:dig")) is None
    MENU.start(log, "company", Choice.of("do:dig"))
    MENU.start(log, "company", Choice.of("hex:0102"))
    assert log == ["company digs", "company marches to 0102"]


def test_an_option_of_no_action_cannot_be_started() -> None:
    with pytest.raises(LookupError, match="do:swim"):
        MENU.start([], "company", Choice.of("do:swim"))
