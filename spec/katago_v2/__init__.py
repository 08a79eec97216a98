"""KataGo's supported Go rules, version 2: one module for each section of the document, in its order."""
