"""The map of rule sets: for which clauses in force a property holds, whole classes of rule sets at once."""
