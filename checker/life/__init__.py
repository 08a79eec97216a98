"""Life and death by article 7 of the Japanese rules of 1989: hypothetical play as a graph, and what can be forced."""
