INSERT INTO mail_tokens (id, token_hash, purpose, user_id, created_at, expires_at)
  SELECT md5('mail token' || i)::uuid, 'grown' || i, 'verify', md5('user' || i)::uuid, now(), now() + i * interval '1 minute' FROM generate_series(1, 2000) i;

INSERT INTO invitations (id, code_hash, user_id, created_at, expires_at)
  SELECT md5('invitation' || i)::uuid, 'grown' || i, md5('user' || i)::uuid, now(), now() + i * interval '1 minute' FROM generate_series(1, 2000) i;

INSERT INTO former_names (id, username_key, email_mac, expires_at)
  SELECT md5('former name' || i)::uuid, 'grown' || i, '', now() + i * interval '1 minute' FROM generate_series(1, 2000) i;
