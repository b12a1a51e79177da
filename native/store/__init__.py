"""What is kept: people, settings, matches, history."""
