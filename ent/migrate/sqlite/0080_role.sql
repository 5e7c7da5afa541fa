-- Add column "role" to table: "users"
ALTER TABLE `users` ADD COLUMN `role` text NOT NULL DEFAULT ('member');
-- Admins keep their role
UPDATE `users` SET `role` = 'admin' WHERE `is_admin`;
-- Drop index "user_admins" from table: "users"
DROP INDEX `user_admins`;
-- Create index "user_role" to table: "users"
CREATE INDEX `user_role` ON `users` (`role`);
-- Drop column "is_admin" from table: "users", in place: it has neither an index nor a trigger
ALTER TABLE `users` DROP COLUMN `is_admin`;
