"""What the program knows about its user: session, calendar, statistics, achievements."""
