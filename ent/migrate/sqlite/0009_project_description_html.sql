-- Written by hand: nothing is copied, however many projects there are. Rows that exist show their descriptions all the same
-- (see docs/decisions/0014-markdown-rendered-once.md). Lists stop reading a row before the HTML, which is last.
ALTER TABLE `projects` ADD COLUMN `excerpt` text NOT NULL DEFAULT '';
ALTER TABLE `projects` ADD COLUMN `description_version` integer NOT NULL DEFAULT 0;
ALTER TABLE `projects` ADD COLUMN `description_html` text NOT NULL DEFAULT '';
