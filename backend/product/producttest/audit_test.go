package producttest

import (
	"io"
	"net/http"
	"os"
	"strings"
	"testing"

	"uvboard/backend/platform/apitest"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/backend/product"
)

// acts are writes of an admin to items of other users, with the action and the target type of the entry that each
// leaves. They run in this order. {name} is an item of the maker.
var acts = []struct{ procedure, request, entry string }{
	{"MailService/RevealMailLink", `{"id":"{mail}"}`, "reveal_link user"},
	{"MailService/RetryMail", `{"id":"{mail2}"}`, "retry mail"},
	{"MailService/RetryMails", `{}`, "retry mail"},
	{"MailService/SendTestMail", `{"to":"ada@mail.example"}`, "test mail"},
	{"ProjectService/UpdateProject", `{"id":"{project}","project":{"tagline":"Fires and forgets"}}`, "update project"},
	{"ProjectService/FeatureProject", `{"id":"{project}","reason":"Good"}`, "feature project"},
	{"ProjectService/UnfeatureProject", `{"id":"{project}","reason":"Enough"}`, "unfeature project"},
	{"ProjectUpdateService/DeleteProjectUpdate", `{"projectId":"{project}","updateId":"{update}"}`,
		"delete project_update"},
	{"ProjectService/DeleteProject", `{"id":"{project2}"}`, "delete project"},
	{"AdminService/RemoveProject", `{"id":"{project3}"}`, "delete project"},
	{"UserService/UpdateUser", `{"id":"{maker}","user":{"displayName":"Maker"}}`, "update user"},
	{"BlogService/HideBlogComment", `{"postId":"{story}","commentId":"{comment}","isHidden":true}`,
		"hide blog_comment"},
	{"BlogService/HideBlogComment", `{"postId":"{story}","commentId":"{comment}","isHidden":false}`,
		"restore blog_comment"},
	{"BlogService/DeleteBlogComment", `{"postId":"{story}","commentId":"{comment}"}`, "delete blog_comment"},
	{"BlogService/DeleteBlogPost", `{"id":"{story2}"}`, "delete blog_post"},
	{"AdminService/RemoveBlogPost", `{"id":"{story3}"}`, "delete blog_post"},
	{"ForumService/PinThread", `{"id":"{thread}","isPinned":true}`, "pin forum_thread"},
	{"ForumService/PinThread", `{"id":"{thread}","isPinned":false}`, "unpin forum_thread"},
	{"ForumService/LockThread", `{"id":"{thread}","isLocked":true}`, "lock forum_thread"},
	{"ForumService/LockThread", `{"id":"{thread}","isLocked":false}`, "unlock forum_thread"},
	{"ForumService/MoveThread", `{"id":"{thread}","channelId":"{channel2}"}`, "move forum_thread"},
	{"ForumService/DeletePost", `{"id":"{reply}"}`, "delete forum_post"},
	{"ForumService/DeleteThread", `{"id":"{thread2}"}`, "delete forum_thread"},
	{"ForumService/UpdateChannel", `{"id":"{channel}","name":"Renamed"}`, "update forum_channel"},
	{"ForumService/DeleteChannel", `{"id":"{channel}"}`, "delete forum_channel"},
	{"AppealService/DecideAppeal", `{"id":"{appeal}","outcome":"APPEAL_OUTCOME_REFUSE","reason":"It was spam"}`,
		"refuse_appeal project"},
	{"ModerationService/ResolveReport", `{"id":"{report}","action":"REPORT_ACTION_HIDE","reason":"Spam"}`,
		"hide project"},
	{"ModerationService/ResolveReport", `{"id":"{report}","action":"REPORT_ACTION_REOPEN","reason":"Not spam"}`,
		"restore project"},
	{"ModerationService/ResolveReport", `{"id":"{report}","action":"REPORT_ACTION_DISMISS","reason":"Fine"}`,
		"dismiss project"},
	{"ModerationService/ResolveReport", `{"id":"{report}","action":"REPORT_ACTION_REOPEN","reason":"Not fine"}`,
		"reopen project"},
	{"ModerationService/DecideApproval",
		`{"targetType":"REPORT_TARGET_TYPE_BLOG_POST","targetId":"{waiting}","approve":true}`, "approve blog_post"},
	{"ModerationService/DecideApproval",
		`{"targetType":"REPORT_TARGET_TYPE_BLOG_POST","targetId":"{waiting2}","reason":"Advertising"}`, "refuse blog_post"},
	{"ModerationService/HideContent",
		`{"targetType":"REPORT_TARGET_TYPE_FORUM_THREAD","targetId":"{thread}","reason":"Spam"}`, "hide forum_thread"},
	{"ModerationService/RestoreContent",
		`{"targetType":"REPORT_TARGET_TYPE_FORUM_THREAD","targetId":"{thread}","reason":"Not spam"}`,
		"restore forum_thread"},
	{"ModerationService/WarnUser", `{"userId":"{maker}","reason":"Rude"}`, "warn user"},
	{"ModerationService/SuspendUser", `{"userId":"{maker}","until":"2199-01-01T00:00:00Z","reason":"Rude"}`,
		"suspend user"},
	{"ModerationService/LiftSuspension", `{"userId":"{maker}","reason":"Polite"}`, "lift user"},
	{"ModerationService/SuspendUser", `{"userId":"{maker}","reason":"Rude"}`, "ban user"},
	{"AdminService/RunBulkAction",
		`{"targetType":"REPORT_TARGET_TYPE_USER","ids":["{maker}"],"action":"BULK_ACTION_LIFT","reason":"Polite"}`,
		"lift user"},
	{"AdminService/SetUserAdmin", `{"id":"{maker}","isAdmin":true}`, "grant_admin user"},
	{"AdminService/SetUserAdmin", `{"id":"{maker}","isAdmin":false}`, "revoke_admin user"},
	{"AdminService/SetUserRole", `{"id":"{maker}","role":"ROLE_MODERATOR"}`, "grant_moderator user"},
	{"AdminService/SetUserRole", `{"id":"{maker}","role":"ROLE_MEMBER"}`, "revoke_moderator user"},
	{"AdminService/RemoveUser", `{"id":"{leaver}"}`, "delete user"},
	{"AdminService/RemoveUser", `{"id":"{leaver2}","content":"DELETED_CONTENT_ANONYMISE"}`, "anonymise user"},
	{"ContactService/UpdateContactMessage", `{"id":"{message}","status":"CONTACT_STATUS_DONE"}`,
		"update contact_message"},
	{"AdminService/RemoveDemo", `{}`, "remove_demo user"},
	{"AdminService/TestSetupStep", `{"id":"vibekit"}`, "test_key board"},
	{"AdminService/RunJob", `{"name":"recount votes"}`, "run job"},
	{"NewsService/AddNewsFeed", `{"name":"Slip","url":"https://slip.example/feed"}`, "add news_feed"},
	{"NewsService/UpdateNewsFeed", `{"url":"https://slip.example/feed","isEnabled":false}`, "update news_feed"},
	{"NewsService/DeleteNewsFeed", `{"url":"https://slip.example/feed"}`, "delete news_feed"},
	{"BoardService/UpdateBoard", `{"tagline":"Kilns and clay"}`, "update board"},
	{"BoardService/UpdateBoardPage", `{"page":"BOARD_PAGE_NAME_TERMS","content":"Be kind."}`, "update board"},
	{"WeeklyService/UpdateWeeklyDraft",
		`{"title":"Our week","items":[{"type":"WEEKLY_ITEM_TYPE_PROJECT","id":"{project}"}]}`, "update weekly_issue"},
	{"WeeklyService/PublishWeeklyIssue", `{}`, "publish weekly_issue"},
	{"WeeklyService/MakeWeeklyDraft", `{}`, "update weekly_issue"},
	{"WeeklyService/DeleteWeeklySubscriber", `{"id":"{subscriber}"}`, "delete weekly_subscriber"},
	{"AliveService/SetProjectChecks", `{"id":"{project}","isEnabled":false}`, "update project"},
	{"NewsService/RefreshNews", `{}`, "refresh news_feed"},
	{"RingService/UpdateRing", `{"id":"{ring}","state":"RING_STATE_RELEASED","reason":"People"}`, "release ring"},
	{"RingService/UpdateRing", `{"id":"{ring}","state":"RING_STATE_HELD","reason":"Not people"}`, "hold ring"},
	{"WebhookService/CreateWebhook",
		`{"url":"https://slip.example/hook","events":["WEBHOOK_EVENT_MODERATION_DECIDED"],"scope":"WEBHOOK_SCOPE_BOARD"}`, "add webhook"},
	{"WebhookService/UpdateWebhook", `{"id":"{webhook}","isActive":true}`, "update webhook"},
	{"WebhookService/TestWebhook", `{"id":"{webhook}"}`, "test webhook"},
	{"WebhookService/RotateWebhookSecret", `{"id":"{webhook}"}`, "rotate webhook"},
	{"WebhookService/RedeliverWebhook", `{"id":"{webhook}","deliveryId":"{delivery}"}`, "redeliver webhook"},
	{"WebhookService/DeleteWebhook", `{"id":"{webhook}"}`, "delete webhook"},
}

// ownOnly are the other writes: they change only the caller's own data, also for admins.
var ownOnly = strings.Fields(
	`AgentService/RequestPublish AgentService/DismissPublishRequest AccountService/CreateInvitation AccountService/DeleteInvitation BlogService/CreateBlogComment BlogService/CreateBlogPost BlogService/LikeBlogPost
	BlogService/UpdateBlogComment BlogService/UpdateBlogPost CollectionService/CreateCollection CollectionService/UpdateCollection CollectionService/DeleteCollection CollectionService/SetCollectionItem CollectionService/RemoveCollectionItem ContactService/SendMemberMessage FeedbackService/AssignReview FeedbackService/CreateProjectFeedback FeedbackService/DeleteFeedbackRequest FeedbackService/SetFeedbackRequest
	FeedbackService/SetReviewUseful FeedbackService/SkipReview FeedbackService/WriteReview FollowService/Follow FollowService/Unfollow ForumService/CreateChannel ForumService/CreatePost ForumService/CreateThread ForumService/MarkThreadRead
	ForumService/UpdatePost ForumService/UpdateThread ModerationService/CreateReport NotificationService/SetEmailPreference NotificationService/SetNotificationPreferences NotificationService/ReadNotification
	NotificationService/ReadAllNotifications NotificationService/Mute NotificationService/Unmute ForumService/WatchThread ForumService/UnwatchThread ProjectService/CreateProject ProjectUpdateService/CreateProjectUpdate ProjectUpdateService/EditProjectUpdate SavedService/SaveItem SavedService/UnsaveItem VibeKitService/DeleteGeneration
	VibeKitService/GenerateBrief VibeKitService/GenerateLogoIdeas VibeKitService/StreamBrief VibeKitService/StreamLogoIdeas
	AliveService/CheckProject UploadService/CreateUpload RingService/AppealHeldVotes VoteService/CastVote VoteService/RemoveVote`)

// Every write of an admin to an item of another user leaves exactly one entry, for which the web app has words. A new
// write must be added to acts or to ownOnly.
func TestAuditLog(t *testing.T) {
	known := map[string]bool{}
	for _, act := range acts {
		known[act.procedure] = true
	}
	for _, procedure := range ownOnly {
		known[procedure] = true
	}
	for method := range apitest.Methods() {
		name := string(method.Parent().Name()) + "/" + string(method.Name())
		if writes := auth.RuleOf(method).Writes(); writes != known[name] {
			t.Errorf("%s writes: %v, in the lists of this test: %v", name, writes, known[name])
		}
	}
	words, err := os.ReadFile("../../../webapp/src/features/admin/moderation/words.ts")
	must.NoError(t, err)

	storetest.Each(t, func(t *testing.T, db *store.DB) {
		server := serveTest(t, testConfig(t), db, io.Discard)
		visitor := &client{t: t, base: server.URL}
		made := map[string]string{}
		var maker *client
		for _, name := range []string{"leaver", "leaver2", "maker"} {
			maker, made[name] = visitor.register(name)
		}
		admin, adminID := visitor.register("overseer")
		storetest.Exec(t, db, "UPDATE users SET role = 'admin' WHERE username_key = 'overseer'")
		form, contentType := imageForm(t, "file")
		made["logo"] = valueAt(t, maker.want(http.StatusCreated, "POST", "/api/upload", string(form), "Content-Type",
			contentType), "url")
		for _, make := range [][3]string{
			{"channel", "/api/forum/channels", `{"name":"Glazes"}`},
			{"channel2", "/api/forum/channels", `{"name":"Clay"}`},
			{"thread", "/api/forum/threads", `{"title":"Cone six","content":"Which?","channelId":"{channel}"}`},
			{"thread2", "/api/forum/threads", `{"title":"Cone ten","content":"Which?","channelId":"{channel}"}`},
			{"reply", "/api/forum/posts", `{"content":"Celadon.","threadId":"{thread}"}`},
			{"story", "/api/blog/posts", `{"title":"A winter of kilns","content":"It was cold."}`},
			{"story2", "/api/blog/posts", `{"title":"A spring of kilns","content":"It was cold."}`},
			{"story3", "/api/blog/posts", `{"title":"A summer of kilns","content":"It was cold."}`},
			{"waiting", "/api/blog/posts", `{"title":"Wheels","content":"https://wheel.example"}`},
			{"waiting2", "/api/blog/posts", `{"title":"More wheels","content":"https://wheel.example"}`},
			{"comment", "/api/blog/posts/{story}/comments", `{"content":"Still cold."}`},
			{"project", "/api/projects",
				`{"title":"Kiln log","tagline":"Fires and forgets nothing","primaryCategory":"other","stage":"mvp","vibeTools":["cursor"],"logo":"{logo}"}`},
			{"update", "/api/projects/{project}/updates", `{"title":"Version 2","content":"Hotter."}`},
			{"project2", "/api/projects",
				`{"title":"Kiln map","tagline":"Fires and forgets nothing","primaryCategory":"other","stage":"mvp","vibeTools":["cursor"],"logo":"{logo}"}`},
			{"project3", "/api/projects",
				`{"title":"Kiln fan","tagline":"Fires and forgets nothing","primaryCategory":"other","stage":"mvp","vibeTools":["cursor"],"logo":"{logo}"}`},
			{"message", "/api/contact",
				`{"name":"Ada","email":"ada@mail.example","subject":"Kilns","message":"They burn."}`},
		} {
			made[make[0]] = valueAt(t, maker.want(http.StatusCreated, "POST", filled(make[1], made),
				filled(make[2], made)), "id")
		}
		made["report"] = valueAt(t, admin.want(http.StatusCreated, "POST", "/api/reports",
			filled(`{"targetType":"project","targetId":"{project}","reason":"spam"}`, made)), "id")
		made["appeal"] = "01976a00-0000-7000-8000-000000000003"
		storetest.Exec(t, db, `INSERT INTO appeals (id, created_at, updated_at, user_id, target_type, target_id, decision_id, message)
			SELECT '`+made["appeal"]+`', created_at, created_at, user_id, 'project', id, id, 'Please' FROM projects WHERE id = '`+made["project"]+`'`)
		storetest.Exec(t, db, "INSERT INTO jobs (id, next_run_at, held_until) VALUES ('recount votes', '2026-01-01 00:00:00+00:00', '2026-01-01 00:00:00+00:00')")
		storetest.Exec(t, db, "UPDATE mails SET state = 'failed'")
		made["mail"] = texts(t, db,
			"SELECT CAST(m.id AS text) FROM mails m JOIN users u ON u.id = m.user_id WHERE u.username = 'maker'")[0]
		made["mail2"] = texts(t, db,
			"SELECT CAST(m.id AS text) FROM mails m JOIN users u ON u.id = m.user_id WHERE u.username = 'overseer'")[0]
		storetest.Exec(t, db, "UPDATE mails SET state = 'kept' WHERE id = '"+made["mail"]+"'")

		made["ring"] = "01976a00-0000-7000-8000-000000000003"
		storetest.Exec(t, db, `INSERT INTO rings (id, kind, owner_id, state, findings, created_at, act_id)
			SELECT '`+made["ring"]+`', 'crowd', id, 'held', '', created_at, id FROM users WHERE username = 'maker'`)

		made["subscriber"] = "01976a00-0000-7000-8000-000000000004"
		storetest.Exec(t, db, `INSERT INTO weekly_subscribers (id, email, email_key, created_at, asked_at, confirmed_at)
			SELECT '`+made["subscriber"]+`', 'reader@mail.example', 'reader@mail.example', created_at, created_at, created_at FROM users WHERE username = 'maker'`)

		// A webhook of the board, and a delivery of it.
		made["webhook"], made["delivery"] = "01976a00-0000-7000-8000-000000000001",
			"01976a00-0000-7000-8000-000000000002"
		storetest.Exec(t, db, `INSERT INTO webhooks (id, user_id, scope, url, events, secret, state, created_at)
			SELECT '`+made["webhook"]+`', id, 'board', 'https://slip.example/hook', '["project.published"]', 'whsec_AAAA', 'on', created_at FROM users WHERE username = 'overseer'`)
		storetest.Exec(t, db, `INSERT INTO webhook_deliveries (id, webhook_id, source, event, item_type, item_id, body, state, created_at)
			SELECT '`+made["delivery"]+`', id, id, 'project.published', 'project', id, '{}', 'failed', created_at FROM webhooks`)

		seen := map[string]bool{}
		expect := func(about, entry string) {
			t.Helper()
			var added []string
			for _, row := range texts(t, db,
				"SELECT CAST(id AS text) || action || ' ' || target_type FROM audit_entries") {
				if !seen[row] {
					seen[row], added = true, append(added, row[36:])
				}
			}
			if len(added) != 1 || added[0] != entry {
				t.Errorf("%s recorded %q, want %q", about, added, entry)
			}
			if action, _, _ := strings.Cut(entry, " "); !strings.Contains(string(words), "\n  "+action+": ") {
				t.Errorf("the web app has no words for %q", action)
			}
		}
		for _, act := range acts {
			if response, body := admin.send("POST", "/uvboard.v1."+act.procedure,
				filled(act.request, made)); response.StatusCode != http.StatusOK {
				t.Errorf("%s: %s %s", act.procedure, response.Status, body)
			}
			expect(act.procedure, act.entry)
		}
		form, contentType = imageForm(t, "profilePic")
		admin.want(http.StatusOK, "POST", "/api/users/"+made["maker"]+"/profile-pic", string(form), "Content-Type",
			contentType)
		expect("a new avatar", "set_avatar user")

		// Writes to the caller's own items leave no entry, also for admins.
		own := valueAt(t, admin.want(http.StatusCreated, "POST", "/api/blog/posts",
			`{"title":"Mine","content":"Own."}`), "id")
		admin.want(http.StatusOK, "PUT", "/api/users/"+adminID, `{"displayName":"Overseer"}`)
		admin.want(http.StatusOK, "DELETE", "/api/blog/"+own, "")
		maker.want(http.StatusOK, "PUT", "/api/projects/"+made["project"], `{"tagline":"Fires and forgets it all"}`)
		accounts := product.NewAccounts(testConfig(t), db)
		must.NoError(t, accounts.GrantAdmin(t.Context(), "maker"))
		expect("admin grant", "grant_admin user")
		must.NoError(t, accounts.GrantAdmin(t.Context(), "maker")) // changes nothing
		must.NoError(t, accounts.RevokeAdmin(t.Context(), "maker", false))
		expect("admin revoke", "revoke_admin user")
		key := valueAt(t, maker.want(http.StatusOK, "POST", "/api/auth/totp", ""), "secret")
		maker.want(http.StatusOK, "POST", "/api/auth/totp/confirm", `{"code":"`+totpCode(t, key, 0)+`"}`)
		must.NoError(t, accounts.RemoveSecondFactor(t.Context(), "maker"))
		expect("admin remove-second-factor", "remove_second_factor user")
		must.NoError(t, accounts.LogOut(t.Context(), "maker"))
		expect("admin log-out", "log_out user")
		page := string(admin.want(http.StatusOK, "GET", "/api/admin/audit-log?limit=1", ""))
		if !strings.Contains(page, `"actor":null`) && strings.Contains(page, `"actor"`) {
			t.Errorf("a command has an actor: %s", page)
		}

		// Moderators do not read mails: the log has their subjects for admins only.
		subject := texts(t, db, "SELECT subject FROM mails WHERE id = '"+made["mail"]+"'")[0]
		moderator, _ := (&client{t: t, base: server.URL}).register("warden")
		storetest.Exec(t, db, "UPDATE users SET role = 'moderator' WHERE username_key = 'warden'")
		for reader, sees := range map[*client]bool{admin: true, moderator: false} {
			log := string(reader.want(http.StatusOK, "GET", "/api/admin/audit-log?limit=100", ""))
			if strings.Contains(log, subject) != sees {
				t.Errorf("the log has the subject %q: %t", subject, !sees)
			}
		}
	})
}

// filled replaces each {name} by its value.
func filled(text string, made map[string]string) string {
	var pairs []string
	for name, value := range made {
		pairs = append(pairs, "{"+name+"}", value)
	}
	return strings.NewReplacer(pairs...).Replace(text)
}
