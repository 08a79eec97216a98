"""The explorer: a board in the browser on which the rules answer. No rule is written in it; it asks the interpreter."""
