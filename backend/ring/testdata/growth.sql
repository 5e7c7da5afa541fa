INSERT INTO rings (id, kind, owner_id, state, findings, created_at, act_id)
  SELECT md5('ring' || i)::uuid, 'crowd', md5('user' || i)::uuid, CASE WHEN i % 5 = 0 THEN 'held' ELSE 'released' END, '', now(),
    md5('act' || i)::uuid FROM generate_series(1, 2000) i;
INSERT INTO ring_members (ring_id, user_id, created_at)
  SELECT md5('ring' || 1 + i % 2000)::uuid, md5('user' || 1 + i % 9999)::uuid, now() FROM generate_series(1, 20000) i;
INSERT INTO traces (user_id, day, network, agent)
  SELECT md5('user' || 1 + i % 10000)::uuid, 20261100 + i % 29, md5('network' || i), md5('agent' || i % 40)
    FROM generate_series(1, 30000) i;
