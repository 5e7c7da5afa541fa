INSERT INTO saved_items (id, user_id, target_type, target_id, label, title_key, created_at)
  SELECT md5('saved' || i)::uuid, md5('user' || 1 + i % 2000)::uuid, 'project', md5('project' || 1 + i % 500)::uuid, 'later', 'grown ' || i, now()
    FROM generate_series(1, 20000) i ON CONFLICT DO NOTHING;
