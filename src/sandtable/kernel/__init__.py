"""State, procedures, decisions, dice, events, journal, undo, odds, views and citations. Knows no map and no unit."""

from sandtable.kernel.actions import Action, Menu
from sandtable.kernel.decisions import Choice, Decision, Line, Option, Preview, Refusal
from sandtable.kernel.derived import Filled, Following, derived, entry_of, index, of_content, remembered
from sandtable.kernel.errors import (
    BrokenTitle,
    GameOver,
    IllegalChoice,
    NeedsLeave,
    NothingToUndo,
    ReplayMismatch,
    SandtableError,
    SaveError,
    UnknownScenario,
    UnknownTitle,
)
from sandtable.kernel.events import Began, Drew, Ended, Event, Obeyed, Resolved, Rolled
from sandtable.kernel.game import Game
from sandtable.kernel.generating import CannotGenerate, Dial, Order
from sandtable.kernel.handles import Change, Handle
from sandtable.kernel.odds import Odds, Outcome
from sandtable.kernel.procedures import Phase, Procedure
from sandtable.kernel.rules import rule
from sandtable.kernel.standing import BadOrder, Formality, StandingOrder
from sandtable.kernel.state import GameState, Result
from sandtable.kernel.table import Table, replay
from sandtable.kernel.text import LANGUAGES, Texts
from sandtable.kernel.title import AnyTitle, ScenarioInfo, Switch, Title, title, titles, unusable_titles
from sandtable.kernel.views import PUBLIC, View, determinise

__all__ = [
    "LANGUAGES", "PUBLIC", "Action", "AnyTitle", "BadOrder", "Began", "BrokenTitle", "CannotGenerate", "Change",
    "Choice", "Decision", "Dial", "Drew", "Ended", "Event", "Filled", "Following", "Formality", "Game", "GameOver",
    "GameState", "Handle", "IllegalChoice", "Line", "Menu", "NeedsLeave", "NothingToUndo", "Obeyed", "Odds", "Option",
    "Order", "Outcome", "Phase", "Preview", "Procedure", "Refusal", "ReplayMismatch", "Resolved", "Result", "Rolled",
    "SandtableError", "SaveError", "ScenarioInfo", "StandingOrder", "Switch", "Table", "Texts", "Title",
    "UnknownScenario", "UnknownTitle", "View", "derived", "determinise", "entry_of", "index", "of_content",
    "remembered", "replay", "rule", "title", "titles", "unusable_titles",
]  # fmt: skip
