INSERT INTO visits (id, visitor_id, page, project_id, started_at, slot, seconds)
  SELECT 'grown' || i, 'grown' || i / 3, '/projects/{id}', md5('project' || 1 + i % 2999)::uuid, at, extract(epoch from at)::bigint / 300, i % 100
  FROM generate_series(1, 6000) i, LATERAL (SELECT now() - i * interval '2 minutes' AS at) made;

INSERT INTO analytics_days (id, visits, visitors, ended, seconds, sign_ups, projects, posts, votes)
  SELECT extract(epoch from now())::bigint / 86400 - 2 - i, 30, 8, 30, 1500, 1, 1, 1, 1 FROM generate_series(1, 2000) i;
