package producttest

// webhookStory calls the paths of webhooks.
var webhookStory = []step{
	{name: "webhook_register", as: "hooker", method: "POST", path: "/api/auth/register", body: `{"username":"integrator","email":"integrator@mail.example","password":"vibecoding"}`, begins: true},
	{name: "webhook_create", as: "hooker", method: "POST", path: "/api/webhooks", body: `{"url":"http://127.0.0.1:1/uvboard","events":["thread.published","project.published"]}`, keep: "webhook", from: "id"},
	{name: "webhooks", as: "hooker", method: "GET", path: "/api/webhooks"},
	{name: "webhooks_of_the_board", as: "hooker", method: "GET", path: "/api/webhooks?scope=board"},
	{name: "webhook_create_for_the_board", as: "hooker", method: "POST", path: "/api/webhooks", body: `{"url":"https://ci.example/uvboard","events":["reply.published"],"scope":"board"}`},
	{name: "webhook_create_invalid", as: "hooker", method: "POST", path: "/api/webhooks", body: `{"url":"ftp://ci.example/uvboard","events":[]}`},
	{name: "webhook_unknown_event", as: "hooker", method: "POST", path: "/api/webhooks", body: `{"url":"https://ci.example/uvboard","events":["kiln.fired"]}`},
	{name: "webhook_channel", as: "hooker", method: "POST", path: "/api/forum/channels", body: `{"name":"Called kilns"}`, keep: "hookChannel", from: "id"},
	{name: "webhook_thread", as: "hooker", method: "POST", path: "/api/forum/threads", body: `{"channelId":"{hookChannel}","title":"A kiln that calls","content":"It rings."}`},
	{name: "webhook_deliveries", as: "hooker", method: "GET", path: "/api/webhooks/{webhook}/deliveries", tasks: true, keep: "delivery", from: "0.id"},
	{name: "webhook_redeliver", as: "hooker", method: "POST", path: "/api/webhooks/{webhook}/deliveries/{delivery}/redeliver", body: `{}`},
	{name: "webhook_update", as: "hooker", method: "PATCH", path: "/api/webhooks/{webhook}", body: `{"events":["comment.published"],"isActive":false}`},
	{name: "webhook_rotate", as: "hooker", method: "POST", path: "/api/webhooks/{webhook}/rotate", body: `{}`},
	{name: "webhook_redeliver_unknown", as: "hooker", method: "POST", path: "/api/webhooks/{webhook}/deliveries/{webhook}/redeliver", body: `{}`},
	{name: "webhook_as_a_visitor", method: "GET", path: "/api/webhooks"},
	{name: "webhook_of_another", as: "saver", method: "PATCH", path: "/api/webhooks/{webhook}", body: `{"isActive":true}`},
	{name: "webhook_delete", as: "hooker", method: "DELETE", path: "/api/webhooks/{webhook}"},
	{name: "webhook_delete_again", as: "hooker", method: "DELETE", path: "/api/webhooks/{webhook}"},
}
