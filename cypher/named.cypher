// Questions that a map is asked by name, by programs and people: `ContextMap.query`, the retriever for LlamaIndex. The form of
// this file is also that of a folder of somebody's own; each query there has mode read and is about the map of $map_uid.

// name: list_stale_entries(map_uid)
// mode: read
// What is stale: entries whose source changed or is gone, and what rests on them.
// Returns: ref, kind, text, source, since, because (the refs of what is stale; none where the entry itself is).
UNWIND ['document', 'constraint', 'action', 'todo', 'question', 'hypothesis', 'finding', 'variable'] AS kind
MATCH (s:Entry {map_uid: $map_uid, kind: kind})
WHERE s.since > 0 AND s.stale
CALL (s) {
  RETURN s AS e, null AS because
UNION
  MATCH (s)-[h:HAS_SECTION*0..1]->(part:Entry)<-[l:SUPPORTED_BY|CITES]-(e:Entry)
  WHERE all(x IN h WHERE x.until IS NULL) AND l.until IS NULL AND NOT coalesce(e.stale, false)
  RETURN e, s.ref AS because
}
WITH e, collect(because) AS because
RETURN e.ref AS ref, e.kind AS kind, coalesce(e.text, e.title, '') AS text, e.source_uri AS source, e.since AS since, because
ORDER BY size(because) > 0, kind, since DESC, ref

// name: list_open_todos(map_uid)
// mode: read
// Open todos by phase. The phase is the nearest sub-map of kind 'phase' that the todo is in.
// Returns: phase, phase_title, submap, ref, text, status, priority, since; those outside of any phase come last.
MATCH (t:Entry {map_uid: $map_uid, kind: 'todo'})
WHERE t.since > 0 AND NOT coalesce(t.status, 'open') IN ['done', 'completed', 'cancelled', 'dropped']
OPTIONAL MATCH (t)<-[c:CONTAINS]-(p:SubMap)
WHERE c.until IS NULL
WITH t, p, head(COLLECT {
  MATCH (p)<-[up:HAS_SUBMAP*0..64]-(phase:SubMap {kind: 'phase'})
  WHERE all(x IN up WHERE x.until IS NULL)
  RETURN phase
  ORDER BY size(up)
  LIMIT 1
}) AS phase
RETURN phase.path AS phase, phase.title AS phase_title, p.path AS submap, t.ref AS ref, t.text AS text,
       coalesce(t.status, 'open') AS status, t.priority AS priority, t.since AS since
ORDER BY phase IS NULL, phase, submap, t.position, ref

// name: trace_to_sources(map_uid, refs)
// mode: read
// What findings, and other entries, rest on: the shortest way from each to every passage and document that supports it, through
// other entries if it is so.
// Returns: ref, text, way (the refs from the entry to its source), passage, pointer, source, stale.
UNWIND $refs AS ref
MATCH (f:Entry {map_uid: $map_uid, ref: ref})
// The ends first, each once, then one way to each. ANY SHORTEST would follow every way: among 2,000 findings that rest on ten
// others each, it does not end.
CALL (f) {
  MATCH (f)-[links:SUPPORTED_BY|CITES*1..12]->(s:Entry)
  WHERE all(l IN links WHERE l.until IS NULL)
  RETURN DISTINCT s
}
WITH f, s
WHERE (s:Section OR s:Document) AND s <> f
MATCH way = shortestPath((f)-[:SUPPORTED_BY|CITES*..12]->(s))
WHERE all(l IN relationships(way) WHERE l.until IS NULL) AND all(x IN nodes(way) WHERE x:Entry)
OPTIONAL MATCH (s)<-[h:HAS_SECTION]-(d:Document)
WHERE h.until IS NULL
WITH f, s, h, coalesce(d, s) AS d, [x IN nodes(way) | x.ref] AS way
RETURN f.ref AS ref, coalesce(f.text, f.title, '') AS text, way, coalesce(s.text, s.summary, '') AS passage,
       coalesce(h.pointer, s.pointer) AS pointer, d.source_uri AS source, coalesce(d.stale, false) AS stale
ORDER BY ref, size(way), way[-1]
