"""Each kind of error in each place where it can be made (LANGUAGE section 8)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pytest

from tests.cards.decks import HEAD, on_base, problems_on_base
from vs_sim.cards.types import REFERRED, Headed, Key, ListOf, Number, Whole
from vs_sim.cards.words import (
    ACTION_KEYS,
    DRAWN_KEYS,
    KIND_KEYS,
    MODIFIER_VALUES,
    PLAY_KEYS,
    REACTION_KEYS,
    STEP_KEYS,
    TRIGGER_KEYS,
    VERB_KEYS,
    VERB_NUMBERS,
)

PLACES = {  # a text on top of the base deck with XX where a key can stand, and the path of that place
    "deck": ("XX", ""),
    "rules": ("rules.XX", "rules."),
    "alignment": ("alignments.a = { XX }", "alignments.a."),
    "change": ("change.Job.XX", "change.Job."),
    "card": ("[special.S]\nplay.do = { draw = 1 }\nXX", "special.S."),
    "dots": ("[follower.F]\ndots = { ends = 'politics', XX }", "follower.F.dots."),
    "play": ("[special.S]\nplay = { do = [{ draw = 1 }], XX }", "special.S.play."),
    "step": ("[special.S]\nplay.do = [{ draw = 1, XX }]", "special.S.play.do[1]."),
    "option": (
        "[special.S]\nplay.do = [{ either = [{ draw = 1 }, [{ draw = 1, XX }]] }]",
        "special.S.play.do[1].either[2][1].",
    ),
    "action": ("[artifact.A]\naction = { do = [{ draw = 1 }], XX }", "artifact.A.action."),
    "cost": ("[artifact.A]\naction.cost = { skip = 1, XX }", "artifact.A.action.cost."),
    "reaction": ("[special.S]\nreaction = { cancels = 'Job', XX }", "special.S.reaction."),
    "drawn": ("[special.S]\ndrawn = { do = [{ draw = 1 }], XX }", "special.S.drawn."),
    "modifier": ("[plot.P]\nwhile = [{ draw_limit = 1, XX }]", "plot.P.while[1]."),
    "trigger": ("[plot.P]\non = [{ event = 'turn_end', do = [{ draw = 1 }], XX }]", "plot.P.on[1]."),
    "house rule": ("[house_rule.R]\nXX", "house_rule.R."),
    "alternative": ("[alternative.A]\nof = 'x'\nXX", "alternative.A."),
    "changed by an alternative": ("[alternative.A]\nof = 'x'\nchange.Job.XX", "alternative.A.change.Job."),
}


def place_of(text: str) -> str:
    """Line and column of XX, as in messages."""
    before = (HEAD + text)[: (HEAD + text).index("XX")]
    return f"{before.count(chr(10)) + 1}:{len(before) - before.rfind(chr(10))}"


# --- unknown keys ---
@pytest.mark.parametrize("place", PLACES)
def test_an_unknown_key_is_told_wherever_it_stands(place: str) -> None:
    text, path = PLACES[place]
    (problem,) = problems_on_base(text.replace("XX", "qqq = 1"))
    what = "house rule" if place == "rules" else "key"
    assert problem == f"my.toml:{place_of(text)}: {path}qqq: unknown {what}"


SPELT = {
    "deck": ("descripton", "description"),
    "rules": ("handsize", "hand_size"),
    "alignment": ("color", "colour"),
    "change": ("cuont", "count"),
    "card": ("detal", "deal"),
    "dots": ("rigth", "right"),
    "play": ("tagret", "target"),
    "step": ("taregt", "target"),
    "option": ("chanse", "chance"),
    "action": ("uses-up", "uses_up"),
    "cost": ("regardles", "regardless"),
    "reaction": ("inot", "into"),
    "drawn": ("keeep", "keep"),
    "modifier": ("onyl", "only"),
    "trigger": ("per_trun", "per_turn"),
    "house rule": ("wihle", "while"),
    "alternative": ("removes", "remove"),
    "changed by an alternative": ("playy", "play"),
}


@pytest.mark.parametrize("place", PLACES)
def test_the_nearest_key_is_one_that_is_legal_there(place: str) -> None:
    text, path = PLACES[place]
    wrong, right = SPELT[place]
    (problem,) = problems_on_base(text.replace("XX", f"{wrong} = 1"))
    what = "house rule" if place == "rules" else "key"
    assert problem == f'my.toml:{place_of(text)}: {path}{wrong}: unknown {what}; did you mean "{right}"?'


# --- words of another place ---
ELSEWHERE = [
    ("deck", "hand_size", "it is a house rule, write rules.hand_size"),
    ("deck", "count", '"count" is a key of every card but characters and house rules'),
    ("rules", "extends", '"extends" is a key of the deck, move it above the first [table]'),
    ("card", "remove", '"remove" is a key of the deck, move it above the first [table]'),
    ("card", "gender", '"gender" is a key of a character, and a modifier, it stands in "while"'),
    ("card", "excludes", '"excludes" is a key of a plot'),
    ("card", "draw", '"draw" is a verb, it stands in a step'),
    ("card", "cancels", '"cancels" is a key of "reaction"'),
    ("play", "per_turn", '"per_turn" is a key of "action", "reaction" or a trigger'),
    ("play", "event", '"event" is a key of a trigger'),
    ("step", "hand_size", '"hand_size" is a modifier, it stands in "while"'),
    ("step", "cancellable", '"cancellable" is a key of "play" or "action"'),
    ("modifier", "target", '"target" is a key of "play", "action", a trigger or a step'),
    ("modifier", "steal", '"steal" is a verb, it stands in a step'),
    ("trigger", "cost", '"cost" is a key of "play", "action" or "reaction"'),
    ("reaction", "target", '"target" is a key of "play", "action", a trigger or a step'),
    ("action", "copies", '"copies" is a key of "play"'),
    ("drawn", "if", '"if" is a key of "play", "action", "reaction", a trigger, a step or a modifier'),
    ("house rule", "play", '"play" is a key of every card but characters and house rules'),
    ("change", "turn_start", '"turn_start" is an event, as in on = [{ event = "…", do = [ … ] }]'),
]


@pytest.mark.parametrize(("place", "word", "home"), ELSEWHERE)
def test_a_word_of_another_place_is_told_its_place(place: str, word: str, home: str) -> None:
    text, path = PLACES[place]
    (problem,) = problems_on_base(text.replace("XX", f"{word} = 1"))
    what = "house rule" if place == "rules" else "key"
    assert problem == f"my.toml:{place_of(text)}: {path}{word}: unknown {what}; {home}"


def test_a_head_of_another_place_is_told_its_place() -> None:
    assert problems_on_base(
        "[plot.P]\nwhile = [{ draw = 1 }]\non = [{ event = 'draw', do = [{ forbid = 'plot' }] }]"
    ) == [
        'my.toml:5:12: plot.P.while[1].draw: unknown modifier; "draw" is a verb, it stands in a step',
        (
            "my.toml:6:17: plot.P.on[1].event: expected game_start, turn_start, turn_end, turn_skipped, card_drawn, "
            "card_played, card_discarded, microaggression_landed, microaggression_removed, follower_destroyed, "
            'follower_stolen, plot_ended, reaction_played or player_eliminated, got "draw"; did you mean "card_drawn"?'
        ),
        'my.toml:6:33: plot.P.on[1].do[1].forbid: unknown verb; "forbid" is a modifier, it stands in "while"',
    ]


MEANS_NOTHING = [
    ("{ draw = 1, level = 2 }", "level", '"draw"'),
    ("{ skip = 1, into = 'top' }", "into", '"skip"'),
    ("{ destroy = 1, kind = 'plot' }", "kind", '"destroy"'),
    ("{ microaggress = 1, inert = true }", "inert", '"microaggress"'),
    ("{ take = 1, where = 'anywhere' }", "where", "a card of the hand"),
    ("{ take = 1, from = 'draw pile', inert = true }", "inert", "a card of the draw pile"),
    ("{ take = 1, from = 'coalition', card = 'Job' }", "card", "a follower of a coalition"),
    ("{ clear = 1, kind = 'job', alignment = 'politics' }", "alignment", "a job"),
    ("{ steal = 1, kind = 'artifact', level = 2 }", "level", "an artifact"),
]


@pytest.mark.parametrize(("step", "key", "verb"), MEANS_NOTHING)
def test_a_key_that_means_nothing_to_its_verb_is_an_error(step: str, key: str, verb: str) -> None:
    (problem,) = problems_on_base(f"[special.S]\nplay = {{ target = 'opponent', do = [{step}] }}")
    assert problem.endswith(f': special.S.play.do[1].{key}: "{key}" means nothing to {verb}')


def test_what_multiplies_asks_for_a_number() -> None:
    assert problems_on_base(
        "[special.S]\nplay.do = [{ discard = 'all', per = 'hand' }, { win = true, per = 'hand' }]"
    ) == [
        'my.toml:5:31: special.S.play.do[1].per: expected a number to multiply, got discard = "all"',
        "my.toml:5:61: special.S.play.do[2].per: expected a number to multiply, got win = true",
    ]


@pytest.mark.parametrize("key", ["may = true", "up_to = true"])
def test_a_cost_is_paid_in_full(key: str) -> None:
    (problem,) = problems_on_base(
        f"[artifact.A]\naction = {{ cost = [{{ discard = 1, {key} }}], do = [{{ draw = 1 }}] }}"
    )
    assert problem.endswith("expected no such key in a cost, it is paid in full")


WORDS = [
    ("points => 3", 'did you mean "points >= 3"?'),
    ("point > 3", 'did you mean "points > 3"?'),
    ("hand == 2", 'did you mean "hand = 2"?'),
    ("hand ≥ 2", 'did you mean "hand >= 2"?'),
    ("gold > 3", "expected points, followers, inert, hand,"),
    ("points > three", "expected a whole number from 0 to 9999 after >"),
    ("points > 99999", "expected a whole number from 0 to 9999 after >"),
    ("points > -1", "expected a whole number from 0 to 9999 after >"),
    ("femal", 'did you mean "female"?'),
    ("not femal", 'got "not femal"'),
    ("most point", 'did you mean "most points"?'),
    (3, "got 3"),
]


@pytest.mark.parametrize(("word", "expected"), WORDS)
def test_a_player_word_that_is_none_is_told_with_the_nearest(word: str | int, expected: str) -> None:
    value = f'"{word}"' if isinstance(word, str) else word
    for text in (
        f"play = {{ if = {value}, do = [{{ draw = 1 }}] }}",
        f"play.do = [{{ draw = 1, only = {value} }}]",
    ):
        (problem,) = problems_on_base(f"[special.S]\n{text}")
        assert expected in problem


# --- wrong types ---
TYPES = [
    ("description = 4", "expected text in quotes, got 4"),
    ("remove = 4", "expected text, got 4"),
    ("remove = [['Job']]", "expected text, got a list"),
    ("assumed = true", "expected text, got true"),
    ("change = 4", 'expected [change."Name"], got 4'),
    ("change.Job = 4", "expected a table of new values, got 4"),
    ("special = 'S'", 'expected [special."Name"], got "S"'),
    ("special.S = 4", "expected a table of keys, got 4"),
    (
        "[special]\nremove = ['Job']",
        'got a list; "remove" is a key of the deck, move it above the first [table]',
    ),
    ("rules = 4", "expected [rules], got 4"),
    ("rules.hand_size = '6'", 'expected a whole number from 1 to 20, got "6"'),
    ("rules.hand_size = true", "expected a whole number from 1 to 20, got true"),
    ("rules.allow_pass = 1", "expected true or false, got 1"),
    ("rules.geometry = 1", "expected table or abstract, got 1"),
    ("alignments = 4", "expected [alignments], got 4"),
    ("alignments.a = 4", 'expected a colour or { colour = "…" }, got 4'),
    ("alignments.a = { colour = 4 }", "expected the name of a colour, got 4"),
    ("alignments.a = { wild = 'yes' }", 'expected true or false, got "yes"'),
    ("alternative = 4", 'expected [alternative."Name"], got 4'),
    ("alternative.A = 4", "expected a table, got 4"),
    ("alternative.A = { of = 4 }", "expected what is assumed"),
    ("special.S = { play = 4 }", 'expected play as { target = "…", do = [ … ] }, got 4'),
    ("special.S = { play.do = 4 }", "expected a step as { destroy = … }, got 4"),
    ("special.S = { play.do = [[{ draw = 1 }]] }", "expected a step as { destroy = … }, got a list"),
    ("special.S = { play.do = { draw = 1.5 } }", 'expected a whole number from 1 to 99 or "full", got 1.5'),
    (
        "special.S = { play.do = { draw = { n = 1 } } }",
        'expected a whole number from 1 to 99 or "full", got a table',
    ),
    ("special.S = { play.do = { draw = 1, may = 1 } }", "expected true or false, got 1"),
    ("special.S = { play.do = { win = 1 } }", "expected true, got 1"),
    ("special.S = { play.do = { win = false } }", "expected true, got false"),
    ("special.S = { play.do = { either = { draw = 1 } } }", "expected a list of 2 to 4 options, got a table"),
    ("special.S = { play.do = { either = [{ draw = 1 }] } }", "expected a list of 2 to 4 options, got 1"),
    ("special.S = { play.do = [] }", "expected 1 to 16 steps, got 0"),
    ("special.S = { reaction = 'anything' }", 'expected reaction as { cancels = "…" }, got "anything"'),
    ("special.S = { drawn = [{ draw = 1 }] }", "expected drawn as { do = [ … ] }, got a list"),
    ("alternative.A = { of = 'x', rules = 4 }", "expected a table, got 4"),
    ("alternative.A = { of = 'x', change = [] }", "expected a table, got a list"),
    ("alternative.A = { of = 'x', remove = 4 }", "expected text, got 4"),
    ("plot.P = { while = 4 }", "expected a table as { forbid = … }, got 4"),
    ("plot.P = { while = [{ hand_size = 'many' }] }", 'or "+1", "-1", "x2" in quotes, got "many"'),
    ("plot.P = { on = 4 }", "expected a trigger as { event = …, do = … }, got 4"),
    ("plot.P = { text = 4 }", "expected text in quotes, got 4"),
    ("plot.P = { alternatives = 4 }", "expected alternatives.KEY = [value, …], got 4"),
    ("follower.F = { dots = 'politics' }", 'expected dots as { ends = "…", sides = "…" }, got "politics"'),
    ("follower.F = { dots.ends = ['politics'] }", "expected an alignment of this deck, got a list"),
    ("special.S = { count = 1979-05-27, play.do = { draw = 1 } }", "from 0 to 99, got 1979-05-27"),
    ("special.S = { count = nan, play.do = { draw = 1 } }", "from 0 to 99, got nan"),
]


@pytest.mark.parametrize(("text", "expected"), TYPES)
def test_a_value_of_another_type_is_told_with_what_was_expected(text: str, expected: str) -> None:
    problems = problems_on_base(text)
    assert len(problems) == 1
    assert expected in problems[0]


# --- numbers out of range ---
def ranges() -> Iterator[tuple[str, str, int, int]]:
    """Text with XX, key path, lowest and highest of every whole number of the language."""
    for kind, keys in KIND_KEYS.items():
        plain = {"follower": "dots.ends = 'politics', ", "special": "play.do = { draw = 1 }, "}.get(kind, "")
        plain = "alignments = 'politics', " if "alignments" in keys else plain
        yield from _ranges_of(keys, f"{kind}.X = {{ {plain}KEY = XX }}", f"{kind}.X.")
    yield from _ranges_of(PLAY_KEYS, "special.X.play = { do = { draw = 1 }, KEY = XX }", "special.X.play.")
    yield from _ranges_of(ACTION_KEYS, "plot.X.action = { do = { draw = 1 }, KEY = XX }", "plot.X.action.")
    yield from _ranges_of(
        REACTION_KEYS, "special.X.reaction = { cancels = 'Job', KEY = XX }", "special.X.reaction."
    )
    yield from _ranges_of(DRAWN_KEYS, "special.X.drawn = { do = { draw = 1 }, KEY = XX }", "special.X.drawn.")
    trigger = "plot.X.on = { event = 'card_drawn', do = { draw = 1 }, KEY = XX }"
    yield from _ranges_of(TRIGGER_KEYS, trigger, "plot.X.on.")
    play = "special.X.play = { target = 'opponent', do = { STEPKEY = XX } }"
    yield from _ranges_of(VERB_NUMBERS, play.replace("STEP", ""), "special.X.play.do.")
    for verb, keys in (("draw", STEP_KEYS), *VERB_KEYS.items()):
        number = {"swap": "'hands'", "take_turn": "true", "eliminate": "true", "win": "true"}.get(verb, "1")
        if verb != "either":
            yield from _ranges_of(keys, play.replace("STEP", f"{verb} = {number}, "), "special.X.play.do.")
    yield from _ranges_of(MODIFIER_VALUES, "plot.X.while = { KEY = XX }", "plot.X.while.")


def _ranges_of(keys: Mapping[str, Key], text: str, path: str) -> Iterator[tuple[str, str, int, int]]:
    for name, key in keys.items():
        kind = key.type.item if isinstance(key.type, ListOf) else key.type
        if isinstance(kind, Whole | Number):
            yield text.replace("KEY", name), path + name, kind.low, kind.high


RANGES = list(ranges())


@pytest.mark.parametrize(
    ("text", "path", "low", "high"), RANGES, ids=[f"{r[1]}-{r[0].count('=')}" for r in RANGES]
)
def test_a_number_out_of_its_range_is_told_with_the_range(text: str, path: str, low: int, high: int) -> None:
    for value in (low - 1, high + 1):
        problems = [
            line for line in problems_on_base(text.replace("XX", str(value))) if f": {path}: " in line
        ]
        assert len(problems) == 1
        assert problems[0].startswith(f"my.toml:{place_of(text)}: {path}: expected ")
        told = f"from {low} to {high}" in problems[0] or problems[0].endswith(f"got {value}")
        assert told


def test_every_whole_number_of_the_language_was_tried() -> None:
    assert len(RANGES) > 45
    steps = REFERRED["step"]
    assert isinstance(steps, Headed)
    assert {path.rpartition(".")[2] for _, path, _, _ in RANGES} >= {
        "count",
        "lasts",
        "chance",
        "value",
        "steal",
    }


# --- names that are not there ---
NAMES = [
    ("remove = 'Joob'", "remove", "a card or group that is inherited", "Job"),
    ("change.'Go Virall'.count = 1", 'change."Go Virall"', "a card or group that is inherited", "Go Viral"),
    ("change.'all plot'.count = 1", 'change."all plot"', "a card or group that is inherited", "all plots"),
    ("plot.P = { excludes = 'Mansplainin' }", "plot.P.excludes", "the name of a plot", "Mansplaining"),
    ("plot.P = { excludes = ['Job'] }", "plot.P.excludes[1]", "the name of a plot", None),
    (
        "special.S = { reaction.cancels = ['Jobb'] }",
        "special.S.reaction.cancels[1]",
        "the name of a card",
        "Job",
    ),
    (
        "special.S = { play.do = { discard = 1, card = 'Jobb' } }",
        "special.S.play.do.card",
        "the name of a card",
        "Job",
    ),
    (
        "plot.P.while = { forbid = 'special', card = 'Jobb' }",
        "plot.P.while.card",
        "the name of a card",
        "Job",
    ),
    (
        "plot.P.on = { event = 'card_played', card = 'thiss', do = { draw = 1 } }",
        "plot.P.on.card",
        "the name of a card",
        "this",
    ),
    ("follower.F.dots = { top = 'politic' }", "follower.F.dots.top", "an alignment of this deck", "politics"),
    (
        "virtue_signal.V.alignments = ['identty']",
        "virtue_signal.V.alignments[1]",
        "an alignment of this deck",
        "identity",
    ),
    (
        "character.C = { gender = 'male', core = 'divrsity' }",
        "character.C.core",
        "an alignment of this deck",
        "diversity",
    ),
    (
        "special.S.play = { target = 'opponent', do = { destroy = 1, alignment = 'red' } }",
        "special.S.play.do.alignment",
        "an alignment of this deck",
        None,
    ),
    ("change.Job.drop = 'plai'", "change.Job.drop", "a key of the inherited card", "play"),
    (
        "special.S = { play.do = { draw = 1 }, assumed = 'palay' }",
        "special.S.assumed",
        "a key of this card",
        "play",
    ),
    ("assumed = ['cout']", "assumed[1]", "a key of a card", "count"),
    (
        "alternative.A = { of = 'x', remove = 'Joob' }",
        "alternative.A.remove",
        "a card or group that is inherited",
        "Job",
    ),
]


@pytest.mark.parametrize(("text", "path", "what", "near"), NAMES)
def test_a_name_that_is_not_there_is_told_with_the_nearest(
    text: str, path: str, what: str, near: str | None
) -> None:
    (problem,) = problems_on_base(text)
    assert f": {path}: expected {what}" in problem
    assert problem.endswith(f'; did you mean "{near}"?' if near else '"')


def test_a_card_of_the_same_file_is_altered_where_it_is_written() -> None:
    assert problems_on_base("remove = 'S'\nchange.S.count = 2\n[special.S]\nplay.do = { draw = 1 }") == [
        (
            'my.toml:4:10: remove: expected a card or group that is inherited, got "S"; '
            '"S" is written in this file, alter it there'
        ),
        (
            "my.toml:5:8: change.S: expected a card or group that is inherited; "
            '"S" is written in this file, alter it there'
        ),
    ]


@pytest.mark.parametrize(
    "name", ["", "  ", "a\\nb", "a\\u001b[31mb", "this", "steal", "plot", "all plots", "Reaction"]
)
def test_what_cannot_be_a_name_is_refused(name: str) -> None:
    (problem,) = problems_on_base(f'[special."{name}"]\nplay.do = {{ draw = 1 }}')
    assert problem.startswith("my.toml:4:1: special.")
    assert "expected a" in problem
    assert "\x1b" not in problem


# --- two verbs, none ---
SEVERAL = [
    ("[special.S]\nplay.do = [{ draw = 1, discard = 1 }]", "5:14", "special.S.play.do[1]", "draw", "discard"),
    (
        "[special.S]\nplay.do = { skip = 1, draw = 1, win = true }",
        "5:13",
        "special.S.play.do",
        "skip",
        "draw",
    ),
    (
        "[special.S]\nplay.do = [{ either = [{ draw = 1 }, [{ look = 1, move = 1 }]] }]",
        "5:41",
        "special.S.play.do[1].either[2][1]",
        "look",
        "move",
    ),
    (
        "[artifact.A]\naction.cost = [{ discard = 1, skip = 1 }]",
        "5:18",
        "artifact.A.action.cost[1]",
        "discard",
        "skip",
    ),
    ("[special.S]\ndrawn.do = [{ draw = 1, points = 1 }]", "5:15", "special.S.drawn.do[1]", "draw", "points"),
    ("change.Job.play.do = [{ skip = 1, draw = 1 }]", "4:25", "change.Job.play.do[1]", "skip", "draw"),
]


@pytest.mark.parametrize(("text", "place", "path", "one", "other"), SEVERAL)
def test_two_verbs_are_two_steps(text: str, place: str, path: str, one: str, other: str) -> None:
    assert problems_on_base(text) == [
        f'my.toml:{place}: {path}: expected one verb in a step, got "{one}" and "{other}"; write two steps'
    ]


def test_two_modifiers_are_two_tables() -> None:
    assert problems_on_base("[plot.P]\nwhile = [{ hand_size = 3, draw_limit = 2 }]") == [
        (
            'my.toml:5:12: plot.P.while[1]: expected one modifier in a table, got "hand_size" and "draw_limit"; '
            "write two tables"
        )
    ]


# --- personal verbs with a global target ---
GLOBAL = [
    (
        "[special.S]\nplay = { target = 'everyone', do = [{ steal = 1 }] }",
        "5:39",
        "play.do[1].steal",
        "everyone",
    ),
    ("[special.S]\nplay.do = [{ steal = 1 }]", "5:14", "play.do[1].steal", "self"),
    (
        "[special.S]\nplay = { target = 'opponent', do = [{ steal = 1, target = 'others' }] }",
        "5:39",
        "play.do[1].steal",
        "others",
    ),
    (
        "[special.S]\nplay = { target = 'others', do = [{ either = [{ draw = 1 }, { steal = 1 }] }] }",
        "5:63",
        "play.do[1].either[2].steal",
        "others",
    ),
    (
        "[special.S]\nreaction = { cancels = 'Job', do = [{ steal = 1 }] }",
        "5:39",
        "reaction.do[1].steal",
        "self",
    ),
    ("[special.S]\ndrawn.do = [{ steal = 1 }]", "5:15", "drawn.do[1].steal", "self"),
    (
        "[special.S]\nlasts = 1\non = { event = 'turn_end', target = 'everyone', do = { steal = 1 } }",
        "6:56",
        "on.do.steal",
        "everyone",
    ),
]


@pytest.mark.parametrize(("text", "place", "path", "target"), GLOBAL)
def test_a_personal_verb_asks_for_a_personal_target(text: str, place: str, path: str, target: str) -> None:
    assert problems_on_base(text) == [
        (
            f"my.toml:{place}: special.S.{path}: expected a personal target (opponent, player, next, previous), "
            f'got "{target}"'
        )
    ]


@pytest.mark.parametrize("target", ["actor", "affected"])
def test_who_did_it_and_whom_it_hit_are_personal(target: str) -> None:
    on_base(f"[plot.P]\non = {{ event = 'card_played', target = '{target}', do = {{ steal = 1 }} }}")
