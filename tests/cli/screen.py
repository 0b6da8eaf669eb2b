"""What the tests of the full screen share: games to play on it, keys, and what is written on it."""

from __future__ import annotations

from collections.abc import Mapping

from textual.pilot import Pilot
from textual.widgets import Static

from sandtable.cli.session import Session
from sandtable.cli.terminal.app import GameApp
from sandtable.kernel import Table
from sandtable.players import Player, player

from .conftest import TITLE

HIDDEN = "bridge"
"""A scenario in which one side's counters lie face down."""


def game(table: Table | None = None, bots: Mapping[str, Player] | None = None, lang: str = "en") -> GameApp:
    """A game of blue against a bot, unless other seats are given."""
    table = table or Table.new(TITLE, HIDDEN, seed=1)
    return GameApp(Session(table, {"red": player("random", 1, table.title)} if bots is None else bots, lang))


def moving() -> Table:
    """A game in which blue is to pick a counter to move."""
    table = Table.new(TITLE, HIDDEN, seed=1)
    while table.decision is not None and not any(option.startswith("unit:b") for option in table.decision.ids):
        table.choose(table.decision.ids[0], table.decision.side)
    return table


def text_of(app: GameApp, selector: str) -> str:
    return str(app.query_one(selector, Static).render())


def dialog(app: GameApp) -> str:
    """All that is written on the screen that lies over the board."""
    return "\n".join(str(part.render()) for part in app.screen.query(Static))


async def settle(app: GameApp, pilot: Pilot[None]) -> None:
    """Wait until no bot thinks and everything is drawn."""
    await pilot.pause()
    await app.workers.wait_for_complete()
    await pilot.pause()


async def press(app: GameApp, pilot: Pilot[None], *keys: str) -> None:
    await pilot.press(*keys)
    await settle(app, pilot)
