// What a connection asks before any map is read.

// name: ping()
// mode: read
// Answers only if the database is there and this user may read it.
// Returns: answer (1).
RETURN 1 AS answer

// name: list_databases()
// mode: read
// The databases this user can see, for the message that one is missing. Runs in the database `system`.
// Returns: name.
SHOW DATABASES YIELD name, type
WHERE type <> 'system'
RETURN DISTINCT name
ORDER BY name
