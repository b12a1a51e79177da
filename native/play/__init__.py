"""A match as it is played, taught and judged; nothing here draws."""
