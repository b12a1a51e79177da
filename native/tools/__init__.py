"""Commands, arena and benches: what is run from a terminal."""
