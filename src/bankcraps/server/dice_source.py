"""Where the random bytes behind sealed dice come from: the operating system."""

import secrets

from bankcraps.live.log.fairness import SECRET_BYTES

__all__ = ["SystemDice"]


class SystemDice:
    """The operating system's source of random bytes. It is asked for bytes, and told nothing."""

    def secret(self) -> bytes:
        """Draw 32 fresh bytes."""
        return secrets.token_bytes(SECRET_BYTES)
