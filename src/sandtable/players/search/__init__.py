"""The player that looks ahead by playing on: a tree search over worlds that fit what its side may know."""

from sandtable.players.search.budget import Budget
from sandtable.players.search.player import Intent, SearchPlayer
from sandtable.players.search.thoughts import Candidate, Thoughts

__all__ = ["Budget", "Candidate", "Intent", "SearchPlayer", "Thoughts"]
