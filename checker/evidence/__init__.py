"""Evidence: the functions that decide claims, a module for each subject.

Whoever imports one of the modules imports all of them, so that checks stand in the order of the modules for everybody.
"""

from importlib import import_module

from ..checks import EVIDENCE

for _module in EVIDENCE:
    import_module(f"{__name__}.{_module}")
