"""`sandtable play`: a game in the terminal, against a bot or in hot seat."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sandtable.cli.arguments import Lang, Language, Options, Packs, checked_side, parts

if TYPE_CHECKING:
    from sandtable.cli.session import Session
    from sandtable.kernel import Table


def play(
    title_id: Annotated[str | None, typer.Argument(metavar="[TITLE]", help="Without one, the tutorial.")] = None,
    scenario: Annotated[str | None, typer.Option("--scenario", help="Without one, the title's first.")] = None,
    side: Annotated[str, typer.Option("--side", help="Your side; without one, the scenario's first.")] = "",
    bot: Annotated[str, typer.Option("--bot", help="Who plays the other sides.")] = "greedy",
    hot_seat: Annotated[bool, typer.Option("--hot-seat", help="People play every side on this screen.")] = False,
    seed: Annotated[int | None, typer.Option("--seed", min=0, help="The seed of the dice; random without one.")] = None,
    options: Options = "",
    load: Annotated[Path | None, typer.Option("--load", metavar="SAVE", help="Go on with a saved game.")] = None,
    trust: Annotated[
        bool, typer.Option("--trust", help="Take a saved game at its word, without playing it again first.")
    ] = False,
    lang: Lang = Language.EN,
    plain: Annotated[bool, typer.Option("--plain", help="Line by line instead of a full screen.")] = False,
    pack: Packs = None,
) -> None:
    """Play in the terminal, against a bot or with others on one screen."""
    if load is not None and (title_id or scenario or options or seed is not None):
        raise typer.BadParameter("a saved game brings its own title, scenario, options and seed; leave them out")
    table = _opened(load, pack or [], trust=trust) if load else _set_up(title_id, scenario, options, seed, pack or [])
    session = _seated(table, side, "" if hot_seat else bot, lang)
    from sandtable.mechanics.title import HexTitle

    drawable = isinstance(table.title, HexTitle) and sys.stdout.isatty() and sys.stdin.isatty()
    if plain or not drawable:
        from sandtable.cli.plain import PlainGame

        PlainGame(session).run()
    else:
        from sandtable.cli.terminal.app import GameApp
        from sandtable.cli.terminal.descriptions import briefing_text

        GameApp(session, "" if load else briefing_text(session)).run()


def _opened(load: Path, packs: list[Path], *, trust: bool) -> Table:
    from sandtable.kernel import Table

    return Table.trusted(load, packs=packs) if trust else Table.load(load, packs=packs)


def _set_up(title_id: str | None, scenario: str | None, options: str, seed: int | None, packs: list[Path]) -> Table:
    from sandtable.kernel import Table

    return Table.new(title_id or _tutorial(), scenario, parts(options), seed, packs=packs)


def _tutorial() -> str:
    """The title made for newcomers."""
    from sandtable.kernel import title, titles

    for title_id in titles():
        if title(title_id).tutorial:
            return title_id
    raise typer.BadParameter(f"no tutorial is installed; name a title: {', '.join(titles())}")


def _seated(table: Table, side: str, bot: str, lang: Language) -> Session:
    """The table with bots at every side but the player's, or, where no bot is named, with people at all of them."""
    from sandtable.cli.session import Session
    from sandtable.players import player

    scenario = table.header.scenario
    sides = table.title.scenario(scenario).sides
    mine = checked_side(table.title, scenario, side) if side else sides[0]
    others = [other for other in sides if other != mine]
    bots = {other: player(bot, table.header.seed + n, table.title) for n, other in enumerate(others, 1)} if bot else {}
    return Session(table, bots, lang.value)
