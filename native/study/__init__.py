"""For those who study the games: matches in the forms that researchers' libraries ask for."""
