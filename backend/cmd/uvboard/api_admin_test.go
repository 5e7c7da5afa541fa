package main

// adminStory calls the paths of the dashboard.
var adminStory = []step{
	// spec: call2.admin.stats, entity2.admin.stats, role.admin.stats
	{name: "admin_stats", as: "admin", method: "GET", path: "/api/admin/stats", begins: true},
	// spec: role.admin.only
	{name: "admin_stats_as_a_member", as: "spammer", method: "GET", path: "/api/admin/stats"},
}
