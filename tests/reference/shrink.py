"""A difference made small: fewer house rules, players and cards, then the fewest decisions before it; kept as a file."""

from __future__ import annotations

import json
import time
import tomllib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, replace
from itertools import count
from pathlib import Path

from tests.reference.cases import Case, Failure, play
from vs_sim.cards import DeckError
from vs_sim.vocabulary import Kind

TRIED = 6  # games of a smaller case in which the difference is looked for
LAST_TRIED = 60  # games of the smallest case, for the one with the fewest decisions
IN_PLAY = (Kind.FOLLOWER, Kind.MICROAGGRESSION, Kind.VIRTUE_SIGNAL, Kind.PLOT, Kind.SPECIAL, Kind.ARTIFACT)
FEWEST_TURNS = {"max_turns_per_player": 1, "points_to_win": 4}


def shrink(failure: Failure, seconds: float = 60) -> Failure:
    """A smaller case in which the same differs, as small as is found in that time.

    A smaller deck may meet it later in a game: the last fifth of the time is for the game with the fewest decisions.
    """
    begun = time.monotonic()

    def smaller(case: Case, games: Sequence[int] = ()) -> Failure | None:
        share = 1.0 if games else 0.8
        if time.monotonic() > begun + share * seconds:
            return None
        return _fails_alike(case, failure, games or _games(failure))

    failure = _keep_what_fails(failure, _with_fewer_rules, smaller)
    failure = _keep_what_fails(failure, _with_fewer_players, smaller)
    failure = _keep_what_fails(failure, _without_lines, smaller)
    failure = _keep_what_fails(failure, _without_base_cards, smaller)
    for game in range(LAST_TRIED):
        found = smaller(failure.case, [game])
        if found is not None and len(found.choices) < len(failure.choices):
            failure = found
    return failure


def _games(failure: Failure) -> list[int]:
    return [failure.game, *(game for game in range(TRIED) if game != failure.game)]


def _fails_alike(case: Case, failure: Failure, games: Sequence[int]) -> Failure | None:
    """The same kind of difference in a case, if it is met; a deck that cannot be loaded or dealt is no smaller case."""
    try:
        if _cards(case) > _cards(failure.case) or not case.is_playable:
            return None
        found, _ = play(case, games)
    except DeckError:
        return None
    return found if found is not None and found.kind & failure.kind else None


def _cards(case: Case) -> int:
    return int(case.deck.tables[0].n_cards)


def _keep_what_fails(
    failure: Failure,
    simplify: Callable[[Case], Iterator[Case]],
    smaller: Callable[[Case], Failure | None],
) -> Failure:
    """Take the first simpler case that fails too, as often as there is one."""
    for _ in count():
        found = next(filter(None, map(smaller, simplify(failure.case))), None)
        if found is None:
            break
        failure = found
    return failure


# --- simpler cases, the simplest first ---


def _with_fewer_rules(case: Case) -> Iterator[Case]:
    for key in sorted(case.rules):
        yield replace(case, rules={k: v for k, v in case.rules.items() if k != key})
    if case.drafted:
        yield replace(case, drafted=False)
    if set(case.policies) - {"random", "lively"}:
        yield replace(case, policies=("lively",) * case.players)


def _with_fewer_players(case: Case) -> Iterator[Case]:
    for players in range(2, case.players):
        yield replace(case, players=players, policies=case.policies[:players])


def _without_lines(case: Case) -> Iterator[Case]:
    """Without some lines of the deck, half of them first, in the end each alone."""
    lines = case.text.splitlines()
    for first, end in _pieces(len(lines)):
        if _is_toml(text := "\n".join(lines[:first] + lines[end:])):
            yield replace(case, text=text)


def _without_base_cards(case: Case) -> Iterator[Case]:
    """With no copies of some cards of the deck that it extends."""
    deck = case.deck
    t = deck.tables[0]
    names = [
        name
        for k, name in enumerate(deck.names)
        if t.count[k] > 0 and int(t.kind[k]) in IN_PLAY and f'{{kind}}."{name}"' not in case.text
    ]
    for first, end in _pieces(len(names)):
        gone = [f'change."{name}".count = 0' for name in names[first:end]]
        if _is_toml(text := "\n".join([*_head_first(case.text, gone)])):
            yield replace(case, text=text)


def _head_first(text: str, gone: Sequence[str]) -> Iterator[str]:
    """Lines of a deck, with changes put before its first table, where dotted keys may still stand."""
    lines = text.splitlines()
    first = next((k for k, line in enumerate(lines) if line.startswith("[")), len(lines))
    yield from lines[:first]
    yield from gone
    yield from lines[first:]


def _pieces(n: int) -> Iterator[tuple[int, int]]:
    size = n
    while size > 1:
        size = (size + 1) // 2
        yield from ((first, min(first + size, n)) for first in range(0, n, size))


def _is_toml(text: str) -> bool:
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return False
    return True


# --- keeping it ---


def keep(failure: Failure, path: Path) -> Path:
    """Write a failure as JSON: the deck's lines, the case, the choices up to the difference, the difference in words."""
    path.parent.mkdir(parents=True, exist_ok=True)
    case = asdict(failure.case)
    told = {
        "difference": failure.message.splitlines(),
        "game": failure.game,
        "choices": list(failure.choices),
        "case": {**case, "text": failure.case.text.splitlines()},
    }
    path.write_text(json.dumps(told, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return path


def kept(path: Path) -> Failure:
    """A failure that was kept."""
    told = json.loads(path.read_text(encoding="utf-8"))
    fields = told["case"]
    fields |= {"text": "\n".join(fields["text"]), "policies": tuple(fields["policies"])}
    return Failure(Case(**fields), told["game"], tuple(told["choices"]), "\n".join(told["difference"]))
