"""The command line: one file a command. Commands parse and print, and do nothing else."""
