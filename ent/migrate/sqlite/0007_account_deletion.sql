-- Add column "deleted_at" to table: "users"
ALTER TABLE `users` ADD COLUMN `deleted_at` datetime NULL;
-- Add column "deleting" to table: "users"
ALTER TABLE `users` ADD COLUMN `deleting` text NULL;
-- Create index "user_admins" to table: "users"
CREATE INDEX `user_admins` ON `users` (`id`) WHERE is_admin;
-- Create index "user_deleting" to table: "users"
CREATE INDEX `user_deleting` ON `users` (`deleted_at`) WHERE deleting IS NOT NULL;
