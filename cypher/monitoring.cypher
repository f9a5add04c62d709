// What the monitors look at after each step: bounded by what they ask for, whatever the map holds.

// name: list_constraints(map_uid)
// mode: read
// Returns: node, of each constraint, in order: without what is derived.
MATCH (c:Entry {map_uid: $map_uid, kind: 'constraint'})
WHERE c.since > 0
RETURN c {.*, embedding: null, context: null, created_at: null, updated_at: null} AS node
ORDER BY c.position, c.ref

// name: list_last_actions(map_uid, limit)
// mode: read
// The live actions that were done or changed last, but for those that an observation brought: only what an agent or a person
// wrote down was done. What an observation made of one later does not count either. An index by age gives them, so an old one that
// was touched lately is among them; `first`, the revision that wrote it down, says when it was done.
// Returns: ref, since, first, step, position, outcome and aim.
MATCH (a:Entry {map_uid: $map_uid, kind: 'action'})
WHERE a.since > 0
WITH a
ORDER BY a.map_uid DESC, a.kind DESC, a.since DESC
CALL (a) {
  CALL (a) {
    RETURN a AS w
  UNION ALL
    MATCH (v:Version {map_uid: $map_uid, uid: a.uid})
    WHERE v.since > 0
    RETURN v AS w
  }
  OPTIONAL MATCH (r:Revision {map_uid: $map_uid, number: w.since})
  WITH w, r IS NULL OR NOT (coalesce(r.author, '') = 'agent:updater' OR coalesce(r.source_kind, '') IN ['tool', 'document', 'web']) AS done
  ORDER BY w.since
  WITH collect({w: w, done: done}) AS states
  RETURN states[0].w.since AS first, states[0].done AS done, last([state IN states WHERE state.done | state.w]) AS w
}
WITH a, first, w, done
WHERE done
WITH a, first, w
ORDER BY a.map_uid DESC, a.kind DESC, a.since DESC
LIMIT $limit
RETURN a.ref AS ref, a.since AS since, first, w.step AS step, toFloatOrNull(a.position) AS position,
       toStringOrNull(w.outcome) AS outcome, left(coalesce(toStringOrNull(w.action), toStringOrNull(w.text), ''), 1000) AS aim
ORDER BY since DESC, ref

// name: find_last_step(map_uid, author)
// mode: read
// The live action that a loop of this author wrote down last, in the words of the loop, or of a person who corrected it since: who
// else changes an action decides nothing. `told` says whether a later revision took its output in.
// Returns: ref, first (the revision that wrote it down), step, next, output and told, or no row.
MATCH (a:Entry {map_uid: $map_uid, kind: 'action'})
WHERE a.since > 0
WITH a
ORDER BY a.map_uid DESC, a.kind DESC, a.since DESC
CALL (a) {
  CALL (a) {
    RETURN a AS w
  UNION ALL
    MATCH (v:Version {map_uid: $map_uid, uid: a.uid})
    WHERE v.since > 0
    RETURN v AS w
  }
  OPTIONAL MATCH (r:Revision {map_uid: $map_uid, number: w.since})
  WITH w, coalesce(r.author = $author AND r.source = 'loop' AND r.source_kind = 'agent', false) AS own,
       coalesce(r.source_kind = 'user' AND NOT r.author STARTS WITH 'agent', false) AS corrected
  ORDER BY w.since
  WITH collect({w: w, own: own, said: own OR corrected}) AS states
  RETURN states[0].w.since AS first, states[0].own AS own, last([state IN states WHERE state.said | state.w]) AS w
}
WITH a, first, w, own
WHERE own
WITH a, first, w
ORDER BY a.map_uid DESC, a.kind DESC, a.since DESC
LIMIT 60
WITH a, first, w
ORDER BY first DESC
LIMIT 1
RETURN a.ref AS ref, first, w.step AS step, toStringOrNull(w.next_step_triggers) AS next,
       coalesce(toStringOrNull(w.output), '') AS output,
       EXISTS {
         MATCH (r:Revision {map_uid: $map_uid})
         WHERE r.number > first AND r.source_kind = 'agent' AND r.source = 'conclusion'
       } AS told

// name: list_contradicted(map_uid, limit)
// mode: read
// Live hypotheses that a live entry contradicts, or of which it contradicts, or has superseded, what supports them: what is said
// with no less confidence than what it contradicts supersedes it. Which way a contradiction was written says nothing. Another
// hypothesis is none against this one: of two that were proposed, both stay.
// Returns: ref and text of the hypothesis; by: ref and text of what contradicts it, and against: the ref of what it contradicts,
// or has replaced; the newest first, at most `limit` of each.
MATCH (h:Entry {map_uid: $map_uid, kind: 'hypothesis'})
WHERE h.since > 0
CALL (h) {
  RETURN h AS basis
UNION
  MATCH (h)-[l:SUPPORTED_BY]->(basis)
  WHERE l.until IS NULL
  RETURN basis
}
CALL (h, basis) {
  MATCH (basis)-[l:CONTRADICTS|SUPERSEDES]-(o:Entry)
  WHERE l.until IS NULL AND o.kind <> 'hypothesis' AND (type(l) = 'CONTRADICTS' OR startNode(l) = o)
  RETURN o, min(type(l)) AS how
  ORDER BY o.since DESC, o.ref
  LIMIT $limit
}
// '' comes first: against the hypothesis itself says more than against what supports it.
WITH h, o, min([CASE basis WHEN h THEN '' ELSE basis.ref END, how]) AS against
ORDER BY o.since DESC, o.ref
WITH h, collect({ref: o.ref, text: left(coalesce(toStringOrNull(o.text), toStringOrNull(o.title), ''), 400),
                 against: CASE against[0] WHEN '' THEN h.ref ELSE against[0] END,
                 replaced: against[1] = 'SUPERSEDES'})[..$limit] AS by
RETURN h.ref AS ref, left(coalesce(toStringOrNull(h.text), ''), 400) AS text, by
ORDER BY ref

// name: count_persons(map_uid, after, until)
// mode: read
// Returns: how many revisions after one, up to another, are a person's.
MATCH (r:Revision {map_uid: $map_uid})
WHERE r.number > $after AND r.number <= $until AND r.source_kind = 'user'
RETURN count(r) AS persons

// name: list_rollbacks(map_uid)
// mode: read
// By a property that only going back sets: anybody may call the source of a change `revision N`.
// Returns: number, to, author and reasoning of the revisions that went back, the newest first.
MATCH (r:Revision {map_uid: $map_uid})
WHERE r.number > 0 AND r.went_back_to IS NOT NULL
RETURN r.number AS number, r.went_back_to AS to, r.author AS author, coalesce(toStringOrNull(r.reasoning), '') AS reasoning
ORDER BY number DESC
