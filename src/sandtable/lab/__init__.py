"""Games played by the thousand: one game, grids of them on many machines, and what they add up to."""

from sandtable.lab.plan import Plan, PlanError, PlanFile, make_plan, read_plan
from sandtable.lab.playing import GameRecord, Limits, PlayFailed, play_out, seed_for
from sandtable.lab.simulation import Simulation, Summary, run, save_failures, simulate, summarise

__all__ = [
    "GameRecord",
    "Limits",
    "Plan",
    "PlanError",
    "PlanFile",
    "PlayFailed",
    "Simulation",
    "Summary",
    "make_plan",
    "play_out",
    "read_plan",
    "run",
    "save_failures",
    "seed_for",
    "simulate",
    "summarise",
]
