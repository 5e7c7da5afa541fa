INSERT INTO votes (user_id, target_type, target_id, value, created_at, updated_at)
  SELECT md5('user' || 1 + i % 10000)::uuid, 'project', md5('project' || 1 + i % 14999)::uuid, 1, now() - i * interval '1 minute', now() FROM generate_series(1, 30000) i;
