package store_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"uvboard/backend/platform/bulk"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/ent"
)

func addCounter(ctx context.Context, tx *ent.Client, name string) error {
	return tx.Counter.Create().SetID(name).SetValue(1).Exec(ctx)
}

func write(t *testing.T, db *store.DB, fn func(ctx context.Context, tx *ent.Client) error) {
	t.Helper()
	must.NoError(t, db.Write(t.Context(), fn))
}

func wantCounters(t *testing.T, db *store.DB, want int) {
	t.Helper()
	if got, err := db.Client().Counter.Query().Count(t.Context()); err != nil || got != want {
		t.Errorf("%d rows, %v, want %d", got, err, want)
	}
}

func TestWrite(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		t.Run("RollsBackOnlyFailedCallers", func(t *testing.T) {
			failed := errors.New("refused")
			must.Concurrently(t, 200, func(i int) error {
				err := db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
					if err := addCounter(ctx, tx, fmt.Sprintf("c%d", i)); err != nil {
						return err
					}
					if i%2 == 1 {
						return failed
					}
					return nil
				})
				if i%2 == 1 && errors.Is(err, failed) {
					return nil
				}
				return err
			})
			wantCounters(t, db, 100)
		})
		t.Run("RollsBackAfterAConstraintError", func(t *testing.T) {
			err := db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
				if err := addCounter(ctx, tx, "once"); err != nil {
					return err
				}
				return addCounter(ctx, tx, "c0")
			})
			if !ent.IsConstraintError(err) {
				t.Errorf("error %v, want a constraint error", err)
			}
			wantCounters(t, db, 100)
		})
		t.Run("RaisesAPanicInItsCaller", func(t *testing.T) {
			func() {
				defer func() {
					if p := recover(); p == nil || !strings.Contains(fmt.Sprint(p), "bad code") {
						t.Errorf("recovered %v, want the panic", p)
					}
				}()
				_ = db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
					if err := addCounter(ctx, tx, "panicked"); err != nil {
						return err
					}
					panic("bad code")
				})
			}()
			write(t, db, func(ctx context.Context, tx *ent.Client) error { return addCounter(ctx, tx, "after") })
			wantCounters(t, db, 101)
		})
		t.Run("DoesNothingForACanceledCaller", func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			cancel()
			err := db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
				return addCounter(ctx, tx,
					"canceled")
			})
			if !errors.Is(err, context.Canceled) {
				t.Errorf("error %v, want %v", err, context.Canceled)
			}
			wantCounters(t, db, 101)
		})
	})
}

func TestReadsDoNotWaitForWrites(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		const writers = 64 // more than there are connections
		release, begun := make(chan struct{}), make(chan struct{}, writers)
		var wg sync.WaitGroup
		for i := range writers {
			wg.Go(func() {
				err := db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
					begun <- struct{}{}
					<-release
					return addCounter(ctx, tx, fmt.Sprintf("c%d", i))
				})
				if err != nil {
					t.Error(err)
				}
			})
		}
		for <-begun; !store.WritersWait(db); {
			time.Sleep(time.Millisecond)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		defer cancel()
		if n, err := db.Client().Counter.Query().Count(ctx); err != nil || n != 0 {
			t.Errorf("read %d, %v while all writers wait", n, err)
		}
		close(release)
		wg.Wait()
		wantCounters(t, db, writers)
	})
}

func TestReadsOfPostgresHaveALockTimeout(t *testing.T) {
	db := storetest.Open(t, storetest.PostgresURL(t))
	var got string
	if err := db.Reader().QueryRowContext(t.Context(), "SHOW lock_timeout").Scan(&got); err != nil || got != "15s" {
		t.Errorf("lock_timeout %q, %v, want 15s", got, err)
	}
}

func TestClientIsReadOnlyOnSQLite(t *testing.T) {
	db := storetest.Open(t, storetest.SQLiteURL(t))
	if err := db.Client().Counter.Create().SetID("x").Exec(t.Context()); err == nil {
		t.Error("a write outside Write succeeded")
	}
}

func TestWriteWhileAnotherProcessWrites(t *testing.T) {
	t.Parallel() // it waits for five seconds
	address := storetest.SQLiteURL(t)
	db, other := storetest.Open(t, address), storetest.Open(t, address)
	err := bulk.Load(t.Context(), other, func(*bulk.Loader) error {
		return db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
			return addCounter(ctx, tx,
				"late")
		})
	})
	if f := fault.Of(err); f == nil || f.Code != "BUSY" || f.Kind != fault.KindUnavailable {
		t.Errorf("error %v", err)
	}
	write(t, db, func(ctx context.Context, tx *ent.Client) error { return addCounter(ctx, tx, "in time") })
}

func TestCloseAnswersAllWriters(t *testing.T) {
	address := storetest.SQLiteURL(t)
	db, err := store.Open(t.Context(), address)
	must.NoError(t, err)
	const writers = 300 // more than share a transaction
	var (
		written atomic.Int64
		all     sync.WaitGroup
	)
	write(t, db, func(context.Context, *ent.Client) error {
		for i := range writers {
			all.Go(func() {
				err := db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
					return addCounter(ctx,
						tx, fmt.Sprint("c", i))
				})
				if err == nil {
					written.Add(1)
				}
			})
		}
		for !store.WritersWait(db) {
			time.Sleep(time.Millisecond)
		}
		all.Go(func() {
			if err := db.Close(); err != nil {
				t.Error(err)
			}
		})
		return nil
	})
	all.Wait()
	wantCounters(t, storetest.Open(t, address), int(written.Load()))
}

func TestCloseLeavesOneFile(t *testing.T) {
	address := storetest.SQLiteURL(t)
	db, err := store.Open(t.Context(), address)
	must.NoError(t, err)
	write(t, db, func(ctx context.Context, tx *ent.Client) error { return addCounter(ctx, tx, "kept") })
	wantCounters(t, db, 1)
	must.NoError(t, db.Close())
	path := strings.TrimPrefix(address, "sqlite://")
	if left, _ := filepath.Glob(path + "-*"); len(left) > 0 {
		t.Errorf("the log is not in the file: %v", left)
	}
}

// An acknowledged write survives a power cut.
func TestSQLiteIsDurable(t *testing.T) {
	if store.Synchronous != "2" {
		t.Errorf("synchronous is %s, want 2, which is FULL", store.Synchronous)
	}
}

func TestOpenErrors(t *testing.T) {
	for name, address := range map[string]string{
		"UnknownScheme":     "mysql://root:hunter2@localhost/x",
		"Unencoded":         "postgres://root:hunter2 %@127.0.0.1:1/x",
		"UnencodedHash":     "postgres://root:hunter2#3@127.0.0.1:1/x",
		"UnencodedSlash":    "postgres://root:1/hunter2@127.0.0.1:1/x",
		"UnencodedBoth":     "postgres://root:a@127.0.0.1:1/hunter2@127.0.0.1:1/x",
		"UnencodedQuestion": "postgres://root:1?hunter2=2@127.0.0.1:1/x",
		"UnencodedAt":       "postgres://root:a@hunter2@127.0.0.1:1/x",
		"NoServer":          "postgres://root:hunter2@127.0.0.1:1/x?sslmode=disable&password=hunter2",
		"NoPath":            "sqlite://",
		"Unwritable":        "sqlite:///proc/none/x.db",
	} {
		t.Run(name, func(t *testing.T) {
			_, err := store.Open(t.Context(), address)
			if err == nil || !strings.HasPrefix(err.Error(), "DATABASE_URL: ") {
				t.Fatalf("error %v, want one that names DATABASE_URL", err)
			}
			if strings.Contains(err.Error(), "hunter2") {
				t.Errorf("error shows the password: %v", err)
			}
		})
	}
}
