// Package ent is the data model: hand-written schemas in ent/schema, everything else generated from them.
package ent

//go:generate go tool ent generate --feature sql/upsert,sql/modifier,sql/execquery,sql/lock,sql/versioned-migration ./schema
