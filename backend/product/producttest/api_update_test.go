package producttest

// updateStory calls the paths of updates of projects.
var updateStory = []step{
	{name: "update_register", as: "updater", method: "POST", path: "/api/auth/register",
		body: `{"username":"updater","email":"updater@mail.example","password":"vibecoding"}`, begins: true},
	{name: "update_of_a_project", as: "updater", method: "POST", path: "/api/projects", keep: "updated", from: "id",
		body: `{"title":"Glaze log","tagline":"Shows what each glaze became","primaryCategory":"ai_agents","stage":"mvp","vibeTools":["cursor"],"logo":"https://art.example/logo.png"}`},
	{name: "create_update", as: "updater", method: "POST", path: "/api/projects/{updated}/updates", keep: "update",
		from: "id", body: `{"title":"Version 2","content":"It is **hotter**."}`},
	{name: "create_update_without_a_title", as: "updater", method: "POST", path: "/api/projects/{updated}/updates",
		body: `{"title":" ","content":"It is hotter."}`},
	{name: "create_update_of_another", as: "follower", method: "POST", path: "/api/projects/{updated}/updates",
		body: `{"title":"Version 3","content":"Mine."}`},
	{name: "edit_update", as: "updater", method: "PATCH", path: "/api/projects/{updated}/updates/{update}",
		body: `{"title":"Version 2.1"}`},
	{name: "edit_update_of_another", as: "follower", method: "PATCH", path: "/api/projects/{updated}/updates/{update}",
		body: `{"title":"Mine"}`},
	{name: "update_by_a_stage", as: "updater", method: "PUT", path: "/api/projects/{updated}",
		body: `{"stage":"beta"}`},
	{name: "updates", method: "GET", path: "/api/projects/{updated}/updates"},
	{name: "updates_of_an_unknown", method: "GET", path: "/api/projects/{update}/updates"},
	{name: "updates_follow", as: "follower", method: "PUT", path: "/api/follows/project/{updated}"},
	{name: "updates_followed", as: "follower", method: "GET", path: "/api/feed/following?limit=2"},
	{name: "delete_update", as: "updater", method: "DELETE", path: "/api/projects/{updated}/updates/{update}"},
	{name: "delete_update_again", as: "updater", method: "DELETE", path: "/api/projects/{updated}/updates/{update}"},
}
