package producttest

// analyticsStory records visits, and reads what admins and the owner of a project see. Days, other than hours, do not
// make its golden files differ by the minute of the test.
var analyticsStory = []step{
	{name: "register_stroller", begins: true, as: "stroller", method: "POST", path: "/api/auth/register",
		body: `{"username":"stroller","email":"stroller@mail.example","password":"vibecoding"}`},
	{name: "register_owner", as: "owner", method: "POST", path: "/api/auth/register",
		body: `{"username":"owner","email":"owner@mail.example","password":"vibecoding"}`},
	{name: "create_visited", as: "owner", method: "POST", path: "/api/projects", keep: "visited", from: "id",
		body: `{"title":"Glaze map","tagline":"Shows where each glaze was dug","primaryCategory":"ai_agents","stage":"mvp","vibeTools":["cursor"],"logo":"https://art.example/logo.png"}`},
	// spec: call.visit.post, entity.visit
	{name: "visit", method: "POST", path: "/api/analytics/visit",
		body: `{"visitorId":"tab-1","page":"/?q=secret","sessionId":"visit-1","startTime":"2026-01-31T10:00:00.000Z"}`},
	{name: "visit_replayed", method: "POST", path: "/api/analytics/visit",
		body: `{"visitorId":"tab-2","page":"/about","sessionId":"visit-1","startTime":"2036-01-31T10:00:00.000Z"}`},
	{name: "visit_of_a_project", as: "stroller", method: "POST", path: "/api/analytics/visit",
		body: `{"visitorId":"tab-1","page":"/projects/{visited}","sessionId":"visit-2"}`},
	{name: "visit_of_ones_own_project", as: "owner", method: "POST", path: "/api/analytics/visit",
		body: `{"visitorId":"tab-3","page":"/projects/{visited}","sessionId":"visit-3"}`},
	{name: "visit_of_a_search", method: "POST", path: "/api/analytics/visit",
		body: `{"visitorId":"tab-4","page":"/search?q=Glaze","sessionId":"visit-4"}`},
	{name: "visit_of_a_search_again", method: "POST", path: "/api/analytics/visit",
		body: `{"visitorId":"tab-5","page":"/search?q=glaze","sessionId":"visit-5"}`},
	{name: "visit_of_a_search_third", method: "POST", path: "/api/analytics/visit",
		body: `{"visitorId":"tab-6","page":"/search?q=glaze","sessionId":"visit-6"}`},
	{name: "trending_searches", method: "GET", path: "/api/searches/trending"},
	{name: "visit_wrong", method: "POST", path: "/api/analytics/visit", body: `{"visitorId":"tab 1","sessionId":""}`},
	// spec: entity.visit
	{name: "end_visit", method: "PUT", path: "/api/analytics/visit/visit-1",
		body: `{"endTime":"2026-01-31T10:00:12.000Z","duration":0.9}`},
	{name: "end_visit_wrong", method: "PUT", path: "/api/analytics/visit/visit-1", body: `{"duration":-1}`},
	{name: "end_visit_unknown", method: "PUT", path: "/api/analytics/visit/garbage",
		body: `{"endTime":"2026-01-31T10:00:12.000Z","duration":12}`},
	{name: "project_analytics", as: "owner", method: "GET", path: "/api/projects/{visited}/analytics"},
	{name: "project_analytics_of_another", as: "stroller", method: "GET", path: "/api/projects/{visited}/analytics"},
	{name: "project_analytics_as_a_visitor", method: "GET", path: "/api/projects/{visited}/analytics"},
	// spec: call2.admin.analytics, entity2.admin.analytics, role.admin.stats
	{name: "analytics", as: "admin", method: "GET", path: "/api/admin/analytics?timeframe=30days"},
	{name: "analytics_wrong", as: "admin", method: "GET", path: "/api/admin/analytics?timeframe=year"},
	// spec: role.admin.only
	{name: "analytics_as_a_member", as: "stroller", method: "GET", path: "/api/admin/analytics"},
	{name: "analytics_as_a_visitor", method: "GET", path: "/api/admin/analytics"},
}
