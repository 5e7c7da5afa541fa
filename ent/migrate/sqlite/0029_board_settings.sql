-- Add column "featured_reason" to table: "projects"
ALTER TABLE `projects` ADD COLUMN `featured_reason` text NOT NULL DEFAULT '';
-- Add column "featured_reason" to table: "feature_acts"
ALTER TABLE `feature_acts` ADD COLUMN `featured_reason` text NOT NULL DEFAULT '';
-- Create "boards" table
CREATE TABLE `boards` (`id` uuid NOT NULL, `created_at` datetime NOT NULL, `updated_at` datetime NOT NULL, `name` text NOT NULL DEFAULT (''), `tagline` text NOT NULL DEFAULT (''), `logo` text NOT NULL DEFAULT (''), `mark` text NOT NULL DEFAULT (''), `accent` text NOT NULL DEFAULT (''), `contact_email` text NOT NULL DEFAULT (''), `registration` text NOT NULL DEFAULT (''), `footer_links` json NOT NULL, `founded_year` integer NOT NULL DEFAULT (0), `default_theme` text NOT NULL DEFAULT (''), `time_zone` text NOT NULL DEFAULT (''), `privacy` text NOT NULL DEFAULT (''), `privacy_at` datetime NULL, `terms` text NOT NULL DEFAULT (''), `terms_at` datetime NULL, PRIMARY KEY (`id`));
