INSERT INTO expired_articles (id, seen_at) SELECT 'expired' || i, now() - i * interval '1 hour' FROM generate_series(1, 2000) i;

INSERT INTO news_articles (id, created_at, updated_at, title, excerpt, tags, source_name, source_url, url_key, published_at)
  SELECT md5('news' || i)::uuid, at, at, 'Grown news ' || i, 'number ' || i, '["cursor"]', 'Source ' || i % 999, 'https://grown.example/' || i, 'grown' || i, at
  FROM generate_series(1, 10000) i, LATERAL (SELECT now() - i * interval '5 minutes' AS at) made;

INSERT INTO tagged (tag, target_type, target_id, published_at)
SELECT (ARRAY['tool:cursor', 'tool:claude', 'tool:vercel-v0', 'tag:ai', 'tag:coding', 'tag:security', 'tag:hardware'])[1 + i % 7], 'news', md5('news' || i)::uuid,
	now() - i * interval '5 minutes' FROM generate_series(1, 10000) i;
