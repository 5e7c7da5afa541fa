INSERT INTO blog_posts (id, created_at, updated_at, user_id, title, title_key, tags, is_published, is_visible, published_at, upvotes, popularity, content, short)
  SELECT md5('story' || i)::uuid, at, at, md5('user' || 1 + i % 10000)::uuid, 'Grown ' || i, 'grown ' || i, '["grown"]', i % 20 > 0, i % 20 > 0,
    CASE WHEN i % 20 > 0 THEN at END, i % 300, CASE WHEN i % 100 = 1 THEN i % 300 ELSE 0 END, repeat('Words. ', 50), right(md5('story' || i), 12)
  FROM generate_series(1, 10000) i, LATERAL (SELECT now() - i * interval '20 minutes' AS at) made;
INSERT INTO search_docs (kind, ref_id, owner_id, title, summary, words, owner, filters, body)
  SELECT 'blog_post', id, user_id, lower(title), 'one of many that have grown', 'grown', '', ':kind:blog_post :tag:grown', '' FROM blog_posts WHERE is_visible AND title LIKE 'Grown%';

INSERT INTO tagged (tag, target_type, target_id, published_at)
SELECT t.tag, 'blog_post', p.id, p.published_at FROM blog_posts p, LATERAL (VALUES ('tag:grown'), ('tag:grown' || right(p.title, 3))) AS t(tag)
WHERE p.is_visible AND p.title LIKE 'Grown%';

INSERT INTO tags (id, story_count) SELECT 'tag:grown' || lpad(i::text, 3, '0'), 20 FROM generate_series(0, 999) i
UNION ALL SELECT 'tag:grown', 19000;

INSERT INTO blog_comments (id, created_at, updated_at, post_id, user_id, content)
  SELECT md5('comment' || i)::uuid, now(), now(), md5('story' || 1 + i % 2000)::uuid, md5('user' || 1 + i % 1999)::uuid, 'Words.' FROM generate_series(1, 6000) i;
