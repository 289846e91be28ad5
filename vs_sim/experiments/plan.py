"""What is to be played: a frozen plan, checked before any game (S3, S5)."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, Protocol

from vs_sim.experiments.errors import PlanError
from vs_sim.experiments.seating import MIXED, seat_policies
from vs_sim.policies.names import POLICY_IDS, POLICY_NAMES
from vs_sim.policy_files.load import PolicyFile
from vs_sim.vocabulary import MAX_SEATS, Kind

MAX_SEED = 2**63 - 1
MAX_GAMES = 2**53
# How characters are chosen, as draws.deal_block takes it (S3).
CHARACTER_MODES = {"random": 0, "fixed": 1, "draft": 2}


class Deck(Protocol):
    """What an experiment asks of a compiled deck."""

    @property
    def name(self) -> str:
        """As the deck file says."""
        ...

    @property
    def hash(self) -> str:
        """Over tables and names, hex digits."""
        ...

    @property
    def tables(self) -> Any:
        """A recarray of shape (1,), dtype TABLES."""
        ...

    @property
    def names(self) -> Sequence[str]:
        """Of the card types, by number."""
        ...

    @property
    def alignments(self) -> Sequence[str]:
        """Names, by number."""
        ...


@dataclass(frozen=True)
class Plan:
    """An experiment of whole blocks: block b is played with set b % sets of `policy_rows` (ids by player)."""

    deck: Any  # a Deck
    players: int
    asked: int  # games asked for
    blocks: int
    policies: tuple[str, ...]  # by player; of a mixed run all that are mixed
    policy_rows: tuple[tuple[int, ...], ...]
    characters_mode: str  # random, fixed, draft
    characters: tuple[str, ...]  # by player, where fixed
    seed: int
    rotate: bool
    mixed: bool = False
    notes: tuple[str, ...] = ()
    first_block: int = 0  # not 0 in a share of a run
    shard: tuple[int, int] = (1, 1)  # which share, from 1, and of how many
    # those that are files; they are numbered after the program's own
    own_policies: tuple[PolicyFile, ...] = ()

    @property
    def policy_names(self) -> dict[int, str]:
        """The names of all policies of the run by number."""
        own = {len(POLICY_IDS) + i: policy.name for i, policy in enumerate(self.own_policies)}
        return {**POLICY_NAMES, **own}

    @property
    def policy_weights(self) -> Any:
        """The weights of all policies of the run by number, int32 (policies, ROW)."""
        from vs_sim.policy_files.rows import all_rows

        return all_rows(self.own_policies)

    @property
    def weights_hash(self) -> str:
        """16 hex digits over the weights of the policies that play."""
        from vs_sim.policy_files.rows import digest_of

        playing = sorted({number for row in self.policy_rows for number in row})
        return digest_of(self.policy_weights[playing])

    @property
    def rotations(self) -> int:
        """Games a block: the n seatings of one deal, or one."""
        return self.players if self.rotate else 1

    @property
    def games(self) -> int:
        """Games in all, whole blocks."""
        return self.blocks * self.rotations

    @property
    def fixed_cards(self) -> tuple[int, ...]:
        """Card numbers of the fixed characters by player; zeros otherwise."""
        if self.characters_mode != "fixed":
            return (0,) * self.players
        table = self.deck.tables[0]
        names = list(self.deck.names)
        return tuple(int(table.first_card[names.index(name)]) for name in self.characters)

    @property
    def policy_text(self) -> str:
        """The policies as the command line takes them."""
        if self.mixed:
            return MIXED
        paths = {policy.name: policy.path for policy in self.own_policies}
        names = [paths.get(name, name) for name in self.policies]
        return names[0] if len(set(names)) == 1 else ",".join(names)

    @property
    def characters_text(self) -> str:
        """The characters as the command line takes them."""
        return ",".join(self.characters) if self.characters_mode == "fixed" else self.characters_mode


def plan_run(  # noqa: PLR0913  # its settings, all by keyword
    deck: Any,
    *,
    players: int = 4,
    games: int = 10_000,
    policy: str | PolicyFile | Sequence[str | PolicyFile] = "balanced",
    characters: str | Sequence[str] = "random",
    seed: int = 0,
    rotate: bool = True,
) -> Plan:
    """The plan of a run; PlanError says in one line what cannot be done."""
    _check_numbers(players, games, seed)
    _check_deck(deck, players)
    seating = seat_policies(policy, players)
    mode, names = _characters(deck, characters, players)
    rotations = players if rotate else 1
    blocks = -(-games // rotations)
    return Plan(
        deck=deck,
        players=players,
        asked=games,
        blocks=blocks,
        policies=seating.names,
        policy_rows=seating.rows,
        own_policies=seating.own,
        characters_mode=mode,
        characters=names,
        seed=seed,
        rotate=rotate,
        mixed=len(seating.rows) > 1,
        notes=_notes(deck, games, blocks, rotations),
    )


def workers_or_default(workers: int | None) -> int:
    """The number of worker threads: as asked, or one for each processor that we may use."""
    if workers is None:
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if workers < 1:
        raise PlanError(f"workers: expected at least 1, got {workers}")
    return workers


def nearest(name: str, names: Sequence[str]) -> str:
    """A hint at the nearest of the names, or at all of them."""
    folded = {known.casefold(): known for known in names}
    close = get_close_matches(name.casefold(), list(folded), n=1, cutoff=0.6)
    if close:
        return f'did you mean "{folded[close[0]]}"?'
    return "expected one of " + ", ".join(names)


def _check_numbers(players: int, games: int, seed: int) -> None:
    if not 2 <= players <= MAX_SEATS:
        raise PlanError(f"players: expected a number from 2 to {MAX_SEATS}, got {players}")
    if not 1 <= games <= MAX_GAMES:
        raise PlanError(f"games: expected at least 1 (at most {MAX_GAMES:,}), got {games:,}")
    if not 0 <= seed <= MAX_SEED:
        raise PlanError(f"seed: expected a number from 0 to {MAX_SEED}, got {seed}")


def _check_deck(deck: Any, players: int) -> None:
    """S5, and that `one each` cards suffice."""
    from vs_sim.cards.tables import Rule
    from vs_sim.vocabulary import Deal

    t = deck.tables[0]
    hand_size = int(t.rule[Rule.HAND_SIZE])
    shuffled = 0
    for i in range(int(t.n_types)):
        if t.kind[i] in (Kind.CHARACTER, Kind.HOUSE_RULE):
            continue
        if t.deal[i] == Deal.SHUFFLED:
            shuffled += int(t.count[i])
        elif t.deal[i] == Deal.ONE_EACH:
            if 0 < t.count[i] < players:
                raise PlanError(
                    f'players: {players} players need {players} copies of "{deck.names[i]}" (deal = "one each"), '
                    f"but the deck has {int(t.count[i])}"
                )
            shuffled += max(0, int(t.count[i]) - players)
    if players * hand_size > shuffled:
        raise PlanError(
            f"players: {players} players with a hand of {hand_size} need {players * hand_size} cards, "
            f"but the draw deck has {shuffled}"
        )
    n_characters = int(t.n_characters)
    if players > n_characters and not t.rule[Rule.DUPLICATE_CHARACTERS]:
        raise PlanError(
            f"players: {players} players need {players} characters, but the deck has {n_characters} "
            "(rule duplicate_characters is false)"
        )


def _split(value: str | Sequence[str]) -> list[str]:
    parts = value.split(",") if isinstance(value, str) else list(value)
    return [part.strip() for part in parts]


def _characters(deck: Any, characters: str | Sequence[str], players: int) -> tuple[str, tuple[str, ...]]:
    """Mode and names by player."""
    from vs_sim.cards.tables import Rule

    names = _split(characters)
    if len(names) == 1 and names[0] in ("random", "draft"):
        return names[0], ()
    t = deck.tables[0]
    known = [deck.names[i] for i in range(int(t.n_types)) if t.kind[i] == Kind.CHARACTER]
    folded = {name.casefold(): name for name in known}
    for name in names:
        if name.casefold() not in folded:
            raise PlanError(f'characters: unknown character "{name}"; {nearest(name, known)}')
    names = [folded[name.casefold()] for name in names]
    if len(names) != players:
        raise PlanError(
            f"characters: expected random, draft or {players} names, one for each player, got {len(names)}"
        )
    doubled = [name for name in dict.fromkeys(names) if names.count(name) > 1]
    if doubled and not t.rule[Rule.DUPLICATE_CHARACTERS]:
        raise PlanError(
            f'characters: "{doubled[0]}" occurs more than once (rule duplicate_characters is false)'
        )
    return "fixed", tuple(names)


def _notes(deck: Any, games: int, blocks: int, rotations: int) -> tuple[str, ...]:
    notes: list[str] = []
    if blocks * rotations != games:
        notes.append(
            f"{games:,} games rounded up to {blocks * rotations:,}: "
            f"{blocks:,} whole {'block' if blocks == 1 else 'blocks'} of {rotations} seatings"
        )
    unwinnable = _no_game_can_end(deck)
    if unwinnable:
        notes.append(unwinnable)
    return tuple(notes)


def _no_game_can_end(deck: Any) -> str:
    """Why no game of the deck can have a winner, as far as counting shows; else nothing."""
    import numpy as np

    from vs_sim.cards.tables import Mod, Rule, Step
    from vs_sim.vocabulary import Modifier, Op

    t = deck.tables[0]
    ops = t.step[: int(t.n_steps), Step.OP]
    if np.isin(ops, [Op.POINTS, Op.ELIMINATE, Op.WIN]).any():
        return ""
    if np.isin(t.mod[: int(t.n_mods), Mod.MODIFIER], [Modifier.POINTS_TO_WIN, Modifier.VALUE]).any():
        return ""
    n = int(t.n_types)
    followers = t.kind[:n] == Kind.FOLLOWER
    worth = int((t.points[:n] * t.count[:n])[followers].sum())
    needed = int(t.rule[Rule.POINTS_TO_WIN])
    if worth >= needed:
        return ""
    return (
        f"no game can end: the deck's followers are worth {worth} points in all, {needed} are needed to win"
    )
