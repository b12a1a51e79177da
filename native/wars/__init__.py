"""The room of Dragon Wars: its rules, solvers and players in C, its words in Python."""
