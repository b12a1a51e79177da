"""The room of Dragonheart: its rules, solvers and players in C, its words in Python."""
