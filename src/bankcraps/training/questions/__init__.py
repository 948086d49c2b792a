"""The kinds of question that a drill asks, one file each."""
