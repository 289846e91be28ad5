"""N1: what a policy does not see changes no decision, and a decision changes nothing."""

import ast
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import vs_sim.policies
from tests.policies.games import BALANCED, LOOKAHEAD, RANDOM, decisions
from vs_sim.engine.trace import Stepper
from vs_sim.policies import choose
from vs_sim.rules.state import GAME, OPEN
from vs_sim.vocabulary import MAX_CARDS

# What policies may read of a game record, as their door says; of hands only the asked seat's: the first test proves it.
VISIBLE = set(re.findall(r"`(\w+)`", choose.__doc__ or ""))


def shuffle_hidden(made: Stepper, rng: np.random.Generator) -> None:
    """Deal anew what the deciding player does not know: the other hands and the draw pile, each keeping its size."""
    g = made.game
    me = int(g.decider)
    seen = {int(g.ask_seat), me} | {s for s in range(made.players) if g.number[s, OPEN]}
    hidden = [s for s in range(made.players) if s not in seen]
    known = {card for card in range(MAX_CARDS) if int(g.known[me, card >> 6]) >> (card & 63) & 1}
    hands = {s: [int(card) for card in g.hand[s, : int(g.n_hand[s])]] for s in hidden}
    below = int(g.n_draw) - int(g.known_top[me])
    cards = [card for s in hidden for card in hands[s] if card not in known]
    cards += [int(card) for card in g.draw[:below]]
    order = [cards[k] for k in rng.permutation(len(cards))]
    for s in hidden:
        kept = [card for card in hands[s] if card in known]
        n = len(hands[s]) - len(kept)
        g.hand[s, : len(hands[s])] = sorted(kept + order[:n])
        order = order[n:]
    g.draw[:below] = order


def again(made: Stepper, counters: Any) -> int:
    """The pick once more, from the same place of the random streams."""
    made.work.n_policy[:] = counters
    return made.pick()


@pytest.mark.parametrize("policies", [[BALANCED] * 4, [RANDOM] * 3, [BALANCED, RANDOM]])
def test_n1_hidden_cards_change_no_decision(policies: list[int]) -> None:
    """With all hidden cards dealt anew each decision of a game stays the same."""
    rng = np.random.default_rng(7)
    n = 0
    for made, index in decisions(policies, range(12)):
        counters = made.work.n_policy.copy()
        counters[int(made.game.decider)] -= 1
        before = made.game.copy()
        shuffle_hidden(made, rng)
        assert again(made, counters) == index
        made._space.games[0] = before
        n += 1
    assert n > 100


def test_n1_looking_ahead_does_not_peek() -> None:
    """With all hidden cards dealt anew lookahead decides the same, and leaves the game and its choices as they were."""
    rng = np.random.default_rng(8)
    n = known = 0
    for made, index in decisions([LOOKAHEAD, BALANCED, BALANCED], range(3, 5)):
        if made.work.policy[int(made.game.decider)] != LOOKAHEAD:
            continue
        known += bool(made.game.known[int(made.game.decider)].any())
        counters = made.work.n_policy.copy()
        counters[int(made.game.decider)] -= 2  # one for ties, one for the deals
        before = made.game.copy()
        choices = made.choices
        shuffle_hidden(made, rng)
        assert again(made, counters) == index
        made._space.games[0] = before
        assert made.choices == choices
        n += 1
    assert n > 20
    assert known > 5  # of them with a card in sight that lies hidden


@pytest.mark.both
def test_n1_a_decision_changes_nothing() -> None:
    """Picking leaves every byte of the game as it was, and the listed choices too."""
    for made, _ in decisions([BALANCED, RANDOM], range(1)):
        game = made.game.tobytes()
        choices = made.choices
        made.pick()
        assert made.game.tobytes() == game
        assert made.choices == choices


def test_n1_only_what_is_visible_is_read() -> None:
    """The sources of the policies name no field of the game record but those that a person at the table sees."""
    read = set()
    for path in sorted(Path(vs_sim.policies.__path__[0]).glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "g":
                assert isinstance(node.ctx, ast.Load), f"{path.name} writes g.{node.attr}"
                read.add(node.attr)
    assert read == VISIBLE
    assert set(GAME.names or ()) >= VISIBLE
    assert VISIBLE.isdisjoint({"draw", "known", "known_top"})
