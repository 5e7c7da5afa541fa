package store_test

import (
	"fmt"
	"math"
	"testing"

	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
)

func TestCachedStatements(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		conn, err := db.Reader().Conn(t.Context())
		must.NoError(t, err)
		defer conn.Close()
		count := func(query string, args ...any) int {
			t.Helper()
			var n int
			must.NoError(t, conn.QueryRowContext(t.Context(), query, args...).Scan(&n))
			return n
		}

		t.Run("UseTheirArguments", func(t *testing.T) {
			for i := range 200 { // more than fit, each twice
				query := fmt.Sprintf("SELECT CAST($1 AS INTEGER) + %d", i/2)
				if got := count(query, i); got != i+i/2 {
					t.Fatalf("%s with %d is %d", query, i, got)
				}
			}
			if !db.IsSQLite() {
				if n := count("SELECT count(*) FROM pg_prepared_statements"); n != 64 {
					t.Errorf("%d cached statements, want 64", n)
				}
			}
		})

		t.Run("WithoutArguments", func(t *testing.T) {
			const query = "SELECT 40 + 2"
			for range 2 {
				if got := count(query); got != 42 {
					t.Fatalf("%s is %d", query, got)
				}
			}
			if !db.IsSQLite() {
				if n := count("SELECT count(*) FROM pg_prepared_statements WHERE statement = $1", query); n != 1 {
					t.Errorf("cached %d times, want once", n)
				}
			}
		})

		t.Run("WorkAfterAnError", func(t *testing.T) {
			const query = "SELECT CAST(abs(CAST($1 AS BIGINT)) AS INTEGER)"
			if got := count(query, -7); got != 7 {
				t.Fatalf("%d, want 7", got)
			}
			var n int
			if err := conn.QueryRowContext(t.Context(), query, math.MinInt64).Scan(&n); err == nil {
				t.Fatal("no overflow")
			}
			if got := count(query, -8); got != 8 {
				t.Errorf("%d after a failure, want 8", got)
			}
		})

		if db.IsSQLite() {
			t.Run("AreNotSharedWhileRowsAreOpen", func(t *testing.T) {
				tx, err := conn.BeginTx(t.Context(), nil)
				must.NoError(t, err)
				defer tx.Rollback()
				const query = "SELECT value FROM json_each($1)"
				outer, err := tx.QueryContext(t.Context(), query, "[1,2,3]")
				must.NoError(t, err)
				defer outer.Close()
				sum := 0
				for outer.Next() {
					var a, b int
					must.NoError(t, outer.Scan(&a))
					must.NoError(t, tx.QueryRowContext(t.Context(), query, "[10]").Scan(&b))
					sum += a * b
				}
				if err := outer.Err(); err != nil || sum != 60 {
					t.Errorf("sum %d, want 60; %v", sum, err)
				}
			})
			return
		}
		t.Run("AreRenewedAfterAMigration", func(t *testing.T) {
			for _, change := range []string{"CREATE TABLE changing (n integer)",
				"ALTER TABLE changing ALTER n TYPE bigint", "DEALLOCATE ALL", "DROP TABLE changing"} {
				if _, err := conn.ExecContext(t.Context(), change); err != nil {
					t.Fatal(err)
				}
				if change == "DROP TABLE changing" {
					break
				}
				for range 2 {
					rows, err := conn.QueryContext(t.Context(), "SELECT * FROM changing WHERE n > $1", 1)
					if err != nil {
						t.Fatalf("after %s: %v", change, err)
					}
					must.NoError(t, rows.Close())
				}
			}
		})
	})
}
