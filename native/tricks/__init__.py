"""The room of Dragonmaster, the trick-taking game: its rules, solvers and players in C, its words in Python."""
