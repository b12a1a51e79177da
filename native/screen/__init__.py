"""The screen: window, geometry, text, motion, sound and input, on pygame."""
