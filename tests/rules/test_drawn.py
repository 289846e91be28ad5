"""`drawn`: what a card does to whoever draws it, and what stops it; `deal`: how cards come into play (LANGUAGE section 1)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.rules.play import Play, small
from vs_sim.engine.trace import Stepper
from vs_sim.experiments.errors import PlanError
from vs_sim.experiments.plan import plan_run
from vs_sim.vocabulary import Stat

CARDS = """
[special]
Nap = { count = 20, play.do = [{ points = 1 }] }
Dip = { count = 4, play.do = [{ draw = 2 }] }
Fill = { count = 2, play.do = [{ draw = "full" }] }
Treat = { count = 2, play = { target = "opponent", do = [{ draw = 1 }] } }
Seize = { count = 2, play = { target = "opponent", cancellable = false, do = [{ take_turn = true }] } }
Sting = { count = 3, drawn.do = [{ points = -1 }] }
Charm = { count = 2, drawn = { do = [{ points = 2 }], keep = true }, play.do = [{ points = 5 }] }
Boom = { count = 2, drawn.do = [{ eliminate = true }] }
Toll = { count = 2, drawn.do = [{ discard = 1 }] }
Chain = { count = 2, drawn.do = [{ draw = 1 }] }
Antidote = { count = 3, reaction = { cancels = "Boom", into = "draw pile" } }
Watch = { count = 1, reaction = { cancels = "Boom", for = "everyone", into = "hand" } }
Ward = { count = 2, reaction.cancels = ["anything", "special"] }
Nope = { count = 2, reaction = { cancels = "reaction", for = "everyone" } }
[house_rule]
Ear.on = [{ event = "card_drawn", card = "Sting", do = [{ points = 4 }] }]
"""
RULES = {"hand_size": 2, "empty_draw_pile": "no_draw"}


def make(*hands: list[str], draw: tuple[str, ...] = (), **rules: Any) -> Play:
    """A game with these hands and this draw pile, from the top."""
    return Play(small(CARDS, **{**RULES, **rules}), hands=hands, draw=draw)


def test_drawn_is_done_at_once_and_the_card_replaced_at_t3() -> None:
    """The sting costs a point; the hand is filled up all the same."""
    play = make(["Nap", "Nap"], ["Nap"], draw=("Sting", "Dip")).take("special Nap")
    assert play.points(0) == 1 - 1 + 4
    assert sorted(play.hand(0)) == ["Dip", "Nap"]
    assert play.discarded.count("Sting") == 3
    assert play.stat(0, Stat.DRAWN) == 2


def test_drawn_replacing_does_not_count_for_the_draw_limit() -> None:
    """One card may be drawn: it is the one behind the sting."""
    limit = "[house_rule.Limit]\nwhile = [{ draw_limit = 1 }]\n"
    play = Play(small(CARDS + limit, **RULES), hands=[["Nap"], ["Nap"]], draw=("Sting", "Dip", "Fill")).take(
        "special Nap"
    )
    assert play.hand(0) == ["Dip"]


def test_drawn_keep_comes_to_the_hand() -> None:
    """Its steps are done; it counts as drawn."""
    play = make(["Nap", "Nap"], ["Nap"], draw=("Charm", "Dip")).take("special Nap")
    assert play.points(0) == 1 + 2
    assert sorted(play.hand(0)) == ["Charm", "Nap"]


def test_drawn_by_a_step_is_not_replaced() -> None:
    """Two cards are drawn: a sting and another one."""
    play = make(["Dip", "Nap"], ["Nap"], draw=("Sting", "Nap"), hand_size=1).take("special Dip")
    assert play.hand(0) == ["Nap", "Nap"]
    assert play.points(0) == 3


def test_drawn_full_draws_as_many_as_were_missing() -> None:
    """Two are missing: one of them is the sting; T3 then makes up for it."""
    play = make(["Fill", "Nap"], ["Nap"], draw=("Sting", "Nap", "Dip"), hand_size=3)
    play.take("special Fill")
    assert sorted(play.hand(0)) == ["Dip", "Nap", "Nap"]


def test_drawn_is_done_to_whoever_draws_it() -> None:
    """Seat 0 lets seat 1 draw."""
    play = make(["Treat", "Nap"], ["Nap", "Nap"], draw=("Charm",)).take("special Treat > 1")
    assert (play.points(0), play.points(1)) == (0, 2)
    assert "Charm" in play.hand(1)


def test_drawn_suspends_the_drawing_while_something_is_decided() -> None:
    """The toll is paid before the next card is drawn, of the cards held then."""
    play = make(["Nap", "Nap", "Dip"], ["Nap"], draw=("Toll", "Fill", "Treat"), hand_size=3).take(
        "special Nap"
    )
    assert play.asked == ("card", 0)
    assert sorted(play.hand(0)) == ["Dip", "Nap"]
    play.take("card Nap")
    assert sorted(play.hand(0)) == ["Dip", "Fill", "Treat"]


def test_drawn_may_draw_another_such_card() -> None:
    """One within the other; the hand is then full."""
    play = make(["Nap", "Nap"], ["Nap"], draw=("Chain", "Sting", "Dip")).take("special Nap")
    assert sorted(play.hand(0)) == ["Dip", "Nap"]
    assert play.points(0) == 1 - 1 + 4


def test_drawn_not_at_the_deal() -> None:
    """Dealt, it is a card like another: it cannot be played, but discarded."""
    play = make(["Sting", "Nap"], ["Nap"])
    assert play.points(0) == 0
    assert play.choices == ["special Nap", "discard Nap", "discard Sting"]


def test_w6_drawn_eliminates_and_a_last_player_wins() -> None:
    """With two the other has won; with three the game goes on without."""
    play = make(["Nap", "Nap"], ["Nap"], draw=("Boom",)).take("special Nap")
    assert play.over == ("last left", 1)
    play = make(["Nap", "Nap"], ["Nap"], ["Nap"], draw=("Boom", "Dip", "Dip")).take("special Nap")
    assert play.asked == ("action", 1)
    assert play.hand(0) == []
    assert play.discarded.count("Boom") == 2


def test_drawn_by_a_step_ends_with_who_is_out() -> None:
    """The second card of the two is not drawn any more."""
    play = make(["Dip", "Nap"], ["Nap"], ["Nap"], draw=("Boom", "Fill")).take("special Dip")
    assert play.pile() == ["Fill"]
    assert play.asked == ("action", 1)


@pytest.mark.both
def test_drawn_is_stopped_by_a_card_that_names_it_for_who_drew_it() -> None:
    """The antidote; the exploding card is shuffled in again and another card drawn."""
    pile = ("Boom", "Dip", "Dip", "Fill", "Treat", "Treat", "Fill")
    play = make(["Nap", "Antidote"], ["Nap"], draw=pile).take("special Nap")
    assert play.asked == ("reaction", 0)
    assert play.choices == ["no", "react Antidote"]
    play.take("react Antidote")
    assert play.asked == ("action", 1)
    assert "Boom" in play.pile()
    assert len(play.hand(0)) == 2
    assert play.discarded.count("Antidote") == 3


def test_drawn_stopped_is_replaced_at_t3() -> None:
    """Stopped, it leaves a card missing in the hand."""
    cards = CARDS.replace(', into = "draw pile"', "")
    play = Play(small(cards, **RULES), hands=[["Nap", "Antidote"], ["Nap"]], draw=("Boom", "Dip", "Fill"))
    play.take("special Nap", "react Antidote")
    assert sorted(play.hand(0)) == ["Dip", "Fill"]
    assert play.discarded.count("Boom") == 2


def test_drawn_declined_is_done() -> None:
    """Who does not use the antidote is out."""
    play = make(["Nap", "Antidote"], ["Nap"], draw=("Boom",)).take("special Nap", "no")
    assert play.over == ("last left", 1)


def test_drawn_is_not_stopped_by_cards_that_do_not_name_it() -> None:
    """Nor by others' antidotes, which are for themselves."""
    play = make(["Nap", "Ward"], ["Antidote"], ["Nap"], draw=("Boom",)).take("special Nap")
    assert play.asked == ("action", 1)


def test_drawn_is_stopped_by_nobody_else() -> None:
    """A card that names it may be for everyone: it is asked of who drew it only, and takes it into that hand."""
    play = make(["Nap", "Nap"], ["Nap"], ["Watch"], draw=("Boom", "Dip")).take("special Nap")
    assert play.asked == ("action", 1)
    play = make(["Nap", "Watch"], ["Nap"], ["Nap"], draw=("Boom", "Dip")).take("special Nap", "react Watch")
    assert sorted(play.hand(0)) == ["Boom", "Dip"]


def test_drawn_and_kept_it_is_in_the_hand_while_its_steps_are_done() -> None:
    """The toll that is kept may be paid with itself; then another card is drawn."""
    cards = CARDS + "[special.Keen]\ncount = 1\ndrawn = { do = [{ discard = 1 }], keep = true }\n"
    play = Play(small(cards, **RULES), hands=[["Nap", "Nap"], ["Nap"]], draw=("Keen", "Dip")).take(
        "special Nap"
    )
    assert play.choices == ["card Nap", "card Keen"]
    play.take("card Keen")
    assert sorted(play.hand(0)) == ["Dip", "Nap"]


def test_drawn_stopping_it_may_itself_be_undone() -> None:
    """A card that cancels reactions: the exploding card goes off."""
    play = make(["Nap", "Antidote"], ["Nope"], ["Nap"], draw=("Boom",)).take("special Nap", "react Antidote")
    assert play.asked == ("reaction", 1)
    play.take("react Nope")
    assert play.asked == ("action", 1)
    assert play.discarded.count("Antidote") == 3


def test_x5_drawn_in_a_taken_turn_the_controller_decides() -> None:
    """Seat 1 draws in its taken turn; seat 0 decides whether its antidote is used."""
    play = make(["Seize"], ["Nap", "Antidote"], ["Nap"], draw=("Boom", "Dip")).take(
        "special Seize > 1", "special Nap"
    )
    assert play.asked == ("reaction", 1)
    assert play.decider == 0
    play.take("no")
    assert play.position["seats"][1]["out"]


def test_w5_drawn_cards_without_end_run_away() -> None:
    """A pile of nothing but stings that are shuffled again and again."""
    cards = """
    [special]
    Nap = { count = 4, play.do = [{ more = 1 }] }
    Dud = { count = 2, drawn.do = [{ clear = 1, kind = "job" }] }
    """
    play = Play(
        small(cards, hand_size=3, max_effects=100),
        hands=[["Nap"], ["Nap", "Nap", "Nap"]],
        draw=("Dud", "Dud"),
    )
    play.take("discard Nap")
    assert play.over == ("runaway", -1)
    assert play.deck.names[int(play.g.runaway) - 1] == "Dud"


# --- deal ---

DEALS = """
[special]
Nap = { count = 30, play.do = [{ draw = 1 }] }
Late = { count = 6, deal = "kept out", play.do = [{ draw = 1 }] }
Own = { count = 5, deal = "one each", play.do = [{ draw = 1 }] }
"""


def deal(seed: int, players: int = 3) -> Any:
    """A stepper at the first decision after the deal of a seed."""
    stepper = Stepper(small(DEALS, hand_size=4).tables, players=players, seed=seed)
    stepper.begin(0)
    return stepper


def names(stepper: Any, cards: Any) -> list[str]:
    """Names of cards."""
    kinds = small(DEALS).names
    return [kinds[int(stepper.tables.card_type[card])] for card in cards]


@pytest.mark.both
def test_deal_one_each_gives_a_copy_besides_the_hand() -> None:
    """Each has four cards of the deal and one more; what is left of them is shuffled."""
    for seed in range(5):
        stepper = deal(seed)
        g = stepper.game
        hands = [names(stepper, g.hand[s, : int(g.n_hand[s])]) for s in range(3)]
        assert [len(hand) for hand in hands] == [5, 5, 5]
        pile = names(stepper, g.draw[: int(g.n_draw)])
        assert all("Own" in hand for hand in hands)
        assert sum(hand.count("Own") for hand in hands) + pile.count("Own") == 5


def test_deal_kept_out_is_never_in_a_hand_and_lies_anywhere_in_the_pile() -> None:
    """Over many deals every place of the draw pile sees one, about as often as another."""
    places = np.zeros(26, dtype=int)
    for seed in range(60):
        stepper = deal(seed)
        g = stepper.game
        for s in range(3):
            assert "Late" not in names(stepper, g.hand[s, : int(g.n_hand[s])])
        pile = names(stepper, g.draw[: int(g.n_draw)])
        assert pile.count("Late") == 6
        assert len(pile) == 26
        places += [name == "Late" for name in pile]
    assert places.min() > 2  # 13.8 on average
    assert places.max() < 30


def test_c7_deal_kept_out_leaves_the_order_of_the_others_alone() -> None:
    """A deck without the late cards has the same hands and the same pile but for them."""
    without = Stepper(small(DEALS.replace("count = 6", "count = 0"), hand_size=4).tables, players=3, seed=3)
    without.begin(0)
    with_them = deal(3)
    for s in range(3):
        assert names(with_them, with_them.game.hand[s, :5]) == names(without, without.game.hand[s, :5])
    keys = [
        [
            (int(st.tables.card_type[c]), int(st.tables.card_copy[c]))
            for c in st.game.draw[: int(st.game.n_draw)]
        ]
        for st in (with_them, without)
    ]
    late = small(DEALS).names.index("Late")
    assert [key for key in keys[0] if key[0] != late] == keys[1]


def test_s5_deal_one_each_with_too_few_copies_is_refused() -> None:
    """Six players and five copies: the run is refused with both numbers."""
    deck = small(DEALS, characters=7, hand_size=2)
    plan_run(deck, players=5)
    with pytest.raises(PlanError, match=r'6 copies of "Own".*has 5'):
        plan_run(deck, players=6)


def test_s5_deal_counts_only_what_is_shuffled() -> None:
    """Of 41 cards 30 and the two left of the five are dealt; those kept out are not."""
    plan_run(small(DEALS, hand_size=10), players=3)
    with pytest.raises(PlanError, match="33 cards, but the draw deck has 32"):
        plan_run(small(DEALS, hand_size=11), players=3)
