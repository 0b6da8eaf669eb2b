"""Chapter 22: engineers, bridges, ferries, flotillas."""
