"""The reference engine playing by itself: a deal in plain Python, random choices, and checks of every position."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np

from tests.reference.claims import points_of, points_to_win
from tests.reference.deal import check_deal, deal
from tests.reference.engine import Reference
from tests.reference.game import Game
from tests.reference.geometry import dot, is_abstract, overlap
from tests.reference.model import Deck
from tests.reference.picks import Pick
from tests.reference.table import CENTRE, TOKEN, Player, opposite
from vs_sim.vocabulary import MAX_HAND, Do, Result


@dataclass
class Played:
    """What came of a game."""

    result: Result
    winner: int
    turns: int
    decisions: int
    at_turns: int  # decisions about the turn's action
    choices: int  # choices at them
    asked: Counter[str]


def new_game(deck: Deck, players: int, seed: int) -> Reference:
    """A reference game with a random deal."""
    hands, pile, characters = deal(deck, players, np.random.default_rng(seed))
    check_deal(deck, hands, pile)
    return Reference(deck, hands=hands, draw_pile=pile, characters=characters, seed=seed)


DULL = (Do.DISCARD, Do.PASS, Do.STOP, Do.NO)


def choose(picks: list[Pick], rng: np.random.Generator, *, lively: bool) -> Pick:
    """A random choice; in a lively game mostly one of those that do something."""
    if lively and rng.random() < 0.8:
        picks = [pick for pick in picks if pick.do not in DULL] or picks
    return picks[int(rng.integers(len(picks)))]


def play_random(deck: Deck, players: int, seed: int, *, check: bool = True, lively: bool = False) -> Played:
    """Play one game at random, uniformly over the legal choices or a lively one; `check` looks at every position."""
    reference = new_game(deck, players, seed)
    rng = np.random.default_rng(seed + 1)
    every = all_cards(reference.game)
    asked: Counter[str] = Counter()
    decisions = at_turns = choices = 0
    while reference.decision is not None:
        if check:
            check_position(reference.game, every)
        picks = sorted(reference.picks(), key=Pick.pack)
        decisions += 1
        asked[reference.ask.name] += 1
        if reference.ask.name == "ACTION":
            at_turns += 1
            choices += len(picks)
        reference.apply(choose(picks, rng, lively=lively).pack())
    return Played(
        reference.result, reference.winner, reference.game.turns_begun, decisions, at_turns, choices, asked
    )


def all_cards(game: Game) -> Counter[int]:
    """Every card and how often it lies somewhere."""
    found: Counter[int] = Counter(game.draw_pile)
    found.update(game.discard)
    found.update(game.carried)
    found.update(plot.card for plot in game.plots)
    found.update(thing.card for thing in game.lying)
    for player in game.players:
        found.update(player.hand)
        found.update(player.jobs)
        for laid in player.coalition.followers.values():
            found.update([laid.card])
            found.update([laid.over] if laid.over not in (None, TOKEN) else [])
    return found


def check_position(game: Game, every: Counter[int]) -> None:
    """Each card lies in one place, or is being played; coalitions hold together; nobody has won."""
    now = all_cards(game)
    assert max(now.values()) == 1, [card for card, n in now.items() if n > 1]
    assert set(every - now) <= set(game.playing), sorted(every - now)
    assert not now - every
    for player in game.players:
        check_coalition(game, player.seat)
        check_player(game, player)
    check_table(game)


def check_player(game: Game, player: Player) -> None:
    """Hands, what is known of them (N1), elimination (W6), points (W1)."""
    assert len(player.hand) <= MAX_HAND
    assert player.known <= {card for other in game.players for card in other.hand}
    assert 0 <= player.known_top <= len(game.draw_pile)
    assert player.job_tokens >= 0
    if player.out:
        assert not player.hand
        assert not player.jobs
        assert not player.coalition.followers
        assert not [x for x in game.lying if x.seat == player.seat]
    elif not game.carried:
        assert points_of(game, player.seat) < points_to_win(game, player.seat)


def check_table(game: Game) -> None:
    """What lasts is still to last; only cards on the table are played as others."""
    for thing in [*game.plots, *game.lying]:
        role = game.role_of(thing.card)
        assert thing.lasts == role.lasts
        assert bool(thing.left) == bool(role.lasts_turns)
        assert not thing.lasts_turn or thing.turn in game.turns
    there = {x.card for x in game.lying} | {card for p in game.players for card in p.jobs} | set(game.playing)
    assert set(game.roles) <= there
    assert len({game.type_of(plot.card).number for plot in game.plots}) == len(game.plots)


def check_coalition(game: Game, seat: int) -> None:
    """G2 to G6 of every pair of cards."""
    deck, coalition = game.deck, game.players[seat].coalition
    if CENTRE not in coalition.laid:
        return
    assert not coalition.orphans()
    for slot, neighbours in coalition.joins.items():
        for direction, other in neighbours.items():
            if is_abstract(deck):
                assert slot in coalition.joins[other].values()
                continue
            assert coalition.joins[other][opposite(direction)] == slot
            mine = dot(deck, coalition.laid[slot], direction)
            its = dot(deck, coalition.laid[other], opposite(direction))
            assert mine is not None
            assert its in deck.like[mine]
    if not is_abstract(deck):
        cards = list(coalition.laid.values())
        pairs = [(a, b) for k, a in enumerate(cards) for b in cards[:k]]
        assert not any(overlap(deck, a, b) for a, b in pairs)
