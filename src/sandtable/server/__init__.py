"""The web server: seats, live play, storage."""
