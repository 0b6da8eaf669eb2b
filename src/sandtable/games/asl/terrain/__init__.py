"""Terrain (B): what is in a hex, along its hexsides and between its floors, and what that does to men."""
