INSERT INTO publish_requests (id, project_id, user_id, requested_at)
  SELECT md5('publish' || i)::uuid, md5('project' || i)::uuid, md5('user' || 1 + i % 2000)::uuid, now()
    FROM generate_series(1, 499) i ON CONFLICT DO NOTHING;
