"""The card language as rows: parts, steps and modifiers of a card to integer tables (LANGUAGE section 7).

Values come in checked and are taken as they are. Names of cards that were removed are passed over (section 1).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from vs_sim.cards.inherit import as_list
from vs_sim.cards.schema import Card, Values
from vs_sim.cards.tables import MOD_COLUMNS, PART_COLUMNS, STEP_COLUMNS, Mod, Part, Step
from vs_sim.cards.types import COMPARISON, NUMBER_FORM, PLAYER_WORDS
from vs_sim.cards.words import CARD_KINDS, KINDS, VERB_NUMBERS
from vs_sim.vocabulary import (
    COMPARE_TEXT,
    MAX_TYPES,
    PROTECT_TARGET,
    PROTECT_VIRTUE_SIGNAL,
    Choose,
    Clear,
    Compare,
    Count,
    Deed,
    Event,
    Filter,
    Form,
    From,
    Gender,
    Inert,
    Into,
    Kind,
    Modifier,
    Op,
    PartKind,
    StepFlag,
    Target,
    Who,
)

ALL = -1  # the number of a step: all, any, full, the hand
ANY_CARD = -1
THIS_CARD = -2
NO_CARD = MAX_TYPES  # a card that was removed: no type has this number
PER_BIT = 8
NOT_BITS = 16

PERSONAL_TARGETS = frozenset(
    {Target.OPPONENT, Target.PLAYER, Target.NEXT, Target.PREVIOUS, Target.ACTOR, Target.AFFECTED}
)
GLOBAL_TARGETS = frozenset({Target.OTHERS, Target.EVERYONE})
# Counts and words that stay as they are while the cards in force stay as they are.
_STEADY_WORDS = frozenset({"self", "male", "female"})
_FLAG_KEYS = {
    "may": StepFlag.MAY,
    "up_to": StepFlag.UP_TO,
    "regardless": StepFlag.REGARDLESS,
    "spreads": StepFlag.SPREADS,
}


def member(enum: Any, text: str) -> int:
    """The number of a word of the card language."""
    return int(enum[text.upper().replace(" ", "_").replace("-", "_").replace("'", "")])


@dataclass
class Rows:
    """The rows of a deck as they grow, and what names stand for."""

    ids: Mapping[str, int]
    alignments: Mapping[str, int]
    steps: list[list[int]] = field(default_factory=list[list[int]])
    mods: list[list[int]] = field(default_factory=list[list[int]])
    parts: list[list[int]] = field(default_factory=list[list[int]])
    cancels: list[int] = field(default_factory=list[int])

    def add_step(self, row: list[int]) -> int:
        """Appends a step row and returns its number."""
        self.steps.append(row)
        return len(self.steps) - 1


@dataclass(frozen=True)
class Place:
    """Where steps stand: whose they are, in which part, at whom that is aimed."""

    type: int
    card: Card
    part: PartKind
    target: Target = Target.SELF
    apart: bool = False  # in an option of an `either` with a target of its own


# --- words, comparisons, filters ---
def words_of(values: Iterable[str]) -> tuple[int, list[int]]:
    """Player words as a mask (16 bits asked, 16 denied), and the packed comparisons among them."""
    mask, comparisons = 0, list[int]()
    for text in values:
        found = COMPARISON.fullmatch(text)
        if found is not None:
            comparisons.append(packed_comparison(found[1], found[2], int(found[3])))
        else:
            bit = PLAYER_WORDS.index(text.removeprefix("not "))
            mask |= 1 << (bit + NOT_BITS if text.startswith("not ") else bit)
    return mask, comparisons


def packed_comparison(count: str, operator: str, number: int) -> int:
    """A comparison in one number, as `Compare` says."""
    return 1 | member(Count, count) << 1 | int(Compare(COMPARE_TEXT.index(operator))) << 5 | number << 8


def only_of(values: Values, key: str = "only") -> tuple[int, int]:
    """The words and the one comparison of `only` or `against`, signed as int32 holds them."""
    mask, comparisons = words_of(as_list(values.get(key, [])))
    return _int32(mask), comparisons[0] if comparisons else 0


def _int32(mask: int) -> int:
    return mask - (1 << 32) if mask >= 1 << 31 else mask


def filter_of(values: Values, rows: Rows, *, everywhere: bool = False, inert: Inert = Inert.NO) -> int:
    """The packed filter. `everywhere`: where nothing is said any place counts; `inert`: what counts if unsaid."""
    packed = 0
    for level in as_list(values.get("level", [])):
        packed |= 1 << (Filter.LEVELS + level - 1)
    for alignment in as_list(values.get("alignment", [])):
        at = Filter.NAMED if alignment == "named" else Filter.ALIGNMENTS + rows.alignments[alignment]
        packed |= 1 << at
    where = values.get("where", "anywhere" if everywhere else "end-of-chain")
    packed |= (where == "anywhere") << Filter.ANYWHERE
    packed |= int(_inert_of(values["inert"]) if "inert" in values else inert) << Filter.INERT
    for kind in as_list(values.get("kind", [])):
        if kind in CARD_KINDS:
            packed |= 1 << (Filter.KINDS + KINDS.index(kind))
    return packed


def _inert_of(value: Any) -> Inert:
    if isinstance(value, bool):
        return Inert.YES if value else Inert.NO
    return Inert(member(Inert, value))


def card_of(values: Values, rows: Rows) -> int:
    """The type that a card filter names."""
    if "card" not in values:
        return ANY_CARD
    return THIS_CARD if values["card"] == "this" else rows.ids.get(values["card"], NO_CARD)


def if_run(values: Values, rows: Rows, source: int) -> tuple[int, int]:
    """The IF rows of a part or modifier: first and number; all must hold."""
    found = if_rows(values, source)
    first = len(rows.steps)
    rows.steps.extend(found)
    return (first, len(found)) if found else (0, 0)


def if_rows(values: Values, source: int) -> list[list[int]]:
    """One IF row for the words and the first comparison, one more for each further comparison."""
    if "if" not in values:
        return []
    mask, comparisons = words_of(as_list(values["if"]))
    found: list[list[int]] = []
    for index, comparison in enumerate(comparisons or [0]):
        row = new_step(Op.IF, source)
        row[Step.ONLY] = 0 if index else _int32(mask)
        row[Step.COMPARE] = comparison
        found.append(row)
    return found


def new_step(op: Op, source: int) -> list[int]:
    """An empty step row."""
    row = [0] * STEP_COLUMNS
    row[Step.OP], row[Step.CARD], row[Step.SOURCE], row[Step.TARGET] = op, ANY_CARD, source, Target.PART
    return row


# --- steps ---
def steps_run(steps: Any, rows: Rows, place: Place) -> tuple[int, int]:
    """A list of steps as rows: first and number, 0 and 0 for none."""
    if steps is None:
        return 0, 0
    first = len(rows.steps)
    for step in as_list(steps):
        _add_step(step, rows, place)
    return first, len(rows.steps) - first


def _add_step(step: Values, rows: Rows, place: Place) -> None:
    tests = [rows.add_step(row) for row in if_rows(step, place.type)]
    if "chance" in step:
        chance = new_step(Op.CHANCE, place.type)
        chance[Step.N] = step["chance"]
        tests.append(rows.add_step(chance))
    if "either" in step:
        _add_either(step, rows, place)
    else:
        rows.add_step(step_row(step, rows, place))
    for test in tests:
        rows.steps[test][Step.A] = len(rows.steps)


def _add_either(step: Values, rows: Rows, place: Place) -> None:
    """EITHER, its OPTION rows, then the steps of each option."""
    row = step_row(step, rows, place)
    options = step["either"]
    row[Step.N] = len(options)
    rows.add_step(row)
    heads = [rows.add_step(new_step(Op.OPTION, place.type)) for _ in options]
    if "target" in step:
        place = replace(place, target=Target(member(Target, step["target"])), apart=True)
    for head, option in zip(heads, options, strict=True):
        first, number = steps_run(option, rows, place)
        rows.steps[head][Step.A], rows.steps[head][Step.B] = first, first + number
    row[Step.A] = len(rows.steps)


def step_row(step: Values, rows: Rows, place: Place) -> list[int]:
    """The row of one verb."""
    verb = next(name for name in step if name in VERB_NUMBERS)
    op = Op[verb.upper()]
    row = new_step(op, place.type)
    target = Target(member(Target, step["target"])) if "target" in step else Target.PART
    aimed = place.target if target == Target.PART else target
    row[Step.N] = _number(step[verb])
    row[Step.TARGET] = target
    row[Step.ONLY], row[Step.COMPARE] = only_of(step)
    filtered = {k: v for k, v in step.items() if k != "kind"} if op in (Op.CLEAR, Op.STEAL) else step
    row[Step.FILTER] = filter_of(filtered, rows, everywhere=op == Op.MICROAGGRESS)
    row[Step.CARD] = card_of(step, rows)
    row[Step.FLAGS] = _flags(step, aimed)
    row[Step.CHOOSE] = _choose(step, op, aimed)
    row[Step.A], row[Step.B] = _own_keys(step, op, place, target)
    return row


def _number(value: Any) -> int:
    if isinstance(value, bool):
        return 1
    return value if isinstance(value, int) else ALL


def _flags(step: Values, aimed: Target) -> int:
    flags = sum(flag for key, flag in _FLAG_KEYS.items() if step.get(key))
    flags |= StepFlag.GLOBAL if aimed in GLOBAL_TARGETS else 0
    flags |= StepFlag.PERSONAL if aimed in PERSONAL_TARGETS else 0
    per = step.get("per")
    return flags if per is None else flags | (member(Count, per) + 1) << PER_BIT


def _choose(step: Values, op: Op, aimed: Target) -> int:
    """Who picks; left out: by the verb, else self for personal and own, owner for global (D4)."""
    if "choose" in step:
        return member(Choose, step["choose"])
    if op == Op.DISCARD:
        return Choose.OWNER
    if op == Op.TAKE and step.get("from", "hand") == "hand":
        return Choose.RANDOM
    if op in (Op.TAKE, Op.GIVE, Op.EITHER, Op.MORE, Op.STEAL) or step.get("kind") == "plot":
        return Choose.SELF
    return Choose.OWNER if aimed in GLOBAL_TARGETS else Choose.SELF


def _own_keys(step: Values, op: Op, place: Place, target: Target) -> tuple[int, int]:
    """Columns A and B: the verb's own keys."""
    if op == Op.CLEAR:
        return member(Clear, step.get("kind", "microaggression")), 0
    if op == Op.DISCARD:
        return member(Into, step.get("into", "discard pile")), 0
    if op == Op.TAKE:
        return member(From, step.get("from", "hand")), member(Into, step.get("into", "hand"))
    if op == Op.STEAL:
        return int(step.get("kind") == "artifact"), 0
    if op == Op.SKIP:
        return int(is_job(step, place, target)), 0
    return 0, 0


def is_job(step: Values, place: Place, target: Target) -> bool:
    """Whether this `skip` makes its special the Job that lies there."""
    card = place.card
    return (
        card.kind == "special"
        and place.part == PartKind.PLAY
        and "lasts" not in card.data
        and not place.apart
        and target == Target.PART
        and place.target in PERSONAL_TARGETS
        and step["skip"] == 1
    )


# --- modifiers ---
def mods_run(card: Card, number: int, rows: Rows) -> tuple[int, int]:
    """The modifiers of a card as rows: first and number."""
    first = len(rows.mods)
    for modifier in as_list(card.data.get("while", [])):
        rows.mods.append(mod_row(modifier, card, number, rows))
    return first, len(rows.mods) - first


def mod_row(values: Values, card: Card, source: int, rows: Rows) -> list[int]:
    """The row of one modifier."""
    name = next(key for key in values if key.upper() in Modifier.__members__)
    modifier = Modifier[name.upper()]
    row = [0] * MOD_COLUMNS
    row[Mod.MODIFIER], row[Mod.SOURCE] = modifier, source
    row[Mod.VALUE], row[Mod.FORM] = _mod_value(modifier, values[name])
    everyone = card.kind in ("plot", "house_rule")
    row[Mod.FOR] = Who.EVERYONE if everyone else member(Who, values.get("for", "self"))
    row[Mod.ONLY], row[Mod.COMPARE] = only_of(values)
    row[Mod.AGAINST], row[Mod.AGAINST_COMPARE] = only_of(values, "against")
    row[Mod.IF_FIRST], row[Mod.IF_N] = if_run(values, rows, source)
    row[Mod.FILTER] = _mod_filter(modifier, values, rows)
    row[Mod.CARD] = card_of(values, rows)
    row[Mod.SLOW] = int(_is_slow(values, row))
    return row


def _mod_value(modifier: Modifier, value: Any) -> tuple[int, int]:
    if modifier in (Modifier.FORBID, Modifier.ALLOW):
        return member(Deed, value), Form.SET
    if modifier == Modifier.PROTECT:
        return _protected(value), Form.SET
    if modifier in (Modifier.REQUIRE, Modifier.REQUIRE_ALL, Modifier.MATCH_ANY, Modifier.SILENCE):
        return member(Kind, value), Form.SET
    if modifier == Modifier.GENDER:
        return Gender.NONE if value == "other" else member(Gender, value), Form.SET
    return number_form(value)


def _protected(value: str) -> int:
    special = {
        "microaggression": int(Op.MICROAGGRESS),
        "virtue_signal": PROTECT_VIRTUE_SIGNAL,
        "target": PROTECT_TARGET,
    }
    return special[value] if value in special else member(Op, value)


def number_form(value: Any) -> tuple[int, int]:
    """A number and its form: `8`, `"+1"`, `"-1"`, `"x2"`; true is 1."""
    if isinstance(value, str):
        found = NUMBER_FORM.fullmatch(value)
        sign, digits = (found[1], int(found[2])) if found else ("+", 0)
        return (digits, Form.MULTIPLY) if sign == "x" else (-digits if sign == "-" else digits, Form.ADD)
    return int(value), Form.SET


def _mod_filter(modifier: Modifier, values: Values, rows: Rows) -> int:
    """The filter of a modifier; one that is about followers asks for no place or state that is not written."""
    asked = any(key in values for key in ("level", "alignment", "where", "inert"))
    if modifier == Modifier.VALUE:
        return filter_of(values, rows, everywhere=True)
    if modifier == Modifier.PROTECT and asked:
        packed = filter_of(values, rows, everywhere=True, inert=Inert.ANY)
        return packed or 1 << (Filter.KINDS + Kind.FOLLOWER)  # live ends of chain: still a filter
    return filter_of(values, rows)


def _is_slow(values: Values, row: list[int]) -> bool:
    """Whether the row is tested when asked: a filter, `against`, or what changes with the board."""
    words = [text for key in ("only", "if") for text in as_list(values.get(key, []))]
    filtered = row[Mod.FILTER] != 0 or row[Mod.CARD] != ANY_CARD or "against" in values
    return filtered or any(_changes(text) for text in words)


def _changes(text: str) -> bool:
    found = COMPARISON.fullmatch(text)
    return found[1] != "seat" if found else text.removeprefix("not ") not in _STEADY_WORDS


# --- parts ---
def new_part(number: int, kind: PartKind) -> list[int]:
    """An empty part row."""
    row = [0] * PART_COLUMNS
    row[Part.TYPE], row[Part.KIND], row[Part.CARD] = number, kind, ANY_CARD
    return row


def part_row(values: Values, card: Card, number: int, kind: PartKind, rows: Rows) -> list[int]:
    """The row of a part; its steps go to the step rows."""
    row = new_part(number, kind)
    target = Target(member(Target, values.get("target", "self")))
    place = Place(number, card, kind, target)
    row[Part.TARGET] = target
    row[Part.ONLY], row[Part.COMPARE] = only_of(values)
    row[Part.IF_FIRST], row[Part.IF_N] = if_run(values, rows, number)
    row[Part.COST_FIRST], row[Part.COST_N] = steps_run(values.get("cost"), rows, Place(number, card, kind))
    row[Part.DO_FIRST], row[Part.DO_N] = steps_run(values.get("do"), rows, place)
    first = row[Part.DO_FIRST]
    for step in rows.steps[first : first + row[Part.DO_N]]:
        row[Part.VERBS] |= 1 << step[Step.OP] if step[Step.OP] < Op.OPTION else 0
    row[Part.CANCELLABLE] = int(values.get("cancellable", True))
    row[Part.PER_TURN], row[Part.PER_GAME] = values.get("per_turn", 0), values.get("per_game", 0)
    row[Part.USES_ACTION] = int(values.get("uses_action", True))
    row[Part.USES_UP] = int(values.get("uses_up", False))
    row[Part.NAMES], row[Part.COPIES] = int("names" in values), int("copies" in values)
    row[Part.MAY], row[Part.KEEP] = int(values.get("may", False)), int(values.get("keep", False))
    return row


def add_part(values: Values | None, card: Card, number: int, kind: PartKind, rows: Rows) -> int:
    """Adds a part of a card and returns its number, -1 where the card has none."""
    if values is None:
        return -1
    row = part_row(values, card, number, kind, rows)
    if kind == PartKind.REACTION:
        _add_cancels(values, row, rows)
    rows.parts.append(row)
    return len(rows.parts) - 1


def _add_cancels(values: Values, row: list[int], rows: Rows) -> None:
    """What a reaction answers, as masks of kinds and verbs and a run of types."""
    row[Part.FOR] = member(Who, values.get("for", "self"))
    row[Part.INTO] = member(Into, values.get("into", "discard pile"))
    row[Part.CANCELS_FIRST] = len(rows.cancels)
    for what in as_list(values["cancels"]):
        if what == "anything":
            for kind in (Kind.MICROAGGRESSION, Kind.VIRTUE_SIGNAL, Kind.SPECIAL, Kind.ARTIFACT):
                row[Part.CANCELS_KINDS] |= 1 << kind
            row[Part.CANCELS_POWER] = 1
        elif what in KINDS:
            row[Part.CANCELS_KINDS] |= 1 << KINDS.index(what)
        elif what == "power":
            row[Part.CANCELS_POWER] = 1
        elif what == "reaction":
            row[Part.CANCELS_REACTION] = 1
        elif what in VERB_NUMBERS:
            row[Part.CANCELS_VERBS] |= 1 << Op[what.upper()]
            row[Part.CANCELS_KINDS] |= 1 << Kind.MICROAGGRESSION if what == "microaggress" else 0
        elif what in rows.ids:
            rows.cancels.append(rows.ids[what])
    row[Part.CANCELS_N] = len(rows.cancels) - row[Part.CANCELS_FIRST]


def triggers_run(card: Card, number: int, rows: Rows) -> tuple[int, int]:
    """The triggers of a card as parts, sorted by event: first and number."""
    first = len(rows.parts)
    triggers = sorted(as_list(card.data.get("on", [])), key=lambda trigger: Event[trigger["event"].upper()])
    for trigger in triggers:
        row = part_row(trigger, card, number, PartKind.TRIGGER, rows)
        row[Part.EVENT] = member(Event, trigger["event"])
        row[Part.BY], row[Part.TO] = _by_and_to(trigger, card)
        row[Part.FILTER] = _event_filter(trigger, rows)
        row[Part.CARD] = card_of(trigger, rows)
        rows.parts.append(row)
    return first, len(rows.parts) - first


def _by_and_to(trigger: Values, card: Card) -> tuple[int, int]:
    if card.kind in ("plot", "house_rule"):
        return Who.EVERYONE, Who.EVERYONE
    by = trigger.get("by", "self" if "to" not in trigger else "everyone")
    return member(Who, by), member(Who, trigger.get("to", "everyone"))


def _event_filter(trigger: Values, rows: Rows) -> int:
    """The filter of an event's card or follower: 0 asks for nothing, and no place or state is asked unsaid."""
    if not any(key in trigger for key in ("level", "alignment", "where", "inert", "kind")):
        return 0
    return filter_of(trigger, rows, everywhere=True, inert=Inert.ANY)
