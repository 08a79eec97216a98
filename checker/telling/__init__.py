"""How results are shown: options read, text written, work in progress shown, the terminal respected."""
