-- Create "weekly_issues" table
CREATE TABLE `weekly_issues` (`id` uuid NOT NULL, `created_at` datetime NOT NULL, `updated_at` datetime NOT NULL, `number` integer NOT NULL DEFAULT (0), `week` integer NOT NULL, `version` integer NOT NULL DEFAULT (1), `is_edited` bool NOT NULL DEFAULT (false), `title` text NOT NULL, `introduction` text NOT NULL DEFAULT (''), `items` json NOT NULL, `published_at` datetime NULL, `recipients` integer NOT NULL DEFAULT (0), `queued` integer NOT NULL DEFAULT (0), `cursor` uuid NULL, `queued_at` datetime NULL, PRIMARY KEY (`id`));
-- Create index "weeklyissue_number" to table: "weekly_issues"
CREATE UNIQUE INDEX `weeklyissue_number` ON `weekly_issues` (`number`);
-- Create "weekly_subscribers" table
CREATE TABLE `weekly_subscribers` (`id` uuid NOT NULL, `email` text NOT NULL, `email_key` text NOT NULL, `token_hash` text NOT NULL DEFAULT (''), `created_at` datetime NOT NULL, `asked_at` datetime NOT NULL, `asks` integer NOT NULL DEFAULT (1), `confirmed_at` datetime NULL, `last_number` integer NOT NULL DEFAULT (0), PRIMARY KEY (`id`));
-- Create index "weekly_subscribers_email_key_key" to table: "weekly_subscribers"
CREATE UNIQUE INDEX `weekly_subscribers_email_key_key` ON `weekly_subscribers` (`email_key`);
-- Create index "weeklysubscriber_token_hash" to table: "weekly_subscribers"
CREATE INDEX `weeklysubscriber_token_hash` ON `weekly_subscribers` (`token_hash`);
-- Create index "weeklysubscriber_unconfirmed" to table: "weekly_subscribers"
CREATE INDEX `weeklysubscriber_unconfirmed` ON `weekly_subscribers` (`asked_at`) WHERE confirmed_at IS NULL;
-- Create index "weeklysubscriber_confirmed" to table: "weekly_subscribers"
CREATE INDEX `weeklysubscriber_confirmed` ON `weekly_subscribers` (`id`) WHERE confirmed_at IS NOT NULL;
-- Create index "mail_recipient" to table: "mails"
CREATE INDEX `mail_recipient` ON `mails` (`recipient`);
