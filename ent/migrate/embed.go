package migrate

import "embed"

// Versions holds the versioned migrations, one folder for each database: sqlite and postgres.
// `go tool task migration -- NAME` writes the next one from the difference between the last and ent/schema.
//
//go:embed sqlite/*.sql postgres/*.sql
var Versions embed.FS
