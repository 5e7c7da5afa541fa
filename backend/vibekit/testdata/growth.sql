INSERT INTO generations (id, created_at, user_id, kind)
  SELECT md5('generation' || i)::uuid, now(), md5('user' || 1 + i % 2000)::uuid, 'brief' FROM generate_series(1, 4000) i;
