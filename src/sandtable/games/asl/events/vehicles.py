"""What happens to Guns and vehicles."""

from __future__ import annotations

from sandtable.kernel import Event


class Drove(Event, frozen=True, kw_only=True):
    """A vehicle entered a hex."""

    vehicle: str
    to: str
    reverse: bool = False


class Bypassed(Event, frozen=True, kw_only=True):
    """A vehicle went along a hexside of an obstacle."""

    vehicle: str
    to: str
    side: str
    """The hexside, its own hex first."""


class Turned(Event, frozen=True, kw_only=True):
    """A vehicle turned its hull."""

    vehicle: str
    spine: int


class TurretTurned(Event, frozen=True, kw_only=True):
    """A vehicle turned its turret."""

    vehicle: str
    spine: int


class GunTurned(Event, frozen=True, kw_only=True):
    """A Gun was turned."""

    weapon: str
    spine: int


class VehicleRevealed(Event, frozen=True, kw_only=True):
    """A vehicle that was concealed is known."""

    vehicle: str
    at: str


class VehicleHid(Event, frozen=True, kw_only=True):
    """A vehicle is concealed."""

    vehicle: str


class Started(Event, frozen=True, kw_only=True):
    """A vehicle started."""

    vehicle: str


class Halted(Event, frozen=True, kw_only=True):
    """A vehicle stopped."""

    vehicle: str


class GyrostabilizerWorks(Event, frozen=True, kw_only=True):
    """A vehicle has a gyrostabilizer that works."""

    vehicle: str


class GyrostabilizerFails(Event, frozen=True, kw_only=True):
    """A vehicle has a gyrostabilizer that does not work."""

    vehicle: str


class InMotion(Event, frozen=True, kw_only=True):
    """A vehicle is in Motion."""

    vehicle: str


class NotInMotion(Event, frozen=True, kw_only=True):
    """A vehicle tried to go into Motion and failed."""

    vehicle: str


class Hatched(Event, frozen=True, kw_only=True):
    """The crew of a vehicle came up, or went down."""

    vehicle: str
    exposed: bool


class Wrecked(Event, frozen=True, kw_only=True):
    """A vehicle was eliminated."""

    vehicle: str
    at: str
    burning: bool = False


class Immobilized(Event, frozen=True, kw_only=True):
    """A vehicle cannot move any more."""

    vehicle: str


class Shocked(Event, frozen=True, kw_only=True):
    """The crew of a vehicle is in Shock, or nobody knows whether it lives."""

    vehicle: str
    state: str


class CrewRecovered(Event, frozen=True, kw_only=True):
    """The crew of a vehicle is itself again."""

    vehicle: str


class Stunned(Event, frozen=True, kw_only=True):
    """The crew of a vehicle is Stunned."""

    vehicle: str


class Recalled(Event, frozen=True, kw_only=True):
    """A vehicle is Recalled."""

    vehicle: str


class Abandoned(Event, frozen=True, kw_only=True):
    """The crew left its vehicle."""

    vehicle: str
    at: str


class CrewEscaped(Event, frozen=True, kw_only=True):
    """Men came out of a vehicle that was lost."""

    vehicle: str
    unit: str


class Bogged(Event, frozen=True, kw_only=True):
    """A vehicle is bogged, or mired."""

    vehicle: str
    state: str


class Freed(Event, frozen=True, kw_only=True):
    """A vehicle is free again."""

    vehicle: str


class SpedUp(Event, frozen=True, kw_only=True):
    """A vehicle drives faster than it should."""

    vehicle: str
    mp: int


class Depleted(Event, frozen=True, kw_only=True):
    """A special ammunition has run out, or there was none."""

    firer: str
    ammunition: str
    fired: bool
    """Whether the last of it was fired."""

    def outcome(self) -> str | None:
        return None if self.fired else "th.depleted"


class Acquired(Event, frozen=True, kw_only=True):
    """A weapon has acquired a target."""

    firer: str
    target: str
    drm: int


class NearMiss(Event, frozen=True, kw_only=True):
    """A rocket that hits nobody strikes the building at which it was aimed."""

    vehicle: str
    at: str


class GunBroke(Event, frozen=True, kw_only=True):
    """A weapon of a vehicle malfunctioned."""

    vehicle: str
    arm: str


class GunLost(Event, frozen=True, kw_only=True):
    """A weapon of a vehicle is disabled for good."""

    vehicle: str
    arm: str


class GunMended(Event, frozen=True, kw_only=True):
    """A weapon of a vehicle works again."""

    vehicle: str
    arm: str


class ShellSmoke(Event, frozen=True, kw_only=True):
    """SMOKE was fired into a hex."""

    at: str
    value: int
    wp: bool = False


class FoundPanzerfaust(Event, frozen=True, kw_only=True):
    """A unit looked for a Panzerfaust."""

    unit: str
    found: bool


class FoundMine(Event, frozen=True, kw_only=True):
    """A unit looked for a magnetic mine."""

    unit: str
    found: bool


class DeviceUsed(Event, frozen=True, kw_only=True):
    """A vehicle tried its smoke device."""

    vehicle: str
    worked: bool


class Loaded(Event, frozen=True, kw_only=True):
    """Men got onto or into a vehicle."""

    vehicle: str
    unit: str


class Unloaded(Event, frozen=True, kw_only=True):
    """Men got off a vehicle."""

    vehicle: str
    unit: str


class Manned(Event, frozen=True, kw_only=True):
    """Men took over a vehicle."""

    vehicle: str
    unit: str


class Seized(Event, frozen=True, kw_only=True):
    """A vehicle without a crew fell to the enemy."""

    vehicle: str
    side: str


class Scrounged(Event, frozen=True, kw_only=True):
    """A unit took a machine gun out of a vehicle."""

    unit: str
    weapon: str


class DroveOff(Event, frozen=True, kw_only=True):
    """A vehicle left the map."""

    vehicle: str


VEHICLE_EVENTS = (
    Drove, Turned, TurretTurned, GunTurned, Started, Halted, InMotion, NotInMotion, Hatched, Wrecked, Immobilized,
    Shocked, CrewRecovered, Stunned, Recalled, Abandoned, CrewEscaped, Bogged, Freed, SpedUp, Depleted, Acquired,
    GunBroke, GunLost, GunMended, ShellSmoke, FoundPanzerfaust, FoundMine, DeviceUsed, Loaded, Unloaded, DroveOff,
    Manned, Seized, Scrounged, GyrostabilizerWorks, GyrostabilizerFails, Bypassed, NearMiss,
    VehicleRevealed, VehicleHid,
)  # fmt: skip
