package producttest

// admintoolsStory calls the paths of the dashboard's tools: the queue with its context, the list of feeds, the mail queue and the
// featured projects.
var admintoolsStory = []step{
	{name: "admintools_story", as: "maker_elsewhere", method: "POST", path: "/api/blog/posts", keep: "toolsStory", from: "id", begins: true, body: `{"title":"Buy wheels","content":"They are **cheap**."}`},
	{name: "admintools_report", as: "spammer", method: "POST", path: "/api/reports", keep: "toolsReport", from: "id", body: `{"targetType":"blog_post","targetId":"{toolsStory}","reason":"off_topic","details":"Not about kilns."}`},
	{name: "admintools_reports", as: "admin", method: "GET", path: "/api/admin/reports?status=open&limit=1"},
	{name: "admintools_hide", as: "admin", method: "PUT", path: "/api/admin/reports/{toolsReport}", body: `{"action":"hide","reason":"Off topic"}`},
	{name: "admintools_reports_resolved", as: "admin", method: "GET", path: "/api/admin/reports?status=resolved&limit=1"},
	{name: "admintools_reopen", as: "admin", method: "PUT", path: "/api/admin/reports/{toolsReport}", body: `{"action":"reopen","reason":"Undone"}`},
	{name: "admintools_reopen_again", as: "admin", method: "PUT", path: "/api/admin/reports/{toolsReport}", body: `{"action":"reopen","reason":"Undone"}`},
	{name: "admintools_lift_nothing", as: "admin", method: "DELETE", path: "/api/admin/users/{spammer}/suspension"},
	{name: "admintools_audit_log", as: "admin", method: "GET", path: "/api/admin/audit-log?userId={maker}&limit=2"},
	{name: "admintools_audit_log_of_nobody", as: "admin", method: "GET", path: "/api/admin/audit-log?userId=garbage"},

	{name: "admintools_add_feed", as: "admin", method: "POST", path: "/api/admin/news/feeds", body: `{"name":"Wheel monthly","url":"https://wheel.example/feed"}`},
	{name: "admintools_add_feed_again", as: "admin", method: "POST", path: "/api/admin/news/feeds", body: `{"name":"Wheel yearly","url":"https://wheel.example/feed"}`},
	{name: "admintools_add_feed_wrong", as: "admin", method: "POST", path: "/api/admin/news/feeds", body: `{"name":" ","url":"file:///etc/passwd"}`},
	{name: "admintools_add_feed_as_a_member", as: "spammer", method: "POST", path: "/api/admin/news/feeds", body: `{"name":"Spam","url":"https://spam.example/feed"}`},
	{name: "admintools_update_feed", as: "admin", method: "PUT", path: "/api/admin/news/feeds", body: `{"url":"https://wheel.example/feed","name":"Wheels","isEnabled":false}`},
	{name: "admintools_delete_feed_of_the_operator", as: "admin", method: "DELETE", path: "/api/admin/news/feeds?url=http://127.0.0.1:1/feed"},
	{name: "admintools_delete_feed", as: "admin", method: "DELETE", path: "/api/admin/news/feeds?url=https://wheel.example/feed"},
	{name: "admintools_jobs", as: "admin", method: "GET", path: "/api/admin/jobs"},
	{name: "admintools_jobs_as_a_member", as: "spammer", method: "GET", path: "/api/admin/jobs"},
	{name: "admintools_run_job", as: "admin", method: "POST", path: "/api/admin/jobs/run", body: `{"name":"recount votes"}`},
	{name: "admintools_run_job_unknown", as: "admin", method: "POST", path: "/api/admin/jobs/run", body: `{"name":"fire the kiln"}`},
	{name: "admintools_refresh", as: "admin", method: "POST", path: "/api/admin/news/refresh"},
	{name: "admintools_refresh_as_a_visitor", method: "POST", path: "/api/admin/news/refresh"},

	{name: "admintools_mail", method: "POST", path: "/api/auth/password-reset", body: `{"email":"spammer@mail.example"}`, mail: "failed"},
	{name: "admintools_mails", as: "admin", method: "GET", path: "/api/admin/mails?state=failed", keep: "mail", from: "0.id"},
	{name: "admintools_mails_as_a_member", as: "spammer", method: "GET", path: "/api/admin/mails"},
	{name: "admintools_retry_mail", as: "admin", method: "POST", path: "/api/admin/mails/{mail}/retry"},
	{name: "admintools_retry_mail_again", as: "admin", method: "POST", path: "/api/admin/mails/{mail}/retry"},
	{name: "admintools_retry_mails", as: "admin", method: "POST", path: "/api/admin/mails/retry", mail: "kept"},
	{name: "admintools_mail_link", as: "admin", method: "POST", path: "/api/admin/mails/{mail}/link"},
	{name: "admintools_mail_link_unknown", as: "admin", method: "POST", path: "/api/admin/mails/garbage/link"},
	{name: "admintools_mail_link_as_a_member", as: "spammer", method: "POST", path: "/api/admin/mails/{mail}/link"},

	{name: "admintools_test_mail", as: "admin", method: "POST", path: "/api/admin/mails/test", body: `{"to":"crew@mail.example"}`},
	{name: "admintools_test_mail_wrong", as: "admin", method: "POST", path: "/api/admin/mails/test", body: `{"to":"crew"}`},
	{name: "admintools_test_mail_as_a_member", as: "spammer", method: "POST", path: "/api/admin/mails/test", body: `{"to":"crew@mail.example"}`},

	{name: "admintools_remove_demo", as: "admin", method: "DELETE", path: "/api/admin/demo"},
	{name: "admintools_remove_demo_as_a_member", as: "spammer", method: "DELETE", path: "/api/admin/demo"},

	{name: "admintools_feature", as: "admin", method: "POST", path: "/uvboard.v1.ProjectService/FeatureProject", body: `{"id":"{related}","reason":"A good log","featuredReason":"Every firing in one place","until":"2199-01-01T00:00:00Z"}`},
	{name: "admintools_featured", as: "admin", method: "GET", path: "/api/admin/featured"},
	{name: "admintools_featured_as_a_member", as: "spammer", method: "GET", path: "/api/admin/featured"},
	{name: "admintools_contact_search", as: "admin", method: "GET", path: "/api/admin/contact?search=ADA"},
}
