"""What holds in every game: random decks, house rules and tables, uniformly random choices, all counted anew after each."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, reject
from hypothesis import strategies as st

from tests.properties.decks import MODIFIERS, STEPS, deck_texts, load_or_none
from vs_sim.cards import Deck, load_deck
from vs_sim.cards.tables import Rule
from vs_sim.cards.words import VERBS
from vs_sim.engine.trace import Stepper
from vs_sim.experiments.errors import PlanError
from vs_sim.experiments.plan import plan_run
from vs_sim.jit import JIT_OFF
from vs_sim.rules.invariants import check_records
from vs_sim.rules.modifiers import POINTS_TO_WIN
from vs_sim.vocabulary import Error, Modifier, Result, Stat

ENDS = (Result.WON, Result.LAST_LEFT, Result.CAPPED, Result.STALLED, Result.RUNAWAY)
MODES = (0, 2)  # characters at random, drafted


def counted_points(g: Any, t: Any, s: int) -> int:
    """W1 in plain Python: followers that are not inert, and what the verb `points` gave."""
    cards = [int(c) - 1 for slot, c in enumerate(g.node_card[s]) if slot and c and not g.node_over[s, slot]]
    return sum(int(t.points[t.card_type[card]]) for card in cards) + int(g.bonus[s])


def check_decision(made: Stepper) -> None:
    """A decision is asked of a player who is in; every card is in one place; nobody has won unnoticed (W2)."""
    g, t = made.game, made.tables
    choices = made.choices
    assert choices
    assert len(set(choices)) == len(choices)
    assert 0 <= int(g.ask_seat) < made.players
    assert 0 <= int(g.decider) < made.players
    assert not g.out[int(g.ask_seat)]
    for s in range(made.players):
        if not g.out[s] and g.node_card[s, 0]:
            if not g.values:
                assert int(g.points[s]) == counted_points(g, t, s)
            if g.turns and not int(g.slow_number[s]) >> int(POINTS_TO_WIN) & 1:
                assert int(g.points[s]) < int(g.number[s, int(POINTS_TO_WIN)])
    space = made._space
    assert int(check_records(space.games, space.tables, space.works)) == 0


def check_end(made: Stepper) -> None:
    """An end of W1 to W6, with a winner if and only if there is one; turns past the cap are taken ones only."""
    g = made.game
    assert int(g.error) == Error.NONE
    assert int(g.result) in ENDS
    if g.result in (Result.WON, Result.LAST_LEFT):
        assert 0 <= int(g.winner) < made.players
        assert not g.out[int(g.winner)]
    else:
        assert int(g.winner) == -1
    assert (int(g.runaway) > 0) <= (g.result == Result.RUNAWAY)
    turns = [int(turns) for turns in g.stat[: made.players, Stat.TURNS]]
    assert sum(turns) == int(g.turns)
    assert int(g.stat[: made.players, Stat.DECISIONS].sum()) == int(g.decisions)
    if g.result == Result.CAPPED:
        assert int(g.turns) >= int(made.tables.rule[Rule.MAX_TURNS_PER_PLAYER]) * made.players


def play_through(deck: Deck, players: int, seed: int, mode: int, check: bool = True) -> Stepper:
    """A game of uniformly random choices, checked after each."""
    made = Stepper(deck.tables, players=players, seed=seed, characters_mode=mode)
    made.begin(seed % players)
    pick = random.Random(seed)  # noqa: S311  # a game, no secret
    while made.running:
        if check:
            check_decision(made)
        made.take(pick.choice(made.choices))
    check_end(made)
    return made


@pytest.mark.bounds
@pytest.mark.skipif(JIT_OFF, reason="too slow uncompiled")
@given(deck_texts(), st.integers(2, 12), st.integers(0, 2**32), st.sampled_from(MODES))
def test_invariants_hold_in_every_game_of_any_deck(text: str, players: int, seed: int, mode: int) -> None:
    """Whatever the deck and the house rules, a game goes on with legal choices to its end, and no card is lost."""
    deck = load_or_none(text)
    if deck is None:
        reject()
    try:
        plan_run(deck, players=players)
    except PlanError:  # S5: too few cards
        reject()
    play_through(deck, players, seed, mode)


@pytest.mark.both
@pytest.mark.parametrize("name", ["base", "custom", "book_only"])
def test_invariants_hold_in_short_games_of_the_shipped_decks(name: str) -> None:
    """Three players, four turns each."""
    play_through(load_deck(name, {"max_turns_per_player": 4}), 3, 5, 0)


@pytest.mark.skipif(JIT_OFF, reason="too slow uncompiled")
@pytest.mark.parametrize("players", [2, 7, 12])
@pytest.mark.parametrize("rules", [{}, {"geometry": "abstract", "max_plots": 4}], ids=["table", "abstract"])
def test_invariants_hold_in_longer_games(players: int, rules: dict[str, Any]) -> None:
    """Full games of the custom deck, no more than 25 turns a player."""
    play_through(load_deck("custom", {"max_turns_per_player": 25, **rules}), players, players, 0)


def test_random_decks_use_every_verb_and_modifier() -> None:
    """Each verb and modifier has its place among the random cards (events are taken from the list of the language)."""
    assert set(VERBS) == set(STEPS)
    assert {modifier.name.lower() for modifier in Modifier} == set(MODIFIERS)


def test_points_are_counted_apart_from_the_engine() -> None:
    """The recount of this file finds a false number of points, and the check a lost card."""
    made = Stepper(load_deck("base").tables, players=2)
    made.begin(0)
    check_decision(made)
    made.game.points[0] += 1
    with pytest.raises(AssertionError):
        check_decision(made)
    made.game.points[0] -= 1
    made.game.n_draw -= np.int16(1)
    with pytest.raises(AssertionError):
        check_decision(made)
