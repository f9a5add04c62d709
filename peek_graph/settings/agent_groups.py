"""The settings of what works with a model: which one, the updater, its triggers, the monitors, the loop."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, SecretStr

from peek_graph.settings.group import Group


class LlmSettings(Group):
    """Which model, on which server that speaks OpenAI's protocol."""

    model: str = Field(default="", description="its name at the server; empty: there is none")
    api_base: str = Field(default="", description="as http://127.0.0.1:11434/v1; empty: OpenAI's own")
    api_key: SecretStr | None = None
    context_window: int = Field(default=8192, ge=1024, description="tokens of prompt and answer together")
    max_tokens: int = Field(default=1024, ge=64, description="of one answer")
    temperature: float = Field(default=0.0, ge=0, le=2)
    timeout: float = Field(default=120.0, gt=0, description="seconds for one answer")
    retries: int = Field(default=2, ge=0, le=20, description="after an answer that did not come, or came broken")
    function_calling: bool = Field(default=False, description="whether the model calls tools by the protocol")
    structured: Literal["auto", "json_schema", "json_object", "tools", "none"] = Field(
        default="auto", description="how answers in JSON are asked for; auto: the first that the server takes"
    )
    reviewer: str = Field(default="", description="the model of the double check; empty: the same")


class UpdaterSettings(Group):
    """How observations become operations. All sizes are tokens."""

    language: Literal["auto", "en", "zh"] = Field(default="auto", description="of the prompts; auto: the map's")
    prompts: str = Field(default="", description="a folder with templates in place of those that come with it")
    prompt_tokens: int = Field(default=4000, ge=1500, description="a whole prompt, whatever map and observation")
    status_tokens: int = Field(default=900, ge=100, description="the status in it")
    related_tokens: int = Field(default=700, ge=0, description="the entries in it that a search finds")
    related: int = Field(default=8, ge=0, le=50, description="entries that are searched for")
    observation_tokens: int = Field(default=1200, ge=100, description="an observation above is split")
    parts: int = Field(default=4, ge=1, description="one that would have more parts becomes a source")
    folder: str = Field(default="observations", description="where those are kept, in the project's folder")
    mode: Literal["strict", "lenient"] = Field(default="strict", description="strict: all of an answer, or nothing")
    double_check: bool = Field(default=False, description="a second call on hypotheses and contradicted findings")


class TriggerSettings(Group):
    """What is observed, and when."""

    user_messages: bool = True
    tool_results_above: int = Field(default=60, ge=0, description="tokens that a tool's result has at least")
    tools: tuple[str, ...] = Field(default=(), description="whose results are observed whatever their size")
    never: tuple[str, ...] = Field(default=(), description="whose results never are")
    phase_end: bool = True
    every: int = Field(default=0, ge=0, description="steps after which what waits is observed; 0: never by that")
    batch_tokens: int = Field(default=300, ge=0, description="smaller observations wait until they have so many")
    trivial_below: int = Field(default=12, ge=0, description="letters and digits; shorter ones say nothing")
    background: bool = Field(default=False, description="observe in a thread, in order")


class MonitorSettings(Group):
    """When a notice is given."""

    failed_in_a_row: int = Field(default=3, ge=2, description="failed actions")
    repeated: int = Field(default=3, ge=2, description="times the same action")
    feedback: bool = Field(default=True, description="a user who says that it is wrong")
    contradicted: bool = Field(default=True, description="a finding against the hypothesis")
    choices: int = Field(default=3, ge=0, le=20, description="snapshots that are named to go back to")
    rollback: Literal["never", "auto"] = Field(default="never", description="auto: to the last snapshot, announced")


class AgentSettings(Group):
    """The loop."""

    name: str = Field(default="agent", min_length=1, description="by which its revisions are signed")
    steps: int = Field(default=20, ge=1, description="of one run")
    calls: int = Field(default=8, ge=1, description="of tools in one step")
    input_tokens: int = Field(default=800, ge=50, description="of the latest input, in a prompt")
    result_tokens: int = Field(default=600, ge=50, description="of a tool's result, in a prompt")
    snapshot_every: int = Field(default=10, ge=0, description="steps between two snapshots; 0: only at a phase's end")
