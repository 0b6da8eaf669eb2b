"""`sandtable balance`: the handicap that makes bots even, and how sure that is."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sandtable.cli.arguments import (
    EngineChoice,
    EngineName,
    Json,
    Options,
    Packs,
    Seed,
    TitleId,
    Workers,
    engine_of,
    parts,
)
from sandtable.cli.output import print_json, print_table, progress, shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sandtable.kernel import AnyTitle
    from sandtable.lab.balance import Balance

_EVEN = "even"


def balance(
    title_id: TitleId,
    scenario: Annotated[str | None, typer.Option("--scenario", help="Without one, the title's first.")] = None,
    handle: Annotated[
        str | None, typer.Option("--handle", help="What to turn; without one, the title's first.")
    ] = None,
    bots: Annotated[str, typer.Option("--bots", help="A bot for each side in turn, parted by commas.")] = "greedy",
    margin: Annotated[
        float, typer.Option("--margin", min=0.01, max=0.4, help="How far from one half a score still counts as even.")
    ] = 0.05,
    most: Annotated[int, typer.Option("--most", min=20, help="The most games for one setting.")] = 1000,
    narrow: Annotated[
        bool, typer.Option("--narrow", help="Play on from an even setting to say more closely where even lies.")
    ] = False,
    seed: Seed = 0,
    options: Options = "",
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="A folder to keep the games and the even scenario in.")
    ] = None,
    workers: Workers = None,
    engine: EngineChoice = EngineName.LOCAL,
    as_json: Json = False,
    pack: Packs = None,
) -> None:
    """Find by simulation how a scenario must be changed for bots to be even, and say how sure that is."""
    from sandtable.kernel import title
    from sandtable.lab.balance import balance as find
    from sandtable.lab.processes import cores
    from sandtable.lab.search import Rules
    from sandtable.lab.variants import find_handle

    found = title(title_id, pack or ())
    name = found.scenario(scenario).id
    turned = find_handle(found, name, handle)
    with progress() as bar:
        task = bar.add_task(f"Balancing {title_id}", total=None)
        result = find(
            found,
            name,
            turned,
            parts(bots),
            options=parts(options),
            seed=seed,
            rules=Rules(margin=margin, most=most, narrow=narrow),
            engine=engine_of(engine),
            workers=workers or cores(),
            folder=output,
            progress=lambda value, games: bar.update(task, description=f"{turned.id} {value}: {games} games"),
        )
    changes = _changes(found, name, result)
    written = None if output is None or result.interrupted else _write(found, name, result, output)
    if as_json:
        print_json(_plain(result, name, changes, written))
    else:
        _tell(found, name, result, changes, written)
    if result.interrupted:
        typer.echo("stopped before an answer was found", err=True)
        raise typer.Exit(1)


def _changes(found: AnyTitle, scenario: str, result: Balance) -> list[str]:
    from sandtable.lab.variants import told

    return told(found, scenario, result.handle.settings[result.best.value])


def _write(found: AnyTitle, scenario: str, result: Balance, folder: Path) -> Path:
    """Write the best setting as a data pack."""
    from sandtable.lab.variants import write_variant

    value = result.best.value
    name = f"{scenario}: {result.handle.id} {value}"
    write_variant(found, scenario, result.handle.settings[value], folder / _EVEN, name)
    return folder / _EVEN


def _plain(result: Balance, scenario: str, changes: Sequence[str], written: Path | None) -> dict[str, object]:
    import msgspec

    return {
        "scenario": scenario,
        "handle": result.handle.id,
        "now": result.handle.now,
        "first_side": result.sides[0],
        "points": msgspec.to_builtins(result.points),
        "games": result.games,
        "even_at": result.even_at,
        "between": result.between,
        "best": msgspec.to_builtins(result.best),
        "changes": list(changes),
        "pack": None if written is None else str(written),
    }


def _tell(found: AnyTitle, scenario: str, result: Balance, changes: Sequence[str], written: Path | None) -> None:
    first, second = result.sides[0], result.sides[-1]
    verdicts = {"first": f"{first} is ahead", "second": f"{second} is ahead", "even": "even", "open": "not decided"}
    rows = [(str(p.value), f"{p.games:,}", shown(p.score), verdicts[p.verdict]) for p in result.points]
    handle = result.handle
    print_table(
        f"{handle.name['en']} ({handle.id}), now {handle.now}", ("Setting", "Games", f"Score of {first}", ""), rows
    )
    for line in answer(result):
        typer.echo(line)
    if changes:
        typer.echo(f"To change in scenarios/{scenario}.yaml: {'; '.join(changes)}")
    if written is not None:
        typer.echo(f"Written as a data pack: sandtable play {found.id} --scenario {scenario} --pack {written}")
    others = [other.id for other in found.handles(scenario) if other.id != handle.id]
    if others:
        typer.echo(f"Other handles: {', '.join(others)}")


def answer(result: Balance) -> list[str]:
    """What was found, in words: no more than the games tell."""
    best, games = result.best, f"{result.games:,} games"
    nearest = f"The nearest to even that was tried is {best.value}: {result.sides[0]} scores {shown(best.score)}."
    if result.even_at is None:
        ends = {result.points[0].verdict, result.points[-1].verdict}
        if ends <= {"first"} or ends <= {"second"}:
            return [f"No setting makes it even ({games}).", nearest]
        more = "allow more games for a setting with --most"
        return [f"{games} do not tell whether any setting makes it even: {more}.", nearest]
    lines = [f"Even lies at about {result.even_at:.1f} ({games})."]
    if result.between is not None:
        low, high = result.between
        lines.append(f"With 95% confidence it lies between {low} and {high}.")
    elif best.verdict != "even":
        lines.append("That is not sure: allow more games for a setting with --most.")
    return [*lines, nearest]
