INSERT INTO projects (id, created_at, updated_at, title, title_key, tagline, description, stage, primary_category,
    secondary_categories, vibe_tools, custom_tools, looking_for, tags, links, media, impact, is_public, published_at, featured_at,
    first_answer_at, upvotes, rank, build_code, build_hours, alive, user_id, short)
  SELECT md5('project' || i)::uuid, at, at, 'Grown ' || i, 'grown ' || i, 'One of many that have grown', repeat('Words. ', 20),
    (ARRAY['idea', 'mvp', 'beta', 'launched', 'archived'])[1 + i % 5], (ARRAY['games', 'education', 'business', 'ai_agents'])[1 + i % 4],
    '[]', '["cursor"]', '[]', '[]', '[]', '{}', '{}', '{}', i % 20 > 0, CASE WHEN i % 20 > 0 THEN at END,
    CASE WHEN i % 5000 = 1 THEN at END, CASE WHEN i % 20 > 1 THEN at + interval '3 hours' END, i % 300, i * 0.001,
    CASE WHEN i % 3 = 0 THEN (ARRAY['people', 'mixed', 'mostly_ai', 'ai'])[1 + i / 3 % 4] ELSE '' END,
    CASE WHEN i % 3 = 0 THEN i % 200 END, CASE WHEN i % 40 = 7 THEN 'gone' ELSE 'alive' END, md5('user' || 1 + i % 10000)::uuid,
    right(md5('project' || i), 12)
  FROM generate_series(1, 15000) i, LATERAL (SELECT now() - i * interval '1 minute' AS at) made;

INSERT INTO tagged (tag, target_type, target_id, published_at)
SELECT t.tag, 'project', p.id, p.published_at
FROM projects p, LATERAL (VALUES ('category:' || replace(primary_category, '_', '-')), ('tool:cursor'), ('tool:claude')) AS t(tag)
WHERE p.is_public AND p.title LIKE 'Grown%';

INSERT INTO search_docs (kind, ref_id, owner_id, title, summary, words, owner, filters, body)
  SELECT 'project', id, user_id, lower(title), 'one of many that have grown', '', '', ':kind:project :stage:' || stage ||
    ' :category:' || primary_category || ' :tool:cursor :tool:claude', 'number ' || upvotes FROM projects WHERE title LIKE 'Grown%' AND is_public;

INSERT INTO feature_acts (project_id, admin_id, featured, reason, created_at)
  SELECT md5('project' || i)::uuid, md5('user1')::uuid, true, '', now() FROM generate_series(1, 2000) i;

INSERT INTO project_updates (id, created_at, updated_at, project_id, user_id, title, content)
  SELECT md5('update' || i)::uuid, now(), now(), p.id, p.user_id, 'Version ' || i, 'New.'
    FROM generate_series(1, 5000) i JOIN projects p ON p.id = md5('project' || 1 + i % 499)::uuid;

-- Tools that makers name themselves.
INSERT INTO tags (id, project_count) SELECT 'tool:grown' || i, 1 FROM generate_series(0, 9999) i;

INSERT INTO search_words (word, kind, docs) SELECT 'grown' || i, 'project', 1 FROM generate_series(1, 50000) i;
INSERT INTO search_forms (form, word) SELECT i, 'grown' || i FROM generate_series(1, 50000) i;
