// What is in a map or sub-map, and around an entry. Every list is bounded and walks an index in its order.

// name: submaps(map_uid)
// mode: read
// Returns: the live sub-maps, parents before children, with the counts that are kept on them.
MATCH (s:SubMap {map_uid: $map_uid})
WHERE s.path > ''
RETURN s.uid AS uid, s.path AS path, s.parent_uid AS parent_uid, coalesce(s.title, s.key) AS title,
       coalesce(s.kind, 'topic') AS kind, coalesce(s.status, 'open') AS status, coalesce(s.summary, '') AS summary,
       s {.document_count, .section_count, .constraint_count, .action_count, .todo_count, .question_count,
          .hypothesis_count, .finding_count, .variable_count, .submap_count} AS counts
ORDER BY s.path, s.uid

// name: list_place(map_uid, parent_uid, kind, finished, position, uid, skip, limit)
// mode: read
// A list from its beginning, or from behind an entry of that position and uid. ORDER BY repeats the leading keys of the
// index; CASE, since an OR would be planned as two walks and a sort of them all.
// Returns: node, its live entries that are in none of the finished statuses, no longer than a line needs.
MATCH (e:Entry {map_uid: $map_uid, parent_uid: $parent_uid, kind: $kind})
WHERE e.position >= $position AND CASE WHEN e.position = $position THEN e.uid > $uid ELSE true END
  AND NOT coalesce(e.status, 'open') IN $finished
WITH e
ORDER BY e.map_uid, e.parent_uid, e.kind, e.position, e.uid
SKIP $skip
LIMIT $limit
RETURN e {.uid, .ref, .kind, .since, .parent_uid, .position, .confidence, .stale, .status, .priority, .step, .outcome, .key,
          .supported_by, .source_kind, .times, .about, .choices,
          other_fields: CASE WHEN size(e.other_fields) <= 4000 THEN e.other_fields END,
          title: left(e.title, 2000), summary: left(e.summary, 2000), text: left(e.text, 2000),
          action: left(e.action, 2000), output: CASE WHEN e.output IS :: STRING THEN left(e.output, 2000) END} AS node

// name: list_place_backwards(map_uid, parent_uid, kind, finished, position, uid, skip, limit)
// mode: read
// The same from its end: what came last comes first.
// Returns: node.
MATCH (e:Entry {map_uid: $map_uid, parent_uid: $parent_uid, kind: $kind})
WHERE e.position <= $position AND CASE WHEN e.position = $position THEN e.uid < $uid ELSE true END
  AND NOT coalesce(e.status, 'open') IN $finished
WITH e
ORDER BY e.map_uid DESC, e.parent_uid DESC, e.kind DESC, e.position DESC, e.uid DESC
SKIP $skip
LIMIT $limit
RETURN e {.uid, .ref, .kind, .since, .parent_uid, .position, .confidence, .stale, .status, .priority, .step, .outcome, .key,
          .supported_by, .source_kind, .times, .about, .choices,
          other_fields: CASE WHEN size(e.other_fields) <= 4000 THEN e.other_fields END,
          title: left(e.title, 2000), summary: left(e.summary, 2000), text: left(e.text, 2000),
          action: left(e.action, 2000), output: CASE WHEN e.output IS :: STRING THEN left(e.output, 2000) END} AS node

// name: list_kind(map_uid, kind, since, uid, skip, limit)
// mode: read
// All of a kind in the map, wherever they are, the newest state first, or from behind the one of that state and uid.
// Returns: node.
MATCH (e:Entry {map_uid: $map_uid, kind: $kind})
WHERE e.since <= $since AND CASE WHEN e.since = $since THEN e.uid < $uid ELSE true END
WITH e
ORDER BY e.map_uid DESC, e.kind DESC, e.since DESC, e.uid DESC
SKIP $skip
LIMIT $limit
RETURN e {.uid, .ref, .kind, .since, .parent_uid, .position, .confidence, .stale, .status, .priority, .step, .outcome, .key,
          .supported_by, .source_kind, .times, .about, .choices,
          other_fields: CASE WHEN size(e.other_fields) <= 4000 THEN e.other_fields END,
          title: left(e.title, 2000), summary: left(e.summary, 2000), text: left(e.text, 2000),
          action: left(e.action, 2000), output: CASE WHEN e.output IS :: STRING THEN left(e.output, 2000) END} AS node

// name: around(map_uid, uid, relations, limit)
// mode: read
// Of an entry, live or archived: how many former states it has, what comes before and after it, and who links to it.
// Returns: one row: versions, previous and following as {ref, text}, and links as {relation, ref}, at most limit.
CALL () {
  MATCH (e:Entry {map_uid: $map_uid, uid: $uid})
  RETURN e AS x
UNION ALL
  MATCH (a:Archived {map_uid: $map_uid, uid: $uid})
  RETURN a AS x
}
RETURN COUNT { MATCH (v:Version {map_uid: $map_uid, uid: $uid}) WHERE v.since > 0 } AS versions,
  COLLECT {
    MATCH (x)<-[n:NEXT]-(o:Entry)
    WHERE n.until IS NULL
    RETURN {ref: o.ref, text: left(coalesce(o.title, o.action, o.text, ''), 200)} LIMIT 1
  } AS previous,
  COLLECT {
    MATCH (x)-[n:NEXT]->(o:Entry)
    WHERE n.until IS NULL
    RETURN {ref: o.ref, text: left(coalesce(o.title, o.action, o.text, ''), 200)} LIMIT 1
  } AS following,
  COLLECT {
    MATCH (x)<-[l]-(o:Entry)
    WHERE type(l) IN $relations AND l.until IS NULL
    RETURN {relation: type(l), ref: o.ref} LIMIT $limit
  } AS links

// name: sections_after(map_uid, document_uid, position, limit)
// mode: read
// Returns: the live sections of a document behind a position, in order: ref, heading_path, start (of the text), position.
MATCH (d:Entry {map_uid: $map_uid, uid: $document_uid})-[h:HAS_SECTION]->(s:Entry)
WHERE h.until IS NULL AND h.position > $position
RETURN s.ref AS ref, coalesce(s.heading_path, []) AS heading_path, left(coalesce(s.text, ''), 120) AS start,
       h.position AS position
ORDER BY h.position, s.uid
LIMIT $limit

// name: section_position(map_uid, document_uid, ref)
// mode: read
// Returns: where a live section stands in its document; no row if it is none of its.
MATCH (s:Entry {map_uid: $map_uid, ref: $ref})<-[h:HAS_SECTION]-(d:Entry {map_uid: $map_uid, uid: $document_uid})
WHERE h.until IS NULL
RETURN h.position AS position
