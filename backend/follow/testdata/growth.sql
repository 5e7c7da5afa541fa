INSERT INTO follows (id, user_id, member_id, created_at)
  SELECT md5('followmember' || i)::uuid, md5('user' || 1 + i % 2000)::uuid, md5('user' || 1 + (i * 7 + 1 + i / 2000 * 2) % 2000)::uuid, now()
    FROM generate_series(1, 10000) i ON CONFLICT DO NOTHING;
INSERT INTO follows (id, user_id, project_id, created_at)
  SELECT md5('followproject' || i)::uuid, md5('user' || 1 + i % 2000)::uuid, md5('project' || 1 + i % 499)::uuid, now()
    FROM generate_series(1, 10000) i ON CONFLICT DO NOTHING;
INSERT INTO follows (id, user_id, channel_id, created_at)
  SELECT md5('followchannel' || i)::uuid, md5('user' || 1 + i % 2000)::uuid, md5('channel' || 1 + i % 499)::uuid, now()
    FROM generate_series(1, 10000) i ON CONFLICT DO NOTHING;
INSERT INTO follows (id, user_id, tag, created_at)
  SELECT md5('followtag' || i)::uuid, md5('user' || 1 + i % 2000)::uuid, 'tag:grown' || i % 499, now()
    FROM generate_series(1, 10000) i ON CONFLICT DO NOTHING;
