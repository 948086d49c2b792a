"""Results as notebooks show them: a small table of HTML, with nothing in it to be escaped wrongly."""

from collections.abc import Sequence
from html import escape

from bankcraps.simulation.summary import Figures

__all__ = ["table", "told"]


def table(caption: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table; the first column to the left, the others to the right."""
    heads = "".join(f"<th>{escape(cell)}</th>" for cell in head)
    body = "".join(
        "<tr>"
        + "".join(
            f'<td style="text-align:{"right" if at else "left"}">{escape(cell)}</td>'
            for at, cell in enumerate(row)
        )
        + "</tr>"
        for row in rows
    )
    top = f"<thead><tr>{heads}</tr></thead>" if head else ""
    return f"<table><caption>{escape(caption)}</caption>{top}<tbody>{body}</tbody></table>"


def told(figures: Figures) -> str:
    """The figures of a session, and what its wagers cost."""
    plan, final = figures.plan, figures.final
    ends = ", ".join(f"{end} {share:.2%}" for end, share in figures.ends.items() if share)
    rows = [
        ("ends", ends),
        ("ahead", f"{final.p_above(plan.bankroll):.2%}"),
        ("taken home", f"{final.mean / 100:,.2f} ± {final.sd / 100:,.2f} (sd)"),
        ("median", f"{final.quantile(0.5) / 100:,.2f}"),
        ("throws", f"{figures.throws:,.1f}"),
    ]
    head = f"{figures.strategy}, {figures.rules}: {plan.bankroll / 100:,.2f} dollars, {plan.length}"
    costs = [
        (wager.wager, f"{wager.action / 100:,.2f}", f"{wager.cost / 100:,.2f}", f"{wager.edge:.3%}")
        for wager in figures.wagers
    ]
    return table(head, (), rows) + table("", ("wager", "action", "cost", "edge"), costs)
