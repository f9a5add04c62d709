// Relationships and paths, which follow from the states of elements; under a revision that holds the map's lock.

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

// name: place_sections(map_uid, rows)
// mode: batch
// The live sections of documents that moved are where those are now. Rows: {uid, parent_uid}.
// Returns: how many.
UNWIND $rows AS row
MATCH (:Document {map_uid: $map_uid, uid: row.uid})-[h:HAS_SECTION]->(s:Entry)
WHERE h.until IS NULL
SET s.place_uid = row.parent_uid
RETURN count(s) AS count

// name: mark_around(map_uid, rows)
// mode: batch
// Asks for the links of actions around those places where one came, went or changed: its context is made of the two before and
// the one after it. Rows: {parent_uid, position}.
// Returns: how many.
UNWIND $rows AS row
CALL (row) {
  MATCH (e:Entry {map_uid: $map_uid, parent_uid: row.parent_uid, kind: 'action'})
  WHERE e.position <= row.position
  RETURN e
  ORDER BY e.map_uid DESC, e.parent_uid DESC, e.kind DESC, e.position DESC
  LIMIT 2
UNION ALL
  MATCH (e:Entry {map_uid: $map_uid, parent_uid: row.parent_uid, kind: 'action'})
  WHERE e.position >= row.position
  RETURN e
  ORDER BY e.map_uid, e.parent_uid, e.kind, e.position
  LIMIT 3
}
SET e.links_pending = true
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
