INSERT INTO webhooks (id, user_id, scope, url, events, secret, state, created_at)
  SELECT md5('webhook' || i)::uuid, md5('user' || i)::uuid, CASE WHEN i % 400 = 0 THEN 'board' ELSE 'own' END, 'https://grown.example/' || i, '["project.published"]', 'whsec_AAAA', CASE WHEN i % 20 = 0 THEN 'on' ELSE 'off' END, now()
    FROM generate_series(1, 2000) i ON CONFLICT DO NOTHING;
INSERT INTO webhook_deliveries (id, webhook_id, source, event, item_type, item_id, person, body, state, created_at)
  SELECT md5('delivery' || i)::uuid, md5('webhook' || 1 + i % 2000)::uuid, md5('source' || i)::uuid, 'project.published', 'project',
         md5('project' || 1 + i % 500)::uuid, md5('user' || 1 + i % 1999)::uuid, '{}', 'delivered', now()
    FROM generate_series(1, 20000) i ON CONFLICT DO NOTHING;
