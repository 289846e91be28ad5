"""What `deck check` warns of: cards and parts that can never do anything, triggers without end, loose assumptions."""

from __future__ import annotations

import pytest

from tests.cards.decks import on_base
from vs_sim.cards.warnings import warnings_of

CANNOT = "this card can never be played: "
NOTHING = CANNOT + "there is nothing in this deck "


def warned(text: str) -> list[str]:
    """Key and message of each warning about the deck's own cards; the text begins on line 4."""
    found = [problem for problem in warnings_of(on_base(text)) if problem.file == "my.toml"]
    return [f"{problem.line}: {problem.key}: {problem.message}" for problem in found]


NEVER_PLAYED = [
    ("[special.S]\nreaction.cancels = 'artifact'", f"4: special.S: {NOTHING}that it could cancel"),
    ("[special.S]\nreaction.cancels = ['take', 'give']", f"4: special.S: {NOTHING}that it could cancel"),
    (
        "change.Job.count = 0\n[special.S]\nreaction.cancels = 'Job'",
        f"5: special.S: {NOTHING}that it could cancel",
    ),
    (
        "remove = 'Safe Space'\n[special.S]\nreaction.cancels = 'reaction'",
        f"5: special.S: {NOTHING}that it could cancel",
    ),
    (
        "remove = 'Job'\n[special.S]\nplay = { target = 'player', do = { clear = 'all', kind = 'job' } }",
        f"5: special.S: {NOTHING}to which it could do something",
    ),
    (
        "[special.S]\nplay = { target = 'player', do = { clear = 1, kind = 'artifact' } }",
        f"4: special.S: {NOTHING}to which it could do something",
    ),
    (
        "[special.S]\nplay = { target = 'opponent', do = { steal = 1, kind = 'artifact' } }",
        f"4: special.S: {NOTHING}to which it could do something",
    ),
    (
        "[special.S]\nplay.do = { take = 1, from = 'draw pile', kind = 'artifact' }",
        f"4: special.S: {NOTHING}to which it could do something",
    ),
    (
        "remove = 'all level 3 followers'\n[special.S]\nplay = { target = 'player', do = { destroy = 1, level = 3 } }",
        f"5: special.S: {NOTHING}to which it could do something",
    ),
    (
        (
            "remove = ['all plots']\n[plot.P]\nstays = false\n"
            "play.do = { either = [{ clear = 1, kind = 'plot' }, { clear = 2, kind = 'plot' }] }"
        ),
        f"5: plot.P: {NOTHING}to which it could do something",
    ),
    (
        "remove = 'all specials'\n[special.S]\nplay.copies = 'special'",
        f"5: special.S: {CANNOT}there is no special in this deck that it could copy",
    ),
    (
        "[special.S]\nplay = { if = ['male', 'not male'], do = { draw = 1 } }",
        f'4: special.S: {CANNOT}its "if" can never hold (male, not male)',
    ),
    (
        "[special.S]\nplay = { if = 'seat > 11', do = { draw = 1 } }",
        f'4: special.S: {CANNOT}its "if" can never hold (seat > 11)',
    ),
    (
        "[special.S]\nplay = { target = 'opponent', only = ['male', 'female'], do = { draw = 1 } }",
        f'4: special.S: {CANNOT}its "only" can never hold (male, female)',
    ),
]


@pytest.mark.parametrize(("text", "expected"), NEVER_PLAYED)
def test_a_card_that_can_never_be_played_is_warned_of(text: str, expected: str) -> None:
    assert warned(text) == [expected]


def test_a_follower_that_joins_no_coalition_is_warned_of() -> None:
    text = "alignments.greed = 'gold'\n[follower.F]\ndots.ends = 'greed'"
    assert warned(text) == [
        "4: alignments.greed: this alignment cannot be reached by any character's coalition",
        f"5: follower.F: {CANNOT}no character's coalition can reach its dots",
    ]
    assert warned(text + "\n[follower.G]\ndots = { top = 'greed', bottom = 'politics' }") == []


def test_an_alignment_that_no_card_has_is_not_warned_of() -> None:
    """It is declared, perhaps for a deck that extends this one."""
    assert warned("alignments.joker = { colour = 'white', wild = true }") == []


def test_a_wild_alignment_leads_everywhere() -> None:
    assert (
        warned(
            "alignments.greed = 'gold'\nalignments.joker = { colour = 'white', wild = true }\n"
            "[follower.F]\ndots = { top = 'greed', bottom = 'joker' }"
        )
        == []
    )


PLAYABLE = [
    "[special.S]\nreaction.cancels = ['artifact', 'special']",
    "[special.S]\ncount = 2\nreaction.cancels = 'reaction'",
    "[special.S]\nreaction.cancels = 'microaggress'",
    "[special.S]\nplay = { target = 'others', do = { clear = 1, kind = 'artifact' } }",  # global: always
    "[special.S]\nplay = { target = 'player', do = [{ clear = 1, kind = 'artifact' }, { draw = 1 }] }",
    "[special.S]\nplay.do = { take = 1, from = 'discard pile', kind = ['artifact', 'plot'] }",
    "[special.S]\nplay.copies = 'special'",
    "[special.S]\nplay = { if = ['hand > 2', 'hand < 4'], do = { draw = 1 } }",
]


@pytest.mark.parametrize("text", PLAYABLE)
def test_a_card_that_can_be_played_is_not_warned_of(text: str) -> None:
    assert warned(text) == []


DOES_NOTHING = [
    "[special.S]\nplay = {}",
    "[plot.P]\ncount = 1",
    "[house_rule.R]\ntext = 'x'",
    "[artifact.A]\ncount = 2",
]


@pytest.mark.parametrize("text", DOES_NOTHING)
def test_a_card_that_does_nothing_is_warned_of(text: str) -> None:
    key = text[1 : text.index("]")]
    assert warned(text) == [f"4: {key}: this card does nothing"]


def test_parts_that_never_count_are_warned_of() -> None:
    assert warned(
        "[plot.P]\nstays = false\nplay.do = { clear = 1, kind = 'plot' }\nlasts = 2\nwhile = { hand_size = 3 }\n"
        "[plot.Q]\non = { event = 'turn_start', if = ['hand > 5', 'hand < 3'], do = { draw = 1 } }\n"
        "action = { if = 'players > 12', do = { draw = 1 } }"
    ) == [
        '7: plot.P.lasts: "lasts" never counts, this plot does not stay',
        '8: plot.P.while: "while" never counts, this plot does not stay',
        '10: plot.Q.on: this trigger can never be set off: its "if" can never hold (hand > 5, hand < 3)',
        '11: plot.Q.action: this action can never be used: its "if" can never hold (players > 12)',
    ]


@pytest.mark.parametrize("step", ["swap = 'hands'", "give = 1", "take = 1"])
def test_what_passes_from_self_to_self_is_warned_of(step: str) -> None:
    verb = step.split(maxsplit=1)[0]
    message = f'this step does nothing, "{verb}" asks for another target than self'
    assert warned(f"[special.S]\nplay.do = [{{ draw = 1 }}, {{ {step} }}]") == [
        f"5: special.S.play.do[2]: {message}"
    ]
    nested = f"[plot.P]\non = {{ event = 'turn_end', do = {{ either = [{{ draw = 1 }}, [{{ {step} }}]] }} }}"
    assert warned(nested) == [f"5: plot.P.on.do.either[2][1]: {message}"]
    assert warned(f"[special.S]\nplay = {{ target = 'others', do = {{ {step} }} }}") == []


REVENGE = "on = { event = 'follower_destroyed', by = 'others', to = 'self', do = { destroy = 1, target = 'actor' } }"
CHARACTER = "[character.C]\ngender = 'male'\ncore = 'politics'\n" + REVENGE
SETS_ITSELF_OFF = 'this trigger can set itself off; "per_turn" or "per_game" would bound it'


def test_what_one_player_does_is_not_done_by_others() -> None:
    assert warned(CHARACTER) == []
    assert warned("rules.duplicate_characters = true\n" + CHARACTER) == [
        f"8: character.C.on: {SETS_ITSELF_OFF}"
    ]
    assert warned(f"[artifact.A]\ncount = 1\n{REVENGE}") == []
    assert warned(f"[artifact.A]\ncount = 2\n{REVENGE}") == [f"6: artifact.A.on: {SETS_ITSELF_OFF}"]


def test_a_card_that_acts_as_it_is_drawn_passes_a_trigger_on() -> None:
    text = "[plot.P]\non = { event = 'card_discarded', do = { draw = 1 } }\n"
    assert warned(text) == []
    assert warned(text + "[special.S]\ndrawn.do = { discard = 1 }") == [f"5: plot.P.on: {SETS_ITSELF_OFF}"]
