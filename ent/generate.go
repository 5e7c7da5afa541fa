// Package ent is the data model: hand-written schemas in ent/schema, everything else generated from them.
package ent

//go:generate go run entc.go
