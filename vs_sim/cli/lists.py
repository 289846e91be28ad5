"""`vs-sim rules` and `vs-sim policies`: what there is to choose from."""

from __future__ import annotations

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


def policies(form: Form = Format.TABLE) -> None:
    """List the policies: who can sit at the table."""
    from vs_sim.policies.names import policies_table

    rows = policies_table()
    columns = [Column("Policy", ("name",)), Column("Meaning", ("meaning",))]
    object_ = {"schema": "vs-sim/policies/1", "policies": rows}
    emit(render(Result([], [Table("policies", "", columns, rows)], object_), form))
