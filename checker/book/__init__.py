"""The book of verdicts: a site of plain files, made of what is recorded, that any browser shows without a network."""
