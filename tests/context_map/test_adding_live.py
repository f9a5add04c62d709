import shutil
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from peek_graph.context_map import ContextMap, adding
from peek_graph.errors import EmbedderMismatch, SubMapNotFound
from peek_graph.graph import indexing
from peek_graph.records import AddReport, ParsedSource, Progress
from peek_graph.settings import EmbeddingSettings, SourceSettings
from tests.context_map.conftest import Project, WordEmbedder

pytestmark = pytest.mark.live

NOTE = "# Solid\n\nFirst words.\n\n## Density\n\nUp to 450 Wh/kg.\n\n## Safety\n\nHard to burn.\n"


def sections(project: Project, opened: ContextMap) -> list[dict[str, object]]:
    return project.rows(
        "MATCH (d:Entry {map_uid: $uid})-[h:HAS_SECTION]->(s:Entry) WHERE h.until IS NULL "
        "RETURN s.ref AS ref, s.text AS text, s.since AS since, s.embedding IS NOT NULL AS vector "
        "ORDER BY d.ref, h.position",
        uid=opened.uid,
    )


def test_a_source_becomes_a_document_with_sections_under_one_revision(project: Project) -> None:
    project.write("notes/solid.md", NOTE)
    opened = project.map()
    report = opened.add(["notes"])
    assert (report.sources.new, report.sections, report.embedded, report.revision) == (1, 3, 3, 2)
    assert [(s["ref"], s["vector"]) for s in sections(project, opened)] == [
        ("D1§0", True),
        ("D1§1", True),
        ("D1§2", True),
    ]
    log = opened.log()
    assert [(r.number, r.source) for r in log] == [(2, "notes/solid.md"), (1, "user")]
    assert all(r.at.tzinfo and r.author and r.reasoning for r in log)
    assert project.rows(
        "MATCH (:Revision {map_uid: $uid, number: 2})-[:TOUCHED]->(n) RETURN count(n) AS n", uid=opened.uid
    ) == [{"n": 4}]


def test_the_same_again_costs_nothing(project: Project) -> None:
    project.write("notes/solid.md", NOTE)
    opened = project.map()
    first = opened.add(["notes"])
    computed = len(project.embedder.texts)
    again = opened.add(["notes"])
    assert (again.sources.unchanged, again.sections, again.embedded, again.revision) == (1, 0, 0, first.revision)
    assert len(project.embedder.texts) == computed


def test_one_changed_paragraph_is_one_vector_and_the_old_text_stays_behind(project: Project) -> None:
    project.write("solid.md", NOTE)
    opened = project.map()
    opened.add(["solid.md"])
    project.embedder.batches.clear()
    project.write("solid.md", NOTE.replace("450", "500"))
    report = opened.add(["solid.md"])
    assert (report.sources.changed, report.sections, report.embedded) == (1, 1, 1)
    assert len(project.embedder.texts) == 1
    assert [(s["ref"], s["since"]) for s in sections(project, opened)] == [("D1§0", 2), ("D1§1", 3), ("D1§2", 2)]
    versions = project.rows(
        "MATCH (s:Entry {map_uid: $uid, ref: 'D1§1'})-[:PREVIOUS]->(v:Version) "
        "RETURN v.text AS text, v.since AS since, v.until AS until, v.embedding AS vector",
        uid=opened.uid,
    )
    assert versions == [{"text": "Up to 450 Wh/kg.", "since": 2, "until": 3, "vector": None}]


def test_what_left_the_source_leaves_every_search_and_stays_in_the_graph(
    project: Project, refs_of: Callable[[ContextMap, str], list[str]]
) -> None:
    project.write("solid.md", NOTE)
    opened = project.map()
    opened.add(["solid.md"])
    assert "D1§2" in refs_of(opened, "hard to burn")
    project.write("solid.md", NOTE[: NOTE.index("## Safety")])
    opened.add(["solid.md"])
    assert "D1§2" not in refs_of(opened, "hard to burn")
    assert project.rows(
        "MATCH (s:Archived:Section {map_uid: $uid}) RETURN s.ref AS ref, s.text AS text, s.until AS until",
        uid=opened.uid,
    ) == [{"ref": "D1§2", "text": "Hard to burn.", "until": 3}]
    assert opened.read("D1§2").state == "changed"


def test_counts_are_those_of_the_graph(project: Project) -> None:
    project.write("a/one.md", NOTE)
    project.write("a/two.md", NOTE + "\n## More\n\nMore words.\n")
    opened = project.map()
    opened.add_submap("market")
    opened.add(["a/one.md"], submap="market")
    opened.add(["a/two.md"])
    project.write("a/one.md", "# Solid\n\nFirst words.\n")
    opened.add(["a"])
    (market,) = opened.submaps()
    assert (market.documents, market.sections) == (1, 1)
    row = opened._handle.row()
    assert (row.documents, row.sections) == (2, len(sections(project, opened))) == (2, 5)


def test_a_moved_file_keeps_its_document(project: Project) -> None:
    path = project.write("old name.md", NOTE)
    opened = project.map()
    opened.add([path])
    path.rename(project.folder / "新.md")
    report = opened.add(["."])
    assert (report.sources.moved, report.sources.new, report.embedded) == (1, 0, 0)
    reading = opened.read("D1§1")
    assert (reading.state, reading.pointer.split("#")[0]) == ("verified", "新.md")


def test_a_copy_is_a_document_of_its_own(project: Project) -> None:
    project.write("one.md", NOTE)
    opened = project.map()
    opened.add(["one.md"])
    project.write("two.md", NOTE)
    assert opened.add(["two.md"]).sources.new == 1


def test_refused_sources_are_named_and_all_others_added(project: Project) -> None:
    project.write("good.md", NOTE)
    project.write("empty.md", "")
    project.write("noise.bin", bytes(range(256)) * 50)
    (project.folder / "out.md").symlink_to("/etc/hostname")
    opened = project.map()
    report = opened.add([".", "missing.md"])
    assert report.sources.new == 1
    assert {Path(r.path).name: r.error for r in report.refused} == {
        "empty.md": "SourceEmpty",
        "noise.bin": "SourceBinary",
        "out.md": "SourceOutsideRoots",
        "missing.md": "SourceNotFound",
    }
    assert report.sources.refused == 4
    assert all(r.reason and r.hint for r in report.refused)


def test_an_unknown_submap_is_refused_before_anything_is_read(project: Project) -> None:
    project.write("good.md", NOTE)
    opened = project.map()
    with pytest.raises(SubMapNotFound, match="nowhere"):
        opened.add(["."], submap="nowhere")
    assert opened._handle.row().revision == 1


def test_an_embedder_that_is_down_costs_the_vectors_only_and_the_next_call_brings_them(project: Project) -> None:
    project.write("solid.md", NOTE)
    opened = project.map()
    project.embedder.down = True
    report = opened.add(["."])
    assert (report.sources.new, report.embedded) == (1, 0)
    assert "nobody answers" in report.missing["vector"]
    result = opened.search("hard to burn")
    assert result.hits[0].ref == "D1§2"
    assert "vector" in result.missing
    project.embedder.down = False
    report = opened.add(["."])
    assert (report.sources.unchanged, report.embedded, report.missing) == (1, 3, {})
    assert "vector" in opened.search("hard to burn").hits[0].legs


def test_another_embedder_is_refused_with_both_names_and_dimensions(project: Project) -> None:
    project.write("solid.md", NOTE)
    opened = project.map()
    opened.add(["."])
    project.write("other.md", NOTE)
    with ContextMap.open(opened.name, settings=project.settings, embedder=WordEmbedder("other", 32)) as other:
        with pytest.raises(EmbedderMismatch) as caught:
            other.add(["."])
        assert all(word in caught.value.message for word in ("words", "64", "other", "32"))
        assert "words" in other.search("burn").missing["vector"]
        report = other.reindex(embeddings=True)
        assert report.embedded > 0
        assert "vector" in other.search("burn").hits[0].legs


def test_without_a_model_there_is_full_text_and_it_is_said(project: Project) -> None:
    project.write("solid.md", NOTE)
    settings = project.settings.model_copy(update={"embedding": EmbeddingSettings(model="none")})
    opened = project.map(settings=settings, embedder=None)
    report = opened.add(["."])
    assert "none" in report.missing["vector"]
    assert opened.search("burn").hits[0].legs == ("text",)


def test_a_bad_vector_never_reaches_the_index_silently(project: Project) -> None:
    project.write("solid.md", NOTE)
    normal = project.embedder.vector
    project.embedder._answer = lambda text: normal(text) * 0 if "burn" in text else normal(text)
    opened = project.map()
    report = opened.add(["."])
    assert report.embedded == 2
    assert "1 entries" in report.missing["vector"]
    (row,) = project.rows(
        "MATCH (s:Entry {map_uid: $uid, ref: 'D1§2'}) RETURN s.embedding AS vector, s.vector_error AS error",
        uid=opened.uid,
    )
    assert row["vector"] is None
    assert row["error"]
    assert opened.search("hard to burn").hits[0].ref == "D1§2"


def test_an_interrupt_loses_at_most_the_source_in_hand(project: Project) -> None:
    for number in range(6):
        project.write(f"n{number}.md", NOTE.replace("Solid", f"Solid {number}"))
    opened = project.map()

    def interrupt(step: Progress) -> None:
        if step.stage == "read" and step.done == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        opened.add(["."], progress=interrupt)
    assert opened._handle.row().documents == 3
    report = opened.add(["."])
    assert (report.sources.new, report.sources.unchanged, report.embedded) == (3, 3, 18)


def test_two_at_once_on_one_folder_make_each_document_once(project: Project) -> None:
    for number in range(8):
        project.write(f"n{number}.md", NOTE.replace("Solid", f"Solid {number}"))
    opened = project.map()
    errors: list[BaseException] = []

    def add() -> None:
        try:
            with ContextMap.open(opened.name, settings=project.settings, embedder=WordEmbedder()) as mine:
                mine.add(["."])
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=add) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors
    rows = project.rows(
        "MATCH (d:Document {map_uid: $uid}) RETURN count(d) AS n, count(DISTINCT d.source_uri) AS uris, "
        "count(DISTINCT d.ref) AS refs, count(DISTINCT d.key) AS keys",
        uid=opened.uid,
    )
    assert rows == [{"n": 8, "uris": 8, "refs": 8, "keys": 8}]
    numbers = [r.number for r in opened.log(100)]
    assert numbers == list(range(len(numbers), 0, -1))
    assert len(numbers) == 9


def test_reindex_reads_again_whatever_the_hash_says(project: Project) -> None:
    project.write("solid.md", NOTE)
    opened = project.map()
    opened.add(["."])
    project.rows(
        "MATCH (s:Entry {map_uid: $uid, ref: 'D1§1'}) SET s.text = 'spoilt', s.text_hash = 'x'", uid=opened.uid
    )
    assert opened.add(["."]).sources.unchanged == 1
    assert opened.reindex(["solid.md"]).sources.changed == 1
    assert [s["text"] for s in sections(project, opened)][1] == "Up to 450 Wh/kg."
    whole = opened.reindex()
    assert (whole.sources.unchanged, whole.sections, whole.embedded) == (1, 0, 0)


def test_a_source_that_is_gone_is_said(project: Project) -> None:
    path = project.write("solid.md", NOTE)
    opened = project.map()
    opened.add(["."])
    path.unlink()
    report = opened.reindex()
    assert (report.sources.gone, report.sources.refused) == (1, 0)
    assert (report.gone, report.refused) == (("solid.md",), ())
    assert opened.read("D1§1").state == "gone"
    assert opened.search("hard to burn").hits[0].flags == ("stale",)
    assert "(stale)" in opened.status().text
    revision = report.revision
    again = opened.add(["solid.md"])
    assert (again.sources.gone, again.sources.refused, again.revision) == (1, 0, revision)
    project.write("solid.md", NOTE)
    back = opened.add(["."])
    assert (back.sources.changed, back.embedded) == (1, 0)
    assert opened.search("hard to burn").hits[0].flags == ()


def test_files_of_one_name_get_keys_of_their_own(project: Project) -> None:
    for name in ("index.md", "a/index.md", "b/a/index.md", "c/a/index.md"):
        project.write(name, f"# Index\n\nText of {name}.\n")
    opened = project.map()
    opened.add(["."])
    rows = project.rows("MATCH (d:Document {map_uid: $uid}) RETURN d.source_uri AS uri, d.key AS key", uid=opened.uid)
    assert {row["uri"]: row["key"] for row in rows} == {
        "a/index.md": "index",
        "b/a/index.md": "a_index",
        "c/a/index.md": "index_d3",
        "index.md": "index_index",
    }


def test_many_at_once_after_a_rename_move_each_document_once(project: Project) -> None:
    for number in range(10):
        project.write(f"old/n{number}.md", NOTE.replace("Solid", f"Solid {number}"))
    opened = project.map()
    opened.add(["old"])
    (project.folder / "old").rename(project.folder / "new")
    adders = [ContextMap.open(opened.name, settings=project.settings, embedder=WordEmbedder()) for _ in range(4)]
    reports: list[AddReport] = []
    threads = [threading.Thread(target=lambda a=a: reports.append(a.add(["new"]))) for a in adders]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for adder in adders:
        adder.close()
    rows = project.rows(
        "MATCH (d:Entry:Document {map_uid: $uid}) RETURN count(d) AS n, count(DISTINCT d.source_uri) AS uris",
        uid=opened.uid,
    )
    assert rows == [{"n": 10, "uris": 10}]
    assert sum(report.sources.moved for report in reports) == 10
    assert sum(report.sources.new for report in reports) == 0


def test_lines_added_above_cost_places_and_no_versions(project: Project) -> None:
    project.write("solid.md", NOTE)
    opened = project.map()
    opened.add(["."])
    project.write("solid.md", NOTE.replace("# Solid\n", "# Solid\n\n\n\n"))
    report = opened.add(["."])
    assert (report.sources.changed, report.sections, report.embedded) == (1, 0, 0)
    assert project.rows("MATCH (v:Version {map_uid: $uid, kind: 'section'}) RETURN count(v) AS n", uid=opened.uid) == [
        {"n": 0}
    ]
    assert opened.read("D1§1").state == "verified"


def test_what_was_made_for_another_title_or_embedder_is_dropped(project: Project) -> None:
    project.write("solid.md", NOTE)
    opened = project.map()
    opened.add(["."])
    handle = opened._handle
    handle.db.transact(lambda tx: indexing.mark_all_pending(tx, opened.uid))
    waiting = indexing.pending_entries(handle.db, opened.uid, 10)
    project.rows("MATCH (s:Entry {map_uid: $uid, ref: 'D1§1'}) SET s.title = 'Another'", uid=opened.uid)
    vectors = [project.embedder.vector(section.text) for section in waiting]
    assert opened._vectors._store("words", waiting, vectors, {}) == 2
    assert indexing.pending_entries(handle.db, opened.uid, 10)[0].title == "Another"
    handle.db.transact(lambda tx: indexing.replace_embedder(tx, opened.uid, "other", 64))
    handle.db.transact(lambda tx: indexing.mark_all_pending(tx, opened.uid))
    assert opened._vectors._store("words", waiting, vectors, {}) == 0


def test_a_server_that_refuses_one_source_gets_all_the_others(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    project.write("a.md", NOTE)
    project.write("b.md", "# Half\n\nA half.\n")
    project.write("c.md", NOTE.replace("Solid", "Third"))
    whole = adding.read_source

    def spoilt(path: Path, uri: str, settings: SourceSettings) -> ParsedSource:
        source = whole(path, uri, settings)
        return replace(source, summary="half of a pair \ud800") if uri == "b.md" else source

    monkeypatch.setattr(adding, "read_source", spoilt)
    opened = project.map()
    report = opened.add(["."])
    assert (report.sources.new, report.sources.refused, report.embedded) == (2, 1, 6)
    assert [(r.path, r.error) for r in report.refused] == [("b.md", "InvalidValue")]


def test_documents_that_are_elsewhere_are_not_moved_and_it_is_said(project: Project) -> None:
    project.write("solid.md", NOTE)
    opened = project.map()
    opened.add_submap("market")
    opened.add(["."])
    report = opened.add(["."], submap="market")
    assert report.sources.unchanged == 1
    assert "1 documents" in report.missing["submap"]


def test_one_path_is_one_path(project: Project) -> None:
    project.write("notes/solid.md", NOTE)
    project.write("other.md", NOTE)
    opened = project.map()
    assert opened.add("notes").sources.new == 1
    assert opened.reindex(Path("notes/solid.md")).sources.unchanged == 1


def test_a_node_that_a_person_spoilt_costs_itself_only(project: Project) -> None:
    project.write("solid.md", NOTE)
    opened = project.map()
    opened.add(["."])
    for name in ("title", "summary", "key_points", "stale", "confidence", "section_count", "media_type", "mtime"):
        project.rows(f"MATCH (d:Entry:Document {{map_uid: $uid}}) REMOVE d.{name}", uid=opened.uid)
        assert opened.status().text
        assert opened.read("D1").text
    for name in ("heading_path", "title", "text", "context", "confidence", "kind", "text_hash"):
        project.rows(f"MATCH (s:Entry:Section {{map_uid: $uid, ref: 'D1§1'}}) REMOVE s.{name}", uid=opened.uid)
        assert opened.search("burn").hits
        assert opened.read("D1").text
    project.write("solid.md", NOTE.replace("450", "500"))
    assert opened.add(["."]).sources.changed == 1
    assert opened.search("500").hits[0].text == "Up to 500 Wh/kg."


def test_files_that_left_a_folder_are_gone_and_others_come_before_them(project: Project) -> None:
    for number in range(4):
        project.write(f"papers/n{number}.md", NOTE.replace("Solid", f"Solid {number}"))
    project.write("papers-of-others/x.md", NOTE)
    opened = project.map()
    opened.add(["."])
    (project.folder / "papers/n1.md").unlink()
    (project.folder / "papers/n2.md").unlink()
    report = opened.add(["papers"])
    assert (report.gone, report.sources.unchanged, report.refused) == (("papers/n1.md", "papers/n2.md"), 2, ())
    # Marking them was the newest change; the live ones are chosen first all the same.
    small = opened.status(110).text
    assert "Solid 3" in small
    assert "Solid 1" not in small
    assert "(stale)" in opened.status(2000).text
    again = opened.add(["papers"])
    assert (again.gone, again.revision) == (report.gone, report.revision)
    shutil.rmtree(project.folder / "papers")
    assert len(opened.add(["papers"]).gone) == 4
    assert opened.add(["nothing/of/that/name"]).sources.refused == 1


def test_a_map_finds_its_sources_from_any_folder(
    project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project.write("solid.md", NOTE)
    opened = project.map()
    opened.add(["."])
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "peek-graph.toml").write_text('[map]\nname = "another"\n')
    (elsewhere / "solid.md").write_text("# Another\n\nOther words.\n")
    monkeypatch.chdir(elsewhere)
    settings = project.settings.model_copy(update={"start": elsewhere, "project_file": elsewhere / "peek-graph.toml"})
    with ContextMap.open(opened.name, settings=settings, embedder=WordEmbedder()) as again:
        assert again.read("D1§1").state == "verified"
        assert again.reindex().sources.unchanged == 1
        assert [r.error for r in again.add(["solid.md"]).refused] == ["SourceOutsideRoots"]
    (elsewhere / "peek-graph.toml").write_text(f'[map]\nname = "{opened.name}"\n')
    with ContextMap.open(opened.name, settings=settings, embedder=WordEmbedder()) as moved:
        assert moved.read("D1§1").state == "changed"
    (elsewhere / "peek-graph.toml").unlink()
    shutil.rmtree(project.folder)
    with ContextMap.open(opened.name, settings=settings, embedder=WordEmbedder()) as lost:
        assert lost.read("D1§1").state == "unreachable"
        assert lost.reindex().sources.gone == 0
    project.folder.mkdir()
