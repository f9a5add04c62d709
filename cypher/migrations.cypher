// Moves maps of older schemas on. A step may have been run before, wholly or in part, and by another process meanwhile.

// name: place_submaps_of_old()
// mode: write
// Maps of schema 1 knew a sub-map's parent by the relationship alone. Takes the locks of the maps concerned, and looks again
// under them: of two processes that do this at the same time, the second must not count once more.
// Returns: how many.
MATCH (m:Map {app: 'peek-graph'})
WHERE m.name > '' AND EXISTS { MATCH (m)-[:HAS_SUBMAP*1..]->(x) WHERE x.parent_uid IS NULL }
SET m.changed_at = datetime()
WITH m
MATCH (m)-[:HAS_SUBMAP*0..]->(parent)-[h:HAS_SUBMAP]->(s)
WHERE s.parent_uid IS NULL
SET s.parent_uid = parent.uid, s.position = toFloat(h.position), m.last_submap = coalesce(m.last_submap, 0) + 1,
    m.submap_count = coalesce(m.submap_count, 0) + 1
FOREACH (above IN CASE WHEN parent:SubMap THEN [parent] ELSE [] END |
  SET above.submap_count = coalesce(above.submap_count, 0) + 1)
RETURN count(s) AS count

// name: place_entries_of_old()
// mode: write
// The same for documents and constraints.
// Returns: how many.
MATCH (m:Map {app: 'peek-graph'})
WHERE m.name > '' AND EXISTS {
  MATCH (m)-[:HAS_SUBMAP*0..]->()-[:CONTAINS|HAS_CONSTRAINT]->(x) WHERE x.parent_uid IS NULL }
SET m.changed_at = datetime()
WITH m
MATCH (m)-[:HAS_SUBMAP*0..]->(parent)
WITH m, collect(parent) AS parents
UNWIND parents AS parent
MATCH (parent)-[:CONTAINS|HAS_CONSTRAINT]->(e)
WHERE e.parent_uid IS NULL
SET e.parent_uid = parent.uid, e.position = toFloat(substring(e.ref, 1)),
    m.constraint_count = coalesce(m.constraint_count, 0) + CASE WHEN e:Constraint THEN 1 ELSE 0 END
RETURN count(e) AS count

// name: constraints_of_old()
// mode: read
// Returns: map_uid, uid and text of constraints that have no hash of it: those of schema 1.
MATCH (m:Map {app: 'peek-graph'})
WHERE m.name > ''
MATCH (m)-[:HAS_CONSTRAINT]->(c)
WHERE c.content_hash IS NULL
RETURN DISTINCT c.map_uid AS map_uid, c.uid AS uid, c.text AS text

// name: hash_constraints(rows)
// mode: batch
// Rows: {map_uid, uid, content_hash}.
// Returns: how many.
UNWIND $rows AS row
OPTIONAL MATCH (e:Entry {map_uid: row.map_uid, uid: row.uid})
OPTIONAL MATCH (a:Archived {map_uid: row.map_uid, uid: row.uid})
WITH row, coalesce(e, a) AS c
WHERE c IS NOT NULL
SET c.content_hash = row.content_hash
RETURN count(c) AS count

// name: list_maps()
// mode: read
// Returns: uid of every map.
MATCH (m:Map {app: 'peek-graph'})
WHERE m.name > ''
RETURN m.uid AS map_uid
ORDER BY m.uid

// name: page_of_documents(map_uid, uid, limit)
// mode: read
// Returns: documents of a map after the one of that uid, live or archived, with what their own words are made from.
MATCH (d:Document {map_uid: $map_uid})
WHERE d.uid > $uid
RETURN d.uid AS uid, d.since AS since, d {.title, .summary, .key_points, .interpretation, .written, .source_uri,
       .other_fields} AS properties
ORDER BY d.map_uid, d.uid
LIMIT $limit

// name: set_words(map_uid, rows)
// mode: batch
// For documents that are in the state still for which the words were made. Rows: {uid, since, text, unsearched}.
// Returns: how many.
UNWIND $rows AS row
MATCH (d:Document {map_uid: $map_uid, uid: row.uid})
WHERE d.since = row.since
SET d.text = row.text, d.unsearched = row.unsearched
RETURN count(d) AS count

// name: page_of_entries(map_uid, uid, limit)
// mode: write
// Of entries after the one of that uid: where a section is, which schema 2 knew by relationships alone, and the flags that ask
// for what is derived. What an entry has is left as it is, so that doing it twice does no harm.
// Returns: one row: the last uid, null if there was none.
MATCH (e:Entry {map_uid: $map_uid})
WHERE e.uid > $uid
WITH e
ORDER BY e.map_uid, e.uid
LIMIT $limit
OPTIONAL MATCH (e)<-[h:HAS_SECTION]-(d:Document)
WHERE h.until IS NULL
WITH e, head(collect(d)) AS d
SET e.document_uid = CASE WHEN e:Section THEN d.uid END, e.place_uid = CASE WHEN e:Section THEN d.parent_uid END,
    e.links_pending = true,
    e.vector_pending = CASE WHEN e.vector_pending OR (e.embedding IS NULL AND e.vector_error IS NULL
                                                      AND e.unsearched IS NULL) THEN true END,
    e.standing = CASE
      WHEN e:Todo THEN CASE WHEN e.status IN ['done', 'completed', 'cancelled', 'dropped'] THEN null
                            WHEN e.priority IN range(0, 9) THEN 9 - toInteger(e.priority)
                            WHEN e.priority = 'high' THEN 8 WHEN e.priority = 'low' THEN 2 ELSE 4 END
      WHEN e:Question THEN CASE WHEN e.status IN ['answered', 'dropped'] THEN null ELSE 5 END
      WHEN e:Action THEN CASE WHEN e.outcome = 'failed' THEN 1 END
      WHEN NOT (e:Hypothesis OR e:Finding OR e:Document) THEN null
      WHEN e.stale = true THEN 0
      ELSE 1 + toInteger(floor(10 * coalesce(toFloatOrNull(e.confidence), 0.0))) END
RETURN max(e.uid) AS uid

// name: count_open(map_uid)
// mode: write
// How many todos and questions are open, which schema 2 did not count; under the map's lock, so that no writer counts meanwhile.
// A status takes them from its revision; of the older ones nobody knows.
// Returns: the map's uid.
MATCH (m:Map {app: 'peek-graph', uid: $map_uid})
SET m.changed_at = datetime()
SET m.open_todo_count = COUNT { MATCH (e:Entry {map_uid: $map_uid, kind: 'todo'}) WHERE e.standing >= 0 },
    m.open_question_count = COUNT { MATCH (e:Entry {map_uid: $map_uid, kind: 'question'}) WHERE e.standing >= 0 }
WITH m
OPTIONAL MATCH (r:Revision {map_uid: $map_uid, number: m.revision})
SET r.open_todo_count = m.open_todo_count, r.open_question_count = m.open_question_count
RETURN m.uid AS uid

// name: page_of_archived_sections(map_uid, uid, limit)
// mode: write
// Archived sections after the one of that uid: of which document they were last, and where.
// Returns: one row: the last uid, null if there was none.
MATCH (a:Archived {map_uid: $map_uid})
WHERE a.uid > $uid
WITH a
ORDER BY a.map_uid, a.uid
LIMIT $limit
OPTIONAL MATCH (a)<-[h:HAS_SECTION]-(d:Document)
WITH a, d ORDER BY coalesce(h.until, 9223372036854775807) DESC
WITH a, head(collect(d)) AS d
SET a.document_uid = CASE WHEN a.kind = 'section' THEN d.uid END,
    a.place_uid = CASE WHEN a.kind = 'section' THEN d.parent_uid END
RETURN max(a.uid) AS uid
