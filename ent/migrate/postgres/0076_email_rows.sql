-- A category of emails that is off becomes the rows that it stands for, without email: notifications those of all kinds but security, any
-- other category one of its own
UPDATE notification_preferences SET kinds = (
  SELECT jsonb_object_agg(name, channels) FROM (
    SELECT key AS name, value::int AS channels FROM jsonb_each_text(COALESCE(kinds, '{}'))
      WHERE NOT email_off ? 'notifications' OR key = 'security'
    UNION ALL SELECT kind, COALESCE((kinds ->> kind)::int, 5) & 5
      FROM unnest(ARRAY['reply','mention','comment','vote_milestone','follower','followed_published','project_update','moderation']) AS kind
      WHERE email_off ? 'notifications'
    UNION ALL SELECT category, 0 FROM jsonb_array_elements_text(email_off) AS category WHERE category <> 'notifications'
  ) AS rows
) WHERE email_off <> '[]';
-- Drop column "email_off" from table: "notification_preferences"
ALTER TABLE "notification_preferences" DROP COLUMN "email_off";
