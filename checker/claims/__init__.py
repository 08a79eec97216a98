"""The evidence: the functions that decide claims, by document and section; `checks` finds every module here."""
