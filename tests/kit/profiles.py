"""How hard Hypothesis looks.

`steady` is what runs unless another is asked for: the same examples every time, so that a green run stays
green until the code changes. `pytest tests/laws --hypothesis-profile thorough` looks at new ones, twenty
times as many.
"""

from typing import Final

from hypothesis import HealthCheck, settings

__all__ = ["examples"]

THOROUGH: Final = 20

_common: Final = settings(
    deadline=None,
    print_blob=False,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example],
)
settings.register_profile("steady", _common, derandomize=True)
settings.register_profile("thorough", _common, derandomize=False, print_blob=True)
if settings.get_current_profile_name() == "default":
    settings.load_profile("steady")


def examples(count: int) -> settings:
    """The decorator for a law that looks at so many examples; more of them in the thorough profile."""
    scale = THOROUGH if settings.get_current_profile_name() == "thorough" else 1
    return settings(max_examples=count * scale)
