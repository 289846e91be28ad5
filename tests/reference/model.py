"""A deck as plain objects: the compiled tables read back into the words of LANGUAGE."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from vs_sim.cards import tables as ct
from vs_sim.vocabulary import (
    LASTS_TURN,
    Choose,
    Compare,
    Count,
    Deal,
    Event,
    Filter,
    Form,
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
    Word,
)

ANY_CARD = -1
THIS_CARD = -2
EVERYTHING = -1  # the number of a step: all, any, full


def bits(mask: int) -> list[int]:
    """Numbers of the bits that are set in a mask, rising."""
    return [k for k in range(mask.bit_length()) if mask >> k & 1]


@dataclass(frozen=True)
class Comparison:
    """`"COUNT OP N"`."""

    count: Count
    operator: Compare
    number: int

    def holds(self, value: int) -> bool:
        """Whether a count of `value` passes."""
        n = self.number
        return {
            Compare.EQ: value == n,
            Compare.NE: value != n,
            Compare.LT: value < n,
            Compare.LE: value <= n,
            Compare.GT: value > n,
            Compare.GE: value >= n,
        }[self.operator]


@dataclass(frozen=True)
class Words:
    """Player words, their denials and at most one comparison; all must hold. Empty: everyone."""

    asked: frozenset[Word]
    denied: frozenset[Word]
    comparison: Comparison | None

    @property
    def empty(self) -> bool:
        """Whether nothing is asked."""
        return not self.asked and not self.denied and self.comparison is None


@dataclass(frozen=True)
class CardFilter:
    """Card and follower filter in one; an empty set asks for nothing."""

    levels: frozenset[int]
    alignments: frozenset[int]
    kinds: frozenset[Kind]
    card: int  # type, ANY_CARD or THIS_CARD
    named: bool
    anywhere: bool
    inert: Inert
    packed: int

    @property
    def asks(self) -> bool:
        """Whether anything is asked; a filter of an event or protection that is empty asks for no place either."""
        return self.packed != 0 or self.card != ANY_CARD

    @property
    def keys_written(self) -> int:
        """How many of kind, level, alignment and card are written: the narrower, the more."""
        has_alignment = bool(self.alignments) or self.named
        return sum([bool(self.levels), has_alignment, bool(self.kinds), self.card != ANY_CARD])


@dataclass(frozen=True)
class Step:
    """One row of steps. `a` and `b` are the verb's own keys; IF and OPTION rows jump."""

    row: int
    op: Op
    n: int
    a: int
    b: int
    target: Target
    choose: Choose
    only: Words
    filter: CardFilter
    may: bool
    up_to: bool
    regardless: bool
    spreads: bool
    is_personal: bool
    per: Count | None
    source: int  # type whose step it is


@dataclass(frozen=True)
class Part:
    """A play, action, reaction, drawn or trigger of a card. Conditions, cost and do are runs of rows (first, end)."""

    number: int
    type: int
    kind: PartKind
    target: Target
    only: Words
    conditions: tuple[Step, ...]
    cost: range
    do: range
    cancellable: bool
    per_turn: int
    per_game: int
    uses_action: bool
    uses_up: bool
    names: bool
    copies: bool
    may: bool
    event: Event
    by: Who
    to: Who
    filter: CardFilter
    cancels_kinds: frozenset[Kind]
    cancels_power: bool
    cancels_verbs: frozenset[Op]
    cancels_types: frozenset[int]
    cancels_reaction: bool
    answers: Who
    into: Into
    keep: bool
    verbs: frozenset[Op]

    @property
    def is_global(self) -> bool:
        """Whether it is done to others or everyone (D4)."""
        return self.target in (Target.OTHERS, Target.EVERYONE)

    @property
    def is_chosen(self) -> bool:
        """Whether self names its target."""
        return self.target in (Target.OPPONENT, Target.PLAYER)

    @property
    def is_personal(self) -> bool:
        """Whether it is aimed at one player (D4)."""
        return self.target not in (Target.SELF, Target.OTHERS, Target.EVERYONE)


@dataclass(frozen=True)
class Mod:
    """A modifier row of a card in force."""

    modifier: Modifier
    value: int
    form: Form
    whose: Who
    only: Words
    conditions: tuple[Step, ...]
    against: Words
    filter: CardFilter
    source: int


@dataclass(frozen=True)
class CardType:
    """A type of card."""

    number: int
    kind: Kind
    rank: int
    level: int
    points: int
    alignments: frozenset[int]
    dots: tuple[int | None, ...]  # by edge: alignment
    symmetric: bool
    gender: Gender
    count: int
    first_card: int
    deal: Deal
    lasts: int
    stays: bool
    excludes: frozenset[int]  # types of plots
    play: Part | None
    action: Part | None
    reaction: Part | None
    drawn: Part | None
    triggers: tuple[Part, ...]
    mods: tuple[Mod, ...]

    @property
    def speaks(self) -> bool:
        """Whether it has modifiers or triggers."""
        return bool(self.mods or self.triggers)

    @property
    def lasts_turns(self) -> int:
        """How many turns it lasts, 0 where it stays, is discarded, or lasts a turn or round."""
        return self.lasts if self.lasts < LASTS_TURN else 0


@dataclass
class Deck:
    """The whole deck. `tables` has shape (1,), dtype TABLES."""

    tables: Any
    steps: list[Step] = field(init=False)
    parts: list[Part] = field(init=False)
    types: list[CardType] = field(init=False)

    def __post_init__(self) -> None:
        t = self.t
        self.steps = [self._step(k) for k in range(int(t.n_steps))]
        self.parts = [self._part(k) for k in range(int(t.n_parts))]
        self.types = [self._type(k) for k in range(int(t.n_types))]

    @property
    def t(self) -> Any:
        """The one table record."""
        return self.tables[0]

    def rule(self, rule: ct.Rule) -> int:
        """A house rule's value."""
        return self._rules[rule]

    @cached_property
    def _rules(self) -> list[int]:
        return [int(value) for value in self.t.rule]

    @cached_property
    def said(self) -> frozenset[tuple[Modifier, int]]:
        """Modifiers with their values that any card of the deck has: what is not among them nothing says."""
        return frozenset((mod.modifier, mod.value) for card_type in self.types for mod in card_type.mods)

    @cached_property
    def modifiers(self) -> frozenset[Modifier]:
        """Modifiers that any card of the deck has."""
        return frozenset(modifier for modifier, _ in self.said)

    def speaking(self, kind: Kind | None = None) -> frozenset[int]:
        """Numbers of the types, of one kind or any, that have modifiers or triggers."""
        return self._speaking[kind]

    @cached_property
    def _speaking(self) -> dict[Kind | None, frozenset[int]]:
        speaking = [t for t in self.types if t.speaks]
        return {
            kind: frozenset(t.number for t in speaking if kind in (None, t.kind)) for kind in (None, *Kind)
        }

    @cached_property
    def saying(self) -> dict[Modifier, frozenset[int]]:
        """By modifier: numbers of the types that have it."""
        return {
            modifier: frozenset(t.number for t in self.types if any(m.modifier == modifier for m in t.mods))
            for modifier in self.modifiers
        }

    def type_of(self, card: int) -> CardType:
        """The type of the card with a number."""
        return self._by_card[card]

    @cached_property
    def _by_card(self) -> list[CardType]:
        return [self.types[k] for k in self.card_types]

    @cached_property
    def card_types(self) -> list[int]:
        """Type numbers by card number."""
        return [int(k) for k in self.t.card_type[: int(self.t.n_cards)]]

    @cached_property
    def card_keys(self) -> list[int]:
        """Keys of name and copy by card number (C7)."""
        return [int(k) for k in self.t.card_key[: int(self.t.n_cards)]]

    @cached_property
    def characters(self) -> list[int]:
        """Card numbers of the characters."""
        return [int(k) for k in self.t.character_card[: int(self.t.n_characters)]]

    @cached_property
    def house_rules(self) -> list[int]:
        """Card numbers of the written house rules."""
        return [c for c in range(len(self.card_types)) if self.type_of(c).kind == Kind.HOUSE_RULE]

    @cached_property
    def alignments(self) -> list[int]:
        """The deck's alignments."""
        return list(range(int(self.t.n_alignments)))

    @cached_property
    def like(self) -> list[frozenset[int]]:
        """By alignment: those it matches (a wild one: all)."""
        return [frozenset(bits(int(mask))) for mask in self.t.like]

    def alike(self, some: frozenset[int], others: frozenset[int]) -> bool:
        """Whether any alignment of one set matches any of the other (M2, V1)."""
        return any(self.like[a] & others for a in some)

    def _step(self, row: int) -> Step:
        s = [int(x) for x in self.t.step[row]]
        flags = s[ct.Step.FLAGS]
        per = flags >> 8 & 15
        return Step(
            row=row,
            op=Op(s[ct.Step.OP]),
            n=s[ct.Step.N],
            a=s[ct.Step.A],
            b=s[ct.Step.B],
            target=Target(s[ct.Step.TARGET]),
            choose=Choose(s[ct.Step.CHOOSE]),
            only=words(s[ct.Step.ONLY], s[ct.Step.COMPARE]),
            filter=card_filter(s[ct.Step.FILTER], s[ct.Step.CARD]),
            may=bool(flags & StepFlag.MAY),
            up_to=bool(flags & StepFlag.UP_TO),
            regardless=bool(flags & StepFlag.REGARDLESS),
            spreads=bool(flags & StepFlag.SPREADS),
            is_personal=bool(flags & StepFlag.PERSONAL),
            per=Count(per - 1) if per else None,
            source=s[ct.Step.SOURCE],
        )

    def _conditions(self, first: int, n: int) -> tuple[Step, ...]:
        return tuple(self.steps[first : first + n])

    def _part(self, number: int) -> Part:
        p = [int(x) for x in self.t.part[number]]
        c = ct.Part
        named = self.t.cancels[p[c.CANCELS_FIRST] : p[c.CANCELS_FIRST] + p[c.CANCELS_N]]
        return Part(
            number=number,
            type=p[c.TYPE],
            kind=PartKind(p[c.KIND]),
            target=Target(p[c.TARGET]),
            only=words(p[c.ONLY], p[c.COMPARE]),
            conditions=self._conditions(p[c.IF_FIRST], p[c.IF_N]),
            cost=range(p[c.COST_FIRST], p[c.COST_FIRST] + p[c.COST_N]),
            do=range(p[c.DO_FIRST], p[c.DO_FIRST] + p[c.DO_N]),
            cancellable=bool(p[c.CANCELLABLE]),
            per_turn=p[c.PER_TURN],
            per_game=p[c.PER_GAME],
            uses_action=bool(p[c.USES_ACTION]),
            uses_up=bool(p[c.USES_UP]),
            names=bool(p[c.NAMES]),
            copies=bool(p[c.COPIES]),
            may=bool(p[c.MAY]),
            event=Event(p[c.EVENT]),
            by=Who(p[c.BY]),
            to=Who(p[c.TO]),
            filter=card_filter(p[c.FILTER], p[c.CARD]),
            cancels_kinds=frozenset(Kind(k) for k in bits(p[c.CANCELS_KINDS])),
            cancels_power=bool(p[c.CANCELS_POWER]),
            cancels_verbs=frozenset(Op(k) for k in bits(p[c.CANCELS_VERBS])),
            cancels_types=frozenset(int(k) for k in named),
            cancels_reaction=bool(p[c.CANCELS_REACTION]),
            answers=Who(p[c.FOR]),
            into=Into(p[c.INTO]),
            keep=bool(p[c.KEEP]),
            verbs=frozenset(Op(k) for k in bits(p[c.VERBS])),
        )

    def _mod(self, row: int) -> Mod:
        m = [int(x) for x in self.t.mod[row]]
        c = ct.Mod
        return Mod(
            modifier=Modifier(m[c.MODIFIER]),
            value=m[c.VALUE],
            form=Form(m[c.FORM]),
            whose=Who(m[c.FOR]),
            only=words(m[c.ONLY], m[c.COMPARE]),
            conditions=self._conditions(m[c.IF_FIRST], m[c.IF_N]),
            against=words(m[c.AGAINST], m[c.AGAINST_COMPARE]),
            filter=card_filter(m[c.FILTER], m[c.CARD]),
            source=m[c.SOURCE],
        )

    def _type(self, k: int) -> CardType:
        t = self.t
        plots = {int(t.plot[other]): other for other in range(int(t.n_types)) if t.plot[other] >= 0}
        first_trigger, first_mod = int(t.trigger_first[k]), int(t.mod_first[k])

        def part(column: Any) -> Part | None:
            return self.parts[int(column[k])] if column[k] >= 0 else None

        return CardType(
            number=k,
            kind=Kind(int(t.kind[k])),
            rank=int(t.rank[k]),
            level=int(t.level[k]),
            points=int(t.points[k]),
            alignments=frozenset(bits(int(t.alignments[k]))),
            dots=tuple(int(d) - 1 if d else None for d in t.dots[k]),
            symmetric=bool(t.symmetric[k]),
            gender=Gender(int(t.gender[k])),
            count=int(t.count[k]),
            first_card=int(t.first_card[k]),
            deal=Deal(int(t.deal[k])),
            lasts=int(t.lasts[k]),
            stays=bool(t.stays[k]),
            excludes=frozenset(plots[p] for p in bits(int(t.excludes[k]))),
            play=part(t.play),
            action=part(t.action),
            reaction=part(t.reaction),
            drawn=part(t.drawn),
            triggers=tuple(self.parts[first_trigger : first_trigger + int(t.trigger_n[k])]),
            mods=tuple(self._mod(first_mod + i) for i in range(int(t.mod_n[k]))),
        )


def words(mask: int, compare: int) -> Words:
    """Unpack player words (bits 0-15 asked, 16-31 denied) and a packed comparison (0 none)."""
    mask &= 0xFFFFFFFF
    comparison = None
    if compare & 1:
        comparison = Comparison(Count(compare >> 1 & 15), Compare(compare >> 5 & 7), compare >> 8)
    return Words(
        asked=frozenset(Word(k) for k in bits(mask & 0xFFFF)),
        denied=frozenset(Word(k) for k in bits(mask >> 16)),
        comparison=comparison,
    )


def card_filter(packed: int, card: int) -> CardFilter:
    """Unpack a filter (vocabulary.Filter)."""
    return CardFilter(
        levels=frozenset(k + 1 for k in bits(packed >> Filter.LEVELS & 7)),
        alignments=frozenset(bits(packed >> Filter.ALIGNMENTS & 255)),
        kinds=frozenset(Kind(k) for k in bits(packed >> Filter.KINDS & 255)),
        card=card,
        named=bool(packed >> Filter.NAMED & 1),
        anywhere=bool(packed >> Filter.ANYWHERE & 1),
        inert=Inert(packed >> Filter.INERT & 3),
        packed=packed,
    )
