"""Which elements a status shows, and where: shares of the room, and an order that hardly changes from step to step.

A status stands at the beginning of a prompt, and a provider's cache keeps of a prompt what did not change, up to the
first character that did. So the text is made like a snapshot with a journal. The state as of a revision, the *epoch*,
is arranged by kind and chosen by its worth as of then; what came or changed since is appended in the order of time.
When the journal has grown to its share, a later epoch begins. All of that follows from the map's history up to the
revision; nothing is remembered between two calls. Where the work stands changes with each step, so it comes last.

The kinds stand in the order of how rarely they change, which is why sub-maps and documents come before todos. Within a
kind entries stand by their numbers, whatever they are worth.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from peek_graph.context_map.status.board import FULL, SHORT, Board, Piece, Unit
from peek_graph.context_map.status.failures import matters
from peek_graph.context_map.status.journal import LIMIT, Journal
from peek_graph.context_map.status.scoring import Decay, score
from peek_graph.context_map.status.words import Words

SECTIONS: Final = (
    "hypothesis",
    "submap",
    "document",
    "finding",
    "question",
    "proposal",
    "todo",
    "failed",
    "action",
    "recent",
)
"""The sections, as they stand; ``recent`` is the journal, and holds all kinds."""

_FIRST: Final = ("hypothesis", "proposal", "todo", "question", "finding", "submap", "document", "failed", "action")
_TURNS: Final = 2
_MISSES: Final = 3
_LEAST: Final = 6  # tokens; no line is shorter


@dataclass(frozen=True, slots=True)
class Policy:
    """What settings say: the weight of each section, the decay, and for how many revisions a failure is shown."""

    shares: Mapping[str, float]
    decay: Decay
    failed_for: int

    def recent(self, room: int) -> int:
        """The journal's part of a room."""
        return int(room * self.share("recent") / (sum(map(self.share, SECTIONS)) or 1.0))

    def share(self, section: str) -> float:
        """The weight of a section."""
        return max(0.0, self.shares.get(section, 0.0))


@dataclass(slots=True)
class Layout:
    """What is shown: by section, units with the characters that their texts may have; ``picked`` in that order.

    ``why`` says of units, by their first ref, what they are worth and what was decided. ``finished`` are the refs of
    what stands in its place still, though it is done. With a journal, ``board`` is that of the epoch, and ``left_out``
    what it left out, which it ``opens``.
    """

    epoch: int
    sections: dict[str, list[tuple[Unit, int]]] = field(default_factory=dict)
    picked: list[tuple[str, Unit]] = field(default_factory=list)
    why: dict[str, str] = field(default_factory=dict)
    finished: frozenset[str] = frozenset()
    board: Board | None = None
    left_out: Mapping[str, int] = field(default_factory=dict)
    opens: str = ""
    slow: tuple[tuple[str, str], ...] = ()

    def take(self, section: str, unit: Unit, limit: int) -> None:
        """Show a unit."""
        self.sections.setdefault(section, []).append((unit, limit))
        self.picked.append((section, unit))

    def drop(self) -> None:
        """Show the last one no longer."""
        section, unit = self.picked.pop()
        self.sections[section] = [item for item in self.sections[section] if item[0] is not unit]
        self.why[unit.pieces[0].ref] = "left out: the text as a whole was above the budget"

    def append(self, journal: Journal) -> None:
        """Take out what is no longer so, and show the journal."""
        sections, self.sections, self.picked = self.sections, {}, []
        for name, items in sections.items():
            for unit, limit in items:
                if left := [piece for piece in unit.pieces if piece.ref not in journal.outdated]:
                    self.take(name, Unit.of(*left), limit)
        self.finished = journal.finished
        base, self.picked = self.picked, []
        for unit in journal.units:
            self.take("recent", unit, SHORT if all(piece.folded for piece in unit.pieces) else LIMIT)
            self.why[unit.pieces[0].ref] = f"shown: it came or changed since revision {self.epoch}"
        # What is dropped first, if anything has to be, is of the state of then.
        self.picked += base

    def lines(self) -> Iterator[tuple[str, list[tuple[Piece, int]]]]:
        """The sections that have something, in order, with their pieces in order."""
        for section in SECTIONS:
            units = self.sections.get(section)
            if not units:
                continue
            by_time = section == "recent"
            units = sorted(units, key=lambda item: ((item[0].since,) if by_time else ()) + item[0].order)
            yield section, [(piece, limit) for unit, limit in units for piece in unit.pieces]

    def shown(self) -> list[Piece]:
        """Every piece that is shown."""
        return [piece for _, unit in self.picked for piece in unit.pieces]


class Planner:
    """Plans one status; ``count`` counts the tokens of a text."""

    def __init__(self, words: Words, policy: Policy, count: Callable[[str], int]) -> None:
        self._words = words
        self._policy = policy
        self._count = count
        self._costs: dict[int, tuple[Unit, int]] = {}

    def whole(self, board: Board) -> Layout:
        """All that was read, in its place."""
        layout = Layout(board.revision)
        for unit in board.units:
            layout.take(self._section(board, unit), unit, FULL)
            layout.why[unit.pieces[0].ref] = "shown: there is room for all"
        return layout

    def chosen(self, board: Board, room: int) -> Layout:
        """What is wanted most at the board's revision, in about so many tokens."""
        layout = Layout(board.revision)
        waiting = self._candidates(board, layout)
        pool = float(room)
        shares = {name: share for name in waiting if (share := self._policy.share(name))}
        for name in sorted(shares, key=_FIRST.index):
            # One of each kind, so that a small share is one at all.
            first, others = waiting[name][:1], waiting[name][1:]
            limit = FULL if self._cost(first[0], FULL) <= pool / 5 else SHORT
            pool = self._serve(layout, name, first, pool, limit, "the first turn")
            waiting[name] = [*first, *others]
        for turn in range(_TURNS):
            weights = {name: share for name, share in shares.items() if waiting[name]}
            total = sum(weights.values())
            unused = pool if not weights else 0.0
            for name, weight in weights.items():
                unused += self._serve(layout, name, waiting[name], pool * weight / total, FULL, f"turn {turn + 2}")
            pool = unused
        # What is left is too little for a line if it is shared out: whoever can use it has it, the largest share first.
        for limit in (FULL, SHORT):
            for name in sorted(shares, key=lambda name: -shares[name]):
                pool = self._serve(layout, name, waiting[name], pool, limit, "the last turn")
        for name, units in waiting.items():
            for unit in units:
                reason = (
                    "no room was left in its share or in others'" if self._policy.share(name) else "it has no share"
                )
                layout.why[unit.pieces[0].ref] += f"; left out: {reason}"
        return layout

    def fits(self, units: Iterable[Unit], epoch: int, room: int) -> bool:
        """Whether a journal of those units has room."""
        left = room - self._count(f"## {self._words.since.format(epoch)}\n")
        for unit in units:
            if id(unit) not in self._costs:
                self._costs[id(unit)] = unit, self._cost(unit, LIMIT, brief=True)
            left -= self._costs[id(unit)][1]
            if left < 0:
                return False
        return True

    def _serve(self, layout: Layout, name: str, units: list[Unit], room: float, limit: int, turn: str) -> float:
        """Show of a section what goes into its room; what is left of the room."""
        if not units or room < _LEAST:
            return room
        left = room - (0 if layout.sections.get(name) else self._count(f"## {self._words.headings[name]}\n"))
        misses = 0
        for unit in list(units):
            allowed = min(limit, SHORT) if all(piece.folded for piece in unit.pieces) else limit
            cost = self._cost(unit, allowed)
            if cost > left:
                misses += 1
                # Actions are a story: none is left out in the middle.
                if misses == _MISSES or name == "action" or left < _LEAST:
                    break
                continue
            left -= cost
            units.remove(unit)
            layout.take(name, unit, allowed)
            layout.why[unit.pieces[0].ref] += f"; shown in {turn}: {cost} of {room:.0f} tokens"
        return left if layout.sections.get(name) else room

    def _candidates(self, board: Board, layout: Layout) -> dict[str, list[Unit]]:
        """The units of each section, the most wanted first."""
        found: dict[str, list[tuple[float, Unit]]] = {}
        for unit in board.units:
            scores = (score(piece, board.revision, self._policy.decay) for piece in unit.pieces)
            parts = max(scores, key=lambda parts: sum(parts.values()))
            worth = round(sum(parts.values()), 6)
            said = " + ".join(f"{name} {part:.2f}" for name, part in parts.items())
            layout.why[unit.pieces[0].ref] = f"{worth:g} = {said}"
            section = self._section(board, unit)
            found.setdefault(section, []).append((float(unit.order[-1]) if section == "action" else worth, unit))
        ordered = {name: sorted(units, key=_wanted) for name, units in found.items()}
        return {name: [unit for _, unit in units] for name, units in ordered.items()}

    def _section(self, board: Board, unit: Unit) -> str:
        failure = board.failures.get(unit.pieces[0].ref) if unit.kind == "action" else None
        mattering = failure is not None and matters(failure, board.revision, self._policy.failed_for)
        return "failed" if mattering else unit.kind

    def _cost(self, unit: Unit, limit: int, *, brief: bool = False) -> int:
        lines = "".join(f"{piece.text(self._words, limit, brief=brief)}\n" for piece in unit.pieces)
        return self._count(lines)


def _wanted(item: tuple[float, Unit]) -> tuple[float, ...]:
    """The most worth first, of like worth the newest."""
    worth, unit = item
    return (-worth, *(-number for number in unit.order))
