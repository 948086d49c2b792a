"""The figures of a session for a notebook, and what its wagers cost."""

from bankcraps.notebook import html
from bankcraps.simulation.summary import Figures

__all__ = ["told"]


def told(figures: Figures) -> str:
    """Two tables of HTML."""
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
    return html((), rows, head) + html(("wager", "action", "cost", "edge"), costs)
