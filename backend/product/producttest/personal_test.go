package producttest

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"uvboard/backend/ops/erasure"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/backend/product"
	"uvboard/ent"
)

// unexported are the columns that refer to a user whose rows are not in the data export.
var unexported = map[string]string{
	"mail_tokens.user_id":    "secrets of links in mails",
	"notifications.actor_id": "notifications of others",
	"audit_entries.actor_id": "what admins did; the users below are none",
}

// The rows of a user are in the data export, and the deletion of the account removes them. It runs on PostgreSQL, where
// growth fills every table.
func TestPersonalDataIsExportedAndDeleted(t *testing.T) {
	t.Parallel()
	db := storetest.Open(t, storetest.PostgresURL(t))
	grow(t, db)
	columns := texts(t, db, `SELECT c.conrelid::regclass || '.' || a.attname FROM pg_constraint c
		JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1] WHERE c.contype = 'f' AND c.confrelid = 'users'::regclass`)
	c := testConfig(t)
	domains := product.New(c, db, openUploads(t, c, db)).Domains
	exports := map[string]domain.Export{}
	for _, e := range domain.Collect(domains, func(d domain.Domain) []domain.Export { return d.Exports }) {
		if exports[e.Of] = e; e.Of != "" && !slices.Contains(columns, e.Of) {
			t.Errorf("%s is of %s, which is no column that refers to a user", e.Name, e.Of)
		}
	}
	server := serveTest(t, c, db, io.Discard)
	hash, err := auth.HashPassword(t.Context(), "vibecoding")
	must.NoError(t, err)

	for username, content := range map[string]string{"grown2": "anonymise", "grown3": "erase"} {
		id := texts(t, db, "SELECT id::text FROM users WHERE username = '"+username+"'")[0]
		must.NoError(t, db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
			if _, err := tx.ExecContext(ctx, "UPDATE users SET password_hash = $1 WHERE username = $2", hash,
				username); err != nil {
				return err
			}
			_, err := tx.ExecContext(ctx, "UPDATE authenticators SET recovery_hashes = $1 WHERE user_id = $2",
				`["`+auth.TokenHash("code")+`"]`, id)
			return err
		}))
		user := &client{t: t, base: server.URL}
		// growth has a passkey
		half := user.want(http.StatusOK, "POST", "/api/auth/login", `{"username":"`+username+
			`","password":"vibecoding"}`)
		user.want(http.StatusOK, "POST", "/api/auth/login/second-factor", `{"token":"`+
			valueAt(t, half, "secondFactor.token")+`","code":"code"}`)
		body := user.want(http.StatusOK, "GET", "/api/users/"+id+"/export", "")
		exported, err := zip.NewReader(bytes.NewReader(body), int64(len(body)))
		must.NoError(t, err)
		for _, column := range columns {
			export, found := exports[column]
			switch {
			case !found && unexported[column] == "":
				t.Errorf("no domain exports the rows of %s: add it to Exports and ErasePrivate, Erase or Anonymise of its domain", column)
			case found && exportedRows(t, exported, export.Name) == 0:
				t.Errorf("%s has no row of %s", export.Name, column)
			}
		}
		user.want(http.StatusOK, "DELETE", "/api/users/"+id, `{"password":"vibecoding","content":"`+content+`"}`)
		for range 2 { // the content, then the row
			worker := erasure.NewWorker(db, domains, func() time.Time { return time.Now().Add(2 * time.Hour) })
			must.NoError(t, worker.Work(t.Context()))
		}
		for _, column := range append(columns, "users.id") {
			table, name, _ := strings.Cut(column, ".")
			left := len(texts(t, db, "SELECT 'row' FROM "+table+" WHERE "+name+" = '"+id+"'"))
			if stays := content == "anonymise" && (exports[column].Content || table == "users"); left > 0 != stays {
				t.Errorf("content %s: %d rows with %s are left, want some: %t", content, left, column, stays)
			}
		}
	}
}

// exportedRows returns the number of items in a file of the export.
func exportedRows(t *testing.T, exported *zip.Reader, name string) int {
	t.Helper()
	file, err := exported.Open(name)
	must.NoError(t, err)
	defer file.Close()
	var items []json.RawMessage
	must.NoError(t, json.NewDecoder(file).Decode(&items))
	return len(items)
}

// texts returns the first column of all rows.
func texts(t *testing.T, db *store.DB, query string) (all []string) {
	t.Helper()
	rows, err := db.Reader().QueryContext(t.Context(), query)
	must.NoError(t, err)
	defer rows.Close()
	for rows.Next() {
		var text string
		must.NoError(t, rows.Scan(&text))
		all = append(all, text)
	}
	must.NoError(t, rows.Err())
	return all
}
