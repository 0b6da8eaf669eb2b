"""Chapters 10 and 11: the Movement Phase and the Motorized Movement Phase."""

from __future__ import annotations

from sandtable.games.efs.unwritten import UnwrittenOfSide


class MovementPhase(UnwrittenOfSide, frozen=True):
    """B.1 and C.5: a side moves its units and supply units (10.11), with whatever special movement the phase allows.

    The Axis first detaches regiments (23.22) and places Bridge and Ferry markers (22.23c, 22.32a); at the end regiments
    recombine (23.32). To be written.
    """


class MotorizedMovementPhase(UnwrittenOfSide, frozen=True):
    """B.5 and C.1: a side moves its motorized units and cavalry (10.12); the Soviets also what their HQs activate
    (10.13), and they place their Bridge markers (22.23c). To be written.
    """
