"""Every named rule set, of every document."""

from __future__ import annotations

from .aga.presets import PRESETS as AGA
from .chinese_2002.presets import PRESETS as CHINESE_2002
from .french.presets import PRESETS as FRENCH
from .katago_v2.presets import PRESETS as KATAGO_V2
from .new_zealand.presets import PRESETS as NEW_ZEALAND
from .rules import Rules
from .tromp_taylor.presets import PRESETS as TROMP_TAYLOR
from .wmsg.presets import PRESETS as WMSG

PRESETS: dict[str, Rules] = {**KATAGO_V2, **TROMP_TAYLOR, **AGA, **WMSG, **NEW_ZEALAND, **CHINESE_2002, **FRENCH}
