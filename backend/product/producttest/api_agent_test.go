package producttest

import (
	"net/url"
	"strings"
)

const (
	appVerifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
	appCallback = "http://localhost/callback"
	appQuery    = "response_type=code&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256&state=fired&client_id={app}&redirect_uri=" + appCallback
)

// agentStory calls the paths that agents use besides the others.
var agentStory = []step{
	{name: "agent_register", as: "agent", method: "POST", path: "/api/auth/register",
		body: `{"username":"delegator","email":"delegator@mail.example","password":"vibecoding"}`, begins: true},
	{name: "agent_logo", as: "agent", method: "POST", path: "/api/upload", file: "file", keep: "agentLogo",
		from: "url"},
	{name: "agent_draft", as: "agent", method: "POST", path: "/api/projects",
		body: `{"title":"Kiln agent","tagline":"Fires while you sleep","primaryCategory":"ai_agents","stage":"mvp","vibeTools":["claude"],"logo":"{agentLogo}","isPublic":false}`, keep: "agentDraft", from: "id"},
	{name: "create_upload", as: "agent", method: "POST", path: "/api/uploads", body: `{}`, keep: "upload", from: "id"},
	{name: "upload_that_waits", as: "agent", method: "GET", path: "/api/uploads/{upload}"},
	{name: "upload_of_another", as: "saver", method: "GET", path: "/api/uploads/{upload}"},
	{name: "program", method: "GET", path: "/api/program"},
	{name: "put_upload_unknown", method: "PUT", path: "/api/uploads/tickets/unknown"},
	{name: "publish_request_none", as: "agent", method: "GET", path: "/api/projects/{agentDraft}/publish-request"},
	{name: "publish_request", as: "agent", method: "PUT", path: "/api/projects/{agentDraft}/publish-request",
		body: `{}`},
	{name: "publish_request_of_another", as: "saver", method: "PUT", path: "/api/projects/{agentDraft}/publish-request",
		body: `{}`},
	{name: "publish_request_waits", as: "agent", method: "GET", path: "/api/projects/{agentDraft}/publish-request"},
	{name: "publish_request_notified", as: "agent", method: "GET", path: "/api/notifications", tasks: true},
	{name: "publish_request_dismiss", as: "agent", method: "DELETE",
		path: "/api/projects/{agentDraft}/publish-request"},
	{name: "publish_request_forgotten", as: "agent", method: "GET", path: "/api/notifications", tasks: true},
	{name: "agent_publish", as: "agent", method: "PUT", path: "/api/projects/{agentDraft}",
		body: `{"isPublic":true,"description":"It fires the kiln while you sleep, and wakes you when the cone falls.","coverImage":"{agentLogo}"}`},
	{name: "publish_request_public", as: "agent", method: "PUT", path: "/api/projects/{agentDraft}/publish-request",
		body: `{}`},
	{name: "agent_channel", as: "agent", method: "POST", path: "/api/forum/channels",
		body: `{"name":"Kiln agent","projectId":"{agentDraft}"}`, keep: "agentChannel", from: "id"},
	{name: "agent_thread", as: "saver", method: "POST", path: "/api/forum/threads",
		body: `{"channelId":"{agentChannel}","title":"Does it wake me?","content":"I sleep deeply."}`,
		keep: "agentThread", from: "id"},
	{name: "feedback", as: "agent", method: "GET", path: "/api/feedback?limit=5"},
	{name: "agent_answer", as: "agent", method: "POST", path: "/api/forum/posts",
		body: `{"threadId":"{agentThread}","content":"It does."}`},
	{name: "feedback_answered", as: "agent", method: "GET", path: "/api/feedback"},
	{name: "agent_again", as: "saver", method: "POST", path: "/api/forum/posts",
		body: `{"threadId":"{agentThread}","content":"It did not."}`},
	{name: "feedback_again", as: "agent", method: "GET", path: "/api/feedback"},
	{name: "feedback_as_a_visitor", method: "GET", path: "/api/feedback"},

	{name: "app_register", method: "POST", path: "/oauth/register",
		body: `{"client_name":"Kiln agent","redirect_uris":["http://localhost/callback","https://agent.example/callback","cursor://kiln.agent/callback"]}`, keep: "app", from: "client_id"},
	{name: "app_authorization", method: "GET", path: "/api/auth/apps/authorization?query=" +
		strings.ReplaceAll(url.QueryEscape(appQuery), "%7Bapp%7D", "{app}")},
	{name: "app_authorization_unknown", method: "GET", path: "/api/auth/apps/authorization?query=client_id%3Dx"},
	{name: "app_authorization_elsewhere", method: "GET", path: "/api/auth/apps/authorization?query=" +
		strings.ReplaceAll(url.QueryEscape(appQuery+"er"), "%7Bapp%7D", "{app}")},
	{name: "app_authorize_as_a_visitor", method: "POST", path: "/api/auth/apps/authorization", body: `{"query":"` +
		appQuery + `"}`},
	{name: "app_authorize_with_a_problem", as: "agent", method: "POST", path: "/api/auth/apps/authorization",
		body: `{"query":"response_type=token&` + appQuery + `"}`},
	{name: "app_authorize", as: "agent", method: "POST", path: "/api/auth/apps/authorization", body: `{"query":"` +
		appQuery + `"}`, app: true},
	{name: "app_authorize_without_a_proof", as: "agent", method: "POST", path: "/api/auth/apps/authorization",
		body: `{"query":"` + appQuery + `"}`},
	{name: "apps", as: "agent", method: "GET", path: "/api/auth/apps", keep: "connected", from: "0.id"},
	{name: "apps_as_a_visitor", method: "GET", path: "/api/auth/apps"},
	{name: "delete_app_of_another", as: "saver", method: "DELETE", path: "/api/auth/apps/{connected}"},
	{name: "delete_app", as: "agent", method: "DELETE", path: "/api/auth/apps/{connected}"},
}
