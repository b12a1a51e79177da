"""What is kept on disc: settings, saves, people, history, and the index of it."""
