"""What the screens ask."""
