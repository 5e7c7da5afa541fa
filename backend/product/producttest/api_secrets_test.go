package producttest

// secretsStory publishes texts that look like live keys.
var secretsStory = []step{
	{name: "key_register", as: "careless", method: "POST", path: "/api/auth/register",
		body: `{"username":"careless","email":"careless@mail.example","password":"vibecoding"}`, begins: true},
	{name: "key_channel", as: "careless", method: "POST", path: "/api/forum/channels", body: `{"name":"Keys of kilns"}`,
		keep: "keyChannel", from: "id"},
	{name: "key_thread", as: "careless", method: "POST", path: "/api/forum/threads",
		body: `{"channelId":"{keyChannel}","title":"It does not fire","content":"I set\n\nKEY=` + awsKey +
			`\n\nand nothing happens."}`},
	{name: "key_thread_anyway", as: "careless", method: "POST", path: "/api/forum/threads",
		body: `{"channelId":"{keyChannel}","title":"It does not fire","content":"I set\n\nKEY=` + awsKey +
			`\n\nand nothing happens.","publishAnyway":true}`},
	{name: "key_story_draft", as: "careless", method: "POST", path: "/api/blog/posts",
		body: `{"title":"Keys of kilns","content":"` + awsKey + `","isPublished":false}`, keep: "keyStory", from: "id"},
	{name: "key_story", as: "careless", method: "PATCH", path: "/api/blog/{keyStory}", body: `{"isPublished":true}`},
	{name: "key_story_anyway", as: "careless", method: "PATCH", path: "/api/blog/{keyStory}",
		body: `{"isPublished":true,"publishAnyway":true}`},
	{name: "key_audit_log", as: "admin", method: "GET", path: "/api/admin/audit-log?limit=2"},
}
