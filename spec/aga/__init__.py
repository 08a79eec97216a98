"""The American Go Association's rules of go, from passing to counting: rules 7 to 12, in their order."""
