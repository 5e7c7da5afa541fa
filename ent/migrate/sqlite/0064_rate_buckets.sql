-- Create "rate_buckets" table
CREATE TABLE `rate_buckets` (`id` text NOT NULL, `full_at` datetime NOT NULL, PRIMARY KEY (`id`));
-- Create index "ratebucket_full_at" to table: "rate_buckets"
CREATE INDEX `ratebucket_full_at` ON `rate_buckets` (`full_at`);
