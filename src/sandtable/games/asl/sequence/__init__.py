"""The Game Turn and its phases (A3)."""
