"""Random bytes for sealed dice, from the operating system."""

import secrets

from bankcraps.live.log.fairness import SECRET_BYTES

__all__ = ["SystemDice"]


class SystemDice:
    """The operating system's source of random bytes. It takes no input."""

    def secret(self) -> bytes:
        """Draw 32 fresh bytes."""
        return secrets.token_bytes(SECRET_BYTES)
