"""`Updater`: observations become operations on a map, by a model that need not be large."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, get_args

from peek_graph.agent.model import Model
from peek_graph.agent.prompts import prompts_of
from peek_graph.agent.updating.attempt import Attempt, Result
from peek_graph.agent.updating.beside import beside
from peek_graph.agent.updating.kept import keep_failures
from peek_graph.agent.updating.observation import Observation, cleaned, parts_of
from peek_graph.agent.updating.prompting import Prompting
from peek_graph.agent.updating.recalled import without_recalled
from peek_graph.agent.updating.related import related_to
from peek_graph.agent.updating.reporting import Recorded, joined
from peek_graph.agent.updating.sourcing import as_source
from peek_graph.agent.updating.writing import Writer
from peek_graph.context_map import ContextMap
from peek_graph.context_map.tokens import tokenizer_of
from peek_graph.errors import BudgetTooSmall, InvalidValue, SourceError, SubMapNotFound
from peek_graph.records import Hit, ObserveOutcome, ObserveReport, ReportedFailure, SourceKind, Status, StatusLanguage
from peek_graph.settings import UpdaterSettings

if TYPE_CHECKING:
    from llama_index.core.llms import LLM

    from peek_graph.agent.recording import Recorder

_LONGEST_SOURCE: Final = 2_000
_LONGEST_REQUEST: Final = 180
_WOULD_BE_SOURCE: Final = "it is too long for prompts: it would become a source, whose outline the model is shown"
_LANGUAGES: Final = ("auto", *get_args(StatusLanguage))


class Updater:
    """Asks a model what an observation means for a map, and applies what it answers: one revision each, or none.

    ``llm`` is any LLM of LlamaIndex, ``reviewer`` the one of the double check (default: the same, if the settings want
    one). ``language`` is that of the prompts: auto, en or zh. ``author`` signs the revisions and makes nobody a person.
    ``record`` keeps what was observed and answered. Threads may share it: observations are taken one after the other.
    """

    def __init__(
        self,
        map: ContextMap,
        llm: LLM,
        *,
        reviewer: LLM | None = None,
        language: str | None = None,
        settings: UpdaterSettings | None = None,
        author: str = "agent:updater",
        record: Recorder | None = None,
    ) -> None:
        self.map = map
        self.settings = settings or map.settings.updater
        self._language = language or self.settings.language
        if self._language not in _LANGUAGES:
            raise InvalidValue(f"language is {language!r}", f"one of {', '.join(_LANGUAGES)}")
        self._model = Model(llm, map.settings.llm)
        self._reviewer = self._model if self.settings.double_check else None
        if reviewer is not None:
            self._reviewer = Model(reviewer, map.settings.llm)
        self._author = author
        self._record = record
        self._lock = threading.Lock()
        self._prompting: dict[str, Prompting] = {}
        tokenizer = tokenizer_of(map.settings.status.tokenizer)
        self._count: Callable[[str], int] = lambda text: len(tokenizer(text))

    def observe(
        self,
        text: str,
        *,
        source_kind: SourceKind = "agent",
        source: str = "",
        submap: str | None = None,
        dry_run: bool = False,
        request_id: str | None = None,
        file: Path | None = None,
    ) -> ObserveReport:
        """Take what is new in a text into the map.

        ``source_kind`` says who speaks, and how far that is trusted; ``source`` is where it comes from, in words. What
        is new belongs into ``submap`` unless it clearly belongs elsewhere. The same ``request_id`` is observed once.
        A text too long for prompts becomes a source: ``file``, if it was read from one in the map's roots.

        For whatever the model or its server does, and for a map that leaves no room in a prompt, there is a report;
        PeekGraphError is raised for wrong arguments, for templates that are none, and when the database is gone.
        """
        _check(source_kind, source, request_id)
        if submap is not None and submap not in {known.path for known in self.map.submaps()}:
            raise SubMapNotFound(f"no sub-map {submap!r} in {self.map.name!r}", "see `submap list`")
        with self._lock:
            given = Observation(text, source_kind, source, submap)
            recorded = Recorded(self._record, given, dry_run)
            report = self._observed(given, dry_run, request_id, file, recorded)
            keep_failures(self.map.uid, self.map.name, source, list(report.failures))
            recorded.report(report)
            return report

    async def aobserve(self, text: str, **options: Any) -> ObserveReport:
        """`observe` in a thread."""
        return await asyncio.to_thread(self.observe, text, **options)

    def _observed(
        self, given: Observation, dry_run: bool, request_id: str | None, file: Path | None, recorded: Recorded
    ) -> ObserveReport:
        text = cleaned(given.text)
        if not any(map(str.isalnum, text)):
            return self._report("skipped", "it says nothing")
        prompting = self._prompting_in(self._language_now())
        source = cleaned(given.source).replace("\n", " ")
        observation = Observation(text, given.source_kind, source, given.submap)
        documents: tuple[str, ...] = ()
        parts = parts_of(observation, prompting.most, self._count)
        if len(parts) > self.settings.parts:
            if dry_run:
                return self._report("applied", _WOULD_BE_SOURCE, dry_run=True)
            try:
                whole, ref = as_source(self.map, observation, self.settings.folder, prompting.most, file)
            except SourceError as error:
                return self._report("failed", error.whole, ReportedFailure(error.whole))
            parts, documents = [whole], (ref,)
        results = []
        for part in parts:
            # By its text: what was told before may have made other parts of the same whole.
            request = f"{request_id}:{part.digest}" if request_id else None
            if request and (done := self.map.report_of(request)) is not None:
                results.append(Result(done.revision, verdicts=done.verdicts, reason="this was done before"))
                continue
            results.append(self._taken(part, prompting, dry_run, request))
            recorded.answers(results[-1])
        return joined(self.map.name, results, documents, dry_run)

    def _taken(self, part: Observation, prompting: Prompting, dry_run: bool, request: str | None) -> Result:
        hits, status = self._looked_up(part.text, prompting)
        if part.document is None:
            part = replace(part, text=without_recalled(part.text, part.source_kind, hits, self.map.texts_of))
        if not any(map(str.isalnum, part.text)):
            return Result(self._revision(), "recalled", reason="the map itself says so")
        try:
            context = prompting.context(self.map, part, hits, status)
        except BudgetTooSmall as error:
            failures = [ReportedFailure(error.whole)]
            return Result(self._revision(), "failed", reason=error.whole, failures=failures)
        writer = Writer(self.map, self._reviewer, prompting, self._author, self.settings.mode, dry_run, request)
        return Attempt(self._model, writer, part, context).run()

    def _looked_up(self, text: str, prompting: Prompting) -> tuple[tuple[Hit, ...], Future[Status] | None]:
        """What a search for the text finds, and the status, read at the same time if its size does not depend on it."""
        usual = prompting.usual_status
        status = beside(partial(self.map.status, usual, language=prompting.language)) if usual else None
        return related_to(text, self.map, self.settings.related), status

    def _language_now(self) -> StatusLanguage:
        if self._language == "auto":
            return self.map.language()
        return "zh" if self._language == "zh" else "en"

    def _prompting_in(self, language: StatusLanguage) -> Prompting:
        if language not in self._prompting:
            prompts = prompts_of(self.map.settings.project_dir, self.settings, language)
            self._prompting[language] = Prompting(prompts, self.settings, self._count)
        return self._prompting[language]

    def _report(
        self, outcome: ObserveOutcome, reason: str, *failures: ReportedFailure, dry_run: bool = False
    ) -> ObserveReport:
        return ObserveReport(self.map.name, self._revision(), outcome, (), reason, failures, dry_run=dry_run)

    def _revision(self) -> int:
        return self.map.log(1)[0].number


def _check(source_kind: str, source: str, request_id: str | None) -> None:
    if source_kind not in get_args(SourceKind):
        raise InvalidValue(f"source_kind is {source_kind!r}", f"one of {', '.join(get_args(SourceKind))}")
    if not isinstance(source, str):
        raise InvalidValue(f"source is {source!r:.60}", "a text that says where it comes from")
    if len(source) > _LONGEST_SOURCE:
        raise InvalidValue(f"source has {len(source)} characters", f"at most {_LONGEST_SOURCE}")
    if request_id is not None and not 0 < len(request_id) <= _LONGEST_REQUEST:
        raise InvalidValue(f"request_id has {len(request_id)} characters", f"1 to {_LONGEST_REQUEST}, such as a UUID")
