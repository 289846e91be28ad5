"""Cards (C1 to C7)."""

import pytest

from tests.rules.play import Play, small
from vs_sim.cards import DeckError, load_deck
from vs_sim.vocabulary import Kind, Stat

BASE = load_deck("base")
FOLLOWERS = """
[follower]
One = { count = 6, dots = { ends = "p" } }
Two = { count = 6, dots = { top = "p", bottom = "e" } }
Three = { count = 6, dots = { top = "p", bottom = "e", sides = "d" } }
Rich = { count = 6, points = 5, dots = { ends = "p" } }
Poor = { count = 6, points = 0, dots = { ends = "p" } }
"""
FILLER = """
[special]
Nap = { count = 40, play = { do = [{ draw = 1 }] } }
"""
GASLIGHTING = """
Gas = { count = 4, play = { target = "opponent", cancellable = false, do = [{ look = "hand" }, { take_turn = true }] } }
Job = { count = 4, play = { target = "player", do = [{ skip = 1 }] } }
"""
SCUM = '\n[plot]\nScum = { count = 2, while = [{ forbid = "follower", only = "male" }] }\n'
MATRIARCH = {"Brood": 'gender = "chooses"', "Anna": ""}


def test_c1_the_four_alignments_have_their_colours() -> None:
    """Politics blue, economics red, diversity green, identity orange."""
    assert dict(zip(BASE.alignments, BASE.colours, strict=True)) == {
        "politics": "blue",
        "economics": "red",
        "diversity": "green",
        "identity": "orange",
    }


def test_c1_a_deck_may_declare_eight_alignments_in_all() -> None:
    """Four more are fine, a ninth is refused."""
    more = "\n".join(f'[alignments.{name}]\ncolour = "colour {name}"' for name in "uvwx")
    deck = small(FILLER + more)
    assert int(deck.tables[0].n_alignments) == 8
    with pytest.raises(DeckError, match="8"):
        small(FILLER + more + '\n[alignments.y]\ncolour = "grey"')


@pytest.mark.both
@pytest.mark.parametrize(
    ("name", "level", "points"),
    [("One", 1, 1), ("Two", 2, 2), ("Three", 3, 3), ("Rich", 1, 5), ("Poor", 1, 0)],
)
def test_c2_a_follower_is_worth_its_level_or_what_its_deck_says(name: str, level: int, points: int) -> None:
    """As many points as alignments; with `points` written, those. The level stays."""
    made = Play(small(FOLLOWERS), hands=[[name], ["One"]])
    made.take(f"follower {name}")
    assert made.points(0) == points
    held = made.deck.type_of(name)
    assert int(made.t.level[held]) == level
    assert int(made.t.alignments[held]).bit_count() == level


def test_c2_base_followers_have_as_many_alignments_as_their_level() -> None:
    """32 of level 1, 24 of level 2, 12 of level 3, each worth its level (section B)."""
    t = BASE.tables[0]
    counts = {1: 0, 2: 0, 3: 0}
    for held in range(int(t.n_types)):
        if t.kind[held] == Kind.FOLLOWER:
            level = int(t.level[held])
            counts[level] += int(t.count[held])
            assert int(t.points[held]) == level == int(t.alignments[held]).bit_count()
    assert counts == {1: 32, 2: 24, 3: 12}


C3_DECK = """
[follower]
One = { count = 6, dots = { ends = "p" } }
Alt = { count = 6, dots = { ends = "e" } }
[microaggression]
Both = { count = 6, alignments = ["p", "d"] }
Other = { count = 6, alignments = ["d", "i"] }
[virtue_signal]
Sign = { count = 6, alignments = ["i", "d"] }
Wrong = { count = 6, alignments = ["e"] }
"""


@pytest.mark.both
def test_c3_any_one_of_several_alignments_matches() -> None:
    """With p or d it hits a follower of p, with d or i it does not; what lies there (p, d) is removed by i or d, not by e."""
    made = Play(
        small(C3_DECK, 2),
        hands=[["One"] * 3, ["Both", "Other", "Sign", "Wrong", "Alt"]],
    )
    made.take("follower One")
    assert [c for c in made.choices if c.startswith("microaggression")] == ["microaggression Both > 0.1"]
    made.take("microaggression Both > 0.1")
    assert made.points(0) == 0
    made.take("discard")
    assert [c for c in made.choices if c.startswith("virtue")] == ["virtue signal Sign > 0.1"]
    made.take("virtue signal Sign > 0.1")
    assert made.points(0) == 1
    assert made.discarded == ["One", "Both", "Sign"]


@pytest.mark.parametrize(
    "cards",
    [
        "",
        FOLLOWERS,
        FILLER,
        '[microaggression]\nJibe = { count = 20, alignments = "p" }',
        '[virtue_signal]\nHash = { count = 20, alignments = "p" }',
        '[plot]\nHush = { count = 20, while = [{ forbid = "discard" }] }',
        "[follower]\nOne = { count = 0, dots = { ends = 'p' } }\n[special]\nNap = { count = 20, play.do = [{ draw = 1 }] }",
    ],
    ids=["no cards", "followers", "specials", "microaggressions", "signals", "plots", "count 0"],
)
def test_c4_every_kind_of_card_may_be_absent(cards: str) -> None:
    """Games of such decks are played to their end (a win, the cap or a stalled table), always the last choice taken."""
    made = Play(small(cards, 2, hand_size=1, max_turns_per_player=6), hands=[[], []])
    while made.stepper.running:
        made.take(made.choices[0])
    assert made.over is not None
    assert made.over[0] in ("won", "capped", "stalled")


def test_c5_genders_of_the_base_deck_are_those_of_the_book() -> None:
    """Six male, five female, and Brood Matriarch chooses."""
    t = BASE.tables[0]
    held = {BASE.names[i]: int(t.gender[i]) for i in range(int(t.n_types)) if t.kind[i] == Kind.CHARACTER}
    male = ["Antifa Crusader", "Marxist Academic", "Captain Fedora", "Soy Boy", "Venerable Elder", "Burnout"]
    female = [
        "Miss Problem Glasses",
        "Lipstick Lesbian",
        "Twiggy Wiccan",
        "Trustafarian",
        "Azn Riot Grrrl",
    ]
    assert held == {**dict.fromkeys(male, 1), **dict.fromkeys(female, 2), "Brood Matriarch": 3}


@pytest.mark.both
def test_c5_who_chooses_a_gender_does_so_at_the_start_and_first_thing_in_each_turn() -> None:
    """Asked before the first turn, again as it begins, and in the next one; S.C.U.M. (P7) goes by the choice."""
    made = Play(small(FOLLOWERS + FILLER + SCUM, MATRIARCH), hands=[["One", "Nap", "Scum"], ["Nap"] * 3])
    assert made.asked == ("gender", 0)
    assert made.choices == ["gender male", "gender female"]
    made.take("gender male")
    assert made.asked == ("gender", 0)
    assert made.stat(0, Stat.TURNS) == 1
    made.take("gender male", "plot Scum", "discard Nap")
    assert made.asked == ("gender", 0)
    made.take("gender male")
    assert not any(choice.startswith("follower") for choice in made.choices)
    made.take("discard Nap", "discard Nap", "gender female")
    assert any(choice.startswith("follower One") for choice in made.choices)


def test_c5_a_gender_is_chosen_in_a_turn_that_a_job_takes() -> None:
    """The Job turn of who chooses begins with the choice; then the Job goes."""
    made = Play(small(FILLER + GASLIGHTING, MATRIARCH), hands=[["Nap"] * 2, ["Nap"] * 2], jobs=[["Job"], []])
    made.take("gender male")
    assert made.asked == ("gender", 0)
    assert int(made.g.n_jobs[0]) == 1
    made.take("gender female")
    assert made.asked == ("action", 1)
    assert int(made.g.n_jobs[0]) == 0
    assert made.position["seats"][0]["gender"] == "female"


def test_c5_a_gender_is_chosen_in_a_taken_turn_by_the_controller() -> None:
    """Gaslighting on who chooses: the turn begins with the choice, and the controller makes it (X5)."""
    made = Play(small(FILLER + GASLIGHTING, MATRIARCH), hands=[["Nap"] * 3, ["Gas", "Nap"]])
    made.take("gender male", "gender male", "discard Nap", "special Gas > 0")
    assert made.asked == ("gender", 0)
    assert made.decider == 1
    made.take("gender female")
    assert made.asked == ("action", 0)
    assert made.position["seats"][0]["gender"] == "female"


ARTIFACTS = """
[artifact]
Sceptre = { count = 3, while = [{ hand_size = "+2" }] }
Licence = { count = 3, while = [{ allow = "follower" }] }
[special]
Nap = { count = 40, play = { do = [{ draw = 1 }] } }
"""


@pytest.mark.both
def test_c6_an_artifact_is_the_turns_action_and_stays_with_its_power() -> None:
    """Played: the turn is over, it lies with the character, is not discarded, and its hand size counts at once (T3)."""
    made = Play(small(ARTIFACTS, 2), hands=[["Sceptre", "Nap"], ["Nap"]])
    made.take("artifact Sceptre")
    assert made.asked == ("action", 1)
    assert [(made.name(lies["card"]), lies["seat"]) for lies in made.position["lying"]] == [("Sceptre", 0)]
    assert made.discarded == []
    assert len(made.hand(0)) == 9
    made.take("discard")
    assert len(made.hand(1)) == 7


def test_c6_artifacts_rank_with_character_powers_below_plots() -> None:
    """X8: a plot forbids what an artifact allows; at equal rank a character's ban stands too."""
    men = {"Bob": 'gender = "male"', "Zed": 'gender = "male"\nwhile = [{ forbid = "follower" }]'}
    deck = small(FOLLOWERS + ARTIFACTS + SCUM, men)
    made = Play(deck, hands=[["Licence", "One", "Nap"], ["Scum", "Nap"]])
    made.take("artifact Licence", "plot Scum")
    assert not any(choice.startswith("follower") for choice in made.choices)
    made = Play(deck, hands=[["Licence", "One", "Nap"], ["Nap", "Nap"]], characters=["Zed", "Bob"])
    made.take("artifact Licence", "discard Nap")
    assert not any(choice.startswith("follower") for choice in made.choices)


def test_c6_the_base_deck_has_no_artifact() -> None:
    """The engine supports them; the book names none."""
    t = BASE.tables[0]
    assert not (t.kind[: int(t.n_types)] == Kind.ARTIFACT).any()


def test_c7_copies_of_a_card_have_numbers_in_a_row_in_the_order_of_types() -> None:
    """Types in order of the file; the first copy of each follows the last of the one before."""
    t = BASE.tables[0]
    expected = [(i, copy) for i in range(int(t.n_types)) for copy in range(int(t.count[i]))]
    cards = range(int(t.n_cards))
    assert [(int(t.card_type[card]), int(t.card_copy[card])) for card in cards] == expected
    assert [int(t.first_card[i]) for i, copy in expected if copy == 0] == [
        k for k, (_, copy) in enumerate(expected) if copy == 0
    ]


@pytest.mark.both
def test_c7_among_equal_cards_the_lowest_number_is_used() -> None:
    """Of three copies of a card in hand the lowest is listed, played and discarded; hands are in order of numbers."""
    made = Play(small(FOLLOWERS + FILLER, 2), hands=[["Nap", "One", "Nap", "One"], ["Nap"]])
    hand = made.position["seats"][0]["hand"]
    assert made.hand(0) == ["One", "One", "Nap", "Nap"]
    assert hand == sorted(hand)
    cards = {choice >> 6 & 1023 for choice in made.stepper.choices}
    assert cards == {hand[0] + 1, hand[2] + 1}
    made.take("discard One")
    assert hand[0] in made.position["discard_pile"]
    assert hand[1] in made.position["seats"][0]["hand"]
