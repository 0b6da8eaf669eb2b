"""Chapter 9: where and how units enter the map, are called out, and join."""
