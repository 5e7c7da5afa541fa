-- A category of emails that is off becomes the rows that it stands for, without email: notifications those of all kinds but security, any
-- other category one of its own
UPDATE notification_preferences SET kinds = (
  SELECT json_group_object(name, channels) FROM (
    SELECT key AS name, value AS channels FROM json_each(COALESCE(kinds, '{}'))
      WHERE NOT EXISTS (SELECT 1 FROM json_each(email_off) WHERE value = 'notifications') OR key = 'security'
    UNION ALL SELECT kind.value, COALESCE(kinds ->> kind.value, 5) & 5
      FROM json_each('["reply","mention","comment","vote_milestone","follower","followed_published","project_update","moderation"]') AS kind
      WHERE EXISTS (SELECT 1 FROM json_each(email_off) WHERE value = 'notifications')
    UNION ALL SELECT value, 0 FROM json_each(email_off) WHERE value <> 'notifications'
  )
) WHERE email_off <> '[]';
-- Drop column "email_off" from table: "notification_preferences"
ALTER TABLE `notification_preferences` DROP COLUMN `email_off`;
