"""The program: its commands, and how errors become exit statuses.

0 fine, 1 a verdict failed (or the program did), 2 usage or input, 3 undecided, 130 interrupted.
"""

from __future__ import annotations

import signal
from collections.abc import Sequence
from typing import Annotated

import typer

from vs_sim import __version__
from vs_sim.cli import (
    bench,
    check,
    compare,
    deck,
    knockout,
    lists,
    merge,
    power,
    replay,
    report,
    run,
    selftest,
    sweep,
    tournament,
    tune,
)
from vs_sim.cli.console import InputError, complain, emit

app = typer.Typer(
    name="vs-sim",
    help="Balance simulator for the card game Virtue Signal.",
    epilog="A first run: vs-sim run --deck base --games 1000",
    rich_markup_mode=None,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("run")(run.run)
app.command("merge")(merge.merge)
app.command("knockout")(knockout.knockout)
app.command("sweep")(sweep.sweep)
app.command("tune")(tune.tune)
app.command("baseline")(check.baseline)
app.command("check")(check.check)
app.command("compare")(compare.compare)
app.command("power")(power.power)
app.command("replay")(replay.replay)
app.command("report")(report.report)
app.add_typer(deck.app, name="deck")
app.command("tournament")(tournament.tournament)
app.command("rules")(lists.rules)
app.command("policies")(lists.policies)
app.command("selftest")(selftest.selftest)
app.command("bench")(bench.bench)


def _print_version(wanted: bool) -> None:
    if wanted:
        emit(f"vs-sim {__version__}")
        raise typer.Exit


@app.callback()
def _root(  # typer calls it
    _version: Annotated[
        bool,
        typer.Option(
            "--version",
            "-V",
            help="Print the version.",
            callback=_print_version,
            is_eager=True,
            expose_value=True,
        ),
    ] = False,
) -> None:
    pass


def execute(arguments: Sequence[str]) -> int:
    """Run one command line and return its exit status; errors are said on standard error, one line for each."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # ends as cleanly as Ctrl-C, at any moment
    try:
        status = app(args=list(arguments), prog_name="vs-sim", standalone_mode=False)
    except typer.TyperException as error:
        return _refuse(error)
    except InputError as error:
        complain(str(error))
        return 2
    except (KeyboardInterrupt, typer.Abort):
        complain("interrupted")
        return 130
    return status if isinstance(status, int) else 0


def _refuse(error: typer.TyperException) -> int:
    """Say what is wrong with the command line and where its help stands."""
    message = error.format_message()
    if type(error).__name__ == "NoArgsIsHelpError":  # the message is the help; the class is private to typer
        complain(message)
        return 2
    context = getattr(error, "ctx", None)
    help_line = f" (see {context.command_path} --help)" if context is not None else ""
    complain(f"error: {message.replace('Value error, ', '').rstrip('.')}{help_line}")
    return 2
