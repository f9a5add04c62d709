// Names of documents and variables, and MENTIONS: whose text names whom. All of it is derived: it makes no revision and no
// Version, and every writing transaction holds the map's lock.
//
// A name is compared in a normal form; `head` is its first words. Names of one head may be many, and of one form too, so whatever
// reads them stops at a limit.

// name: find_names(map_uid, uids)
// mode: read
// Returns: of each live entry of these uids since when it is in its state, and its names.
UNWIND $uids AS uid
MATCH (e:Entry {map_uid: $map_uid, uid: uid})
RETURN e.uid AS uid, e.since AS since, COLLECT {
  MATCH (n:Name {map_uid: $map_uid, entry_uid: uid})
  RETURN n {.uid, .form, .head, .source, .loose, .since}
} AS names

// name: find_restored(map_uid, rows)
// mode: read
// Of rows {uid, since}: those that were archived at some time since that state, which no later state follows at once.
// Returns: uid.
UNWIND $rows AS row
MATCH (e:Entry {map_uid: $map_uid, uid: row.uid})
MATCH (v:Version {map_uid: $map_uid, uid: row.uid})
WHERE v.since >= row.since AND v.until <> e.since
  AND NOT EXISTS { MATCH (:Version {map_uid: $map_uid, uid: row.uid, since: v.until}) }
RETURN DISTINCT row.uid AS uid

// name: create_names(map_uid, rows)
// mode: batch
// Rows: {uid, entry_uid, form, head, source, loose, since}.
// Returns: how many.
UNWIND $rows AS row
CREATE (n:Name)
SET n = row, n.map_uid = $map_uid
RETURN count(n) AS count

// name: update_names(map_uid, rows)
// mode: batch
// Rows: {entry_uid, form, properties}.
// Returns: how many.
UNWIND $rows AS row
MATCH (n:Name {map_uid: $map_uid, entry_uid: row.entry_uid})
WHERE n.form = row.form
SET n += row.properties
RETURN count(n) AS count

// name: delete_names(map_uid, rows)
// mode: batch
// Rows: {entry_uid, form}.
// Returns: how many.
UNWIND $rows AS row
MATCH (n:Name {map_uid: $map_uid, entry_uid: row.entry_uid})
WHERE n.form = row.form
DELETE n
RETURN count(*) AS count

// name: find_heads(map_uid, heads)
// mode: read
// The one query whose cost follows the length of a text: asked for many, of which hardly any are there.
// Returns: those heads that have names.
UNWIND $heads AS head
WITH head
WHERE EXISTS { MATCH (n:Name {map_uid: $map_uid, head: head}) WHERE n.form > '' }
RETURN head

// name: find_forms(map_uid, heads, limit)
// mode: read
// Returns: a row a name of these heads, at most so many of each: at the limit there may be more.
UNWIND $heads AS head
CALL (head) {
  MATCH (n:Name {map_uid: $map_uid, head: head})
  WHERE n.form > ''
  RETURN n.form AS form, n.loose AS loose
  LIMIT $limit
}
RETURN head, form, loose

// name: find_holders(map_uid, rows, limit)
// mode: read
// Of rows {head, form}: the live entries that have that form, at most so many of each.
// Returns: form, uids, whether one of them takes it in lower case, and whether it is too common to be linked.
UNWIND $rows AS row
CALL (row) {
  MATCH (n:Name {map_uid: $map_uid, head: row.head})
  WHERE n.form = row.form
  MATCH (e:Entry {map_uid: $map_uid, uid: n.entry_uid})
  RETURN e.uid AS uid, n.loose AS loose, n.common AS common
  LIMIT $limit
}
RETURN row.form AS form, collect(uid) AS uids, any(x IN collect(loose) WHERE x) AS loose,
       any(x IN collect(common) WHERE x) AS common

// name: set_common(map_uid, rows)
// mode: batch
// Rows: {head, form}: found in too many texts to say anything of one.
// Returns: how many names.
UNWIND $rows AS row
MATCH (n:Name {map_uid: $map_uid, head: row.head})
WHERE n.form = row.form
SET n.common = true
RETURN count(n) AS count

// name: find_phrases(map_uid, index, queries, limit)
// mode: read
// `queries` are Lucene syntax made by graph/mentions.py from words alone, with the map's uid as a required term. The analyzer
// takes more for equal than a name does, so what is found has to be looked at.
// Returns: of each query by its number the uids of live entries, best first.
UNWIND range(0, size($queries) - 1) AS number
CALL (number) {
  CALL db.index.fulltext.queryNodes($index, $queries[number], {limit: $limit}) YIELD node, score
  WHERE score > 0 AND node.map_uid = $map_uid
  RETURN node.uid AS uid
}
RETURN number, collect(uid) AS uids

// name: load_texts(map_uid, uids)
// mode: read
// Returns: what is linked of live entries; of notices nothing is.
UNWIND $uids AS uid
MATCH (e:Entry {map_uid: $map_uid, uid: uid})
WHERE e.kind <> 'notice'
RETURN e.uid AS uid, e.kind AS kind, coalesce(toStringOrNull(e.text), '') AS text, e.document_uid AS document_uid

// name: defer_texts(map_uid, rows)
// mode: batch
// Rows: {uid}: to be linked another time.
// Returns: how many.
UNWIND $rows AS row
MATCH (e:Entry {map_uid: $map_uid, uid: row.uid})
SET e.links_pending = true
RETURN count(e) AS count

// name: find_mentions(map_uid, uids)
// mode: read
// Returns: whom these entries mention, by which forms.
UNWIND $uids AS uid
MATCH (:Entry {map_uid: $map_uid, uid: uid})-[m:MENTIONS]->(b)
RETURN uid, b.uid AS target, m.forms AS forms

// name: count_mentions(map_uid, rows, uids, most)
// mode: read
// Of rows {uid, form, found}: how many live entries, other than `uids`, mention that entry by that form. Counted only where there
// are so many links to it that with the `found` ones it could be more than `most`.
// Returns: form and count.
UNWIND $rows AS row
MATCH (b:Entry {map_uid: $map_uid, uid: row.uid})
WHERE COUNT { (b)<-[:MENTIONS]-() } + row.found > $most
RETURN row.form AS form, COUNT {
  MATCH (b)<-[m:MENTIONS]-(a:Entry)
  WHERE row.form IN m.forms AND NOT a.uid IN $uids
} AS count

// name: delete_mentions(map_uid, rows)
// mode: batch
// Rows: {uid, target}.
// Returns: how many.
UNWIND $rows AS row
MATCH (a:Entry {map_uid: $map_uid, uid: row.uid})-[m:MENTIONS]->(b)
WHERE b.uid = row.target
DELETE m
RETURN count(*) AS count

// name: write_mentions(map_uid, rows)
// mode: batch
// One link from an entry to another, with all forms; `form` is the longest. Rows: {uid, target, forms}.
// Returns: how many.
UNWIND $rows AS row
MATCH (a:Entry {map_uid: $map_uid, uid: row.uid})
MATCH (b:Entry {map_uid: $map_uid, uid: row.target})
MERGE (a)-[m:MENTIONS]->(b)
SET m.form = row.forms[0], m.forms = row.forms
RETURN count(m) AS count

// name: withdraw_form(map_uid, rows)
// mode: batch
// Takes a form off the links to an entry, and links away that have no other. Rows: {uid, form}.
// Returns: how many links had it.
UNWIND $rows AS row
MATCH (b:Entry {map_uid: $map_uid, uid: row.uid})<-[m:MENTIONS]-()
WHERE row.form IN m.forms
SET m.forms = [form IN m.forms WHERE form <> row.form]
SET m.form = m.forms[0]
FOREACH (x IN CASE WHEN size(m.forms) = 0 THEN [m] ELSE [] END | DELETE x)
RETURN count(*) AS count
