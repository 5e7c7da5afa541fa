INSERT INTO mails (id, recipient, subject, text, html, state, next_try_at, created_at, user_id)
  SELECT md5('mail' || i)::uuid, 'grown', '', '', '', 'sent', now(), now() - i * interval '1 minute', md5('user' || i)::uuid FROM generate_series(1, 10000) i;
