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
              m.document_count = 0, m.section_count = 0, m.last_document = 0, m.last_constraint = 0
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

// name: vector_state(map_uid)
// mode: read
// Returns: which embedder fills the map, and how many sections wait for it (an index has them); no row if the map is gone.
MATCH (m:Map {app: 'peek-graph', uid: $map_uid})
RETURN m.embedder AS embedder, m.dimensions AS dimensions,
       COUNT { (:Entry {map_uid: $map_uid, vector_pending: true}) } AS pending

// name: begin_revision(map_uid, author, source, reasoning, request_id, operations, at)
// mode: write
// Raises the map's revision, which takes its write lock until the transaction ends: the first statement of every change.
// Returns: number of the new revision and the map's counters as they are under the lock; no row if the map is gone.
MATCH (m:Map {app: 'peek-graph', uid: $map_uid})
SET m.revision = m.revision + 1
CREATE (m)-[:HAS_REVISION]->(r:Revision {map_uid: m.uid, number: m.revision, author: $author, source: $source,
        reasoning: $reasoning, request_id: $request_id, operations: $operations, at: $at})
RETURN r.number AS number, m.last_document AS last_document, m.last_constraint AS last_constraint,
       m.embedder AS embedder, m.dimensions AS dimensions

// name: list_revisions(map_uid, limit)
// mode: read
// Returns: the last revisions, newest first.
MATCH (r:Revision {map_uid: $map_uid})
WHERE r.number > 0
RETURN r.number AS number, r.author AS author, r.source AS source, r.reasoning AS reasoning,
       r.operations AS operations, r.at AS at
ORDER BY r.map_uid DESC, r.number DESC
LIMIT $limit

// name: add_constraints(map_uid, number, rows)
// mode: write
// One Constraint entry a row {uid, ref, text, author, source_kind, confidence, position, at}.
// Returns: how many.
MATCH (m:Map {app: 'peek-graph', uid: $map_uid})-[:HAS_REVISION]->(r:Revision {map_uid: $map_uid, number: $number})
SET m.last_constraint = m.last_constraint + size($rows)
WITH m, r
UNWIND $rows AS row
CREATE (c:Entry:Constraint {map_uid: m.uid, uid: row.uid, ref: row.ref, kind: 'constraint', text: row.text,
        confidence: row.confidence, source_kind: row.source_kind, author: row.author, since: r.number,
        created_at: row.at, updated_at: row.at})
CREATE (m)-[:HAS_CONSTRAINT {position: row.position, since: r.number}]->(c)
CREATE (r)-[:TOUCHED]->(c)
RETURN count(c) AS count

// name: set_embedder(map_uid, embedder, dimensions)
// mode: write
// Writes down which embedder fills the map, unless one is written already.
// Returns: the embedder and dimensions that hold now.
MATCH (m:Map {app: 'peek-graph', uid: $map_uid})
SET m.embedder = coalesce(m.embedder, $embedder), m.dimensions = coalesce(m.dimensions, $dimensions)
RETURN m.embedder AS embedder, m.dimensions AS dimensions

// name: replace_embedder(map_uid, embedder, dimensions)
// mode: write
// Hands the map to another embedder, or with null to the one that the next filling decides on; the caller marks the vectors
// of the old one for renewal in the same transaction.
// Returns: the map's uid; no row if the map is gone.
MATCH (m:Map {app: 'peek-graph', uid: $map_uid})
SET m.embedder = $embedder, m.dimensions = $dimensions
RETURN m.uid AS uid

// name: create_submap(map_uid, number, parent_uid, uid, key, path, title, kind, summary)
// mode: write
// One sub-map under the map (parent_uid null) or under another sub-map. `path` is the dotted key from the root and unique
// in its map: that is what decides between two writers.
// Returns: uid of the sub-map; no row if the parent is gone.
MATCH (m:Map {app: 'peek-graph', uid: $map_uid})-[:HAS_REVISION]->(r:Revision {map_uid: $map_uid, number: $number})
OPTIONAL MATCH (p:SubMap {map_uid: $map_uid, uid: $parent_uid})
WITH m, r, CASE WHEN $parent_uid IS NULL THEN m ELSE p END AS parent
WHERE parent IS NOT NULL
CREATE (s:SubMap {map_uid: m.uid, uid: $uid, key: $key, path: $path, title: $title, kind: $kind, summary: $summary,
        status: 'open', since: r.number, document_count: 0, section_count: 0})
CREATE (parent)-[:HAS_SUBMAP {position: COUNT { (parent)-[:HAS_SUBMAP]->() }, since: r.number}]->(s)
CREATE (r)-[:TOUCHED]->(s)
RETURN s.uid AS uid

// name: list_submaps(map_uid)
// mode: read
// Returns: every sub-map of the map, parents before children.
MATCH (s:SubMap {map_uid: $map_uid})
WHERE s.path > ''
RETURN s.key AS key, s.path AS path, coalesce(s.title, s.key) AS title, s.kind AS kind, coalesce(s.summary, '') AS summary,
       s.status AS status, s.document_count AS documents, s.section_count AS sections
ORDER BY path, s.uid

// name: find_submap(map_uid, path)
// mode: read
// Returns: uid of the sub-map of that dotted path; no row if there is none.
MATCH (s:SubMap {map_uid: $map_uid, path: $path})
RETURN s.uid AS uid
