"""The reference engine held to LANGUAGE section 2: each verb and each key of a step in a small position."""

from __future__ import annotations

import pytest

from tests.reference.boards import Table, asked, box, choose, does, hand, hit, laid, lay_anywhere, of, start
from tests.reference.events import add_lying, add_plot
from tests.reference.game import Game
from tests.reference.table import TOKEN
from vs_sim.vocabulary import Ask, Do, Result


def table_of(play: str, *, text: str = "", players: int = 2) -> Table:
    """A game in which seat 0 holds the special X with this `play`."""
    return Table(f"play = {play}", text=text, players=players)


# --- destroy ---


def test_destroy_all_takes_the_outer_ones_first() -> None:
    """`"all"`: end-of-chain by end-of-chain until none is left (D3)."""
    table = table_of('{ target = "opponent", do = [{ destroy = "all" }] }')
    table.has(1, "politics", "politics", "politics")
    reference = table.play()
    while reference.ask == Ask.VICTIM:
        choose(reference, Do.VICTIM)
    assert laid(reference.game, 1) == []


def test_destroy_takes_what_can_go_of_its_number() -> None:
    """D5: three are asked for, two can go."""
    table = table_of('{ target = "opponent", do = [{ destroy = 3 }] }')
    table.has(1, "politics", "politics")
    reference = table.play()
    choose(reference, Do.VICTIM)
    choose(reference, Do.VICTIM)
    assert (laid(reference.game, 1), reference.ask_seat) == ([], 1)


# --- steal ---


def test_steal_an_artifact_brings_it_to_the_thiefs_character() -> None:
    """`kind = "artifact"`: it lies with self then."""
    text = "[artifact.Press]\nwhile = [{ actions = 3 }]\n"
    table = table_of('{ target = "opponent", do = [{ steal = 1, kind = "artifact" }] }', text=text)
    press = table.cards.take("Press")
    table.more.append(lambda game: add_lying(game, 1, 1, press))
    reference = table.play(seat=1)
    choose(reference, Do.CARD, card=press)
    assert [(x.card, x.seat, x.by) for x in reference.game.lying] == [(press, 0, 1)]


def test_steal_of_artifacts_needs_one() -> None:
    """With no artifact at another's character the special cannot be played."""
    assert not table_of('{ target = "opponent", do = [{ steal = 1, kind = "artifact" }] }').can_play()


# --- move ---


def test_move_lays_a_follower_elsewhere_in_the_same_coalition() -> None:
    """It is laid at another place; the place where it lay is not offered."""
    table = table_of("{ do = [{ move = 1 }] }")
    (follower,) = table.has(0, "identity")
    reference = table.play()
    before = reference.state()["coalitions"][0]
    choose(reference, Do.VICTIM)
    assert asked(reference) == (Ask.MOVE_PLACE, 0)
    choose(reference, Do.PLACE)
    after = reference.state()["coalitions"][0]
    assert laid(reference.game, 0) == [follower]
    assert after[1][:4] != before[1][:4]


def test_move_leaves_orphans_which_fall() -> None:
    """`where = "anywhere"`: what hung on the follower alone is destroyed after it was laid (G6)."""
    table = table_of('{ do = [{ move = 1, where = "anywhere" }] }')
    inner, outer = table.has(0, "identity", "identity")
    reference = table.start()
    game = reference.game
    slots = {card: game.players[0].coalition.slot_of(card) for card in (inner, outer)}
    hangs = slots[inner] in game.players[0].coalition.joins[slots[outer] or 0].values()
    choose(reference, Do.SPECIAL)
    choose(reference, Do.VICTIM, slot=slots[inner])
    choose(reference, Do.PLACE)
    assert hangs
    assert laid(reference.game, 0) == [inner]
    assert outer in reference.game.discard


def test_move_takes_what_lies_on_the_follower_along() -> None:
    """`inert = true`: it stays inert at its new place."""
    table = table_of("{ do = [{ move = 1, inert = true }] }")
    table.has(0, "identity", inert=True)
    reference = table.play()
    choose(reference, Do.VICTIM)
    choose(reference, Do.PLACE)
    assert [x.inert for x in reference.game.players[0].coalition.followers.values()] == [True]


def test_move_so_many_different_followers() -> None:
    """Two of two: the second is the other one."""
    table = table_of("{ do = [{ move = 2 }] }")
    table.has(0, "identity", "diversity")
    reference = table.play()
    (first, *_) = of(reference, Do.VICTIM)
    reference.apply(first.pack())
    moved = reference.picks()[0].card
    choose(reference, Do.PLACE)
    others = {reference.game.players[0].coalition.laid[p.slot].card for p in of(reference, Do.VICTIM)}
    assert moved not in others


# --- clear ---


@pytest.mark.parametrize("kind", ["artifact", "special"])
def test_clear_what_lies_with_a_character(kind: str) -> None:
    """Artifacts and lasting specials of the target go to the discard pile."""
    text = (
        "[artifact.Press]\nwhile = [{ actions = 3 }]\n[special.Spell]\nlasts = 3\nwhile = [{ actions = 3 }]\n"
    )
    table = table_of(f'{{ target = "opponent", do = [{{ clear = "all", kind = "{kind}" }}] }}', text=text)
    press, spell = table.cards.take("Press"), table.cards.take("Spell")
    for card in (press, spell):
        table.more.append(lambda game, card=card: add_lying(game, 1, 1, card))
    reference = table.play(seat=1)
    gone, left = (press, spell) if kind == "artifact" else (spell, press)
    assert gone in reference.game.discard
    assert [x.card for x in reference.game.lying] == [left]


# --- draw ---


def test_draw_full_draws_up_to_the_hand_size() -> None:
    """`"full"`: seven, whatever the draw limit."""
    table = table_of('{ do = [{ draw = "full" }, { take_turn = true }] }')
    assert len(hand(table.play(), 0)) == 7


def test_draw_up_to_may_stop_early() -> None:
    """Asked before each card; the second is not drawn."""
    table = table_of("{ do = [{ draw = 3, up_to = true }, { take_turn = true }] }")
    table.has(1, "politics")
    reference = table.play()
    choose(reference, Do.YES)
    choose(reference, Do.STOP)
    assert reference.game.draws.effects_drawn == 0
    assert reference.ask_seat == 0


# --- discard ---


@pytest.mark.parametrize("into", ["top", "bottom", "draw pile"])
def test_discard_into_the_draw_pile(into: str) -> None:
    """The card goes where `into` says."""
    table = table_of(f'{{ target = "opponent", do = [{{ discard = 1, into = "{into}" }}] }}')
    (job,) = table.holds(1, "Job")
    reference = table.play()
    choose(reference, Do.CARD, card=job)
    pile = reference.game.draw_pile
    drawn = hand(reference, 0)  # seven at the end of the turn
    where = {"top": job in drawn, "bottom": pile[0] == job, "draw pile": job in [*pile, *drawn]}
    assert where[into]
    assert reference.game.shuffles == (into == "draw pile")


def test_discard_chosen_by_self_shows_the_hand() -> None:
    """`choose = "self"`: self sees the hand first, and knows what is left of it (N1)."""
    table = table_of('{ target = "opponent", do = [{ discard = 1, choose = "self" }] }')
    job, viral = table.holds(1, "Job", "Go Viral")
    reference = table.play()
    assert asked(reference) == (Ask.CARD, 0)
    choose(reference, Do.CARD, card=job)
    assert reference.state()["known"][0] == [viral]


def test_discard_is_the_owners_choice() -> None:
    """Left out, `choose` is the owner."""
    table = table_of('{ target = "opponent", do = [{ discard = 1 }] }')
    table.holds(1, "Job", "Go Viral")
    assert asked(table.play()) == (Ask.CARD, 1)


# --- take ---


def test_take_from_a_hand_is_random() -> None:
    """From a hand the dice choose; the card comes to self's hand."""
    table = table_of('{ target = "opponent", do = [{ take = 1 }, { take_turn = true, target = "self" }] }')
    held = table.holds(1, "Job", "Go Viral")
    reference = table.play()
    assert reference.game.draws.effects_drawn == 1
    assert len(set(held) & set(hand(reference, 0))) == 1
    assert len(hand(reference, 1)) == 1


def test_take_from_a_hand_by_choice_shows_it() -> None:
    """`choose = "self"`: self picks among all that pass the filter."""
    table = table_of('{ target = "opponent", do = [{ take = 1, choose = "self", kind = "special" }] }')
    job, viral = table.holds(1, "Job", "Go Viral")
    other = table.cards.follower("politics")
    table.hands[1].append(other)
    reference = table.play()
    assert {p.card for p in reference.picks()} == {job, viral}
    choose(reference, Do.CARD, card=viral)
    assert viral in hand(reference, 0)
    assert reference.state()["known"][0] == sorted([job, other])


def test_take_from_the_discard_pile() -> None:
    """Self chooses among the cards there that pass the filter."""
    table = table_of('{ do = [{ take = 1, from = "discard pile", card = "Job" }] }')
    job, viral = table.cards.take("Job"), table.cards.take("Go Viral")
    table.more.append(lambda game: game.discard.update({job, viral}))
    reference = table.play()
    assert [p.card for p in reference.picks()] == [job]
    choose(reference, Do.CARD)
    assert job in hand(reference, 0)


def test_take_from_the_discard_pile_needs_a_card() -> None:
    """D5: nothing there that passes the filter."""
    assert not table_of('{ do = [{ take = 1, from = "discard pile" }] }').can_play()


def test_take_from_the_draw_pile_shuffles_it() -> None:
    """A searched draw pile is shuffled; the pile's top is known no more."""
    table = table_of('{ do = [{ look = 3 }, { take = 1, from = "draw pile", card = "Gaslighting" }] }')
    reference = table.play()
    assert reference.state()["known_top"] == [3, 0]
    choose(reference, Do.CARD)
    names = [table.cards.names[reference.game.type_of(c).number] for c in hand(reference, 0)]
    assert "Gaslighting" in names
    assert reference.game.shuffles == 1
    assert reference.state()["known_top"] == [0, 0]


def test_take_from_a_coalition_into_the_own_hand() -> None:
    """A follower of another comes to self's hand; it is neither stolen nor destroyed."""
    table = table_of('{ target = "opponent", do = [{ take = 1, from = "coalition" }] }')
    (follower,) = table.has(1, "politics")
    reference = table.play()
    choose(reference, Do.VICTIM)
    assert laid(reference.game, 1) == []
    assert follower in hand(reference, 0)


def test_take_into_the_owners_hand_discards_what_lay_on_it() -> None:
    """`into = "owner's hand"`, `inert = true`: the follower goes back to its player, the microaggression is discarded."""
    play = """{ target = "opponent", do = [{ take = 1, from = "coalition", inert = true, into = "owner's hand" }] }"""
    table = table_of(play)
    (follower,) = table.has(1, "politics", inert=True)
    reference = table.play()
    choose(reference, Do.VICTIM)
    assert hand(reference, 1) == [follower]
    assert table.inert[follower] in reference.game.discard


def test_take_all_of_a_hand() -> None:
    """`"all"` leaves nothing to choose."""
    table = table_of('{ target = "opponent", do = [{ take = "all" }] }')
    held = table.holds(1, "Job", "Go Viral")
    reference = table.play()
    assert set(held) <= set(hand(reference, 0))
    assert hand(reference, 1) == []


# --- give ---


def test_give_goes_from_the_own_hand_to_each_target_in_turn() -> None:
    """Global: one to each; self chooses."""
    table = table_of('{ target = "others", do = [{ give = 1 }] }', players=3)
    given = table.holds(0, "Job", "Go Viral", "Safe Space")
    reference = table.play()
    assert asked(reference) == (Ask.CARD, 0)
    choose(reference, Do.CARD, card=given[0])
    choose(reference, Do.CARD, card=given[1])
    assert (hand(reference, 1), hand(reference, 2)) == ([given[0]], [given[1]])


def test_give_needs_a_card() -> None:
    """The card being played has left the hand."""
    assert not table_of('{ target = "opponent", do = [{ give = 1 }] }').can_play()


# --- swap ---


def test_swap_hands_with_one_player() -> None:
    """Personal: exchanged. What was known of them is known no more (N1)."""
    table = table_of(
        '{ target = "opponent", do = [{ look = "hand" }, { swap = "hands" }, { take_turn = true, target = "self" }] }'
    )
    mine, theirs = table.holds(0, "Job"), table.holds(1, "Go Viral")
    reference = table.play(seat=1)
    assert set(theirs) <= set(hand(reference, 0))
    assert hand(reference, 1) == mine
    assert reference.state()["known"][0] == []


def test_swap_hands_of_all() -> None:
    """Global: each hand goes to the next; with `others` self's goes round too."""
    table = table_of(
        '{ target = "others", do = [{ swap = "hands" }, { take_turn = true, target = "self" }] }', players=3
    )
    held = [table.holds(0, "Job"), table.holds(1, "Go Viral"), table.holds(2, "Safe Space")]
    reference = table.play()
    assert set(held[2]) <= set(hand(reference, 0))
    assert (hand(reference, 1), hand(reference, 2)) == (held[0], held[1])


def test_swap_leaves_out_whom_only_does_not_admit() -> None:
    """`everyone`, `only`: the hands of those two alone change places."""
    text = 'change."Captain Fedora".gender = "female"\n'
    table = table_of(
        '{ target = "everyone", do = [{ swap = "hands", only = "female" }] }', players=3, text=text
    )
    held = [table.holds(0, "Job"), table.holds(1, "Go Viral"), table.holds(2, "Safe Space")]
    reference = table.play()
    assert set(held[1]) <= set(hand(reference, 0))
    assert (hand(reference, 1), hand(reference, 2)) == (held[0], held[2])


# --- look, more, skip, take_turn, points ---


def test_look_at_the_next_cards() -> None:
    """Self knows the top of the pile until it is drawn (N1)."""
    table = table_of("{ do = [{ look = 9 }] }")
    assert table.play().state()["known_top"][0] == 2  # seven of them were drawn at the end of the turn


def test_more_of_a_named_card() -> None:
    """`card`: the extra action is for that card alone; then stop is offered."""
    table = table_of('{ do = [{ more = 1, card = "Job" }] }')
    job, _ = table.holds(0, "Job", "Go Viral")
    reference = table.play()
    assert {(p.do, p.card) for p in reference.picks()} == {(Do.SPECIAL, job), (Do.STOP, None)}


def test_skip_lays_tokens() -> None:
    """`skip = 2`: two tokens, each removed in a turn of its own."""
    table = table_of('{ target = "opponent", do = [{ skip = 2 }] }')
    table.holds(1, "Job")
    reference = table.play()
    assert reference.state()["job_tokens"] == [0, 1]  # one went in the turn that was skipped


def test_take_turn_on_self_is_one_more_turn() -> None:
    """Nothing is passed over."""
    table = table_of("{ do = [{ take_turn = true }] }")
    reference = table.play()
    assert (reference.ask_seat, reference.game.turns_begun, reference.state()["passed_over"]) == (
        0,
        2,
        [0, 0],
    )


def test_points_for_the_rest_of_the_game() -> None:
    """Added to what the coalition is worth; negative numbers take away."""
    table = table_of('{ target = "opponent", do = [{ points = -2 }, { points = 3, target = "self" }] }')
    assert table.play().state()["points"] == [3, -2]


# --- eliminate, win ---


def test_eliminate_puts_everything_away() -> None:
    """W6: hand, coalition and Jobs go to the discard pile; the seat has no turn any more."""
    table = table_of('{ target = "opponent", do = [{ eliminate = true }] }', players=3)
    followers, held = table.has(1, "politics"), table.holds(1, "Job")
    reference = table.play(seat=1)
    assert {*followers, *held} <= reference.game.discard
    assert (reference.ask_seat, reference.state()["out"]) == (2, [False, True, False])


def test_eliminate_leaves_a_winner() -> None:
    """The last player left wins."""
    table = table_of('{ target = "opponent", do = [{ eliminate = true }] }')
    reference = table.play()
    assert (reference.result, reference.winner) == (Result.LAST_LEFT, 0)


def test_win_of_several() -> None:
    """W3: the player whose turn it is, if among them."""
    table = table_of('{ target = "everyone", do = [{ win = true, only = "not self" }] }', players=3)
    reference = table.play()
    assert (reference.result, reference.winner) == (Result.WON, 1)


# --- either ---

EITHER = '{ target = "opponent", do = [{ either = [{ discard = 2 }, { destroy = 1 }], choose = "owner" }] }'


def test_either_asks_the_owner() -> None:
    """The victim chooses; a step of the option is done to that player."""
    table = table_of(EITHER)
    held, followers = table.holds(1, "Job", "Go Viral"), table.has(1, "politics")
    reference = table.play()
    assert (asked(reference), [p.aux for p in reference.picks()]) == ((Ask.OPTION, 1), [0, 1])
    choose(reference, Do.OPTION, aux=1)
    choose(reference, Do.VICTIM)
    assert (laid(reference.game, 1), hand(reference, 1)) == ([], sorted(held))
    assert followers[0] in reference.game.discard


def test_either_does_not_offer_what_can_do_nothing() -> None:
    """No follower there: only the discard is offered; with nothing at all it cannot be played."""
    table = table_of(EITHER)
    assert not table.can_play()
    table.holds(1, "Job")
    assert [p.aux for p in table.play().picks()] == [0]


def test_either_of_a_global_card_asks_each_in_turn() -> None:
    """A step is done to all its targets, one finished before the next."""
    table = table_of(EITHER.replace("opponent", "others"), players=3)
    table.holds(1, "Job")
    table.holds(2, "Go Viral")
    reference = table.play()
    assert asked(reference) == (Ask.OPTION, 1)
    choose(reference, Do.OPTION)
    assert asked(reference) == (Ask.CARD, 1)
    choose(reference, Do.CARD)
    assert asked(reference) == (Ask.OPTION, 2)


def test_either_by_the_dice() -> None:
    """`choose = "random"`: nobody is asked."""
    table = table_of('{ do = [{ either = [{ points = 1 }, { points = 2 }], choose = "random" }] }')
    reference = table.play()
    assert reference.game.draws.effects_drawn == 1
    assert reference.state()["points"][0] in (1, 2)


def test_either_of_lists_of_steps() -> None:
    """An option of two steps does both; options may hold an `either` again."""
    table = table_of(
        "{ do = [{ either = [[{ points = 1 }, { points = 2 }], { either = [{ points = 5 }, { points = 6 }] }] }] }"
    )
    reference = table.play()
    choose(reference, Do.OPTION, aux=0)
    assert reference.state()["points"][0] == 3
    reference = table.play()
    choose(reference, Do.OPTION, aux=1)
    choose(reference, Do.OPTION, aux=1)
    assert reference.state()["points"][0] == 6


# --- keys of every step ---


def test_may_asks_self_first() -> None:
    """No: the step is passed over, the next is done."""
    table = table_of("{ do = [{ points = 2, may = true }, { points = 1 }] }")
    reference = table.play()
    assert (asked(reference), does(reference)) == ((Ask.MAY, 0), {Do.YES, Do.NO})
    choose(reference, Do.NO)
    assert reference.state()["points"][0] == 1


def test_may_of_what_cannot_be_done_is_not_asked() -> None:
    """Nothing to destroy: nobody is asked."""
    table = table_of("{ do = [{ destroy = 1, may = true }, { points = 1 }] }")
    assert table.play().state()["points"][0] == 1


def test_may_of_an_either() -> None:
    """Self is asked before the option is chosen."""
    table = table_of("{ do = [{ either = [{ points = 2 }, { points = 3 }], may = true }, { points = 1 }] }")
    reference = table.play()
    choose(reference, Do.NO)
    assert reference.state()["points"][0] == 1


def test_up_to_may_stop_at_none() -> None:
    """The chooser may stop early."""
    table = table_of('{ target = "opponent", do = [{ destroy = 2, up_to = true }] }')
    table.has(1, "politics")
    reference = table.play()
    assert Do.STOP in does(reference)
    choose(reference, Do.STOP)
    assert len(laid(reference.game, 1)) == 1


def test_per_multiplies() -> None:
    """`per`: a count of self."""
    table = table_of('{ do = [{ points = 2, per = "hand" }] }')
    table.holds(0, "Job", "Go Viral")
    assert table.play().state()["points"][0] == 4


def test_chance_is_a_draw_of_a_hundred() -> None:
    """Below the percentage it is done; one number is drawn either way."""
    table = table_of("{ do = [{ points = 1, chance = 50 }] }")
    reference = table.play()
    first = table.start().game.draws.index(100)
    assert reference.state()["points"][0] == (first < 50)
    assert reference.game.draws.effects_drawn == 1


def test_if_is_looked_at_just_before_the_step() -> None:
    """The first step makes the second's `if` hold."""
    table = table_of(
        '{ do = [{ points = 1 }, { points = 2, if = "points = 1" }, { points = 4, if = "points = 1" }] }'
    )
    assert table.play().state()["points"][0] == 3


def test_only_of_a_step_is_looked_at_once() -> None:
    """All that were poor as it began get a point, in turn order."""
    table = table_of('{ target = "everyone", do = [{ points = 1, only = "fewest points" }] }', players=3)
    assert table.play().state()["points"] == [1, 1, 1]


def test_only_of_a_global_part() -> None:
    """`only` of a part: who may be its target."""
    table = table_of('{ target = "others", only = "male", do = [{ points = 1 }] }', players=3)
    assert table.play().state()["points"] == [0, 1, 1]


def test_choose_owner_of_a_personal_attack() -> None:
    """The defender picks the follower."""
    table = table_of('{ target = "opponent", do = [{ destroy = 1, choose = "owner" }] }')
    table.has(1, "politics", "economics")
    assert asked(table.play()) == (Ask.VICTIM, 1)


@pytest.mark.parametrize(
    "verb", ["destroy = 1", "microaggress = 1", "steal = 1", "move = 1", 'take = 1, from = "coalition"']
)
def test_choose_random_asks_nobody(verb: str) -> None:
    """The dice choose; a stolen follower's place is still the thief's, as it likes."""
    table = table_of(f'{{ target = "opponent", do = [{{ {verb}, choose = "random" }}] }}')
    table.followers[1] += [table.cards.follower("politics", "identity") for _ in range(2)]
    reference = table.play()
    assert reference.game.draws.effects_drawn == (2 if verb.startswith("move") else 1)
    assert reference.ask == (Ask.STEAL_PLACE if verb.startswith("steal") else Ask.ACTION)


def test_a_steps_own_target_is_chosen_when_it_is_done() -> None:
    """No reaction to it; whom it can do something to is offered."""
    table = table_of('{ do = [{ points = 1 }, { discard = 1, target = "opponent" }] }', players=3)
    table.holds(2, "Job", "Safe Space")
    reference = table.play()
    assert (asked(reference), [p.seat for p in reference.picks()]) == ((Ask.TARGET, 0), [2])
    choose(reference, Do.PLAYER)
    assert asked(reference) == (Ask.CARD, 2)


@pytest.mark.parametrize(("target", "seat"), [("next", 1), ("previous", 2)])
def test_next_and_previous_are_personal(target: str, seat: int) -> None:
    """In turn order; the special is aimed at that player."""
    table = table_of(f'{{ target = "{target}", do = [{{ points = 1 }}] }}', players=3)
    reference = table.play(seat=seat)
    assert reference.state()["points"][seat] == 1


def test_regardless_outranks_a_protection() -> None:
    """A special that says so takes what a power protects (X8)."""
    play = '{ target = "opponent", do = [{ destroy = 1 }] }'
    for text, can in ((play, False), (play.replace("= 1 ", "= 1, regardless = true "), True)):
        cards = box(f"[special.X]\nplay = {text}\n")
        follower = cards.follower("diversity")

        def prepare(game: Game, follower: int = follower) -> None:
            lay_anywhere(game, 1, follower)

        reference = start(cards, ["Lipstick Lesbian", "Soy Boy"], [[cards.take("X")], []], prepare)
        assert bool(of(reference, Do.SPECIAL)) == can


def test_regardless_of_equal_rank_does_not_outrank_a_protection() -> None:
    """X8: at equal rank may not decides; a power against a power."""
    table = Table(
        "play.do = [{ draw = 1 }]",
        text='[artifact.Pike]\naction = { target = "opponent", do = [{ destroy = 1, regardless = true }] }\n'
        '[artifact.Shield]\nwhile = [{ protect = "destroy" }]\n',
    )
    table.has(1, "politics")
    table.lies(0, "Pike")
    assert Do.POWER in does(table.start())
    table.lies(1, "Shield")
    assert Do.POWER not in does(table.start())


def test_draw_up_to_at_random_throws_nothing() -> None:
    """With `choose = "random"` there is nothing to choose: so many are drawn, and no number of the stream is used."""
    table = table_of('{ do = [{ draw = 2, up_to = true, choose = "random" }] }')
    reference = table.play()
    assert (len(hand(reference, 0)) >= 2, reference.game.draws.effects_drawn) == (True, 0)


def test_clear_of_this_card_leaves_tokens() -> None:
    """A token on a follower is no card, so it is not this one."""
    table = table_of('{ target = "opponent", do = [{ clear = 1, card = "this" }] }')
    table.has(1, "politics")
    table.more.append(lambda game: hit(game, 1, 1, TOKEN))
    assert not table.can_play()


def test_clear_of_plots_is_selfs_choice() -> None:
    """One of two: self chooses which."""
    table = table_of('{ do = [{ clear = 1, kind = "plot" }] }')
    plots = [table.cards.take(name) for name in ("Race to the Bottom", "Mansplaining")]
    for plot in plots:
        table.more.append(lambda game, plot=plot: add_plot(game, 1, plot))
    reference = table.play()
    assert {p.card for p in reference.picks()} == set(plots)
    choose(reference, Do.CARD, card=plots[0])
    assert reference.state()["plots"] == plots[1:]
