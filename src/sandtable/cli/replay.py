"""`sandtable replay`: a saved game told as sentences, and the proof that it replays to the same end."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sandtable.cli.arguments import Json, Lang, Language, Packs, Save, checked_side
from sandtable.cli.output import print_json
from sandtable.cli.sentences import arithmetic, sentence

if TYPE_CHECKING:
    from sandtable.kernel import ReplayMismatch, Table


def replay(
    save: Save,
    game: Annotated[
        int | None, typer.Option("--game", min=0, help="Of a folder of records: which of its games, from 0.")
    ] = None,
    side: Annotated[str, typer.Option("--side", help="Tell what this side may know; without it, everything.")] = "",
    verify: Annotated[bool, typer.Option("--verify", help="Play every choice again and compare.")] = False,
    as_json: Json = False,
    lang: Lang = Language.EN,
    pack: Packs = None,
) -> None:
    """Print the log of a saved or recorded game as sentences; with --verify, prove that it leads to the same end."""
    from sandtable.kernel import ReplayMismatch, Table

    if save.is_dir():
        save = _recorded(save, game, pack or [])
    table = Table.trusted(save, packs=pack or ())
    difference = None
    if verify:
        try:
            _play_again(save, table, pack or [])
        except ReplayMismatch as mismatch:
            difference = mismatch
    if side:
        checked_side(table.title, table.header.scenario, side)
        table.events = [event for event in table.events if event.visible_to(side)]
    if as_json:
        print_json(_described(table, lang, verify=verify, difference=difference))
    elif not verify:
        _tell(table, lang)
    elif difference is None:
        typer.echo(f"{save}: {len(table.entries)} choices replay to the same state {table.hash}")
    if difference is not None:
        typer.echo(f"error: {save}: {difference}", err=True)
        raise typer.Exit(1)


def _recorded(folder: Path, game: int | None, packs: list[Path]) -> Path:
    """A game of a data set as a saved game, which lasts until this process ends."""
    from sandtable.lab.records import Records

    if game is None:
        raise typer.BadParameter("a folder of records holds many games: say which with --game")
    made = tempfile.mkdtemp(prefix="sandtable-replay-")
    atexit.register(shutil.rmtree, made, ignore_errors=True)
    path = Path(made) / f"game-{game}.save"
    Records(folder, tuple(packs)).save(game, path)
    return path


def _play_again(save: Save, table: Table, packs: list[Save]) -> None:
    from sandtable.cli.output import progress
    from sandtable.kernel import replay as play_again

    with progress() as bar:
        for _ in bar.track(play_again(save, packs=packs), total=len(table.entries) + 1, description="Replaying"):
            pass


def _tell(table: Table, lang: Language) -> None:
    texts = table.game.texts(lang.value)
    for event in table.events:
        typer.echo(sentence(texts, event))
        for line in arithmetic(texts, event):
            typer.echo(f"    {line}")


def _described(table: Table, lang: Language, *, verify: bool, difference: ReplayMismatch | None) -> dict[str, object]:
    from sandtable.kernel.text import event_fields

    texts = table.game.texts(lang.value)
    header, result = table.header, table.result
    described: dict[str, object] = {
        "title": header.title,
        "scenario": header.scenario,
        "options": list(header.options),
        "seed": header.seed,
        "choices": table.choices,
        "hash": table.hash,
        "result": None if result is None else {"winner": result.winner, "level": result.level, "rule": result.rule},
        "log": [{"text": texts.event(event), **event_fields(event)} for event in table.events],
    }
    if verify:
        described["verified"] = difference is None
        described["difference"] = difference and {"choice": difference.choice, "problem": difference.problem}
    return described
