"""The choices of a house for its options, as programs and people give them."""

from bankcraps.errors import RulebookError, whole_number

__all__ = ["choices_in", "choices_of"]


def choices_of(options: dict[str, str | int]) -> dict[str, str]:
    """Choices by option name, as text."""
    for key, value in options.items():
        if not isinstance(value, str):
            whole_number(f"option {key} is a word or a number; it", value)
    return {key: str(value) for key, value in options.items()}


def choices_in(written: str) -> dict[str, str]:
    """The choices in `bar=2,field_12=triple`."""
    chosen: dict[str, str] = {}
    for part in filter(None, written.split(",")):
        key, equals, value = part.partition("=")
        if not equals:
            message = f"write an option as name=choice, not {part!r}"
            raise RulebookError(message)
        chosen[key.strip()] = value.strip()
    return chosen
