// Elements of a map (the map itself, sub-maps, entries) into new states, under a revision that holds the map's lock.
//
// A node's own properties are its state, with `parent_uid`, `position` and the lists of linked refs among them; relationships
// are written after them. A new state leaves the old one behind as a Version, chained by PREVIOUS and found by its uid.

// name: load_submaps(map_uid)
// mode: read
// Returns: the live sub-maps in their states.
MATCH (s:SubMap {map_uid: $map_uid})
WHERE s.path > ''
RETURN s {.*} AS node
ORDER BY s.path

// name: load_elements(map_uid, refs, keys, hashes)
// mode: read
// What the operations of a batch will look for, in one answer; each by its index. Without times, which the driver takes
// longer to read than all the rest.
// Returns: one row: by_ref (live and archived), by_key and by_hash (live).
RETURN
  COLLECT {
    UNWIND $refs AS ref
    MATCH (e:Entry {map_uid: $map_uid, ref: ref})
    RETURN e {.*, embedding: null, context: null, created_at: null, updated_at: null, live: true}
    UNION ALL
    UNWIND $refs AS ref
    MATCH (a:Archived {map_uid: $map_uid, ref: ref})
    RETURN a {.*, embedding: null, context: null, created_at: null, updated_at: null, live: false} AS e
  } AS by_ref,
  COLLECT {
    UNWIND $keys AS key
    MATCH (e:Entry {map_uid: $map_uid, key: key})
    RETURN e {.*, embedding: null, context: null, created_at: null, updated_at: null, live: true}
  } AS by_key,
  COLLECT {
    UNWIND $hashes AS hash
    MATCH (e:Entry {map_uid: $map_uid, content_hash: hash})
    RETURN e {.*, embedding: null, context: null, created_at: null, updated_at: null, live: true}
  } AS by_hash

// name: load_first(map_uid, parent_uid, kind, limit)
// mode: read
// Returns: the first live entries of a list, in order.
MATCH (e:Entry {map_uid: $map_uid, parent_uid: $parent_uid, kind: $kind})
WHERE e.position > -1.0e308
RETURN e {.*, embedding: null, context: null, created_at: null, updated_at: null, live: true} AS node
ORDER BY e.map_uid, e.parent_uid, e.kind, e.position
LIMIT $limit

// name: load_last(map_uid, parent_uid, kind, limit)
// mode: read
// Returns: the last live entries of a list, the last one first.
MATCH (e:Entry {map_uid: $map_uid, parent_uid: $parent_uid, kind: $kind})
WHERE e.position > -1.0e308
RETURN e {.*, embedding: null, context: null, created_at: null, updated_at: null, live: true} AS node
ORDER BY e.map_uid DESC, e.parent_uid DESC, e.kind DESC, e.position DESC
LIMIT $limit

// name: load_before(map_uid, parent_uid, kind, position, limit)
// mode: read
// Returns: the last live entries of a list up to a position, the last one first.
MATCH (e:Entry {map_uid: $map_uid, parent_uid: $parent_uid, kind: $kind})
WHERE e.position <= $position
RETURN e {.*, embedding: null, context: null, created_at: null, updated_at: null, live: true} AS node
ORDER BY e.map_uid DESC, e.parent_uid DESC, e.kind DESC, e.position DESC
LIMIT $limit

// name: create_entries(map_uid, number, parent_uid, kind, label, relation, at, rows)
// mode: batch
// New entries of one kind and parent: the map, or the sub-map of `parent_uid`. Rows: their own properties. What they share
// comes once: the driver takes longer to pack it with each row than the server to make the row.
// Returns: how many.
MATCH (m:Map {app: 'peek-graph', uid: $map_uid}), (r:Revision {map_uid: $map_uid, number: $number})
OPTIONAL MATCH (p:SubMap {map_uid: $map_uid, uid: $parent_uid})
WITH r, coalesce(p, m) AS parent
UNWIND $rows AS row
CREATE (e:Entry:$($label))
SET e = row, e.map_uid = $map_uid, e.kind = $kind, e.parent_uid = $parent_uid, e.since = $number,
    e.created_at = $at, e.updated_at = $at
CREATE (parent)-[:$($relation) {since: $number}]->(e)
CREATE (r)-[:TOUCHED]->(e)
RETURN count(e) AS count

// name: update_entries(map_uid, number, at, rows)
// mode: batch
// New states of live entries; rows {uid, properties}: those that change, null for those that go.
// Returns: how many.
MATCH (r:Revision {map_uid: $map_uid, number: $number})
UNWIND $rows AS row
MATCH (e:Entry {map_uid: $map_uid, uid: row.uid})
OPTIONAL MATCH (e)-[p:PREVIOUS]->(older)
CREATE (v:Version)
SET v = properties(e), v.until = $number
REMOVE v.embedding, v.context, v.vector_pending, v.vector_error
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
REMOVE e:Entry, e.vector_pending
CREATE (r)-[:TOUCHED]->(e)
RETURN count(e) AS count

// name: restore_entries(map_uid, number, at, rows)
// mode: batch
// The reverse, in a state that may differ. The state that had ended becomes a Version, so the time without one stays known.
// Rows: {uid, properties}.
// Returns: how many.
MATCH (r:Revision {map_uid: $map_uid, number: $number})
UNWIND $rows AS row
MATCH (e:Archived {map_uid: $map_uid, uid: row.uid})
OPTIONAL MATCH (e)-[p:PREVIOUS]->(older)
CREATE (v:Version)
SET v = properties(e)
REMOVE v.embedding, v.context, v.vector_pending, v.vector_error
DELETE p
CREATE (e)-[:PREVIOUS]->(v)
FOREACH (o IN CASE WHEN older IS NULL THEN [] ELSE [older] END | CREATE (v)-[:PREVIOUS]->(o))
SET e += row.properties, e.since = $number, e.updated_at = $at, e:Entry
REMOVE e:Archived, e.until
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
REMOVE s:Entry, s.vector_pending
CREATE (r)-[:TOUCHED]->(s)
RETURN row.uid AS uid, count(s) AS count

// name: restore_sections_of(map_uid, number, at, rows)
// mode: batch
// The sections that went with their document. The embedder may have changed meanwhile, so their vectors are asked for anew.
// Rows: {uid}.
// Returns: uid of the document and how many.
MATCH (r:Revision {map_uid: $map_uid, number: $number})
UNWIND $rows AS row
MATCH (:Document {map_uid: $map_uid, uid: row.uid})-[h:HAS_SECTION]->(s:Archived)
WHERE h.until IS NULL
OPTIONAL MATCH (s)-[p:PREVIOUS]->(older)
CREATE (v:Version)
SET v = properties(s)
REMOVE v.embedding, v.context, v.pointer, v.vector_pending, v.vector_error
DELETE p
CREATE (s)-[:PREVIOUS]->(v)
FOREACH (o IN CASE WHEN older IS NULL THEN [] ELSE [older] END | CREATE (v)-[:PREVIOUS]->(o))
SET s.since = $number, s.updated_at = $at, s.vector_pending = true, s:Entry
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

// name: place_entries(map_uid, number, rows)
// mode: batch
// Ends the old place of an entry and begins the new one. Rows: {uid, parent_uid, relation}.
// Returns: how many.
MATCH (m:Map {app: 'peek-graph', uid: $map_uid})
UNWIND $rows AS row
MATCH (e:Entry {map_uid: $map_uid, uid: row.uid})<-[c:CONTAINS|HAS_CONSTRAINT]-()
WHERE c.until IS NULL
SET c.until = $number
WITH m, row, e, count(c) AS ended
OPTIONAL MATCH (p:SubMap {map_uid: $map_uid, uid: row.parent_uid})
WITH row, e, coalesce(p, m) AS parent
CREATE (parent)-[:$(row.relation) {since: $number}]->(e)
RETURN count(e) AS count

// name: place_submaps(map_uid, number, rows)
// mode: batch
// The same for sub-maps. Rows: {uid, parent_uid, position}.
// Returns: how many.
MATCH (m:Map {app: 'peek-graph', uid: $map_uid})
UNWIND $rows AS row
MATCH (s:SubMap {map_uid: $map_uid, uid: row.uid})<-[h:HAS_SUBMAP]-()
WHERE h.until IS NULL
SET h.until = $number
WITH m, row, s, count(h) AS ended
OPTIONAL MATCH (p:SubMap {map_uid: $map_uid, uid: row.parent_uid})
WITH row, s, coalesce(p, m) AS parent
CREATE (parent)-[:HAS_SUBMAP {position: row.position, since: $number}]->(s)
RETURN count(s) AS count

// name: set_paths(map_uid, rows)
// mode: batch
// The dotted keys from the root, which follow from where a sub-map is. Rows: {uid, path}. First none, then the new ones: two
// that change places would else meet on the way.
// Returns: how many.
UNWIND $rows AS row
MATCH (s:SubMap {map_uid: $map_uid, uid: row.uid})
SET s.path = row.path
RETURN count(s) AS count

// name: end_links(map_uid, number, rows)
// mode: batch
// Rows: {uid, relation, ref}: the live link from that entry to the one of that ref.
// Returns: how many.
UNWIND $rows AS row
MATCH (e:Entry {map_uid: $map_uid, uid: row.uid})-[l:$(row.relation)]->(target)
WHERE l.until IS NULL AND target.ref = row.ref
SET l.until = $number
RETURN count(l) AS count

// name: begin_links(map_uid, number, rows)
// mode: batch
// Links of one entry to others, be they live or archived. Rows: {uid, relation, ref}.
// Returns: how many.
UNWIND $rows AS row
MATCH (e:Entry {map_uid: $map_uid, uid: row.uid})
OPTIONAL MATCH (live:Entry {map_uid: $map_uid, ref: row.ref})
OPTIONAL MATCH (gone:Archived {map_uid: $map_uid, ref: row.ref})
WITH row, e, coalesce(live, gone) AS target
WHERE target IS NOT NULL
CREATE (e)-[:$(row.relation) {since: $number}]->(target)
RETURN count(*) AS count

// name: begin_next(map_uid, number, rows)
// mode: batch
// The order in which actions were done. Each has one next: the one before ends if it was archived. Rows: {from_uid, to_uid}.
// Returns: how many.
UNWIND $rows AS row
MATCH (a:Entry {map_uid: $map_uid, uid: row.from_uid})
MATCH (b:Entry {map_uid: $map_uid, uid: row.to_uid})
CALL (a) {
  MATCH (a)-[n:NEXT]->(gone)
  WHERE n.until IS NULL AND 'Archived' IN labels(gone)
  SET n.until = $number
  RETURN count(n) AS ended
}
CREATE (a)-[:NEXT {since: $number}]->(b)
RETURN count(*) AS count

// name: finish_revision(map_uid, number, revision, counters, map_counts, submap_counts)
// mode: write
// What is known at the end: the revision's verdicts, the last numbers given, and by how much the counts change that a status
// shows. They are kept on the map (`map_counts`, a list of one row), on sub-maps and, as they are then, on the revision.
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
      m.submap_count = coalesce(m.submap_count, 0) + row.submap)
SET r += m {.document_count, .section_count, .constraint_count, .action_count, .todo_count,
            .question_count, .hypothesis_count, .finding_count, .variable_count, .submap_count}
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
