"""Everything that `bankcraps` exports, in groups. A name that is in no group stops the build."""

import inspect
from typing import Final

import bankcraps

_GROUPS: Final = {
    "A table": ("Table",),
    "The odds lab": ("odds", "hand", "system", "explore", "simulate", "compare", "explain"),
    "The engine": ("open_table", "step", "Step", "refusal", "Refusal", "State", "Limits"),
    "Rulebooks": ("BOOKS", "load_rulebook", "read_rulebook", "Rulebook"),
    "Records": ("Record", "read_record", "replay"),
    "Wagers, dice, money": ("WAGERS", "wager", "Wager", "Throw", "Pay", "Cents", "dollars"),
    "Errors": ("BankcrapsError", "MoneyError", "NotationError", "RecordError", "RulebookError"),
}
_CONSTANTS: Final = {
    "BOOKS": "bankcraps.rulebook.loader",
    "WAGERS": "bankcraps.wagers",
    "Cents": "bankcraps.chips",
}
_VOCABULARY: Final = {f"bankcraps.{room}" for room in ("wagers", "pays", "chips", "dice", "errors")}


def api() -> str:
    """Directives that document every exported name."""
    grouped = {name for names in _GROUPS.values() for name in names}
    if grouped != set(bankcraps.__all__):
        odd = ", ".join(sorted(grouped ^ set(bankcraps.__all__)))
        raise KeyError(f"docs/generate/api.py puts what bankcraps exports in groups, but not {odd}")
    return "\n".join(f"## {group}\n\n{_block(names)}" for group, names in _GROUPS.items())


def _block(names: tuple[str, ...]) -> str:
    directives = "\n".join(map(_directive, names))
    return f"```{{eval-rst}}\n{directives}```\n"


def _directive(name: str) -> str:
    if name in _CONSTANTS:
        return f".. autodata:: {_CONSTANTS[name]}.{name}\n   :no-index:\n   :no-value:\n"
    value = getattr(bankcraps, name)
    # What the vocabulary's page documents is indexed there.
    options = "   :no-index:\n" if value.__module__ in _VOCABULARY else ""
    if inspect.isclass(value):
        return f".. autoclass:: bankcraps.{name}\n   :members:\n{options}"
    return f".. autofunction:: bankcraps.{name}\n{options}"
