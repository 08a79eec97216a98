"""The game, read from the rules: what every search walks on. Nothing outside this package reads a rule."""
