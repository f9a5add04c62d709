// A map as it was: from the nodes that did not change since, and the Versions of those that did.
//
// An element's state holds from `since` until before `until`. The node itself is its last state; those before are Versions of
// the same uid. So a map at a revision is all that was not touched after it, and, of what was, the state of then.

// name: touched(map_uid, after, until, sections)
// mode: read
// What the revisions after one and up to another touched; sections only if asked for. A Proposal is no element.
// Returns: uid, once each, and the last of those revisions that touched it.
MATCH (r:Revision {map_uid: $map_uid})
WHERE r.number > $after AND r.number <= $until
MATCH (r)-[:TOUCHED]->(x)
WHERE (x:Entry OR x:Archived OR x:SubMap OR x:Map) AND ($sections OR NOT x:Section)
WITH x, max(r.number) AS last
RETURN x.uid AS uid, last

// name: states_at(map_uid, revision, uids, refs)
// mode: read
// The states of elements at a revision: by uid, or entries by ref. Where the node's own does not hold then, the newest Version
// that does is sought in the index, not by walking the chain.
// Returns: a row for each that there is at all: uid, element ('map', 'submap' or an entry's kind), order (of its node), and
// node, its properties as they were; null if it was not there, or archived.
CALL () {
  UNWIND $uids AS uid
  MATCH (e:Entry {map_uid: $map_uid, uid: uid})
  RETURN e AS x
UNION ALL
  UNWIND $uids AS uid
  MATCH (a:Archived {map_uid: $map_uid, uid: uid})
  RETURN a AS x
UNION ALL
  UNWIND $uids AS uid
  MATCH (s:SubMap {map_uid: $map_uid, uid: uid})
  WHERE NOT s:Archived
  RETURN s AS x
UNION ALL
  UNWIND $uids AS uid
  MATCH (m:Map {app: 'peek-graph', uid: uid})
  RETURN m AS x
UNION ALL
  UNWIND $refs AS ref
  MATCH (e:Entry {map_uid: $map_uid, ref: ref})
  RETURN e AS x
UNION ALL
  UNWIND $refs AS ref
  MATCH (a:Archived {map_uid: $map_uid, ref: ref})
  RETURN a AS x
}
WITH x, coalesce(x.since, 1) <= $revision AND coalesce(x.until, $revision + 1) > $revision AS holds
OPTIONAL CALL (x, holds) {
  WITH x, holds
  WHERE NOT holds
  MATCH (v:Version {map_uid: $map_uid, uid: x.uid})
  WHERE v.since <= $revision AND v.until > $revision
  RETURN v
  ORDER BY v.map_uid DESC, v.uid DESC, v.since DESC
  LIMIT 1
}
RETURN x.uid AS uid, CASE WHEN x:Map THEN 'map' WHEN x:SubMap THEN 'submap' ELSE x.kind END AS element, elementId(x) AS order,
       CASE WHEN holds THEN x {.*, embedding: null, context: null, created_at: null, updated_at: null}
            WHEN v IS NOT NULL THEN v {.*, embedding: null, context: null, created_at: null, updated_at: null,
              parent_uid: coalesce(v.parent_uid, x.parent_uid), position: coalesce(v.position, x.position)}
       END AS node

// name: live_entries(map_uid, kind, revision)
// mode: read
// Returns: the live entries of a kind whose state held at a revision.
MATCH (e:Entry {map_uid: $map_uid, kind: $kind})
WHERE e.since <= $revision
RETURN e {.*, embedding: null, context: null, created_at: null, updated_at: null} AS node

// name: live_submaps(map_uid, revision)
// mode: read
// Returns: the live sub-maps whose state held at a revision.
MATCH (s:SubMap {map_uid: $map_uid})
WHERE s.path > '' AND s.since <= $revision
RETURN s {.*} AS node

// name: first_states(map_uid, uids)
// mode: read
// Returns: uid and the revision that first made it, of those that have former states.
UNWIND $uids AS uid
CALL (uid) {
  MATCH (v:Version {map_uid: $map_uid, uid: uid})
  WHERE v.since > 0
  RETURN v.since AS since
  ORDER BY v.map_uid, v.uid, v.since
  LIMIT 1
}
RETURN uid, since

// name: states_of(map_uid, uids, refs)
// mode: read
// Returns: every state of one element, by uid or ref, the oldest first and the node's own last: element and node.
CALL () {
  UNWIND $refs AS ref
  MATCH (e:Entry {map_uid: $map_uid, ref: ref})
  RETURN e AS x
UNION ALL
  UNWIND $refs AS ref
  MATCH (a:Archived {map_uid: $map_uid, ref: ref})
  RETURN a AS x
UNION ALL
  UNWIND $uids AS uid
  MATCH (s:SubMap {map_uid: $map_uid, uid: uid})
  RETURN s AS x
UNION ALL
  UNWIND $uids AS uid
  MATCH (m:Map {app: 'peek-graph', uid: uid})
  RETURN m AS x
}
CALL (x) {
  MATCH (v:Version {map_uid: $map_uid, uid: x.uid})
  WHERE v.since > 0
  RETURN v {.*, embedding: null, context: null, created_at: null, updated_at: null} AS node, 0 AS last
UNION ALL
  RETURN x {.*, embedding: null, context: null, created_at: null, updated_at: null} AS node, 1 AS last
}
WITH x, node, last
ORDER BY last, node.since, coalesce(node.until, node.since)
RETURN CASE WHEN x:Map THEN 'map' WHEN x:SubMap THEN 'submap' ELSE x.kind END AS element, node

// name: revisions(map_uid, numbers)
// mode: read
// Returns: those revisions, with all that is known of them.
UNWIND $numbers AS number
MATCH (r:Revision {map_uid: $map_uid, number: number})
RETURN r.number AS number, r.author AS author, r.source AS source, coalesce(r.reasoning, '') AS reasoning, r.at AS at,
       r.operations AS operations, r.verdicts AS verdicts

// name: contradicting(map_uid, revision, uids)
// mode: read
// Who contradicts whom at a revision, in either direction: a link ends with neither, so both must be there then.
// Returns: uid of one of those asked for, and the refs that it contradicts or that contradict it, some of them.
UNWIND $uids AS uid
CALL (uid) {
  MATCH (e:Entry {map_uid: $map_uid, uid: uid})
  RETURN e AS x
UNION ALL
  MATCH (a:Archived {map_uid: $map_uid, uid: uid})
  RETURN a AS x
}
CALL (x) {
  MATCH (x)-[l:CONTRADICTS]-(o)
  WHERE l.since <= $revision AND coalesce(l.until, $revision + 1) > $revision
    AND ((o.since <= $revision AND coalesce(o.until, $revision + 1) > $revision)
         OR EXISTS { MATCH (v:Version {map_uid: $map_uid, uid: o.uid})
                     WHERE v.since <= $revision AND v.until > $revision })
  WITH DISTINCT o.ref AS ref
  ORDER BY size(ref), ref
  LIMIT 20
  RETURN collect(ref) AS refs
}
WITH uid, refs
WHERE size(refs) > 0
RETURN uid, refs

// name: linked_at(map_uid, revision, uids)
// mode: read
// Returns: the refs of those entries that another one linked to at a revision.
UNWIND $uids AS uid
CALL (uid) {
  MATCH (e:Entry {map_uid: $map_uid, uid: uid})
  RETURN e AS x
UNION ALL
  MATCH (a:Archived {map_uid: $map_uid, uid: uid})
  RETURN a AS x
}
WITH x
WHERE EXISTS {
  MATCH (x)<-[l:SUPPORTED_BY|CONTRADICTS|CITES|PRODUCED|SUPERSEDES]-(o)
  WHERE l.since <= $revision AND coalesce(l.until, $revision + 1) > $revision
    AND ((o.since <= $revision AND coalesce(o.until, $revision + 1) > $revision)
         OR EXISTS { MATCH (v:Version {map_uid: $map_uid, uid: o.uid})
                     WHERE v.since <= $revision AND v.until > $revision })
}
RETURN x.ref AS ref

// name: lock_map(map_uid, at)
// mode: write
// Takes the map's write lock without a revision, by writing to it.
// Returns: the map node; no row if it is gone.
MATCH (m:Map {app: 'peek-graph', uid: $map_uid})
SET m.named_at = $at
RETURN m {.*} AS node

// name: find_snapshot(map_uid, name)
// mode: read
// Returns: the snapshot of that name; no row if there is none.
MATCH (s:Snapshot {map_uid: $map_uid, name: $name})
RETURN s.name AS name, s.revision AS revision, s.author AS author, s.at AS at

// name: create_snapshot(map_uid, uid, name, revision, author, at)
// mode: write
// A name for a revision; the caller holds the map's lock and has seen that the name is free.
// Returns: the snapshot.
MATCH (m:Map {app: 'peek-graph', uid: $map_uid})
CREATE (m)-[:HAS_SNAPSHOT]->(s:Snapshot {map_uid: $map_uid, uid: $uid, name: $name, revision: $revision,
                                         author: $author, at: $at})
RETURN s.name AS name, s.revision AS revision, s.author AS author, s.at AS at

// name: list_snapshots(map_uid)
// mode: read
// Returns: every snapshot, in order of revision and name.
MATCH (s:Snapshot {map_uid: $map_uid})
WHERE s.name > ''
RETURN s.name AS name, s.revision AS revision, s.author AS author, s.at AS at
ORDER BY revision, name

// name: present(map_uid, uids)
// mode: read
// Elements as their nodes are now, live or archived.
// Returns: element and node.
CALL () {
  UNWIND $uids AS uid
  MATCH (e:Entry {map_uid: $map_uid, uid: uid})
  RETURN e AS x
UNION ALL
  UNWIND $uids AS uid
  MATCH (a:Archived {map_uid: $map_uid, uid: uid})
  RETURN a AS x
UNION ALL
  UNWIND $uids AS uid
  MATCH (s:SubMap {map_uid: $map_uid, uid: uid})
  WHERE NOT s:Archived
  RETURN s AS x
}
RETURN CASE WHEN x:SubMap THEN 'submap' ELSE x.kind END AS element,
       x {.*, embedding: null, context: null, created_at: null, updated_at: null} AS node

// name: places_at(map_uid, document_uid, revision)
// mode: read
// Returns: uid of each section that the document had at a revision, with its position and pointer of then. A document that
// was archived keeps its sections' places, so whether a section was there is asked of its own state.
MATCH (d:Document {map_uid: $map_uid, uid: $document_uid})-[h:HAS_SECTION]->(s:Section)
WHERE h.since <= $revision AND coalesce(h.until, $revision + 1) > $revision
RETURN s.uid AS uid, h.position AS position, h.pointer AS pointer

// name: end_places(map_uid, document_uid, number, rows)
// mode: batch
// Ends the places of sections that were archived with their document and do not come back with it. Rows: {uid}.
// Returns: how many.
UNWIND $rows AS row
MATCH (s:Archived {map_uid: $map_uid, uid: row.uid})<-[h:HAS_SECTION]-(:Document {map_uid: $map_uid, uid: $document_uid})
WHERE h.until IS NULL
SET h.until = $number
RETURN count(h) AS count

// name: end_order(map_uid, number, rows)
// mode: batch
// Ends NEXT links between sections, be they live or archived. Rows: {from_uid, to_uid}.
// Returns: how many.
UNWIND $rows AS row
CALL (row) {
  MATCH (a:Entry {map_uid: $map_uid, uid: row.from_uid})
  RETURN a
UNION ALL
  MATCH (a:Archived {map_uid: $map_uid, uid: row.from_uid})
  RETURN a
}
MATCH (a)-[n:NEXT]->(b)
WHERE n.until IS NULL AND b.uid = row.to_uid
SET n.until = $number
RETURN count(n) AS count

// name: restore_sections(map_uid, number, document_uid, at, rows)
// mode: batch
// Archived sections back into their document, be that live yet or not, in states that may differ. The embedder may have changed
// meanwhile, so their vectors are asked for anew, and so are their links. Rows: {uid, position, pointer, placed, properties};
// `placed`: its place is open.
// Returns: how many.
MATCH (r:Revision {map_uid: $map_uid, number: $number}), (d:Document {map_uid: $map_uid, uid: $document_uid})
UNWIND $rows AS row
MATCH (s:Archived {map_uid: $map_uid, uid: row.uid})
OPTIONAL MATCH (s)-[p:PREVIOUS]->(older)
CREATE (v:Version)
SET v = properties(s)
REMOVE v.embedding, v.context, v.pointer, v.vector_pending, v.vector_error, v.links_pending, v.place_uid, v.document_uid
DELETE p
CREATE (s)-[:PREVIOUS]->(v)
FOREACH (o IN CASE WHEN older IS NULL THEN [] ELSE [older] END | CREATE (v)-[:PREVIOUS]->(o))
SET s += row.properties, s.since = $number, s.updated_at = $at, s.pointer = row.pointer, s.vector_pending = true,
    s.links_pending = true, s.place_uid = d.parent_uid, s.document_uid = d.uid, s:Entry
REMOVE s:Archived, s.until, s.embedding, s.vector_error
FOREACH (x IN CASE WHEN row.placed THEN [] ELSE [d] END |
  CREATE (x)-[:HAS_SECTION {position: row.position, pointer: row.pointer, since: $number}]->(s))
CREATE (r)-[:TOUCHED]->(s)
RETURN count(s) AS count
