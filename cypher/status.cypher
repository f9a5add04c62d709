// What a status shows. Every list is bounded and ordered by an index, so that its cost does not follow the size of the map.

// name: frame(map_uid)
// mode: read
// All of a status but its documents, in one answer: of one moment, and one round trip.
// Returns: one row: map, constraints in order, submaps with parents before children; no row if the map is gone.
MATCH (m:Map {app: 'peek-graph', uid: $map_uid})
RETURN m {.uid, .name, .revision, .embedder, .dimensions, goal: coalesce(m.goal, ''),
          documents: m.document_count, sections: m.section_count} AS map,
       COLLECT {
         MATCH (m)-[h:HAS_CONSTRAINT]->(c:Entry)
         WHERE h.until IS NULL
         WITH c ORDER BY h.position, c.uid
         RETURN {ref: c.ref, text: coalesce(c.text, '')}
       } AS constraints,
       COLLECT {
         MATCH (s:SubMap {map_uid: $map_uid})
         WHERE s.path > ''
         WITH s ORDER BY s.path, s.uid
         RETURN s {.key, .path, .kind, .status, title: coalesce(s.title, s.key), summary: coalesce(s.summary, ''),
                   documents: s.document_count, sections: s.section_count}
       } AS submaps

// name: latest_documents(map_uid, stale, skip, limit)
// mode: read
// A page of the documents whose state is newest. ORDER BY repeats the leading keys of the index: only then the planner walks
// it backwards and stops at the limit, instead of sorting every document of the map.
// Returns: a row a document.
MATCH (d:Entry {map_uid: $map_uid, kind: 'document'})
WHERE d.since > 0 AND coalesce(d.stale, false) = $stale
WITH d
ORDER BY d.map_uid DESC, d.kind DESC, d.since DESC
SKIP $skip LIMIT $limit
OPTIONAL MATCH (d)<-[c:CONTAINS]-(p:SubMap)
WHERE c.until IS NULL
RETURN d.ref AS ref, coalesce(d.title, '') AS title, left(coalesce(d.summary, ''), 400) AS summary, d.since AS since,
       coalesce(d.stale, false) AS stale, p.path AS submap
