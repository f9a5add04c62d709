// Elements of a map (the map itself, sub-maps, entries) into new states, under a revision that holds the map's lock.
//
// A node's own properties are its state, with `parent_uid`, `position` and the lists of linked refs among them; relationships
// are written after them. A new state leaves the old one behind as a Version, chained by PREVIOUS and found by its uid.

// name: create_entries(map_uid, number, parent_uid, kind, label, relation, at, rows)
// mode: batch
// New entries of one kind and parent: the map, or the sub-map of `parent_uid`. Rows: their own properties. What they share
// comes once: the driver takes longer to pack it with each row than the server to make the row. All but what is not searched
// asks for its vector.
// Returns: how many.
MATCH (m:Map {app: 'peek-graph', uid: $map_uid}), (r:Revision {map_uid: $map_uid, number: $number})
OPTIONAL MATCH (p:SubMap {map_uid: $map_uid, uid: $parent_uid})
WITH r, coalesce(p, m) AS parent
UNWIND $rows AS row
CREATE (e:Entry:$($label))
SET e = row, e.map_uid = $map_uid, e.kind = $kind, e.parent_uid = $parent_uid, e.since = $number,
    e.created_at = $at, e.updated_at = $at, e.links_pending = true,
    e.vector_pending = CASE WHEN row.unsearched IS NULL THEN true END
CREATE (parent)-[:$($relation) {since: $number}]->(e)
CREATE (r)-[:TOUCHED]->(e)
RETURN count(e) AS count

// name: update_entries(map_uid, number, at, rows)
// mode: batch
// New states of live entries; rows {uid, properties}: those that change, null for those that go. What is derived is among them
// as far as it follows from the state: flags that ask for vector and links anew, and null for the vector that was.
// Returns: how many.
MATCH (r:Revision {map_uid: $map_uid, number: $number})
UNWIND $rows AS row
MATCH (e:Entry {map_uid: $map_uid, uid: row.uid})
OPTIONAL MATCH (e)-[p:PREVIOUS]->(older)
CREATE (v:Version)
SET v = properties(e), v.until = $number
REMOVE v.embedding, v.context, v.vector_pending, v.vector_error, v.links_pending, v.standing, v.unsearched
FOREACH (x IN CASE WHEN e:Document THEN [v] ELSE [] END | REMOVE x.text)
DELETE p
CREATE (e)-[:PREVIOUS]->(v)
FOREACH (o IN CASE WHEN older IS NULL THEN [] ELSE [older] END | CREATE (v)-[:PREVIOUS]->(o))
SET e += row.properties, e.since = $number, e.updated_at = $at
CREATE (r)-[:TOUCHED]->(e)
RETURN count(e) AS count

// name: archive_entries(map_uid, number, rows)
// mode: batch
// Relabels: what is archived leaves every live index and query by itself. Its state ends, and needs no Version for that.
// Rows: {uid}.
// Returns: how many.
MATCH (r:Revision {map_uid: $map_uid, number: $number})
UNWIND $rows AS row
MATCH (e:Entry {map_uid: $map_uid, uid: row.uid})
SET e.until = $number, e:Archived
REMOVE e:Entry, e.vector_pending, e.links_pending
CREATE (r)-[:TOUCHED]->(e)
RETURN count(e) AS count

// name: restore_entries(map_uid, number, at, rows)
// mode: batch
// The reverse, in a state that may differ. The state that had ended becomes a Version, so the time without one stays known.
// Embedder and neighbours may have changed meanwhile, so vector and links are asked for anew. Rows: {uid, properties}.
// Returns: how many.
MATCH (r:Revision {map_uid: $map_uid, number: $number})
UNWIND $rows AS row
MATCH (e:Archived {map_uid: $map_uid, uid: row.uid})
OPTIONAL MATCH (e)-[p:PREVIOUS]->(older)
CREATE (v:Version)
SET v = properties(e)
REMOVE v.embedding, v.context, v.vector_pending, v.vector_error, v.links_pending, v.standing, v.unsearched
FOREACH (x IN CASE WHEN e:Document THEN [v] ELSE [] END | REMOVE x.text)
DELETE p
CREATE (e)-[:PREVIOUS]->(v)
FOREACH (o IN CASE WHEN older IS NULL THEN [] ELSE [older] END | CREATE (v)-[:PREVIOUS]->(o))
SET e += row.properties, e.since = $number, e.updated_at = $at, e:Entry, e.links_pending = true
REMOVE e:Archived, e.until, e.embedding, e.vector_error
SET e.vector_pending = CASE WHEN e.unsearched IS NULL THEN true END
CREATE (r)-[:TOUCHED]->(e)
RETURN count(e) AS count

// name: archive_sections_of(map_uid, number, rows)
// mode: batch
// The live sections of documents that are archived; HAS_SECTION stays open, so they come back with their document.
// Rows: {uid}.
// Returns: uid of the document and how many.
MATCH (r:Revision {map_uid: $map_uid, number: $number})
UNWIND $rows AS row
MATCH (:Document {map_uid: $map_uid, uid: row.uid})-[h:HAS_SECTION]->(s:Entry)
WHERE h.until IS NULL
SET s.until = $number, s:Archived
REMOVE s:Entry, s.vector_pending, s.links_pending
CREATE (r)-[:TOUCHED]->(s)
RETURN row.uid AS uid, count(s) AS count

// name: restore_sections_of(map_uid, number, at, rows)
// mode: batch
// The sections that went with their document. The embedder may have changed meanwhile, so their vectors are asked for anew,
// and so are their links. The document is live again, and where it shall be. Rows: {uid}.
// Returns: uid of the document and how many.
MATCH (r:Revision {map_uid: $map_uid, number: $number})
UNWIND $rows AS row
MATCH (d:Document {map_uid: $map_uid, uid: row.uid})-[h:HAS_SECTION]->(s:Archived)
WHERE h.until IS NULL
OPTIONAL MATCH (s)-[p:PREVIOUS]->(older)
CREATE (v:Version)
SET v = properties(s)
REMOVE v.embedding, v.context, v.pointer, v.vector_pending, v.vector_error, v.links_pending, v.place_uid, v.document_uid
DELETE p
CREATE (s)-[:PREVIOUS]->(v)
FOREACH (o IN CASE WHEN older IS NULL THEN [] ELSE [older] END | CREATE (v)-[:PREVIOUS]->(o))
SET s.since = $number, s.updated_at = $at, s.vector_pending = true, s.links_pending = true, s:Entry,
    s.place_uid = d.parent_uid, s.document_uid = d.uid
REMOVE s:Archived, s.until, s.embedding, s.vector_error
CREATE (r)-[:TOUCHED]->(s)
RETURN row.uid AS uid, count(s) AS count

// name: create_submaps(map_uid, number, rows)
// mode: batch
// New sub-maps, parents before children. Rows: {parent_uid, properties}.
// Returns: how many.
MATCH (m:Map {app: 'peek-graph', uid: $map_uid}), (r:Revision {map_uid: $map_uid, number: $number})
UNWIND $rows AS row
CALL (m, r, row) {
  OPTIONAL MATCH (p:SubMap {map_uid: $map_uid, uid: row.parent_uid})
  WITH r, row, coalesce(p, m) AS parent
  CREATE (s:SubMap)
  SET s = row.properties
  CREATE (parent)-[:HAS_SUBMAP {position: row.properties.position, since: $number}]->(s)
  CREATE (r)-[:TOUCHED]->(s)
  RETURN s
}
RETURN count(s) AS count

// name: update_submaps(map_uid, number, rows)
// mode: batch
// New states of sub-maps; rows {uid, properties, archived}: an archived one loses its `path`, which is what live ones have.
// Returns: how many.
MATCH (r:Revision {map_uid: $map_uid, number: $number})
UNWIND $rows AS row
MATCH (s:SubMap {map_uid: $map_uid, uid: row.uid})
OPTIONAL MATCH (s)-[p:PREVIOUS]->(older)
CREATE (v:Version)
SET v = properties(s), v.until = coalesce(s.until, $number)
REMOVE v.path
DELETE p
CREATE (s)-[:PREVIOUS]->(v)
FOREACH (o IN CASE WHEN older IS NULL THEN [] ELSE [older] END | CREATE (v)-[:PREVIOUS]->(o))
SET s += row.properties, s.since = $number
REMOVE s.until, s:Archived
CREATE (r)-[:TOUCHED]->(s)
RETURN count(s) AS count

// name: archive_submaps(map_uid, number, rows)
// mode: batch
// Takes sub-maps out of the live ones. Rows: {uid}. What is in them is archived by the caller.
// Returns: how many.
MATCH (r:Revision {map_uid: $map_uid, number: $number})
UNWIND $rows AS row
MATCH (s:SubMap {map_uid: $map_uid, uid: row.uid})
SET s.until = $number, s:Archived
REMOVE s.path
CREATE (r)-[:TOUCHED]->(s)
RETURN count(s) AS count

// name: update_map(map_uid, number, properties)
// mode: write
// A new state of the map node itself: goal, current step. Its Version says of which map it is, as all others do.
// Returns: the map's uid.
MATCH (m:Map {app: 'peek-graph', uid: $map_uid}), (r:Revision {map_uid: $map_uid, number: $number})
OPTIONAL MATCH (m)-[p:PREVIOUS]->(older)
CREATE (v:Version {map_uid: m.uid, uid: m.uid, kind: 'map', name: m.name, goal: m.goal, current_step: m.current_step,
        task_id: m.task_id, other_fields: m.other_fields, since: coalesce(m.since, 1), until: $number})
DELETE p
CREATE (m)-[:PREVIOUS]->(v)
FOREACH (o IN CASE WHEN older IS NULL THEN [] ELSE [older] END | CREATE (v)-[:PREVIOUS]->(o))
SET m += $properties, m.since = $number
CREATE (r)-[:TOUCHED]->(m)
RETURN m.uid AS uid

// name: finish_revision(map_uid, number, revision, counters, map_counts, submap_counts)
// mode: write
// What is known at the end: the revision's verdicts, the last numbers given, and by how much the counts change that a status
// shows. They are kept on the map (`map_counts`, a list of one row), on sub-maps and, as they are then, on the revision.
// Also, of what the revision touched, its `standing`: by this a status finds what is wanted most, without going over all that
// was ever done, and by its coming and going the open todos and questions are counted. It says the same as `standing_of`.
// A map that never had a notice has no count of them, by which a status knows it; sub-maps hold none.
// Rows: {uid, and a number for each kind}.
// Returns: the map's uid.
MATCH (m:Map {app: 'peek-graph', uid: $map_uid}), (r:Revision {map_uid: $map_uid, number: $number})
SET m += $counters, r += $revision
FOREACH (row IN $map_counts |
  SET m.document_count = coalesce(m.document_count, 0) + row.document,
      m.section_count = coalesce(m.section_count, 0) + row.section,
      m.constraint_count = coalesce(m.constraint_count, 0) + row.constraint,
      m.action_count = coalesce(m.action_count, 0) + row.action,
      m.todo_count = coalesce(m.todo_count, 0) + row.todo,
      m.question_count = coalesce(m.question_count, 0) + row.question,
      m.hypothesis_count = coalesce(m.hypothesis_count, 0) + row.hypothesis,
      m.finding_count = coalesce(m.finding_count, 0) + row.finding,
      m.variable_count = coalesce(m.variable_count, 0) + row.variable,
      m.submap_count = coalesce(m.submap_count, 0) + row.submap,
      m.notice_count = CASE WHEN row.notice = 0 THEN m.notice_count ELSE coalesce(m.notice_count, 0) + row.notice END)
WITH m, r
CALL (r) {
  MATCH (r)-[:TOUCHED]->(e:Todo|Question|Hypothesis|Finding|Document|Action)
  WITH e, e.standing AS before, CASE
    WHEN e:Archived THEN null
    WHEN e:Todo THEN CASE WHEN e.status IN ['done', 'completed', 'cancelled', 'dropped'] THEN null
                          WHEN e.priority IN range(0, 9) THEN 9 - toInteger(e.priority)
                          WHEN e.priority = 'high' THEN 8 WHEN e.priority = 'low' THEN 2 ELSE 4 END
    WHEN e:Question THEN CASE WHEN e.status IN ['answered', 'dropped'] THEN null ELSE 5 END
    WHEN e:Action THEN CASE WHEN e.outcome = 'failed' THEN 1 END
    WHEN e.stale = true THEN 0
    ELSE 1 + toInteger(floor(10 * coalesce(toFloatOrNull(e.confidence), 0.0))) END AS after
  SET e.standing = after
  WITH e, CASE WHEN after IS NULL THEN 0 ELSE 1 END - CASE WHEN before IS NULL THEN 0 ELSE 1 END AS change
  RETURN sum(CASE WHEN e:Todo THEN change ELSE 0 END) AS todos, sum(CASE WHEN e:Question THEN change ELSE 0 END) AS questions
}
SET m.open_todo_count = coalesce(m.open_todo_count, 0) + todos,
    m.open_question_count = coalesce(m.open_question_count, 0) + questions
SET r += m {.document_count, .section_count, .constraint_count, .action_count, .todo_count,
            .question_count, .hypothesis_count, .finding_count, .variable_count, .submap_count, .notice_count,
            .open_todo_count, .open_question_count}
WITH m
CALL (m) {
  UNWIND $submap_counts AS row
  MATCH (s:SubMap {map_uid: m.uid, uid: row.uid})
  SET s.document_count = coalesce(s.document_count, 0) + row.document,
      s.section_count = coalesce(s.section_count, 0) + row.section,
      s.constraint_count = coalesce(s.constraint_count, 0) + row.constraint,
      s.action_count = coalesce(s.action_count, 0) + row.action,
      s.todo_count = coalesce(s.todo_count, 0) + row.todo,
      s.question_count = coalesce(s.question_count, 0) + row.question,
      s.hypothesis_count = coalesce(s.hypothesis_count, 0) + row.hypothesis,
      s.finding_count = coalesce(s.finding_count, 0) + row.finding,
      s.variable_count = coalesce(s.variable_count, 0) + row.variable,
      s.submap_count = coalesce(s.submap_count, 0) + row.submap
}
RETURN m.uid AS uid
