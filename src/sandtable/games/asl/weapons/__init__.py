"""Support weapons (A4.4, A9.7, A21-A24): who has them, what becomes of them, smoke grenades and demolition charges."""
