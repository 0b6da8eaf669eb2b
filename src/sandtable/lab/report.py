"""The report on a simulation: one HTML file that needs nothing else, with figures, charts and heat maps."""

from __future__ import annotations

import base64
import functools
from collections.abc import Mapping
from pathlib import Path

from sandtable import datafile
from sandtable.kernel import AnyTitle
from sandtable.lab.digest import Digest, SideDigest, digest
from sandtable.lab.plan import Cell
from sandtable.lab.simulation import Simulation
from sandtable.lab.statistics import Estimate
from sandtable.mechanics.title import AnyHexTitle, HexTitle
from sandtable.render.charts import Bar, Row, bars, share_bars, shares
from sandtable.render.heat import heat_colour, heat_svg
from sandtable.render.map import terrain_svg
from sandtable.render.plot import Curve, plot
from sandtable.render.report import side_colour
from sandtable.render.svg import text

NAME = "report.html"
_TEXTS = Path(__file__).parent / "texts"
_COLOURS = ("#4a7ab5", "#c0504d", "#7f9f4f", "#8064a2")
_PLAIN = "#8a7f66"
_STYLE = """
body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:72rem;padding:0 1rem;color:#222;background:#faf8f2}
h1,h2,h3{font-family:Georgia,serif}figure{margin:1rem 0}figcaption,.note{color:#554;font-size:.9em;max-width:42rem}
svg.plot{max-width:100%;height:auto}section{border-top:1px solid #cbb;margin-top:2.5rem}
table{border-collapse:collapse;margin:1rem 0}td,th{padding:.15rem 1.4rem .15rem 0;text-align:left}
.maps{display:grid;grid-template-columns:repeat(auto-fit,minmax(26rem,1fr));gap:1.5rem}.maps figure{margin:0}
.map svg{display:block;width:100%;height:auto}.map{background:0 0/100% 100% no-repeat}
.scale{font-size:.85em;margin-top:.3rem}.bar{display:inline-block;width:14rem;height:.7rem;margin:0 .3rem}
@media print{section{break-before:page}}
"""


@functools.cache
def _catalog(lang: str) -> dict[str, str]:
    return datafile.read(_TEXTS / f"{lang}.yaml", dict[str, str])


def report(title: AnyTitle, simulation: Simulation, lang: str = "en") -> str:
    """The report of a simulation in a language; the same games make the same page."""
    return _Report(title, simulation, lang).page()


class _Report:
    """A report being written."""

    def __init__(self, title: AnyTitle, simulation: Simulation, lang: str) -> None:
        self._title = title
        self._simulation = simulation
        self._lang = lang
        self._texts = title.texts(lang)
        self._digests = digest(simulation)
        self._scenarios = list(dict.fromkeys(each.cell.scenario for each in self._digests))

    def _say(self, key: str, **args: object) -> str:
        return text(_catalog(self._lang)[key].format(**args))

    def page(self) -> str:
        heading = f"{self._title.name[self._lang]}: {_catalog(self._lang)['report']}"
        parts = [f"<h1>{text(heading)}</h1>", *self._overview(), *map(self._section, self._digests)]
        style = _STYLE + "".join(map(self._terrain, range(len(self._scenarios))))
        return (
            f'<!doctype html><html lang="{self._lang}"><head><meta charset="utf-8"><title>{text(heading)}</title>'
            f"<style>{style}</style></head><body>{''.join(parts)}</body></html>\n"
        )

    # The whole

    def _overview(self) -> list[str]:
        summary = self._simulation.summary
        seeds = ", ".join(map(str, self._simulation.plan.seeds))
        notes = [self._say("plan", games=summary.games, finished=summary.finished, seeds=seeds)]
        if self._simulation.interrupted:
            notes.append(self._say("interrupted"))
        if summary.errors:
            notes.append(self._say("problems", count=summary.errors))
        if len(self._digests) == 1:
            return [f"<p>{' '.join(notes)}</p>"]
        rows = [row for each in self._digests for row in self._rows(each, self._cell_name(each.cell))]
        chart = f"<h2>{self._say('who-wins.first')}</h2><figure>{shares(rows)}</figure>"
        return [f"<p>{' '.join(notes)}</p>", chart, f'<p class="note">{self._say("who-wins.note")}</p>']

    def _rows(self, each: Digest, prefix: str) -> list[Row]:
        """The first side of a cell among others; all sides of a cell by itself."""
        sides = each.sides[:1] if prefix else each.sides
        return [
            Row(
                prefix or self._side(side.side),
                self._colour(each.cell, side.side),
                side.share,
                side.fair.share if side.fair else None,
            )
            for side in sides
        ]

    # A cell of the grid

    def _section(self, each: Digest) -> str:
        parts = [
            f"<h2>{text(self._cell_name(each.cell))}</h2>",
            self._options(each.cell),
            self._who_wins(each),
            self._luck(each),
            self._length(each),
            self._losses(each),
            self._where(each),
        ]
        return f"<section>{''.join(parts)}</section>"

    def _cell_name(self, cell: Cell) -> str:
        name = self._title.scenario(cell.scenario).name
        say = _catalog(self._lang)
        rules = f" [{', '.join(cell.options)}]" if cell.options else ""
        seats = [say["bots"].format(side=self._side(side), bot=bot) for side, bot in cell.bots.items()]
        return say["cell"].format(
            scenario=name.get(self._lang, name["en"]) + rules, bots=self._texts.separator.join(seats)
        )

    def _side(self, side: str) -> str:
        return self._texts.name("side", side)

    def _colour(self, cell: Cell, side: str) -> str:
        title = self._title
        if isinstance(title, HexTitle):
            return side_colour(title.scene(title.new_game(cell.scenario, cell.options), self._lang), side)
        return _COLOURS[list(cell.bots).index(side) % len(_COLOURS)]

    def _options(self, cell: Cell) -> str:
        if not cell.options:
            return ""
        names = {switch.id: switch.name for switch in self._title.scenario(cell.scenario).switches}
        shown = [f"{names[option].get(self._lang, names[option]['en'])} [{option}]" for option in cell.options]
        return f"<p>{self._say('options', options=self._texts.separator.join(shown))}</p>"

    def _who_wins(self, each: Digest) -> str:
        heads = "".join(f"<th>{self._say(key)}</th>" for key in ("side", "bot", "wins", "share", "fair"))
        rows = "".join(self._standing(side) for side in each.sides)
        draws = f"<tr><td>{self._say('draws')}</td><td></td><td>{each.draws}</td></tr>"
        chart = shares(self._rows(each, ""))
        return (
            f"<h3>{self._say('who-wins')}</h3><table><tr>{heads}</tr>{rows}{draws}</table>"
            f'<figure>{chart}</figure><p class="note">{self._say("who-wins.note")}</p>'
        )

    def _standing(self, side: SideDigest) -> str:
        fair = self._interval(side.fair.share) if side.fair else ""
        cells = (text(self._side(side.side)), text(side.bot), str(side.wins), self._interval(side.share), fair)
        return f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"

    def _interval(self, share: Estimate) -> str:
        shown = {"value": f"{share.value:.1%}", "low": f"{share.low:.1%}", "high": f"{share.high:.1%}"}
        return self._say("interval", **shown)

    def _luck(self, each: Digest) -> str:
        heading = f"<h3>{self._say('luck')}</h3>"
        if not each.rolls:
            return f"{heading}<p>{self._say('luck.none')}</p>"
        first = each.sides[0]
        side = self._side(first.side)
        notes = [self._say("luck.note", side=side, rolls=f"{each.rolls:.1f}")]
        if each.unjudged:
            notes.append(self._say("luck.unjudged", unjudged=f"{each.unjudged:.1f}"))
        notes.append(self._saved(first))
        chart = ""
        if each.by_luck:
            caption = self._say("luck.chart", side=side)
            chart = f"<figure><figcaption>{caption}</figcaption>{share_bars(self._luck_bars(each))}</figure>"
        return f'{heading}<p class="note">{" ".join(notes)}</p>{chart}'

    def _saved(self, side: SideDigest) -> str:
        if side.fair is None:
            return self._say("luck.too-few")
        if side.fair.saved <= 0:
            return self._say("luck.useless")
        return self._say("luck.saved", saved=f"{side.fair.saved:.0%}", factor=f"{1 / (1 - side.fair.saved):.2f}")

    def _luck_bars(self, each: Digest) -> list[Bar]:
        say, last = _catalog(self._lang), len(each.by_luck) - 1
        names = {0: say["luck.unlucky"], last: say["luck.lucky"]}
        colour = self._colour(each.cell, each.sides[0].side)
        return [
            Bar(names.get(place, ""), share.value, colour, share.low, share.high)
            for place, share in enumerate(each.by_luck)
        ]

    def _length(self, each: Digest) -> str:
        ended = range(min(each.turns, default=1), max(each.turns, default=1) + 1)
        chart = bars([Bar(str(turn), each.turns.get(turn, 0), _PLAIN) for turn in ended])
        figures = each.decisions
        note = self._say(
            "length.note", median=f"{figures.median:.0f}", low=f"{figures.low:.0f}", high=f"{figures.high:.0f}"
        )
        return f'<h3>{self._say("length")}</h3><figure>{chart}</figure><p class="note">{note}</p>'

    def _losses(self, each: Digest) -> str:
        heading = f"<h3>{self._say('losses')}</h3>"
        if not any(side.losses[-1][1] for side in each.sides):
            return f"{heading}<p>{self._say('losses.none')}</p>"
        curves = [Curve(self._side(side.side), self._colour(each.cell, side.side), side.losses) for side in each.sides]
        return f"{heading}<figure>{plot(curves)}</figure>"

    # The map

    def _terrain(self, place: int) -> str:
        """A rule of style that lays the map of a scenario under its heat maps."""
        if not isinstance(self._title, HexTitle):
            return ""
        board = self._title.board(self._title.content(self._scenarios[place]))
        drawn = base64.b64encode(terrain_svg(board, self._lang).encode()).decode()
        return f".map-{place}{{background-image:url(data:image/svg+xml;base64,{drawn})}}\n"

    def _where(self, each: Digest) -> str:
        if not isinstance(self._title, HexTitle):
            return ""
        heading = f"<h3>{self._say('where')}</h3>"
        shown = [
            self._heat(self._title, each.cell, amounts, key)
            for key, amounts in (("where.fights", each.fights), ("where.lost", each.lost))
            if amounts
        ]
        if not shown:
            return f"{heading}<p>{self._say('where.none')}</p>"
        return f'{heading}<div class="maps">{"".join(shown)}</div>'

    def _heat(self, title: AnyHexTitle, cell: Cell, amounts: Mapping[str, float], key: str) -> str:
        board = title.board(title.content(cell.scenario, cell.options))
        tip = _catalog(self._lang)[f"{key}.tip"].format()
        caption = self._say(key, total=f"{sum(amounts.values()):.1f}", most=f"{max(amounts.values()):.2f}")
        drawing = heat_svg(board, amounts, tip)
        place = self._scenarios.index(cell.scenario)
        return (
            f'<figure><div class="map map-{place}">{drawing}</div>{_scale(max(amounts.values()))}'
            f"<figcaption>{caption}</figcaption></figure>"
        )


_STOPS = (0.0, 0.05, 0.1, 0.2, 0.35, 0.5, 0.75, 1.0)


def _scale(most: float) -> str:
    """The colours from nothing to the most."""
    colours = ",".join(f"{heat_colour(stop)} {stop:.0%}" for stop in _STOPS)
    bar = f'<span class="bar" style="background:linear-gradient(90deg,{colours})"></span>'
    return f'<div class="scale">0 {bar} {most:.2f}</div>'
