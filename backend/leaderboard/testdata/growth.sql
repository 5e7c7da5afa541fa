UPDATE votes SET cast_day = to_char(created_at AT TIME ZONE 'UTC', 'YYYYMMDD')::bigint WHERE cast_day = 0;

INSERT INTO project_tallies (project_id, period, start, votes)
  SELECT md5('project' || 1 + i % 14999)::uuid, (ARRAY['day', 'week', 'month', 'year'])[1 + i % 4], to_char(now() - i % 300 * interval '1 day', 'YYYYMMDD')::bigint, 1 + i % 90
  FROM generate_series(1, 30000) i ON CONFLICT DO NOTHING;

INSERT INTO closed_periods (id, period, start, created_at)
  SELECT md5('closed' || i)::uuid, 'day', to_char(now() - i * interval '1 day', 'YYYYMMDD')::bigint, now() FROM generate_series(2, 20000) i;

INSERT INTO project_awards (id, period, start, rank, project_id, votes)
  SELECT md5('award' || i)::uuid, 'day', to_char(now() - i / 3 * interval '1 day', 'YYYYMMDD')::bigint, 1 + i % 3, md5('project' || 1 + i % 14999)::uuid, 5
  FROM generate_series(6, 9000) i;
