"""`sandtable bench`: speed as ratios against what a user would pick instead, measured in one run."""

from __future__ import annotations

import importlib.util
from typing import TYPE_CHECKING, Annotated

import typer

from sandtable.cli.arguments import Json
from sandtable.cli.output import print_json, print_table, progress

if TYPE_CHECKING:
    from sandtable.cli.measuring import Measurement


def bench(
    repeats: Annotated[int, typer.Option("--repeats", min=1, help="How often each pair is measured in turn.")] = 7,
    as_json: Json = False,
) -> None:
    """Measure speed against peers, each pair interleaved in one process."""
    if importlib.util.find_spec("chess") is None:
        raise typer.BadParameter(
            "python-chess is the peer of random play: install it with pip install 'sandtable[dev]'"
        )
    from sandtable.cli.benchmarks import comparisons
    from sandtable.cli.measuring import measured

    found = {}
    with comparisons() as listed, progress() as bar:
        for comparison in bar.track(listed, description="Measuring"):
            found[comparison.name] = measured(comparison, repeats)
    if as_json:
        print_json({name: _described(each) for name, each in found.items()})
    else:
        _show(found)


def _described(found: Measurement) -> dict[str, object]:
    return {
        "value": round(found.value, 3),
        "unit": found.unit,
        "peer": found.peer,
        "peer_value": round(found.peer_value, 3),
        "ratio": round(found.ratio, 2),
    }


def _show(found: dict[str, Measurement]) -> None:
    rows = [
        (
            name,
            _figure(each.value, each.unit),
            f"{_figure(each.peer_value, each.unit)} ({each.peer})",
            f"{each.ratio:,.1f}x",
            each.target,
            "" if each.met is None else "yes" if each.met else "no",
        )
        for name, each in found.items()
    ]
    print_table("Speed", ("What", "Sandtable", "Peer", "Faster", "Target", "Met"), rows)


def _figure(value: float, unit: str) -> str:
    return f"{value:,.2f} {unit}" if value < 1000 else f"{value:,.0f} {unit}"
