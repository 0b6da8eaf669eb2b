"""The calls about titles: what can be played, how its maps look, what its rules say."""

from __future__ import annotations

import asyncio
import functools
import hashlib
import logging

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from sandtable.datafile import DataError
from sandtable.kernel import LANGUAGES, PUBLIC, Game, ScenarioInfo, View, titles
from sandtable.mechanics.lessons import sheets
from sandtable.mechanics.title import AnyHexTitle
from sandtable.players import player_names
from sandtable.render import scene_svg, terrain_svg
from sandtable.server import rest
from sandtable.server.problems import Refused
from sandtable.server.protocol import (
    Book,
    ChartCard,
    DialCard,
    LessonCard,
    Named,
    PhaseCard,
    RuleCard,
    ScenarioCard,
    TitleCard,
)
from sandtable.server.tables import hex_title

_FOR_EVER = "public, max-age=31536000, immutable"
_log = logging.getLogger(__name__)


def prepare() -> None:
    """Read what every visitor asks for, before the first comes and before there are threads."""
    for lang in LANGUAGES:
        _cards(lang)


async def list_titles(request: Request) -> Response:
    return rest.json(_cards(rest.lang(request)))


@functools.cache
def _cards(lang: str) -> list[TitleCard]:
    """The tutorial first, then by name."""
    cards = []
    for title_id in titles():
        try:
            cards.append(_card(hex_title(title_id), lang))
        except Exception:
            _log.exception("the title %s cannot be offered", title_id)
    return sorted(cards, key=lambda card: (not card.tutorial, card.name))


def _card(title: AnyHexTitle, lang: str) -> TitleCard:
    scenarios = tuple(_scenario_card(title, info, lang) for info in title.known_scenarios.values())
    return TitleCard(
        id=title.id,
        name=_said(title.name, lang),
        tutorial=title.tutorial,
        scenarios=scenarios,
        bots=tuple(player_names(title)),
        lessons=_lessons(title, lang),
        dials=tuple(
            DialCard(
                id=dial.id,
                name=_said(dial.name, lang),
                values=tuple(Named(value, _said(name, lang)) for value, name in dial.values.items()),
                default=dial.default,
            )
            for dial in title.dials()
        ),
    )


def _scenario_card(title: AnyHexTitle, info: ScenarioInfo, lang: str) -> ScenarioCard:
    texts = title.texts(lang)
    return ScenarioCard(
        id=info.id,
        name=_said(info.name, lang),
        description=_said(info.description, lang),
        turns=info.turns,
        sides=tuple(Named(side, texts.name("side", side)) for side in info.sides),
        switches=tuple(Named(switch.id, _said(switch.name, lang)) for switch in info.switches),
    )


async def scenario(request: Request) -> Response:
    """A scenario by its id, be it one that is made to order."""
    title, wanted = rest.path(request, "title"), rest.path(request, "scenario")
    return rest.json(await asyncio.to_thread(_scenario, title, wanted, rest.lang(request)))


def _scenario(title_id: str, scenario_id: str, lang: str) -> ScenarioCard:
    title = hex_title(title_id)
    return _scenario_card(title, title.scenario(scenario_id), lang)


def _lessons(title: AnyHexTitle, lang: str) -> tuple[LessonCard, ...]:
    """The lessons of a title; it is played without them where one of their files is bad."""
    try:
        return tuple(LessonCard(each.id, each.name, each.about) for each in sheets(title, lang))
    except DataError as error:
        _log.error("the lessons of %s cannot be offered: %s", title.id, error)
        return ()


def _said(names: dict[str, str], lang: str) -> str:
    return names.get(lang) or names.get("en", "")


async def terrain(request: Request) -> Response:
    return await _drawing(request, _terrain)


async def set_up(request: Request) -> Response:
    return await _drawing(request, _set_up)


async def _drawing(request: Request, draw: functools._lru_cache_wrapper[tuple[bytes, str]]) -> Response:
    """A drawing with its ETag; nothing at all for whoever has it already."""
    title, scenario = rest.path(request, "title"), rest.path(request, "scenario")
    lang = rest.lang(request)
    svg, tag = await asyncio.to_thread(draw, title, scenario, lang)
    headers = {"etag": tag, "cache-control": _FOR_EVER if "v" in request.query_params else "no-cache"}
    if tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(svg, headers=headers, media_type="image/svg+xml")


@functools.lru_cache(64)
def _terrain(title_id: str, scenario: str, lang: str) -> tuple[bytes, str]:
    title = hex_title(title_id)
    content = title.content(title.scenario(scenario).id)
    return _tagged(terrain_svg(title.board(content), lang))


@functools.lru_cache(64)
def _set_up(title_id: str, scenario: str, lang: str) -> tuple[bytes, str]:
    """The position before anything has happened, as everybody may know it."""
    title = hex_title(title_id)
    content = title.content(title.scenario(scenario).id)
    view = View(Game(title, content, title.start(content)), PUBLIC)
    return _tagged(scene_svg(title.scene(view.game, lang), lang, legend=False))


def _tagged(svg: str) -> tuple[bytes, str]:
    data = svg.encode()
    return data, f'"{hashlib.sha256(data).hexdigest()[:24]}"'


async def book(request: Request) -> Response:
    lang, switches = rest.lang(request), tuple(filter(None, request.query_params.get("options", "").split(",")))
    title, scenario = rest.path(request, "title"), rest.path(request, "scenario")
    return rest.json(await asyncio.to_thread(_book, title, scenario, switches, lang))


@functools.lru_cache(64)
def _book(title_id: str, scenario: str, switches: tuple[str, ...], lang: str) -> Book:
    title = hex_title(title_id)
    info = title.scenario(scenario)
    content = title.content(info.id, switches)
    return Book(
        description=_said(info.briefing or info.description, lang),
        charts=msgspec.convert(title.charts(content, lang), tuple[ChartCard, ...], from_attributes=True),
        track=msgspec.convert(title.track(content, lang), tuple[PhaseCard, ...], from_attributes=True),
    )


async def rules(request: Request) -> Response:
    lang = rest.lang(request)
    known = await asyncio.to_thread(_rules, rest.path(request, "title"), lang)
    return rest.json(list(known.values()))


async def rule(request: Request) -> Response:
    lang = rest.lang(request)
    wanted = rest.path(request, "rule")
    known = await asyncio.to_thread(_rules, rest.path(request, "title"), lang)
    if wanted not in known:
        raise Refused(404, "no-such-rule", "the title has no rule of that number")
    return rest.json(known[wanted])


@functools.lru_cache(32)
def _rules(title_id: str, lang: str) -> dict[str, RuleCard]:
    title = hex_title(title_id)
    texts = title.texts(lang)
    return {
        each.id: RuleCard(each.id, _said(each.title, lang), _said(each.summary, lang), texts.note(each))
        for each in title.rules()
    }
