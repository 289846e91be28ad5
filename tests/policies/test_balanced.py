"""The policy `balanced`: strong enough, never stalling, and sensible in single decisions."""

from collections import Counter

import numpy as np
import pytest

from tests.policies.games import BALANCED, BASE, RANDOM, decisions, played, stepper
from vs_sim.engine.trace import Stepper
from vs_sim.rules.packing import choice_card, choice_do, choice_seat
from vs_sim.vocabulary import Ask, Do, Result, Stat

WON = int(Result.WON)


def kind_of(choice: int) -> Do:
    """What a packed choice does."""
    return Do(choice_do(choice))


def set_points(made: Stepper, s: int, points: int) -> None:
    """Give a seat points without followers, as the verb `points` does."""
    made.game.bonus[s] += points - int(made.game.points[s])
    made.game.points[s] = points


def first_action(policies: list[int], game: int, *needed: Do) -> Stepper:
    """A game at its first action that lists choices of every kind needed."""
    made = stepper(policies, game)
    while made.running:
        kinds = {kind_of(choice) for choice in made.choices}
        if made.game.ask == Ask.ACTION and kinds >= set(needed):
            return made
        made.take(made.choices[made.pick()])
    raise AssertionError("no such decision in this game")


def test_balanced_wins_most_games_against_three_random() -> None:
    """Against three random players it wins over 85% of 1,200 games (the share is near 94%, standard error 0.7)."""
    games, seats = played([BALANCED, RANDOM, RANDOM, RANDOM], 300)
    wins = seats[(seats["won"] == 1) & (seats["policy"] == BALANCED)]
    assert len(wins) / len(games) > 0.88


def test_four_balanced_finish_their_games() -> None:
    """Of 1,200 games of four fewer than 0.5% are unfinished, and half of them end within 100 turns."""
    games, _ = played([BALANCED] * 4, 300)
    assert (games["result"] != WON).mean() < 0.005
    assert np.median(games["turns"]) < 100


@pytest.mark.parametrize("players", [2, 3, 5, 6])
def test_balanced_does_not_stall_with_other_numbers_of_players(players: int) -> None:
    """With two to six players nearly every game has a winner."""
    games, _ = played([BALANCED] * players, 40)
    assert (games["result"] != WON).mean() <= 0.01


def test_balanced_takes_every_kind_of_action() -> None:
    """In a few hundred games it plays each kind of card, uses powers and reactions, and throws cards away."""
    _, seats = played([BALANCED] * 4, 100)
    sums = seats["stat"].sum(axis=0)
    for stat in (Stat.FOLLOWERS, Stat.MICROAGGRESSIONS, Stat.VIRTUE_SIGNALS, Stat.PLOTS, Stat.SPECIALS):
        assert sums[stat] > 100
    for stat in (Stat.POWERS, Stat.REACTIONS, Stat.DISCARDS):
        assert sums[stat] > 20


@pytest.mark.parametrize("game", range(4))
def test_balanced_finishes_when_it_can(game: int) -> None:
    """One point short of winning it lays a follower or restores one of its own, whatever else it could do."""
    made = first_action([BALANCED] * 4, game, Do.FOLLOWER, Do.DISCARD)
    me = int(made.game.decider)
    set_points(made, me, 14)
    set_points(made, (me + 1) % 4, 14)
    choice = made.choices[made.pick()]
    assert kind_of(choice) == Do.FOLLOWER or (
        kind_of(choice) == Do.VIRTUE_SIGNAL and choice_seat(choice) == me
    )


def test_balanced_hinders_who_is_about_to_win() -> None:
    """Its microaggressions find the player nearest to winning far more often than by chance."""
    aimed, chances = 0, 0.0
    for made, index in decisions([BALANCED] * 4, range(30)):
        g = made.game
        me = int(g.decider)
        choice = made.choices[index]
        if g.ask != Ask.ACTION or g.ask_seat != me or kind_of(choice) != Do.MICROAGGRESSION:
            continue
        others = [s for s in range(4) if s != me]
        best = max(int(g.points[s]) for s in others)
        leaders = {s for s in others if g.points[s] == best}
        if best >= 12 and len(leaders) < 3:
            aimed += choice_seat(choice) in leaders
            hits = [c for c in made.choices if kind_of(c) == Do.MICROAGGRESSION]
            chances += np.mean([choice_seat(c) in leaders for c in hits])
    assert aimed > 30
    assert aimed > 1.3 * chances


def test_balanced_leaves_itself_alone() -> None:
    """It hardly ever plays a microaggression on a follower of its own, nor restores a rival's for nothing."""
    done: Counter[str] = Counter()
    for made, index in decisions([BALANCED] * 4, range(20)):
        g = made.game
        me = int(g.decider)
        choice = made.choices[index]
        if g.ask == Ask.ACTION and g.ask_seat == me and kind_of(choice) == Do.MICROAGGRESSION:
            done["own" if choice_seat(choice) == me else "rival"] += 1
    assert done["rival"] > 100
    assert done["own"] < 0.1 * done["rival"]


def test_balanced_keeps_what_is_useful() -> None:
    """It throws away no reaction card as its action while it holds other cards."""
    reacting = {ty for ty in range(len(BASE.names)) if BASE.tables[0].reaction[ty] >= 0}
    thrown = Counter()
    for made, index in decisions([BALANCED] * 4, range(20)):
        choice = made.choices[index]
        if made.game.decider == made.game.ask_seat and kind_of(choice) == Do.DISCARD:
            thrown[int(BASE.tables[0].card_type[choice_card(choice)]) in reacting] += 1
    assert thrown[False] > 30
    assert thrown[True] <= 0.02 * thrown[False]


def test_x5_balanced_plays_against_the_player_whose_turn_it_took() -> None:
    """In a taken turn it lays hardly a follower for that player; in its own it lays one whenever it is best."""
    laid = {True: [0, 0], False: [0, 0]}
    for made, index in decisions([BALANCED] * 4, range(40)):
        g = made.game
        if g.ask == Ask.ACTION and any(kind_of(c) == Do.FOLLOWER for c in made.choices):
            count = laid[bool(g.decider != g.ask_seat)]
            count[0] += kind_of(made.choices[index]) == Do.FOLLOWER
            count[1] += 1
    assert laid[True][1] > 15
    assert laid[True][0] / laid[True][1] < 0.1
    assert laid[False][0] / laid[False][1] > 0.7


def test_balanced_weighs_reactions() -> None:
    """X1: it reacts to some plays and lets others pass."""
    answers: Counter[Do] = Counter()
    for made, index in decisions([BALANCED] * 4, range(40)):
        if made.game.ask == Ask.REACTION:
            answers[kind_of(made.choices[index])] += 1
    assert answers[Do.REACT] > 10
    assert answers[Do.NO] > 2
