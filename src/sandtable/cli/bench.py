"""bench."""
def bench() -> None:
    """Bench."""
