"""The parts that a loop works with besides the model: what observes, and what watches."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from peek_graph.agent.loop.inbox import Said
from peek_graph.agent.loop.outside import clean
from peek_graph.errors import InvalidValue
from peek_graph.graph.monitoring import LastStep
from peek_graph.records import NoticeInfo, ObserveReport, StatusLanguage
from peek_graph.settings import Settings

if TYPE_CHECKING:
    from llama_index.core.llms import LLM

    from peek_graph.agent.feeding import Feed
    from peek_graph.agent.monitoring import Monitors
    from peek_graph.agent.recording import Recorder
    from peek_graph.agent.updating import Updater
    from peek_graph.context_map import ContextMap


@dataclass(frozen=True, slots=True)
class Parts:
    """The feed and the monitors, either of which may be missing; ``own``: the feed was made here."""

    map: ContextMap
    feed: Feed | None
    monitors: Monitors | None
    language: Literal["auto", "en", "zh"]
    own: bool = False

    def fed(self, said: Said) -> tuple[ObserveReport, ...]:
        """A user said something: the feed takes it, once."""
        if said.fed or self.feed is None:
            return ()
        try:
            reports = self.feed.user_message(said.text)
        except InvalidValue:
            raise  # its spool could not take it
        except Exception:
            said.fed = True  # it waits in the feed, which tries again
            raise
        said.fed = True
        return reports

    def minded(self, said: Said) -> None:
        """Whether it rejects what was done is looked at, once."""
        if self.monitors and not said.minded:
            self.monitors.feedback(said.text)
        said.minded = True

    def resulted(self, tool: str, text: str) -> tuple[ObserveReport, ...]:
        """A tool gave something."""
        return self.feed.tool_result(tool, text) if self.feed else ()

    def told(self, output: str) -> tuple[ObserveReport, ...]:
        """A step has ended with this output."""
        if self.feed is None:
            return ()
        concluded = self.feed.conclusion(output) if output.strip() else ()
        return (*concluded, *self.feed.step_done())

    def phase_ended(self, summary: str) -> tuple[ObserveReport, ...]:
        """A phase has ended with this summary."""
        return self.feed.phase_ended(summary) if self.feed else ()

    def checked(self, output: str) -> tuple[NoticeInfo, ...]:
        """The notices that hold after a step with this output: the next status shows them."""
        if self.monitors is None:
            return ()
        if output.strip():
            self.monitors.check_output(output)
        self.monitors.after_step()
        return tuple(self.map.notices())

    def caught_up(self, last: LastStep | None) -> tuple[ObserveReport, ...]:
        """What a process did not come to after it had written its last step: that is observed and checked now.

        An output of which nothing new came is asked about again: the map does not say that it was.
        """
        if last is None or not last.output.strip():
            return ()
        reports: tuple[ObserveReport, ...] = ()
        waits = self.feed is not None and any(clean(one.text).strip() == last.output for one in self.feed.waiting)
        if self.feed and not last.told and not waits:
            reports = self.feed.conclusion(last.output)
        if self.monitors:
            from peek_graph.agent.monitoring.outputs import TOPIC

            # Said again, a reminder would be a stronger one.
            said = (notice for notice in self.map.notices() if notice.topic.startswith(TOPIC))
            if not any(notice.since > last.first for notice in said):
                self.monitors.check_output(last.output)
            self.monitors.after_step()
        return reports

    def flushed(self) -> tuple[ObserveReport, ...]:
        """What waits is observed."""
        return self.feed.flush() if self.feed else ()

    def close(self) -> None:
        """Let the feed that was made here observe what waits, and end."""
        if self.own and self.feed:
            self.feed.close()


def parts_of(
    map: ContextMap,
    llm: LLM,
    settings: Settings,
    updater: Updater | None,
    monitors: Monitors | None,
    feed: Feed | None,
    language: Literal["auto", "en", "zh"] | None,
    record: Recorder | None,
    observe: bool,
) -> Parts:
    """What was given, and the rest made with the loop's own model and settings."""
    chosen: Literal["auto", "en", "zh"] = language or settings.updater.language
    said: StatusLanguage | None = None if chosen == "auto" else chosen
    made = feed is None and observe
    if made:
        from peek_graph.agent.feeding import Feed as MakesFeed
        from peek_graph.agent.updating import Updater as MakesUpdater

        own = updater or MakesUpdater(map, llm, language=chosen, settings=settings.updater, record=record)
        feed = MakesFeed(own, settings=settings.triggers)
    if monitors is None and observe:
        from peek_graph.agent.monitoring import Monitors as MakesMonitors

        monitors = MakesMonitors(map, settings=settings.monitors, language=said)
    return Parts(map, feed, monitors, chosen, own=made)
