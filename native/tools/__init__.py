"""Commands, arena and benchmarks: everything that is run from a terminal."""
