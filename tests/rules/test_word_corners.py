"""Words of the card language where they meet others: this very card, aims, claims, costs, actions within each other."""

from __future__ import annotations

import pytest

from tests.rules.play import Play, small
from vs_sim.cards import Deck

FAN = 'Fan = { count = 9, dots = { ends = "p", sides = "e" } }'
NAP = "Nap = { count = 9, play.do = [{ draw = 1 }] }"
BITE = 'Bite = { count = 9, alignments = "p" }'


def deck(follower: str = "", special: str = "", more: str = "", **rules: object) -> Deck:
    """Fans, naps and bites, with further followers, specials and other tables."""
    return small(
        f"[follower]\n{FAN}\n{follower}\n[special]\n{NAP}\n{special}\n[microaggression]\n{BITE}\n{more}",
        **rules,
    )


# --- card = "this": the very card, not one like it ---


def test_this_card_is_heard_leaving_alone() -> None:
    """Of two followers alike only the one that is destroyed draws."""
    sad = (
        'Sad = { count = 9, dots = { ends = "p" }, on = [{ event = "follower_destroyed", '
        'card = "this", by = "everyone", do = [{ draw = 1 }] }] }'
    )
    play = Play(
        deck(sad, 'Raid = { count = 9, play = { target = "opponent", do = [{ destroy = 1 }] } }'),
        hands=[["Raid"] * 8, ["Sad"] * 2 + ["Nap"] * 5],
    )
    play.take("discard Raid", "follower Sad 0 top", "discard Raid", "follower Sad 0 bottom")
    play.take("special Raid > 1", "victim > 1.1")
    assert len(play.hand(1)) == 7 + 1


def test_this_card_is_no_other_copy_that_lies_there() -> None:
    """A power that clears this artifact takes the one that has it, and is no power against another's copy."""
    more = (
        '[artifact]\nFlag = { count = 9, action = { target = "player", '
        'do = [{ clear = 1, kind = "artifact", card = "this" }] } }'
    )
    play = Play(deck(more=more), hands=[["Flag", "Nap"], ["Flag", "Nap"]])
    play.take("artifact Flag", "artifact Flag")
    assert [c for c in play.choices if c.startswith("power")] == ["power Flag > 0"]
    play.take("power Flag > 0", "card Flag")
    assert [int(card) for card in play.g.lying_seat[: int(play.g.n_lying)]] == [1]


def test_this_card_gives_a_right_to_itself_alone() -> None:
    """`more = 1, card = "this"`: another copy in the hand is not the one that gave it."""
    echo = 'Echo = { count = 9, play.do = [{ more = 1, card = "this" }] }'
    play = Play(deck(special=echo), hands=[["Echo", "Echo"], ["Nap"]])
    play.take("special Echo")
    assert play.asked == ("action", 1)


def test_this_card_is_forbidden_as_a_power_and_another_is_not() -> None:
    """`forbid = "power"` asks its card filter: this artifact may not be used, one unlike it may."""
    more = (
        '[artifact]\nFlag = { count = 9, while = [{ forbid = "power", card = "this" }], action.do = [{ draw = 1 }] }\n'
        "Horn = { count = 9, action.do = [{ draw = 1 }] }"
    )
    play = Play(deck(more=more), hands=[["Flag", "Horn", "Nap"], ["Nap"] * 3])
    play.take("artifact Flag", "special Nap", "artifact Horn", "special Nap")
    assert [c for c in play.choices if c.startswith("power")] == ["power Horn"]


def test_forbid_power_asks_the_alignment_of_its_card() -> None:
    """A character of another alignment keeps its power."""
    people = {
        "Red": 'core = "e"\naction.do = [{ draw = 1 }]',
        "Blue": 'core = "p"\naction.do = [{ draw = 1 }]',
    }
    cards = (
        "[special]\nNap = { count = 30, "
        'play.do = [{ draw = 1 }] }\n[house_rule]\nHush.while = [{ forbid = "power", alignment = "p" }]'
    )
    play = Play(small(cards, people), hands=[["Nap"], ["Nap"]])
    assert "power Red" in play.choices
    play.take("special Nap")
    assert not any(c.startswith("power") for c in play.choices)


# --- forbid = "join" ---


@pytest.mark.parametrize(
    ("row", "joins"),
    [
        ('alignment = "p"', False),
        ('alignment = "e"', True),
        ("level = 2", True),
        ("level = 1", False),
        ('against = "female"', True),  # it is aimed at nobody
    ],
)
def test_join_asks_the_dot_laid_on_and_the_follower_laid(row: str, joins: bool) -> None:
    """`alignment` is the dot's, all else the follower's; a follower is laid at nobody."""
    more = f'Kid = {{ count = 9, dots = {{ ends = "p" }} }}\n[house_rule]\nWall.while = [{{ forbid = "join", {row} }}]'
    play = Play(deck(more), hands=[["Kid"], ["Nap"]])
    assert any(c.startswith("follower Kid") for c in play.choices) == joins


# --- protections ---


def test_a_right_does_not_outrank_a_protection_x8() -> None:
    """`more` of a kind, from a special, does not open a player whom a house rule keeps from being aimed at."""
    rage = 'Rage = { count = 9, play.do = [{ more = 2, kind = "microaggression" }] }'
    play = Play(
        deck(special=rage, more='[house_rule]\nCalm.while = [{ protect = "target" }]'),
        hands=[["Rage", "Fan", "Bite"], ["Fan"] * 3],
    )
    play.take("follower Fan", "follower Fan", "special Rage")
    assert [c for c in play.choices if c.startswith("microaggression")] == ["microaggression Bite > 0.1"]


def test_protect_target_keeps_a_virtue_signal_away() -> None:
    """Every personal play: of another's followers none can be signalled for."""
    play = Play(
        deck(
            more='[virtue_signal]\nWave = { count = 9, alignments = "p" }\n[house_rule]\nCalm.while = [{ protect = "target" }]'
        ),
        hands=[["Fan", "Bite", "Wave"], ["Fan", "Bite", "Wave"]],
    )
    play.take("follower Fan", "follower Fan", "microaggression Bite > 0.1", "microaggression Bite > 1.1")
    assert [c for c in play.choices if c.startswith("virtue signal")] == ["virtue signal Wave > 0.1"]


def test_protect_counts_the_hand_that_the_card_has_left() -> None:
    """A player with fewest cards is kept from harm: with the card out of the attacker's hand nobody has fewer."""
    play = Play(
        deck(more='[house_rule]\nMercy.while = [{ protect = "microaggression", only = "not most cards" }]'),
        hands=[["Bite", "Nap", "Nap"], ["Fan", "Nap", "Nap"]],
    )
    play.take("discard Nap", "follower Fan")  # each draws up to seven
    assert (len(play.hand(0)), len(play.hand(1))) == (7, 7)
    assert "microaggression Bite > 1.1" in play.choices


def test_protect_of_live_ends_of_chain_is_a_filter_too() -> None:
    """`where` and `inert` as they are by default still name followers: one that is inert can be moved by others."""
    shift = 'Shift = { count = 9, play = { target = "opponent", do = [{ move = 1, inert = "any" }] } }'
    more = '[house_rule]\nHold.while = [{ protect = "move", where = "end-of-chain", inert = false }]'
    play = Play(deck(special=shift, more=more), hands=[["Shift", "Bite", "Nap"], ["Fan", "Nap"]])
    play.take("special Nap", "follower Fan")
    assert "special Shift > 1" not in play.choices
    play.take("microaggression Bite > 1.1", "special Nap")
    assert "special Shift > 1" in play.choices


# --- targets ---


def test_only_of_a_part_for_self_leaves_an_either_nobody() -> None:
    """An `either` done to nobody does nothing, whatever its options' own targets."""
    rule = (
        '[house_rule]\nVote.action = { only = "jobs > 2", do = [{ either = [{ skip = 1, '
        'target = "next" }, { draw = 1, target = "self" }] }] }'
    )
    play = Play(deck(more=rule), hands=[["Nap"], ["Nap"]])
    assert not any(c.startswith("power") for c in play.choices)


def test_only_of_an_either_is_asked_before_its_options() -> None:
    """`either` with a target of its own whom its `only` does not admit."""
    row = (
        '{ either = [{ skip = 1, target = "opponent" }, { draw = 1, '
        'target = "opponent" }], target = "next", only = "male" }'
    )
    play = Play(deck(special=f"Deal = {{ count = 9, play.do = [{row}] }}"), hands=[["Deal"], ["Nap"]])
    assert "special Deal" not in play.choices


def test_next_of_a_played_microaggression_is_aimed_at_and_may_react() -> None:
    """The further target of its `play` is asked, besides by whose follower it is."""
    more = (
        'Jab = { count = 9, alignments = "p", play = { target = "next", do = [{ discard = 1 }] } }\n'
        '[special.No]\ncount = 9\nreaction.cancels = "microaggression"'
    )
    play = Play(deck(more=more), hands=[["Jab", "Fan"], ["No", "Nap"], ["Nap", "Nap"]])
    play.take("follower Fan", "special Nap", "special Nap")
    play.take("microaggression Jab > 0.1")  # on the own follower
    assert play.asked == ("reaction", 1)


def test_a_trigger_keeps_the_next_player_whom_it_began_with() -> None:
    """`target = "next"` is chosen when the trigger is done: with that player out nobody takes the place."""
    more = (
        '[house_rule]\nFate.on = [{ event = "turn_start", per_game = 1, target = "next", '
        "do = [{ eliminate = true }, { discard = 1 }] }]"
    )
    play = Play(deck(more=more), hands=[["Nap"], ["Nap"], ["Nap"]])
    assert [bool(out) for out in play.g.out[:3]] == [False, True, False]
    assert play.asked == ("action", 0)


# --- require ---


def test_p6_a_plot_aimed_at_another_comes_before_one_aimed_at_nobody() -> None:
    """As for every kind that is required: the plain plot is not listed while the other can be aimed."""
    more = (
        '[plot]\nTax = { count = 9, play = { target = "opponent", do = [{ skip = 1 }] } }\nPeace = { count = 9 }\n'
        '[house_rule]\nRead.while = [{ require = "plot" }]'
    )
    play = Play(deck(more=more), hands=[["Tax", "Peace"], ["Nap"]])
    assert play.choices == ["plot Tax > 1"]


# --- reactions ---


def test_cancels_names_a_card_that_is_a_reaction() -> None:
    """Where no card cancels reactions as such, one that names a reaction is asked all the same."""
    more = 'No = { count = 9, reaction.cancels = "Raid" }\nYes = { count = 9, reaction.cancels = "No" }'
    raid = 'Raid = { count = 9, play = { target = "opponent", do = [{ discard = 1 }] } }'
    play = Play(deck(special=f"{more}\n{raid}"), hands=[["Raid", "Yes"], ["No", "Nap"]])
    play.take("special Raid > 1", "react No")
    assert (play.asked, play.choices) == (("reaction", 0), ["no", "react Yes"])


def test_forbid_reaction_against_whom_it_answers() -> None:
    """A reaction is aimed at who did what it answers."""
    more = (
        '[special.No]\ncount = 9\nreaction.cancels = "Raid"\n'
        '[house_rule]\nAwe.while = [{ forbid = "reaction", against = "most points" }]'
    )
    raid = 'Raid = { count = 9, play = { target = "opponent", do = [{ discard = 1 }] } }'
    play = Play(deck(special=raid, more=more), hands=[["Raid", "Raid", "Fan"], ["No", "No", "Nap"]])
    play.take("follower Fan", "special Nap", "special Raid > 1")
    assert play.asked == ("card", 1)  # no reaction to who leads


# --- costs ---


def test_a_cost_takes_nothing_without_which_the_rest_cannot_be_paid() -> None:
    """Of two to be destroyed, the one that would take the other with it is not offered."""
    burn = (
        'Burn = { count = 9, play = { cost = [{ destroy = 2, where = "anywhere" }], do = [{ draw = 1 }] } }'
    )
    play = Play(deck(special=burn), hands=[["Burn", "Fan", "Fan"], ["Nap"] * 3])
    play.take("follower Fan 0 top", "special Nap", "follower Fan 1", "special Nap", "special Burn")
    assert play.choices == ["victim > 0.2"]


# --- W4, W5 ---


def test_w4_one_more_turn_is_looked_at_as_a_turn_in_sequence() -> None:
    """A card that gives one more turn in each of them does not go on for ever."""
    again = "Again = { count = 90, play.do = [{ take_turn = true }] }"
    play = Play(deck(special=again, max_turns_per_player=3), hands=[["Again"] * 7, ["Nap"]])
    for _ in range(6):
        play.take("special Again")
    assert play.over == ("capped", -1)


def test_w5_32_actions_within_each_other_and_no_more() -> None:
    """A card that draws when drawn: 31 of them within a special are carried out, one more is a runaway of that card."""
    pull = "Pull = { count = 40, drawn.do = [{ draw = 1 }] }"
    for extra, over in ((31, None), (32, ("runaway", -1))):
        play = Play(
            deck(special=pull), hands=[["Nap"], ["Nap"] * 3], draw=["Pull"] * extra + ["Fan"] * 9, players=2
        )
        play.take("special Nap")
        assert play.over == over
    assert play.deck.names[int(play.g.runaway) - 1] == "Pull"


# --- open_hand ---


def test_open_hand_shows_what_lies_there_after_a_change() -> None:
    """A hand that is no longer open with the card just drawn has not shown it."""
    more = '[house_rule]\nGlass.while = [{ open_hand = true, only = "hand < 2" }]'
    play = Play(deck(more=more, hand_size=2), hands=[["Nap"], ["Nap"]], draw=["Fan", "Fan", "Fan", "Bite"])
    play.take("special Nap")
    assert len(play.hand(0)) == 2
    last = max(int(card) for card in play.g.hand[0, :2])
    assert int(play.g.known[1, last >> 6]) >> (last & 63) & 1 == 0


# --- value ---


def test_w6_who_is_out_keeps_no_worth_of_followers_that_are_gone() -> None:
    """Whatever a `value` made of them: what is left is what the verb `points` gave."""
    end = 'End = { count = 9, play = { target = "opponent", do = [{ points = 2 }, { eliminate = true }] } }'
    play = Play(
        deck(special=end, more='[house_rule]\nBoom.while = [{ value = "+3" }]'),
        hands=[["End", "Nap"], ["Fan"], ["Nap"]],
    )
    play.take("special Nap", "follower Fan", "special Nap")
    assert play.points(1) == 2 + 3
    play.take("special End > 1")
    assert play.points(1) == 2
