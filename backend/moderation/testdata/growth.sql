INSERT INTO reports (id, created_at, updated_at, user_id, target_type, target_id, reason, status)
  SELECT md5('report' || i)::uuid, now(), now(), md5('user' || 1 + i % 2000)::uuid, 'project', md5('project' || i)::uuid, 'spam',
    CASE WHEN i % 50 = 0 THEN 'open' ELSE 'resolved' END FROM generate_series(1, 3000) i;

INSERT INTO audit_entries (id, created_at, actor_id, action, target_type, target_id)
  SELECT (CASE WHEN i > 2 THEN 'f' ELSE '0' END || substr(md5('act' || i), 2))::uuid, now(), md5('user' || 1000 + i % 1000)::uuid, 'hide', 'project', md5('project' || i)::uuid FROM generate_series(1, 6000) i;

INSERT INTO report_cases (id, target_type, open_reports, reporters, opened_at, due_at)
  SELECT md5('case' || i)::uuid, 'project', 1, 1, now(), now() + i * interval '1 second' FROM generate_series(1, 3000) i;

INSERT INTO appeals (id, created_at, updated_at, user_id, target_type, target_id, decision_id, message, status)
  SELECT md5('appeal' || i)::uuid, now(), now(), md5('user' || 1 + i % 2000)::uuid, 'project', md5('project' || i)::uuid,
    md5('decision' || i)::uuid, 'Please look again.', CASE WHEN i % 50 = 0 THEN 'open' ELSE 'granted' END
  FROM generate_series(1, 3000) i;

INSERT INTO approvals (id, user_id, target_type, target_id, reason, flags, is_new, is_open, created_at)
  SELECT md5('approval' || i)::uuid, md5('user' || 1 + i % 2000)::uuid, 'forum_thread', md5('thread' || i)::uuid, 'links', '[]', true,
    i % 50 = 0, now() - i * interval '1 second' FROM generate_series(1, 3000) i;

INSERT INTO newcomer_sites (id, project_id, created_at)
  SELECT 'app' || i || '.example', md5('project' || i)::uuid, now() - i * interval '1 second' FROM generate_series(1, 3000) i;
