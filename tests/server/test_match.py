"""A match and its journal: what is stored brings back the same game."""

from __future__ import annotations

import itertools
import random
from pathlib import Path

import pytest
from sqlalchemy.exc import IntegrityError

from sandtable.kernel import NothingToUndo, Table
from sandtable.server import loading
from sandtable.server.match import SEGMENT, Match, fresh
from sandtable.server.storage import Storage, StorageError, records
from sandtable.server.storage.records import Act, GameRecord, Seat, Segment, Verb


def played(match: Match, choices: int, rng: random.Random) -> tuple[list[Act], list[Segment]]:
    """Random choices with an undo or a redo now and then, as acts and segments."""
    acts, segments = [], []
    while len(acts) < choices and match.table.decision is not None:
        sides = [decision.side for decision in match.table.decisions]
        side = rng.choice(sides)
        key = f"key-{match.seq}"
        if rng.random() < 0.2 and match.can_undo(side):
            acts.append(match.act("undo", side, "", key))
        elif rng.random() < 0.3 and match.can_redo(side):
            acts.append(match.act("redo", side, "", key))
        else:
            decision = match.decision(side)
            assert decision is not None
            acts.append(match.act("choose", side, rng.choice(decision.ids), key))
        segment = match.segment()
        if segment is not None:
            segments.append(segment)
    return acts, segments


def of_a_plea(match: Match, rng: random.Random) -> tuple[Verb, str, str] | None:
    """Something that can be asked for, or answered to that, now and then."""
    if rng.random() < 0.2:
        return None
    if match.plea is not None and not match.plea.declined:
        return rng.choice((("grant", match.plea.asked[0], ""), ("decline", rng.choice(match.info.sides), "")))
    asking = next((side for side in match.info.sides if match.can_plead(side, ())), None)
    return None if asking is None else ("plead", asking, ",".join(match.to_be_asked(asking, ())))


def record(match: Match) -> GameRecord:
    return GameRecord(
        id="game", name="", header=match.header, salt="", created="", updated="", summary=match.summary(),
        floors=match.floors,
    )  # fmt: skip


@pytest.mark.parametrize("seed", range(6))
async def test_the_journal_brings_back_the_same_game(seed: int, tmp_path: Path) -> None:
    match = Match(Table.new("primer", "meeting", seed=seed))
    acts, segments = played(match, 150, random.Random(seed))
    assert {"choose", "undo", "redo"} == {act.act for act in acts}
    assert segments
    storage = Storage(f"sqlite:///{tmp_path}/games.sqlite3")
    await storage.write(lambda c: records.add_game(c, record(match), [Seat(side="", mode="spectator")], acts, ()))
    from_the_start = await loading.stored(storage, "game")
    for segment in segments:
        await storage.write(lambda c, s=segment: records.add_segment(c, "game", s))  # type: ignore[misc]
    from_a_position = await loading.stored(storage, "game")
    storage.close()
    for stored in (from_the_start, from_a_position):
        assert stored is not None
        again = await loading.restored(stored)
        assert again.table.hash == match.table.hash
        assert again.table.entries == match.table.entries
        assert again.table.events == match.table.events
        for side in ("blue", "red", ""):
            assert again.number(side) == match.number(side)
            assert again.latest(side) == match.latest(side)
            assert again.can_undo(side) == match.can_undo(side)
            assert again.can_redo(side) == match.can_redo(side)
            assert again.logs[side].lines == match.logs[side].lines


async def test_the_journal_knows_who_was_let_take_something_back(tmp_path: Path) -> None:
    match, rng = Match(Table.new("primer", "meeting", seed=1)), random.Random(2)
    acts: list[Act] = []
    while {"plead", "grant", "decline"} - {act.act for act in acts}:
        assert match.table.result is None, "nobody asked for anything"
        about = of_a_plea(match, rng)
        acts += [match.act(*about, f"plea-{match.seq}")] if about is not None else played(match, 1, rng)[0]
    storage = Storage(f"sqlite:///{tmp_path}/games.sqlite3")
    await storage.write(lambda c: records.add_game(c, record(match), [Seat(side="", mode="spectator")], acts, ()))
    stored = await loading.stored(storage, "game")
    storage.close()
    assert stored is not None
    again = await loading.restored(stored)
    assert (again.table.hash, again.table.entries) == (match.table.hash, match.table.entries)
    assert (again.plea, again.latest("blue")) == (match.plea, match.latest("blue"))


def test_positions_are_stored_now_and_then_and_at_the_end() -> None:
    match = Match(Table.new("primer", "meeting", seed=1))
    _, segments = played(match, 10_000, random.Random(1))
    numbers = [segment.number for segment in segments]
    assert numbers[-1] == len(match.table.entries)
    assert all(later - earlier >= SEGMENT for earlier, later in itertools.pairwise(numbers[:-1]))


def test_what_lies_before_a_secret_choice_cannot_be_taken_back_meanwhile() -> None:
    match = Match(fresh(Table.new("primer", "bridge", seed=1).header))
    assert match.secret_since == 0
    match.act("choose", "red", "order:hold", "a")
    assert (match.number("red"), match.number("blue"), match.number("")) == (1, 0, 0)
    assert match.can_undo("red")
    assert not match.can_undo("blue")
    with pytest.raises(NothingToUndo):
        match.act("undo", "blue", "", "b")


async def test_a_key_or_a_place_in_the_journal_is_used_once(tmp_path: Path) -> None:
    match = Match(Table.new("primer", "meeting", seed=1))
    acts, _ = played(match, 3, random.Random(1))
    storage = Storage(f"sqlite:///{tmp_path}/games.sqlite3")
    await storage.write(lambda c: records.add_game(c, record(match), [Seat(side="", mode="spectator")], acts, ()))
    for twice in (acts[0], acts[1]):
        with pytest.raises(IntegrityError):
            await storage.write(
                lambda c, act=twice: records.add_act(c, "game", act, match.summary(), {}, None, None)  # type: ignore[misc]
            )
    storage.close()


@pytest.mark.parametrize(
    "address", ["nonsense", "mysql://host/name", "sqlite://", "sqlite:////proc/nowhere/x.sqlite3",
                "postgresql://nobody@127.0.0.1:1/none"]
)  # fmt: skip
def test_a_database_that_cannot_be_opened_is_named_with_the_cure(address: str) -> None:
    with pytest.raises(StorageError, match=r"sqlite:////path|--database|another folder"):
        Storage(address)
