"""`vs-sim rules` and `vs-sim policies`: what there is to choose from."""

from __future__ import annotations

from typing import Annotated

import typer

from vs_sim.cli.console import emit
from vs_sim.cli.options import Form
from vs_sim.cli.tables import Column, Format, Result, Table, render


def rules(form: Form = Format.TABLE) -> None:
    """List the house rules: what each means, its default and its values."""
    from vs_sim.cards.house_rules import rules_table

    rows = rules_table()
    columns = [
        Column("House rule", ("key",)),
        Column("Default", ("default",)),
        Column("Values", ("values",)),
        Column("Meaning", ("meaning",)),
        Column("Rule", ("rule",)),
    ]
    object_ = {"schema": "vs-sim/rules/1", "rules": rows}
    emit(render(Result([], [Table("rules", "", columns, rows)], object_), form))


def policies(
    show: Annotated[
        str | None,
        typer.Option("--show", metavar="NAME|FILE", help="Print this policy as a file, to copy and change."),
    ] = None,
    weights: Annotated[bool, typer.Option("--weights", help="List the weights: what each weighs.")] = False,
    form: Form = Format.TABLE,
) -> None:
    """List the policies: who can sit at the table; or their weights, or one of them as a file."""
    if show is not None:
        emit(_policy_file(show))
        return
    emit(render(_weights() if weights else _policies(), form))


def _policies() -> Result:
    from vs_sim.policy_files.load import policies_table

    rows = policies_table()
    columns = [Column("Policy", ("name",)), Column("How it plays", ("meaning",))]
    object_ = {"schema": "vs-sim/policies/1", "policies": rows}
    return Result([], [Table("policies", "", columns, rows)], object_)


def _weights() -> Result:
    """One row a weight: name, meaning, bounds, and its value in each policy that scores."""
    from vs_sim.policies.features import FEATURES
    from vs_sim.policy_files.load import builtin

    shown = ("balanced", "expert")
    rows = [
        {
            "name": one.name,
            "low": one.low,
            "high": one.high,
            "meaning": one.meaning,
            **{name: builtin(name).weights[one.name] for name in shown},
        }
        for one in FEATURES
    ]
    columns = [
        Column("Weight", ("name",)),
        Column("From", ("low",), right=True),
        Column("To", ("high",), right=True),
        *(Column(name, (name,), right=True) for name in shown),
        Column("What it weighs (hundredths of a point, if nothing else is said)", ("meaning",)),
    ]
    return Result([], [Table("weights", "", columns, rows)], {"schema": "vs-sim/weights/1", "weights": rows})


def _policy_file(name: str) -> str:
    from vs_sim.cli.errors import clear_errors
    from vs_sim.experiments.seating import find_policy
    from vs_sim.policy_files.load import policy_text

    with clear_errors():
        return policy_text(find_policy(name))
