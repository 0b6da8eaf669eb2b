"""Checks of saving, loading, replay and undo: nothing is lost, and nothing is got by going back."""

from __future__ import annotations

from sandtable.kernel import BrokenTitle, ReplayMismatch, Table, replay
from sandtable.kernel.derived import verify
from sandtable.testing.position import Position, Problems


def saves_open_as_they_were(position: Position) -> Problems:
    """A saved game opens with the same position and decisions, and saves to the same bytes."""
    table = position.table
    first, second = position.folder / "first.sandtable", position.folder / "second.sandtable"
    table.save(first)
    opened = Table.trusted(first, packs=table.title.packs)
    if opened.hash != table.hash or opened.decisions != table.decisions:
        yield "a saved game opens in another position"
    if opened.events != table.events:
        yield "a saved game opens with another log"
    if opened.orders != table.orders:
        yield "a saved game opens with other standing orders"
    opened.save(second)
    if first.read_bytes() != second.read_bytes():
        yield "a saved game that is opened and saved again differs"


def kept_values_hold(position: Position) -> Problems:
    """What the title derived from the state and keeps is what it would be if it were worked out from nothing."""
    try:
        verify(position.game)
    except BrokenTitle as error:
        yield str(error)


def replays_to_the_same_end(position: Position) -> Problems:
    """The journal alone leads to the same state."""
    path = position.folder / "whole.sandtable"
    position.table.save(path)
    try:
        *_, last = replay(path, packs=position.title.packs)
    except ReplayMismatch as error:
        yield f"the replay departs at {error}"
        return
    if last.events != position.table.events:
        yield "the replay says other things than the game did"
    if last.orders != position.table.orders:
        yield "the replay ends with other standing orders than the game did"


def undo_goes_back(position: Position, before: str, side: str) -> Problems:
    """The choice that a side just made can be taken back and made again; not if dice fell."""
    table = position.table
    if not table.can_undo(side, position.sides):
        return
    after, heard, entries = table.hash, list(table.events), list(table.entries)
    table.undo(side, position.sides)
    if table.hash != before:
        yield f"to take back {entries[-1].option} does not restore the state"
    table.redo()
    if (table.hash, table.events, table.entries) != (after, heard, entries):
        yield f"to make {entries[-1].option} again leads elsewhere"


def dice_bar_undo(position: Position, rolls_before: int) -> Problems:
    if position.game.state.rolls != rolls_before and position.table.can_undo():
        yield "a choice can be taken back although dice fell"


def winner_is_content(position: Position) -> Problems:
    """The end has a degree of victory, and the title's own judgement agrees with who won."""
    result = position.table.result
    if result is None or result.winner is None:
        return
    if result.winner not in position.sides:
        yield f"{result.winner!r} won, which is no side of the scenario"
        return
    state, content = position.game.state, position.game.content
    worth = {side: position.title.evaluate(state, content, side) for side in position.sides}
    if any(worth[side] >= worth[result.winner] for side in position.sides if side != result.winner):
        yield f"{result.winner} won, but evaluate sees another side ahead"
