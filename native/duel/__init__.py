"""The room of Dragon Master, the grid duel: its rules, solvers and players in C, its words in Python."""
