package main

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"uvboard/backend/ops/erasure"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/ent"
)

// personal describes each column that refers to a user.
var personal = map[string]struct {
	export string // the file of the data export with its rows; "" for what does not describe the user
	stays  bool   // after the content was anonymised
}{
	"projects.user_id":         {export: "projects.json", stays: true},
	"blog_posts.user_id":       {export: "stories.json", stays: true},
	"blog_comments.user_id":    {export: "comments.json", stays: true},
	"forum_channels.user_id":   {export: "forum-channels.json", stays: true},
	"forum_threads.user_id":    {export: "forum-threads.json", stays: true},
	"forum_posts.user_id":      {export: "forum-posts.json", stays: true},
	"forum_reads.user_id":      {export: "forum-reads.json"},
	"votes.user_id":            {export: "votes.json", stays: true},
	"uploads.user_id":          {export: "uploads.json", stays: true}, // shown by projects
	"sessions.user_id":         {export: "sessions.json"},
	"access_tokens.user_id":    {export: "tokens.json"},
	"mails.user_id":            {export: "mails.json"},
	"mail_tokens.user_id":      {},
	"reports.user_id":          {export: "reports.json"},
	"contact_messages.user_id": {export: "contact-messages.json"},
	"generations.user_id":      {export: "vibekit.json"},
	"audit_entries.actor_id":   {},                         // stays; the users below are not admins
	"donations.user_id":        {export: "donations.json"}, // the rows stay, without the user
}

// The rows of a user are in the data export, and the deletion of the account removes them. It runs on PostgreSQL, where growth
// fills every table.
func TestPersonalDataIsExportedAndDeleted(t *testing.T) {
	t.Parallel()
	db := storetest.Open(t, storetest.PostgresURL(t))
	grow(t, db)
	columns := texts(t, db, `SELECT c.conrelid::regclass || '.' || a.attname FROM pg_constraint c
		JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1] WHERE c.contype = 'f' AND c.confrelid = 'users'::regclass`)
	if len(columns) != len(personal) {
		t.Errorf("%d columns refer to users, personal has %d", len(columns), len(personal))
	}
	c := testConfig(t)
	domains := newProduct(c, db, openUploads(t, c, db)).domains
	server := serveTest(t, c, db, io.Discard)
	hash, err := auth.HashPassword(t.Context(), "vibecoding")
	must.NoError(t, err)

	for username, content := range map[string]string{"grown2": "anonymise", "grown3": "erase"} {
		id := texts(t, db, "SELECT id::text FROM users WHERE username = '"+username+"'")[0]
		must.NoError(t, db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
			_, err := tx.ExecContext(ctx, "UPDATE users SET password_hash = $1 WHERE username = $2", hash, username)
			return err
		}))
		user := &client{t: t, base: server.URL}
		user.want(http.StatusOK, "POST", "/api/auth/login", `{"username":"`+username+`","password":"vibecoding"}`)
		body := user.want(http.StatusOK, "GET", "/api/users/"+id+"/export", "")
		exported, err := zip.NewReader(bytes.NewReader(body), int64(len(body)))
		must.NoError(t, err)
		for _, column := range columns {
			expected, known := personal[column]
			if !known {
				t.Errorf("unknown column %s: add it to personal in personal_test.go, and to Exports and ErasePrivate, Erase or Anonymise of its domain", column)
			}
			if expected.export != "" && exportedRows(t, exported, expected.export) == 0 {
				t.Errorf("%s has no row of %s", expected.export, column)
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
			if stays := content == "anonymise" && (personal[column].stays || table == "users"); left > 0 != stays {
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
