"""One file per command: it reads the options, asks the library, and prints."""
