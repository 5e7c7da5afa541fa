-- Modify "sessions" table
ALTER TABLE `sessions` ADD COLUMN `user_agent` text NOT NULL DEFAULT '';
