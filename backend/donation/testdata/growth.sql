INSERT INTO donations (id, created_at, updated_at, user_id, amount, status, request_key, payment_intent)
  SELECT md5('donation' || i)::uuid, at, at, md5('user' || 1 + i % 10000)::uuid, 500,
    (ARRAY['succeeded', 'pending', 'failed'])[1 + i % 3], 'grown' || i, 'pi_grown' || i
  FROM generate_series(1, 10001) i, LATERAL (SELECT now() - i * interval '1 minute' AS at) made;

INSERT INTO stripe_events (id, kind, happened_at)
  SELECT 'evt_grown' || i, (ARRAY['payment_intent.succeeded', 'payment_intent.payment_failed'])[1 + i % 2], now() - i * interval '1 minute'
  FROM generate_series(1, 2000) i;
