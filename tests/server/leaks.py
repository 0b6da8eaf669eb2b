"""Leaks to be planted, each alone, to see that the comparison of twins finds them."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from msgspec.structs import replace
from starlette.responses import Response

from sandtable.games.primer import hidden
from sandtable.kernel import PUBLIC, Event, Game, Line, Preview, Refusal, title
from sandtable.render.report import report
from sandtable.server import asking, changes, inquiries, parlour, showing, sockets, tasks
from sandtable.server.inquiries import Inquiries
from sandtable.server.live import LiveTable
from sandtable.server.match import Match
from sandtable.server.news import Listener, News, encoded
from sandtable.server.parlour import Parlour
from sandtable.server.problems import Refused
from sandtable.server.protocol import Position, Update
from sandtable.server.seatlog import SeatLog
from sandtable.server.showing import Painter
from sandtable.server.tasks import Seen

Patch = pytest.MonkeyPatch


def kinds_of(state: Any) -> str:
    """What all counters are."""
    return " ".join(unit.kind for unit in state.units.values())


def a_mask_that_forgets_counters_that_moved(patch: Patch) -> None:
    real = hidden.mask

    def mask(state: Any, content: Any, side: str) -> None:
        moved = {unit_id: unit for unit_id, unit in state.units.items() if unit.moved}
        real(state, content, side)
        state.units.update(moved)

    patch.setattr(hidden, "mask", mask)


def the_position_of_another_side_after_a_redo(patch: Patch) -> None:
    real = LiveTable._carry_out

    async def carry_out(table: LiveTable, verb: Any, *rest: Any) -> None:
        await real(table, verb, *rest)
        if verb == "redo":
            for listener in table.listeners:
                if listener.looking == PUBLIC:
                    listener.shown = table.position("red", listener.lang)
                    listener.send(encoded(listener.shown))

    patch.setattr(LiveTable, "_carry_out", carry_out)


def odds_that_hang_on_hidden_counters(patch: Patch) -> None:
    """No leak in itself: it depends on the state that they are worked out from."""

    def reckon(seen: Seen, option: str) -> Any:
        exact, outcomes, assumed = real(seen, option)
        state: Any = title(seen.title).codec.decode(seen.state)
        return exact, [((kinds_of(state), *results), *more) for results, *more in outcomes], assumed

    real = tasks.reckon
    patch.setattr(inquiries, "reckon", reckon)


def odds_of_the_true_game(patch: Patch) -> None:
    real = LiveTable.seen

    def seen(table: LiveTable, decision: Any) -> Any:
        state = table.match.title.codec.encode(table.match.table.state)
        return replace(real(table, decision), state=state)

    odds_that_hang_on_hidden_counters(patch)
    patch.setattr(LiveTable, "seen", seen)


def hints_of_the_true_game(patch: Patch) -> None:
    def advised(asked: Inquiries, decision: Any, _: str) -> Any:
        table = asked._table
        state = table.match.title.codec.encode(table.match.table.state)
        return asyncio.create_task(asked._services.coach.run(tasks.advise, replace(table.seen(decision), state=state)))

    patch.setattr(Inquiries, "_advised", advised)


def a_log_that_says_everything(patch: Patch) -> None:
    def follow(log: SeatLog, events: Any) -> None:
        with Patch.context() as inner:
            inner.setattr(Event, "visible_to", lambda *_: True)
            real(log, events)

    real = SeatLog.follow
    patch.setattr(SeatLog, "follow", follow)


def a_save_for_everybody(patch: Patch) -> None:
    async def save(calls: Parlour, request: Any) -> Response:
        table, _ = await calls._opened(request)
        return Response(parlour._saved(table.match.table))

    patch.setattr(Parlour, "save", save)


def anybody_may_look_with_the_eyes_of_others(patch: Patch) -> None:
    patch.setattr(sockets._Client, "_own", lambda _, side: side)


def reasons_that_hang_on_hidden_counters(patch: Patch) -> None:
    """No leak in itself: it depends on the world that is asked."""
    real = Game.explain

    def explain(game: Any, option: str, side: str | None = None) -> Refusal | None:
        return None if real(game, option, side) is None else Refusal(kinds_of(game.state))

    def preview(game: Any, option: str, side: str) -> Preview:
        return Preview(lines=(Line("kinds", kinds_of(game.state)),))

    patch.setattr(Game, "explain", explain)
    patch.setattr(Game, "preview", preview)


def reasons_of_the_true_game(patch: Patch) -> None:
    reasons_that_hang_on_hidden_counters(patch)
    patch.setattr(Match, "worlds", lambda match, _: [match.table.game])


def an_error_that_names_what_is_there(patch: Patch) -> None:
    def refused(table: LiveTable, *rest: Any) -> Refused:
        found = real(table, *rest)
        return Refused(found.status, found.problem.code, f"there are only {kinds_of(table.match.table.state)}")

    real = LiveTable.refused
    patch.setattr(LiveTable, "refused", refused)


def a_report_of_everything(patch: Patch) -> None:
    def write(header: Any, entries: Any, side: str | None, name: str, lang: str) -> str:
        return report(header, entries, None, name, lang)

    patch.setattr(parlour, "write_report", write)


def a_past_seen_with_the_eyes_of_others(patch: Patch) -> None:
    def past_position(title: Any, view: Any, number: int, lang: str, lines: int) -> Any:
        view.side = "red"
        return real(title, view, number, lang, lines)

    real = showing.past_position
    patch.setattr(showing, "past_position", past_position)


def a_count_of_secret_choices(patch: Patch) -> None:
    patch.setattr(Match, "number", lambda match, _: len(match.table.entries))


def a_revision_for_secret_choices(patch: Patch) -> None:
    patch.setattr(Match, "latest", lambda match, _: match.seq)


def a_list_that_tells_who_has_chosen(patch: Patch) -> None:
    def summary(match: Match) -> Any:
        return replace(real(match), waiting_for=tuple(decision.side for decision in match.table.decisions))

    real = Match.summary
    patch.setattr(Match, "summary", summary)


def an_overlay_of_the_true_state(patch: Patch) -> None:
    def overlay(match: Match, side: str, overlay_id: str, label: str) -> Any:
        lit = real(match, side, overlay_id, label)
        units = match.table.state.units.values()
        return replace(lit, hexes=(*lit.hexes, *(unit.at for unit in units if unit.kind == "dummy")))

    real = asking.overlay
    patch.setattr(asking, "overlay", overlay)


def a_hex_of_the_true_state(patch: Patch) -> None:
    def hex_facts(match: Match, side: str, label: str, lang: str) -> Any:
        found = real(match, side, label, lang)
        return replace(found, name=kinds_of(match.table.state))

    real = asking.hex_facts
    patch.setattr(asking, "hex_facts", hex_facts)


def the_seed_of_the_dice(patch: Patch) -> None:
    def position(painter: Painter, match: Match, *rest: Any) -> Any:
        return replace(real(painter, match, *rest), seed=str(match.header.seed))

    real = Painter.position
    patch.setattr(Painter, "position", position)


def an_update_for_every_choice(patch: Patch) -> None:
    def between(before: Position, after: Position) -> Update:
        return real(before, after) or Update(base=before.revision, revision=after.revision)

    real = changes.between
    patch.setattr(changes, "between", between)


def an_update_as_long_as_what_is_hidden(patch: Patch) -> None:
    """What it says is the same, but for blanks."""

    def update(news: News, listener: Listener) -> bytes | None:
        found, kinds = real(news, listener), kinds_of(news._table.match.table.state).split()
        return found and found + b" " * sum(place * len(kind) for place, kind in enumerate(kinds))

    real = News.update
    patch.setattr(News, "update", update)


def an_update_from_the_position_of_another_side(patch: Patch) -> None:
    """It says no more than what has changed, but in what red sees."""

    def position(table: LiveTable, side: str, lang: str) -> Position:
        shown = real(table, side, lang)
        return replace(shown, picture=real(table, "red", lang).picture) if shown.number % 2 else shown

    real = LiveTable.position
    patch.setattr(LiveTable, "position", position)
