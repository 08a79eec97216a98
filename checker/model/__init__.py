"""The game, read from the rules: what searches walk on."""
