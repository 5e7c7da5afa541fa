INSERT INTO project_checks (id, project_id, demo, due_at, days, last_day, last)
  SELECT md5('checks' || i)::uuid, md5('project' || i)::uuid, 'https://site' || i || '.dev',
    CASE WHEN i % 20 > 0 THEN now() + i * interval '5 seconds' END, repeat('a', 90), to_char(now(), 'YYYY-MM-DD'), '{}'
  FROM generate_series(1, 15000) i;
