package main

// adminStory calls the paths of the dashboard.
var adminStory = []step{
	{name: "admin_stats", as: "admin", method: "GET", path: "/api/admin/stats", begins: true},
	{name: "admin_stats_as_a_member", as: "spammer", method: "GET", path: "/api/admin/stats"},
}
