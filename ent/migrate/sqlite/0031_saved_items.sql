-- Create "saved_items" table
CREATE TABLE `saved_items` (`id` uuid NOT NULL, `target_type` text NOT NULL, `target_id` uuid NOT NULL, `label` text NOT NULL DEFAULT (''), `title_key` text NOT NULL, `created_at` datetime NOT NULL, `user_id` uuid NOT NULL, PRIMARY KEY (`id`), CONSTRAINT `saved_items_users_user` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON DELETE CASCADE);
-- Create index "saveditem_user_id_target_id_target_type" to table: "saved_items"
CREATE UNIQUE INDEX `saveditem_user_id_target_id_target_type` ON `saved_items` (`user_id`, `target_id`, `target_type`);
-- Create index "saveditem_user_id_id" to table: "saved_items"
CREATE INDEX `saveditem_user_id_id` ON `saved_items` (`user_id`, `id`);
