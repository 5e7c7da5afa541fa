INSERT INTO forum_channels (id, created_at, updated_at, user_id, name, name_key, project_id)
  SELECT md5('channel' || i)::uuid, now(), now(), md5('user' || i)::uuid, 'Grown ' || i, 'grown ' || i,
    CASE WHEN i % 4 = 0 THEN md5('project' || i)::uuid END FROM generate_series(1, 10000) i;

INSERT INTO forum_threads (id, created_at, updated_at, channel_id, user_id, title, is_visible, is_pinned, last_activity_at, excerpt, content, short)
  SELECT md5('thread' || i)::uuid, at, at, md5('channel' || 1 + i % 50)::uuid, md5('user' || 1 + i % 10000)::uuid, 'Grown ' || i, i % 20 > 0,
    i % 500 = 1, at + interval '1 hour', 'number ' || i, repeat('Words. ', 20), right(md5('thread' || i), 12)
  FROM generate_series(1, 10000) i, LATERAL (SELECT now() - i * interval '20 minutes' AS at) made;
INSERT INTO search_docs (kind, ref_id, owner_id, title, summary, words, owner, filters, body)
  SELECT 'forum', id, user_id, lower(title), '', '', '', ':kind:forum :channel:' || replace(channel_id::text, '-', ''), excerpt
  FROM forum_threads WHERE is_visible AND title LIKE 'Grown%';

INSERT INTO forum_posts (id, created_at, updated_at, thread_id, parent_id, user_id, is_visible, content)
  SELECT md5('post' || i)::uuid, now(), now(), md5('thread' || 1 + i % 1999)::uuid, CASE WHEN i > 1999 AND i % 3 = 0 THEN md5('post' || i - 1999)::uuid END,
    md5('user' || 1 + i % 2000)::uuid, i % 20 > 0, 'Words.' FROM generate_series(1, 6000) i;
INSERT INTO search_docs (kind, ref_id, owner_id, title, summary, words, owner, filters, body)
  SELECT 'forum', p.id, p.user_id, '', '', '', '', ':kind:forum :channel:' || replace(t.channel_id::text, '-', ''), 'grown words'
  FROM forum_posts p JOIN forum_threads t ON t.id = p.thread_id WHERE p.is_visible AND t.title LIKE 'Grown%';

INSERT INTO forum_reads (user_id, thread_id, read_at)
  SELECT md5('user' || 1 + i % 2000)::uuid, md5('thread' || 1 + i % 1999)::uuid, now() FROM generate_series(1, 4000) i;
INSERT INTO forum_watches (thread_id, user_id, is_on) SELECT thread_id, user_id, true FROM forum_reads ON CONFLICT DO NOTHING;
