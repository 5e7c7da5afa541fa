INSERT INTO reports (id, created_at, updated_at, user_id, target_type, target_id, reason, status)
  SELECT md5('report' || i)::uuid, now(), now(), md5('user' || 1 + i % 2000)::uuid, 'project', md5('project' || i)::uuid, 'spam',
    CASE WHEN i % 50 = 0 THEN 'open' ELSE 'resolved' END FROM generate_series(1, 3000) i;

INSERT INTO audit_entries (id, created_at, actor_id, action, target_type, target_id)
  SELECT (CASE WHEN i > 2 THEN 'f' ELSE '0' END || substr(md5('act' || i), 2))::uuid, now(), md5('user' || 1000 + i % 1000)::uuid, 'hide', 'project', md5('project' || i)::uuid FROM generate_series(1, 6000) i;
