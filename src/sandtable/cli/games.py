"""`sandtable games`: what can be played."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from sandtable.cli.arguments import Json, Lang, Language
from sandtable.cli.output import print_json, print_table

if TYPE_CHECKING:
    from sandtable.kernel import AnyTitle


def games(as_json: Json = False, lang: Lang = Language.EN) -> None:
    """List the titles and their scenarios."""
    from sandtable.kernel import title, titles, unusable_titles

    found = [title(title_id) for title_id in titles()]
    broken = unusable_titles()
    if as_json:
        unusable = [{"game": claim.id, "broken": problem} for claim, problem in broken.items()]
        print_json([*map(_described, found), *unusable])
        return
    for each in found:
        rows = [
            (info.id, _named(info.name, lang), str(info.turns), ", ".join(info.sides))
            for info in each.known_scenarios.values()
        ]
        print_table(f"{each.id}: {_named(each.name, lang)}", ("Scenario", "Name", "Turns", "Sides"), rows)
    if not found:
        typer.echo("No title is installed.")
    for problem in broken.values():
        typer.echo(f"Broken: {problem}")


def _described(title: AnyTitle) -> dict[str, object]:
    scenarios = [
        {"id": info.id, "name": info.name["en"], "turns": info.turns, "sides": list(info.sides)}
        for info in title.known_scenarios.values()
    ]
    return {"game": title.id, "name": title.name["en"], "scenarios": scenarios}


def _named(names: dict[str, str], lang: Language) -> str:
    """The English name, and the one in another language beside it where that is asked for."""
    if lang is Language.EN or lang.value not in names:
        return names["en"]
    return f"{names[lang.value]} ({names['en']})"
