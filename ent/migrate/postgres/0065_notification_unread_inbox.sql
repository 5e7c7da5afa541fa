-- Create index "notification_unread_inbox" to table: "notifications"
CREATE INDEX "notification_unread_inbox" ON "notifications" ("user_id", "id") WHERE is_head AND (NOT is_read);
