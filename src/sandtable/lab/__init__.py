"""Games played by the thousand: one game, batches on many processes, and what they add up to."""

from sandtable.lab.playing import GameRecord, Limits, PlayFailed, play_out, seed_for
from sandtable.lab.simulation import Simulation, Summary, simulate, summarise

__all__ = [
    "GameRecord",
    "Limits",
    "PlayFailed",
    "Simulation",
    "Summary",
    "play_out",
    "seed_for",
    "simulate",
    "summarise",
]
