"""The API reference: every public name on one page, and every class that a public function returns.

`PAGES` lists the names on each page. A public name without a page stops the build. The annotations of the
functions lead to the classes of the results, so those need no list.
"""

import inspect
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Final, ForwardRef, get_args

import bankcraps
import bankcraps.analysis
from bankcraps.analysis.results.session import SessionFigures
from bankcraps.game.engine.effects import every_effect
from bankcraps.game.engine.events import every_event
from bankcraps.game.rulebook.listing import attributes
from bankcraps.support.pictured import Pictured

LAB: Final = (
    "odds",
    "hand",
    "exact.session",
    "exact.fractions",
    "exact.long_run",
    "exact.bankroll",
    "exact.curve",
    "simulate",
    "best",
    "AtTheEnd",
    "LeastCost",
    "LeastThrows",
    "StillPlaying",
    "compare",
    "sweep",
    "compare_houses",
    "layout_cost",
    "systems",
    "houses",
    "explain",
    "explore",
    "system",
)
"""The functions of the odds lab. The classes of their answers fill the page `results`."""

PAGES: Final[dict[str, tuple[str, ...]]] = {
    "table": ("Table",),
    "lab": LAB,
    "results": ("analysis.Plan", "analysis.Deadline", "analysis.ArrowTable"),
    "systems": (
        "strategies.policy.Policy",
        "strategies.policy.Layout",
        "strategies.policy.Observation",
        "strategies.policy.ThrowResult",
        "strategies.text.program.TextSystem",
        "strategies.checking.check",
    ),
    "engine": (
        "open_table",
        "step",
        "Step",
        "refusal",
        "Refusal",
        "State",
        "Limits",
        "game.engine.Actor",
        "game.engine.player",
        "game.engine.crew",
        "game.engine.thrower",
        "game.engine.shooter",
    ),
    "events": (),
    "rulebooks": (
        "BOOKS",
        "load_rulebook",
        "read_rulebook",
        "Rulebook",
        "game.rulebook.clauses_of",
        "game.rulebook.Clause",
        "game.rulebook.topics_of",
        "game.rulebook.Topics",
        "game.rulebook.listing.listing",
        "game.rulebook.listing.differences",
    ),
    "records": (
        "Record",
        "read_record",
        "replay",
        "game.notation.read",
        "game.notation.understand",
        "game.notation.write_event",
        "game.notation.write_effect",
        "game.notation.tell",
        "game.notation.tell_refusal",
        "game.records.StepBack",
        "game.records.codec.encode",
        "game.records.codec.decode_event",
        "game.records.codec.decode_effect",
        "game.records.codec.decode_state",
        "game.records.codec.state_hash",
        "game.records.codec.json_schema",
        "analysis.results.reading.decode_result",
        "game.perft.perft",
        "game.perft.Count",
    ),
    "values": (
        "WAGERS",
        "wager",
        "Wager",
        "game.wagers.Kind",
        "Throw",
        "Pay",
        "Cents",
        "dollars",
        "game.chips.printed",
    ),
    "errors": ("BankcrapsError", "MoneyError", "NotationError", "RecordError", "RulebookError"),
}
"""Every page of the reference with its names, as paths from `bankcraps`."""

_INNER: Final = ("bankcraps.game.rulebook.", "bankcraps.strategies.", "bankcraps.game.engine.e")
"""Modules whose classes have a page of their own: the keys of a rulebook, the words of systems, events."""


def public() -> set[str]:
    """Every name that a program may import: the exports of `bankcraps` and of its solver, `exact`."""
    names = set(vars(bankcraps)["__all__"]) - {"exact"}
    return names | {f"exact.{name}" for name in bankcraps.exact.__all__}


def missing() -> set[str]:
    """Public names without a page."""
    return public() - {name for names in PAGES.values() for name in names}


def api(page: str) -> str:
    """Directives that document one page's names, and the classes that those names need."""
    if left_out := missing():
        names_left = ", ".join(sorted(left_out))
        raise KeyError(f"put these public names on a page in docs/generate/api.py: {names_left}")
    return "```{eval-rst}\n" + "\n".join(map(_directive, names(page))) + "```\n"


def index() -> str:
    """A line for each public name: its meaning and its page."""
    lines = ["| name | what it is | page |", "| --- | --- | --- |"]
    for page, names in PAGES.items():
        lines += [
            f"| {{py:obj}}`{name} <{_target(name)}>` | {_about(name)} | [{page}]({page}.md) |"
            for name in names
            if name in public()
        ]
    return "\n".join(lines) + "\n"


def names(page: str) -> list[str]:
    """The dotted names on a page."""
    seeds = LAB if page == "results" else PAGES[page] if page == "engine" else ()
    classes = [*every_event(), *every_effect()] if page == "events" else _reached(seeds)
    others = [_path(one) for one in classes if not _listed(one)]
    return [*map(_target, PAGES[page]), *others]


def _path(one: type) -> str:
    """The module that programs import a class from: `bankcraps.analysis`, or its own module."""
    home = "bankcraps.analysis" if one.__name__ in vars(bankcraps.analysis)["__all__"] else one.__module__
    return f"{home}.{one.__qualname__}"


def _found(name: str) -> object:
    """The object of a name. Modules on the way are imported."""
    found: object = bankcraps
    for part in name.split("."):
        inside = f"{found.__name__}.{part}" if inspect.ismodule(found) else ""
        try:
            found = getattr(found, part)
        except AttributeError:
            found = import_module(inside)
    return found


def _target(name: str) -> str:
    """The documented path of a name. A constant is in the module that holds its docstring."""
    homes = {
        "BOOKS": "bankcraps.game.rulebook.loader",
        "WAGERS": "bankcraps.game.wagers",
        "Cents": "bankcraps.game.chips",
    }
    return f"{homes.get(name, 'bankcraps')}.{name}"


def _directive(target: str) -> str:
    value = _found(target.removeprefix("bankcraps."))
    if inspect.isclass(value):
        # The docstring's list of attributes documents the fields already.
        fields = ", ".join(attributes(value))
        excluded = f"   :exclude-members: {fields}\n" if fields else ""
        inherited = "\n   .. automethod:: plot\n" if {Pictured, SessionFigures} & {*value.__bases__} else ""
        return f".. autoclass:: {target}\n   :members:\n{excluded}{inherited}"
    if callable(value) and not target.endswith(".Cents"):
        return f".. autofunction:: {target}\n"
    return f".. autodata:: {target}\n   :no-value:\n"


def _about(name: str) -> str:
    value = _found(name)
    if name in {"BOOKS", "WAGERS", "Cents"}:
        return {"BOOKS": "The ids of the five books", "WAGERS": "Every wager", "Cents": "Money in cents"}[
            name
        ]
    return inspect.cleandoc(value.__doc__ or "").partition("\n")[0].rstrip(".").replace("|", "\\|")


# The classes of a result.


def _listed(one: type) -> bool:
    return any(one is _found(name) for names in PAGES.values() for name in names)


def _reached(names: tuple[str, ...]) -> list[type]:
    """Our classes that the values of those names hold or return, in the order of discovery."""
    met: dict[type, None] = {}
    waiting = [_found(name) for name in names]
    while waiting:
        value = waiting.pop(0)
        for one in _classes(value):
            if one not in met and not one.__module__.startswith(_INNER):
                met[one] = None
                waiting.append(one)
    return list(met)


def _classes(value: object) -> Iterator[type]:
    """The classes in the annotations of a class's fields and methods, or of what a function returns."""
    if not inspect.isclass(value):
        if callable(value):
            yield from _inside(getattr(value, "__annotations__", {}).get("return"), value)
        return
    for base in reversed(value.__mro__):
        if not base.__module__.startswith("bankcraps"):
            continue
        for name, held in inspect.get_annotations(base).items():
            if not name.startswith("_"):
                yield from _inside(held, base)
        for name, member in vars(base).items():
            function = _function(member)
            if function and not name.startswith("_"):
                yield from _inside(function.__annotations__.get("return"), base)


def _function(member: object) -> Callable[..., object] | None:
    for attribute in ("fget", "func", "__func__"):
        member = getattr(member, attribute, member)
    return member if inspect.isfunction(member) else None


def _inside(annotation: object, owner: object) -> Iterator[type]:
    """The public classes of this project that an annotation names."""
    if isinstance(annotation, ForwardRef):
        annotation = annotation.__forward_arg__
    if isinstance(annotation, str):
        module = vars(sys.modules[getattr(owner, "__module__", "bankcraps")])
        annotation = module.get(annotation.strip('"'))
    if get_args(annotation):
        for part in get_args(annotation):
            yield from _inside(part, owner)
    elif inspect.isclass(annotation):
        ours = annotation.__module__.startswith("bankcraps") and not annotation.__name__.startswith("_")
        if ours:
            yield annotation
