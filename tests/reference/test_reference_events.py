"""The reference engine held to LANGUAGE section 4: actions, triggers, reactions, runaway."""

from __future__ import annotations

import pytest

from tests.reference.boards import Table, asked, choose, does, end_turn, hand, laid, play_card
from tests.reference.events import lay_follower
from tests.reference.game import Game
from tests.reference.geometry import places
from vs_sim.vocabulary import Ask, Do, Kind, Result

JOB = "Job"


# --- actions of plots and house rules; followers with powers ---


def test_the_first_controller_decides_in_a_turn_that_another_players_power_takes_inside() -> None:
    """X5 at every depth: seat 0 takes the turn of seat 1, in which a power of seat 2 takes that of seat 3."""
    taken = 'target = "next", do = [{ take_turn = true }]'
    taker = f'[change."Marxist Academic"]\non = [{{ event = "card_discarded", by = "others", {taken} }}]'
    table = Table('play = { target = "opponent", do = [{ take_turn = true }] }', text=taker, players=4)
    table.characters.append("Trustafarian")
    table.holds(1, "Job", "Job")
    table.holds(3, "Job")
    reference = table.play(seat=1)
    choose(reference, Do.DISCARD)
    assert asked(reference) == (Ask.ACTION, 3)
    assert reference.decider == 0


def test_action_of_a_plot_is_anyones() -> None:
    """Self is who uses it; `per_turn` for each card in force."""
    keys = "action = { uses_action = false, per_turn = 1, do = [{ points = 1 }] }"
    table = Table("play.do = [{ points = 1 }]", text=f"[plot.Fair]\n{keys}\n")
    table.plot("Fair")
    table.holds(0, JOB)
    reference = table.start()
    choose(reference, Do.POWER)
    assert (reference.state()["points"], Do.POWER in does(reference)) == ([1, 0], False)


def test_action_of_a_house_rule() -> None:
    """In force from start to end; a cost is paid by who uses it."""
    text = "[house_rule.Trade]\naction = { cost = [{ discard = 1 }], per_game = 1, do = [{ points = 1 }] }\n"
    table = Table("play.do = [{ points = 1 }]", text=text)
    reference = table.start()
    choose(reference, Do.POWER)
    choose(reference, Do.CARD)
    assert (reference.state()["points"], reference.ask_seat, does(reference)) == ([1, 0], 1, {Do.PASS})


def test_a_followers_parts_are_in_force_while_it_is_not_inert() -> None:
    """Its `while` and `on`: under a microaggression they are not."""
    keys = 'dots.ends = "identity"\nwhile = [{ hand_size = 9 }]\non = [{ event = "turn_end", do = [{ points = 1 }] }]'
    text = f"[follower.Guru]\n{keys}\n"
    for inert in (False, True):
        table = Table("play.do = [{ draw = 1 }]", text=text)
        guru = table.cards.take("Guru")
        table.followers[0].append(guru)
        if inert:
            table.inert[guru] = table.cards.of_kind(Kind.MICROAGGRESSION, "identity")
        reference = table.play()
        assert (len(hand(reference, 0)), reference.game.players[0].bonus) == ((7, 0) if inert else (9, 1))


# --- triggers ---


def rule(trigger: str) -> str:
    """A house rule with one trigger."""
    return f"[house_rule.Watch]\non = [{{ {trigger} }}]\n"


def test_event_filter_hit_is_the_follower_that_the_event_made_inert() -> None:
    """P4: `inert = "hit"` admits what has just been hit."""
    ear = '[house_rule.Ear]\non = [{ event = "microaggression_landed", inert = "hit", do = [{ points = 1 }] }]\n'
    table = Table('play = { target = "opponent", do = [{ microaggress = 1 }] }', text=ear)
    table.has(1, "politics")
    reference = table.play()
    choose(reference, Do.VICTIM)
    assert reference.state()["points"] == [1, 0]


@pytest.mark.parametrize(("where", "points"), [("anywhere", 2), ("end-of-chain", 0)])
def test_an_orphan_is_at_the_end_of_no_chain(where: str, points: int) -> None:
    """G6, G7: the first was none, the second hangs on nothing as it falls."""
    ear = f'[house_rule.Ear]\non = [{{ event = "follower_destroyed", where = "{where}", do = [{{ points = 1 }}] }}]\n'
    table = Table('play = { target = "opponent", do = [{ destroy = 1, where = "anywhere" }] }', text=ear)
    table.has(1, "politics")
    card = table.cards.follower("politics")

    def lay_on_the_first(game: Game) -> None:
        place = next(p for p in places(game.deck, game.players[1].coalition, card) if p.slot == 1)
        lay_follower(game, 1, card, place)

    table.more.append(lay_on_the_first)
    reference = table.play()
    choose(reference, Do.VICTIM, slot=1)
    assert laid(reference.game, 1) == []
    assert reference.state()["points"][0] == points


def test_trigger_may_is_asked() -> None:
    """No: nothing is done, and it is not used up."""
    table = Table(
        "play.do = [{ points = 1 }]",
        text=rule('event = "turn_end", may = true, per_game = 1, do = [{ points = 2 }]'),
    )
    reference = table.play()
    assert asked(reference) == (Ask.MAY, 0)
    choose(reference, Do.NO)
    end_turn(reference)
    assert asked(reference) == (Ask.MAY, 1)


def test_trigger_per_game() -> None:
    """Once in the game, whoever sets it off."""
    table = Table(
        "play.do = [{ points = 1 }]", text=rule('event = "turn_end", per_game = 1, do = [{ points = 2 }]')
    )
    reference = table.play()
    end_turn(reference)
    assert reference.state()["points"] == [3, 0]


def test_trigger_target_is_chosen_when_it_is_done() -> None:
    """Of those to whom it can do something."""
    watch = rule(
        'event = "card_played", kind = "special", target = "opponent", do = [{ discard = 1, choose = "random" }]'
    )
    table = Table("play.do = [{ points = 1 }]", text=watch, players=3)
    table.holds(2, JOB)
    reference = table.play()
    assert (asked(reference), [p.seat for p in reference.picks()]) == ((Ask.TARGET, 0), [2])


@pytest.mark.parametrize(
    ("target", "points"), [("actor", [1, 0]), ("affected", [0, 1]), ("next", [0, 1]), ("self", [1, 0])]
)
def test_trigger_targets(target: str, points: list[int]) -> None:
    """`actor` landed it, `affected` has the coalition; self of a house rule is who caused the event."""
    watch = rule(f'event = "microaggression_landed", target = "{target}", do = [{{ points = 1 }}]')
    table = Table("alignments = 'politics'", kind="microaggression", text=watch)
    table.has(1, "politics")
    reference = table.play()
    assert [p.bonus for p in reference.game.players] == points


def test_trigger_of_a_card_that_hears_its_own_leaving() -> None:
    """A follower that is destroyed: its holder gets a point."""
    text = """[follower.Martyr]
dots.ends = "politics"
on = [{ event = "follower_destroyed", card = "this", by = "everyone", do = [{ points = 4 }] }]
"""
    table = Table('play = { target = "opponent", do = [{ destroy = 1 }] }', text=text)
    table.followers[1].append(table.cards.take("Martyr"))
    reference = table.play()
    choose(reference, Do.VICTIM)
    assert reference.state()["points"] == [0, 4]


def test_a_trigger_that_sets_itself_off_is_a_runaway() -> None:
    """W5: the game ends unfinished, with the card whose step it was."""
    watch = rule('event = "card_drawn", do = [{ draw = 1 }]')
    table = Table("play.do = [{ draw = 1 }]", text=watch + "[rules]\nmax_effects = 100\n")
    reference = table.play()
    assert reference.result == Result.RUNAWAY
    assert table.cards.names[reference.game.runaway or 0] == "Watch"


# --- reactions ---


def test_reaction_cost_and_do() -> None:
    """The cost is paid with the card out of hand; `do` is done with the actor of the cancelled action."""
    text = """[special.Boomerang]
reaction.cancels = "anything"
reaction.cost = [{ discard = 1 }]
reaction.do = [{ points = -2, target = "actor" }]
"""
    table = Table('play = { target = "opponent", do = [{ points = 5 }] }', text=text)
    table.holds(1, "Boomerang")
    assert table.play().ask_seat == 1
    assert table.play().ask != Ask.REACTION  # nothing to pay with
    (job,) = table.holds(1, JOB)
    reference = table.play()
    choose(reference, Do.REACT)
    choose(reference, Do.CARD, card=job)
    assert reference.state()["points"] == [-2, 0]


def test_reaction_affected_is_at_whom_the_action_was_aimed() -> None:
    """A third player reacts for all; the one aimed at gets a point."""
    text = """[special.Shield]
reaction = { cancels = "special", for = "everyone", do = [{ points = 1, target = "affected" }] }
"""
    table = Table('play = { target = "opponent", do = [{ points = 5 }] }', text=text, players=3)
    table.holds(2, "Shield")
    reference = table.play(seat=1)
    choose(reference, Do.REACT)
    assert reference.state()["points"] == [0, 1, 0]


@pytest.mark.parametrize("kind", ["artifact", "character"])
def test_reaction_of_a_card_that_stays(kind: str) -> None:
    """An artifact or character reacts so often as it says, and stays."""
    keys = 'reaction = { cancels = "special", per_game = 1, do = [{ points = 1 }] }'
    text = (
        f"[artifact.Umbrella]\n{keys}\n"
        if kind == "artifact"
        else f'change."Captain Fedora" = {{ {keys} }}\n'
    )
    table = Table('count = 2\nplay = { target = "opponent", do = [{ points = -3 }] }', text=text)
    if kind == "artifact":
        table.lies(1, "Umbrella")
    (again,) = table.holds(0, "X")
    reference = table.play()
    choose(reference, Do.REACT)
    end_turn(reference)
    play_card(reference, again)
    assert reference.state()["points"] == [0, -2]


def test_reaction_to_a_reaction() -> None:
    """Each undoes the one before: the special is done, the first reaction's `do` is not."""
    text = """[special.Nope]
count = 2
reaction = { cancels = ["anything", "reaction"], for = "everyone", do = [{ points = 9 }] }
"""
    table = Table('play = { target = "opponent", do = [{ points = 1 }] }', text=text, players=3)
    table.holds(1, "Nope")
    table.holds(2, "Nope")
    reference = table.play(seat=1)
    choose(reference, Do.REACT)
    assert asked(reference) == (Ask.REACTION, 2)
    choose(reference, Do.REACT)
    assert reference.state()["points"] == [0, 1, 9]


@pytest.mark.parametrize(("into", "where"), [("hand", 1), ("owner's hand", 0)])
def test_reaction_into_a_hand(into: str, where: int) -> None:
    """The cancelled card goes to the reactor or back to its owner."""
    text = f'[special.Catch]\nreaction = {{ cancels = "special", into = "{into}" }}\n'
    table = Table('play = { target = "opponent", do = [{ points = 1 }] }', text=text)
    table.holds(1, "Catch")
    reference = table.play()
    choose(reference, Do.REACT)
    assert table.x in hand(reference, where)


def test_reaction_by_verb_answers_a_power() -> None:
    """`cancels` names a verb: an action with such a step."""
    text = """[special.Lid]
reaction.cancels = "points"
[artifact.Horn]
action = { target = "opponent", do = [{ points = -1 }] }
"""
    table = Table("play.do = [{ draw = 1 }]", text=text)
    table.lies(0, "Horn")
    table.holds(1, "Lid")
    reference = table.start()
    choose(reference, Do.POWER)
    choose(reference, Do.REACT)
    assert reference.state()["points"] == [0, 0]


def test_spreads_of_a_card_with_another_step() -> None:
    """A special that is not Triggered!: everyone hit discards one when all is over."""
    table = Table(
        'count = 2\nplay = { target = "opponent", do = [{ discard = 1, spreads = true }] }', players=3
    )
    table.hands[1] += [table.cards.take("X"), table.cards.take(JOB)]
    table.holds(2, JOB)
    reference = table.play(seat=1)
    assert asked(reference) == (Ask.SPREAD, 1)
    choose(reference, Do.PLAYER, seat=2)
    assert asked(reference) == (Ask.CARD, 1)
    choose(reference, Do.CARD)
    choose(reference, Do.CARD)
    assert (len(hand(reference, 1)), hand(reference, 2)) == (1, [])


def test_an_eliminated_controller_decides_no_more() -> None:
    """In a taken turn the seat decides for itself once its controller is out."""
    text = (
        '[special.Coup]\nplay = { target = "opponent", cancellable = false, do = [{ eliminate = true }] }\n'
    )
    table = Table('play = { target = "opponent", do = [{ take_turn = true }] }', text=text, players=3)
    (coup,) = table.holds(1, "Coup")
    reference = table.play(seat=1)
    assert reference.decider == 0
    play_card(reference, coup, seat=0)
    assert (reference.state()["out"], reference.decider) == ([True, False, False], reference.ask_seat)
