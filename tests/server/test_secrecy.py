"""What a client is sent over a whole game holds nothing that its side may not know."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from sandtable.kernel import PUBLIC, Table
from sandtable.kernel.views import masked
from server.harness import Client, Server, play_through


def cards_of(state: Any, game: Any) -> dict[str, Any]:
    """The counters as the state shows them, by place and name."""
    return {card.id: card for card in game.title.scene(state, game.content, "en").counters}


def check_positions(client: Client, side: str, table: Table) -> None:
    """A position shows the open counters of the masked state, and of hidden ones nothing but side and place."""
    shown = {}
    for text in client.received:
        message = json.loads(text)
        if message["type"] == "position":
            shown[message["number"]] = message["picture"]["cards"]
    backs = [card for cards in shown.values() for card in cards if "hidden" in card["states"]]
    assert all(card["id"].startswith(f"hidden-{card['at']}-") and not card["name"] for card in backs)
    known = cards_of(masked(table.game, side), table.game)
    open_ones = [card for card in shown[max(shown)] if "hidden" not in card["states"]]
    assert {card["id"] for card in open_ones} == {
        unit_id for unit_id, card in known.items() if "hidden" not in card.states
    }


def secrets_kept_from(side: str, table: Table) -> list[str]:
    """Sentences of events that a side never heard."""
    texts = table.title.texts("en")
    hidden = [texts.event(event) for event in table.events if not event.visible_to(side)]
    heard = {texts.event(event) for event in table.events if event.visible_to(side)}
    return [sentence for sentence in hidden if sentence not in heard]


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_no_message_tells_what_is_hidden(shared: Server, seed: int) -> None:
    rng = random.Random(seed)
    keys = shared.new_table()
    table = keys["table"]
    blue, red = (shared.sit(table, keys["tokens"][side]) for side in ("blue", "red"))
    watcher = shared.sit(table, keys["spectator"])
    twin = Table.new("primer", "bridge", seed=0)
    choices = play_through({"blue": blue, "red": red}, rng, most=40)
    for client, side in ((blue, "blue"), (red, "red"), (watcher, "")):
        client.hear_all()
        if side:
            for kind in ("explain", "preview"):
                for unit_id in twin.state.units:
                    client.ask(kind, option=f"unit:{unit_id}", side=side)
            client.ask("replay", number=choices // 2, side=side)
            client.act("choose", option="unit:r1", number=0)
    saved = shared.http.get(
        f"/api/tables/{table}/save", headers={"Authorization": f"Bearer {' '.join(keys['tokens'].values())}"}
    )
    whole = _opened(saved.content)
    for client, side in ((blue, "blue"), (red, "red"), (watcher, PUBLIC)):
        everything = "\n".join(client.received)
        assert str(whole.header.seed) not in everything
        for other in keys["tokens"].values():
            assert other not in everything
        for secret in secrets_kept_from(side, whole):
            assert secret not in everything
        check_positions(client, side, whole)
        client.socket.close()
    assert secrets_kept_from("blue", whole)


def _opened(data: bytes) -> Table:
    from sandtable.server.parlour import _opened as opened

    return opened(data)
