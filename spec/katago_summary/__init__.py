"""A short summary of KataGo's rules, in Chinese: no clauses of its own, but statements that go beyond the document."""
