"""Random decks, house rules and tables: the one home of hypothesis strategies for games.

Decks are texts on top of a shipped one: cards left out, other counts and dots, and new cards whose parts are put together
from the words of the card language that the engine carries out.
"""

from __future__ import annotations

import json

from hypothesis import strategies as st

from vs_sim.cards import Deck, DeckError, load_deck, load_deck_text
from vs_sim.cards.words import EVENTS

ALIGNMENTS = ("politics", "economics", "diversity", "identity")
BASE = load_deck("base")
CHANGEABLE = [n for n, kind in zip(BASE.names, BASE.kinds, strict=True) if kind != "character"]
LEVEL_ONE = BASE.names[:4]  # their dots are on the ends: two further alignments make three at most
GROUPS = {
    "all microaggressions": "microaggression",
    "all virtue signals": "virtue_signal",
    "all plots": "plot",
    "all specials": "special",
}
PLACED = (
    ", where = 'anywhere'",
    ", inert = 'any'",
    ", level = [1, 2]",
    ", alignment = 'politics'",
    "",
    "",
    "",
)
# What a step of each verb may look like; {p} is a filter of followers. `personal`: needs a target that is chosen.
STEPS: dict[str, tuple[str, ...]] = {
    "destroy": ("destroy = 1{p}", "destroy = 2{p}", "destroy = 'all'{p}", "destroy = 2, up_to = true{p}"),
    "microaggress": (
        "microaggress = 1",
        "microaggress = 2, where = 'anywhere'",
        "microaggress = 1, level = [2, 3]",
    ),
    "clear": (
        "clear = 'all', kind = 'microaggression'",
        "clear = 1, kind = 'job'",
        "clear = 1, kind = 'plot', target = 'self'",
        "clear = 1, kind = 'artifact'",
    ),
    "draw": ("draw = 1", "draw = 3", "draw = 'full'"),
    "discard": (
        "discard = 1",
        "discard = 'all'",
        "discard = 1, choose = 'random'",
        "discard = 2, into = 'draw pile'",
        "discard = 1, into = 'top', choose = 'self'",
        "discard = 1, into = 'bottom', kind = 'special'",
    ),
    "look": ("look = 'hand'", "look = 2, target = 'self'"),
    "more": ("more = 1, target = 'self'", "more = 'any', kind = 'follower', target = 'self'"),
    "skip": ("skip = 1", "skip = 2"),
    "take_turn": ("take_turn = true",),
    "points": ("points = 1", "points = -2", "points = 1, per = 'plots'"),
    "eliminate": ("eliminate = true",),
    "win": ("win = true, if = 'points >= 6', target = 'self'",),
    "steal": (
        "steal = 1{p}",
        "steal = 2{p}",
        "steal = 3, where = 'anywhere', regardless = true",
        "steal = 1{p}, choose = 'random'",
        "steal = 2{p}, choose = 'owner', up_to = true",
        "steal = 1, kind = 'artifact'",
    ),
    "move": (
        "move = 1{p}",
        "move = 2{p}, up_to = true",
        "move = 2{p}, choose = 'random'",
        "move = 1{p}, choose = 'owner'",
    ),
    "take": (
        "take = 1",
        "take = 2, choose = 'self', up_to = true",
        "take = 'all', kind = 'special'",
        "take = 1, choose = 'owner', per = 'plots'",
        "take = 2, from = 'discard pile', kind = 'follower'",
        "take = 1, from = 'draw pile', level = 3, up_to = true",
        "take = 1, from = 'draw pile', choose = 'random', into = \"owner's hand\"",
        "take = 1{p}, from = 'coalition'",
        "take = 2{p}, from = 'coalition', into = \"owner's hand\", choose = 'random'",
    ),
    "give": (
        "give = 1",
        "give = 'all', kind = 'plot'",
        "give = 2, choose = 'random'",
        "give = 2, up_to = true",
    ),
    "swap": ("swap = 'hands'", "swap = 'hands', only = 'not fewest points'"),
    "either": (),  # two steps, each of another verb
}
ONLY_PERSONAL = ("steal",)
NOT_GLOBAL = ("take_turn", "look")
RARE = ("eliminate", "win")
COSTS = (
    "discard = 1",
    "discard = 2",
    "destroy = 1",
    "destroy = 2, where = 'anywhere'",
    "points = -1",
    "skip = 1",
)
DEEDS = "follower microaggression virtue_signal plot special artifact discard power reaction draw".split()
MODIFIERS: dict[str, tuple[str, ...]] = {
    "forbid": (
        *(f"forbid = '{deed}'" for deed in DEEDS),
        "forbid = 'microaggression', against = 'not leader'",
        "forbid = 'join', alignment = 'politics'",
    ),
    "allow": ("allow = 'follower'", "allow = 'discard'", "allow = 'microaggression'"),
    "protect": (
        *(f"protect = '{verb}'" for verb in "destroy steal microaggression target skip discard".split()),
        "protect = 'destroy', level = 1",
        "protect = 'microaggression', where = 'end-of-chain'",
    ),
    "require": ("require = 'microaggression'", "require = 'follower'", "require = 'plot'"),
    "require_all": ("require_all = 'microaggression'", "require_all = 'follower'"),
    "match_any": ("match_any = 'microaggression'", "match_any = 'virtue_signal'"),
    "hand_size": ("hand_size = '+2'", "hand_size = 0", "hand_size = '-3'", "hand_size = 'x2'"),
    "draw_limit": ("draw_limit = 1", "draw_limit = 0", "draw_limit = '+1'"),
    "actions": ("actions = 2", "actions = '+1'", "actions = 'x2'"),
    "points_to_win": ("points_to_win = '-4'", "points_to_win = '+5'", "points_to_win = 9"),
    "max_plots": ("max_plots = '+1'", "max_plots = 0", "max_plots = 1"),
    "more_destroyed": ("more_destroyed = 1", "more_destroyed = 2"),
    "value": (
        "value = 'x2', alignment = 'politics'",
        "value = '+1', where = 'end-of-chain'",
        "value = '-1', level = [1, 2]",
        "value = 2, inert = true",
        "value = 3",
    ),
    "gender": ("gender = 'male'", "gender = 'female'", "gender = 'other'"),
    "silence": ("silence = 'character'", "silence = 'artifact'", "silence = 'plot'"),
    "open_hand": ("open_hand = true",),
}
CONDITIONS = (
    *("male", "female", "leader", "most points", "fewest points", "most cards", "not fewest cards"),
    *("points >= 3", "hand < 4", "seat = 0", "round > 2", "inert = 0", "followers != 1"),
)
TARGETS = ("opponent", "player", "next", "previous", "others", "everyone", "self")
PERSONAL = TARGETS[:4]
REPEATS = "per_turn = 2, "  # now and then left out: then a trigger may set itself off (W5)


@st.composite
def steps_of(draw: st.DrawFn, verb: str) -> str:
    """A step of a verb, without its braces."""
    return draw(st.sampled_from(STEPS[verb])).format(p=draw(st.sampled_from(PLACED)))


@st.composite
def steps(draw: st.DrawFn, target: str) -> str:
    """A list of one to three steps for a part with that target."""
    told: list[str] = []
    for _ in range(draw(st.integers(1, 3))):
        verbs = [
            verb
            for verb in STEPS
            if (target in PERSONAL or verb not in ONLY_PERSONAL)
            and (target not in ("others", "everyone") or verb not in NOT_GLOBAL)
            and (verb not in RARE or draw(st.integers(0, 3)) == 0)
        ]
        verb = draw(st.sampled_from(verbs))
        if verb == "either":
            options = [f"{{ {draw(steps_of(other))} }}" for other in verbs if other != "either"]
            step = f"either = [{', '.join(draw(st.permutations(options))[:2])}]"
            step += draw(st.sampled_from(("", ", choose = 'owner'", ", choose = 'random'", ", up_to = true")))
        else:
            step = draw(steps_of(verb))
        step += draw(st.sampled_from(("", "", "", "", ", may = true", ", chance = 50")))
        if " if =" not in step and draw(st.integers(0, 3)) == 0:
            step += f", if = '{draw(st.sampled_from(CONDITIONS))}'"
        told.append(f"{{ {step} }}")
    return f"[{', '.join(told)}]"


@st.composite
def plays(draw: st.DrawFn, *, action: bool = False) -> str:
    """A `play`, or the `action` of a power."""
    target = draw(st.sampled_from(TARGETS))
    keys = [f"target = '{target}'", f"do = {draw(steps(target))}"]
    if draw(st.integers(0, 4)) == 0:
        paid = draw(st.lists(st.sampled_from(COSTS), min_size=1, max_size=2, unique=True))
        keys.append(f"cost = [{', '.join(f'{{ {cost} }}' for cost in paid)}]")
    if action and draw(st.booleans()):
        keys.append("uses_action = false, per_turn = 1")
    return f"{{ {', '.join(keys)} }}"


@st.composite
def modifiers(draw: st.DrawFn, *, everyone: bool) -> str:
    """A list of one or two modifiers."""
    told: list[str] = []
    for _ in range(draw(st.integers(1, 2))):
        modifier = draw(st.sampled_from(MODIFIERS[draw(st.sampled_from(list(MODIFIERS)))]))
        if draw(st.integers(0, 2)) == 0:
            modifier += f", only = '{draw(st.sampled_from(CONDITIONS))}'"
        if not everyone:
            modifier += f", for = '{draw(st.sampled_from(('self', 'others', 'everyone')))}'"
        told.append(f"{{ {modifier} }}")
    return f"[{', '.join(told)}]"


@st.composite
def triggers(draw: st.DrawFn, *, everyone: bool) -> str:
    """A list of one trigger."""
    event = draw(st.sampled_from(EVENTS))
    target = draw(st.sampled_from(("self", "opponent", "others", "everyone", "actor", "affected")))
    repeats = REPEATS if draw(st.integers(0, 5)) else ""
    repeats += draw(st.sampled_from(("", "", "may = true, ")))
    by = "" if everyone else f"by = '{draw(st.sampled_from(('self', 'others', 'everyone')))}', "
    done = draw(steps("next" if target in ("actor", "affected") else target))
    return f"[{{ event = '{event}', {by}{repeats}target = '{target}', do = {done} }}]"


@st.composite
def in_force(draw: st.DrawFn, *, everyone: bool, powers: bool = True) -> str:
    """`while`, `on` or `action` of a card in force."""
    part = draw(st.sampled_from(("while", "on", "action") if powers else ("while", "on")))
    if part == "while":
        return f"while = {draw(modifiers(everyone=everyone))}"
    if part == "on":
        return f"on = {draw(triggers(everyone=everyone))}"
    return f"action = {draw(plays(action=True))}"


@st.composite
def dots(draw: st.DrawFn, most: int = 3) -> str:
    """Dots with at most so many different alignments."""
    three = draw(st.lists(st.sampled_from(ALIGNMENTS), min_size=1, max_size=most, unique=True))
    edges = draw(st.lists(st.sampled_from(("top", "right", "bottom", "left")), min_size=1, unique=True))
    return "{ " + ", ".join(f"{edge} = '{draw(st.sampled_from(three))}'" for edge in edges) + " }"


NAMING = "play = { names = 'alignment', target = 'player', do = [{ destroy = 1, alignment = 'named' }] }"
CANCELS = ("anything", "microaggression", "special", "plot", "power", "destroy", "steal", "reaction")


LASTS = ("1", "2", "'turn'", "'round'")


@st.composite
def reactions(draw: st.DrawFn, *, stays: bool = False) -> str:
    """A `reaction`, of a card that stays or of one that is discarded."""
    keys = [f"cancels = '{draw(st.sampled_from(CANCELS))}'"]
    keys.append(f"for = '{draw(st.sampled_from(('self', 'everyone')))}'")
    keys += [f"{draw(st.sampled_from(('per_turn', 'per_game')))} = 1"] if stays else []
    keys += draw(st.sampled_from(([], ["into = 'draw pile'"], ['into = "owner\'s hand"'], ["into = 'hand'"])))
    if draw(st.integers(0, 3)) == 0:
        keys.append(f"cost = [{{ {draw(st.sampled_from(COSTS))} }}]")
    if draw(st.integers(0, 2)) == 0:
        target = draw(st.sampled_from(("actor", "self", "opponent")))
        step = draw(steps_of(draw(st.sampled_from(("destroy", "draw", "discard", "points", "skip")))))
        keys.append(f"do = [{{ {step}, target = '{target}' }}]")
    return f"reaction = {{ {', '.join(keys)} }}"


@st.composite
def lasting(draw: st.DrawFn) -> list[str]:
    """A special that lasts: what it says while it lies there."""
    keys = [f"lasts = {draw(st.sampled_from(LASTS))}", draw(in_force(everyone=False, powers=False))]
    return keys + draw(st.sampled_from(([], ["play.target = 'player'"], ["play.target = 'opponent'"])))


@st.composite
def drawn(draw: st.DrawFn) -> str:
    """What a card does when it is drawn."""
    keep = draw(st.sampled_from(("true", "false")))
    return (
        f"drawn = {{ keep = {keep}, do = {draw(steps(draw(st.sampled_from(('self', 'self', 'others')))))} }}"
    )


@st.composite
def specials(draw: st.DrawFn) -> list[str]:
    """What a special does: a play, something while it lasts, a reaction."""
    sort = draw(st.integers(0, 9))
    if sort < 2:
        return [draw(st.sampled_from(("play.copies = 'special'", NAMING)))]
    if sort < 4:
        return draw(lasting())
    return [draw(reactions()) if sort < 6 else f"play = {draw(plays())}"]


@st.composite
def followers(draw: st.DrawFn) -> list[str]:
    """Dots, now and then points and what it says while it lies there."""
    keys = [f"dots = {draw(dots())}"]
    keys += [f"points = {draw(st.integers(0, 4))}"] if draw(st.booleans()) else []
    return keys + ([draw(in_force(everyone=False, powers=False))] if draw(st.booleans()) else [])


@st.composite
def signals(draw: st.DrawFn) -> list[str]:
    """A microaggression or virtue signal."""
    some = draw(st.lists(st.sampled_from(ALIGNMENTS), min_size=1, max_size=3, unique=True))
    play = ["play = { do = [{ discard = 1, target = 'affected' }] }"] if draw(st.booleans()) else []
    return [f"alignments = {json.dumps(some)}", *play]


@st.composite
def standing(draw: st.DrawFn, kind: str) -> list[str]:
    """A plot, artifact, character or house rule."""
    keys = [draw(in_force(everyone=kind in ("plot", "house_rule")))]
    if kind == "character":
        keys.append(f"gender = '{draw(st.sampled_from(('male', 'female', 'chooses')))}'")
        keys.append("core = ['politics', 'identity']")
    if kind in ("plot", "artifact") and draw(st.integers(0, 2)) == 0:
        keys.append(f"lasts = {draw(st.sampled_from(LASTS))}")
    if kind in ("character", "artifact") and draw(st.integers(0, 2)) == 0:
        keys.append(draw(reactions(stays=True)))
    return keys


@st.composite
def in_piles(draw: st.DrawFn) -> list[str]:
    """How many there are, how they are dealt, what they do when they are drawn."""
    dealt = draw(st.sampled_from(("", "", "", "", "", "", "kept out", "one each")))
    keys = [f"count = {draw(st.integers(3, 9)) if dealt != 'one each' else 12}"]
    keys += [f"deal = '{dealt}'"] if dealt else []
    return keys + ([draw(drawn())] if draw(st.integers(0, 5)) == 0 else [])


KINDS = "follower microaggression virtue_signal plot special special artifact character house_rule".split()


@st.composite
def cards(draw: st.DrawFn, number: int) -> str:
    """A new card, of any kind."""
    kind = draw(st.sampled_from(KINDS))
    keys = [] if kind in ("character", "house_rule") else draw(in_piles())
    if kind == "follower":
        keys += draw(followers())
    elif kind in ("microaggression", "virtue_signal"):
        keys += draw(signals())
    else:
        keys += draw(specials()) if kind == "special" else draw(standing(kind))
    return "\n".join([f'[{kind}."New {number}"]', *keys])


@st.composite
def house_rules(draw: st.DrawFn) -> dict[str, object]:
    """House rules; the caps are low, so that a game is short."""
    told: dict[str, object] = {
        "hand_size": draw(st.sampled_from((5, 7, 1, 3, 9))),
        "points_to_win": draw(st.sampled_from((15, 30, 9, 4))),
        "max_plots": draw(st.sampled_from((2, 0, 1, 4))),
        "max_turns_per_player": draw(st.integers(8, 24)),
        "max_effects": 100,
        "duplicate_characters": True,
    }
    for key, values in {
        "card_width": (5, 3, 8),
        "card_length": (7, 5, 12),
        "geometry": ("table", "table", "abstract"),
        "gender_choice": ("each_turn", "once"),
        "allow_pass": (False, True),
        "draw_on_skipped_turn": (False, True),
        "empty_draw_pile": ("reshuffle", "reshuffle", "no_draw"),
        "cancel_refunds_action": (False, True),
    }.items():
        told[key] = draw(st.sampled_from(values))
    return told


@st.composite
def deck_texts(draw: st.DrawFn) -> str:
    """A deck on top of the base deck, as text."""
    lines = ["schema = 1", "name = 'random'", "extends = 'base'"]
    removed = draw(st.lists(st.sampled_from([*GROUPS, *CHANGEABLE]), max_size=3, unique=True))
    gone = {GROUPS.get(name, name) for name in removed}
    lines.append(f"remove = {json.dumps(removed)}")
    for key, value in draw(house_rules()).items():
        lines.append(f"rules.{key} = {json.dumps(value)}")
    left = [n for n, kind in zip(BASE.names, BASE.kinds, strict=True) if not gone & {n, kind}]
    counts = draw(st.dictionaries(st.sampled_from(CHANGEABLE), st.integers(0, 12), max_size=4))
    lines += [f"change.{json.dumps(name)}.count = {count}" for name, count in counts.items() if name in left]
    edges = draw(st.dictionaries(st.sampled_from(LEVEL_ONE), dots(2), max_size=2))
    lines += [f"change.{json.dumps(name)}.dots = {told}" for name, told in edges.items() if name in left]
    lines += [draw(cards(number)) for number in range(draw(st.sampled_from((8, 4, 2, 12))))]
    return "\n".join(lines)


def load_or_none(text: str) -> Deck | None:
    """The deck, None where the words do not go together (the loader says why)."""
    try:
        return load_deck_text(text)
    except DeckError:
        return None
