// Maps, their sub-maps and revisions.
//
// Ours are told from foreign nodes of the same label by `app`: every MATCH of a Map names it, so that a foreign (:Map) is
// neither read nor in the way of the uniqueness of names.

// name: create_map(uid, name, goal, home, at)
// mode: write
// Makes the map unless one of that name is there. MERGE on a unique key also decides between two processes at once.
// Returns: uid of the map that has the name now; ours was made exactly if it is the uid given.
MERGE (m:Map {app: 'peek-graph', name: $name})
ON CREATE SET m.uid = $uid, m.goal = $goal, m.home = $home, m.current_step = '', m.revision = 0, m.created_at = $at,
              m.document_count = 0, m.section_count = 0, m.since = 1
RETURN m.uid AS uid

// name: find_map(name)
// mode: read
// `home` is the project's folder on the machine where the map was begun: sources' uris start there.
// Returns: uid and home of the map of that name; no row if there is none.
MATCH (m:Map {app: 'peek-graph', name: $name})
RETURN m.uid AS uid, m.home AS home

// name: get_map(map_uid)
// mode: read
// Returns: what a status and a write need of the map node itself; no row if the map is gone.
MATCH (m:Map {app: 'peek-graph', uid: $map_uid})
RETURN m.uid AS uid, m.name AS name, coalesce(m.goal, '') AS goal, m.revision AS revision,
       m.embedder AS embedder, m.dimensions AS dimensions,
       m.document_count AS documents, m.section_count AS sections

// name: get_node(map_uid)
// mode: read
// Returns: the map node whole; no row if the map is gone.
MATCH (m:Map {app: 'peek-graph', uid: $map_uid})
RETURN m {.*} AS node

// name: begin_revision(map_uid, author, source, source_kind, reasoning, request_id, operations, at)
// mode: write
// Raises the map's revision, which takes its write lock until the transaction ends: the first statement of every change.
// A value of its own is set first: what reads the property that it sets (`revision + 1`) takes two kinds of lock, and
// writers that wait for each other there end in deadlocks, hundreds in a thousand tries of eight processes.
// Returns: number of the new revision, the map node as it is under the lock, and the revision that did this request
// before (null: none); no row if the map is gone.
MATCH (m:Map {app: 'peek-graph', uid: $map_uid})
SET m.changed_at = $at
WITH m
SET m.revision = m.revision + 1
WITH m
OPTIONAL MATCH (done:Revision {map_uid: $map_uid, request_id: $request_id})
CREATE (m)-[:HAS_REVISION]->(r:Revision {map_uid: m.uid, number: m.revision, author: $author, source: $source,
        source_kind: $source_kind, reasoning: $reasoning, request_id: $request_id, operations: $operations, at: $at})
RETURN r.number AS number, m {.*} AS map, done {.number, .verdicts, .request_hash} AS done

// name: find_request(map_uid, request_id)
// mode: read
// Returns: number and verdicts of the revision that did the request; no row if none did.
MATCH (done:Revision {map_uid: $map_uid, request_id: $request_id})
RETURN done.number AS number, done.verdicts AS verdicts

// name: list_revisions(map_uid, limit)
// mode: read
// Returns: the last revisions, newest first.
MATCH (r:Revision {map_uid: $map_uid})
WHERE r.number > 0
RETURN r.number AS number, r.author AS author, r.source AS source, r.reasoning AS reasoning,
       r.operations AS operations, r.at AS at
ORDER BY r.map_uid DESC, r.number DESC
LIMIT $limit

// name: list_submaps(map_uid)
// mode: read
// Returns: every sub-map of the map, parents before children.
MATCH (s:SubMap {map_uid: $map_uid})
WHERE s.path > ''
RETURN s.key AS key, s.path AS path, coalesce(s.title, s.key) AS title, s.kind AS kind, coalesce(s.summary, '') AS summary,
       s.status AS status,
       coalesce(s.document_count, 0) AS documents, coalesce(s.section_count, 0) AS sections
ORDER BY path, s.uid

// name: find_submap(map_uid, path)
// mode: read
// Returns: uid of the sub-map of that dotted path; no row if there is none.
MATCH (s:SubMap {map_uid: $map_uid, path: $path})
RETURN s.uid AS uid
