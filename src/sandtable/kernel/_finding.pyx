# cython: boundscheck=False, wraparound=False, auto_pickle=False
"""Finding an option among many, compiled; the stubs in `_finding.pyi` carry the documentation."""


def find(tuple options not None, str option_id not None):
    for option in options:
        if option.id is option_id:
            return option
    for option in options:
        if option.id == option_id:
            return option
    return None
