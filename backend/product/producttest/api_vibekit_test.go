package producttest

// vibekitStory calls the paths of VibeKit. Its provider is vibekittest's.
var vibekitStory = []step{
	{name: "vibekit_status", as: "maker_elsewhere", method: "GET", path: "/api/vibekit", begins: true},
	{name: "vibekit_status_of_a_visitor", method: "GET", path: "/api/vibekit"},
	// spec: call2.vibekit.imaginator, role.member.vibekit, member.vibekit
	{name: "imaginator", as: "maker_elsewhere", method: "POST", path: "/api/vibekit/imaginator",
		body: `{"idea":"A log for kilns","audience":"Potters","platform":"web","mustHaveFeatures":["curves","alarms"]}`},
	{name: "imaginator_with_commas", as: "maker_elsewhere", method: "POST", path: "/api/vibekit/imaginator",
		body: `{"idea":"A log for kilns","mustHaveFeatures":"curves, alarms"}`},
	{name: "imaginator_wrong", as: "maker_elsewhere", method: "POST", path: "/api/vibekit/imaginator",
		body: `{"idea":" ","mustHaveFeatures":5}`},
	{name: "imaginator_without_an_idea", as: "maker_elsewhere", method: "POST", path: "/api/vibekit/imaginator",
		body: `{}`},
	{name: "imaginator_as_a_visitor", method: "POST", path: "/api/vibekit/imaginator", body: `{"idea":"Spam"}`},
	// spec: call2.vibekit.logo, member.vibekit, role.member.vibekit
	{name: "logo_ideas", as: "maker_elsewhere", method: "POST", path: "/api/vibekit/logo-ideas",
		body: `{"brandName":"Kiln log","style":"icon+wordmark","colors":{"primary":"#6366f1","secondary":"#a855f7","accent":"#22c55e"}}`},
	{name: "logo_ideas_by_default", as: "maker_elsewhere", method: "POST", path: "/api/vibekit/logo-ideas",
		body: `{"brandName":"Kiln log"}`},
	{name: "logo_ideas_wrong", as: "maker_elsewhere", method: "POST", path: "/api/vibekit/logo-ideas",
		body: `{"brandName":"Kiln log","style":"icon","colors":{"primary":"red"}}`},
	{name: "logo_ideas_wrong_colors", as: "maker_elsewhere", method: "POST", path: "/api/vibekit/logo-ideas",
		body: `{"brandName":"","colors":{"primary":"red"}}`},
	{name: "logo_ideas_as_a_visitor", method: "POST", path: "/api/vibekit/logo-ideas", body: `{"brandName":"Spam"}`},
	{name: "vibekit_history", as: "maker_elsewhere", method: "GET", path: "/api/vibekit/history?limit=3",
		keep: "generation", from: "0.id"},
	{name: "vibekit_history_of_a_kind", as: "maker_elsewhere", method: "GET",
		path: "/api/vibekit/history?kind=brief&limit=1"},
	{name: "vibekit_history_of_another", as: "admin", method: "GET", path: "/api/vibekit/history"},
	{name: "vibekit_history_as_a_visitor", method: "GET", path: "/api/vibekit/history"},
	{name: "delete_generation_of_another", as: "admin", method: "DELETE", path: "/api/vibekit/history/{generation}"},
	{name: "delete_generation", as: "maker_elsewhere", method: "DELETE", path: "/api/vibekit/history/{generation}"},
	{name: "delete_generation_again", as: "maker_elsewhere", method: "DELETE",
		path: "/api/vibekit/history/{generation}"},
}
