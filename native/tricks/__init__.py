"""Dragonmaster, the trick-taking game: rules, solvers and players in C, words and layout in Python.

The C files in layers, the lowest first; game.c is above them. A file may include its own layer and
those below.

    rules
    redeal
    layout order search bridge solve settled
    heuristic inference play
"""
