// What a status shows. Every list is bounded and ordered by an index, so that its cost does not follow the size of the map.

// name: frame(map_uid, revision)
// mode: read
// Where a status begins: which revision it is of, by default the newest, and how much the map held then.
// Returns: node, the map's own properties, and counts, those that the revision keeps; no row if the map is gone.
MATCH (m:Map {app: 'peek-graph', uid: $map_uid})
OPTIONAL MATCH (r:Revision {map_uid: $map_uid, number: coalesce($revision, m.revision)})
RETURN m {.*} AS node,
       r {.document_count, .section_count, .constraint_count, .action_count, .todo_count,
          .question_count, .hypothesis_count, .finding_count, .variable_count, .submap_count, .notice_count,
          .open_todo_count, .open_question_count} AS counts

// name: listed(map_uid, revision, newest, standing, limit)
// mode: read
// What is live and whose state held at a revision: all constraints and sub-maps; of each list {name, kind} of `newest` the
// newest states; of those of `standing` the states of the highest standing, the newest first. What has no standing, as a todo
// that is done, is not in that index, so that nobody walks over all that was ever finished. ORDER BY repeats the leading keys
// of the index: only then the planner walks it backwards and stops at the limit, instead of sorting every entry of the map.
// Without the hint it takes the index by age for the standing too, and sorts.
// Ties come in the index's own order, the newest node first.
// Returns: list, order (of its node) and node: properties, of entries in lists the values alone in the order of `_COLUMNS`, which
// saves half of what the driver has to decode; no longer than a line of a status needs. `toStringOrNull`: somebody may have put
// a number there by hand, and `left` and `size` would fail.
CALL () {
  MATCH (e:Entry {map_uid: $map_uid, kind: 'constraint'})
  WHERE e.since <= $revision
  RETURN 'constraint' AS list, e AS x
UNION ALL
  MATCH (s:SubMap {map_uid: $map_uid})
  WHERE s.path > '' AND s.since <= $revision
  RETURN 'submap' AS list, s AS x
UNION ALL
  UNWIND $newest AS wanted
  CALL (wanted) {
    MATCH (e:Entry {map_uid: $map_uid, kind: wanted.kind})
    WHERE e.since <= $revision
    RETURN e
    ORDER BY e.map_uid DESC, e.kind DESC, e.since DESC
    LIMIT $limit
  }
  RETURN wanted.name AS list, e AS x
UNION ALL
  UNWIND $standing AS wanted
  CALL (wanted) {
    MATCH (e:Entry {map_uid: $map_uid, kind: wanted.kind})
    USING INDEX e:Entry(map_uid, kind, standing, since)
    WHERE e.standing >= 0 AND e.since <= $revision
    RETURN e
    ORDER BY e.map_uid DESC, e.kind DESC, e.standing DESC, e.since DESC
    LIMIT $limit
  }
  RETURN wanted.name AS list, e AS x
}
RETURN list, elementId(x) AS order,
       CASE list
         WHEN 'submap' THEN x {.*}
         WHEN 'constraint' THEN x {.*, embedding: null, context: null}
         WHEN 'notice' THEN x {.uid, .ref, .kind, .since, .parent_uid, .position, .source_kind, .times, .about, .choices,
                               text: left(toStringOrNull(x.text), 1000)}
         ELSE [x.uid, x.ref, x.kind, x.since, x.parent_uid, x.position, x.confidence, x.stale, x.status, x.priority, x.step,
               x.outcome, x.source_kind, x.supported_by, x.cites, x.produced, x.contradicts,
               left(toStringOrNull(x.title), 1000), left(toStringOrNull(x.summary), 1000),
               left(toStringOrNull(x.text), 1000), left(toStringOrNull(x.action), 1000),
               CASE WHEN x.output IS :: STRING THEN left(x.output, 1000) ELSE x.output END,
               CASE WHEN x.key_decision IS :: STRING THEN left(x.key_decision, 1000) ELSE x.key_decision END,
               CASE WHEN x.next_step_triggers IS :: STRING THEN left(x.next_step_triggers, 1000) ELSE x.next_step_triggers END,
               CASE WHEN size(toStringOrNull(x.other_fields)) <= 4000 THEN toStringOrNull(x.other_fields) END]
       END AS node

// name: in_places(map_uid, revision, places, kinds, limit)
// mode: read
// What is live and whose state held at a revision, of each of those kinds in each of those sub-maps the last ones.
// Returns: order (of its node) and node, as `listed` does.
UNWIND $places AS place
UNWIND $kinds AS kind
CALL (place, kind) {
  MATCH (e:Entry {map_uid: $map_uid, parent_uid: place, kind: kind})
  WHERE e.position > -1.0e308 AND e.since <= $revision
  RETURN e AS x
  ORDER BY e.map_uid DESC, e.parent_uid DESC, e.kind DESC, e.position DESC
  LIMIT $limit
}
RETURN elementId(x) AS order,
       [x.uid, x.ref, x.kind, x.since, x.parent_uid, x.position, x.confidence, x.stale, x.status, x.priority, x.step,
               x.outcome, x.source_kind, x.supported_by, x.cites, x.produced, x.contradicts,
               left(toStringOrNull(x.title), 1000), left(toStringOrNull(x.summary), 1000),
               left(toStringOrNull(x.text), 1000), left(toStringOrNull(x.action), 1000),
               CASE WHEN x.output IS :: STRING THEN left(x.output, 1000) ELSE x.output END,
               CASE WHEN x.key_decision IS :: STRING THEN left(x.key_decision, 1000) ELSE x.key_decision END,
               CASE WHEN x.next_step_triggers IS :: STRING THEN left(x.next_step_triggers, 1000) ELSE x.next_step_triggers END,
               CASE WHEN size(toStringOrNull(x.other_fields)) <= 4000 THEN toStringOrNull(x.other_fields) END] AS node

// name: tried(map_uid, revision, after, limit)
// mode: read
// What is live and whose state held at a revision, of the actions that were done or changed after an earlier one: the newest,
// with no more of them than says what was tried and how it went.
// Returns: one row: found, a list for each with order (of its node), uid, ref, since, parent_uid, position, outcome and aim;
// lists in one row are decoded in half the time.
MATCH (e:Entry {map_uid: $map_uid, kind: 'action'})
WHERE e.since > $after AND e.since <= $revision
WITH e
ORDER BY e.map_uid DESC, e.kind DESC, e.since DESC
LIMIT $limit
RETURN collect([elementId(e), e.uid, e.ref, e.since, e.parent_uid, e.position, e.outcome,
                left(coalesce(toStringOrNull(e.action), toStringOrNull(e.text)), 400)]) AS found

// name: proposals_at(map_uid, revision, limit)
// mode: read
// The proposals that waited at a revision. Making and deciding one are revisions, so which waited then is known for ever; one
// that was decided since is found by the revision that did it.
// Returns: nodes, the first of them by number, and count, of all.
CALL () {
  MATCH (p:Proposal {map_uid: $map_uid, status: 'open'})
  WHERE p.since <= $revision
  RETURN p
UNION
  MATCH (r:Revision {map_uid: $map_uid})
  WHERE r.number > $revision
  MATCH (r)-[:TOUCHED]->(p:Proposal)
  WHERE p.since <= $revision AND p.decided > $revision
  RETURN p
}
WITH p
ORDER BY p.number
RETURN collect(p {.ref, .number, .op, .path, .author, .since, .review, reason: left(toStringOrNull(p.reason), 1000),
                  operation: CASE WHEN size(toStringOrNull(p.operation)) <= 4000 THEN toStringOrNull(p.operation)
                             END})[..$limit] AS nodes,
       count(p) AS count

// name: sizes(map_uid, after, until)
// mode: read
// Returns: number and operations of the revisions after one, up to another, in order, and how many elements each touched, which
// is read off the node.
MATCH (r:Revision {map_uid: $map_uid})
WHERE r.number > $after AND r.number <= $until
RETURN r.number AS number, coalesce(r.operations, 1) AS operations, COUNT { (r)-[:TOUCHED]->() } AS touched
ORDER BY r.map_uid, r.number

// name: first_since(map_uid, after, until, uids)
// mode: read
// Which revision after one, up to another, was the first to give each of those elements a new state, of those that had several.
// Returns: uid and since.
UNWIND $uids AS uid
CALL (uid) {
  MATCH (v:Version {map_uid: $map_uid, uid: uid})
  WHERE v.since > $after AND v.since <= $until
  RETURN v.since AS since
  ORDER BY v.map_uid, v.uid, v.since
  LIMIT 1
}
RETURN uid, since
