"""The commands: what each asks for, prints and exits with."""
