ALTER TABLE `blog_comments` ADD COLUMN `content_version` integer NOT NULL DEFAULT 0;
ALTER TABLE `blog_comments` ADD COLUMN `content_html` text NOT NULL DEFAULT '';
