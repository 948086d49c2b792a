"""`python -m bankcraps`: the command line where the command `bankcraps` is not on the path."""

from bankcraps.cli.main import main

if __name__ == "__main__":
    main()
