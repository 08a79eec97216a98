"""Evidence on what the summary of KataGo's rules claims."""
