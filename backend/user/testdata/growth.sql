INSERT INTO users (id, created_at, updated_at, username, username_key, email, email_key, password_hash, viber_tag, skills,
    upvotes_received, reputation, last_active_at)
  SELECT md5('user' || i)::uuid, now() - i * interval '1 hour', now(), 'grown' || i, 'grown' || i, 'grown' || i || '@example.com',
    'grown' || i || '@example.com', '', '@grown' || i, '[]', i % 500, i % 500 * 5, now() - i * interval '1 minute'
  FROM generate_series(1, 10000) i;
