"""The reference engine playing by itself: a deal in plain Python, random choices, and checks of every position."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np

from tests.reference.engine import Reference
from tests.reference.game import Game
from tests.reference.geometry import dot, is_abstract, overlap
from tests.reference.model import Deck
from tests.reference.table import CENTRE, TOKEN, opposite
from vs_sim.cards.tables import Rule
from vs_sim.vocabulary import Deal, Kind, Result


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


def deal(deck: Deck, players: int, rng: np.random.Generator) -> tuple[list[list[int]], list[int], list[int]]:
    """Hands, draw pile and characters of a random deal (S1 to S3)."""
    apart = (Kind.CHARACTER, Kind.HOUSE_RULE)
    cards = [
        card
        for card in range(len(deck.card_types))
        if deck.type_of(card).kind not in apart and deck.type_of(card).deal == Deal.SHUFFLED
    ]
    cards = [int(card) for card in rng.permutation(cards)]
    size = deck.rule(Rule.HAND_SIZE)
    hands = [[cards.pop() for _ in range(size)] for _ in range(players)]
    return hands, cards, [int(card) for card in rng.permutation(deck.characters)[:players]]


def new_game(deck: Deck, players: int, seed: int) -> Reference:
    """A reference game with a random deal."""
    hands, pile, characters = deal(deck, players, np.random.default_rng(seed))
    return Reference(deck, hands=hands, draw_pile=pile, characters=characters, seed=seed)


def play_random(deck: Deck, players: int, seed: int, *, check: bool = True) -> Played:
    """Play one game at random, uniformly over the legal choices; `check` looks at every position."""
    reference = new_game(deck, players, seed)
    rng = np.random.default_rng(seed + 1)
    every = all_cards(reference.game)
    asked: Counter[str] = Counter()
    decisions = at_turns = choices = 0
    while reference.decision is not None:
        if check:
            check_position(reference.game, every)
        picks = sorted(reference.legal())
        decisions += 1
        asked[reference.ask.name] += 1
        if reference.ask.name == "ACTION":
            at_turns += 1
            choices += len(picks)
        reference.apply(picks[int(rng.integers(len(picks)))])
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
    """Each card lies in one place at most (one may be being played), coalitions hold together."""
    now = all_cards(game)
    assert max(now.values()) == 1, [card for card, n in now.items() if n > 1]
    missing = every - now
    open_actions = game.within + len(game.turns)
    assert sum(missing.values()) <= open_actions, sorted(missing)
    assert not now - every
    for player in game.players:
        check_coalition(game, player.seat)


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
