-- Disable the enforcement of foreign-keys constraints
PRAGMA foreign_keys = off;
-- Create "new_notification_preferences" table
CREATE TABLE `new_notification_preferences` (`id` uuid NOT NULL, `email_off` json NOT NULL, `kinds` json NULL, `digest` text NOT NULL DEFAULT (''), `digest_hour` integer NOT NULL DEFAULT (9), `time_zone` text NOT NULL DEFAULT (''), `digest_at` datetime NULL, `user_id` uuid NOT NULL, PRIMARY KEY (`id`), CONSTRAINT `notification_preferences_users_notification_preferences` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON DELETE CASCADE);
-- Copy rows from old table "notification_preferences" to new temporary table "new_notification_preferences"
INSERT INTO `new_notification_preferences` (`id`, `email_off`, `user_id`) SELECT `id`, `email_off`, `user_id` FROM `notification_preferences`;
-- Drop "notification_preferences" table after copying rows
DROP TABLE `notification_preferences`;
-- Rename temporary table "new_notification_preferences" to "notification_preferences"
ALTER TABLE `new_notification_preferences` RENAME TO `notification_preferences`;
-- Create index "notificationpreference_user_id" to table: "notification_preferences"
CREATE UNIQUE INDEX `notificationpreference_user_id` ON `notification_preferences` (`user_id`);
-- Create "forum_watches" table
CREATE TABLE `forum_watches` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `is_on` bool NOT NULL, `thread_id` uuid NOT NULL, `user_id` uuid NOT NULL, CONSTRAINT `forum_watches_forum_threads_thread` FOREIGN KEY (`thread_id`) REFERENCES `forum_threads` (`id`) ON DELETE CASCADE, CONSTRAINT `forum_watches_users_user` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON DELETE CASCADE);
-- Create index "forumwatch_thread_id_user_id" to table: "forum_watches"
CREATE UNIQUE INDEX `forumwatch_thread_id_user_id` ON `forum_watches` (`thread_id`, `user_id`);
-- Create index "forumwatch_user_id_id" to table: "forum_watches"
CREATE INDEX `forumwatch_user_id_id` ON `forum_watches` (`user_id`, `id`);
-- Create "mutes" table
CREATE TABLE `mutes` (`id` uuid NOT NULL, `target_type` text NOT NULL, `target_id` uuid NOT NULL, `user_id` uuid NOT NULL, PRIMARY KEY (`id`), CONSTRAINT `mutes_users_user` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON DELETE CASCADE);
-- Create index "mute_user_id_target_id" to table: "mutes"
CREATE UNIQUE INDEX `mute_user_id_target_id` ON `mutes` (`user_id`, `target_id`);
-- Create index "mute_user_id_id" to table: "mutes"
CREATE INDEX `mute_user_id_id` ON `mutes` (`user_id`, `id`);
-- Create "notifications" table
CREATE TABLE `notifications` (`id` uuid NOT NULL, `kind` text NOT NULL, `source` uuid NOT NULL, `item_type` text NOT NULL, `item_id` uuid NOT NULL, `subject_id` uuid NOT NULL, `detail` text NOT NULL DEFAULT (''), `group_id` uuid NOT NULL, `is_head` bool NOT NULL, `people` integer NOT NULL DEFAULT (1), `is_read` bool NOT NULL DEFAULT (false), `mail_at` datetime NULL, `user_id` uuid NOT NULL, `actor_id` uuid NULL, PRIMARY KEY (`id`), CONSTRAINT `notifications_users_user` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON DELETE CASCADE, CONSTRAINT `notifications_users_actor` FOREIGN KEY (`actor_id`) REFERENCES `users` (`id`) ON DELETE SET NULL);
-- Create index "notification_user_id_source" to table: "notifications"
CREATE UNIQUE INDEX `notification_user_id_source` ON `notifications` (`user_id`, `source`);
-- Create index "notification_inbox" to table: "notifications"
CREATE INDEX `notification_inbox` ON `notifications` (`user_id`, `id`) WHERE is_head;
-- Create index "notification_inbox_kind" to table: "notifications"
CREATE INDEX `notification_inbox_kind` ON `notifications` (`user_id`, `kind`, `id`) WHERE is_head;
-- Create index "notification_unread" to table: "notifications"
CREATE INDEX `notification_unread` ON `notifications` (`user_id`, `kind`, `subject_id`) WHERE is_head AND (NOT is_read);
-- Create index "notification_group_id" to table: "notifications"
CREATE INDEX `notification_group_id` ON `notifications` (`group_id`);
-- Create index "notification_item_id" to table: "notifications"
CREATE INDEX `notification_item_id` ON `notifications` (`item_id`);
-- Create index "notification_actor_id" to table: "notifications"
CREATE INDEX `notification_actor_id` ON `notifications` (`actor_id`);
-- Create index "notification_mail" to table: "notifications"
CREATE INDEX `notification_mail` ON `notifications` (`mail_at`) WHERE mail_at IS NOT NULL;
-- Create index "notification_user_mail" to table: "notifications"
CREATE INDEX `notification_user_mail` ON `notifications` (`user_id`, `mail_at`) WHERE mail_at IS NOT NULL;
-- Enable back the enforcement of foreign-keys constraints
PRAGMA foreign_keys = on;
-- Those who have posted in a thread watch it
INSERT INTO forum_watches (thread_id, user_id, is_on)
  SELECT id, user_id, true FROM forum_threads WHERE deleted_at IS NULL UNION
  SELECT p.thread_id, p.user_id, true FROM forum_posts p JOIN forum_threads t ON t.id = p.thread_id WHERE p.user_id IS NOT NULL AND t.deleted_at IS NULL;
