INSERT INTO uploads (id, user_id, content_type, path, bytes, created_at)
  SELECT md5('upload' || i)::uuid, md5('user' || 1 + i % 2000)::uuid, 'image/png', 'grown' || i, 1000, now() - i * interval '1 minute'
  FROM generate_series(1, 2000) i;

INSERT INTO upload_uses (kind, target_id, upload_id)
  SELECT 'project', md5('project' || i)::uuid, md5('upload' || i)::uuid FROM generate_series(1, 2000) i;

INSERT INTO file_removals (id, due_at, user_id)
  SELECT 'grown' || i, now() + i * interval '1 minute', md5('user' || i)::uuid FROM generate_series(1, 2000) i;

INSERT INTO upload_tickets (id, user_id, secret_hash, expires_at)
  SELECT md5('ticket' || i)::uuid, md5('user' || i)::uuid, md5('ticket' || i), now() FROM generate_series(1, 2000) i;
