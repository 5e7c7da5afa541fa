INSERT INTO authenticators (id, user_id, secret, confirmed_at, recovery_hashes)
  SELECT md5('authenticator' || i)::uuid, md5('user' || i)::uuid, '', now(), '[]' FROM generate_series(1, 2000) i;

INSERT INTO identities (id, provider, subject, label, user_id, created_at)
  SELECT md5('identity' || i)::uuid, 'github', 'grown' || i, '', md5('user' || i)::uuid, now() FROM generate_series(1, 2000) i;

INSERT INTO passkeys (id, user_id, name, credential_id, public_key, transports, synced, sign_count, created_at)
  SELECT md5('passkey' || i)::uuid, md5('user' || i)::uuid, '', 'grown' || i, '', '[]', false, 0, now() FROM generate_series(1, 2000) i;

INSERT INTO used_challenges (id, expires_at)
  SELECT md5('challenge' || i)::uuid, now() + i * interval '1 minute' FROM generate_series(1, 2000) i;
