"""What agents see: whole, within bounds, true to the position, blind to what is hidden."""

from __future__ import annotations

import copy
import hashlib
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import msgspec
import numpy as np
import pytest
import yaml

from lab.agents_table import TITLES, positions, tutorial
from sandtable.games.efs.state import Withdrawn
from sandtable.games.gts.fire.opportunity_fire import Timing
from sandtable.kernel import AnyTitle, Game, GameState, View, determinise
from sandtable.kernel import title as title_of
from sandtable.kernel.observed import Column, Figures
from sandtable.lab.agents import named
from sandtable.lab.agents.observations import Observation, Observations
from sandtable.mechanics.title import HexTitle
from sandtable.players import player

UNCHANGING = yaml.safe_load((Path(__file__).parent / "unchanging.yaml").read_text(encoding="utf8"))
"""The columns that no game here changes, by title: what random players do not come to."""


def observer(title: AnyTitle, scenario: str | None = None) -> Observations:
    return Observations(title, title.scenario(scenario).id)


def at(observations: Observations, seen: Observation, table: str, row: str, column: str) -> float:
    return float(seen[observations.cell(table, row, column)])


MOST = 4000
"""How many positions are looked at of a title, shared among its games."""


def games(title: AnyTitle) -> list[tuple[str, tuple[str, ...], str]]:
    """A game of every scenario between random players, with and without its optional rules, and two of better ones."""
    found = []
    for scenario, info in title.known_scenarios.items():
        found.append((scenario, (), "random"))
        found.append((scenario, tuple(sorted(switch.id for switch in info.switches)), "random"))
    scenarios = list(title.known_scenarios)
    return [*found, (scenarios[0], (), "greedy"), (scenarios[-1], (), "greedy")]


def played(
    title: AnyTitle, scenario: str, switches: tuple[str, ...], bot: str, seed: int, most: int
) -> Iterator[Game[Any, Any]]:
    """The positions of a game between bots, and its end if it comes to that."""
    game = title.new_game(scenario, switches, seed)
    seats = {side: player(bot, seed, title) for side in title.scenario(scenario).sides}
    for _ in range(most):
        yield game
        if not game.decisions:
            return
        decision = game.decisions[-1]
        game.choose(seats[decision.side].choose(View(game, decision.side), decision), decision.side)


def known(title: AnyTitle, view: View) -> bytes:
    """All that a side knows; that dice have fallen is nothing to it, only what came of them."""
    state = copy.copy(view.state)
    state.rolls = 0
    return title.codec.canonical(state)


@pytest.mark.long
@pytest.mark.parametrize("name", TITLES)
def test_different_views_are_seen_to_be_different_and_every_column_changes(name: str) -> None:
    title = title_of(name)
    alive: dict[str, bool] = {}
    listed = games(title)
    for seed, (scenario, switches, bot) in enumerate(listed, 1):
        observations = Observations(title, scenario, switches)
        views: dict[bytes, bytes] = {}
        low, high = np.full(observations.size, 2.0, np.float32), np.full(observations.size, -2.0, np.float32)
        for game in played(title, scenario, switches, bot, seed, MOST // len(listed)):
            for side in title.scenario(scenario).sides:
                view = View(game, side)
                seen = observations.look(game, side)
                np.minimum(low, seen, out=low)
                np.maximum(high, seen, out=high)
                mask = observations.actions.mask(view.decision)
                key = hashlib.blake2b(seen.tobytes() + mask.tobytes()).digest()
                now = known(title, view)
                before = views.setdefault(key, now)
                assert before == now, f"{scenario}: {differences(before, now)} look the same"
        assert low.min() >= -1.0
        assert high.max() <= 1.0
        for block in observations.blocks:
            changed = (low != high)[block.start : block.start + block.size].reshape(block.shape)
            by_column = changed.any(axis=0 if block.grid is None else (1, 2))
            for column, changes in zip(block.columns, by_column, strict=True):
                fact = f"{block.name}/{column.partition(':')[0]}"
                alive[fact] = alive.get(fact, False) or bool(changes)
    dead = sorted(fact for fact, changes in alive.items() if not changes)
    assert set(dead) <= set(UNCHANGING.get(name, ())), "these columns never change: declare what does"


def differences(one: bytes, other: bytes) -> str:
    was, now = msgspec.json.decode(one), msgspec.json.decode(other)
    return "; ".join(f"{name} {was[name]} and {now[name]}"[:400] for name in now if was.get(name) != now[name])


@pytest.mark.parametrize("name", TITLES)
def test_everything_that_a_state_holds_is_declared(name: str) -> None:
    title = title_of(name)
    observed = title.observed
    assert observed is not None
    own = [field for field in title.state_type.__struct_fields__ if field not in GameState.__struct_fields__]
    assert sorted(observed.named_fields()) == sorted(own)


@pytest.mark.parametrize("name", TITLES)
def test_every_fact_of_a_thing_is_declared(name: str) -> None:
    title = title_of(name)
    assert title.observed is not None
    hints = msgspec.inspect.type_info(title.state_type)
    assert isinstance(hints, msgspec.inspect.StructType)
    types = {field.name: field.type for field in hints.fields}
    tables = [*(table.fields for table in title.observed.things), title.observed.sides, title.observed.hexes]
    for field, columns in ((field, columns) for fields in tables for field, columns in fields.items()):
        of = types[field]
        value = of.value_type if isinstance(of, msgspec.inspect.DictType) else of
        if isinstance(value, msgspec.inspect.StructType):
            parts = {part for part in title.observed.facts if part.startswith(f"{field}.")}
            seen = {*map(read_from, columns), *(part.partition(".")[2] for part in parts)}
            lacking = {part.name for part in value.fields} - seen - UNSEEN.get(name, set())
            assert not lacking, f"{field}: {lacking}"


UNSEEN = {"efs": {"receiving"}}
"""What nothing writes yet."""


def read_from(column: Column) -> str:
    return column.by if isinstance(column, Figures) else column.of


@pytest.mark.parametrize("name", TITLES)
def test_what_is_hidden_changes_nothing(name: str) -> None:
    title = title_of(name)
    observations, rng = observer(title), random.Random(5)
    for number, game in enumerate(positions(title, 5, 160)):
        if number % 4 == 0:
            for side in title.scenario().sides:
                seen = observations.of(View(game, side))
                world = determinise(View(game, side), rng)
                assert np.array_equal(seen, observations.look(world, side))


@pytest.mark.parametrize("name", TITLES)
def test_a_glance_shows_what_a_view_does_and_alters_nothing(name: str) -> None:
    title = title_of(name)
    for scenario in title.known_scenarios:
        for number, game in enumerate(played(title, scenario, (), "random", 3, 60)):
            if number % 3 == 0:
                before = title.codec.canonical(game.state)
                for side in title.scenario(scenario).sides:
                    glance = View(game, side).glance()
                    assert title.codec.canonical(glance) == title.codec.canonical(View(game, side).state)
                assert title.codec.canonical(game.state) == before


@pytest.mark.parametrize("name", TITLES)
def test_what_is_kept_up_to_date_is_what_is_made_from_nothing(name: str) -> None:
    title = title_of(name)
    scenario = list(title.known_scenarios)[-1]
    kept = observer(title, scenario)
    for number, game in enumerate(played(title, scenario, (), "random", 8, 240)):
        if number % 40 == 0:
            for side in title.scenario(scenario).sides:
                fresh = observer(title, scenario).of(View(game, side))
                assert np.array_equal(fresh, kept.look(game, side))
        elif number % 3 == 0:
            kept.look(game, title.scenario(scenario).sides[number % 2])


@pytest.mark.parametrize("name", TITLES)
def test_a_row_shows_what_one_side_after_the_other_sees(name: str) -> None:
    title, rng = title_of(name), random.Random(6)
    observations, sides = observer(title), title.scenario().sides
    watcher, row = observer(title).observer(), np.zeros(observations.size, np.float32)
    for game in played(title, title.scenario().id, (), "random", 4, 300):
        if rng.random() < 0.3:
            watcher.look(game, rng.choice(sides))
        if rng.random() < 0.6:
            side = rng.choice(sides)
            watcher.write(game, side, row)
            assert np.array_equal(row, observations.look(game, side))


def test_a_row_shows_sides_that_see_thousands_of_numbers_differently() -> None:
    title, rng = title_of("rileys_road"), random.Random(6)
    observations, sides = observer(title, "initial"), title.scenario("initial").sides
    watcher, row = observations.observer(), np.zeros(observations.size, np.float32)
    unlike = 0
    for game in played(title, "initial", (), "random", 4, 400):
        side, rest = rng.sample(sides, 2)
        watcher.write(game, side, row)
        assert np.array_equal(row, observations.look(game, side))
        unlike = max(unlike, np.count_nonzero(row != observations.look(game, rest)))
    assert unlike > 4096


@pytest.mark.parametrize("name", TITLES)
def test_whoever_is_asked_sees_it(name: str) -> None:
    title = title_of(name)
    observations = observer(title)
    game = next(positions(title, 7, 1))
    decision = game.decisions[0]
    seen = observations.of(View(game, decision.side))
    assert at(observations, seen, "situation", "", "asked") == 1.0
    assert at(observations, seen, "situation", "", f"prompt: {decision.prompt}") == 1.0


def test_secret_choices_of_others_are_not_seen(toy: AnyTitle) -> None:
    observations = observer(toy, "short")
    game = toy.new_game("short")
    before = observations.of(View(game, "blue"))
    game.choose("do:meek", "red")
    assert np.array_equal(before, observations.of(View(game, "blue")))


def moved(title: AnyTitle) -> Game[Any, Any]:
    """The tutorial with both orders given and blue about to say where its scouts go."""
    game = title.new_game("bridge", seed=1)
    for option_id, side in (("order:march", "blue"), ("order:hold", "red"), ("unit:b6", "blue")):
        game.choose(option_id, side)
    return game


def test_counters_are_told_apart_by_whose_they_are_and_by_what_is_asked() -> None:
    title = tutorial()
    observations, game = observer(title, "bridge"), moved(title)
    own, other = observations.of(View(game, "blue")), observations.of(View(game, "red"))
    assert at(observations, own, "units", "b6", "side whose") == 1.0
    assert at(observations, other, "units", "b6", "side whose") == -1.0
    assert at(observations, own, "units", "b6", "asked about") == 1.0
    assert at(observations, own, "units", "b6", "in procedure") == 1.0
    assert at(observations, own, "units", "b5", "asked about") == 0.0
    assert at(observations, own, "hexes", "0406", "own units counters") > 0.0
    assert at(observations, other, "hexes", "0406", "other units counters") > 0.0
    assert at(observations, own, "hexes", "0405", "offered") == 1.0
    assert at(observations, own, "hexes", "1210", "offered") == 0.0


def test_face_down_counters_show_no_figures_to_the_enemy() -> None:
    title = tutorial()
    observations, game = observer(title, "bridge"), moved(title)
    own, enemy = observations.of(View(game, "red")), observations.of(View(game, "blue"))
    hidden = [f"r{n}" for n in range(1, 7)]
    assert any(at(observations, own, "units", unit, "attack") > 0.0 for unit in hidden)
    assert all(at(observations, enemy, "units", unit, "attack") == 0.0 for unit in hidden)
    assert all(at(observations, enemy, "units", unit, "kind: unknown") == 1.0 for unit in hidden)


@pytest.mark.parametrize("became", get_args(Withdrawn))
def test_whatever_becomes_of_a_withdrawal_is_seen(became: Withdrawn) -> None:
    title = title_of("efs")
    observations, game = observer(title, "perekop"), title.new_game("perekop", seed=1)
    unit = next(iter(game.content.card.withdrawals))
    game.state.withdrawals[unit] = became
    seen = observations.of(View(game, game.decisions[-1].side))
    assert at(observations, seen, "units", unit, f"withdrawals: {became}") == 1.0


def test_orders_in_force_stand_by_their_names() -> None:
    title = tutorial()
    observations = observer(title, "bridge")
    for order in ("march", "assault", "hold"):
        game = title.new_game("bridge", seed=1)
        game.choose(f"order:{order}", "blue")
        game.choose("order:hold", "red")
        seen = observations.of(View(game, "red"))
        assert at(observations, seen, "sides", "other 1", f"orders: {order}") == 1.0
        assert at(observations, seen, "sides", "own", "orders: hold") == 1.0


def test_dispatch_points_columns_and_cohesion_hits_are_seen() -> None:
    title = title_of("gts")
    observations = observer(title, "krafft")
    game = title.new_game("krafft", seed=1)
    side = game.decisions[0].side
    unit_id, unit = next((key, unit) for key, unit in game.state.units.items() if unit.at)
    before = observations.of(View(game, side))
    game.state.units[unit_id] = msgspec.structs.replace(unit, column=not unit.column)
    column = observations.of(View(game, side))
    game.state.units[unit_id] = msgspec.structs.replace(unit, hits=unit.hits + 1)
    hits = observations.of(View(game, side))
    game.state.units[unit_id] = unit
    name, points = next(iter(game.state.divisions.items()))
    game.state.divisions[name] = msgspec.structs.replace(points, dispatch=points.dispatch + 7)
    rich = observations.of(View(game, side))
    assert len({each.tobytes() for each in (before, column, hits, rich)}) == 4
    assert at(observations, rich, "divisions", name, "dispatch") > at(
        observations, before, "divisions", name, "dispatch"
    )


def test_a_title_that_declares_nothing_is_seen_fact_by_fact(toy: AnyTitle) -> None:
    assert not isinstance(toy, HexTitle)
    assert toy.observed is None
    observations = observer(toy, "short")
    assert [block.name for block in observations.blocks] == ["situation", "units", "procedures", "facts"]
    game = toy.new_game("short")
    seen = set()
    for option_id, side in (("do:meek", "red"), ("do:meek", "blue"), ("unit:red-1", "red"), ("space:2", "red")):
        game.choose(option_id, side)
        seen.add(observations.of(View(game, "red")).tobytes())
    assert len(seen) == 4


def test_tables_are_windows_on_the_observation_and_planes_have_the_shape_of_the_map() -> None:
    title = tutorial()
    observations = observer(title, "bridge")
    seen = observations.of(View(title.new_game("bridge"), "blue"))
    tables = observations.tables(seen)
    assert sum(table.size for table in tables.values()) == observations.size
    constants = observations.constants
    assert tables["hexes"].shape[1:] == constants["terrain"].shape[1:] == constants["elevation"].shape
    row, column = constants["cells"][title.board(title.content("bridge")).index["0406"]]
    plane = next(block for block in observations.blocks if block.name == "hexes").columns.index("control whose")
    tables["hexes"][plane, row, column] = 0.5
    assert at(observations, seen, "hexes", "0406", "control whose") == 0.5


def test_terrain_and_adjacency_are_given_once() -> None:
    title = tutorial()
    board = title.board(title.content("bridge"))
    constants = observer(title, "bridge").constants
    assert constants["adjacency"].tolist()[7] == [board.neighbour(7, way) for way in range(6)]
    assert constants["terrain"].sum() == board.size


@pytest.mark.parametrize("name", TITLES)
def test_the_names_are_those_of_the_page(name: str) -> None:
    """Names that change make another version: raise it in the title's `observed`, and make the page again."""
    page = Path(__file__).parents[2] / "docs" / "observed" / f"{name}.md"
    assert page.read_text(encoding="utf8") == named.page(title_of(name))


def test_entries_that_come_and_go_and_grow_and_shrink_leave_nothing_behind() -> None:
    title, rng = title_of("rileys_road"), random.Random(3)
    kept, fresh = observer(title), observer(title)
    game = title.new_game(title.scenario().id, seed=1)
    side = game.decisions[0].side
    places = ["U17", "U16", "T17", "T16"]
    for _ in range(60):
        trails = {place: tuple(rng.sample(places, rng.randrange(4))) for place in rng.sample(places, rng.randrange(5))}
        game.state.trails = trails if rng.random() < 0.5 else {**game.state.trails, **trails}
        if game.state.trails and rng.random() < 0.5:
            del game.state.trails[rng.choice(list(game.state.trails))]
        assert np.array_equal(fresh.of(View(game, side)), kept.look(game, side))
        fresh = observer(title)


def test_every_kind_of_value_is_taken_apart() -> None:
    """A question of when to fire, which is a word of its own type in a procedure."""
    title = title_of("gts")
    observations, asked = observer(title, "krafft"), set()
    frame = next(each for each in title.procedures if each.__name__ == "OpportunityFire")
    game = title.new_game("krafft", seed=1)
    units = tuple(game.state.units)[:2]
    for timing in (None, *Timing):
        game.state.stack.append(frame(units=units, trigger="leave-hex", timing=timing))  # type: ignore[call-arg]
        asked.add(observations.of(View(game, game.decisions[0].side)).tobytes())
        game.state.stack.pop()
    assert len(asked) == 3
