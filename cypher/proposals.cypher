// Proposals: changes of protected fields that wait for somebody other than their author. They are a log of decisions, so a
// rollback leaves them; each making and deciding is a revision.

// name: open_proposals(map_uid)
// mode: read
// Returns: those that wait, the oldest first.
MATCH (p:Proposal {map_uid: $map_uid, status: 'open'})
RETURN p {.*} AS node
ORDER BY p.number

// name: list_proposals(map_uid)
// mode: read
// Returns: all that ever were, the oldest first.
MATCH (p:Proposal {map_uid: $map_uid})
WHERE p.ref > ''
RETURN p {.*} AS node
ORDER BY p.number

// name: find_proposal(map_uid, ref)
// mode: read
// Returns: the proposal of that ref; no row if there is none.
MATCH (p:Proposal {map_uid: $map_uid, ref: $ref})
RETURN p {.*} AS node

// name: create_proposals(map_uid, number, rows)
// mode: batch
// Rows: the whole properties.
// Returns: how many.
MATCH (m:Map {app: 'peek-graph', uid: $map_uid}), (r:Revision {map_uid: $map_uid, number: $number})
UNWIND $rows AS row
CREATE (p:Proposal)
SET p = row, p.map_uid = $map_uid, p.since = $number
CREATE (m)-[:HAS_PROPOSAL {since: $number}]->(p)
CREATE (r)-[:TOUCHED]->(p)
RETURN count(p) AS count

// name: update_proposals(map_uid, number, rows)
// mode: batch
// Rows: {ref, properties}.
// Returns: how many.
MATCH (r:Revision {map_uid: $map_uid, number: $number})
UNWIND $rows AS row
MATCH (p:Proposal {map_uid: $map_uid, ref: row.ref})
SET p += row.properties
CREATE (r)-[:TOUCHED]->(p)
RETURN count(p) AS count

// name: get_passphrase(map_uid)
// mode: read
// Returns: what a passphrase is checked against; null if none was set.
MATCH (m:Map {app: 'peek-graph', uid: $map_uid})
RETURN m.passphrase AS passphrase

// name: set_passphrase(map_uid, old, new, at)
// mode: write
// Replaces it only if it is still the one that was checked.
// Returns: the map's uid; no row if another one was set meanwhile.
MATCH (m:Map {app: 'peek-graph', uid: $map_uid})
SET m.changed_at = $at
WITH m
WHERE coalesce(m.passphrase, '') = coalesce($old, '')
SET m.passphrase = $new
RETURN m.uid AS uid
