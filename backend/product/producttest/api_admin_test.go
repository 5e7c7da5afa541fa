package producttest

// adminStory calls the paths of the dashboard.
var adminStory = []step{
	// spec: call2.admin.stats, entity2.admin.stats, role.admin.stats
	{name: "admin_stats", as: "admin", method: "GET", path: "/api/admin/stats", begins: true},
	{name: "admin_overview", as: "admin", method: "GET", path: "/api/admin/overview"},
	{name: "setup_step_tested", as: "admin", method: "POST", path: "/api/admin/setup/vibekit/test"},
	{name: "setup_step_tested_without_a_key", as: "admin", method: "POST", path: "/api/admin/setup/channels/test"},
	{name: "setup_step_tested_as_a_member", as: "spammer", method: "POST", path: "/api/admin/setup/vibekit/test"},
	{name: "admin_overview_as_a_member", as: "spammer", method: "GET", path: "/api/admin/overview"},
	// spec: role.admin.only
	{name: "admin_stats_as_a_member", as: "spammer", method: "GET", path: "/api/admin/stats"},
	{name: "register_potter", as: "potter", method: "POST", path: "/api/auth/register", keep: "potter", from: "user.id",
		body: `{"username":"Potter","email":"potter@mail.example","password":"vibecoding"}`},
	{name: "create_story_to_remove", as: "potter", method: "POST", path: "/api/blog/posts", keep: "potterStory",
		from: "id", body: `{"title":"Élan and clay","content":"Not yet.","tags":["clay"],"isPublished":false}`},
	{name: "create_channel_to_remove", as: "potter", method: "POST", path: "/api/forum/channels", keep: "potterChannel",
		from: "id", body: `{"name":"Potteries","description":"Where clay meets fire"}`},
	{name: "create_project_to_remove", as: "potter", method: "POST", path: "/api/projects", keep: "potterProject",
		from: "id", body: `{"title":"Clay ledger","tagline":"Weighs every bag of clay",` +
			`"primaryCategory":"ai_agents","stage":"mvp","vibeTools":["cursor"],"logo":"https://clay.example/logo.png","isPublic":false}`},
	// spec: call2.admin.users, entity2.admin.user, role.admin.users
	{name: "admin_users", as: "admin", method: "GET", path: "/api/admin/users?limit=2"},
	{name: "admin_users_search", as: "admin", method: "GET",
		path: "/api/admin/users?search=%40POT&sort=last_active&order=asc"},
	{name: "admin_users_wrong", as: "admin", method: "GET", path: "/api/admin/users?sort=password&limit=101"},
	{name: "admin_users_as_a_member", as: "spammer", method: "GET", path: "/api/admin/users"},
	{name: "admin_users_as_a_visitor", method: "GET", path: "/api/admin/users"},
	// spec: call2.admin.projects, entity2.admin.project
	{name: "admin_projects", as: "admin", method: "GET", path: "/api/admin/projects?search=clay"},
	{name: "admin_projects_by_upvotes", as: "admin", method: "GET", path: "/api/admin/projects?sort=upvotes&limit=1"},
	// spec: call2.admin.posts, entity2.admin.post
	{name: "admin_stories", as: "admin", method: "GET", path: "/api/admin/blog/posts?search=ELAN&sort=title"},
	// spec: call2.admin.channels, entity2.admin.channel
	{name: "admin_channels", as: "admin", method: "GET", path: "/api/admin/forum/channels?search=pott"},
	// spec: call2.admin.user_admin, role.admin.grant
	{name: "grant_admin", as: "admin", method: "PUT", path: "/api/admin/users/{potter}/admin",
		body: `{"isAdmin":true,"reason":"Knows clay"}`},
	{name: "revoke_admin", as: "admin", method: "PUT", path: "/api/admin/users/{potter}/admin",
		body: `{"isAdmin":false}`},
	{name: "revoke_last_admin", as: "admin", method: "PUT", path: "/api/admin/users/{admin}/admin",
		body: `{"isAdmin":false}`},
	{name: "set_admin_unsaid", as: "admin", method: "PUT", path: "/api/admin/users/{potter}/admin", body: `{}`},
	{name: "grant_admin_to_nobody", as: "admin", method: "PUT", path: "/api/admin/users/garbage/admin",
		body: `{"isAdmin":true}`},
	{name: "grant_admin_as_a_member", as: "spammer", method: "PUT", path: "/api/admin/users/{spammer}/admin",
		body: `{"isAdmin":true}`},
	{name: "bulk_preview", as: "admin", method: "POST", path: "/api/admin/bulk/preview",
		body: `{"targetType":"user","ids":["{potter}","{admin}","{spammer}"],"action":"delete"}`},
	{name: "bulk_suspend", as: "admin", method: "POST", path: "/api/admin/bulk",
		body: `{"targetType":"user","ids":["{potter}","{admin}"],"action":"suspend","until":"2199-01-01T00:00:00Z","reason":"Too much clay"}`},
	{name: "admin_users_suspended", as: "admin", method: "GET", path: "/api/admin/users?search=potter"},
	{name: "bulk_lift", as: "admin", method: "POST", path: "/api/admin/bulk",
		body: `{"targetType":"user","ids":["{potter}"],"action":"lift"}`},
	{name: "bulk_without_a_reason", as: "admin", method: "POST", path: "/api/admin/bulk",
		body: `{"targetType":"project","ids":["{potterProject}"],"action":"hide"}`},
	{name: "bulk_unfit", as: "admin", method: "POST", path: "/api/admin/bulk",
		body: `{"targetType":"forum_channel","ids":["{potterChannel}"],"action":"hide","reason":"Mud"}`},
	{name: "bulk_wrong", as: "admin", method: "POST", path: "/api/admin/bulk", body: `{"ids":[]}`},
	{name: "bulk_as_a_member", as: "spammer", method: "POST", path: "/api/admin/bulk",
		body: `{"targetType":"user","ids":["{potter}"],"action":"delete"}`},
	// spec: call2.admin.project_delete, role.admin.content
	{name: "remove_project", as: "admin", method: "DELETE", path: "/api/admin/projects/{potterProject}",
		body: `{"reason":"Mud"}`},
	{name: "remove_project_as_a_member", as: "spammer", method: "DELETE", path: "/api/admin/projects/{potterProject}"},
	// spec: call2.admin.post_delete, role.admin.content
	{name: "remove_story", as: "admin", method: "DELETE", path: "/api/admin/blog/posts/{potterStory}"},
	{name: "remove_story_again", as: "admin", method: "DELETE", path: "/api/admin/blog/posts/{potterStory}"},
	// spec: call2.admin.channel_delete, role.admin.content
	{name: "remove_channel", as: "admin", method: "DELETE", path: "/api/admin/forum/channels/{potterChannel}"},
	// spec: call2.admin.user_delete, role.admin.users
	{name: "remove_user", as: "admin", method: "DELETE", path: "/api/admin/users/{potter}",
		body: `{"content":"anonymise","reason":"Asked by mail"}`},
	{name: "remove_user_again", as: "admin", method: "DELETE", path: "/api/admin/users/{potter}"},
	{name: "remove_last_admin", as: "admin", method: "DELETE", path: "/api/admin/users/{admin}"},
	{name: "remove_user_as_a_member", as: "spammer", method: "DELETE", path: "/api/admin/users/{admin}"},
	{name: "audit_log_of_the_dashboard", as: "admin", method: "GET", path: "/api/admin/audit-log?limit=6"},
}
