"""The tests, which mirror the three packages and read as a specification of their behaviour."""
