"""How strong a bot is: games of one bot against another over all sides of some scenarios, in one process.

    python benchmarks/bots.py primer meeting,bridge --games 25 --log primer.jsonl

Every game is written to the log when it is over, so that a run that was stopped goes on where it was. At the end stands
a table with the games won, drawn games counted half, and Wilson's interval; seconds are those of the processor.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

import msgspec

from sandtable.kernel import AnyTitle, Decision, View, title
from sandtable.kernel.player import Player
from sandtable.lab.playing import play_out, seed_for
from sandtable.lab.statistics import wilson
from sandtable.players import player

BLINK = 0.05
"""Choices that took fewer seconds count as made at once."""


class Played(msgspec.Struct, frozen=True):
    """A game that is over."""

    scenario: str
    side: str
    number: int
    won: float
    choices: int
    thought: tuple[float, ...]
    """The seconds of each choice that was not made at once."""


class Timed:
    """A player with a watch beside it."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self.seconds: list[float] = []

    def choose(self, view: View, decision: Decision) -> str:
        started = time.process_time()
        option = self._player.choose(view, decision)
        self.seconds.append(time.process_time() - started)
        return option


def play(found: AnyTitle, scenario: str, side: str, number: int, names: tuple[str, str], master: int) -> Played:
    """One game; a number has the same dice whichever side the bot plays."""
    seed = seed_for(master, scenario, number)
    bot = Timed(player(names[0], seed_for(seed, "bot", side), found))
    sides = found.scenario(scenario).sides
    seats = {each: bot if each == side else player(names[1], seed_for(seed, "other", side), found) for each in sides}
    record = play_out(found, scenario, (), seats, seed)
    won = 0.5 if record.winner is None else float(record.winner == side)
    thought = tuple(round(each, 3) for each in bot.seconds if each >= BLINK)
    return Played(scenario, side, number, won, len(bot.seconds), thought)


def report(games: list[Played]) -> str:
    """A table of who won, by scenario and side and in all."""
    rows = ["| Scenario | Side | Won | of | Share | 95% interval |", "| --- | --- | --- | --- | --- | --- |"]
    kinds = list(dict.fromkeys((game.scenario, game.side) for game in games))
    for scenario, side in kinds:
        rows.append(_row(scenario, side, [game for game in games if (game.scenario, game.side) == (scenario, side)]))
    rows.append(_row("all", "both", games))
    thought = sorted(second for game in games for second in game.thought)
    choices = sum(game.choices for game in games)
    if thought:
        middle, high = thought[len(thought) // 2], thought[int(0.99 * len(thought))]
        rows += [
            "",
            f"{choices / len(games):.0f} choices a game, {len(thought) / len(games):.0f} of them thought about:",
        ]
        rows.append(f"{sum(thought) / len(thought):.2f} s on average, {middle:.2f} s median, {high:.2f} s at the 99th")
        rows.append(f"percentile, {thought[-1]:.2f} s at most; {sum(thought) / len(games):.0f} s a game")
    return "\n".join(rows)


def _row(scenario: str, side: str, games: list[Played]) -> str:
    won = sum(game.won for game in games)
    share = wilson(won, len(games))
    return f"| {scenario} | {side} | {won:g} | {len(games)} | {share.value:.1%} | {share.low:.1%}–{share.high:.1%} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("title")
    parser.add_argument("scenarios", help="parted by commas")
    parser.add_argument("--bot", default="hard")
    parser.add_argument("--against", default="greedy")
    parser.add_argument("--games", type=int, default=25, help="for each side of each scenario")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--log", type=Path, required=True)
    args = parser.parse_args()
    found = title(args.title)
    decoder = msgspec.json.Decoder(Played)
    games = [decoder.decode(line) for line in args.log.read_text().splitlines()] if args.log.exists() else []
    done = {(game.scenario, game.side, game.number) for game in games}
    for number in range(args.games):
        for scenario in args.scenarios.split(","):
            for side in found.scenario(scenario).sides:
                if (scenario, side, number) in done:
                    continue
                games.append(play(found, scenario, side, number, (args.bot, args.against), args.seed))
                with args.log.open("a") as log:
                    log.write(msgspec.json.encode(games[-1]).decode() + "\n")
                won = sum(game.won for game in games)
                print(f"{scenario} {side} {number}: {games[-1].won:g}; {won:g} of {len(games)}", file=sys.stderr)
    print(report(games))


if __name__ == "__main__":
    main()
