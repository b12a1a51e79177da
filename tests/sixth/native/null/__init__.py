"""The null game's room."""
