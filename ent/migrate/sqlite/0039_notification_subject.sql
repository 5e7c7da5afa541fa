-- Create index "notification_subject_id" to table: "notifications"
CREATE INDEX `notification_subject_id` ON `notifications` (`subject_id`);
