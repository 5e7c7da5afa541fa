package main

// notificationStory calls the paths of notifications.
var notificationStory = []step{
	{name: "notification_register", as: "listener", method: "POST", path: "/api/auth/register", body: `{"username":"listener","email":"listener@mail.example","password":"vibecoding"}`, begins: true},
	{name: "notification_emails", as: "listener", method: "GET", path: "/api/notifications/emails"},
	{name: "notification_emails_as_a_visitor", method: "GET", path: "/api/notifications/emails"},
	{name: "notification_email_off", as: "listener", method: "PUT", path: "/api/notifications/emails/donation_thanks", body: `{"isOn":false}`},
	{name: "notification_emails_off", as: "listener", method: "GET", path: "/api/notifications/emails"},
	{name: "notification_email_on", as: "listener", method: "PUT", path: "/api/notifications/emails/donation_thanks", body: `{"isOn":true}`, optional: true, mailed: "unsubscribe"},
	{name: "notification_unsubscribe", method: "POST", path: "/api/notifications/unsubscribe", body: `{"token":"{unsubscribe}"}`},
	{name: "notification_email_always_sent", as: "listener", method: "PUT", path: "/api/notifications/emails/password_reset", body: `{"isOn":false}`},
	{name: "notification_unsubscribe_wrong", method: "POST", path: "/api/notifications/unsubscribe", body: `{"token":"garbage"}`},
	{name: "notification_one_click_wrong", method: "POST", path: "/unsubscribe?token=garbage", body: ""},
}
