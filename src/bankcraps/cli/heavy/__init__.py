"""Names of the lab, the server and the screens for commands: these load slowly or may not be installed.

A name loads when a command that runs first uses it, so that `--help` is quick and works without them.
"""

from bankcraps.support.lazy import lazy_names

__all__, __dir__, __getattr__ = lazy_names(__name__, __file__)
