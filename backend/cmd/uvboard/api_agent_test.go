package main

// agentStory calls the paths that agents use besides the others.
var agentStory = []step{
	{name: "agent_register", as: "agent", method: "POST", path: "/api/auth/register", body: `{"username":"delegator","email":"delegator@mail.example","password":"vibecoding"}`, begins: true},
	{name: "agent_logo", as: "agent", method: "POST", path: "/api/upload", file: "file", keep: "agentLogo", from: "url"},
	{name: "agent_draft", as: "agent", method: "POST", path: "/api/projects", body: `{"title":"Kiln agent","tagline":"Fires while you sleep","primaryCategory":"ai_agents","stage":"mvp","vibeTools":["claude"],"logo":"{agentLogo}","isPublic":false}`, keep: "agentDraft", from: "id"},
	{name: "publish_request_none", as: "agent", method: "GET", path: "/api/projects/{agentDraft}/publish-request"},
	{name: "publish_request", as: "agent", method: "PUT", path: "/api/projects/{agentDraft}/publish-request", body: `{}`},
	{name: "publish_request_of_another", as: "saver", method: "PUT", path: "/api/projects/{agentDraft}/publish-request", body: `{}`},
	{name: "publish_request_waits", as: "agent", method: "GET", path: "/api/projects/{agentDraft}/publish-request"},
	{name: "publish_request_dismiss", as: "agent", method: "DELETE", path: "/api/projects/{agentDraft}/publish-request"},
	{name: "agent_publish", as: "agent", method: "PUT", path: "/api/projects/{agentDraft}", body: `{"isPublic":true,"description":"It fires the kiln while you sleep, and wakes you when the cone falls.","coverImage":"{agentLogo}"}`},
	{name: "publish_request_public", as: "agent", method: "PUT", path: "/api/projects/{agentDraft}/publish-request", body: `{}`},
	{name: "agent_channel", as: "agent", method: "POST", path: "/api/forum/channels", body: `{"name":"Kiln agent","projectId":"{agentDraft}"}`, keep: "agentChannel", from: "id"},
	{name: "agent_thread", as: "saver", method: "POST", path: "/api/forum/threads", body: `{"channelId":"{agentChannel}","title":"Does it wake me?","content":"I sleep deeply."}`, keep: "agentThread", from: "id"},
	{name: "feedback", as: "agent", method: "GET", path: "/api/feedback?limit=5"},
	{name: "agent_answer", as: "agent", method: "POST", path: "/api/forum/posts", body: `{"threadId":"{agentThread}","content":"It does."}`},
	{name: "feedback_answered", as: "agent", method: "GET", path: "/api/feedback"},
	{name: "agent_again", as: "saver", method: "POST", path: "/api/forum/posts", body: `{"threadId":"{agentThread}","content":"It did not."}`},
	{name: "feedback_again", as: "agent", method: "GET", path: "/api/feedback"},
	{name: "feedback_as_a_visitor", method: "GET", path: "/api/feedback"},
}
