"""Evidence on what KataGo's rules, version 2, claim, by their sections."""
