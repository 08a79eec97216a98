"""How results are told: options read, text written, work in progress shown, the terminal respected."""
