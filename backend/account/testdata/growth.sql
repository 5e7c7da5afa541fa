INSERT INTO sessions (id, token_hash, user_id, created_at, last_used_at, expires_at)
  SELECT md5('session' || i)::uuid, 'grown' || i, md5('user' || i)::uuid, now(), now(), now() + i * interval '1 minute' FROM generate_series(1, 2000) i;

INSERT INTO access_tokens (id, token_hash, name, user_id, created_at, expires_at)
  SELECT md5('token' || i)::uuid, 'grown' || i, '', md5('user' || i)::uuid, now(), now() + i * interval '1 minute' FROM generate_series(1, 2000) i;

INSERT INTO connected_apps (id, user_id, name, redirect_host, scopes, client_hash, family_hash, secret_hash, code_challenge, redirect_uri, created_at, expires_at, used_at)
  SELECT md5('app' || i)::uuid, md5('user' || i)::uuid, '', '', '["read"]', 'grown' || i, 'grown' || i, '', '', '', now(), now() + i * interval '1 minute', now() FROM generate_series(1, 2000) i;

INSERT INTO mail_tokens (id, token_hash, purpose, user_id, created_at, expires_at)
  SELECT md5('mail token' || i)::uuid, 'grown' || i, 'verify', md5('user' || i)::uuid, now(), now() + i * interval '1 minute' FROM generate_series(1, 2000) i;

INSERT INTO authenticators (id, user_id, secret, confirmed_at, recovery_hashes)
  SELECT md5('authenticator' || i)::uuid, md5('user' || i)::uuid, '', now(), '[]' FROM generate_series(1, 2000) i;

INSERT INTO identities (id, provider, subject, label, user_id, created_at)
  SELECT md5('identity' || i)::uuid, 'github', 'grown' || i, '', md5('user' || i)::uuid, now() FROM generate_series(1, 2000) i;

INSERT INTO invitations (id, code_hash, user_id, created_at, expires_at)
  SELECT md5('invitation' || i)::uuid, 'grown' || i, md5('user' || i)::uuid, now(), now() + i * interval '1 minute' FROM generate_series(1, 2000) i;

INSERT INTO passkeys (id, user_id, name, credential_id, public_key, transports, synced, sign_count, created_at)
  SELECT md5('passkey' || i)::uuid, md5('user' || i)::uuid, '', 'grown' || i, '', '[]', false, 0, now() FROM generate_series(1, 2000) i;

INSERT INTO used_challenges (id, expires_at)
  SELECT md5('challenge' || i)::uuid, now() + i * interval '1 minute' FROM generate_series(1, 2000) i;

INSERT INTO security_events (id, user_id, kind, created_at)
  SELECT md5('security event' || i)::uuid, md5('user' || i)::uuid, 'login', now() - i * interval '1 minute' FROM generate_series(1, 2000) i;

INSERT INTO former_names (id, username_key, email_mac, expires_at)
  SELECT md5('former name' || i)::uuid, 'grown' || i, '', now() + i * interval '1 minute' FROM generate_series(1, 2000) i;
