"""A game as a story: who lays what beside whom, who attacks, what it changes, who leads."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from vs_sim.cards.describe import steps_told
from vs_sim.engine.trace import decode
from vs_sim.experiments.events import Event, Names, Position
from vs_sim.vocabulary import Ask, Gender, word

if TYPE_CHECKING:
    from vs_sim.experiments.plan import Plan
    from vs_sim.experiments.replay import Decision

CAME = {
    "drawn": "draws {cards}",
    "handed": "gets {cards} from {source}",
    "picked up": "takes {cards} from the discard pile",
    "discarded": "loses {cards}",
}
LEVELS = ("", "a level-1", "a level-2", "a level-3")


def points(n: int) -> str:
    """A number of points."""
    return f"{n} point" if n == 1 else f"{n} points"


def listed(words: Sequence[str]) -> str:
    """Words with commas and "and"; equal ones counted."""
    counted = [f"{words.count(w)} × {w}" if words.count(w) > 1 else w for w in dict.fromkeys(words)]
    return counted[0] if len(counted) == 1 else ", ".join(counted[:-1]) + " and " + counted[-1]


def sentence(text: str) -> str:
    """Text that begins with a capital letter and ends with one full stop."""
    text = text.strip()
    text = text[:1].upper() + text[1:]
    return text[:-1] if text.endswith("..") else text


def laid_with(position: Position) -> int:
    """In whose coalition the follower of a place is laid: the asked seat's, or where it lies already."""
    moved = position["ask"] == word(Ask.MOVE_PLACE)
    return int(position["about"]["seat"] if moved else position["ask_seat"])


def _is_said(event: Event, choice: dict[str, Any]) -> bool:
    """Whether the sentence about the choice says the event already."""
    if event["event"] in ("joined", "moved", "plot", "lies"):
        return bool(event["card"] == choice.get("card"))
    return event["event"] == "gender" and choice["do"] == "gender"


class Teller:
    """Words for the decisions of one game, in order."""

    def __init__(self, plan: Plan, names: Names, start: Position, policies: Sequence[str]) -> None:
        self._plan = plan
        self._names = names
        self._start = start
        self._policies = policies
        self._head: tuple[int, int] | None = None  # turn and seat under which we tell
        self._round = 0
        self._explained: set[str] = set()
        self.said_anything = False

    # --- names ---

    def who(self, position: Position, seat: int) -> str:
        """A player's name: the character's, with the seat where two hold the same."""
        characters = [player["character"] for player in position["seats"]]
        if characters[seat] < 0:
            return f"Seat {seat}"
        name = str(self._names.card(characters[seat]))
        return f"{name} (seat {seat})" if characters.count(characters[seat]) > 1 else name

    def _card(self, choice: dict[str, Any]) -> str:
        return str(self._names.card(choice["card"])) if "card" in choice else "it"

    # --- head and end ---

    def heading(self, game: int) -> Iterator[str]:
        """Who sits where."""
        plan = self._plan
        yield f"Game {game} of seed {plan.seed}: deck {plan.deck.name}, {plan.players} players"
        yield ""
        for s, policy in enumerate(self._policies):
            gender = self._start["seats"][s]["gender"]
            told = f", {gender}" if gender != word(Gender.NONE) else ""
            yield f"  Seat {s}  {self.who(self._start, s)}{told} (plays {policy})"

    def ending(self, end: Position) -> Iterator[str]:
        """How it ended, and the final standing."""
        yield ""
        if end["winner"] >= 0:
            winner = self.who(end, end["winner"])
            how = "as the last player left" if end["result"] == "last left" else ""
            total = points(end["seats"][end["winner"]]["points"])
            yield f"{winner} wins {how or 'with ' + total} in turn {end['turns']}, round {end['round']}."
        else:
            yield f"Nobody wins: the game is {end['result']} after {end['turns']} turns."
        yield ""
        yield "Final standing"
        order = sorted(
            range(len(end["seats"])), key=lambda s: (s != end["winner"], -end["seats"][s]["points"], s)
        )
        for s in order:
            yield f"  {end['seats'][s]['points']:>3}  {self.who(end, s)}: {self._coalition(end['seats'][s])}"

    # --- turns ---

    def told(self, decision: Decision, *, quiet: bool = False) -> Iterator[str]:
        """A decision and what came of it; heads of rounds and turns before it. `quiet` only keeps count."""
        before = decision.before
        head = (decision.turn, decision.acting)
        if quiet:
            return
        if not self.said_anything and head[0] > 1:
            yield from self.table(before)
        self.said_anything = True
        if before["round"] != self._round:
            self._round = before["round"]
            yield ""
            yield f"Round {self._round}: {self._standing(before)}"
        if head != self._head:
            self._head = head
            yield ""
            yield self._turn_head(decision)
        text = " ".join(filter(None, [self._sentence(decision), *self._outcomes(decision)]))
        if text:
            yield f"  {text}"

    def _standing(self, position: Position) -> str:
        parts = [f"{self.who(position, s)} {seat['points']}" for s, seat in enumerate(position["seats"])]
        plots = [str(self._names.card(plot["card"])) for plot in position["plots"]]
        return ", ".join(parts) + (f". In play: {listed(plots)}" if plots else "")

    def _turn_head(self, decision: Decision) -> str:
        before = decision.before
        name = self.who(before, decision.acting)
        if before["turns"] == 0:
            return "Before the first turn"
        taken = ""
        if before["controller"] >= 0 and before["controller"] != decision.acting:
            taken = f", taken by {self.who(before, before['controller'])}"
        return (
            f"Turn {before['turns']} · {name}{taken} ({points(before['seats'][decision.acting]['points'])})"
        )

    def table(self, position: Position) -> Iterator[str]:
        """The table as it stands."""
        yield ""
        yield "The table"
        for s, seat in enumerate(position["seats"]):
            yield f"  {self.who(position, s)}: {points(seat['points'])}; {self._coalition(seat)}"
            hand = [str(self._names.card(card)) for card in seat["hand"]]
            yield f"    holds {listed(hand) if hand else 'no card'}"
            if seat["jobs"] or seat["job_tokens"]:
                yield f"    {len(seat['jobs']) + seat['job_tokens']} on the character to be worked off"

    def _coalition(self, seat: Position) -> str:
        if not seat["coalition"]:
            return "no followers"
        told = [
            str(self._names.card(f["card"])) + (" (inert)" if f["inert"] else "") for f in seat["coalition"]
        ]
        return listed(told)

    # --- what was done ---

    def _sentence(self, decision: Decision) -> str:
        """The choice that was taken, in words."""
        choice = decode(decision.choices[decision.taken])
        before = decision.before
        seat = before["ask_seat"]
        name = "" if seat == decision.acting else self.who(before, seat)
        return sentence(self._WORDS[choice["do"]](self, name, choice, decision))

    def _whose(self, choice: dict[str, Any], decision: Decision) -> str:
        """A follower of the choice with whose it is."""
        asked = decision.before["ask_seat"]
        owner = choice.get("seat", asked)
        follower = self._names.at(decision.before, owner, choice["slot"])
        return (
            f"the own {follower}" if owner == asked else f"{follower} of {self.who(decision.before, owner)}"
        )

    def _lays(self, name: str, choice: dict[str, Any], decision: Decision) -> str:
        seat = decision.before["ask_seat"]
        on = self._names.at(decision.before, seat, choice["slot"])
        where = "next to the character" if choice["slot"] == 0 else f"onto {on}"
        level = LEVELS[self._names.levels[self._names.types[choice["card"]]]]
        return f"{name} wins over {self._names.described(choice['card'])}, {level} follower, and lays it {where}."

    def _aims(self, name: str, choice: dict[str, Any], decision: Decision) -> str:
        return f"{name} plays {self._card(choice)} against {self._whose(choice, decision)}."

    def _signals(self, name: str, choice: dict[str, Any], decision: Decision) -> str:
        return f"{name} plays {self._card(choice)} for {self._whose(choice, decision)}."

    def _plays(self, name: str, choice: dict[str, Any], decision: Decision) -> str:
        target = f" on {self.who(decision.before, choice['seat'])}" if "seat" in choice else ""
        return f"{name} plays {self._card(choice)}{target}.{self._printed(choice['card'])}"

    def _power(self, name: str, choice: dict[str, Any], decision: Decision) -> str:
        target = f" on {self.who(decision.before, choice['seat'])}" if "seat" in choice else ""
        return f"{name} uses the power of {self._card(choice)}{target}.{self._printed(choice['card'])}"

    def _discards(self, name: str, choice: dict[str, Any], decision: Decision) -> str:  # noqa: ARG002
        return f"{name} throws away {self._card(choice)}."

    def _reacts(self, name: str, choice: dict[str, Any], decision: Decision) -> str:  # noqa: ARG002
        return f"{name} answers with {self._card(choice)}: it never happened!{self._printed(choice['card'])}"

    def _printed(self, card: int) -> str:
        """What is printed on a card, when it is played for the first time."""
        name, text = self._names.cards[card], self._names.texts[self._names.types[card]]
        if not text or name in self._explained:
            return ""
        self._explained.add(name)
        return f" ({text.rstrip('.')}.)"

    def _victim(self, name: str, choice: dict[str, Any], decision: Decision) -> str:
        return f"{name} picks {self._whose(choice, decision)}."

    def _player(self, name: str, choice: dict[str, Any], decision: Decision) -> str:
        return f"{name} picks {self.who(decision.before, choice['seat'])}."

    def _picks_card(self, name: str, choice: dict[str, Any], decision: Decision) -> str:  # noqa: ARG002
        return f"{name} picks {self._card(choice)}."

    def _gender(self, name: str, choice: dict[str, Any], decision: Decision) -> str:  # noqa: ARG002
        return f"{name} is {word(Gender(choice.get('aux', 0)))} from now on."

    def _set(self, name: str, choice: dict[str, Any], decision: Decision) -> str:
        owner = choice["seat"]
        followers = [str(self._names.at(decision.before, owner, slot)) for slot in choice["slots"]]
        return f"{name} takes {listed(followers)} from {self.who(decision.before, owner)}."

    def _places(self, name: str, choice: dict[str, Any], decision: Decision) -> str:
        on = self._names.at(decision.before, laid_with(decision.before), choice["slot"])
        return f"{name} lays {self._card(choice)} beside {on}."

    def _option(self, name: str, choice: dict[str, Any], decision: Decision) -> str:
        step, target = self._names.steps[decision.before["about"]["row"]]
        told = steps_told(step["either"][choice["aux"]], step.get("target", target))
        return f"{name} chooses: {told}."

    def _alignment(self, name: str, choice: dict[str, Any], decision: Decision) -> str:  # noqa: ARG002
        return f"{name} names {self._names.alignments[choice['aux']]}."

    def _passes(self, name: str, choice: dict[str, Any], decision: Decision) -> str:  # noqa: ARG002
        return f"{name} passes."

    def _declines(self, name: str, choice: dict[str, Any], decision: Decision) -> str:  # noqa: ARG002
        return f"{name} lets it be." if len(decision.choices) > 1 else ""

    def _agrees(self, name: str, choice: dict[str, Any], decision: Decision) -> str:  # noqa: ARG002
        step, target = self._names.steps[decision.before["about"]["row"]]
        return f"{name} says yes: {steps_told({**step, 'may': False}, target)}."

    _WORDS = {  # noqa: RUF012 (by Do)
        "follower": _lays,
        "microaggression": _aims,
        "virtue signal": _signals,
        "plot": _plays,
        "special": _plays,
        "artifact": _plays,
        "power": _power,
        "discard": _discards,
        "pass": _passes,
        "stop": _declines,
        "no": _declines,
        "yes": _agrees,
        "react": _reacts,
        "victim": _victim,
        "player": _player,
        "card": _picks_card,
        "gender": _gender,
        "set": _set,
        "place": _places,
        "option": _option,
        "alignment": _alignment,
    }

    # --- what came of it ---

    def _outcomes(self, decision: Decision) -> Iterator[str]:
        choice = decode(decision.choices[decision.taken])
        for event in decision.events:
            if _is_said(event, choice):
                continue
            if event["event"] == "discarded":
                event = {**event, "cards": [c for c in event["cards"] if c != choice.get("card")]}  # noqa: PLW2901
                if not event["cards"]:
                    continue
            text = self._outcome(event, decision.after, decision.acting)
            if text:
                yield sentence(text)

    def _outcome(self, event: Event, after: Position, acting: int) -> str:
        """An event in words; nothing where it needs none."""
        kind = event["event"]
        name = self.who(after, event["seat"]) if "seat" in event else ""
        card = self._names.card(event["card"]) if "card" in event else ""
        if kind in ("stolen", "carried"):
            return f"{card} goes over from {self.who(after, event['from'])} to {name}."
        own = event.get("seat") == acting
        if "cards" in event:
            cards = listed([str(self._names.card(c)) for c in event["cards"]])
            source = self.who(after, event["from"]) if "from" in event else ""
            return f"{'' if own else name} {CAME[kind].format(cards=cards, source=source)}."
        if kind == "taken":
            return f"{card} goes from {name}'s coalition to the hand of {self.who(after, event['to'])}."
        if kind == "points":
            return (
                f"{'Now' if own else name + ' now'} {points(event['to'])} ({event['to'] - event['from']:+})."
            )
        sayings = {
            "destroyed": f"{card} leaves {name}'s coalition.",
            "moved": f"{card} lies elsewhere in {name}'s coalition.",
            "joined": f"{card} joins {name}'s coalition.",
            "inert": f"{card} of {name} is inert.",
            "freed": f"{card} of {name} is heard again.",
            "lies": f"{card} lies with {name}.",
            "lies no more": f"{card}, which lay with {name}, is over.",
            "set off": f"{name} draws {card}: it happens at once."
            if name
            else f"{card} is drawn: it happens at once.",
            "plot ended": f"{card} is over.",
            "plot": f"{card} is in force.",
            "job": f"{name} will have to spend a turn working.",
            "job lifted": f"{name} has one turn of work less to do.",
            "turn skipped": f"{name} spends the turn working.",
            "passed over": f"{name} is passed over.",
            "gender": f"{name} is {event.get('gender')}.",
            "character": f"Seat {event.get('seat')} plays {card}.",
            "out": f"{name} is out of the game.",
            "reshuffled": "The discard pile is shuffled.",
        }
        return sayings.get(kind, "")
