// Elements of a map in their live states, each found by an index.

// name: load_submaps(map_uid)
// mode: read
// Returns: the live sub-maps in their states.
MATCH (s:SubMap {map_uid: $map_uid})
WHERE s.path > ''
RETURN s {.*} AS node
ORDER BY s.path

// name: load_elements(map_uid, refs, keys, hashes)
// mode: read
// What the operations of a batch will look for, in one answer; each by its index. Without times, which the driver takes
// longer to read than all the rest.
// Returns: one row: by_ref (live and archived), by_key and by_hash (live).
RETURN
  COLLECT {
    UNWIND $refs AS ref
    MATCH (e:Entry {map_uid: $map_uid, ref: ref})
    RETURN e {.*, embedding: null, context: null, created_at: null, updated_at: null, live: true}
    UNION ALL
    UNWIND $refs AS ref
    MATCH (a:Archived {map_uid: $map_uid, ref: ref})
    RETURN a {.*, embedding: null, context: null, created_at: null, updated_at: null, live: false} AS e
  } AS by_ref,
  COLLECT {
    UNWIND $keys AS key
    MATCH (e:Entry {map_uid: $map_uid, key: key})
    RETURN e {.*, embedding: null, context: null, created_at: null, updated_at: null, live: true}
  } AS by_key,
  COLLECT {
    UNWIND $hashes AS hash
    MATCH (e:Entry {map_uid: $map_uid, content_hash: hash})
    RETURN e {.*, embedding: null, context: null, created_at: null, updated_at: null, live: true}
  } AS by_hash

// name: load_first(map_uid, parent_uid, kind, limit)
// mode: read
// Returns: the first live entries of a list, in order.
MATCH (e:Entry {map_uid: $map_uid, parent_uid: $parent_uid, kind: $kind})
WHERE e.position > -1.0e308
RETURN e {.*, embedding: null, context: null, created_at: null, updated_at: null, live: true} AS node
ORDER BY e.map_uid, e.parent_uid, e.kind, e.position
LIMIT $limit

// name: load_last(map_uid, parent_uid, kind, limit)
// mode: read
// Returns: the last live entries of a list, the last one first.
MATCH (e:Entry {map_uid: $map_uid, parent_uid: $parent_uid, kind: $kind})
WHERE e.position > -1.0e308
RETURN e {.*, embedding: null, context: null, created_at: null, updated_at: null, live: true} AS node
ORDER BY e.map_uid DESC, e.parent_uid DESC, e.kind DESC, e.position DESC
LIMIT $limit

// name: load_before(map_uid, parent_uid, kind, position, limit)
// mode: read
// Returns: the last live entries of a list up to a position, the last one first.
MATCH (e:Entry {map_uid: $map_uid, parent_uid: $parent_uid, kind: $kind})
WHERE e.position <= $position
RETURN e {.*, embedding: null, context: null, created_at: null, updated_at: null, live: true} AS node
ORDER BY e.map_uid DESC, e.parent_uid DESC, e.kind DESC, e.position DESC
LIMIT $limit
