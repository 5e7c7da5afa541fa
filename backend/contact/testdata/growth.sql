INSERT INTO contact_messages (id, created_at, updated_at, user_id, name, email, subject, message, status)
  SELECT md5('message' || i)::uuid, now(), now(), md5('user' || 1 + i % 2000)::uuid, 'Grown', 'grown@example.com', '', '',
    CASE WHEN i % 50 = 0 THEN 'new' ELSE 'done' END FROM generate_series(1, 2000) i;
