"""What serves the screen but draws nothing: words, review, keeping, motion, sound."""
