-- Add column "new_email" to table: "users"
ALTER TABLE `users` ADD COLUMN `new_email` text NULL;
