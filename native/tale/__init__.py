"""The room of Fairy Tale: its rules, solvers and players in C, its words in Python."""
