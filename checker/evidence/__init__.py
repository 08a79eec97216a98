"""The evidence: one module for each subject, whose functions decide claims."""
