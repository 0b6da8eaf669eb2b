"""`sandtable bench`: speed as ratios against what a user would pick instead, measured in one run."""

from __future__ import annotations

import importlib.util
from typing import Annotated

import typer

from sandtable.cli.arguments import Json
from sandtable.cli.measuring import BYTES, MICROSECONDS, Measurement, Weighing, measured, weighed
from sandtable.cli.output import print_json, print_table, progress

NO_OPENSPIEL = "OpenSpiel's chess and gin rummy are peers too: install them with pip install 'sandtable[openspiel]'"


def bench(
    title_id: Annotated[
        str | None, typer.Argument(metavar="TITLE", help="Measure this title only, in every scenario.")
    ] = None,
    scenario: Annotated[
        list[str] | None, typer.Option("--scenario", help="A scenario of the title; may be repeated.")
    ] = None,
    repeats: Annotated[int, typer.Option("--repeats", min=1, help="How often each pair is measured in turn.")] = 7,
    as_json: Json = False,
) -> None:
    """Measure speed against peers, all of them interleaved in one process.

    Without a title everything is measured, and of each title random play, the steps of an environment with and without
    what agents see (observed), and what the server sends to a seat for a choice (wire), in its first scenario and in
    its largest.
    """
    if importlib.util.find_spec("chess") is None:
        raise typer.BadParameter(
            "python-chess is the peer of random play: install it with pip install 'sandtable[dev]'"
        )
    if scenario and title_id is None:
        raise typer.BadParameter("say of which title: sandtable bench TITLE --scenario SCENARIO")
    if importlib.util.find_spec("numpy") is None:
        raise typer.BadParameter("what agents see is made with NumPy: install it with pip install 'sandtable[dev]'")
    from sandtable.cli.benchmarks import all_comparisons, comparisons_of

    found = {}
    chosen = all_comparisons() if title_id is None else comparisons_of(title_id, scenario or ())
    with chosen as listed, progress() as bar:
        for comparison in bar.track(listed, description="Measuring"):
            if isinstance(comparison, Weighing):
                found[comparison.name] = weighed(comparison)
            else:
                found[comparison.name] = measured(comparison, repeats)
    if as_json:
        print_json({name: _described(each) for name, each in found.items()})
    else:
        _show(found)
    if importlib.util.find_spec("pyspiel") is None:
        typer.echo(NO_OPENSPIEL, err=True)


def _described(found: Measurement) -> dict[str, object]:
    peers = {each.peer: {"value": round(each.value, 3), "ratio": round(each.ratio, 2)} for each in found.peers}
    return {"value": round(found.value, 3), "unit": found.unit, "peers": peers}


def _show(found: dict[str, Measurement]) -> None:
    rows = []
    for name, each in found.items():
        head, target = (name.removeprefix("play_"), _figure(each.value, each.unit)), _target(each)
        for peer in each.peers:
            rows.append((*head, peer.peer, _figure(peer.value, each.unit), f"{_short(peer.ratio)}x", target))
            head, target = ("", ""), ""
    print_table("Speed", ("What", "Sandtable", "Peer", "", "Better", "Target"), rows)


def _target(found: Measurement) -> str:
    return "" if found.met is None else f"{found.target} {'✓' if found.met else '✗'}"


def _figure(value: float, unit: str) -> str:
    if unit in (MICROSECONDS, BYTES):
        return f"{_short(value)} {unit}"
    return f"{_short(value)}/s"


def _short(value: float) -> str:
    return f"{value:,.2f}" if value < 100 else f"{value:,.0f}"
