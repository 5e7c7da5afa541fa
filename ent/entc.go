//go:build ignore

// Generates the data model of ent/schema.
package main

import (
	"log"

	"entgo.io/ent/entc"
	"entgo.io/ent/entc/gen"
)

func main() {
	storage, err := gen.NewStorage("sql")
	if err != nil {
		log.Fatal(err)
	}
	// Migrations are written beforehand (see backend/platform/store/newmigration). Without this the product would carry, and read
	// into memory, all that plans them.
	storage.SchemaMode &^= gen.Migrate
	err = entc.Generate("./schema", &gen.Config{Storage: storage},
		entc.FeatureNames("sql/modifier", "sql/execquery", "sql/lock"), entc.TemplateDir("./template"))
	if err != nil {
		log.Fatal(err)
	}
}
