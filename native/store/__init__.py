"""What is kept on disc: settings, saves, people, history, and its index."""
