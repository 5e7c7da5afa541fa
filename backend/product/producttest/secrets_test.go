package producttest

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"connectrpc.com/connect"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/dynamicpb"
	"google.golang.org/protobuf/types/known/structpb"

	"uvboard/backend/platform/apitest"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	pb "uvboard/gen/uvboard/v1"
	"uvboard/gen/uvboard/v1/uvboardv1connect"
)

// awsKey looks like a key. It is put together here so that scanners of repositories do not find it.
const awsKey = "AKIA" + "Q3EGWX5TLZ7RBN2M"

// publishes are the calls that publish a member's text, each with a request that is accepted.
var publishes = map[string]string{
	"ProjectService/CreateProject":             `{"project":{"title":"Kiln log","tagline":"Fires and forgets nothing","primaryCategory":"CATEGORY_OTHER","stage":"STAGE_MVP","vibeTools":{"values":["VIBE_TOOL_CURSOR"]},"logo":"https://a.example/logo.png"}}`,
	"ProjectService/UpdateProject":             `{"id":"{project}","project":{}}`,
	"ProjectUpdateService/CreateProjectUpdate": `{"projectId":"{project}","title":"Version 2","content":"Hotter."}`,
	"ProjectUpdateService/EditProjectUpdate":   `{"projectId":"{project}","updateId":"{update}","title":"Version 3"}`,
	"BlogService/CreateBlogPost":               `{"post":{"title":"A winter of kilns","content":"It was cold."}}`,
	"BlogService/UpdateBlogPost":               `{"id":"{story}","post":{}}`,
	"BlogService/CreateBlogComment":            `{"postId":"{story}","content":"Still cold."}`,
	"BlogService/UpdateBlogComment":            `{"postId":"{story}","commentId":"{comment}","content":"Colder."}`,
	"ForumService/CreateChannel":               `{"name":"Clay"}`,
	"ForumService/UpdateChannel":               `{"id":"{channel}"}`,
	"ForumService/CreateThread":                `{"channelId":"{channel}","title":"Cone six","content":"Which?"}`,
	"ForumService/UpdateThread":                `{"id":"{thread}"}`,
	"ForumService/CreatePost":                  `{"threadId":"{thread}","content":"Celadon."}`,
	"ForumService/UpdatePost":                  `{"id":"{reply}","content":"Shino."}`,
	"FeedbackService/CreateProjectFeedback":    `{"projectId":"{project}","content":"It is warm."}`,
	"FeedbackService/SetFeedbackRequest":       `{"projectId":"{project}"}`,
	"FeedbackService/WriteReview":              `{"id":"{review}","reach":"REVIEW_REACH_USED","firstImpression":"` + longEnough + `","tried":"` + longEnough + `"}`,
	"CollectionService/CreateCollection":       `{"title":"Kilns","isPublic":true}`,
	"CollectionService/UpdateCollection":       `{"id":"{collection}"}`,
	"CollectionService/SetCollectionItem":      `{"id":"{collection}","projectId":"{project}"}`,
	"UserService/UpdateUser":                   `{"id":"{maker}","user":{}}`,
}

// longEnough is what a review has at least.
var longEnough = strings.Repeat("It is warm. ", 20)

// staysInside are the other writes of users with texts: only the user, another one or the team read them, or no text
// is shown.
var staysInside = strings.Fields(
	`AppealService/CreateAppeal RingService/AppealHeldVotes AccountService/Register AccountService/CreateFirstAdmin AccountService/Login AccountService/LoginWithSecondFactor AccountService/StepUp
	AccountService/ConfirmTotp AccountService/CreateToken AccountService/ChangePassword AccountService/RequestPasswordReset AccountService/ConfirmPasswordReset
	AccountService/ChangeEmail AccountService/VerifyEmail AccountService/DeleteAccount AnalyticsService/CreateVisit AppService/Authorize
	ContactService/SendContactMessage ContactService/SendMemberMessage DonationService/CreateDonation ModerationService/CreateReport
	NotificationService/CreatePushSubscription NotificationService/SetNotificationPreferences NotificationService/SetEmailPreference NotificationService/Unsubscribe PasskeyService/BeginPasskeyLogin PasskeyService/FinishPasskeyLogin PasskeyService/CreatePasskey
	PasskeyService/StepUpWithPasskey SavedService/SaveItem VibeKitService/GenerateBrief VibeKitService/StreamBrief VibeKitService/GenerateLogoIdeas
	VibeKitService/StreamLogoIdeas WebhookService/CreateWebhook WebhookService/UpdateWebhook WeeklyService/SubscribeWeekly WeeklyService/ConfirmWeekly
	WeeklyService/UnsubscribeWeekly`)

// tooShort are fields in which no key fits: a date, and a handle of 15 letters.
var tooShort = []string{"launch_date", "social_links.twitter"}

// textFields are the fields of a request in which a user writes.
func textFields(method protoreflect.MethodDescriptor) (all [][]protoreflect.FieldDescriptor) {
	fieldsOf(method, func(path []protoreflect.FieldDescriptor) {
		last := path[len(path)-1]
		name := string(last.Name())
		text := last.Kind() == protoreflect.StringKind && name != "id" && !strings.HasSuffix(name, "_id") &&
			!slices.ContainsFunc(tooShort,
				func(short string) bool { return strings.HasSuffix(nameOf(method, path), "."+short) })
		if text || last.IsMap() {
			all = append(all, path)
		}
	})
	return all
}

// A live key is refused in every text that a member publishes, and published only on purpose, which the audit log
// records. A new call with a text must be added to publishes or to staysInside, and a new text of a call in publishes
// is looked at by itself.
func TestKeysAreNotPublished(t *testing.T) {
	for method := range apitest.Methods() {
		name := string(method.Parent().Name()) + "/" + string(method.Name())
		rule := auth.RuleOf(method)
		_, published := publishes[name]
		anyway := false
		fieldsOf(method, func(path []protoreflect.FieldDescriptor) {
			anyway = anyway || path[len(path)-1].Name() == "publish_anyway"
		})
		idempotency := method.Options().(*descriptorpb.MethodOptions).GetIdempotencyLevel()
		writes := idempotency != descriptorpb.MethodOptions_NO_SIDE_EFFECTS &&
			rule.Level != auth.Moderator && rule.Level != auth.Admin
		if known := published || slices.Contains(staysInside, name); known != (writes && len(textFields(method)) > 0) ||
			anyway != published {
			t.Errorf("%s writes: %v, texts: %d, in the lists of this test: %v, has publish_anyway: %v", name, writes,
				len(textFields(method)), known, anyway)
		}
	}

	storetest.Each(t, func(t *testing.T, db *store.DB) {
		server := serveTest(t, testConfig(t), db, io.Discard)
		maker, makerID := (&client{t: t, base: server.URL}).register("maker")
		made := map[string]string{"maker": makerID}
		for _, step := range [][3]string{
			{"project", "/api/projects",
				`{"title":"Kiln fan","tagline":"Fires and forgets nothing","primaryCategory":"other","stage":"mvp","vibeTools":["cursor"],"logo":"https://a.example/logo.png"}`},
			{"update", "/api/projects/{project}/updates", `{"title":"Version 1","content":"Hot."}`},
			{"channel", "/api/forum/channels", `{"name":"Glazes"}`},
			{"thread", "/api/forum/threads", `{"title":"Cone ten","content":"Which?","channelId":"{channel}"}`},
			{"reply", "/api/forum/posts", `{"content":"Ash.","threadId":"{thread}"}`},
			{"story", "/api/blog/posts", `{"title":"A spring of kilns","content":"It was warm."}`},
			{"comment", "/api/blog/posts/{story}/comments", `{"content":"Still warm."}`},
			{"collection", "/api/collections", `{"title":"Fans","isPublic":true}`},
		} {
			made[step[0]] = valueAt(t, maker.want(http.StatusCreated, "POST", filled(step[1], made),
				filled(step[2], made)), "id")
		}
		for _, name := range []string{"ada", "bob"} { // two projects to review, with a question
			other, _ := (&client{t: t, base: server.URL}).register(name)
			id := valueAt(t, other.want(http.StatusCreated, "POST", "/api/projects",
				`{"title":"Wheel","tagline":"Turns by itself","primaryCategory":"other","stage":"mvp",`+
					`"vibeTools":["cursor"],"logo":"https://a.example/logo.png"}`), "id")
			other.want(http.StatusOK, "PUT", "/api/projects/"+id+"/feedback-request", `{"questions":["Is it round?"]}`)
		}
		keys := 0
		for method := range apitest.Methods() {
			name := string(method.Parent().Name()) + "/" + string(method.Name())
			base, ok := publishes[name]
			if !ok {
				continue
			}
			for i, path := range textFields(method) {
				about := nameOf(method, path)
				if name == "FeedbackService/WriteReview" {
					next := maker.want(http.StatusOK, "POST", "/api/reviews/next", "{}")
					made["review"] = valueAt(t, next, "review.id")
				}
				with := func(text string, anyway bool) (status int, answer string) {
					request := dynamicpb.NewMessage(method.Input())
					must.NoError(t, protojson.Unmarshal([]byte(filled(base, made)), request))
					write(request, path, text)
					if anyway {
						allow(request)
					}
					status, body := maker.callBinary(method, request)
					return status, string(body)
				}
				keys++
				// short enough for a tag, and another one for each field
				key := fmt.Sprintf("xox"+"a-k9m2x7q%03d", keys)
				found := false
				for _, text := range []string{key, "https://a.example/?k=" + key,
					"The kiln needs a key before it can be fired: " + key} {
					status, answer := with(text, false)
					if !strings.Contains(answer, "SECRET_FOUND") {
						if status == http.StatusOK {
							break
						}
						continue // a rule of the field
					}
					if found = true; status != http.StatusBadRequest || strings.Contains(answer, key) {
						t.Errorf("%s: %d %s", about, status, answer)
					}
					if i > 0 { // publish_anyway is the same for all fields
						break
					}
					if status, answer := with(text, true); status != http.StatusOK {
						t.Errorf("%s published anyway: %d %s", about, status, answer)
					}
					if status, answer := with(text, false); strings.Contains(name, "/Update") &&
						status != http.StatusOK {
						t.Errorf("%s, the same again: %d %s", about, status, answer)
					}
					break
				}
				if !found {
					t.Errorf("%s takes a key", about)
				}
			}
		}
		entries := texts(t, db, "SELECT action || ' ' || target_type || ' ' || CAST(a.target_id AS text) || ' ' || u.username || ' ' || a.reason FROM audit_entries a JOIN users u ON u.id = a.actor_id")
		if len(entries) != len(publishes) {
			t.Errorf("%d entries for %d calls: %q", len(entries), len(publishes), entries)
		}
		for _, want := range []string{
			"publish_anyway forum_post " + made["reply"] + " maker slack-legacy-workspace-token (content)",
			"publish_anyway user " + makerID + " maker slack-legacy-workspace-token (displayName)",
		} {
			if !slices.Contains(entries, want) {
				t.Errorf("no entry %q in %q", want, entries)
			}
		}
		for _, e := range entries {
			if strings.Contains(e, "xox"+"a") {
				t.Errorf("the entry has the key: %s", e)
			}
		}
	})
}

// write sets a field of a request, or adds to it if it is a list or a map.
func write(request protoreflect.Message, path []protoreflect.FieldDescriptor, text string) {
	for _, field := range path[:len(path)-1] {
		request = request.Mutable(field).Message()
	}
	switch field := path[len(path)-1]; {
	case field.IsMap():
		request.Mutable(field).Map().
			Set(protoreflect.ValueOfString("Key").MapKey(), protoreflect.ValueOfMessage(structpb.NewStringValue(text).
				ProtoReflect()))
	case field.IsList():
		request.Mutable(field).List().Append(protoreflect.ValueOfString(text))
	default:
		request.Set(field, protoreflect.ValueOfString(text))
	}
}

// allow sets publish_anyway in a request or its body.
func allow(request protoreflect.Message) {
	request.Range(func(field protoreflect.FieldDescriptor, value protoreflect.Value) bool {
		if field.Message() != nil && field.Message().Fields().ByName("publish_anyway") != nil {
			request = value.Message()
		}
		return true
	})
	request.Set(request.Descriptor().Fields().ByName("publish_anyway"), protoreflect.ValueOfBool(true))
}

// Drafts may have a key until they are published, however that is asked for; only a session may publish it on purpose.
func TestKeysAtEveryDoor(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		server := serveTest(t, testConfig(t), db, io.Discard)
		ada, _ := (&client{t: t, base: server.URL}).register("ada")
		token := valueAt(t, ada.want(http.StatusCreated, "POST", "/api/auth/tokens", `{"name":"agent"}`), "token")
		refused := func(about, answer string) {
			t.Helper()
			if !strings.Contains(answer, "SECRET_FOUND") ||
				!strings.Contains(answer, "AWS access token (description, line 2)") ||
				strings.Contains(answer, awsKey) {
				t.Errorf("%s: %s", about, answer)
			}
		}
		project, err := json.Marshal(map[string]any{
			"title": "Kiln log", "tagline": "Fires and forgets nothing", "primaryCategory": "other", "stage": "mvp",
			"vibeTools": []string{"cursor"},
			"logo":      "https://a.example/logo.png", "isPublic": false,
			"description": "It fires the kiln, wakes you when the cone falls, and needs\n" + awsKey + " for that.",
		})
		must.NoError(t, err)
		id := valueAt(t, ada.want(http.StatusCreated, "POST", "/api/projects", string(project)), "id")
		path := "/api/projects/" + id
		refused("REST", string(ada.want(http.StatusBadRequest, "PUT", path, `{"isPublic":true}`)))
		ada.want(http.StatusOK, "PUT", path, `{"isPublic":false,"tagline":"Fires and remembers it all"}`)

		protocols := new(http.Protocols)
		protocols.SetUnencryptedHTTP2(true)
		h2 := &http.Client{Transport: &http.Transport{Protocols: protocols, DialContext: (&net.Dialer{}).DialContext}}
		for door, client := range map[string]uvboardv1connect.ProjectServiceClient{
			"Connect": uvboardv1connect.NewProjectServiceClient(http.DefaultClient, server.URL),
			"gRPC":    uvboardv1connect.NewProjectServiceClient(h2, server.URL, connect.WithGRPC()),
			"gRPCWeb": uvboardv1connect.NewProjectServiceClient(http.DefaultClient, server.URL, connect.WithGRPCWeb()),
		} {
			_, err := client.UpdateProject(ada.inContext(t.Context()),
				&pb.UpdateProjectRequest{Id: id, Project: &pb.ProjectInput{IsPublic: new(true)}})
			failed, ok := err.(*connect.Error)
			if !ok || failed.Code() != connect.CodeInvalidArgument || len(failed.Details()) != 1 {
				t.Errorf("%s: %v", door, err)
				continue
			}
			detail, err := failed.Details()[0].Value()
			must.NoError(t, err)
			refused(door, detail.(*pb.ErrorDetail).Code+" "+failed.Message())
			if fields := detail.(*pb.ErrorDetail).Fields; fields["description"] != "This looks like a live key: AWS access token, line 2." {
				t.Errorf("%s: fields %v", door, slices.Collect(maps.Values(fields)))
			}
		}

		// An agent is told to remove the key, and cannot publish it on purpose.
		agent := agentOf(t, server.URL, token)
		text, failed := use(t, agent, "request_publish", object{"id": id})
		if refused("MCP", string(text)); !failed ||
			!strings.Contains(string(text),
				"remove it first. Don't publish it another way: only the user can decide that") {
			t.Errorf("MCP: %s", text)
		}
		bearer := []string{"Authorization", "Bearer " + token}
		script := ada.as("")
		refused("a token", string(script.want(http.StatusBadRequest, "PUT", path,
			`{"isPublic":true,"publishAnyway":true}`, bearer...)))
		channel := valueAt(t, ada.want(http.StatusCreated, "POST", "/api/forum/channels", `{"name":"Kilns"}`), "id")
		thread := valueAt(t, ada.want(http.StatusCreated, "POST", "/api/forum/threads",
			`{"title":"How hot?","content":"In cones.","channelId":"`+channel+`"}`), "id")
		if text, failed := use(t, agent, "answer_feedback", object{"threadId": thread, "content": awsKey,
			"publishAnyway": true}); !failed || strings.Contains(string(text), `"id"`) {
			t.Errorf("MCP published a key: %s", text)
		}

		ada.want(http.StatusOK, "PUT", path, `{"isPublic":true,"publishAnyway":true}`)
		ada.want(http.StatusOK, "PUT", path, `{"tagline":"Fires and forgets nothing"}`) // the key was public before
		script.want(http.StatusOK, "PUT", path, `{"stage":"beta"}`, bearer...)
		admin, _ := ada.register("overseer")
		storetest.Exec(t, db, "UPDATE users SET role = 'admin' WHERE username_key = 'overseer'")
		page := string(admin.want(http.StatusOK, "GET", "/api/admin/audit-log", ""))
		if !strings.Contains(page, `"publish_anyway"`) ||
			!strings.Contains(page, "aws-access-token (description, line 2)") || strings.Contains(page, awsKey) {
			t.Errorf("audit log %s", page)
		}

		// What is hidden or belongs to a draft is looked at too, because others show it again.
		hidden := valueAt(t, ada.want(http.StatusCreated, "POST", "/api/projects",
			strings.Replace(strings.Replace(string(project), awsKey, "no key", 1), `"isPublic":false`,
				`"isPublic":true`, 1)), "id")
		update := valueAt(t, ada.want(http.StatusCreated, "POST", "/api/projects/"+hidden+"/updates",
			`{"title":"Version 2","content":"Hotter."}`), "id")
		report := valueAt(t, admin.want(http.StatusCreated, "POST", "/api/reports",
			`{"targetType":"project","targetId":"`+hidden+`","reason":"spam"}`), "id")
		admin.want(http.StatusOK, "PUT", "/api/admin/reports/"+report, `{"action":"hide","reason":"Spam"}`)
		ada.want(http.StatusBadRequest, "PUT", "/api/projects/"+hidden, `{"tagline":"Fires with `+awsKey+
			`","isPublic":true}`)
		ada.want(http.StatusBadRequest, "PATCH", "/api/projects/"+hidden+"/updates/"+update, `{"content":"`+awsKey+`"}`)
		list := valueAt(t, ada.want(http.StatusCreated, "POST", "/api/collections", `{"title":"Mine"}`), "id")
		ada.want(http.StatusOK, "PUT", "/api/collections/"+list+"/items/"+id, `{"note":"`+awsKey+`"}`)
		ada.want(http.StatusBadRequest, "PATCH", "/api/collections/"+list, `{"isPublic":true}`)
		story := valueAt(t, ada.want(http.StatusCreated, "POST", "/api/blog/posts", `{"title":"Kilns","content":"`+
			awsKey+`","isPublished":false}`), "id")
		ada.want(http.StatusBadRequest, "PATCH", "/api/blog/"+story, `{"isPublished":true}`)
	})
}

// The command tells what to remove, and where.
func TestPublishFolderWithAKey(t *testing.T) {
	t.Parallel()
	server := startServe(t, []string{"UVBOARD_DATA_DIR=" + t.TempDir()})
	ada, _ := (&client{t: t, base: server.base}).register("ada")
	token := valueAt(t, ada.want(http.StatusCreated, "POST", "/api/auth/tokens", `{"name":"terminal"}`), "token")
	folder := t.TempDir()
	for name, content := range map[string]string{
		"uvboard.yaml": projectFile + "isPublic: true\n", "logo.png": string(pngFile(t)),
		"README.md": "# Pixel Garden\n\nEvery commit plants a pixel, and the garden grows with your history.\n\nUse " +
			awsKey + " for it.\n",
	} {
		must.NoError(t, os.WriteFile(filepath.Join(folder, name), []byte(content), 0o644))
	}
	out := do(t, 1, []string{"UVBOARD_SERVER=" + server.base, "UVBOARD_TOKEN=" + token}, "publish", folder)
	if !strings.Contains(out, "AWS access token (description, line 3)") || strings.Contains(out, awsKey) {
		t.Error(out)
	}
}
