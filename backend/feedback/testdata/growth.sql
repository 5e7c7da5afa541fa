INSERT INTO feedback_requests (id, project_id, user_id, questions, requested_at, is_owed, reserved_until)
  SELECT md5('request' || i)::uuid, md5('project' || i)::uuid, md5('user' || 1 + i % 10000)::uuid, '[]', now() - i * interval '1 minute', i % 3 = 0,
    CASE WHEN i % 50 = 0 THEN now() + interval '6 hours' END FROM generate_series(1, 15000) i WHERE i % 20 > 0;

INSERT INTO reviews (id, project_id, maker_id, user_id, assigned_at, skipped_at, written_at, post_id, is_useful, questions, answers)
  SELECT md5('review' || i)::uuid, md5('project' || i)::uuid, md5('user' || 1 + i % 10000)::uuid, md5('user' || 1 + i % 2000)::uuid, at, CASE WHEN i % 7 = 1 THEN at END,
    CASE WHEN i % 7 > 2 THEN at + interval '1 hour' END, CASE WHEN i % 7 > 2 THEN md5('post' || i)::uuid END, CASE WHEN i % 7 > 3 THEN i % 7 < 6 END, '[]', '[]'
  FROM generate_series(1, 6000) i, LATERAL (SELECT now() - i * interval '20 minutes' AS at) made;
