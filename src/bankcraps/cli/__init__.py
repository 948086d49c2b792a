"""The command line: commands parse options, call the library and print."""
