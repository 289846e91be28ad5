"""The reference engine held to the rules themselves, in small positions."""

from __future__ import annotations

import numpy as np
import pytest

from tests.reference.boards import base, box, choose, does, hit, lay_anywhere, of, start
from tests.reference.draws import Draws, mix, stream_key
from tests.reference.events import add_plot
from tests.reference.game import Game
from tests.reference.picks import Pick, unpack
from vs_sim.rules import rng
from vs_sim.rules.packing import pack, pack_place
from vs_sim.vocabulary import Ask, Do, Gender, Kind, Result

# uint64 of numpy warns where compiled code wraps
pytestmark = pytest.mark.filterwarnings("ignore:overflow:RuntimeWarning")

ELDER, SOY, AZN = "Venerable Elder", "Soy Boy", "Azn Riot Grrrl"
ACADEMIC, LESBIAN, CRUSADER = "Marxist Academic", "Lipstick Lesbian", "Antifa Crusader"
MATRIARCH, TRUST, FEDORA = "Brood Matriarch", "Trustafarian", "Captain Fedora"


def test_draws_equal_the_engines() -> None:
    """Key and mixing of a stream are those of the engine."""
    assert mix(12345) == int(rng.mix(np.uint64(12345)))
    assert stream_key(7, 3, 2) == int(rng.stream_key(np.uint64(7), 3, 2))


def test_draws_index_equals_the_engines() -> None:
    """The first numbers of the stream of effects are the engine's."""
    draws = Draws(7, 3, [])
    key = np.uint64(rng.stream_key(np.uint64(7), 3, 3))
    ours = [int(rng.below(np.uint64(rng.number(key, np.uint64(i))), 10)) for i in range(5)]
    assert [draws.index(10) for _ in range(5)] == ours


def test_picks_pack_as_the_engine_packs() -> None:
    """A pick has the engine's packed form and comes back from it."""
    place = Pick(Do.FOLLOWER, card=17, slot=4, edge=2, own=1)
    power = Pick(Do.POWER, card=170, seat=3, aux=9)
    assert place.pack() == int(pack_place(int(Do.FOLLOWER), 17, 4, 2, 1))
    assert power.pack() == int(pack(int(Do.POWER), 170, 3, 0, 9))
    assert [unpack(place.pack()), unpack(power.pack())] == [place, power]


def test_g2_like_dots_and_like_choices_once() -> None:
    """A level 1 follower with like ends has two places on the character's ends, and two on its sides."""
    cards = box()
    ends, sides = cards.follower("politics"), cards.follower("identity")
    reference = start(cards, [ELDER, SOY], [[ends, sides], []])
    found = of(reference, Do.FOLLOWER)
    assert sorted((p.card, p.edge, p.own) for p in found) == sorted(
        [(ends, 0, 0), (ends, 2, 0), (sides, 1, 0), (sides, 3, 0)]
    )


def test_t2_with_cards_one_must_be_taken_and_with_none_the_player_passes() -> None:
    """No pass with cards in hand; with none, only the pass."""
    cards = box()
    reference = start(cards, [SOY, ELDER], [[cards.follower("politics")], []])
    assert does(reference) == {Do.DISCARD}
    choose(reference, Do.DISCARD)
    assert (reference.ask_seat, does(reference)) == (1, {Do.PASS})


def test_t3_draws_to_the_hand_size_that_powers_change() -> None:
    """K2: the Academic draws up to eight."""
    cards = box()
    reference = start(cards, [ACADEMIC, SOY], [[cards.take("Go Viral")], [cards.take("Safe Space")]])
    choose(reference, Do.DISCARD)
    assert len(reference.game.players[0].hand) == 8


def test_m2_and_m3_a_microaggression_needs_a_like_alignment_and_makes_inert() -> None:
    """Only the follower of a like alignment can be hit; it is worth nothing then."""
    cards = box()
    slots: list[int] = []
    hit_, miss = cards.follower("politics"), cards.follower("identity")

    def prepare(game: Game) -> None:
        slots.extend(lay_anywhere(game, 1, hit_, miss))

    hand = [cards.of_kind(Kind.MICROAGGRESSION, "politics")]
    reference = start(cards, [SOY, ELDER], [hand, []], prepare)
    assert [(p.seat, p.slot) for p in of(reference, Do.MICROAGGRESSION)] == [(1, slots[0])]
    choose(reference, Do.MICROAGGRESSION)
    assert reference.state()["points"] == [0, 1]


def test_v1_a_signal_removes_a_like_microaggression() -> None:
    """Both cards go to the discard pile and the follower counts again."""
    cards = box()
    follower, over = cards.follower("politics"), cards.of_kind(Kind.MICROAGGRESSION, "politics")

    def prepare(game: Game) -> None:
        hit(game, 1, lay_anywhere(game, 1, follower)[0], over)

    signal = cards.of_kind(Kind.VIRTUE_SIGNAL, "politics")
    reference = start(cards, [SOY, ELDER], [[signal], []], prepare)
    choose(reference, Do.VIRTUE_SIGNAL)
    state = reference.state()
    assert (state["points"], state["discard"]) == ([0, 1], sorted([signal, over]))


def test_w2_the_game_ends_at_once() -> None:
    """The fifteenth point ends the game: no draw follows."""
    cards = box("rules.points_to_win = 1\n")
    reference = start(cards, [ELDER, SOY], [[cards.follower("politics")], []])
    choose(reference, Do.FOLLOWER)
    assert (reference.result, reference.winner, reference.ask) == (Result.WON, 0, Ask.NOTHING)
    assert not reference.game.players[0].hand


def test_t5_and_x2_a_job_is_removed_in_a_turn_without_draw() -> None:
    """The turn of a player under a Job is spent removing it."""
    cards = box()
    job = cards.take("Job")
    reference = start(cards, [SOY, ELDER], [[job], [cards.follower("politics")]])
    choose(reference, Do.SPECIAL, seat=1)
    state = reference.state()
    assert (reference.ask_seat, state["turns"], state["jobs"], state["discard"]) == (0, 3, [[], []], [job])
    assert len(reference.game.players[1].hand) == 1


def test_k10_no_job_on_the_trustafarian_but_by_herself() -> None:
    """A protection is against others only."""
    cards = box()
    reference = start(cards, [TRUST, SOY], [[cards.take("Job")], [cards.take("Job")]])
    assert {p.seat for p in of(reference, Do.SPECIAL)} == {0, 1}
    choose(reference, Do.DISCARD)
    assert {p.seat for p in of(reference, Do.SPECIAL)} == {1}


def test_x1_safe_space_cancels_what_is_aimed_at_its_holder() -> None:
    """The action never happened, both cards are discarded, the action is spent."""
    cards = box()
    job, safe = cards.take("Job"), cards.take("Safe Space")
    reference = start(cards, [SOY, ELDER], [[job], [safe]])
    choose(reference, Do.SPECIAL, seat=1)
    assert (reference.ask, reference.ask_seat) == (Ask.REACTION, 1)
    choose(reference, Do.REACT)
    state = reference.state()
    assert (state["discard"], state["jobs"], reference.ask_seat) == (sorted([job, safe]), [[], []], 1)


def test_x4_and_x8_go_viral_lets_a_male_play_under_scum() -> None:
    """A special outranks a plot: followers, then stop."""
    cards = box()
    plot = cards.take("S.C.U.M.")
    hand = [cards.take("Go Viral"), cards.follower("politics")]
    reference = start(cards, [ELDER, SOY], [hand, []], lambda game: add_plot(game, 1, plot))
    assert Do.FOLLOWER not in does(reference)
    choose(reference, Do.SPECIAL)
    assert does(reference) == {Do.FOLLOWER, Do.STOP}


def test_x5_a_taken_turn_is_passed_over_once() -> None:
    """The controller decides in it, it draws, and the seat is passed over when it comes up."""
    cards = box()
    hand = [cards.take("Gaslighting"), cards.take("Safe Space")]
    reference = start(cards, [SOY, ELDER], [hand, [cards.take("Go Viral")]])
    choose(reference, Do.SPECIAL, seat=1)
    assert (reference.ask_seat, reference.decider) == (1, 0)
    choose(reference, Do.DISCARD)
    state = reference.state()
    assert (state["turns"], state["passed_over"], reference.ask_seat) == (3, [0, 0], 0)


def test_x6_a_cascade_spreads_from_holder_to_holder() -> None:
    """Seat 1 holds one and must spread it; both hands go when all is over; nobody draws yet."""
    cards = box()
    hands = [
        [cards.take("Triggered!")],
        [cards.take("Triggered!"), cards.take("Job")],
        [cards.take("Job"), cards.take("Job")],
    ]
    reference = start(cards, [SOY, ELDER, AZN], hands)
    choose(reference, Do.SPECIAL, seat=1)
    assert (reference.ask, reference.ask_seat, [p.seat for p in reference.picks()]) == (Ask.SPREAD, 1, [2])
    choose(reference, Do.PLAYER, seat=2)
    assert reference.state()["hands"][1:] == [[], []]


def test_p1_a_full_table_asks_which_plot_is_replaced() -> None:
    """Two in play: the player chooses; a second copy cannot be played."""
    cards = box()
    first, second = cards.take("Race to the Bottom"), cards.take("Thermidorian Reaction")

    def prepare(game: Game) -> None:
        add_plot(game, 1, first)
        add_plot(game, 1, second)

    hand = [cards.take("Race to the Bottom"), cards.take("S.C.U.M.")]
    reference = start(cards, [SOY, ELDER], [hand, []], prepare)
    assert [p.card for p in of(reference, Do.PLOT)] == [hand[1]]
    choose(reference, Do.PLOT)
    assert (reference.ask, [p.card for p in reference.picks()]) == (Ask.REPLACE, sorted([first, second]))
    choose(reference, Do.CARD, card=first)
    assert reference.state()["plots"] == [second, hand[1]]


def test_p2_an_excluded_plot_goes_first() -> None:
    """Mansplaining removes S.C.U.M., so nothing else is replaced."""
    cards = box()
    plots = [cards.take("S.C.U.M."), cards.take("Race to the Bottom")]

    def prepare(game: Game) -> None:
        for plot in plots:
            add_plot(game, 1, plot)

    hand = [cards.take("Mansplaining")]
    reference = start(cards, [SOY, ELDER], [hand, []], prepare)
    choose(reference, Do.PLOT)
    assert (reference.state()["plots"], reference.ask) == ([plots[1], hand[0]], Ask.ACTION)


def test_p4_race_to_the_bottom_may_take_the_one_just_hit() -> None:
    """The attacker chooses among ends of chain, the one hit among them, no other inert one."""
    cards = box()
    plot = cards.take("Race to the Bottom")
    followers = [cards.follower("politics") for _ in range(3)]
    over = cards.of_kind(Kind.MICROAGGRESSION, "politics")
    slots: list[int] = []

    def prepare(game: Game) -> None:
        add_plot(game, 1, plot)
        slots.extend(lay_anywhere(game, 1, followers[0], followers[1]))
        hit(game, 1, slots[1], over)

    hand = [cards.of_kind(Kind.MICROAGGRESSION, "politics")]
    reference = start(cards, [FEDORA, ELDER], [hand, []], prepare)
    choose(reference, Do.MICROAGGRESSION)
    victims = {p.slot for p in reference.picks()} if reference.ask == Ask.VICTIM else set[int]()
    ends = reference.game.players[1].coalition.ends_of_chain()
    assert victims == ends - {slots[1]}


def test_p6_vicious_cycle_asks_for_a_microaggression_on_another_first() -> None:
    """While the duty stands nothing else may be done; on another if possible."""
    cards = box()
    plot = cards.take("Vicious Cycle")
    followers = [cards.follower("politics") for _ in range(2)]

    def prepare(game: Game) -> None:
        add_plot(game, 1, plot)
        lay_anywhere(game, 0, followers[0])
        lay_anywhere(game, 1, followers[1])

    hand = [cards.of_kind(Kind.MICROAGGRESSION, "politics"), cards.take("Go Viral")]
    reference = start(cards, [FEDORA, ELDER], [hand, []], prepare)
    assert [(p.do, p.seat) for p in reference.picks()] == [(Do.MICROAGGRESSION, 1)]


def test_p6_the_crusader_plays_all_and_there_is_no_stop() -> None:
    """After the first the next must be played too, without an action."""
    cards = box()
    plot = cards.take("Vicious Cycle")
    followers = [cards.follower("politics") for _ in range(3)]

    def prepare(game: Game) -> None:
        add_plot(game, 1, plot)
        lay_anywhere(game, 1, *followers)

    hand = [cards.of_kind(Kind.MICROAGGRESSION, a) for a in ("economics", "economics", "identity")]
    reference = start(cards, [CRUSADER, ELDER], [hand, []], prepare)
    for _ in range(3):
        assert does(reference) == {Do.MICROAGGRESSION}
        choose(reference, Do.MICROAGGRESSION)
    assert reference.ask_seat == 1


def test_c5_who_chooses_a_gender_does_so_at_the_start_and_each_turn() -> None:
    """Asked before the first turn and again as it begins."""
    cards = box()
    reference = start(cards, [MATRIARCH, SOY], [[cards.take("Job")], []])
    assert reference.ask == Ask.GENDER
    choose(reference, Do.GENDER, aux=int(Gender.MALE))
    assert reference.ask == Ask.GENDER
    choose(reference, Do.GENDER, aux=int(Gender.FEMALE))
    assert (reference.ask, reference.state()["genders"][0]) == (Ask.ACTION, int(Gender.FEMALE))


def test_k5_and_d4_the_sonic_boom_costs_two_cards_and_each_defender_chooses() -> None:
    """Two cards are paid one at a time; then each other player picks one of the own."""
    cards = box()
    followers = [cards.follower("identity") for _ in range(2)]

    def prepare(game: Game) -> None:
        lay_anywhere(game, 1, *followers)

    hand = [cards.take("Job"), cards.take("Safe Space"), cards.take("Go Viral")]
    reference = start(cards, [ELDER, LESBIAN], [hand, []], prepare)
    choose(reference, Do.POWER)
    assert (reference.ask, len(reference.picks())) == (Ask.COST, 3)
    choose(reference, Do.CARD)
    choose(reference, Do.CARD)
    assert (reference.ask, reference.ask_seat) == (Ask.VICTIM, 1)


def test_k4_the_soy_boys_level_ones_cannot_be_destroyed_by_others() -> None:
    """Nothing of his can go, so the boom passes him by."""
    cards = box()
    followers = [cards.follower("diversity") for _ in range(2)]

    def prepare(game: Game) -> None:
        lay_anywhere(game, 1, *followers)

    hand = [cards.take("Job"), cards.take("Safe Space")]
    reference = start(cards, [ELDER, SOY], [hand, []], prepare)
    choose(reference, Do.POWER)
    choose(reference, Do.CARD)
    choose(reference, Do.CARD)
    assert (reference.ask_seat, len(reference.game.players[1].coalition.followers)) == (1, 2)


def test_d3_a_multiple_steal_takes_what_it_exposes_and_lays_all() -> None:
    """Two of a chain of two can be taken, the outer one first; both come to the thief's coalition."""
    cards = box('[special.Poach]\nplay = { target = "opponent", do = [{ steal = 2 }] }\n')
    followers = [cards.follower("identity") for _ in range(2)]

    def prepare(game: Game) -> None:
        lay_anywhere(game, 1, *followers)

    reference = start(cards, [ELDER, LESBIAN], [[cards.take("Poach")], []], prepare)
    choose(reference, Do.SPECIAL, seat=1)
    assert (reference.ask, [(p.slot, p.slot2) for p in reference.picks()]) == (Ask.STEAL_SET, [(1, 2)])
    choose(reference, Do.SET)
    assert reference.ask == Ask.STEAL_PLACE
    choose(reference, Do.PLACE)
    choose(reference, Do.PLACE)
    laid = reference.game.players[0].coalition.followers.values()
    assert sorted(x.card for x in laid) == sorted(followers)


def test_w4_passes_without_a_card_to_draw_stall_the_game() -> None:
    """Both pass twice with nothing to draw anywhere: unfinished, stalled."""
    cards = box()
    hands: list[list[int]] = [[], []]
    reference = start(cards, [SOY, ELDER], hands, lambda game: game.draw_pile.clear())
    for _ in range(4):
        choose(reference, Do.PASS)
    assert (reference.result, reference.winner) == (Result.STALLED, -1)


def test_t4_the_discard_pile_is_shuffled_to_a_new_pile() -> None:
    """The order comes of the cards' keys alone."""
    cards = box()
    job = cards.take("Job")
    reference = start(cards, [SOY, ELDER], [[job], []], lambda game: game.draw_pile.clear())
    choose(reference, Do.DISCARD)
    state = reference.state()
    assert (state["hands"][0], state["discard"], state["shuffles"]) == ([job], [], 1)


def test_s3_a_draft_asks_each_in_turn_order() -> None:
    """Each picks from those left, before anything else."""
    cards = box()
    reference = start(cards, [], [[], []])
    n = len(base().characters)
    assert (reference.ask, reference.ask_seat, len(reference.picks())) == (Ask.CHARACTER, 0, n)
    choose(reference, Do.CARD)
    assert (reference.ask, reference.ask_seat, len(reference.picks())) == (Ask.CHARACTER, 1, n - 1)
