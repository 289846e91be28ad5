"""A told game as one self-contained page with a picture of the table after each turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from vs_sim.experiments.provenance import replay_command
from vs_sim.report.board import table_svg
from vs_sim.report.write import environment, shared_parts

if TYPE_CHECKING:
    from vs_sim.experiments.plan import Plan
    from vs_sim.experiments.scene import Page


def told_page(plan: Plan, game: int, pages: Sequence[Page]) -> str:
    """The page. Names of cards are escaped; nothing is loaded from anywhere."""
    from markupsafe import Markup

    pictures = [Markup(table_svg(page.scene)) for page in pages]  # noqa: S704  # SvgInk escapes
    facts = [
        ("Deck", plan.deck.name),
        ("Players", str(plan.players)),
        ("Policy", plan.policy_text),
        ("Turns", str(pages[-1].turn)),
    ]
    return (
        environment()
        .get_template("told.html")
        .render(
            title=f"Game {game} of seed {plan.seed}",
            facts=facts,
            command=replay_command(plan, game),
            pages=pages,
            pictures=pictures,
            **shared_parts(),
        )
    )
