// What a status shows. Every list is bounded and ordered by an index, so that its cost does not follow the size of the map.

// name: frame(map_uid, revision)
// mode: read
// Where a status begins: which revision it is of, by default the newest, and how much the map held then.
// Returns: node, the map's own properties, and counts, those that the revision keeps; no row if the map is gone.
MATCH (m:Map {app: 'peek-graph', uid: $map_uid})
OPTIONAL MATCH (r:Revision {map_uid: $map_uid, number: coalesce($revision, m.revision)})
RETURN m {.*} AS node,
       r {.document_count, .section_count, .constraint_count, .action_count, .todo_count,
          .question_count, .hypothesis_count, .finding_count, .variable_count, .submap_count} AS counts

// name: listed(map_uid, revision, lists, limit)
// mode: read
// What is live and whose state held at a revision: all constraints and sub-maps, and of each list {name, kind, finished, stale}
// the newest states. ORDER BY repeats the leading keys of the index: only then the planner walks it backwards and stops at the
// limit, instead of sorting every entry of the map. Ties come in the index's own order, the newest node first.
// Returns: list, order (of its node) and node, no longer than a line of a status needs.
CALL () {
  MATCH (e:Entry {map_uid: $map_uid, kind: 'constraint'})
  WHERE e.since <= $revision
  RETURN 'constraint' AS list, elementId(e) AS order, e {.*, embedding: null, context: null} AS node
UNION ALL
  MATCH (s:SubMap {map_uid: $map_uid})
  WHERE s.path > '' AND s.since <= $revision
  RETURN 'submap' AS list, elementId(s) AS order, s {.*} AS node
UNION ALL
  UNWIND $lists AS wanted
  CALL (wanted) {
    MATCH (e:Entry {map_uid: $map_uid, kind: wanted.kind})
    WHERE e.since <= $revision AND NOT coalesce(e.status, 'open') IN wanted.finished
      AND (wanted.stale IS NULL OR coalesce(e.stale, false) = wanted.stale)
    RETURN e
    ORDER BY e.map_uid DESC, e.kind DESC, e.since DESC
    LIMIT $limit
  }
  RETURN wanted.name AS list, elementId(e) AS order,
         e {.uid, .ref, .kind, .since, .parent_uid, .position, .confidence, .stale, .status, .priority, .step, .outcome,
            .supported_by, title: left(e.title, 2000), summary: left(e.summary, 2000), text: left(e.text, 2000),
            action: left(e.action, 2000), output: CASE WHEN e.output IS :: STRING THEN left(e.output, 2000) END} AS node
}
RETURN list, order, node
