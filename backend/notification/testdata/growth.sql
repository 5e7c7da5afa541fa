INSERT INTO notification_preferences (id, user_id, kinds)
  SELECT md5('preference' || i)::uuid, md5('user' || i)::uuid, '{"donation_thanks": 0}' FROM generate_series(1, 2000) i;
INSERT INTO notifications (id, user_id, kind, source, actor_id, item_type, item_id, subject_id, group_id, is_head, is_read, mail_at)
  SELECT md5('notification' || i)::uuid, md5('user' || 1 + i % 200)::uuid, CASE WHEN i % 9 = 0 THEN 'mention' ELSE 'reply' END, md5('source' || i)::uuid,
    md5('user' || 1 + i % 1999)::uuid, 'project', md5('project' || 1 + i % 500)::uuid, md5('project' || 1 + i % 500)::uuid, md5('group' || i % 15000)::uuid, i % 3 > 0, i % 2 = 0,
    CASE WHEN i % 100 = 0 THEN now() + interval '1 day' END
    FROM generate_series(1, 20000) i ON CONFLICT DO NOTHING;
INSERT INTO mutes (id, user_id, target_type, target_id)
  SELECT md5('mute' || i)::uuid, md5('user' || 1 + i % 2000)::uuid, 'user', md5('user' || 1 + (i * 7) % 2000)::uuid FROM generate_series(1, 10000) i ON CONFLICT DO NOTHING;

INSERT INTO push_subscriptions (id, user_id, session_id, endpoint, p256dh, auth, created_at)
  SELECT md5('push' || i)::uuid, md5('user' || i)::uuid, md5('session' || i)::uuid, 'https://push.example/' || i, '', '', now() FROM generate_series(1, 2000) i;
