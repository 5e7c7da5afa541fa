package producttest

// savedStory calls the paths of saved items.
var savedStory = []step{
	{name: "saved_register", as: "saver", method: "POST", path: "/api/auth/register",
		body: `{"username":"saver","email":"saver@mail.example","password":"vibecoding"}`, begins: true},
	{name: "saved_channel", as: "saver", method: "POST", path: "/api/forum/channels", body: `{"name":"Saved kilns"}`,
		keep: "savedChannel", from: "id"},
	{name: "saved_thread", as: "saver", method: "POST", path: "/api/forum/threads",
		body: `{"channelId":"{savedChannel}","title":"A kiln to remember","content":"It holds 1,280 °C."}`,
		keep: "savedThread", from: "id"},
	{name: "save", as: "saver", method: "PUT", path: "/api/saved/forum_thread/{savedThread}",
		body: `{"label":"Later"}`},
	{name: "save_again", as: "saver", method: "PUT", path: "/api/saved/forum_thread/{savedThread}", body: `{}`},
	{name: "saved", as: "saver", method: "GET", path: "/api/saved?type=forum_thread&label=Later&q=KILN"},
	{name: "saved_labels", as: "saver", method: "GET", path: "/api/saved/labels"},
	{name: "saved_none_of_the_type", as: "saver", method: "GET", path: "/api/saved?type=news"},
	{name: "saved_unknown_type", as: "saver", method: "GET", path: "/api/saved?type=kiln"},
	{name: "saved_as_a_visitor", method: "GET", path: "/api/saved"},
	{name: "save_as_a_visitor", method: "PUT", path: "/api/saved/forum_thread/{savedThread}", body: `{}`},
	{name: "save_unknown", as: "saver", method: "PUT", path: "/api/saved/project/{savedThread}", body: `{}`},
	{name: "save_unknown_type", as: "saver", method: "PUT", path: "/api/saved/kiln/{savedThread}", body: `{}`},
	{name: "save_label_too_long", as: "saver", method: "PUT", path: "/api/saved/forum_thread/{savedThread}",
		body: `{"label":"12345678901234567890123456789012345678901"}`},
	{name: "unsave", as: "saver", method: "DELETE", path: "/api/saved/forum_thread/{savedThread}"},
	{name: "unsave_again", as: "saver", method: "DELETE", path: "/api/saved/forum_thread/{savedThread}"},
}

// savedProjectStory saves a project that has a picture.
var savedProjectStory = []step{
	{name: "save_project", as: "saver", method: "PUT", path: "/api/saved/project/{agentDraft}", body: `{}`,
		begins: true},
	{name: "saved_project", as: "saver", method: "GET", path: "/api/saved?type=project"},
}
