"""The reference engine held to LANGUAGE sections 1 and 4: parts of a card, how it lasts and is dealt, triggers, reactions."""

from __future__ import annotations

import numpy as np
import pytest

from tests.reference.boards import Table, asked, box, choose, does, end_turn, hand, laid, of, play_card
from tests.reference.deal import check_deal, deal
from tests.reference.engine import Reference
from vs_sim.vocabulary import Ask, Do

JOB, VIRAL, SAFE = "Job", "Go Viral", "Safe Space"


def in_force(reference: Reference) -> list[int]:
    """What lies with characters."""
    return [x.card for x in reference.game.lying]


# --- lasts ---


def test_lasts_turn_to_the_end_of_this_turn() -> None:
    """In force at T3 still, then discarded."""
    table = Table('lasts = "turn"\nwhile = [{ hand_size = 9 }]')
    reference = table.play()
    assert len(hand(reference, 0)) == 9
    assert (in_force(reference), table.x in reference.game.discard) == ([], True)


def test_lasts_round_to_the_start_of_the_next_turn_of_who_played_it() -> None:
    """In force while the others have their turns."""
    table = Table('lasts = "round"\nwhile = [{ hand_size = 9 }]', players=3)
    reference = table.play()
    for seat in (1, 2):
        assert (reference.ask_seat, in_force(reference)) == (seat, [table.x])
        end_turn(reference)
    assert (reference.ask_seat, in_force(reference)) == (0, [])


def test_lasts_round_ends_with_a_turn_that_is_skipped_too() -> None:
    """Its player's next turn begins under a Job."""
    table = Table('lasts = "round"\nwhile = [{ hand_size = 9 }]')
    job = table.cards.take(JOB)
    table.more.append(lambda game: game.players[0].jobs.add(job))
    reference = table.start()  # that Job took the first turn
    end_turn(reference)
    play_card(reference, table.x)
    assert in_force(reference) == [table.x]
    reference.game.players[0].job_tokens += 1
    end_turn(reference)
    assert (reference.ask_seat, in_force(reference)) == (1, [])


def test_lasts_turns_of_the_player_with_whom_it_lies() -> None:
    """The turn in which it was played is not counted; the second one after it is the last."""
    table = Table("lasts = 2\nwhile = [{ hand_size = 9 }]")
    reference = table.play()
    left: list[int] = []
    for _ in range(4):
        left.append(reference.game.lying[0].left)
        end_turn(reference)
    assert (left, in_force(reference)) == ([2, 2, 1, 1], [])


def test_lasts_turns_with_another_player() -> None:
    """A special with a personal target lies with that player, whose turns count."""
    table = Table('lasts = 1\nplay.target = "opponent"\nwhile = [{ hand_size = 3 }]')
    reference = table.play(seat=1)
    assert [(x.card, x.seat) for x in reference.game.lying] == [(table.x, 1)]
    end_turn(reference)
    assert (len(hand(reference, 1)), in_force(reference)) == (3, [])


def test_lasts_counts_skipped_turns() -> None:
    """A turn under a Job is one of them."""
    table = Table(
        'lasts = 1\nplay = { target = "opponent", do = [{ skip = 1 }] }\nwhile = [{ hand_size = 3 }]'
    )
    reference = table.play(seat=1)
    assert (reference.ask_seat, in_force(reference), reference.game.turns_begun) == (0, [], 3)


def test_lasts_of_a_plot_counts_the_turns_of_who_played_it() -> None:
    """It runs out at the end of that player's next turn, which is a plot's end: a trigger hears it."""
    on = '[{ event = "plot_ended", card = "this", do = [{ points = 1 }] }]'
    table = Table(f"lasts = 1\non = {on}", kind="plot")
    reference = table.play()
    for _ in range(2):
        assert reference.state()["plots"] == [table.x]
        end_turn(reference)
    state = reference.state()
    assert (state["plots"], state["points"], reference.ask_seat) == ([], [1, 0], 1)


def test_lasts_turn_of_a_plot() -> None:
    """Gone before the next turn begins."""
    table = Table('lasts = "turn"\nwhile = [{ hand_size = 9 }]', kind="plot")
    reference = table.play()
    assert (len(hand(reference, 0)), reference.state()["plots"]) == (9, [])


def test_lasts_of_an_artifact() -> None:
    """A curse: with the target, for one turn of that player."""
    table = Table('lasts = 1\nplay.target = "opponent"\nwhile = [{ hand_size = 2 }]', kind="artifact")
    reference = table.play(seat=1)
    end_turn(reference)
    assert (len(hand(reference, 1)), in_force(reference)) == (2, [])


def test_a_stolen_artifact_counts_the_turns_of_the_thief() -> None:
    """With whom it lies; the turn of the theft began after it was played."""
    text = "[artifact.Press]\nlasts = 1\nwhile = [{ hand_size = 9 }]\n"
    table = Table('play = { target = "opponent", do = [{ steal = 1, kind = "artifact" }] }', text=text)
    press = table.lies(1, "Press")
    reference = table.play(seat=1)
    choose(reference, Do.CARD, card=press)
    assert (len(hand(reference, 0)), in_force(reference)) == (9, [])


# --- names, copies ---


def test_names_an_alignment_that_the_cards_filters_stand_for() -> None:
    """Nobody may lay a follower on a dot of it, for a round."""
    keys = """lasts = "round"\nplay.names = "alignment"
while = [{ forbid = "join", alignment = "named", for = "everyone" }]"""
    table = Table(keys)
    politics, economics = table.cards.follower("politics"), table.cards.follower("economics")
    table.hands[1] += [politics, economics]
    reference = table.play()
    assert (asked(reference), [p.aux for p in reference.picks()]) == ((Ask.ALIGNMENT, 0), [0, 1, 2, 3])
    choose(reference, Do.ALIGNMENT, aux=0)
    assert {p.card for p in of(reference, Do.FOLLOWER)} == {economics}


def test_names_an_alignment_for_its_steps() -> None:
    """Named before anything is done; those of another alignment stay."""
    table = Table(
        'play = { target = "opponent", names = "alignment", do = [{ destroy = 2, alignment = "named" }] }'
    )
    politics, economics = table.has(1, "politics", "economics")
    reference = table.play()
    choose(reference, Do.ALIGNMENT, aux=1)
    choose(reference, Do.VICTIM)
    assert (laid(reference.game, 1), economics in reference.game.discard) == ([politics], True)


def test_copies_the_last_special_that_was_done() -> None:
    """None yet: it cannot be played. Then it has that special's target, and is that card in events."""
    text = '[special.Gift]\nplay = { target = "opponent", do = [{ points = 1 }] }\n'
    text += '[house_rule.Watch]\non = [{ event = "card_played", card = "Gift", do = [{ points = 1 }] }]\n'
    table = Table('play.copies = "special"', text=text)
    (gift,) = table.holds(0, "Gift")
    reference = table.start()
    assert table.x not in {p.card for p in of(reference, Do.SPECIAL)}
    play_card(reference, gift, seat=1)
    end_turn(reference)
    assert reference.state()["points"] == [1, 1]
    assert [p.seat for p in of(reference, Do.SPECIAL) if p.card == table.x] == [1]
    play_card(reference, table.x)
    assert reference.state()["points"] == [2, 2]
    assert table.x in reference.game.discard


def test_copies_not_what_was_cancelled() -> None:
    """A special whose play was cancelled is not the last."""
    text = '[special.Gift]\nplay = { target = "opponent", do = [{ points = 1 }] }\n'
    table = Table('play.copies = "special"', text=text)
    (gift,) = table.holds(0, "Gift")
    table.holds(1, SAFE)
    reference = table.start()
    play_card(reference, gift)
    choose(reference, Do.REACT)
    assert reference.state()["last_special"] == -1


def test_copies_a_special_that_lasts() -> None:
    """It lies there and acts as that special, and is itself when it is gone."""
    text = '[special.Spell]\nlasts = 2\nplay = { do = [{ points = 1 }] }\nwhile = [{ hand_size = "+1" }]\n'
    table = Table('play.copies = "special"', text=text)
    (spell,) = table.holds(0, "Spell")
    reference = table.start()
    play_card(reference, spell)
    end_turn(reference)
    play_card(reference, table.x)
    assert (len(hand(reference, 0)), sorted(in_force(reference))) == (9, sorted([spell, table.x]))


# --- deal ---


def test_deal_kept_out_is_in_the_draw_pile_after_the_deal() -> None:
    """In no hand; all copies are in the pile."""
    cards = box('[special.X]\ncount = 9\ndeal = "kept out"\ndrawn.do = [{ points = 1 }]\n')
    for seed in range(5):
        hands, pile, _ = deal(cards.deck, 4, np.random.default_rng(seed))
        check_deal(cards.deck, hands, pile)
        assert sum(card in cards.free["X"] for card in pile) == 9


def test_deal_one_each_besides_the_hand() -> None:
    """Every player has one card more, a copy of it; the rest is shuffled."""
    cards = box('[special.X]\ncount = 6\ndeal = "one each"\nreaction.cancels = "Job"\n')
    hands, pile, _ = deal(cards.deck, 4, np.random.default_rng(0))
    check_deal(cards.deck, hands, pile)
    assert [len(hand) for hand in hands] == [8] * 4
    assert all(any(card in cards.free["X"] for card in hand) for hand in hands)


def test_one_each_needs_a_copy_for_every_player() -> None:
    """Too few copies: there is no such game (S5)."""
    cards = box('[special.X]\ncount = 2\ndeal = "one each"\nreaction.cancels = "Job"\n')
    with pytest.raises(AssertionError, match="too few"):
        deal(cards.deck, 4, np.random.default_rng(0))


# --- drawn ---


def test_drawn_is_done_at_once_and_replaced() -> None:
    """At T3: its steps are done to who draws it, it is discarded, another is drawn."""
    table = Table("play.do = [{ points = 1 }]", text="[special.Bomb]\ndrawn.do = [{ points = 2 }]\n")
    bomb = table.cards.take("Bomb")
    table.more.append(lambda game: game.draw_pile.append(bomb))
    reference = table.play()
    assert reference.state()["points"] == [3, 0]
    assert (len(hand(reference, 0)), bomb in reference.game.discard) == (7, True)


def test_drawn_and_kept() -> None:
    """`keep = true`: it comes to the hand."""
    text = "[special.Bomb]\ndrawn = { keep = true, do = [{ points = 2 }] }\nplay.do = [{ points = 1 }]\n"
    table = Table("play.do = [{ points = 1 }]", text=text)
    bomb = table.cards.take("Bomb")
    table.more.append(lambda game: game.draw_pile.append(bomb))
    reference = table.play()
    assert (reference.state()["points"], bomb in hand(reference, 0)) == ([3, 0], True)


def test_drawn_by_a_step_is_not_replaced() -> None:
    """`draw = 2`: the card that does something is one of them."""
    table = Table(
        "play.do = [{ draw = 2 }, { take_turn = true }]",
        text="[special.Bomb]\ndrawn.do = [{ discard = 1 }]\n",
    )
    bomb = table.cards.take("Bomb")
    table.holds(0, JOB, JOB)
    table.more.append(lambda game: game.draw_pile.append(bomb))
    reference = table.play()
    assert asked(reference) == (Ask.CARD, 0)  # while the play is being done
    before = len(hand(reference, 0))
    choose(reference, Do.CARD)
    assert before == 2
    assert len(hand(reference, 0)) == 7


def test_drawn_does_not_use_up_the_draw_limit() -> None:
    """Replaced: the one card of the limit is still drawn."""
    text = "[special.Bomb]\ndrawn.do = [{ points = 2 }]\n[plot.Cuts]\nwhile = [{ draw_limit = 1 }]\n"
    table = Table("play.do = [{ points = 1 }]", text=text)
    bomb = table.cards.take("Bomb")
    table.plot("Cuts")
    table.more.append(lambda game: game.draw_pile.append(bomb))
    assert len(hand(table.play(), 0)) == 1


BOMB = "[special.Bomb]\ndrawn.do = [{ eliminate = true }]\n"
ANTIDOTE = BOMB + '[special.Antidote]\nreaction = { cancels = "Bomb", into = "draw pile" }\n'


def test_drawn_is_stopped_by_a_card_that_names_it() -> None:
    """Who draws it is asked; the bomb is shuffled in again, the antidote discarded."""
    table = Table("play.do = [{ points = 1 }]", text=ANTIDOTE, players=3)
    bomb = table.cards.take("Bomb")
    (antidote,) = table.holds(0, "Antidote")
    table.more.append(lambda game: game.draw_pile.append(bomb))
    reference = table.play()
    assert (asked(reference), does(reference)) == ((Ask.REACTION, 0), {Do.NO, Do.REACT})
    choose(reference, Do.REACT)
    assert not reference.state()["out"][0]
    assert bomb in [*reference.game.draw_pile, *hand(reference, 0)]
    assert antidote in reference.game.discard


def test_drawn_is_done_when_nobody_stops_it() -> None:
    """No: who drew it is out; the next seat goes on."""
    table = Table("play.do = [{ points = 1 }]", text=ANTIDOTE, players=3)
    bomb = table.cards.take("Bomb")
    table.holds(0, "Antidote")
    table.more.append(lambda game: game.draw_pile.append(bomb))
    reference = table.play()
    choose(reference, Do.NO)
    assert (reference.ask_seat, reference.state()["out"]) == (1, [True, False, False])
    assert bomb in reference.game.discard


def test_drawn_in_a_taken_turn_is_stopped_by_the_controller() -> None:
    """X1 does not stand against it: the controller decides for who draws it."""
    table = Table('play = { target = "opponent", do = [{ take_turn = true }] }', text=ANTIDOTE, players=3)
    bomb = table.cards.take("Bomb")
    table.holds(1, "Antidote", JOB)
    table.more.append(lambda game: game.draw_pile.append(bomb))
    reference = table.play(seat=1)
    choose(reference, Do.DISCARD)
    assert (asked(reference), reference.decider) == ((Ask.REACTION, 1), 0)


def test_drawn_is_not_done_at_the_deal() -> None:
    """Whoever was dealt it may hold it."""
    table = Table("play.do = [{ points = 1 }]", text=BOMB)
    table.holds(0, "Bomb")
    assert table.start().state()["out"] == [False, False]


# --- costs ---


def test_cost_destroy() -> None:
    """Own followers, of which there must be enough."""
    table = Table("play = { cost = [{ destroy = 2 }], do = [{ points = 5 }] }")
    table.has(0, "identity")
    assert not table.can_play()
    table.has(0, "identity")
    reference = table.play()
    assert asked(reference) == (Ask.VICTIM, 0)
    choose(reference, Do.VICTIM)
    choose(reference, Do.VICTIM)
    assert (reference.state()["points"], laid(reference.game, 0)) == ([5, 0], [])


def test_cost_destroy_leaves_the_rest_payable() -> None:
    """Of two in a row the inner one, with which the outer would fall, is not offered."""
    table = Table('play = { cost = [{ destroy = 2, where = "anywhere" }], do = [{ points = 5 }] }')
    inner, outer = table.has(0, "identity", "identity")
    reference = table.play()
    laid_there = reference.game.players[0].coalition.laid
    assert [laid_there[pick.slot].card for pick in of(reference, Do.VICTIM)] == [outer]
    choose(reference, Do.VICTIM)
    choose(reference, Do.VICTIM)
    assert {inner, outer} <= reference.game.discard


def test_cost_discard_leaves_the_rest_payable() -> None:
    """A card that a later step of the cost needs is not offered for an earlier one."""
    table = Table(
        'play = { cost = [{ discard = 1 }, { discard = 1, kind = "plot" }], do = [{ points = 5 }] }'
    )
    plot, job = table.holds(0, "Just a Normal Monday", JOB)
    reference = table.play()
    assert [pick.card for pick in reference.picks()] == [job]
    reference.apply(reference.picks()[0].pack())
    assert [pick.card for pick in reference.picks()] == [plot]


def test_cost_points_and_skip() -> None:
    """Points are taken away; a token skips the next turn."""
    table = Table("play = { cost = [{ points = -3 }, { skip = 1 }], do = [{ points = 1 }] }")
    reference = table.play()
    assert (reference.state()["points"], reference.state()["job_tokens"]) == ([-2, 0], [1, 0])


def test_cost_all_is_always_possible() -> None:
    """`discard = "all"`: what there is."""
    table = Table('play = { cost = [{ discard = "all" }], do = [{ points = 1 }] }')
    assert table.can_play()
    held = table.holds(0, JOB, VIRAL)
    assert set(held) <= table.play().game.discard


def test_cost_stays_paid_when_the_action_is_cancelled() -> None:
    """Two cards are gone, nothing happened."""
    table = Table('play = { target = "opponent", cost = [{ discard = 1 }], do = [{ points = 1 }] }')
    (job,) = table.holds(0, JOB)
    table.holds(1, SAFE)
    reference = table.play()
    choose(reference, Do.CARD)
    choose(reference, Do.REACT)
    assert (reference.state()["points"], job in reference.game.discard) == ([0, 0], True)


# --- play of followers, microaggressions, virtue signals ---


def test_play_of_a_follower_is_done_after_it_joined() -> None:
    """Its target is chosen as it is played; the steps see it in the coalition."""
    keys = """dots.ends = "identity"
play.target = "opponent"
play.do = [{ points = -1 }, { points = 1, target = "self", per = "followers" }]"""
    table = Table(keys, kind="follower", players=3)
    reference = table.play()
    assert (asked(reference), [p.seat for p in reference.picks()]) == ((Ask.TARGET, 0), [1, 2])
    choose(reference, Do.PLAYER, seat=2)
    assert (reference.state()["points"], laid(reference.game, 0)) == ([2, 0, -1], [table.x])


def test_play_of_a_follower_may_ask_for_more() -> None:
    """Its `if` and its cost must be met; that its steps can do nothing does not matter."""
    keys = """dots.ends = "identity"
play = { if = "hand >= 1", cost = [{ discard = 1 }], do = [{ destroy = 1, target = "next" }] }"""
    table = Table(keys, kind="follower")
    assert not table.can_play()
    table.holds(0, JOB)
    assert table.can_play()


def test_play_of_a_follower_aimed_at_a_player_can_be_answered() -> None:
    """It has a personal target: a card that cancels followers answers it; the follower does not join."""
    text = '[special.Gate]\nreaction.cancels = "follower"\n'
    table = Table(
        'dots.ends = "identity"\nplay = { target = "opponent", do = [{ points = -1 }] }',
        kind="follower",
        text=text,
    )
    table.holds(1, "Gate")
    reference = table.play()
    choose(reference, Do.PLAYER)
    choose(reference, Do.REACT)
    assert (laid(reference.game, 0), reference.state()["points"]) == ([], [0, 0])


def test_play_of_a_microaggression_is_done_after_it_landed() -> None:
    """`affected` is whose coalition it is, `actor` who played it."""
    keys = """alignments = "politics"
play.target = "affected"
play.do = [{ discard = 1, choose = "random" }, { points = 1, target = "actor" }]"""
    table = Table(keys, kind="microaggression")
    table.has(1, "politics")
    table.holds(1, JOB)
    reference = table.play()
    assert (reference.state()["points"], hand(reference, 1)) == ([1, 0], [])


def test_play_of_a_virtue_signal_is_done_after_it_removed() -> None:
    """The follower counts again before the step."""
    keys = 'alignments = "politics"\nplay.do = [{ points = 1, target = "affected", per = "followers" }]'
    table = Table(keys, kind="virtue_signal")
    table.has(1, "politics", inert=True)
    assert table.play().state()["points"] == [0, 1]  # self has no followers


def test_a_microaggression_lapses_when_its_follower_is_gone() -> None:
    """Its own cost destroyed the follower: the card is discarded, its steps are not done."""
    keys = 'alignments = "identity"\nplay = { cost = [{ destroy = 1 }], do = [{ points = 3 }] }'
    table = Table(keys, kind="microaggression")
    table.has(0, "identity")
    reference = table.play(seat=0)
    choose(reference, Do.VICTIM)
    assert (reference.state()["points"], table.x in reference.game.discard) == ([0, 0], True)
