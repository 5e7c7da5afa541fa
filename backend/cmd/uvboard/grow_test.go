package main

import (
	"context"
	"maps"
	"slices"
	"strings"
	"testing"

	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/ent"
)

// growth fills each table that grows with the site. It is for PostgreSQL, whose plans depend on the number of rows; SQLite's do
// not without ANALYZE.
var growth = map[string]string{
	"users": `INSERT INTO users (id, created_at, updated_at, username, username_key, email, email_key, password_hash, viber_tag, skills,
			upvotes_received, reputation, last_active_at)
		SELECT md5('user' || i)::uuid, now() - i * interval '1 hour', now(), 'grown' || i, 'grown' || i, 'grown' || i || '@example.com',
			'grown' || i || '@example.com', '', '@grown' || i, '[]', i % 500, i % 500 * 5, now() - i * interval '1 minute'
		FROM generate_series(1, 10000) i`,
	"projects": `INSERT INTO projects (id, created_at, updated_at, title, title_key, tagline, description, stage, primary_category,
			secondary_categories, vibe_tools, custom_tools, looking_for, tags, links, media, impact, is_public, published_at, featured_at,
			upvotes, rank, user_id)
		SELECT md5('project' || i)::uuid, at, at, 'Grown ' || i, 'grown ' || i, 'One of many that have grown', repeat('Words. ', 20),
			(ARRAY['idea', 'mvp', 'beta', 'launched', 'archived'])[1 + i % 5], (ARRAY['games', 'education', 'business', 'ai_agents'])[1 + i % 4],
			'[]', '["cursor"]', '[]', '[]', '[]', '{}', '{}', '{}', i % 20 > 0, CASE WHEN i % 20 > 0 THEN at END,
			CASE WHEN i % 5000 = 1 THEN at END, i % 300, i * 0.001, md5('user' || 1 + i % 10000)::uuid
		FROM generate_series(1, 15000) i, LATERAL (SELECT now() - i * interval '1 minute' AS at) made`,
	"project_facets": `INSERT INTO project_facets (project_id, facet)
		SELECT id, 'category:' || primary_category FROM projects WHERE title LIKE 'Grown%'
		UNION ALL SELECT id, 'tool:' || tool FROM projects, unnest(ARRAY['cursor', 'claude']) tool WHERE title LIKE 'Grown%'`,
	"blog_posts": `INSERT INTO blog_posts (id, created_at, updated_at, user_id, title, title_key, tags, is_published, is_visible, published_at, upvotes, popularity, content)
		SELECT md5('story' || i)::uuid, at, at, md5('user' || 1 + i % 10000)::uuid, 'Grown ' || i, 'grown ' || i, '["grown"]', i % 20 > 0, i % 20 > 0,
			CASE WHEN i % 20 > 0 THEN at END, i % 300, CASE WHEN i % 100 = 1 THEN i % 300 ELSE 0 END, repeat('Words. ', 50)
		FROM generate_series(1, 10000) i, LATERAL (SELECT now() - i * interval '20 minutes' AS at) made;
		INSERT INTO search_docs (kind, ref_id, owner_id, title, summary, words, owner, filters, body)
		SELECT 'blog_post', id, user_id, lower(title), 'one of many that have grown', 'grown', '', ':kind:blog_post :tag:grown', '' FROM blog_posts WHERE is_visible AND title LIKE 'Grown%'`,
	"blog_post_tags": `INSERT INTO blog_post_tags (post_id, tag, published_at)
		SELECT p.id, t.tag, p.published_at FROM blog_posts p, LATERAL (VALUES ('grown'), ('grown' || right(p.title, 3))) AS t(tag) WHERE p.is_visible AND p.title LIKE 'Grown%'`,
	"blog_tags": `INSERT INTO blog_tags (id, post_count) SELECT 'grown' || lpad(i::text, 3, '0'), 20 FROM generate_series(0, 999) i
		UNION ALL SELECT 'grown', 19000`,
	"blog_comments": `INSERT INTO blog_comments (id, created_at, updated_at, post_id, user_id, content)
		SELECT md5('comment' || i)::uuid, now(), now(), md5('story' || 1 + i % 10000)::uuid, md5('user' || 1 + i % 9999)::uuid, 'Words.' FROM generate_series(1, 30000) i`,
	"forum_channels": `INSERT INTO forum_channels (id, created_at, updated_at, user_id, name, name_key, project_id)
		SELECT md5('channel' || i)::uuid, now(), now(), md5('user' || i)::uuid, 'Grown ' || i, 'grown ' || i,
			CASE WHEN i % 4 = 0 THEN md5('project' || i)::uuid END FROM generate_series(1, 10000) i`,
	"forum_threads": `INSERT INTO forum_threads (id, created_at, updated_at, channel_id, user_id, title, is_visible, is_pinned, last_activity_at, excerpt, content)
		SELECT md5('thread' || i)::uuid, at, at, md5('channel' || 1 + i % 50)::uuid, md5('user' || 1 + i % 10000)::uuid, 'Grown ' || i, i % 20 > 0,
			i % 500 = 1, at + interval '1 hour', 'number ' || i, repeat('Words. ', 20)
		FROM generate_series(1, 10000) i, LATERAL (SELECT now() - i * interval '20 minutes' AS at) made;
		INSERT INTO search_docs (kind, ref_id, owner_id, title, summary, words, owner, filters, body)
		SELECT 'forum', id, user_id, lower(title), '', '', '', ':kind:forum :channel:' || replace(channel_id::text, '-', ''), excerpt
		FROM forum_threads WHERE is_visible AND title LIKE 'Grown%'`,
	"forum_posts": `INSERT INTO forum_posts (id, created_at, updated_at, thread_id, parent_id, user_id, is_visible, content)
		SELECT md5('post' || i)::uuid, now(), now(), md5('thread' || 1 + i % 9999)::uuid, CASE WHEN i > 9999 AND i % 3 = 0 THEN md5('post' || i - 9999)::uuid END,
			md5('user' || 1 + i % 10000)::uuid, i % 20 > 0, 'Words.' FROM generate_series(1, 30000) i;
		INSERT INTO search_docs (kind, ref_id, owner_id, title, summary, words, owner, filters, body)
		SELECT 'forum', p.id, p.user_id, '', '', '', '', ':kind:forum :channel:' || replace(t.channel_id::text, '-', ''), 'grown words'
		FROM forum_posts p JOIN forum_threads t ON t.id = p.thread_id WHERE p.is_visible AND t.title LIKE 'Grown%'`,
	"forum_reads": `INSERT INTO forum_reads (user_id, thread_id, read_at)
		SELECT md5('user' || 1 + i % 10000)::uuid, md5('thread' || 1 + i % 9999)::uuid, now() FROM generate_series(1, 20000) i`,
	"votes": `INSERT INTO votes (user_id, target_type, target_id, value, created_at, updated_at)
		SELECT md5('user' || 1 + i % 10000)::uuid, 'project', md5('project' || 1 + i % 14999)::uuid, 1, now() - i * interval '1 minute', now() FROM generate_series(1, 30000) i`,
	"search_docs": `INSERT INTO search_docs (kind, ref_id, owner_id, title, summary, words, owner, filters, body)
		SELECT 'project', id, user_id, lower(title), 'one of many that have grown', '', '', ':kind:project :stage:' || stage ||
			' :category:' || primary_category || ' :tool:cursor :tool:claude', 'number ' || upvotes FROM projects WHERE title LIKE 'Grown%' AND is_public`,
	"uploads": `INSERT INTO uploads (id, user_id, content_type, path, bytes, created_at)
		SELECT md5('upload' || i)::uuid, md5('user' || 1 + i % 10000)::uuid, 'image/png', 'grown' || i, 1000, now() - i * interval '1 minute'
		FROM generate_series(1, 10000) i`,
	"upload_uses": `INSERT INTO upload_uses (kind, target_id, upload_id)
		SELECT 'project', md5('project' || i)::uuid, md5('upload' || i)::uuid FROM generate_series(1, 10000) i`,
	"file_removals": `INSERT INTO file_removals (id, due_at, user_id)
		SELECT 'grown' || i, now() + i * interval '1 minute', md5('user' || i)::uuid FROM generate_series(1, 10000) i`,
	"feature_acts": `INSERT INTO feature_acts (project_id, admin_id, featured, reason, created_at)
		SELECT md5('project' || i)::uuid, md5('user1')::uuid, true, '', now() FROM generate_series(1, 10000) i`,
	"expired_articles": `INSERT INTO expired_articles (id, seen_at) SELECT 'expired' || i, now() - i * interval '1 hour' FROM generate_series(1, 2000) i`,
	"news_articles": `INSERT INTO news_articles (id, created_at, updated_at, title, excerpt, tags, source_name, source_url, url_key, published_at)
		SELECT md5('news' || i)::uuid, at, at, 'Grown news ' || i, 'number ' || i, '["cursor"]', 'Source ' || i % 999, 'https://grown.example/' || i, 'grown' || i, at
		FROM generate_series(1, 10000) i, LATERAL (SELECT now() - i * interval '5 minutes' AS at) made`,
	"news_article_tags": `INSERT INTO news_article_tags (tag, article_id, published_at)
		SELECT (ARRAY['cursor', 'claude', 'v0', 'ai', 'coding', 'security', 'hardware'])[1 + i % 7], md5('news' || i)::uuid, now() - i * interval '5 minutes'
		FROM generate_series(1, 10000) i`,
	"reports": `INSERT INTO reports (id, created_at, updated_at, user_id, target_type, target_id, reason, status)
		SELECT md5('report' || i)::uuid, now(), now(), md5('user' || 1 + i % 10000)::uuid, 'project', md5('project' || i)::uuid, 'spam',
			CASE WHEN i % 50 = 0 THEN 'open' ELSE 'resolved' END FROM generate_series(1, 15000) i`,
	"contact_messages": `INSERT INTO contact_messages (id, created_at, updated_at, user_id, name, email, subject, message, status)
		SELECT md5('message' || i)::uuid, now(), now(), md5('user' || 1 + i % 10000)::uuid, 'Grown', 'grown@example.com', '', '',
			CASE WHEN i % 50 = 0 THEN 'new' ELSE 'done' END FROM generate_series(1, 10000) i`,
	"generations": `INSERT INTO generations (id, created_at, user_id, kind)
		SELECT md5('generation' || i)::uuid, now(), md5('user' || 1 + i % 10000)::uuid, 'brief' FROM generate_series(1, 20000) i`,
	"donations": `INSERT INTO donations (id, created_at, updated_at, user_id, amount, status, request_key, payment_intent)
		SELECT md5('donation' || i)::uuid, at, at, md5('user' || 1 + i % 10000)::uuid, 500,
			(ARRAY['succeeded', 'pending', 'failed'])[1 + i % 3], 'grown' || i, 'pi_grown' || i
		FROM generate_series(1, 10001) i, LATERAL (SELECT now() - i * interval '1 minute' AS at) made`,
	"stripe_events": `INSERT INTO stripe_events (id, kind, happened_at)
		SELECT 'evt_grown' || i, (ARRAY['payment_intent.succeeded', 'payment_intent.payment_failed'])[1 + i % 2], now() - i * interval '1 minute'
		FROM generate_series(1, 10000) i`,
	"audit_entries": `INSERT INTO audit_entries (id, created_at, actor_id, action, target_type, target_id)
		SELECT md5('act' || i)::uuid, now(), md5('user' || 1000 + i % 5000)::uuid, 'hide', 'project', md5('project' || i)::uuid FROM generate_series(1, 10000) i`,
	"sessions": `INSERT INTO sessions (id, token_hash, user_id, created_at, expires_at)
		SELECT md5('session' || i)::uuid, 'grown' || i, md5('user' || i)::uuid, now(), now() + i * interval '1 minute' FROM generate_series(1, 10000) i`,
	"access_tokens": `INSERT INTO access_tokens (id, token_hash, name, user_id, created_at, expires_at)
		SELECT md5('token' || i)::uuid, 'grown' || i, '', md5('user' || i)::uuid, now(), now() + i * interval '1 minute' FROM generate_series(1, 10000) i`,
	"mail_tokens": `INSERT INTO mail_tokens (id, token_hash, purpose, user_id, created_at, expires_at)
		SELECT md5('mail token' || i)::uuid, 'grown' || i, 'verify', md5('user' || i)::uuid, now(), now() + i * interval '1 minute' FROM generate_series(1, 10000) i`,
	"visits": `INSERT INTO visits (id, visitor_id, page, project_id, started_at, slot, seconds)
		SELECT 'grown' || i, 'grown' || i / 3, '/projects/{id}', md5('project' || 1 + i % 14999)::uuid, at, extract(epoch from at)::bigint / 300, i % 100
		FROM generate_series(1, 30000) i, LATERAL (SELECT now() - i * interval '2 minutes' AS at) made`,
	"analytics_days": `INSERT INTO analytics_days (id, visits, visitors, ended, seconds, sign_ups, projects, posts, votes)
		SELECT extract(epoch from now())::bigint / 86400 - 2 - i, 30, 8, 30, 1500, 1, 1, 1, 1 FROM generate_series(1, 10000) i`,
	"mails": `INSERT INTO mails (id, recipient, subject, text, html, state, next_try_at, created_at, user_id)
		SELECT md5('mail' || i)::uuid, 'grown', '', '', '', 'sent', now(), now() - i * interval '1 minute', md5('user' || i)::uuid FROM generate_series(1, 10000) i`,
}

// growthOrder lists the tables that others refer to; the others come last.
var growthOrder = []string{"users", "projects", "blog_posts", "forum_channels", "forum_threads", "uploads", "news_articles"}

func grow(t *testing.T, db *store.DB) {
	t.Helper()
	if db.IsSQLite() {
		return
	}
	for _, table := range texts(t, db, "SELECT tablename FROM pg_tables WHERE schemaname = 'public'") {
		if growth[table] == "" && exempt[table] == "" {
			t.Errorf("unknown table %s: add it to growth in grow_test.go, or to exempt in plans_test.go with the reason", table)
		}
	}
	must.NoError(t, db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
		order := slices.Clone(growthOrder)
		for table := range growth {
			if !slices.Contains(order, table) {
				order = append(order, table)
			}
		}
		// Without checks of foreign keys, which take most of the time.
		if _, err := tx.ExecContext(ctx, "SET LOCAL session_replication_role = replica"); err != nil {
			return err
		}
		for _, table := range order {
			if _, err := tx.ExecContext(ctx, growth[table]); err != nil {
				return err
			}
		}
		return nil
	}))
	if _, err := db.Reader().ExecContext(t.Context(), "VACUUM (ANALYZE) "+strings.Join(slices.Collect(maps.Keys(growth)), ", ")); err != nil {
		t.Fatal(err)
	}
}
