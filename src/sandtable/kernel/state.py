"""The state of a game: plain data that can be saved, forked, sent and compared."""

from __future__ import annotations

import copy
import functools
import hashlib
import types
import typing
from typing import TypeVar

import msgspec

from sandtable.kernel.errors import BrokenTitle
from sandtable.kernel.procedures import Procedure


class Result(msgspec.Struct, frozen=True):
    """How a game ended: the winner (none for a draw), the degree of victory, and the rule."""

    winner: str | None
    level: str
    rule: str


class GameState(msgspec.Struct, kw_only=True):
    """What every title's state begins with; a title adds a few dicts of frozen Structs."""

    scenario: str
    switches: tuple[str, ...] = ()
    """The optional rules in force."""
    seed: int = 0
    rolls: int = 0
    """How many rolls have been made."""
    stack: list[Procedure] = []
    branches: dict[str, list[Procedure]] = {}
    """While sides choose in secret at once: the stack of each."""
    branch_starts: dict[str, tuple[Procedure, ...]] = {}
    """Those stacks as they were when the secret choosing began, which everybody knows."""
    result: Result | None = None


S = TypeVar("S", bound=GameState)

_IMMUTABLE = (str, int, float, bool, bytes, types.NoneType)


@functools.cache
def container_fields(state_type: type[GameState]) -> tuple[str, ...]:
    """The fields that a fork must copy. Raises BrokenTitle if a field could be shared by accident."""
    names = []
    for name, hint in typing.get_type_hints(state_type).items():
        origin = typing.get_origin(hint)
        if name in GameState.__struct_fields__:
            if origin in (dict, list) and name != "branches":
                names.append(name)
            continue
        if origin in (dict, list):
            if not _is_immutable(typing.get_args(hint)[-1]):
                raise BrokenTitle(f"{state_type.__name__}.{name}: {hint} holds values that can change; freeze them")
            names.append(name)
        elif not _is_immutable(hint):
            raise BrokenTitle(
                f"{state_type.__name__}.{name}: {hint} is neither frozen nor a dict or list of frozen values"
            )
    return tuple(names)


def _is_immutable(hint: object) -> bool:
    origin = typing.get_origin(hint)
    if origin in (typing.Union, types.UnionType):
        return all(_is_immutable(arg) for arg in typing.get_args(hint))
    if origin is tuple:
        return all(arg is Ellipsis or _is_immutable(arg) for arg in typing.get_args(hint))
    if origin is typing.Literal:
        return True
    if isinstance(hint, type):
        if issubclass(hint, msgspec.Struct):
            return bool(hint.__struct_config__.frozen)
        return hint in _IMMUTABLE or issubclass(hint, tuple)
    return False


def fork(state: S) -> S:
    """A copy that evolves on its own; the frozen values inside are shared."""
    new = copy.copy(state)
    for name in container_fields(type(state)):
        setattr(new, name, getattr(new, name).copy())
    new.branches = {side: stack.copy() for side, stack in state.branches.items()} if state.branches else {}
    return new


class Snapshot(msgspec.Struct):
    """A state on its way to or from text; the stacks stand apart because only the title knows their frames."""

    state: msgspec.Raw
    stack: msgspec.Raw
    branches: msgspec.Raw
    branch_starts: msgspec.Raw


class Codec:
    """Writes and reads the states of one title."""

    def __init__(self, state_type: type[GameState], procedures: tuple[type[Procedure], ...]) -> None:
        self._plain = msgspec.json.Encoder()
        self._canonical = msgspec.json.Encoder(order="deterministic")
        frame = typing.Union[procedures]  # type: ignore[valid-type] # noqa: UP007
        self._state: msgspec.json.Decoder[GameState] = msgspec.json.Decoder(state_type)
        self._stack: msgspec.json.Decoder[list[Procedure]] = msgspec.json.Decoder(list[frame])
        self._branches: msgspec.json.Decoder[dict[str, list[Procedure]]] = msgspec.json.Decoder(dict[str, list[frame]])
        self._starts: msgspec.json.Decoder[dict[str, tuple[Procedure, ...]]] = msgspec.json.Decoder(
            dict[str, tuple[frame, ...]]
        )

    def encode(self, state: GameState) -> bytes:
        """The state as JSON that `decode` reads back, dicts in their own order."""
        bare = copy.copy(state)
        bare.stack, bare.branches, bare.branch_starts = [], {}, {}
        raw = [
            msgspec.Raw(self._plain.encode(part)) for part in (bare, state.stack, state.branches, state.branch_starts)
        ]
        return self._plain.encode(Snapshot(*raw))

    def decode(self, data: bytes | msgspec.Raw) -> GameState:
        """Raises msgspec.DecodeError where the data is not a state of this title."""
        snapshot = msgspec.json.decode(data, type=Snapshot)
        state = self._state.decode(snapshot.state)
        state.stack = self._stack.decode(snapshot.stack)
        state.branches = self._branches.decode(snapshot.branches)
        state.branch_starts = self._starts.decode(snapshot.branch_starts)
        return state

    def canonical(self, state: GameState) -> bytes:
        """Bytes that are equal exactly when two states are."""
        return self._canonical.encode(state)

    def hash(self, state: GameState) -> str:
        """A short fingerprint of the state."""
        return hashlib.blake2b(self.canonical(state), digest_size=16).hexdigest()
