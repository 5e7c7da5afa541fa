INSERT INTO notification_preferences (id, user_id, email_off)
  SELECT md5('preference' || i)::uuid, md5('user' || i)::uuid, '["donation_thanks"]' FROM generate_series(1, 2000) i;
