-- Create index "notificationpreference_user_id" to table: "notification_preferences"
CREATE UNIQUE INDEX "notificationpreference_user_id" ON "notification_preferences" ("user_id");
