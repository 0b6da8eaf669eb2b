"""`sandtable odds`: what a choice may lead to, before it is made."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from sandtable.cli.arguments import Json, Lang, Language, Packs, Save, checked_side
from sandtable.cli.output import print_json

if TYPE_CHECKING:
    from sandtable.kernel import Odds, Preview, Texts


def odds(
    save: Save,
    option: Annotated[str, typer.Argument(metavar="OPTION", help="An option that is open in the saved game.")],
    side: Annotated[str, typer.Option("--side", help="Who chooses, where several sides choose at once.")] = "",
    as_json: Json = False,
    lang: Lang = Language.EN,
    pack: Packs = None,
) -> None:
    """Show the outcomes of a choice as a bar chart, with the sum that it rests on and the rules."""
    from sandtable.cli.charts import odds_chart
    from sandtable.kernel import Table

    table = Table.load(save, packs=pack or ())
    chooser = checked_side(table.title, table.header.scenario, side) if side else None
    found, preview = table.odds(option, chooser), table.preview(option, chooser)
    texts = table.game.texts(lang.value)
    if as_json:
        print_json({"option": option, **_described(texts, found, preview)})
        return
    for line in odds_chart(texts, found, preview, lang.value):
        typer.echo(line)


def _described(texts: Texts, found: Odds, preview: Preview) -> dict[str, object]:
    lines = [{"label": texts.line(line), "value": line.value, "rule": line.rule} for line in preview.lines]
    outcomes = [
        {
            "results": list(each.results),
            "text": [texts.result(key) for key in each.results],
            "probability": each.probability,
        }
        for each in found.outcomes
    ]
    return {
        "exact": found.exact,
        "samples": found.samples,
        "path": list(preview.path),
        "lines": lines,
        "outcomes": outcomes,
    }
