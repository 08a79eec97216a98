"""Every package of the three folders is part of superko: it is found, and need not be listed."""

from setuptools import find_packages, setup

ROOMS = ("spec", "interpreter", "checker")
INNER = find_packages(include=[pattern for room in ROOMS for pattern in (room, f"{room}.*")])
setup(packages=["superko", *(f"superko.{name}" for name in INNER)])
