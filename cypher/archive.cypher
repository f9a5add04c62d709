// What is archived and what is brought back: sets of entries by page, in an order of an index, so that nobody holds all of them.
// The relabelling itself is in changes.cypher.
//
// "After the given one" is a CASE and labels of what a revision touched are asked for as text, because the planner looks into
// an OR and a label: it would rather start from every entry of the map, or from every archived node.

// name: page_of_parent(map_uid, parent_uid, kind, position, uid, limit)
// mode: read
// Returns: live entries of the map or a sub-map after the one of that kind, position and uid.
MATCH (e:Entry {map_uid: $map_uid, parent_uid: $parent_uid})
WHERE e.kind >= $kind AND e.position > -1.0e308
  AND CASE WHEN e.kind > $kind OR e.position > $position THEN true ELSE e.position = $position AND e.uid > $uid END
RETURN e {.uid, .kind, .ref, .parent_uid, .key, .source_uri, .position, .since} AS entry
ORDER BY e.map_uid, e.parent_uid, e.kind, e.position, e.uid
LIMIT $limit

// name: archive_page_of_parent(map_uid, number, parent_uid, limit)
// mode: write
// Archives a page: `archive_entries` without each of them being read, sent back and sought again. The next page is what is left.
// Returns: by kind the refs, and the uids of documents, whose sections are left to the caller.
MATCH (r:Revision {map_uid: $map_uid, number: $number})
MATCH (e:Entry {map_uid: $map_uid, parent_uid: $parent_uid})
WHERE e.kind > '' AND e.position > -1.0e308
WITH r, e
ORDER BY e.map_uid, e.parent_uid, e.kind, e.position, e.uid
LIMIT $limit
SET e.until = $number, e:Archived
REMOVE e:Entry, e.vector_pending, e.links_pending
CREATE (r)-[:TOUCHED]->(e)
RETURN e.kind AS kind, collect(e.ref) AS refs, collect(CASE WHEN e:Document THEN e.uid END) AS documents
ORDER BY kind

// name: page_of_finished(map_uid, kind, statuses, until, since, uid, limit)
// mode: read
// Returns: live entries of a kind with one of the statuses, in a state from `until` or before, after the given one.
MATCH (e:Entry {map_uid: $map_uid, kind: $kind})
WHERE e.since >= $since AND e.since <= $until AND e.status IN $statuses
  AND CASE WHEN e.since > $since THEN true ELSE e.uid > $uid END
RETURN e {.uid, .kind, .ref, .parent_uid, .key, .source_uri, .position, .since} AS entry
ORDER BY e.map_uid, e.kind, e.since, e.uid
LIMIT $limit

// name: last_surplus_actions(map_uid, parents, keep)
// mode: read
// Returns: of each of these parents with more than `keep` actions, where the newest one stands that is too much.
UNWIND $parents AS parent_uid
CALL (parent_uid) {
  MATCH (e:Entry {map_uid: $map_uid, parent_uid: parent_uid, kind: 'action'})
  WHERE e.position > -1.0e308
  WITH e
  ORDER BY e.map_uid DESC, e.parent_uid DESC, e.kind DESC, e.position DESC, e.uid DESC
  SKIP $keep LIMIT 1
  RETURN e.position AS position, e.uid AS uid
}
RETURN parent_uid, position, uid

// name: page_of_actions(map_uid, parent_uid, last_position, last_uid, position, uid, limit)
// mode: read
// Returns: live actions of one parent up to the last one given, after the one of that position and uid.
MATCH (e:Entry {map_uid: $map_uid, parent_uid: $parent_uid, kind: 'action'})
WHERE e.position >= $position AND e.position <= $last_position
  AND CASE WHEN e.position > $position THEN true ELSE e.uid > $uid END
  AND CASE WHEN e.position < $last_position THEN true ELSE e.uid <= $last_uid END
RETURN e {.uid, .kind, .ref, .parent_uid, .key, .source_uri, .position, .since} AS entry
ORDER BY e.map_uid, e.parent_uid, e.kind, e.position, e.uid
LIMIT $limit

// name: first_of_kinds(map_uid, parents, kinds)
// mode: read
// Returns: a live entry of each of these parents and kinds that has one.
UNWIND $parents AS parent_uid
UNWIND $kinds AS kind
CALL (parent_uid, kind) {
  MATCH (e:Entry {map_uid: $map_uid, parent_uid: parent_uid, kind: kind})
  WHERE e.position > -1.0e308
  RETURN e.ref AS ref
  ORDER BY e.map_uid, e.parent_uid, e.kind, e.position, ref
  LIMIT 1
}
RETURN parent_uid, kind, ref
ORDER BY parent_uid, kind

// name: count_sections_of(map_uid, uids)
// mode: read
// Returns: how many live sections these live documents have.
UNWIND $uids AS uid
MATCH (:Document {map_uid: $map_uid, uid: uid})-[h:HAS_SECTION]->(s:Entry)
WHERE h.until IS NULL
RETURN count(s) AS count

// name: count_archived_sections_of(map_uid, uids)
// mode: read
// Returns: how many sections were archived with these archived documents.
UNWIND $uids AS uid
MATCH (:Document {map_uid: $map_uid, uid: uid})-[h:HAS_SECTION]->(s:Archived)
WHERE h.until IS NULL
RETURN count(s) AS count

// name: archived_submaps(map_uid, parent_uid, key)
// mode: read
// Returns: the archived sub-maps that had this key in the map or a sub-map, the last one first.
CALL () {
  MATCH (p:SubMap {map_uid: $map_uid, uid: $parent_uid})
  RETURN p
  UNION ALL
  MATCH (p:Map {app: 'peek-graph', uid: $parent_uid})
  WHERE p.uid = $map_uid
  RETURN p
}
MATCH (p)-[:HAS_SUBMAP]->(s:Archived)
WHERE s.key = $key AND s.parent_uid = p.uid
RETURN DISTINCT s.uid AS uid, s.key AS key, s.parent_uid AS parent_uid, s.until AS until
ORDER BY until DESC, uid

// name: lineage(map_uid, uid)
// mode: read
// Returns: a sub-map, be it live or archived, after all that it is in, the outermost first.
MATCH (s:SubMap {map_uid: $map_uid, uid: $uid})<-[up:HAS_SUBMAP*0..64]-(a:SubMap)
WHERE all(h IN up WHERE h.until IS NULL)
RETURN a.uid AS uid, a.key AS key, a.until IS NULL AS live
ORDER BY size(up) DESC, uid

// name: submaps_archived_in(map_uid, number)
// mode: read
// Returns: the sub-maps that a revision archived and that still are.
MATCH (r:Revision {map_uid: $map_uid, number: $number})-[:TOUCHED]->(s)
WHERE s.until = $number AND 'SubMap' IN labels(s) AND 'Archived' IN labels(s)
RETURN DISTINCT s.uid AS uid, s.key AS key, s.parent_uid AS parent_uid, s.until AS until
ORDER BY uid

// name: page_of_archived_in(map_uid, number, parents, uid, limit)
// mode: read
// Returns: entries of these parents that a revision archived and that still are, after the given one.
MATCH (r:Revision {map_uid: $map_uid, number: $number})-[:TOUCHED]->(e)
WHERE e.until = $number AND e.parent_uid IN $parents AND e.uid > $uid
  AND 'Archived' IN labels(e) AND NOT 'SubMap' IN labels(e)
WITH DISTINCT e
RETURN e {.uid, .kind, .ref, .parent_uid, .key, .source_uri, .position, .since} AS entry
ORDER BY e.uid
LIMIT $limit

// name: superseding(map_uid, uids)
// mode: read
// Returns: by which entries these archived ones were superseded, and what they say that they contradict.
UNWIND $uids AS uid
MATCH (a:Archived {map_uid: $map_uid, uid: uid})<-[l:SUPERSEDES]-(x)
WHERE l.until IS NULL AND x.map_uid = $map_uid
RETURN uid, coalesce(a.contradicts, []) AS contradicts,
       collect(DISTINCT x {.uid, .ref, live: x:Entry}) AS by
ORDER BY uid
