"""The Tromp-Taylor rules, as the wikibook "Computer Go" gives them: ten rules, and protocols for dead stones."""
