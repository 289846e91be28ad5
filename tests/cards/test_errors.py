"""The error messages of LANGUAGE section 8, as printed there, and what else a deck file can get wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cards.decks import HEAD, problems_of, problems_on_base
from vs_sim.cards import DeckError, load_deck

SAMPLES = [
    (
        HEAD + "[special.Shift]\ncuont = 4\nreaction.cancels = 'anything'",
        'my.toml:5:1: special.Shift.cuont: unknown key; did you mean "count"?',
    ),
    (
        HEAD + "\n\n[special.Mob]\nplay.do = [{destory = 1 }]",
        'my.toml:7:13: special.Mob.play.do[1].destory: unknown verb; did you mean "destroy"?',
    ),
    (
        HEAD + "\n\n[special.Mob]\nplay.do = [{draw = 1, discard = 1 }]",
        (
            "my.toml:7:13: special.Mob.play.do[1]: expected one verb in a step, "
            'got "draw" and "discard"; write two steps'
        ),
    ),
    (
        HEAD + '[special.Mob]\ncount = "four"\nplay.do = [{ draw = 1 }]',
        'my.toml:5:9: special.Mob.count: expected a whole number from 0 to 99, got "four"',
    ),
    (
        HEAD + '\n[virtue_signal.Hashtag]\nalignments = "identiy"',
        (
            "my.toml:6:14: virtue_signal.Hashtag.alignments: expected an alignment of this deck, "
            'got "identiy"; did you mean "identity"?'
        ),
    ),
    (
        HEAD + '[follower.Union]\ndots = { ends = "economics", sides = "politics" }\nlevel = 3',
        "my.toml:6:9: follower.Union.level: expected 2, the number of different alignments on its dots, got 3",
    ),
    (
        HEAD + "\n[plot.Cuts]\nwhile = [{ hand_size = +1 }]",
        (
            'my.toml:6:24: plot.Cuts.while[1].hand_size: expected "+1" in quotes to add one, '
            "or 1 without a sign to set it, got +1"
        ),
    ),
    (
        HEAD + "\n\n[change.Jobs]\ncount = 2",
        'my.toml:6:1: change.Jobs: expected a card or group that is inherited; did you mean "Job"?',
    ),
    (
        HEAD + "\n\n[special.Job]\ncount = 2",
        (
            "my.toml:6:1: special.Job: expected a new name, this card is inherited; "
            "to alter it write [change.Job]"
        ),
    ),
    (
        HEAD + '\n\n\n\n[rules]\nremove = ["Job"]',
        (
            'my.toml:9:1: rules.remove: unknown house rule; "remove" is a key of the deck, '
            "move it above the first [table]"
        ),
    ),
    (
        HEAD + '[plot]\n"A" = {}\n\n\n\n\n\n\n[plot]\n"B" = {}',
        'my.toml:12:1: plot: expected [plot] once in a file; write further cards as [plot."Name"]',
    ),
    (
        HEAD + '\n[plot.Matriarchy]\nexcludes = "SCUM"',
        (
            'my.toml:6:12: plot.Matriarchy.excludes: expected the name of a plot, got "SCUM"; '
            'did you mean "S.C.U.M."?'
        ),
    ),
    (
        HEAD + '\n[special.Mob]\nplay.target = "all"',
        (
            "my.toml:6:15: special.Mob.play.target: expected self, opponent, player, next, previous, others "
            'or everyone, got "all"; did you mean "everyone"?'
        ),
    ),
    (
        HEAD + "[special.Lock]\nplay.do = [{ draw = 1 }]\nwhile = [{ hand_size = 6 }]",
        'my.toml:6:1: special.Lock.while: expected "lasts" beside it, a special is gone once it is played',
    ),
    (
        (
            'schema = 1\nname = "my"\n[special.Mob Rule]\nplay.do = [{ draw = 1 }]\n'
            '[character.Me]\ngender = "male"\ncore = "politics"'
        ),
        'my.toml:3:10: special: expected quotes around a name with spaces, as in [special."Mob Rule"]',
    ),
    (
        HEAD + '[special.Raid]\nplay.target = "others"\nplay.do = [{steal = 1 }]',
        (
            "my.toml:6:13: special.Raid.play.do[1].steal: expected a personal target "
            '(opponent, player, next, previous), got "others"'
        ),
    ),
    (
        'schema = 1\nname = "my"\nextends = "bsae"',
        (
            "my.toml:3:11: extends: expected a shipped deck (base, book_only) or a file, "
            'got "bsae"; did you mean "base"?'
        ),
    ),
]


@pytest.mark.parametrize(("text", "expected"), SAMPLES, ids=[sample[1].split(":")[3] for sample in SAMPLES])
def test_a_sample_of_the_language_comes_out_as_printed_there(text: str, expected: str) -> None:
    assert problems_of(text) == [expected]


FAULTS = [
    (
        "[special.S]\nreaction.cancel = 1",
        'my.toml:5:10: special.S.reaction.cancel: unknown key; did you mean "cancels"?',
    ),
    ("[special.S]", 'my.toml:4:1: special.S: expected "play", "reaction", "drawn" or "lasts" in a special'),
    (
        "[follower.F]\ncount = 2",
        "my.toml:4:1: follower.F.dots: expected this key, the alignments on its edges",
    ),
    (
        "[follower.F]\ndots = {}",
        "my.toml:5:8: follower.F.dots: expected dots of 1 to 3 different alignments, got 0",
    ),
    (
        '[follower.F]\ndots = { ends = "politics", top = "economics" }',
        'my.toml:5:29: follower.F.dots.top: expected each edge once, "ends" says this one too',
    ),
    (
        "[plot.P]\nwhile = [{ hand_sise = 6 }]",
        'my.toml:5:12: plot.P.while[1].hand_sise: unknown modifier; did you mean "hand_size"?',
    ),
    (
        "[plot.P]\nwhile = [{ hand_size = 61 }]",
        (
            "my.toml:5:24: plot.P.while[1].hand_size: expected a whole number from 0 to 60, "
            'or "+1", "-1", "x2" in quotes, got 61'
        ),
    ),
    (
        '[plot.P]\non = [{ event = "turn_starts", do = [{ draw = 1 }] }]',
        (
            "my.toml:5:17: plot.P.on[1].event: expected game_start, turn_start, turn_end, turn_skipped, card_drawn, "
            "card_played, card_discarded, microaggression_landed, microaggression_removed, follower_destroyed, "
            'follower_stolen, plot_ended, reaction_played or player_eliminated, got "turn_starts"; '
            'did you mean "turn_start"?'
        ),
    ),
    (
        '[plot.P]\non = [{ event = "turn_start", level = 2, do = [{ draw = 1 }] }]',
        'my.toml:5:31: plot.P.on[1].level: "level" means nothing to "turn_start"',
    ),
    (
        '[plot.P]\non = [{ event = "turn_start", by = "self", do = [{ draw = 1 }] }]',
        "my.toml:5:31: plot.P.on[1].by: expected no such key, a plot is about everyone",
    ),
    (
        "[special.S]\nplay.do = [{ draw = 1, level = 2 }]",
        'my.toml:5:24: special.S.play.do[1].level: "level" means nothing to "draw"',
    ),
    (
        "[special.S]\nplay.do = [{ level = 2 }]",
        "my.toml:5:12: special.S.play.do[1]: expected one verb in a step, got none",
    ),
    (
        '[special.S]\nplay = { target = "others", do = [{ take_turn = true }] }',
        'my.toml:5:37: special.S.play.do[1].take_turn: expected self or a personal target, got "others"',
    ),
    (
        '[special.S]\nplay = { target = "others", do = [{ discard = 1, spreads = true }] }',
        "my.toml:5:50: special.S.play.do[1].spreads: expected it in play of a special with target opponent or player",
    ),
    (
        '[special.S]\nplay = { target = "actor", do = [{ draw = 1 }] }',
        (
            "my.toml:5:19: special.S.play.target: expected self, opponent, player, next, previous, others or everyone, "
            'got "actor"'
        ),
    ),
    (
        '[special.S]\nplay = { target = "player", only = ["hand > 1", "points > 1"], do = [{ draw = 1 }] }',
        'my.toml:5:49: special.S.play.only[2]: expected at most one comparison here, got "points > 1" too',
    ),
    (
        '[special.S]\nplay.do = [{ destroy = 1, alignment = "named" }]',
        (
            'my.toml:5:39: special.S.play.do[1].alignment: expected play.names = "alignment" in this card, '
            'where "named" stands for it'
        ),
    ),
    (
        '[special.S]\nreaction.cancels = "Jab"',
        'my.toml:5:20: special.S.reaction.cancels: expected the name of a card, "anything", a kind',
    ),
    (
        "[artifact.A]\naction = { uses_action = false, do = [{ draw = 1 }] }",
        'my.toml:5:12: artifact.A.action.uses_action: expected "per_turn" or "per_game" beside it',
    ),
    (
        "[artifact.A]\naction = { cost = [{ draw = 1 }], do = [{ draw = 1 }] }",
        "my.toml:5:22: artifact.A.action.cost[1].draw: expected discard, destroy, points or skip in a cost",
    ),
    (
        '[artifact.A]\nreaction = { cancels = "anything" }',
        'my.toml:5:1: artifact.A.reaction: expected "per_turn" or "per_game" beside it, the card stays',
    ),
    (
        '[character.C]\ngender = "male"\ncore = ["politics", "economics", "identity"]',
        'my.toml:4:1: character.C: expected the key "dots", there are more than two core alignments',
    ),
    (
        '[character.C]\ngender = "man"\ncore = "politics"',
        'my.toml:5:10: character.C.gender: expected male, female or chooses, got "man"',
    ),
    (
        "[plot.discard]\ncount = 1",
        'my.toml:4:1: plot.discard: expected another name, "discard" is a word of the card language',
    ),
    (
        "[plot.JOB]\ncount = 1",
        "my.toml:4:1: plot.JOB: expected a new name, this card is inherited; to alter it write [change.Job]",
    ),
    (
        "[plot.A]\ncount = 1\n[special.a]\nplay.do = { draw = 1 }",
        "my.toml:6:1: special.a: expected a new name, this file has a plot of the same name",
    ),
    ("[plots.A]\ncount = 1", 'my.toml:4:1: plots: unknown key; did you mean "plot"?'),
    ("[rules]\nhandsize = 6", 'my.toml:5:1: rules.handsize: unknown house rule; did you mean "hand_size"?'),
    (
        "[rules]\nhand_size = 21",
        "my.toml:5:13: rules.hand_size: expected a whole number from 1 to 20, got 21",
    ),
    (
        'remove = ["Jobs"]',
        'my.toml:4:11: remove[1]: expected a card or group that is inherited, got "Jobs"; did you mean "Job"?',
    ),
    (
        "change.Job.drop = ['on']",
        'my.toml:4:20: change.Job.drop[1]: expected a key of the inherited card, got "on"',
    ),
    (
        "change.Job.drop = ['play']",
        'my.toml:4:8: change.Job: expected "play", "reaction", "drawn" or "lasts" in a special',
    ),
    (
        '[plot.P]\nassumed = ["cont"]',
        'my.toml:5:12: plot.P.assumed[1]: expected a key of this card, got "cont"; did you mean "count"?',
    ),
    (
        "[plot.P]\nalternatives.count = [1]",
        "my.toml:5:14: plot.P.alternatives.count: expected a key that is assumed (none is)",
    ),
    (
        '[plot.P]\nassumed = "count"\nalternatives.count = [1, "two"]',
        'my.toml:6:26: plot.P.alternatives.count[2]: expected a whole number from 0 to 99, got "two"',
    ),
    (
        (
            '[special.S]\nplay.do = { draw = 1 }\nassumed = "play"\n'
            'alternatives.play = { target = "others", do = [{ steal = 1 }] }'
        ),
        (
            "my.toml:7:50: special.S.alternatives.play.do[1].steal: expected a personal target "
            '(opponent, player, next, previous), got "others"'
        ),
    ),
    (
        "[special.S]\nplay = { target = 'opponent', do = [{ steal = 1, kind = 'artifact', level = 2 }] }",
        'my.toml:5:69: special.S.play.do[1].level: "level" means nothing to an artifact',
    ),
    (
        "[special.S]\nplay = { cost = [{ destroy = 1, up_to = true }], do = [{ draw = 1 }] }",
        "my.toml:5:33: special.S.play.cost[1].up_to: expected no such key in a cost, it is paid in full",
    ),
    (
        "[special.S]\nplay.do = " + "{ either = [{ draw = 1 }, " * 5 + "{ draw = 2 }" + "] }" * 5,
        (
            "my.toml:5:117: special.S.play.do.either[2].either[2].either[2].either[2].either: "
            'expected "either" at most 4 deep within each other'
        ),
    ),
    (
        "[plot.P]\nplay.copies = 'special'",
        "my.toml:5:6: plot.P.play.copies: expected it in a special only",
    ),
    (
        "[special.S]\nreaction.cancels = 'character'",
        'my.toml:5:20: special.S.reaction.cancels: expected the name of a card, "anything", a kind that is played',
    ),
    (
        "[special.S]\nplay = { target = 'player', do = [{ discard = 1, target = 'next', spreads = true }] }",
        "my.toml:5:50: special.S.play.do[1].target: expected no such key, what spreads begins with the target of play",
    ),
    (
        "[plot.P]\nwhile = [{ protect = 'points', level = 2 }]",
        'my.toml:5:32: plot.P.while[1].level: "level" means nothing to "points"',
    ),
    (
        "[plot]\nA.while = [{ gender = 'male', only = 'most points' }]\nB.while = [{ value = 2, only = 'female' }]",
        (
            "my.toml:5:38: plot.A.while[1].only: expected nothing that depends on points, what followers are worth by "
            '"B" depends on genders; got "most points"'
        ),
    ),
    ("[alignments]\na = 1", 'my.toml:5:5: alignments.a: expected a colour or { colour = "…" }, got 1'),
]


@pytest.mark.parametrize(("text", "expected"), FAULTS)
def test_a_fault_names_its_place_and_what_was_expected(text: str, expected: str) -> None:
    problems = problems_on_base(text)
    assert len(problems) == 1
    assert problems[0].startswith(expected)


def test_all_errors_of_a_file_come_at_once_in_order_of_place() -> None:
    problems = problems_on_base(
        'remove = "Jobs"\n[rules]\nhand_size = 0\n[special.Mob Rule]\nplay.do = [{ drow = 1 }]\n[plot.P]\ncount = -1\n'
        "[special]\n[plot]\n[change.Joob]\ncount = 1\n[follower.F]\nlevel = 4\n"
    )
    places = [(int(line.split(":")[1]), line.split(":")[3].strip()) for line in problems]
    assert places == [
        (4, "remove"),
        (6, "rules.hand_size"),
        (7, "special"),
        (8, 'special."Mob Rule".play.do[1].drow'),
        (10, "plot.P.count"),
        (13, "change.Joob"),
        (15, "follower.F.dots"),
        (16, "follower.F.level"),
    ]


def test_a_deck_needs_a_schema_a_name_and_a_character() -> None:
    assert problems_of("") == [
        "my.toml:1:1: schema: expected this key, the version of the deck file, 1",
        "my.toml:1:1: name: expected this key, the name of the deck",
    ]
    assert problems_of('schema = 1\nname = "x"') == [
        "my.toml:1:1: character: expected at least one character in the deck"
    ]
    assert problems_of('schema = 2\nname = "x"\nextends = "base"') == [
        "my.toml:1:10: schema: expected 1, got 2"
    ]


@pytest.mark.parametrize("name", ['""', '" "'])
def test_the_name_of_a_deck_is_not_empty(name: str) -> None:
    expected = "my.toml:2:8: name: expected a name, got an empty text"
    assert problems_of(f'schema = 1\nname = {name}\nextends = "base"') == [expected]


def test_a_deck_must_fit_the_engine() -> None:
    assert problems_on_base('change."all microaggressions".count = 99') == [
        "my.toml:1:1: cards: expected at most 500 cards in a deck, got 526"
    ]
    many = "".join(f"[plot.P{i}]\nwhile = {{ draw_limit = 1 }}\n" for i in range(60))
    assert problems_on_base(many) == ["my.toml:1:1: plots: expected at most 60 plots in a deck, got 67"]


def test_a_deck_that_is_not_there_is_asked_for_by_the_nearest_name() -> None:
    with pytest.raises(DeckError) as caught:
        load_deck("bok_only")
    assert str(caught.value) == (
        "--deck:1:1: deck: expected a shipped deck (base, book_only) or a file, "
        'got "bok_only"; did you mean "book_only"?'
    )


def test_a_file_that_is_no_text_is_said_to_be_none(tmp_path: Path) -> None:
    file = tmp_path / "x.toml"
    file.write_bytes(b'schema = 1\nname = "\xff"\n')
    with pytest.raises(DeckError, match=r"x.toml:2:9: toml: expected text in UTF-8, got the byte 0xff"):
        load_deck(file)


def test_a_file_may_have_a_mark_and_line_ends_of_other_systems(tmp_path: Path) -> None:
    file = tmp_path / "x.toml"
    file.write_bytes(b'\xef\xbb\xbfschema = 1\r\nname = "x"\r\nextends = "base"\r\n')
    assert load_deck(file).name == "x"
