"""The conformance suite: what must hold of every title, checked by playing it at random."""

from sandtable.testing.fuzzing import check_data, conform, fuzz
from sandtable.testing.reports import Failure, FuzzReport, Report
from sandtable.testing.walking import check_game

__all__ = ["Failure", "FuzzReport", "Report", "check_data", "check_game", "conform", "fuzz"]
