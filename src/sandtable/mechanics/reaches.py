"""Zones of control that reach as far as the ground lets them: an index of the units of a state.

```python
reaches_of_units = index(lambda game: Reaches(exerting, around, ("at", "steps"), SIDES), "units", "weather")
reaches_of_units(game).zone("red")
```
"""

from __future__ import annotations

from sandtable.mechanics._reaches import Reaches

__all__ = ["Reaches"]
