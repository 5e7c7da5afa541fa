INSERT INTO weekly_issues (id, created_at, updated_at, number, week, title, items, published_at, queued_at)
  SELECT md5('weekly' || i)::uuid, now(), now(), 1000 + i, 20260105, 'Grown', '[]', now(), now() FROM generate_series(1, 300) i;
INSERT INTO weekly_subscribers (id, email, email_key, token_hash, created_at, asked_at, confirmed_at)
  SELECT md5('subscriber' || i)::uuid, 'grown' || i || '@example.com', 'grown' || i || '@example.com', md5('token' || i), now(), now(),
    CASE WHEN i % 50 = 0 THEN NULL ELSE now() END FROM generate_series(1, 5000) i;
