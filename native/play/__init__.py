"""A match as it is played, taught and reviewed; nothing here draws."""
