// Command newmigration writes the next migration of both databases: the difference between the existing migrations and
// ent/schema. Usage: go run ./backend/platform/store/newmigration NAME
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"ariga.io/atlas/sql/migrate"
	entsql "entgo.io/ent/dialect/sql"
	"entgo.io/ent/dialect/sql/schema"
	"entgo.io/ent/entc"
	"entgo.io/ent/entc/gen"

	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/pgtest"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: newmigration NAME")
		os.Exit(2)
	}
	if err := run(context.Background(), os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context, name string) error {
	dir, err := os.MkdirTemp("", "newmigration")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	postgres, err := pgtest.CreateDatabase(ctx, "newmigration", "")
	if err != nil {
		return err
	}
	for folder, address := range map[string]string{"sqlite": "sqlite://" + filepath.Join(dir, "dev.db"),
		"postgres": postgres} {
		sql, err := difference(ctx, address)
		if err != nil {
			return fmt.Errorf("%s: %w", folder, err)
		}
		if sql == "" {
			fmt.Println(folder + ": no changes")
			continue
		}
		if err := write(filepath.Join("ent/migrate", folder), name, sql); err != nil {
			return err
		}
	}
	return nil
}

// difference returns the SQL that changes a fully migrated database into that of ent/schema, "" if they are equal.
func difference(ctx context.Context, address string) (string, error) {
	db, err := store.Open(ctx, address)
	if err != nil {
		return "", err
	}
	defer db.Close()
	if err := db.Migrate(ctx); err != nil {
		return "", err
	}
	dir := migrate.OpenMemDir("difference")
	defer dir.Close()
	m, err := schema.NewMigrate(entsql.OpenDB(db.Dialect, db.Reader()),
		schema.WithDir(dir),
		schema.WithMigrationMode(schema.ModeInspect),
		schema.WithFormatter(migrate.DefaultFormatter),
		schema.WithDropIndex(true),
	)
	if err != nil {
		return "", err
	}
	graph, err := entc.LoadGraph("uvboard/ent/schema", &gen.Config{})
	if err != nil {
		return "", err
	}
	tables, err := graph.Tables()
	if err != nil {
		return "", err
	}
	if err := m.NamedDiff(ctx, "difference", tables...); err != nil && !errors.Is(err, migrate.ErrNoPlan) {
		return "", err
	}
	files, err := dir.Files()
	if err != nil || len(files) == 0 {
		return "", err
	}
	return string(files[0].Bytes()), nil
}

func write(folder, name, sql string) error {
	existing, err := filepath.Glob(filepath.Join(folder, "*.sql")) // sorted
	if err != nil {
		return err
	}
	last := 0
	if len(existing) > 0 {
		if last, err = strconv.Atoi(filepath.Base(existing[len(existing)-1])[:4]); err != nil {
			return err
		}
	}
	file := filepath.Join(folder, fmt.Sprintf("%04d_%s.sql", last+1, name))
	if strings.Contains(sql, "DROP TABLE `") {
		fmt.Println("note: SQLite changes a table by copying it; re-create its triggers in the same file")
	}
	fmt.Println("wrote " + file)
	return os.WriteFile(file, []byte(sql), 0o644)
}
