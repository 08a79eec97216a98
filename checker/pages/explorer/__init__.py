"""A board in the browser on which the rules answer."""
