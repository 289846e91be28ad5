"""Setup (S1 to S5)."""

import pytest

from tests.rules.play import Play, deck_characters, small
from vs_sim.cards import load_deck
from vs_sim.cards.tables import Rule
from vs_sim.engine.trace import Stepper
from vs_sim.experiments.errors import PlanError
from vs_sim.experiments.plan import plan_run
from vs_sim.vocabulary import Kind

BASE = load_deck("base")
NAP = "[special]\nNap = { count = 60, play = { do = [{ draw = 1 }] } }"


def begun(players: int, game: int = 0, **more: int) -> Stepper:
    """A game of the base deck at its first decision."""
    made = Stepper(BASE.tables, players=players, **more)
    made.begin(game)
    return made


@pytest.mark.parametrize("players", [2, 5, 12])
def test_s1_all_cards_but_characters_are_shuffled_together(players: int) -> None:
    """Hands and draw pile hold each of the 162 other cards once, and no character."""
    g = begun(players).game
    dealt = [int(card) for s in range(players) for card in g.hand[s, : int(g.n_hand[s])]]
    pile = [int(card) for card in g.draw[: int(g.n_draw)]]
    t = BASE.tables[0]
    others = [card for card in range(int(t.n_cards)) if t.kind[t.card_type[card]] != Kind.CHARACTER]
    assert len(others) == 162
    assert sorted(dealt + pile) == others
    assert pile != sorted(pile)
    assert {int(t.kind[t.card_type[card]]) for card in pile} == {0, 1, 2, 3, 4}


@pytest.mark.both
def test_s2_seven_cards_each_and_the_rest_is_the_draw_pile() -> None:
    """162 cards, four players: 28 dealt, 134 in the pile, none discarded."""
    made = Play(BASE, players=4)
    assert [len(made.hand(s)) for s in range(4)] == [7, 7, 7, 7]
    assert len(made.pile()) == 134
    assert made.discarded == []


def test_s2_a_power_that_changes_the_hand_size_does_not_act_at_the_deal() -> None:
    """The Marxist Academic (K2: hand size one more) is dealt 7 and has 8 after the first T3."""
    made = Play(BASE, characters=["Marxist Academic", "Soy Boy"])
    assert len(made.hand(0)) == 7
    made.take("discard")
    assert made.asked == ("action", 1)
    assert len(made.hand(0)) == 8
    made.take("discard")
    assert len(made.hand(1)) == 7


def test_s3_no_two_players_hold_the_same_character() -> None:
    """In 50 deals to 12 all twelve characters sit at the table."""
    for game in range(0, 600, 12):
        held = begun(12, game).game.character[:12].tolist()
        assert len(set(held)) == 12


def test_s3_random_characters_are_others_in_another_block() -> None:
    """Six blocks of two players: more than the first two characters of the deck sit there, in more than one order."""
    dealt = [tuple(begun(2, game).game.character[:2].tolist()) for game in range(0, 12, 2)]
    assert len({card for pair in dealt for card in pair}) > 2
    assert len(set(dealt)) > 2


def test_s3_the_character_is_the_centre_of_the_coalition() -> None:
    """Slot 0 of each seat is its character, upright at (0, 0), with nothing joined."""
    g = begun(4).game
    for s in range(4):
        assert int(g.node_card[s, 0]) - 1 == int(g.character[s])
        assert (int(g.node_x[s, 0]), int(g.node_y[s, 0]), int(g.node_turn[s, 0])) == (0, 0, 0)
        assert int(g.occupied[s]) == 0


def test_s3_fixed_characters_sit_as_listed() -> None:
    """`fixed`: a list by seat, in the first game of a block."""
    names = ["Trustafarian", "Burnout", "Captain Fedora"]
    cards = plan_run(BASE, players=3, characters=names).fixed_cards
    made = Stepper(BASE.tables, players=3, characters_mode=1, fixed=cards)
    made.begin(0)
    t = BASE.tables[0]
    assert [BASE.names[int(t.card_type[made.game.character[s]])] for s in range(3)] == names


@pytest.mark.both
def test_s3_in_a_draft_each_picks_in_turn_order_from_those_left() -> None:
    """Hands are dealt first; seat 0 sees all twelve, seat 1 the eleven others."""
    made = Play(BASE, players=3, characters=[])
    told = deck_characters(BASE)
    assert [len(made.hand(s)) for s in range(3)] == [7, 7, 7]
    for s, name in enumerate(["Soy Boy", "Burnout", "Venerable Elder"]):
        assert made.asked == ("character", s)
        assert made.choices == [f"card {other}" for other in told]
        made.take(f"card {name}")
        told.remove(name)
    assert made.asked == ("action", 0)
    assert [made.name(seat["character"]) for seat in made.position["seats"]] == [
        "Soy Boy",
        "Burnout",
        "Venerable Elder",
    ]


@pytest.mark.both
def test_s4_seat_0_begins_and_play_goes_round_in_turn_order() -> None:
    """Turns of seats 0, 1, 2, 0, 1, 2: discards only."""
    made = Play(BASE, players=3)
    order = []
    for _ in range(6):
        order.append(made.asked)
        made.take("discard")
    assert order == [("action", s) for s in (0, 1, 2, 0, 1, 2)]


@pytest.mark.parametrize("players", [0, 1, 13])
def test_s5_two_to_twelve_players(players: int) -> None:
    """Any other number is refused before a game."""
    with pytest.raises(PlanError, match="from 2 to 12"):
        plan_run(BASE, players=players)


@pytest.mark.parametrize("players", range(2, 13))
def test_s5_every_number_of_players_from_2_to_12_can_play(players: int) -> None:
    """The base deck's 162 cards and twelve characters do for all of them."""
    assert plan_run(BASE, players=players).players == players
    assert begun(players).running


def test_s5_hands_must_not_exceed_the_draw_deck() -> None:
    """Three hands of 20 are 60 cards: as many as there are; with four players 80 are refused, both numbers told."""
    deck = small(NAP, 4, hand_size=20)
    assert deck.tables[0].rule[Rule.HAND_SIZE] == 20
    assert plan_run(deck, players=3, games=3).players == 3
    with pytest.raises(PlanError, match=r"80 cards.* 60"):
        plan_run(deck, players=4)


def test_s5_players_must_not_exceed_the_characters() -> None:
    """Three players with two characters are refused with both numbers, unless duplicates are allowed."""
    with pytest.raises(PlanError, match=r"3 characters.* has 2"):
        plan_run(small(NAP, 2), players=3)
    assert plan_run(small(NAP, 2, duplicate_characters=True), players=3).players == 3


def test_s5_a_table_can_use_up_the_whole_deck_in_the_deal() -> None:
    """60 cards in three hands of 20: the draw pile is empty and the game goes on."""
    made = Play(small(NAP, 3, hand_size=20), players=3)
    assert made.pile() == []
    assert made.asked == ("action", 0)
    made.take("discard Nap")
    assert made.asked == ("action", 1)
    assert len(made.hand(0)) == 20
