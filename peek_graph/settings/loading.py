"""Settings: explicit arguments, then environment (``PEEK_GRAPH_…``), then ``peek-graph.toml``, then defaults."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from pydantic import Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict, TomlConfigSettingsSource
from pydantic_settings import SettingsError as WrongVariable

from peek_graph.errors import SettingsError
from peek_graph.settings.agent_groups import (
    AgentSettings,
    LlmSettings,
    MonitorSettings,
    TriggerSettings,
    UpdaterSettings,
)
from peek_graph.settings.folders import DEFAULT_INSTANCE
from peek_graph.settings.groups import (
    ArchiveSettings,
    ConfidenceSettings,
    EmbeddingSettings,
    MapSettings,
    ProtectionSettings,
    QuerySettings,
    SearchSettings,
    ServerSettings,
    SourceSettings,
    StatusSettings,
    WriteSettings,
)

PROJECT_FILE = "peek-graph.toml"


class _ProjectFile(TomlConfigSettingsSource):
    """``peek-graph.toml``, which may come with somebody else's folder.

    So it names no program to run, and no server that a password or key from the environment would be sent to.
    """

    def __call__(self) -> dict[str, Any]:
        values = super().__call__()
        if "java_home" in values.get("server", {}):
            raise ValueError("server.java_home names a program, so it is taken from PEEK_GRAPH_SERVER__JAVA_HOME only")
        if taken := [key for key in ("uri", "user", "password") if key in values]:
            raise ValueError(
                f"{taken[0]} is not taken from a project file, but from options or PEEK_GRAPH_{taken[0].upper()}"
            )
        if secret := [key for key in ("api_base", "api_key") if key in values.get("llm", {})]:
            raise ValueError(
                f"llm.{secret[0]} is not taken from a project file, but from PEEK_GRAPH_LLM__{secret[0].upper()}"
            )
        return values


class Settings(BaseSettings):
    """All settings of one project. Connection values at the top, the rest in groups."""

    model_config = SettingsConfigDict(
        env_prefix="PEEK_GRAPH_",
        env_nested_delimiter="__",
        env_ignore_empty=True,  # an empty variable is how many tools unset one
        extra="forbid",
        frozen=True,
        nested_model_default_partial_update=True,
    )

    uri: str | None = None
    user: str | None = None
    password: SecretStr | None = None
    database: str | None = None
    instance: str = DEFAULT_INSTANCE
    map: MapSettings = MapSettings()
    sources: SourceSettings = SourceSettings()
    embedding: EmbeddingSettings = EmbeddingSettings()
    search: SearchSettings = SearchSettings()
    status: StatusSettings = StatusSettings()
    query: QuerySettings = QuerySettings()
    write: WriteSettings = WriteSettings()
    confidence: ConfidenceSettings = ConfidenceSettings()
    protection: ProtectionSettings = ProtectionSettings()
    archive: ArchiveSettings = ArchiveSettings()
    llm: LlmSettings = LlmSettings()
    updater: UpdaterSettings = UpdaterSettings()
    triggers: TriggerSettings = TriggerSettings()
    monitors: MonitorSettings = MonitorSettings()
    agent: AgentSettings = AgentSettings()
    server: ServerSettings = ServerSettings()
    project_file: Path | None = None
    start: Path | None = Field(default=None, description="the project's folder while it has no file")

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Explicit, then environment, then the project file. No dotenv: a stray .env must not choose a database."""
        file = init_settings().get("project_file")
        return (init_settings, env_settings, *([_ProjectFile(settings_cls, file)] if file else []))

    @property
    def project_dir(self) -> Path:
        """The folder that relative source paths start from."""
        return self.project_file.parent if self.project_file else self.start or Path.cwd()


def find_project_file(start: Path | None = None) -> Path | None:
    """The nearest ``peek-graph.toml`` from ``start`` (default: the working folder) upwards."""
    folder = (start or Path.cwd()).resolve()
    for place in (folder, *folder.parents):
        if (place / PROJECT_FILE).is_file():
            return place / PROJECT_FILE
    return None


def map_named_in(file: Path) -> str | None:
    """The map that a project file names; None for a file that is not there, cannot be read, or names none."""
    try:
        named = tomllib.loads(file.read_text(encoding="utf-8")).get("map", {}).get("name")
    except (OSError, ValueError, AttributeError):
        return None
    return named if isinstance(named, str) else None


def load_settings(start: Path | None = None, **overrides: Any) -> Settings:
    """Settings for the project at ``start``; overrides that are None do not count."""
    file = find_project_file(start)
    given = {key: value for key, value in overrides.items() if value is not None}
    try:
        return Settings(project_file=file, start=start, **given)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise SettingsError(
            f"setting {where!r} is {str(first.get('input'))[:80]!r}: {first['msg']}",
            f"correct it in {f'{file} or ' if file else ''}the environment (PEEK_GRAPH_…)",
        ) from error
    except WrongVariable as error:
        raise SettingsError(
            f"an environment variable is wrong: {error}", "a setting in a group is set as PEEK_GRAPH_MAP__NAME=battery"
        ) from error
    except ValueError as error:
        raise SettingsError(f"{file} cannot be used: {error}", "correct the file") from error
