import json
from pathlib import Path

import pytest

from peek_graph.errors import SettingsError
from peek_graph.settings import (
    Connection,
    connection_file,
    find_project_file,
    instance_dir,
    load_settings,
    resolve_connection,
)


@pytest.fixture(autouse=True)
def _no_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("URI", "USER", "PASSWORD", "DATABASE", "INSTANCE"):
        monkeypatch.delenv(f"PEEK_GRAPH_{name}", raising=False)
    monkeypatch.setenv("PEEK_GRAPH_HOME", str(tmp_path / "home"))


def project(folder: Path, text: str) -> Path:
    (folder / "peek-graph.toml").write_text(text, encoding="utf-8")
    return folder


def test_explicit_goes_before_environment_before_file_before_default(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project(tmp_path, '[status]\nbudget = 500\n[embedding]\nmodel = "none"\n[map]\nname = "电池"\n')
    monkeypatch.setenv("PEEK_GRAPH_STATUS__BUDGET", "600")
    settings = load_settings(tmp_path, database="explicit")
    assert (settings.status.budget, settings.embedding.model, settings.map.name) == (600, "none", "电池")
    assert (settings.database, settings.embedding.batch_size) == ("explicit", 32)


def test_the_nearest_project_file_upwards_counts(tmp_path: Path) -> None:
    deep = tmp_path / "a" / "b"
    deep.mkdir(parents=True)
    project(tmp_path, "")
    assert find_project_file(deep) == tmp_path / "peek-graph.toml"
    assert load_settings(deep).project_dir == tmp_path
    (tmp_path / "peek-graph.toml").unlink()
    assert load_settings(deep).project_dir == deep
    assert load_settings().project_dir == Path.cwd()


def test_a_wrong_variable_is_not_blamed_on_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project(tmp_path, "")
    monkeypatch.setenv("PEEK_GRAPH_MAP", "battery")
    with pytest.raises(SettingsError, match="environment variable") as caught:
        load_settings(tmp_path)
    assert "PEEK_GRAPH_MAP__NAME" in str(caught.value.hint)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[status]\nbudget = -1\n", "status.budget"),
        ("[nonsense]\nx = 1\n", "nonsense"),
        ("[map\n", "cannot be used"),
        ('uri = "bolt://evil.example:7687"\n', "PEEK_GRAPH_URI"),
        ('password = "x"\n', "PEEK_GRAPH_PASSWORD"),
        ('[server]\njava_home = "/tmp/evil"\n', "java_home"),
        ("[embedding]\nbatch_size = 'many'\n", "embedding.batch_size"),
        ('[llm]\napi_base = "http://evil.example/v1"\n', "PEEK_GRAPH_LLM__API_BASE"),
        ('[llm]\napi_key = "x"\n', "PEEK_GRAPH_LLM__API_KEY"),
    ],
)
def test_a_wrong_file_says_what_and_where(tmp_path: Path, text: str, said: str) -> None:
    project(tmp_path, text)
    with pytest.raises(SettingsError) as caught:
        load_settings(tmp_path)
    assert said in caught.value.message
    assert caught.value.hint


def test_a_user_without_a_password_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="without a password"):
        resolve_connection(load_settings(tmp_path, uri="bolt://127.0.0.1:1", user="neo4j"))
    with pytest.raises(SettingsError, match="without a server"):
        resolve_connection(load_settings(tmp_path, user="ann", password="secret-word"))
    with pytest.raises(SettingsError, match="no password"):
        resolve_connection(load_settings(tmp_path, uri="bolt://127.0.0.1:1"))


def test_an_empty_variable_is_unset(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project(tmp_path, '[map]\nname = "battery"\n')
    for name in ("URI", "PASSWORD", "INSTANCE", "MAP__NAME", "SEARCH__CANDIDATES", "MAP"):
        monkeypatch.setenv(f"PEEK_GRAPH_{name}", "")
    settings = load_settings(tmp_path)
    assert (settings.uri, settings.password, settings.instance) == (None, None, "default")
    assert (settings.map.name, settings.search.candidates) == ("battery", 50)


@pytest.mark.parametrize("uri", ["nonsense", "http://127.0.0.1:7474", "bolt://", "127.0.0.1:7687", "bolt://h:port"])
def test_a_wrong_address_is_said_before_a_password_is_asked_for(tmp_path: Path, uri: str) -> None:
    with pytest.raises(SettingsError) as caught:
        resolve_connection(load_settings(tmp_path, uri=uri))
    assert repr(uri) in caught.value.message
    assert "bolt://" in str(caught.value.hint)


def test_a_password_in_the_address_is_refused_and_not_repeated(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="holds a user or password") as caught:
        resolve_connection(load_settings(tmp_path, uri="bolt://neo4j:secret-word@127.0.0.1"))
    assert "secret-word" not in f"{caught.value.message} {caught.value.hint}"


def test_without_a_uri_the_local_instance_is_used(tmp_path: Path) -> None:
    settings = load_settings(tmp_path, instance="work")
    with pytest.raises(SettingsError, match="no local instance 'work'"):
        resolve_connection(settings)
    file = connection_file("work")
    file.parent.mkdir(parents=True)
    file.write_text(json.dumps({"uri": "bolt://127.0.0.1:7687", "user": "neo4j", "password": "secret-word"}))
    assert resolve_connection(settings) == Connection("bolt://127.0.0.1:7687", "neo4j", "secret-word")
    file.write_text("{")
    with pytest.raises(SettingsError, match="cannot be read"):
        resolve_connection(settings)


def test_a_password_is_in_no_representation(tmp_path: Path) -> None:
    settings = load_settings(tmp_path, uri="bolt://127.0.0.1:1", password="secret-word")
    assert "secret-word" not in repr(settings)
    assert "secret-word" not in repr(resolve_connection(settings))


@pytest.mark.parametrize("name", ["", "../x", "a/b", "a b", "电", "a\n"])
def test_an_instance_name_is_no_path(name: str) -> None:
    with pytest.raises(SettingsError, match="instance name"):
        instance_dir(name)
