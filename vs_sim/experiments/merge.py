"""Join the shards of one run into the folder that the run would have written at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from vs_sim.experiments.errors import FolderError, PlanError
from vs_sim.experiments.execute import RunResult
from vs_sim.experiments.folder import RunFolder, open_folder
from vs_sim.experiments.found import check_parts, check_sums, differences, read_manifest
from vs_sim.experiments.plan import Plan, plan_run
from vs_sim.experiments.tallies import Keys, Tallies

SHARE_OF_PLAN = ("first_block", "shard")  # what differs between the shards of a run


def merge_folders(folders: Sequence[Path], out: Path) -> RunResult:
    """The whole run of complete shards 1 to n; FolderError names what is missing, doubled, damaged or another run's."""
    manifests = [(folder, read_manifest(folder)) for folder in folders]
    manifests.sort(key=lambda found: found[1]["plan"]["first_block"])
    _check_family(manifests)
    plan = plan_of(*manifests[0])
    keys = Keys(plan)
    sums = [check_sums(folder, manifest, Tallies.empty(keys)) for folder, manifest in manifests]
    for folder, manifest in manifests:
        check_parts(folder, manifest)
    target = open_folder(out, plan, keys)
    try:
        tallies = _join(target, manifests, sums, keys)
    except OSError as error:
        target.abandon()
        raise FolderError(f"cannot write into output folder {out}: {error.strerror or error}") from None
    except BaseException:
        target.abandon()
        raise
    return RunResult(
        plan=plan,
        tallies=tallies,
        keys=keys,
        seconds=sum(float(manifest["seconds"]) for _, manifest in manifests),
        compile_seconds=0.0,
        interrupted=False,
        workers=len(manifests),
        folder=target.path,
        bytes_written=target.bytes_written,
    )


def _check_family(manifests: Sequence[tuple[Path, dict[str, Any]]]) -> None:
    """FolderError unless these are all shards of one run, each once and complete."""
    first_folder, first = manifests[0]
    of = first["plan"]["shard"][1]
    seen: dict[int, Path] = {}
    for folder, manifest in manifests:
        other = differences(manifest, first, *SHARE_OF_PLAN, "notes")
        index, its_of = manifest["plan"]["shard"]
        if its_of != of:
            other = [f"{its_of} shards, not {of}"]
        elif manifest["plan"]["games_asked"] != first["plan"]["games_asked"]:
            other = [f"{manifest['plan']['games_asked']:,} games, not {first['plan']['games_asked']:,}"]
        if other:
            raise FolderError(f"{folder} is of another run than {first_folder}: {other[0]}")
        if index in seen:
            raise FolderError(f"{folder} and {seen[index]} are the same shard {index}/{of}")
        seen[index] = folder
        if manifest["blocks_done"] != manifest["plan"]["blocks"]:
            done, games = manifest["games_done"], manifest["plan"]["games"]
            raise FolderError(
                f"{folder} is not complete: {done:,} of {games:,} games; go on: {manifest['command']} "
                f"--out {folder} --resume"
            )
    missing = [f"{index}/{of}" for index in range(1, of + 1) if index not in seen]
    if missing:
        raise FolderError(
            f"shard {missing[0]} is missing" + (f" (and {len(missing) - 1} more)" if missing[1:] else "")
        )


def plan_of(folder: Path, manifest: dict[str, Any]) -> Plan:
    """The plan of the whole run to which a folder belongs; FolderError if its deck is no longer what it was."""
    from vs_sim.cards import DeckError, load_deck

    made, record = manifest["deck_from"], manifest["plan"]
    try:
        deck = load_deck(made["source"], made["overrides"], made["rules_files"])
        plan = plan_run(
            deck,
            players=record["players"],
            games=record["games_asked"],
            policy=record["policy"],
            characters=record["characters"],
            seed=record["seed"],
            rotate=record["rotate"],
        )
    except DeckError as error:
        raise FolderError(f"the deck of {folder} cannot be loaded: {error.problems[0]}") from None
    except PlanError as error:
        raise FolderError(f"the run of {folder} cannot be planned again: {error}") from None
    from vs_sim.experiments.provenance import provenance

    changed = differences(manifest, provenance(plan), *SHARE_OF_PLAN)
    if changed:
        raise FolderError(f"{folder} cannot be joined by this program and deck: it has {changed[0]}")
    return replace(plan, shard=(1, 1), first_block=0)


def _join(
    target: RunFolder, manifests: Sequence[tuple[Path, dict[str, Any]]], sums: Sequence[Tallies], keys: Keys
) -> Tallies:
    tallies = Tallies.empty(keys)
    seconds = 0.0
    for (folder, manifest), more in zip(manifests, sums, strict=True):
        for part in manifest["parts"]:
            target.take_part(folder, part)
        tallies.merge(more)
        seconds += float(manifest["seconds"])
    target.finish(tallies, seconds, "complete")
    return tallies
