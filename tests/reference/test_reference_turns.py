"""The reference engine held to further turns (X5, T6, W5), cascades (X6), numbers, and the end in the midst of things (W2)."""

from __future__ import annotations

from collections.abc import Sequence

from tests.reference.boards import Table, asked, choose, hand, play_card
from tests.reference.engine import Reference
from vs_sim.vocabulary import MAX_FURTHER, Ask, Do, Result

TAKES = 'count = 5\nplay = { target = "opponent", cancellable = false, do = [{ take_turn = true }] }\n'
CARDS = """
[special]
Encore = { count = 9, play.do = [{ take_turn = true }] }
Coup = { count = 1, play = { target = "opponent", cancellable = false, do = [{ eliminate = true }] } }
Nap = { count = 9, play.do = [{ look = 1 }] }
"""
WOMAN, FEDORA, MARXIST = "Lipstick Lesbian", "Captain Fedora", "Marxist Academic"
TWICE = "while = [{ actions = 2 }]"
LISTENS = 'on = [{ event = "card_played", by = "others", card = "Nap", do = [{ take_turn = true }] }]'


def takes_turns(
    hands: Sequence[Sequence[str]], characters: dict[str, str]
) -> tuple[Reference, dict[str, int]]:
    """Seat 0 takes the turn of seat 1; the hands besides X, and what characters do. Also a card number of each name."""
    changes = "".join(f'[change."{name}"]\n{keys}\n' for name, keys in characters.items())
    table = Table(TAKES, text=CARDS + changes, players=len(hands))
    found: dict[str, int] = {}
    for seat, names in enumerate(hands):
        found |= dict(zip(names, table.holds(seat, *names), strict=True))
    return table.play(seat=1), found


def test_after_another_players_one_a_further_turn_of_the_taken_seat_has_the_same_controller() -> None:
    """In the turn of seat 1 that seat 0 takes both get one more."""
    reference, cards = takes_turns([["Nap"] * 4, ["Nap", "Encore", "Coup"]], {WOMAN: LISTENS, FEDORA: TWICE})
    play_card(reference, cards["Nap"])
    play_card(reference, cards["Encore"])
    assert (asked(reference), reference.decider) == ((Ask.ACTION, 0), 0)
    choose(reference, Do.DISCARD)
    assert (asked(reference), reference.decider) == ((Ask.ACTION, 1), 0)


def test_a_further_turn_is_the_seats_own_once_its_controller_is_out() -> None:
    """Seat 1 takes the turn of seat 2, decided by seat 0, which is out when seat 2 has one more."""
    reference, cards = takes_turns([["Nap"], ["X"], ["Encore", "Coup", "Nap"]], {MARXIST: TWICE})
    play_card(reference, cards["X"], seat=2)
    assert (asked(reference), reference.decider) == ((Ask.ACTION, 2), 0)
    play_card(reference, cards["Encore"])
    play_card(reference, cards["Coup"], seat=0)
    assert (asked(reference), reference.decider) == ((Ask.ACTION, 2), 2)


def test_more_than_64_further_turns_owed_at_once_are_a_runaway() -> None:
    """Eight cards of eight turns each, and one turn more."""
    eight = ", ".join(["{ take_turn = true }"] * (MAX_FURTHER // 8))
    text = f'[special.Encore]\nplay.do = [{{ take_turn = true }}]\n[change."{WOMAN}"]\nwhile = [{{ actions = 9 }}]\n'
    table = Table(f"count = 9\nplay.do = [{eight}]", text=text)
    many = [table.x, *table.holds(0, *["X"] * 7)]
    (encore,) = table.holds(0, "Encore")
    reference = table.start()
    for card in many:
        play_card(reference, card)
    assert reference.result == Result.RUNNING
    play_card(reference, encore)
    assert reference.result == Result.RUNAWAY


def test_what_sets_off_one_trigger_too_many_is_done() -> None:
    """W5: 65 triggers hear a discard; the card is on the discard pile, the one after it is still in the hand."""
    hears = ", ".join(['{ event = "card_discarded", do = [{ points = 1 }] }'] * 4)
    rules = "".join(f"[house_rule.R{k}]\non = [{hears}]\n" for k in range(16))
    one = '[house_rule.R16]\non = [{ event = "card_discarded", do = [{ points = 1 }] }]\n'
    table = Table('play = { target = "opponent", do = [{ discard = "all" }] }', text=CARDS + rules + one)
    first, second = sorted(table.holds(1, "Nap", "Encore"))
    reference = table.play(seat=1)
    assert reference.result == Result.RUNAWAY
    assert (hand(reference, 1), first in reference.game.discard) == ([second], True)


def test_an_orphan_has_fallen_before_anybody_can_win_by_it() -> None:
    """G6, W1: of a chain of three the middle one is destroyed; who wins with two points and two followers has one of each."""
    few = 'lasts = "turn"\nwhile = [{ points_to_win = 2, only = "followers < 3", for = "everyone" }]\n'
    inner = 'play = { target = "opponent", do = [{ destroy = 1, where = "anywhere", choose = "self" }] }'
    table = Table(few + inner)
    table.has(1, "politics", "politics", "politics")
    reference = table.play(seat=1)
    coalition = reference.game.players[1].coalition
    far = coalition.distances()
    choose(reference, Do.VICTIM, slot=next(slot for slot in coalition.followers if far[slot] == 2))
    assert len(coalition.followers) == 1
    assert reference.result == Result.RUNNING


def test_a_new_round_may_make_somebody_win() -> None:
    """W1: what wins hangs on the round; it is looked at as the first turn of the round begins."""
    wins = '[house_rule.Late]\nwhile = [{ points_to_win = 1, only = "round > 1" }]\n'
    table = Table("play.do = [{ draw = 1 }]", text=wins)
    table.has(1, "politics")
    table.holds(1, "Job")
    reference = table.play()
    assert reference.result == Result.RUNNING
    choose(reference, Do.DISCARD)
    assert (reference.result, reference.winner) == (Result.WON, 1)


def test_a_number_below_0_gives_no_further_actions() -> None:
    """`per = "points"` with a point below 0."""
    table = Table('play.do = [{ points = -1 }, { more = 5, per = "points" }]')
    table.holds(0, "Job", "Job")
    reference = table.play()
    assert reference.ask_seat == 1


def test_a_step_whose_number_comes_to_0_is_no_effect() -> None:
    """Nothing is done to anybody, so it does not count for W5; nor does it spread."""
    table = Table(
        'count = 2\nplay = { target = "opponent", do = [{ discard = 1, per = "jobs", spreads = true }] }',
        text=f'[change."{WOMAN}"]\nwhile = [{{ actions = 2 }}]\n',
    )
    table.holds(0, "Job")
    table.holds(1, "X")
    reference = table.play(seat=1)
    assert (asked(reference), reference.game.effects) == ((Ask.ACTION, 0), 0)


def test_a_plot_of_which_one_came_into_play_meanwhile_is_discarded() -> None:
    """P1: seat 1 reacts to it; who undoes that takes the turn of seat 1, in which the other copy is played."""
    text = """
[special]
No = { count = 1, reaction = { cancels = "plot", for = "everyone" } }
Seize = { count = 1, reaction = { cancels = "reaction", for = "everyone", do = [{ take_turn = true, target = "actor" }] } }
"""
    table = Table('count = 2\nwhile = [{ hand_size = "+1" }]', kind="plot", text=text, players=3)
    other = table.holds(1, "No", "X")[1]
    table.holds(2, "Seize")
    reference = table.play()
    choose(reference, Do.REACT)
    choose(reference, Do.REACT)
    assert (asked(reference), reference.decider) == ((Ask.ACTION, 1), 2)
    play_card(reference, other)
    assert [plot.card for plot in reference.game.plots] == [other]
    assert table.x in reference.game.discard


def test_who_may_play_no_special_spreads_one_all_the_same() -> None:
    """X6: a leg is part of the one play, so `forbid` says nothing of it."""
    spreads = 'count = 2\nplay = { target = "opponent", do = [{ discard = "all", spreads = true }] }'
    table = Table(spreads, text=f'[change."{FEDORA}"]\nwhile = [{{ forbid = "special" }}]\n', players=3)
    table.holds(1, "X")
    assert asked(table.play(seat=1)) == (Ask.SPREAD, 1)


def test_a_hand_that_is_swapped_with_none_is_known_still() -> None:
    """N1: nobody else is admitted, so nothing changes."""
    table = Table('play = { target = "others", do = [{ swap = "hands", only = "players < 2" }] }')
    (job,) = table.holds(0, "Job")
    table.more.append(lambda game: game.players[1].known.add(job))
    assert job in table.play().game.players[1].known


def test_who_is_out_is_of_no_gender() -> None:
    """Whatever a card in force says of those who have more or fewer than others: nobody asks."""
    men = '[house_rule.Men]\nwhile = [{ gender = "male", only = "not fewest points" }]\n'
    table = Table('play = { target = "opponent", do = [{ eliminate = true }] }', text=men, players=3)
    table.has(0, "identity")
    table.has(2, "politics")
    assert table.play(seat=1).state()["genders"][1] == 0
