"""What is looked at in a browser: the site of `superko report`, and the explorer."""
