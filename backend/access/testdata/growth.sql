INSERT INTO sessions (id, token_hash, user_id, created_at, last_used_at, expires_at)
  SELECT md5('session' || i)::uuid, 'grown' || i, md5('user' || i)::uuid, now(), now(), now() + i * interval '1 minute' FROM generate_series(1, 2000) i;

INSERT INTO access_tokens (id, token_hash, name, user_id, created_at, expires_at)
  SELECT md5('token' || i)::uuid, 'grown' || i, '', md5('user' || i)::uuid, now(), now() + i * interval '1 minute' FROM generate_series(1, 2000) i;

INSERT INTO connected_apps (id, user_id, name, redirect_host, scopes, client_hash, family_hash, secret_hash, code_challenge, redirect_uri, created_at, expires_at, used_at)
  SELECT md5('app' || i)::uuid, md5('user' || i)::uuid, '', '', '["read"]', 'grown' || i, 'grown' || i, '', '', '', now(), now() + i * interval '1 minute', now() FROM generate_series(1, 2000) i;

INSERT INTO security_events (id, user_id, kind, created_at)
  SELECT md5('security event' || i)::uuid, md5('user' || i)::uuid, 'login', now() - i * interval '1 minute' FROM generate_series(1, 2000) i;
