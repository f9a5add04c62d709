// The only queries that delete. What is condemned: archived nodes, Versions and relationships of one map that ended at a revision
// or before. No later state is read from them.
//
// `kept` are the uids of archived entries and sections that stay because others that stay link to them, and of the documents of
// those sections. Without them what rests on them would rest on nothing, or on another section that is given the ref.

// name: kept_nodes(map_uid, before, kept)
// mode: read
// Asked twice: with no `kept` for what entries link to that are live or later archived, then with the answer for the sections
// that those of the answer link to.
// Returns: uids of what stays.
MATCH (a:Archived {map_uid: $map_uid})
WHERE a.uid > ''
WITH a
ORDER BY a.map_uid, a.uid
WHERE a.until <= $before AND (size($kept) = 0 OR 'Section' IN labels(a))
  AND EXISTS { MATCH (a)<-[l:SUPPORTED_BY|CITES|CONTRADICTS|PRODUCED|SUPERSEDES]-(x)
               WHERE coalesce(l.until, $before + 1) > $before
                 AND (coalesce(x.until, $before + 1) > $before OR x.uid IN $kept) }
OPTIONAL MATCH (a)<-[:HAS_SECTION]-(d:Document)
WHERE d.until <= $before
UNWIND CASE WHEN d IS NULL THEN [a.uid] ELSE [a.uid, d.uid] END AS uid
RETURN DISTINCT uid
ORDER BY uid

// name: condemned_nodes(map_uid, before, kept, uid, limit)
// mode: read
// Returns: condemned nodes after the one of that uid, with their relationships but for MENTIONS, which are made from texts. One
// between two condemned nodes is with the node that it leads to.
MATCH (a:Archived {map_uid: $map_uid})
WHERE a.uid > $uid AND a.until <= $before AND NOT a.uid IN $kept
WITH a
ORDER BY a.map_uid, a.uid
LIMIT $limit
RETURN a.uid AS uid, labels(a) AS labels, properties(a) AS properties, COLLECT {
  MATCH (a)-[l]-(x)
  WHERE type(l) <> 'MENTIONS'
    AND (endNode(l) = a OR NOT ((x:Archived OR x:Version) AND x.until <= $before) OR x.uid IN $kept)
  RETURN {type: type(l), properties: properties(l), out: startNode(l) = a,
          other: {labels: labels(x), uid: x.uid, ref: x.ref, number: x.number, since: x.since}}
} AS relationships

// name: condemned_versions(map_uid, before, kept, uid, since, id, limit)
// mode: read
// Returns: the same of Versions, after the given one. Two of one element may begin at one revision.
MATCH (v:Version {map_uid: $map_uid})
WHERE v.uid >= $uid AND v.since > -1 AND v.until <= $before
  AND CASE WHEN v.uid > $uid OR v.since > $since THEN true ELSE v.since = $since AND elementId(v) > $id END
WITH v
ORDER BY v.map_uid, v.uid, v.since, elementId(v)
LIMIT $limit
RETURN v.uid AS uid, v.since AS since, elementId(v) AS id, labels(v) AS labels, properties(v) AS properties, COLLECT {
  MATCH (v)-[l]-(x)
  WHERE endNode(l) = v OR NOT ((x:Archived OR x:Version) AND x.until <= $before)
    OR (x:Archived AND x.uid IN $kept)
  RETURN {type: type(l), properties: properties(l), out: startNode(l) = v,
          other: {labels: labels(x), uid: x.uid, ref: x.ref, number: x.number, since: x.since}}
} AS relationships

// name: condemned_relationships(map_uid, before, types, kept, uid, limit)
// mode: read
// Goes through the nodes that stay, after the one of that uid. The relationship that says of which document a kept section was
// is no state of the past, so it stays too.
// Returns: a row a node with the relationships to it that ended, mostly none.
CALL () {
  MATCH (n:Entry {map_uid: $map_uid})
  WHERE n.uid > $uid
  RETURN n
  ORDER BY n.map_uid, n.uid
  LIMIT $limit
  UNION
  MATCH (n:Archived {map_uid: $map_uid})
  WHERE n.uid > $uid
  RETURN n
  ORDER BY n.map_uid, n.uid
  LIMIT $limit
  UNION
  MATCH (n:SubMap {map_uid: $map_uid})
  WHERE n.uid > $uid
  RETURN n
  ORDER BY n.map_uid, n.uid
  LIMIT $limit
}
WITH n
ORDER BY n.uid
LIMIT $limit
RETURN n.uid AS uid, COLLECT {
  MATCH (n)<-[l]-(x)
  WHERE type(l) IN $types AND l.until <= $before AND (x.map_uid = $map_uid OR (x:Map AND x.uid = $map_uid))
    AND (coalesce(n.until, $before + 1) > $before OR n.uid IN $kept)
    AND (coalesce(x.until, $before + 1) > $before OR x.uid IN $kept)
    AND NOT (type(l) = 'HAS_SECTION' AND n.uid IN $kept AND l.until = n.until)
  RETURN {type: type(l), properties: properties(l),
          start: {labels: labels(x), uid: x.uid, ref: x.ref}, end: {labels: labels(n), uid: n.uid, ref: n.ref}}
} AS relationships

// name: set_pruned_before(map_uid, before)
// mode: write
// From here on no earlier revision is read, and nothing that ended before comes back.
// Returns: what holds now.
MATCH (m:Map {app: 'peek-graph', uid: $map_uid})
SET m.pruned_before = CASE WHEN m.pruned_before > $before THEN m.pruned_before ELSE $before END
RETURN m.pruned_before AS before

// name: delete_nodes(map_uid, before, kept, at, rows)
// mode: batch
// Takes the map's lock first: a writer must not chain a new Version to one that goes. Looks again at each: it may have been
// brought back. What is derived from them goes with them. Rows: {uid}.
// Returns: how many of each kind.
MATCH (m:Map {app: 'peek-graph', uid: $map_uid})
SET m.pruned_at = $at
WITH m
UNWIND $rows AS row
MATCH (a:Archived {map_uid: $map_uid, uid: row.uid})
WHERE a.until <= $before AND NOT a.uid IN $kept
WITH a, CASE WHEN a:SubMap THEN 'submap' ELSE a.kind END AS kind,
     COLLECT { MATCH (n:Name {map_uid: $map_uid, entry_uid: a.uid}) RETURN n } AS names
FOREACH (n IN names | DELETE n)
DETACH DELETE a
RETURN kind, count(*) AS count

// name: delete_versions(map_uid, before, at, rows)
// mode: batch
// The same for Versions. Rows: {uid, since}.
// Returns: how many.
MATCH (m:Map {app: 'peek-graph', uid: $map_uid})
SET m.pruned_at = $at
WITH m
UNWIND $rows AS row
MATCH (v:Version {map_uid: $map_uid, uid: row.uid, since: row.since})
WHERE v.until <= $before
WITH DISTINCT v
DETACH DELETE v
RETURN count(*) AS count

// name: delete_begun(map_uid, at)
// mode: write
// A map that has its first revision and no other, so that nothing of anybody's is in it but what it was begun with.
// Returns: its uid; no row if it stays.
MATCH (m:Map {app: 'peek-graph', uid: $map_uid})
SET m.pruned_at = $at
WITH m
WHERE m.revision = 1 AND NOT EXISTS { (m)-[:HAS_SNAPSHOT]->() }
OPTIONAL MATCH (m)-[:HAS_REVISION|HAS_CONSTRAINT]->(x)
WITH m, $map_uid AS uid, collect(x) AS own
FOREACH (x IN own | DETACH DELETE x)
DETACH DELETE m
RETURN uid

// name: delete_relationships(map_uid, before, at, rows)
// mode: batch
// The same for relationships. Rows: {type, from_uid, to_uid, since}.
// Returns: how many.
MATCH (m:Map {app: 'peek-graph', uid: $map_uid})
SET m.pruned_at = $at
WITH m
UNWIND $rows AS row
OPTIONAL MATCH (e:Entry {map_uid: $map_uid, uid: row.to_uid})
OPTIONAL MATCH (a:Archived {map_uid: $map_uid, uid: row.to_uid})
OPTIONAL MATCH (s:SubMap {map_uid: $map_uid, uid: row.to_uid})
WITH row, coalesce(e, a, s) AS n
WHERE n IS NOT NULL
MATCH (n)<-[l:$(row.type)]-(x)
WHERE l.since = row.since AND l.until <= $before AND x.uid = row.from_uid
WITH DISTINCT l
DELETE l
RETURN count(*) AS count
