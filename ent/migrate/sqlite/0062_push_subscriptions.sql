-- Create "push_subscriptions" table
CREATE TABLE `push_subscriptions` (`id` uuid NOT NULL, `endpoint` text NOT NULL, `p256dh` text NOT NULL, `auth` text NOT NULL, `created_at` datetime NOT NULL, `user_id` uuid NOT NULL, PRIMARY KEY (`id`), CONSTRAINT `push_subscriptions_users_user` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON DELETE CASCADE);
-- Create index "push_subscriptions_endpoint_key" to table: "push_subscriptions"
CREATE UNIQUE INDEX `push_subscriptions_endpoint_key` ON `push_subscriptions` (`endpoint`);
-- Create index "pushsubscription_user_id_id" to table: "push_subscriptions"
CREATE INDEX `pushsubscription_user_id_id` ON `push_subscriptions` (`user_id`, `id`);
