"""What may follow two passes under the Tromp-Taylor rules: protocols for stones that could not live.

From the chapter on the Tromp-Taylor rules in the wikibook "Computer Go", after the ten rules.
"""

from . import (  # isort: skip
    statements,
    stops,
    protocols,
)

__all__ = ["protocols", "statements", "stops"]
