"""What the program knows of the one who plays: session, calendar, statistics, achievements."""
