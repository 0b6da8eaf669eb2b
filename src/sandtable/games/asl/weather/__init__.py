"""E3: the weather: wind, rain, mist and dusk."""
