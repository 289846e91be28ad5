"""The reference engine held to LANGUAGE sections 2 and 3: modifiers, precedence, player words and counts."""

from __future__ import annotations

import pytest

from tests.reference.boards import Table, choose, does, hand, laid, of
from tests.reference.claims import hand_size
from tests.reference.engine import Reference
from tests.reference.force import is_silenced
from tests.reference.words import count, gender_of, is_word
from vs_sim.vocabulary import Count, Do, Gender, Kind, Word, word

POINT = "play.do = [{ points = 1 }]"
ATTACK = 'play = { target = "opponent", do = [{ destroy = 1 }] }'


def under(modifier: str, *, kind: str = "plot", name: str = "Law") -> str:
    """A card with one modifier."""
    return f"[{kind}.{name}]\nwhile = [{{ {modifier} }}]\n"


# --- value ---


def test_value_counts_double() -> None:
    """Each follower of the alignment is worth twice as much."""
    table = Table(POINT, text=under('value = "x2", alignment = "politics"', kind="artifact"))
    table.lies(1, "Law")
    table.has(1, "politics", "economics")
    assert table.start().state()["points"] == [0, 3]


def test_value_of_inert_ones_only_if_it_says_so() -> None:
    """`inert = true`: an inert follower that is named is worth its points."""
    for inert, points in (("", 0), (", inert = true", 2)):
        table = Table(POINT, text=under(f'value = "+1"{inert}'))
        table.plot("Law")
        table.has(1, "politics", inert=True)
        assert table.start().state()["points"] == [0, points]


def test_value_may_win_when_it_comes_in_force() -> None:
    """W2: looked at after every change, the coming of a plot among them."""
    table = Table("while = [{ value = 9 }]", kind="plot", text="rules.points_to_win = 9\n")
    table.has(0, "identity")
    reference = table.play()
    assert reference.winner == 0


# --- gender ---


@pytest.mark.parametrize(
    ("value", "gender"), [("male", Gender.MALE), ("female", Gender.FEMALE), ("other", Gender.MALE)]
)
def test_gender_of_a_female_character(value: str, gender: Gender) -> None:
    """Is of this gender; `other`: of the other of the two."""
    table = Table(POINT, text=under(f'gender = "{value}"', kind="artifact"))
    table.lies(0, "Law")
    assert gender_of(table.start().game, 0) == gender


def test_gender_of_the_highest_rank_counts() -> None:
    """A plot says female for all, an artifact male: the plot outranks it."""
    text = under('gender = "male"', kind="artifact", name="Suit") + under('gender = "female"')
    table = Table(POINT, text=text)
    table.lies(1, "Suit")
    table.plot("Law")
    assert gender_of(table.start().game, 1) == Gender.FEMALE


def test_gender_changes_what_plots_forbid() -> None:
    """S.C.U.M. binds whom a modifier makes male."""
    table = Table(POINT, text=under('gender = "male"', kind="artifact"))
    table.lies(0, "Law")
    table.plot("S.C.U.M.")
    table.hands[0].append(table.cards.follower("identity"))
    assert Do.FOLLOWER not in does(table.start())


# --- silence ---


def silencing(modifier: str, *, kind: str = "plot") -> Table:
    """Seat 1 (the Academic) has an artifact, a plot is in play, and a law silences something."""
    text = under("hand_size = 3", kind="artifact", name="Diet") + under("draw_limit = 2", name="Cuts")
    text += under(modifier, kind=kind) if kind != "special" else LASTING.format(modifier)
    table = Table(POINT, text=text)
    table.characters = ["Captain Fedora", "Marxist Academic"]
    table.plot("Cuts")
    table.lies(1, "Diet")
    if kind == "plot":
        table.plot("Law")
    else:
        table.lies(0, "Law")
    return table


LASTING = "[special.Law]\nlasts = 9\nwhile = [{{ {} }}]\n"


def drawn_by_seat_1(table: Table) -> int:
    """How many cards seat 1 has after its first turn."""
    reference = table.play()
    choose(reference, Do.PASS)
    return len(hand(reference, 1))


def test_silence_nothing() -> None:
    """The academic's limit is three and one more, but two cards are drawn at most."""
    assert drawn_by_seat_1(silencing("max_plots = 3")) == 2


def test_silence_of_plots_for_one_player() -> None:
    """A special outranks plots: for seat 1 they are not in force, for seat 0 they are."""
    table = silencing('silence = "plot", for = "others"', kind="special")
    assert drawn_by_seat_1(table) == 4
    assert len(hand(table.play(), 0)) == 2


@pytest.mark.parametrize(("kind", "size"), [("artifact", 8), ("character", 3)])
def test_silence_of_artifacts_and_characters(kind: str, size: int) -> None:
    """A plot outranks them: what is left of the hand size is the rule's and the other card's."""
    assert hand_size(silencing(f'silence = "{kind}"').start().game, 1) == size


def test_silence_needs_a_higher_rank() -> None:
    """An artifact silences neither artifacts nor plots nor characters."""
    for what in ("artifact", "plot", "character"):
        table = silencing(f'silence = "{what}", for = "everyone"', kind="artifact")
        assert drawn_by_seat_1(table) == 2
        assert hand_size(table.start().game, 1) == 4


def test_silence_takes_powers_away() -> None:
    """The Elder's action is not listed."""
    for law in (False, True):
        table = Table(POINT, text=under('silence = "character"'))
        table.characters[0] = "Venerable Elder"
        table.holds(0, "Job", "Job")
        if law:
            table.plot("Law")
        assert (Do.POWER in does(table.start())) != law


def test_silence_of_triggers() -> None:
    """A plot that is silenced for who sets it off is not heard."""
    text = '[plot.Watch]\non = [{ event = "turn_end", do = [{ points = 1 }] }]\n'
    table = Table(POINT, text=text + LASTING.format('silence = "plot"'))
    table.plot("Watch")
    table.lies(0, "Law")
    reference = table.play()
    choose(reference, Do.PASS)
    assert reference.state()["points"] == [1, 1]


def test_open_hand_is_known_to_everyone() -> None:
    """N1: what it holds and draws; nothing else on the table changes."""
    table = Table(POINT, text=under("open_hand = true", kind="artifact"), players=3)
    table.lies(0, "Law")
    job = table.holds(0, "Job")
    reference = table.play()
    assert set(job) <= set(hand(reference, 0))
    assert reference.state()["known"] == [[], hand(reference, 0), hand(reference, 0)]


def test_open_hand_of_a_house_rule_is_seen_from_the_start() -> None:
    """N1: before anything is done."""
    table = Table(POINT, text=under("open_hand = true", kind="house_rule"))
    job = table.holds(1, "Job")
    assert set(table.start().state()["known"][0]) == set(job)


# --- forbid and allow ---


@pytest.mark.parametrize(
    ("deed", "does_it"),
    [
        ("follower", Do.FOLLOWER),
        ("microaggression", Do.MICROAGGRESSION),
        ("virtue_signal", Do.VIRTUE_SIGNAL),
        ("plot", Do.PLOT),
        ("special", Do.SPECIAL),
        ("artifact", Do.ARTIFACT),
        ("power", Do.POWER),
        ("discard", Do.DISCARD),
        ("join", Do.FOLLOWER),
    ],
)
def test_forbid(deed: str, does_it: Do) -> None:
    """Each deed: not listed while a plot forbids it; a special that allows it outranks the plot."""
    text = "[artifact.Horn]\ncount = 2\naction = { do = [{ draw = 1 }] }\n" + under(
        f'forbid = "{deed}"', name="Ban"
    )
    text += f'[special.Law]\nlasts = 9\nwhile = [{{ allow = "{deed}" }}]\n'
    for cards_in_force, listed in ((), True), (("Ban",), False), (("Ban", "Law"), True):
        table = Table(POINT, text=text)
        table.has(1, "politics", inert=True)
        table.has(1, "economics")
        table.hands[0] += [table.cards.follower("identity"), table.cards.take("Mansplaining")]
        table.hands[0] += [table.cards.of_kind(Kind.MICROAGGRESSION, "economics"), table.cards.take("Horn")]
        table.hands[0].append(table.cards.of_kind(Kind.VIRTUE_SIGNAL, "politics"))
        table.lies(0, "Horn")
        if "Ban" in cards_in_force:
            table.plot("Ban")
        if "Law" in cards_in_force:
            table.lies(0, "Law")
        assert (does_it in does(table.start())) == listed


def test_forbid_draw() -> None:
    """Neither at T3 nor by a step."""
    table = Table("play.do = [{ draw = 2 }, { points = 1 }]", text=under('forbid = "draw"'))
    table.plot("Law")
    reference = table.play()
    assert (hand(reference, 0), reference.state()["points"]) == ([], [1, 0])


def test_forbid_reaction() -> None:
    """Nobody is asked."""
    table = Table(ATTACK, text=under('forbid = "reaction"'))
    table.plot("Law")
    table.has(1, "politics")
    table.holds(1, "Safe Space")
    assert Do.REACT not in does(table.play())


def test_forbid_reaction_against_whom_it_answers() -> None:
    """A reaction is aimed at who did what it answers."""
    for against, reacts in (("leader", True), ("not leader", False)):
        table = Table(ATTACK, text=under(f'forbid = "reaction", against = "{against}"'))
        table.plot("Law")
        table.has(1, "politics")  # seat 0, who attacks, does not lead
        table.holds(1, "Safe Space")
        assert (Do.REACT in does(table.play())) == reacts


def test_protect_clear_of_some_followers() -> None:
    """A follower filter: from those no microaggression can be cleared by others."""
    clear = 'play = { target = "opponent", do = [{ clear = 1 }] }'
    for level, can in ((1, False), (2, True)):
        table = Table(clear, text=under(f'protect = "clear", level = {level}'))
        table.plot("Law")
        table.has(1, "politics", inert=True)
        assert table.can_play() == can


def test_forbid_of_some_cards_against_some_players() -> None:
    """A card filter, and `against`: aimed at the leader only it is forbidden."""
    table = Table(ATTACK, text=under('forbid = "special", card = "X", against = "leader"'), players=3)
    table.plot("Law")
    table.has(1, "politics", "politics")
    table.has(2, "politics")
    assert [p.seat for p in of(table.start(), Do.SPECIAL)] == [2]


def test_forbid_join_of_an_alignment() -> None:
    """Nothing may be laid on a dot of it; a move neither."""
    table = Table("play.do = [{ move = 1 }]", text=under('forbid = "join", alignment = "identity"'))
    table.plot("Law")
    table.has(0, "identity")
    assert not table.can_play()


# --- protect ---


@pytest.mark.parametrize(
    ("verb", "step"),
    [
        ("destroy", "destroy = 1"),
        ("microaggress", "microaggress = 1"),
        ("move", "move = 1"),
        ("take", 'take = 1, from = "coalition"'),
        ("take", "take = 1"),
        ("discard", "discard = 1"),
        ("give", "give = 1"),
        ("swap", 'swap = "hands"'),
        ("look", 'look = "hand"'),
        ("skip", "skip = 1"),
        ("take_turn", "take_turn = true"),
        ("points", "points = -1"),
        ("draw", "draw = 1"),
        ("clear", 'clear = 1, kind = "job"'),
        ("more", "more = 1"),
        ("win", "win = true"),
        ("eliminate", "eliminate = true"),
    ],
)
def test_protect_against_a_verb(verb: str, step: str) -> None:
    """Others may not do it to this player, who can otherwise be chosen."""
    for name in ("Law", None):
        table = Table(
            f'play = {{ target = "opponent", do = [{{ {step} }}] }}',
            text=under(f'protect = "{verb}"', kind="artifact"),
        )
        if name:
            table.lies(1, name)
        table.has(1, "politics")
        table.holds(0, "Safe Space")
        table.holds(1, "Safe Space")
        table.more.append(lambda game: game.players[1].jobs.add(game.draw_pile.pop()))
        assert table.can_play() == (name is None)


def test_protect_target_keeps_everything_personal_away() -> None:
    """Others may aim nothing personal at this player; oneself may."""
    table = Table(
        'play = { target = "player", do = [{ points = 1 }] }',
        text=under('protect = "target"', kind="artifact"),
    )
    table.lies(1, "Law")
    assert [p.seat for p in of(table.start(), Do.SPECIAL)] == [0]


def test_protect_some_followers() -> None:
    """A follower filter: only the one of this alignment is safe, wherever it lies, inert or not."""
    table = Table(ATTACK, text=under('protect = "destroy", alignment = "politics"', kind="artifact"))
    table.lies(1, "Law")
    politics, economics = table.has(1, "politics", "economics")
    reference = table.play()
    choose(reference, Do.VICTIM)
    assert laid(reference.game, 1) == [politics]
    assert economics in reference.game.discard


def test_silence_asks_for_the_gender_that_counts() -> None:
    """A power that would make its man a woman is silenced by what silences men: he stays one, and silenced."""
    power = '[change."Captain Fedora"]\nwhile = [{ gender = "other" }]\n'
    table = Table(POINT, text=power + under('silence = "character", only = "male"'))
    assert table.start().state()["genders"] == [Gender.FEMALE, Gender.FEMALE]
    table.plot("Law")
    game = table.start().game
    assert gender_of(game, 1) == Gender.MALE
    assert is_silenced(game, game.players[1].character or 0, 1)


# --- numbers ---


@pytest.mark.parametrize(("value", "size"), [("3", 3), ('"+1"', 8), ('"-2"', 5), ('"x2"', 14), ("0", 0)])
def test_number_forms(value: str, size: int) -> None:
    """8 sets, "+1" and "-1" add, "x2" multiplies."""
    table = Table(POINT, text=under(f"hand_size = {value}"))
    table.plot("Law")
    assert len(hand(table.play(), 0)) == size


def test_plain_numbers_then_additions_then_multiplications() -> None:
    """Of plain numbers the highest rank, at equal rank the latest; then 3, and one more, twice."""
    text = under("hand_size = 5", name="Old") + under("hand_size = 3", name="New")
    text += under("hand_size = 9", kind="artifact", name="Low")
    text += under('hand_size = "x2" }, { hand_size = "+1"', kind="artifact", name="Extra")
    table = Table(POINT, text=text)
    table.plot("Old")
    table.plot("New")
    table.lies(0, "Low")
    table.lies(0, "Extra")
    assert len(hand(table.play(), 0)) == 8


def test_a_follower_is_in_force_since_it_was_laid() -> None:
    """At equal rank the latest: the follower came after the artifact."""
    text = under("hand_size = 5", kind="artifact")
    keys = 'dots = { ends = "identity" }\nwhile = [{ hand_size = 3 }]'
    table = Table(keys, kind="follower", text=text)
    table.lies(0, "Law")
    assert len(hand(table.play(), 0)) == 3


def test_more_destroyed_by_a_personal_destruction() -> None:
    """One more where it can."""
    table = Table(ATTACK, text=under("more_destroyed = 1", kind="artifact"))
    table.lies(0, "Law")
    table.has(1, "politics", "politics")
    reference = table.play()
    choose(reference, Do.VICTIM)
    choose(reference, Do.VICTIM)
    assert laid(reference.game, 1) == []


def test_match_any_microaggression() -> None:
    """M2 asks for no like alignment."""
    table = Table(
        "alignments = 'diversity'", kind="microaggression", text=under('match_any = "microaggression"')
    )
    table.has(1, "politics")
    assert not table.can_play()
    table.plot("Law")
    assert table.can_play()


def test_require_all_asks_for_every_card() -> None:
    """After the first the next must be played, too, without an action."""
    text = under('require = "plot"', name="Law") + under('require_all = "plot"', kind="artifact", name="Zeal")
    table = Table("stays = false\ncount = 3\nplay.do = [{ points = 1 }]", kind="plot", text=text)
    table.plot("Law")
    table.lies(0, "Zeal")
    table.holds(0, "X", "Job")
    reference = table.play()
    assert does(reference) == {Do.PLOT}


# --- player words and counts ---


def board() -> Reference:
    """Three players who differ in everything that words and counts speak of."""
    table = Table(POINT, players=3, text="[artifact.Thing]\nwhile = [{ actions = 1 }]\n")
    table.has(1, "politics", "economics")
    table.has(2, "economics", inert=True)
    table.holds(0, "Job")
    table.holds(2, "Go Viral")
    table.lies(2, "Thing")
    table.plot("Mansplaining")
    table.more.append(lambda game: setattr(game.players[1], "job_tokens", 2))
    return table.start()


@pytest.mark.parametrize(
    ("asked", "seats"),
    [
        (Word.SELF, {0}),
        (Word.MALE, {1, 2}),
        (Word.FEMALE, {0}),
        (Word.LEADER, {1}),
        (Word.MOST_POINTS, {1}),
        (Word.FEWEST_POINTS, {0, 2}),
        (Word.MOST_CARDS, {0}),
        (Word.FEWEST_CARDS, {1}),
        (Word.NEXT, {1}),
        (Word.PREVIOUS, {2}),
    ],
    ids=lambda value: word(value) if isinstance(value, Word) else "",
)
def test_player_word(asked: Word, seats: set[int]) -> None:
    """Seen from seat 0; all who tie."""
    game = board().game
    assert {seat for seat in range(3) if is_word(game, asked, seat, 0)} == seats


@pytest.mark.parametrize(
    ("asked", "numbers"),
    [
        (Count.POINTS, [0, 2, 0]),
        (Count.FOLLOWERS, [0, 2, 0]),
        (Count.INERT, [0, 0, 1]),
        (Count.HAND, [2, 0, 1]),
        (Count.ALIGNMENTS, [0, 2, 0]),
        (Count.JOBS, [0, 2, 0]),
        (Count.ARTIFACTS, [0, 0, 1]),
        (Count.SEAT, [0, 1, 2]),
        (Count.PLOTS, [1, 1, 1]),
        (Count.PLAYERS, [3, 3, 3]),
        (Count.ROUND, [1, 1, 1]),
    ],
    ids=lambda value: word(value) if isinstance(value, Count) else "",
)
def test_count(asked: Count, numbers: list[int]) -> None:
    """Of each player, or of the table."""
    game = board().game
    assert [count(game, asked, seat) for seat in range(3)] == numbers


def test_an_eliminated_player_is_no_next() -> None:
    """`next` is the next who is in."""
    game = board().game
    game.players[1].out = True
    assert is_word(game, Word.NEXT, 2, 0)
    assert count(game, Count.PLAYERS, 0) == 2
