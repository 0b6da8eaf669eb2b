"""A20.5: prisoners and those who guard them: room for more, handing them on, leaving them, losing the Guard."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from sandtable.games.asl.concealment.revealing import reveal_unit
from sandtable.games.asl.events.morale import HandedOn, PrisonerFreed
from sandtable.games.asl.tables.morale import Prisoners
from sandtable.games.asl.units import Game, change, is_good_order, is_known, on_map, unit_size, units_at
from sandtable.kernel import derived, rule


def prisoners_of(game: Game, guard_id: str) -> list[str]:
    """The prisoners whom a unit guards, in order."""
    return list(_guarded(game).get(guard_id, ()))


@derived("units")
def _guarded(game: Game) -> Mapping[str, Sequence[str]]:
    """The prisoners of each who guards any, in order."""
    found: dict[str, list[str]] = {}
    for name, guard in sorted([(name, man.guard) for name, man in game.state.units.items() if man.guard]):
        found.setdefault(guard, []).append(name)
    return found


@rule("A20.5")
def with_prisoners(game: Game, unit_ids: Iterable[str]) -> tuple[str, ...]:
    """Units and the prisoners who go with them: what strikes the ones strikes the others."""
    names = tuple(unit_ids)
    guarded = _guarded(game)
    return (*names, *sorted({name for guard in names for name in guarded.get(guard, ())})) if guarded else names


@rule("A20.5")
def guard_room(game: Game, guard_id: str) -> int:
    """How much more, in US#, a Guard can hold."""
    units, content = game.state.units, game.content
    held = sum(unit_size(content, units[name]) for name in prisoners_of(game, guard_id))
    return content.table("prisoners", Prisoners).capacity * unit_size(content, units[guard_id]) - held


@rule("A20.5")
def other_guards(game: Game, prisoner_id: str) -> list[str]:
    """Who could guard a prisoner in the place of his Guard: Good Order men of that side in his Location, with room."""
    units = game.state.units
    prisoner = units[prisoner_id]
    side = units[prisoner.guard].side
    return [
        name
        for name in units_at(game, prisoner.at)
        if units[name].side == side and name != prisoner.guard and on_map(units[name])
        if is_good_order(game, units[name]) and not units[name].hidden
        if guard_room(game, name) >= unit_size(game.content, prisoner)
    ]


def known_guards(game: Game, prisoner_id: str) -> list[str]:
    """Those of them who take him over unasked: nobody gives himself away for that."""
    return [name for name in other_guards(game, prisoner_id) if is_known(game.state.units[name])]


@rule("A20.5")
def hand_on(game: Game, prisoner_id: str, guard_id: str) -> None:
    """A prisoner goes to another Guard, who is known by that, and shares his Pin from now on."""
    reveal_unit(game, guard_id, "A20.5")
    change(game, prisoner_id, guard=guard_id, pinned=game.state.units[guard_id].pinned)
    game.say(HandedOn(rule="A20.5", unit=prisoner_id, guard=guard_id))


@rule("A20.5", "A7.8")
def unpin(game: Game, unit_id: str) -> None:
    """A unit is pinned no longer, nor are its prisoners."""
    for name in (unit_id, *prisoners_of(game, unit_id)):
        if game.state.units[name].pinned:
            change(game, name, pinned=False)


@rule("A20.5")
def let_go(game: Game, prisoner_id: str) -> None:
    """A prisoner is left behind: he is free, and without arms."""
    unit = change(game, prisoner_id, guard="", unarmed=True, pinned=False, moved=False, fire="", spent=())
    game.say(PrisonerFreed(rule="A20.5", unit=prisoner_id, at=unit.at))


@rule("A20.5")
def lose_guard(game: Game, guard_id: str) -> list[str]:
    """A Guard is gone: others of his side in the Location take his prisoners over; those whom nobody takes are free."""
    freed = []
    for name in prisoners_of(game, guard_id):
        able = known_guards(game, name)
        if able:
            hand_on(game, name, max(able, key=lambda each: guard_room(game, each)))
        else:
            let_go(game, name)
            freed.append(name)
    return freed


@rule("A20.5")
def shed(game: Game, guard_id: str) -> None:
    """A Guard who has become too small for his prisoners keeps as many as he can; others take the rest, or nobody."""
    while guard_room(game, guard_id) < 0:
        last = prisoners_of(game, guard_id)[-1]
        able = known_guards(game, last)
        if able:
            hand_on(game, last, max(able, key=lambda each: guard_room(game, each)))
        else:
            let_go(game, last)
