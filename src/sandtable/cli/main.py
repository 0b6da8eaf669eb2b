"""The entry point of the command `sandtable`."""

from __future__ import annotations

import typer

from sandtable.cli.balance import balance
from sandtable.cli.bench import bench
from sandtable.cli.check import check
from sandtable.cli.errors import Commands
from sandtable.cli.fuzz import fuzz
from sandtable.cli.games import games
from sandtable.cli.generate import EXTRA, generate
from sandtable.cli.ladder import ladder
from sandtable.cli.los import los
from sandtable.cli.mcp import mcp
from sandtable.cli.migrate import migrate
from sandtable.cli.new import new
from sandtable.cli.odds import odds
from sandtable.cli.play import play
from sandtable.cli.render import render
from sandtable.cli.replay import replay
from sandtable.cli.rules import rules
from sandtable.cli.serve import serve
from sandtable.cli.simulate import simulate

app = typer.Typer(
    cls=Commands,
    name="sandtable",
    help="Hex-and-counter wargames with the rules enforced, the odds shown and a computer opponent.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)

for _command, _example in (
    (play, "sandtable play"),
    (serve, "sandtable serve --open"),
    (migrate, "sandtable migrate sqlite:////srv/games.sqlite3"),
    (games, "sandtable games --json"),
    (rules, "sandtable rules TITLE 10.4"),
    (replay, "sandtable replay game.save --verify"),
    (render, "sandtable render TITLE/SCENARIO -o map.svg"),
    (odds, "sandtable odds game.save hex:0305"),
    (los, "sandtable los TITLE C3 H10 --map NAME -o los.svg"),
    (simulate, "sandtable simulate TITLE --games 100 --bots greedy,random --output results"),
    (balance, "sandtable balance TITLE --scenario NAME --bots greedy --output even"),
    (ladder, "sandtable ladder TITLE --bots random,greedy,hard --games 100 --output ladder"),
    (mcp, "sandtable mcp"),
    (fuzz, "sandtable fuzz TITLE --games 50 --seed 1"),
    (check, "sandtable check my-pack"),
    (new, "sandtable new outpost --into my-games"),
    (bench, "sandtable bench --json"),
):
    app.command(epilog=f"Example: {_example}")(_command)
app.command(epilog="Example: sandtable generate TITLE --seed 7 --output my-pack", context_settings=EXTRA)(generate)


def main() -> None:
    app()
