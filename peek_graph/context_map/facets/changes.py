"""The part of `ContextMap` that changes a map by operations and decides on proposals."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from peek_graph.context_map.adding import ProgressCallback
from peek_graph.context_map.archiving import archive_if_due
from peek_graph.context_map.changing import deciding
from peek_graph.context_map.changing.applying import Request, apply, done_before
from peek_graph.context_map.changing.noting import note_operation
from peek_graph.context_map.changing.reviewing import Reviews
from peek_graph.context_map.changing.speaker import Speaker
from peek_graph.context_map.facets.vectors import KeepsVectors
from peek_graph.context_map.handle import MapHandle
from peek_graph.context_map.indexing.linking import link_after
from peek_graph.context_map.view.loading import operations_of
from peek_graph.records import ApplyMode, ApplyReport, ProposalInfo, Review, SourceKind


class Changes(KeepsVectors):
    """Operations and proposals."""

    def apply(
        self,
        operations: Sequence[Mapping[str, Any]],
        *,
        author: str | None = None,
        source: str = "",
        source_kind: SourceKind | None = None,
        reasoning: str = "",
        request_id: str | None = None,
        base_revision: int | None = None,
        mode: ApplyMode = "strict",
        dry_run: bool = False,
        reviews: Mapping[int, Review] | None = None,
        held: Collection[int] = (),
        reported: bool = False,
    ) -> ApplyReport:
        """Apply a batch ``{"op", "path", "value"}`` as one revision, or, if it changes nothing, as none.

        ``source_kind`` says who speaks: 'user' is a person, whose changes of protected fields apply at once; those of
        all others become proposals. By default it is 'tool', 'document' or 'web' if ``source`` begins so
        (``tool:web_search``), else 'agent'.
        ``base_revision`` is the one that the author knew: what changed since is refused, positions in lists are those
        of then; what is added to a list or dictionary comes to what others added. The same ``request_id`` twice is one
        revision. 'strict' applies all or nothing, 'lenient' what is good; ``dry_run`` only says what would be.
        ``reviews`` are by the numbers of operations, from 0: kept with a proposal, or in the verdict of what is
        applied. Those that are ``held`` can only become proposals. ``reported``: the author says what it understood
        somebody of that source kind to say; 'user' then is no person's power, and no more trusted than a tool.
        """
        speaker = self._speaker(author, source, source_kind, reported=reported)
        checked = Reviews(dict(reviews or {}), frozenset(held))
        request = Request(speaker, reasoning, request_id, base_revision, mode, dry_run, reviews=checked)
        return self._applied(operations, request)

    def report_of(self, request_id: str) -> ApplyReport | None:
        """What `apply` said to a request of that id; None if it made no revision."""
        return done_before(self._handle, request_id)

    def note(
        self,
        kind: str,
        text: Any,
        *,
        submap: str | None = None,
        priority: int | None = None,
        confidence: float | None = None,
        sources: Sequence[str] = (),
        key: str | None = None,
        check: Mapping[str, Any] | None = None,
        author: str | None = None,
        source: str = "",
        source_kind: SourceKind | None = None,
        reasoning: str = "",
        dry_run: bool = False,
    ) -> ApplyReport:
        """One entry: a todo, finding, question, hypothesis, action, constraint, or the variable ``key``.

        A variable's ``text`` is any JSON value. ``submap`` is a dotted path of keys; ``sources`` are the refs that it
        rests on. ``check`` is what a constraint has checked of outputs: ``max_words``, ``min_words``,
        ``min_citations``, ``must_mention`` and ``never_mention`` (lists), ``dates_from`` and ``dates_to`` (ISO),
        ``python`` (the name of a function), and ``on``, the names of the outputs that are meant.
        """
        operation = note_operation(
            kind, text, submap=submap, priority=priority, confidence=confidence, sources=sources, key=key, check=check
        )
        request = Request(self._speaker(author, source, source_kind), reasoning, dry_run=dry_run)
        return self._applied([operation], request)

    def load(
        self,
        dictionary: Mapping[str, Any],
        *,
        author: str | None = None,
        source: str = "",
        source_kind: SourceKind | None = None,
        reasoning: str = "",
        dry_run: bool = False,
        progress: ProgressCallback | None = None,
    ) -> ApplyReport:
        """Add a dictionary of the view's shape as one revision; a sub-map that is there already is updated.

        If the map was empty, `to_dict` gives the dictionary back, equal but for refs: entries get this map's own, and
        links to refs that the dictionary gives to nothing are left out, which the verdicts say.
        """
        operations = [dict(operation) for operation in operations_of(dictionary)]
        speaker = self._speaker(author, source, source_kind)
        report = self._applied(operations, Request(speaker, reasoning, dry_run=dry_run, loading=True))
        if report.changed:
            self._catch_up(progress)
        return report

    def proposals(self, *, all: bool = False) -> list[ProposalInfo]:
        """The changes that wait for a person, the oldest first; ``all``: also those that were decided."""
        return deciding.list_proposals(self._handle, every=all)

    def confirm(self, ref: str, *, by: str, reason: str, passphrase: str | None = None) -> ApplyReport:
        """Do what a proposal says; ``by`` has to be somebody other than its author."""
        return deciding.confirm(self._handle, ref, by=by, reason=reason, passphrase=passphrase)

    def reject(self, ref: str, *, by: str, reason: str, passphrase: str | None = None) -> ProposalInfo:
        """Close a proposal without doing it."""
        return deciding.reject(self._handle, ref, by=by, reason=reason, passphrase=passphrase)

    def has_passphrase(self) -> bool:
        """Whether decisions on proposals need one."""
        return deciding.has_passphrase(self._handle)

    def check_passphrase(self, given: str | None) -> None:
        """PassphraseWrong unless the map has none or it is the one given."""
        deciding.check_given(self._handle, given)

    def set_passphrase(self, new: str | None, *, old: str | None = None) -> None:
        """Set, change or (None) remove the passphrase that decisions need; PassphraseWrong without the old one."""
        deciding.set_passphrase(self._handle, new, old=old)

    async def aapply(self, operations: Sequence[Mapping[str, Any]], **options: Any) -> ApplyReport:
        """`apply` in a thread."""
        return await asyncio.to_thread(self.apply, operations, **options)

    def _applied(self, operations: Sequence[Mapping[str, Any]], request: Request) -> ApplyReport:
        report = apply(self._handle, operations, request)
        if report.changed:
            if not request.loading:
                link_after(self._handle, report.revision)
            archive_if_due(self._handle, report.revision)
        return report

    def _speaker(
        self, author: str | None, source: str, source_kind: SourceKind | None, *, reported: bool = False
    ) -> Speaker:
        return speaker_of(self._handle, author, source, source_kind, reported=reported)


def speaker_of(
    handle: MapHandle, author: str | None, source: str, source_kind: SourceKind | None, *, reported: bool = False
) -> Speaker:
    """Who is at work: a person by the name that the map was opened with, an agent as 'agent' unless it has a name."""
    kind = source_kind or _kind_in(source)
    name = author or (handle.author if kind == "user" and not reported else "agent")
    return Speaker(name, source, kind, handle.settings.confidence, reported=reported)


def _kind_in(source: str) -> SourceKind:
    """Never 'user': what a source calls itself may come from outside, and must not make anybody a person."""
    begins = source.partition(":")[0].strip()
    return begins if begins in ("tool", "document", "web") else "agent"  # type: ignore[return-value]
