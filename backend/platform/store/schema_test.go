package store_test

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/golden"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/ent"
	"uvboard/ent/analyticsday"
	"uvboard/ent/invitation"
	entmigrate "uvboard/ent/migrate"
	"uvboard/ent/notification"
	"uvboard/ent/notificationpreference"
)

// The parts of a schema as text, so that the goldens show a lost trigger or index.
const (
	sqliteParts = `SELECT type || ' ' || name || char(10) || COALESCE(sql, '') FROM sqlite_master
		WHERE name NOT LIKE 'sqlite_%' AND tbl_name <> 'schema_versions' ORDER BY type, name`
	postgresParts = `SELECT part FROM (
		SELECT 'column ' || table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable || ' ' ||
			COALESCE(column_default, '') || ' ' || COALESCE(generation_expression, '') AS part
			FROM information_schema.columns WHERE table_schema = 'public'
		UNION ALL SELECT 'index ' || indexdef FROM pg_indexes WHERE schemaname = 'public'
		UNION ALL SELECT 'constraint ' || conrelid::regclass || ' ' || pg_get_constraintdef(oid) FROM pg_constraint
			WHERE connamespace = 'public'::regnamespace AND contype <> 'n'
		UNION ALL SELECT 'trigger ' || pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
		UNION ALL SELECT 'function ' || pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = 'public'::regnamespace
		UNION ALL SELECT 'search configuration ' || cfgname FROM pg_ts_config WHERE cfgnamespace = 'public'::regnamespace
	) AS parts WHERE part NOT LIKE '%schema_versions%' ORDER BY part COLLATE "C"`
)

func TestSchemaAfterAllMigrations(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		query := postgresParts
		if db.IsSQLite() {
			query = sqliteParts
		}
		rows, err := db.Reader().QueryContext(t.Context(), query)
		must.NoError(t, err)
		defer rows.Close()
		var got strings.Builder
		for rows.Next() {
			var part string
			must.NoError(t, rows.Scan(&part))
			got.WriteString(part + "\n")
		}
		must.NoError(t, rows.Err())
		// after a migration, read the difference and run with -update
		golden.Check(t, "schema."+db.Dialect+".golden", got.String())
	})
}

// The migration to analytics by the day adds the hours of each day, and counts a visitor of several hours of a day
// once. The newest two days are left out: they are counted again from their visits, which stay.
func TestMigrateAnalyticsDays(t *testing.T) {
	for name, address := range map[string]string{
		"sqlite":   "sqlite://" + filepath.Join(t.TempDir(), "old.db"),
		"postgres": storetest.EmptyPostgresURL(t),
	} {
		t.Run(name, func(t *testing.T) {
			db := storetest.Open(t, address)
			migrateBefore(t, db, name, "0021")
			storetest.Exec(t, db, `INSERT INTO analytics_hours (id, visits, ended, seconds, sign_ups, projects, posts, votes) VALUES
				(2400, 5, 4, 60, 1, 2, 3, 4), (2423, 7, 6, 90, 10, 20, 30, 40), (2424, 1, 0, 0, 0, 0, 0, 0), (2448, 9, 9, 9, 9, 9, 9, 9), (2472, 9, 9, 9, 9, 9, 9, 9)`)
			// The hour of the visitors' previous visit is 0 for none, of the day before, or of the same day.
			storetest.Exec(t, db, `INSERT INTO analytics_visitors (hour, previous, visitors) VALUES
				(2400, 0, 3), (2400, 2399, 2), (2423, 2380, 1), (2423, 2400, 4), (2448, 0, 9)`)
			storetest.Exec(t, db, `INSERT INTO visits (id, visitor_id, page, started_at, slot) VALUES ('a', 'b', '/', '2026-11-22 18:00:00', 1)`)
			must.NoError(t, db.Migrate(t.Context()))
			days := db.Client().AnalyticsDay.Query().Order(analyticsday.ByID()).AllX(t.Context())
			want := []*ent.AnalyticsDay{
				{ID: 100, Visits: 12, Visitors: 6, Ended: 10, Seconds: 150, SignUps: 11, Projects: 22, Posts: 33,
					Votes: 44},
				{ID: 101, Visits: 1},
			}
			if diff := cmp.Diff(want, days, cmpopts.IgnoreUnexported(ent.AnalyticsDay{})); diff != "" {
				t.Errorf("days -want +got\n%s", diff)
			}
			if n := db.Client().Visit.Query().CountX(t.Context()); n != 1 {
				t.Errorf("%d visits are left, want 1", n)
			}
		})
	}
}

// The migration to hashes replaces the codes of invitations, which go on working.
func TestMigrateInvitations(t *testing.T) {
	for name, address := range map[string]string{
		"sqlite":   "sqlite://" + filepath.Join(t.TempDir(), "old.db"),
		"postgres": storetest.EmptyPostgresURL(t),
	} {
		t.Run(name, func(t *testing.T) {
			db := storetest.Open(t, address)
			migrateBefore(t, db, name, "0074")
			storetest.Exec(t, db, `INSERT INTO users (id, username, username_key, email, email_key, password_hash, viber_tag, skills, created_at, updated_at)
				VALUES ('01939c1e-0000-7000-8000-000000000001', 'ada', 'ada', 'a@example.org', 'a@example.org', '', '', '[]', '2026-11-22 18:00:00', '2026-11-22 18:00:00')`)
			storetest.Exec(t, db, `INSERT INTO invitations (id, user_id, code, created_at, expires_at) VALUES
				('01939c1e-0000-7000-8000-000000000002', '01939c1e-0000-7000-8000-000000000001', 'inv_one', '2026-11-22 18:00:00', '2026-12-22 18:00:00'),
				('01939c1e-0000-7000-8000-000000000003', '01939c1e-0000-7000-8000-000000000001', 'inv_two', '2026-11-22 18:00:00', '2026-12-22 18:00:00')`)
			must.NoError(t, db.Migrate(t.Context()))
			for _, code := range []string{"inv_one", "inv_two"} {
				if n := db.Client().Invitation.Query().Where(invitation.CodeHash(auth.TokenHash(code))).
					CountX(t.Context()); n != 1 {
					t.Errorf("%d invitations with the code %s", n, code)
				}
			}
		})
	}
}

// Notifications of followers that are older than the migration lead to the follower too.
func TestMigrateFollowers(t *testing.T) {
	for name, address := range map[string]string{
		"sqlite":   "sqlite://" + filepath.Join(t.TempDir(), "old.db"),
		"postgres": storetest.EmptyPostgresURL(t),
	} {
		t.Run(name, func(t *testing.T) {
			db := storetest.Open(t, address)
			migrateBefore(t, db, name, "0075")
			const ada, ben = "01939c1e-0000-7000-8000-000000000001", "01939c1e-0000-7000-8000-000000000002"
			storetest.Exec(t, db, `INSERT INTO users (id, username, username_key, email, email_key, password_hash, viber_tag, skills, created_at, updated_at)
				VALUES ('`+ada+`', 'ada', 'ada', 'a', 'a', '', '@ada', '[]', '2026-11-22 18:00:00', '2026-11-22 18:00:00'),
				('`+ben+`', 'ben', 'ben', 'b', 'b', '', '@ben', '[]', '2026-11-22 18:00:00', '2026-11-22 18:00:00')`)
			for i, kind := range []string{"follower", "moderation"} {
				id := fmt.Sprintf("01939c1e-0000-7000-8000-00000000001%d", i)
				storetest.Exec(t, db, `INSERT INTO notifications (id, user_id, kind, source, actor_id, item_type, item_id, subject_id, group_id, is_head)
					VALUES ('`+id+`', '`+ada+`', '`+kind+`', '`+id+`', '`+ben+`', 'user', '`+ada+`', '`+ada+`', '`+id+`', true)`)
			}
			must.NoError(t, db.Migrate(t.Context()))
			var got []string
			for _, n := range db.Client().Notification.Query().Order(notification.ByID()).AllX(t.Context()) {
				got = append(got, n.Kind+" "+n.ItemID.String())
			}
			if diff := cmp.Diff([]string{"follower " + ben, "moderation " + ada}, got); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}

// Open reports that are older than the migration have a case: those of a user weigh in full, those of the board less.
func TestMigrateReports(t *testing.T) {
	for name, address := range map[string]string{
		"sqlite":   "sqlite://" + filepath.Join(t.TempDir(), "old.db"),
		"postgres": storetest.EmptyPostgresURL(t),
	} {
		t.Run(name, func(t *testing.T) {
			db := storetest.Open(t, address)
			migrateBefore(t, db, name, "0079")
			const id = "01939c1e-0000-7000-8000-0000000000"
			const at = "2026-11-22 18:00:00.123456+00:00"
			for i := range 6 {
				storetest.Exec(t, db, fmt.Sprintf(`INSERT INTO users (id, username, username_key, email, email_key,
					password_hash, viber_tag, skills, created_at, updated_at) VALUES ('%s1%d', 'u%[2]d', 'u%[2]d', '%[2]d',
					'%[2]d', '', '@%[2]d', '[]', '%[3]s', '%[3]s')`, id, i, at))
			}
			reports := 0
			report := func(target, user int, status string) {
				reporter := "NULL"
				if user >= 0 {
					reporter = fmt.Sprintf("'%s1%d'", id, user)
				}
				storetest.Exec(t, db, fmt.Sprintf(`INSERT INTO reports (id, created_at, updated_at, user_id, target_type,
					target_id, reason, status) VALUES ('%s2%d', '%s', '%[3]s', %[4]s, 'project', '%[1]s3%[5]d', 'spam', '%[6]s')`,
					id, reports, at, reporter, target, status))
				reports++
			}
			report(0, -1, "open")
			report(1, 0, "open")
			report(1, -1, "open")
			for user := range 6 {
				report(2, user, "open")
			}
			report(3, 0, "resolved")
			must.NoError(t, db.Migrate(t.Context()))
			var got []string
			for _, c := range db.Client().ReportCase.Query().Order(ent.Asc("id")).AllX(t.Context()) {
				got = append(got, fmt.Sprint(c.OpenReports, c.Reporters, c.DueAt.Sub(c.OpenedAt)))
			}
			if diff := cmp.Diff([]string{"1 0 48h0m0s", "2 1 8h0m0s", "6 6 0s"}, got); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}

// A category of emails that was off becomes the rows that it stands for.
func TestMigrateEmailCategories(t *testing.T) {
	for name, address := range map[string]string{
		"sqlite":   "sqlite://" + filepath.Join(t.TempDir(), "old.db"),
		"postgres": storetest.EmptyPostgresURL(t),
	} {
		t.Run(name, func(t *testing.T) {
			db := storetest.Open(t, address)
			migrateBefore(t, db, name, "0076")
			cases := []struct {
				emailOff, kinds string
				want            map[string]uint8
			}{
				{`[]`, `NULL`, nil},
				{`[]`, `'{"reply": 2}'`, map[string]uint8{"reply": 2}},
				{`["member_message"]`, `NULL`, map[string]uint8{"member_message": 0}},
				{`["donation_thanks"]`, `'{"reply": 7, "security": 3}'`,
					map[string]uint8{"donation_thanks": 0, "reply": 7, "security": 3}},
				{`["donation_thanks", "notifications"]`, `'{"reply": 6, "follower": 2, "mention": 1, "security": 3}'`,
					map[string]uint8{
						"donation_thanks": 0, "reply": 4, "follower": 0, "mention": 1, "security": 3, "comment": 5,
						"vote_milestone":     5,
						"followed_published": 5, "project_update": 5, "moderation": 5,
					}},
			}
			id := func(i int) string { return fmt.Sprintf("01939c1e-0000-7000-8000-00000000000%d", i) }
			for i, c := range cases {
				storetest.Exec(t, db, fmt.Sprintf(
					`INSERT INTO users (id, username, username_key, email, email_key, password_hash, viber_tag, skills,
					created_at, updated_at) VALUES ('%s', '%[2]d', '%[2]d', '%[2]d', '%[2]d', '', '@%[2]d', '[]', '2026-11-22 18:00:00', '2026-11-22 18:00:00')`,
					id(i), i))
				storetest.Exec(t, db, fmt.Sprintf(
					`INSERT INTO notification_preferences (id, user_id, email_off, kinds, digest)
					VALUES ('%s', '%[1]s', '%s', %s, 'weekly')`, id(i), c.emailOff, c.kinds))
			}
			must.NoError(t, db.Migrate(t.Context()))
			for i, row := range db.Client().NotificationPreference.Query().Order(notificationpreference.ByID()).
				AllX(t.Context()) {
				if diff := cmp.Diff(cases[i].want, row.Kinds); diff != "" || row.Digest != "weekly" {
					t.Errorf("%s and %s, digest %s: -want +got\n%s", cases[i].emailOff, cases[i].kinds, row.Digest,
						diff)
				}
			}
		})
	}
}

// migrateBefore applies the migrations before one.
func migrateBefore(t *testing.T, db *store.DB, folder, first string) {
	t.Helper()
	files, err := fs.Glob(entmigrate.Versions, folder+"/*.sql")
	must.NoError(t, err)
	var before []string
	for _, file := range files {
		if version := strings.TrimSuffix(path.Base(file), ".sql"); version < first {
			before = append(before, version)
		}
	}
	must.NoError(t, db.MigrateTo(t.Context(), db.Dialect, before))
}

func TestMigrate(t *testing.T) {
	for name, address := range map[string]string{
		"sqlite":   "sqlite://" + filepath.Join(t.TempDir(), "new.db"),
		"postgres": storetest.EmptyPostgresURL(t),
	} {
		t.Run(name, func(t *testing.T) {
			db := storetest.Open(t, address)
			if err := db.Ready(t.Context()); err == nil {
				t.Error("a database without a schema is ready")
			}
			must.Concurrently(t, 4, func(int) error { // like several servers that start at once
				other, err := store.Open(t.Context(), address)
				if err != nil {
					return err
				}
				return errors.Join(other.Migrate(t.Context()), other.Close())
			})
			if err := db.Ready(t.Context()); err != nil {
				t.Errorf("not ready after migrating: %v", err)
			}
		})
	}
}

func TestMigrateRefusesUnknownMigrations(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		for name, change := range map[string]string{
			"Newer":   "INSERT INTO schema_versions (name, checksum) VALUES ('9999_later', 'x')",
			"Changed": "UPDATE schema_versions SET checksum = 'x' WHERE name = '0001_init'",
		} {
			t.Run(name, func(t *testing.T) {
				storetest.Exec(t, db, change)
				if err := db.Migrate(t.Context()); err == nil {
					t.Error("migrated")
				}
				if err := db.Ready(t.Context()); err == nil {
					t.Error("ready")
				}
			})
		}
	})
}
