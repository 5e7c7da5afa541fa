package producttest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"log/slog"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/altcha-org/altcha-lib-go"
	"google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/protobuf/proto"

	"uvboard/backend/donation/stripemock"
	"uvboard/backend/media"
	"uvboard/backend/news"
	"uvboard/backend/ops/doctor"
	"uvboard/backend/platform/address"
	"uvboard/backend/platform/apitest"
	"uvboard/backend/platform/config"
	"uvboard/backend/platform/golden"
	"uvboard/backend/platform/idempotency"
	"uvboard/backend/platform/jobs"
	"uvboard/backend/platform/mail"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/search"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/pgtest"
	"uvboard/backend/platform/store/storetest"
	"uvboard/backend/product"
	"uvboard/backend/signin/passkeytest"
	"uvboard/backend/signin/signintest"
	"uvboard/backend/vibekit/vibekittest"
	"uvboard/ent"
	"uvboard/ent/user"
)

// step is one call of the story below. A name in braces is replaced by a value of an earlier response.
type step struct {
	name, as     string // as: whose cookies are sent and kept; "" for a visitor
	method, path string
	body         string
	token        string // an access token to send
	file         string // the form field of an image to send instead of a body
	optional     bool   // mails the newest user an optional mail
	tasks        bool   // does the waiting tasks first
	words        bool   // counts the words of search first
	links        bool   // stores a login of the newest user at another service
	app          bool   // the response has the code of an app, which then uses it; and the proofs of its user end
	held         bool   // holds the votes of the newest user
	aged         bool   // makes the caller's account old enough that its votes are eligible
	stale        bool   // makes the proof of the newest user's sessions too old
	mailed       string // keeps the token of the newest mail under this name
	mail         string // sets the state of the newest mail
	keep, from   string // keeps the value at the JSON name `from` of the answer under the name `keep`
	short        string // keeps the short form of an id, from the end of the address of the answer, under this name
	passkey      bool   // keeps the answer of a passkey to the response under the name credential
	solve        bool   // keeps the proof of work for the challenge in the response under the name proof
	begins       bool   // the first step of a chapter: the golden files number ids anew
}

const draft = `"primaryCategory":"ai_agents","stage":"mvp","vibeTools":["cursor","claude"],"logo":"{logo}"`

// story calls every documented path. A chapter may use what earlier ones kept, and is in a file api_<domain>_test.go.
var story = slices.Concat(
	boardStory,
	analyticsStory,
	adminStory,
	vibekitStory,
	donationStory,
	admintoolsStory,
	notificationStory,
	settingsStory,
	savedStory,
	webhookStory,
	agentStory,
	savedProjectStory,
	followStory,
	updateStory,
	newcomersStory,
	approvalStory,
	leaderboardStory,
	collectionStory,
	secretsStory,
	signinStory,
	factorStory,
	feedbackStory,
	appealStory,
	ringStory,
	weeklyStory,
)

// boardStory calls the paths of accounts, projects, stories, the forum, moderation, contact and news as an owner and a
// reader.
var boardStory = []step{
	// spec: entity.session.guest
	// spec: call.data.guest
	{name: "session_of_a_visitor", method: "GET", path: "/api/auth/me"},
	// spec: call2.register
	{name: "register", as: "maker", method: "POST", path: "/api/auth/register",
		body: `{"username":"Kilnfire","email":"maker@mail.example","password":"vibecoding"}`, keep: "maker",
		from: "user.id"},
	{name: "register_again", method: "POST", path: "/api/auth/register",
		body: `{"username":"kilnFIRE","email":"other@mail.example","password":"vibecoding"}`},
	// spec: register.username.form, call.error
	{name: "register_wrong", method: "POST", path: "/api/auth/register",
		body: `{"username":"a b","email":"nobody","password":"123"}`},
	{name: "setup_unknown", method: "POST", path: "/api/setup",
		body: `{"token":"garbage","username":"ada","email":"ada@mail.example","password":"vibecoding"}`},
	{name: "setup_wrong", method: "POST", path: "/api/setup",
		body: `{"token":"garbage","username":"a b","email":"nobody","password":"123"}`},
	{name: "register_reader", as: "reader", method: "POST", path: "/api/auth/register",
		body: `{"username":"reader","email":"reader@mail.example","password":"vibecoding"}`, keep: "reader",
		from: "user.id", mailed: "verification"},
	{name: "verify_email", method: "POST", path: "/api/auth/verify-email", body: `{"token":"{verification}"}`},
	{name: "verify_email_wrong", method: "POST", path: "/api/auth/verify-email", body: `{"token":"garbage"}`},
	{name: "send_verification", as: "maker", method: "POST", path: "/api/auth/verify-email/send"},
	{name: "send_verification_as_a_visitor", method: "POST", path: "/api/auth/verify-email/send"},
	{name: "change_email", as: "maker", method: "POST", path: "/api/auth/email",
		body: `{"newEmail":"maker2@mail.example","password":"vibecoding"}`, mailed: "change"},
	{name: "change_email_wrong", as: "maker", method: "POST", path: "/api/auth/email",
		body: `{"newEmail":"nobody","password":""}`},
	{name: "change_email_wrong_password", as: "maker", method: "POST", path: "/api/auth/email",
		body: `{"newEmail":"thief@mail.example","password":"vibecodinG"}`},
	{name: "change_email_as_a_visitor", method: "POST", path: "/api/auth/email",
		body: `{"newEmail":"thief@mail.example","password":"vibecoding"}`},
	{name: "session_of_a_changing_email", as: "maker", method: "GET", path: "/api/auth/me"},
	{name: "cancel_email_change", as: "maker", method: "DELETE", path: "/api/auth/email"},
	{name: "verify_cancelled_email", method: "POST", path: "/api/auth/verify-email", body: `{"token":"{change}"}`},
	{name: "change_email_to_a_taken_one", as: "maker", method: "POST", path: "/api/auth/email",
		body: `{"newEmail":"READER@mail.example","password":"vibecoding"}`},
	{name: "change_email_again", as: "maker", method: "POST", path: "/api/auth/email",
		body: `{"newEmail":"maker3@mail.example","password":"vibecoding"}`, mailed: "changed"},
	{name: "verify_changed_email", method: "POST", path: "/api/auth/verify-email", body: `{"token":"{changed}"}`},
	{name: "session_of_a_changed_email", as: "maker", method: "GET", path: "/api/auth/me"},
	{name: "session_of_the_verified", as: "reader", method: "GET", path: "/api/auth/me"},
	{name: "message_to_a_member", as: "reader", method: "POST", path: "/api/users/{maker}/messages",
		body: `{"subject":"Your kiln","message":"May I try your kiln?"}`},
	{name: "message_to_a_member_wrong", as: "reader", method: "POST", path: "/api/users/{maker}/messages",
		body: `{"subject":" ","message":" "}`},
	{name: "message_to_a_member_as_a_guest", method: "POST", path: "/api/users/{maker}/messages",
		body: `{"subject":"Hi","message":"Hi"}`},
	{name: "password_reset", method: "POST", path: "/api/auth/password-reset", body: `{"email":"READER@mail.example"}`,
		mailed: "reset"},
	{name: "password_reset_of_nobody", method: "POST", path: "/api/auth/password-reset",
		body: `{"email":"nobody@mail.example"}`},
	{name: "password_reset_wrong", method: "POST", path: "/api/auth/password-reset", body: `{"email":"nobody"}`},
	{name: "password_reset_confirm_too_short", method: "POST", path: "/api/auth/password-reset/confirm",
		body: `{"token":"{reset}","password":"short"}`},
	{name: "password_reset_confirm", method: "POST", path: "/api/auth/password-reset/confirm",
		body: `{"token":"{reset}","password":"vibecoding3"}`},
	{name: "password_reset_confirm_again", method: "POST", path: "/api/auth/password-reset/confirm",
		body: `{"token":"{reset}","password":"vibecoding4"}`},
	{name: "session_ended_by_a_password_reset", as: "reader", method: "GET", path: "/api/auth/me"},
	{name: "login_after_a_password_reset", as: "reader", method: "POST", path: "/api/auth/login",
		body: `{"username":"reader","password":"vibecoding3"}`},
	// spec: call2.login
	{name: "login", as: "maker", method: "POST", path: "/api/auth/login",
		body: `{"username":"kilnfire","password":"vibecoding"}`},
	{name: "login_wrong", as: "maker", method: "POST", path: "/api/auth/login",
		body: `{"username":"kilnfire","password":"vibecodinG"}`},
	// spec: call.me, call2.me, entity.session, entity2.session, call.credentials
	{name: "session_of_a_member", as: "maker", method: "GET", path: "/api/auth/me"},
	// spec: call2.upload
	{name: "upload", as: "maker", method: "POST", path: "/api/upload", file: "file", keep: "logo", from: "url"},
	// spec: call.error
	{name: "upload_as_a_visitor", method: "POST", path: "/api/upload", file: "file"},
	// spec: call2.user.picture
	{name: "profile_pic", as: "maker", method: "POST", path: "/api/users/{maker}/profile-pic", file: "profilePic"},
	// spec: call2.user.update
	{name: "update_user", as: "maker", method: "PUT", path: "/api/users/{maker}",
		body: `{"displayName":"Kiln","bio":"Fires clay","socialLinks":{"github":"kiln","website":"https://kiln.example"},"skills":["go","clay"],"location":"Kyoto"}`},
	// spec: role.owner
	{name: "update_user_of_another", as: "reader", method: "PUT", path: "/api/users/{maker}",
		body: `{"bio":"Defaced"}`},
	// spec: call2.project.create, entity2.project, entity2.project.featured, entity2.project.user
	// spec: product.project.parts, call.json, submit.create
	{name: "create_project", as: "maker", method: "POST", path: "/api/projects", keep: "project", from: "id",
		short: "projectShort",
		body: `{"title":"Kiln log","tagline":"Keeps the firing curve of a kiln",` + draft +
			`,"secondaryCategories":["education"],"tags":["clay","fire"],"customTools":["Thermocouple"],"lookingFor":["feedback"],"monetization":"freemium","launchDate":"2026-01-31",` +
			`"links":{"demo":"https://kiln.example/demo","repo":"https://code.example/kiln"},"impact":{"problem":"Firings fail","metrics":{"users":120,"custom":{"firings":34,"best glaze":"celadon"}}},` +
			`"media":{"screenshots":["{logo}"],"videos":["https://video.example/v"]},"isFeatured":true,"userId":"{reader}"}`},
	{name: "create_project_wrong", as: "maker", method: "POST", path: "/api/projects",
		body: `{"title":"K","tagline":"short"}`},
	{name: "create_project_unsafe_pictures", as: "maker", method: "POST", path: "/api/projects",
		body: `{"title":"Kiln log","tagline":"Keeps the firing curve of a kiln",` +
			strings.ReplaceAll(draft, "{logo}", "http://art.example/logo.png") +
			`,"coverImage":"http://art.example/cover.png","media":{"screenshots":["http://art.example/1.png"],"videos":["http://art.example/film"]}}`},
	{name: "create_draft", as: "maker", method: "POST", path: "/api/projects", keep: "draft", from: "id",
		body: `{"title":"Secret glaze","tagline":"Not to be seen by anybody yet",` + draft + `,"isPublic":false}`},
	{name: "project_by_its_short_form", method: "GET", path: "/api/projects/{projectShort}"},
	{name: "votes_by_a_short_form", method: "GET", path: "/api/votes/{projectShort}/project"},
	{name: "create_related", as: "reader", method: "POST", path: "/api/projects", keep: "related", from: "id",
		body: `{"title":"Wheel bot","tagline":"Throws a pot for every commit",` + strings.ReplaceAll(draft, "{logo}",
			"https://wheel.example/logo.png") + `}`},
	// spec: call.votes.post, entity.vote
	{name: "vote", as: "reader", method: "POST", path: "/api/votes",
		body: `{"targetId":"{project}","targetType":"project","voteType":"upvote"}`},
	// spec: reputation.own
	{name: "vote_on_own", as: "maker", method: "POST", path: "/api/votes",
		body: `{"targetId":"{project}","targetType":"project","voteType":"upvote"}`},
	// spec: product.login.vote
	{name: "vote_as_a_visitor", method: "POST", path: "/api/votes",
		body: `{"targetId":"{project}","targetType":"project","voteType":"upvote"}`},
	// spec: call.votes.get, entity.vote.summary
	{name: "vote_summary", as: "reader", method: "GET", path: "/api/votes/{project}/project"},
	// spec: entity.vote.absent, guest.votes.seen
	{name: "vote_summary_of_a_visitor", method: "GET", path: "/api/votes/{project}/project"},
	{name: "vote_summaries", as: "reader", method: "GET",
		path: "/api/votes?targetType=project&targetIds={project},{related},{draft}"},
	// spec: call.projects.trending, call.projects.limit
	{name: "projects", method: "GET", path: "/api/projects?type=trending&limit=1"},
	// spec: call.projects.tool
	{name: "projects_tool", method: "GET", path: "/api/projects?tool=claude&limit=1"},
	{name: "projects_other_tool", method: "GET", path: "/api/projects?tool=vue"},
	// spec: call.projects.search, call.projects.stage, call.projects.category, call.projects.tool, call.projects.sort
	{name: "projects_search", method: "GET",
		path: "/api/projects?search=firi&stage=mvp&category=education&vibeTools=claude&sort=alphabetical"},
	// spec: call.projects.search
	{name: "projects_none", method: "GET", path: "/api/projects?q=nothing"},
	{name: "projects_nearest_words", method: "GET", path: "/api/projects?search=kiln+firnig&limit=1", words: true},
	{name: "projects_exact", method: "GET", path: "/api/projects?search=kiln+firnig&exact=true"},
	{name: "projects_operators", method: "GET",
		path: "/api/projects?search=tool:claude+stage:mvp+stage:beta&sort=oldest&limit=1"},
	{name: "projects_unknown_tag", method: "GET", path: "/api/projects?search=tag:nowhere"},
	{name: "search_suggestions", method: "GET", path: "/api/search/suggestions?q=clay+t"},
	{name: "search_suggestions_of_a_stage", method: "GET", path: "/api/search/suggestions?q=stage:m"},
	// spec: call.project, entity.project, entity.project.links, entity.project.media, entity.project.impact
	// spec: product.browse.guest
	{name: "project", method: "GET", path: "/api/projects/{project}"},
	{name: "project_draft_of_another", as: "reader", method: "GET", path: "/api/projects/{draft}"},
	{name: "project_unknown", method: "GET", path: "/api/projects/garbage"},
	{name: "project_related", method: "GET", path: "/api/projects/{project}/related"},
	{name: "project_rank", method: "GET", path: "/api/projects/{project}/rank"},
	{name: "project_built", as: "maker", method: "PUT", path: "/api/projects/{project}",
		body: `{"build":{"code":"mostly_ai","hours":12,"cost":40,"lesson":"The glaze table was guessed."}}`},
	{name: "project_built_wrong", as: "maker", method: "PUT", path: "/api/projects/{project}",
		body: `{"build":{"code":"robots","hours":-1,"cost":10000001}}`},
	{name: "projects_code", method: "GET", path: "/api/projects?code=mostly_ai&maxHours=12&limit=2"},
	{name: "projects_code_none", method: "GET", path: "/api/projects?code=mostly_ai&maxHours=11"},
	{name: "projects_gone_too", method: "GET", path: "/api/projects?search=firi&gone=true"},
	{name: "project_checks", method: "GET", path: "/api/projects/{project}/checks"},
	{name: "project_checks_off", as: "maker", method: "PUT", path: "/api/projects/{project}/checks",
		body: `{"isEnabled":false}`},
	{name: "project_checks_of_another", as: "reader", method: "PUT", path: "/api/projects/{project}/checks",
		body: `{"isEnabled":false}`},
	{name: "project_checks_on", as: "maker", method: "PUT", path: "/api/projects/{project}/checks",
		body: `{"isEnabled":true}`},
	{name: "project_checks_now", as: "maker", method: "POST", path: "/api/projects/{project}/checks"},
	// spec: call.user, call2.user.id, entity2.user, entity.user, product.browse.guest
	{name: "user", method: "GET", path: "/api/users/{maker}"},
	{name: "user_unknown", method: "GET", path: "/api/users/garbage"},
	// spec: call2.user.username
	{name: "user_by_username", method: "GET", path: "/api/users/username/KILNFIRE"},
	{name: "users_found", as: "maker", method: "GET", path: "/api/users?prefix=K"},
	{name: "users_found_wrong", as: "maker", method: "GET", path: "/api/users?prefix=%25"},
	{name: "users_found_as_a_visitor", method: "GET", path: "/api/users?prefix=k"},
	// spec: call2.user.stats, entity2.user.stats
	{name: "user_stats", method: "GET", path: "/api/users/{maker}/stats"},
	// spec: call2.user.activity, entity2.activity
	{name: "user_activity", method: "GET", path: "/api/users/{maker}/activity"},
	{name: "user_projects_of_oneself", as: "maker", method: "GET", path: "/api/users/{maker}/projects"},
	// spec: call2.user.projects
	{name: "user_projects", method: "GET", path: "/api/users/{maker}/projects"},
	// spec: call.users.top, entity.user, entity2.author
	{name: "users_top", method: "GET", path: "/api/users/top?limit=5"},
	{name: "users_active", method: "GET", path: "/api/users/active?limit=5"},
	// spec: call.stats, entity.stats
	{name: "stats", method: "GET", path: "/api/stats/community"},
	// spec: call2.blog.upload_cover
	{name: "upload_cover", as: "maker", method: "POST", path: "/api/blog/upload-cover", file: "coverImage",
		keep: "cover", from: "url"},
	{name: "upload_cover_as_a_visitor", method: "POST", path: "/api/blog/upload-cover", file: "coverImage"},
	{name: "upload_cover_in_another_field", as: "maker", method: "POST", path: "/api/blog/upload-cover", file: "file"},
	// spec: call2.blog.create, entity2.post
	{name: "create_story", as: "maker", method: "POST", path: "/api/blog/posts", keep: "story", from: "id",
		short: "storyShort",
		body: `{"title":"How the kiln log came to be","excerpt":"A winter of failed firings",` +
			`"content":"# The idea\n\nFirings *failed*, so I built [Kiln log](http://localhost:8080/projects/{project}).\n\nTwo lines\nof text.","coverImage":"{cover}","tags":["Clay","clay","Fire"]}`},
	{name: "create_story_wrong", as: "maker", method: "POST", path: "/api/blog/posts",
		body: `{"title":" ","tags":["1","2","3","4","5","6","7","8","9","10","11"],"coverImage":"http://art.example/1.png"}`},
	// spec: product.login.blog
	{name: "create_story_as_a_visitor", method: "POST", path: "/api/blog/posts",
		body: `{"title":"Spam","content":"Spam"}`},
	{name: "create_story_draft", as: "maker", method: "POST", path: "/api/blog/posts", keep: "storyDraft", from: "id",
		body: `{"title":"Secret glazes","content":"Not yet.","tags":["clay"],"isPublished":false}`},
	{name: "create_story_of_another", as: "reader", method: "POST", path: "/api/blog/posts", keep: "otherStory",
		from: "id", body: `{"title":"A wheel that throws pots","content":"It listens to commits.","tags":["clay"]}`},
	// spec: call2.blog.list, entity.post, call.posts
	{name: "stories", method: "GET", path: "/api/blog/posts?limit=1"},
	{name: "stories_search", method: "GET", path: "/api/blog/posts?search=firing&tag=clay&sort=oldest&limit=20"},
	{name: "stories_popular", method: "GET", path: "/api/blog/posts?sort=popular"},
	{name: "stories_none", method: "GET", path: "/api/blog/posts?tag=glass"},
	{name: "stories_wrong_sort", method: "GET", path: "/api/blog/posts?sort=random"},
	{name: "stories_of_oneself", as: "maker", method: "GET", path: "/api/blog/posts?userId={maker}"},
	// spec: call2.blog.get, product.browse.guest
	{name: "story", method: "GET", path: "/api/blog/posts/{story}"},
	{name: "story_draft", as: "maker", method: "GET", path: "/api/blog/posts/{storyDraft}"},
	{name: "story_draft_of_another", as: "reader", method: "GET", path: "/api/blog/posts/{storyDraft}"},
	{name: "story_unknown", method: "GET", path: "/api/blog/posts/garbage"},
	{name: "story_related", method: "GET", path: "/api/blog/posts/{story}/related"},
	// spec: call2.blog.like
	{name: "like_story", as: "reader", method: "POST", path: "/api/blog/posts/{story}/like"},
	{name: "like_own_story", as: "maker", method: "POST", path: "/api/blog/posts/{story}/like"},
	{name: "like_story_as_a_visitor", method: "POST", path: "/api/blog/posts/{story}/like"},
	{name: "vote_down_a_story", as: "reader", method: "POST", path: "/api/votes",
		body: `{"targetId":"{story}","targetType":"blog_post","voteType":"downvote"}`},
	// spec: call2.blog.comment
	{name: "story_by_its_short_form", method: "GET", path: "/api/blog/posts/{storyShort}"},
	{name: "create_comment", as: "reader", method: "POST", path: "/api/blog/posts/{story}/comments", keep: "comment",
		from: "id", body: `{"content":"Which cone?\nMine cracks at 6."}`},
	{name: "create_comment_answer", as: "maker", method: "POST", path: "/api/blog/posts/{story}/comments",
		keep: "commentAnswer", from: "id", body: `{"content":"Cone **6**, slowly.","parentId":"{comment}"}`},
	{name: "create_comment_answer_to_nobody", as: "maker", method: "POST", path: "/api/blog/posts/{story}/comments",
		body: `{"content":"Hello?","parentId":"{story}"}`},
	{name: "like_comment", as: "reader", method: "POST", path: "/api/votes",
		body: `{"targetId":"{commentAnswer}","targetType":"blog_comment","voteType":"upvote"}`},
	{name: "downvote_comment", as: "reader", method: "POST", path: "/api/votes",
		body: `{"targetId":"{commentAnswer}","targetType":"blog_comment","voteType":"downvote"}`},
	{name: "create_comment_wrong", as: "reader", method: "POST", path: "/api/blog/posts/{story}/comments",
		body: `{"content":" "}`},
	// spec: product.login.comment
	{name: "create_comment_as_a_visitor", method: "POST", path: "/api/blog/posts/{story}/comments",
		body: `{"content":"Spam"}`},
	// spec: call2.blog.comments, entity2.comment
	{name: "comments", method: "GET", path: "/api/blog/posts/{story}/comments"},
	// spec: call2.blog.engagement, entity2.engagement
	{name: "story_engagement", as: "reader", method: "GET", path: "/api/blog/posts/{story}/engagement"},
	{name: "story_engagement_of_a_visitor", method: "GET", path: "/api/blog/posts/{story}/engagement"},
	{name: "update_comment", as: "reader", method: "PATCH", path: "/api/blog/posts/{story}/comments/{comment}",
		body: `{"content":"Which cone?"}`},
	{name: "update_comment_of_another", as: "maker", method: "PATCH",
		path: "/api/blog/posts/{story}/comments/{comment}", body: `{"content":"Defaced"}`},
	// spec: entity2.activity.types
	{name: "user_activity_of_a_commenter", method: "GET", path: "/api/users/{reader}/activity?types=blog_comment"},
	{name: "user_stats_of_a_commenter", method: "GET", path: "/api/users/{reader}/stats"},
	{name: "delete_comment", as: "maker", method: "DELETE", path: "/api/blog/posts/{story}/comments/{comment}"},
	{name: "delete_comment_again", as: "reader", method: "DELETE", path: "/api/blog/posts/{story}/comments/{comment}"},
	// spec: call2.blog.like
	{name: "unlike_story", as: "reader", method: "POST", path: "/api/blog/posts/{story}/like"},
	// spec: call2.blog.tags, entity2.tag
	{name: "popular_tags", method: "GET", path: "/api/blog/tags/popular?limit=10"},
	{name: "popular_tools", method: "GET", path: "/api/projects/tools/popular?limit=2"},
	// spec: call2.blog.stats, entity2.blog_stats
	{name: "blog_stats", method: "GET", path: "/api/blog/stats"},
	// spec: call2.blog.update
	{name: "update_story", as: "maker", method: "PATCH", path: "/api/blog/{storyDraft}",
		body: `{"title":"Public glazes","isPublished":true}`},
	// spec: role.author
	{name: "update_story_of_another", as: "reader", method: "PATCH", path: "/api/blog/{story}",
		body: `{"title":"Stolen"}`},
	// spec: role.author
	{name: "delete_story_of_another", as: "reader", method: "DELETE", path: "/api/blog/{story}"},
	// spec: call2.blog.delete
	{name: "delete_story", as: "maker", method: "DELETE", path: "/api/blog/{story}"},
	{name: "setup", as: "admin", keep: "admin", from: "user.id", method: "POST", path: "/api/setup",
		body: `{"token":"{setup}","username":"overseer","email":"overseer@mail.example","password":"vibecoding"}`},
	{name: "setup_again", method: "POST", path: "/api/setup",
		body: `{"token":"{setup}","username":"thief","email":"thief@mail.example","password":"vibecoding"}`},
	// spec: call2.channel.create, entity2.channel, forum.channel.description
	{name: "create_channel", as: "maker", method: "POST", path: "/api/forum/channels", keep: "channel", from: "id",
		body: `{"name":"Kiln talk","description":" All about firing ","projectId":"{project}"}`},
	{name: "create_channel_taken", as: "reader", method: "POST", path: "/api/forum/channels",
		body: `{"name":"KILN TALK"}`},
	{name: "create_channel_of_the_same_project", as: "maker", method: "POST", path: "/api/forum/channels",
		body: `{"name":"More kiln talk","projectId":"{project}"}`},
	{name: "create_channel_of_the_project_of_another", as: "reader", method: "POST", path: "/api/forum/channels",
		body: `{"name":"More kiln talk","projectId":"{project}"}`},
	{name: "update_channel", as: "maker", method: "PATCH", path: "/api/forum/channels/{channel}",
		body: `{"description":"All about firing kilns"}`},
	{name: "update_channel_of_another", as: "reader", method: "PATCH", path: "/api/forum/channels/{channel}",
		body: `{"name":"Mine"}`},
	{name: "update_channel_wrong", as: "maker", method: "PATCH", path: "/api/forum/channels/{channel}",
		body: `{"name":" "}`},
	{name: "create_channel_wrong", as: "maker", method: "POST", path: "/api/forum/channels", body: `{"name":" "}`},
	// spec: product.login.forum
	{name: "create_channel_as_a_visitor", method: "POST", path: "/api/forum/channels", body: `{"name":"Spam"}`},
	// spec: forum.channel.project
	{name: "create_other_channel", as: "reader", method: "POST", path: "/api/forum/channels", keep: "otherChannel",
		from: "id", body: `{"name":"Wheels"}`},
	// spec: call2.channels
	{name: "channels", method: "GET", path: "/api/forum/channels?limit=1"},
	{name: "channels_of_a_project", method: "GET", path: "/api/forum/channels?projectId={project}"},
	// spec: call2.thread.create, entity2.thread
	{name: "create_thread", as: "maker", method: "POST", path: "/api/forum/threads", keep: "thread", from: "id",
		short: "threadShort",
		body:  `{"title":"Which cone for celadon?","content":"Mine runs at **cone 10**.\n\n- slow\n- fast","channelId":"{channel}"}`},
	{name: "create_thread_wrong", as: "maker", method: "POST", path: "/api/forum/threads",
		body: `{"title":" ","content":"","channelId":"{channel}"}`},
	{name: "create_thread_in_an_unknown_channel", as: "maker", method: "POST", path: "/api/forum/threads",
		body: `{"title":"Lost","content":"Lost","channelId":"garbage"}`},
	{name: "create_thread_as_a_visitor", method: "POST", path: "/api/forum/threads",
		body: `{"title":"Spam","content":"Spam","channelId":"{channel}"}`},
	{name: "create_thread_of_another", as: "reader", method: "POST", path: "/api/forum/threads", keep: "otherThread",
		from: "id", body: `{"title":"My wheel wobbles","content":"Only when it is cold.","channelId":"{otherChannel}"}`},
	// spec: call2.threads, product.browse.guest
	{name: "threads", method: "GET", path: "/api/forum/threads?channelId={channel}"},
	// spec: call.threads.project, entity.thread
	{name: "threads_of_a_project", method: "GET", path: "/api/forum/threads?projectId={project}"},
	{name: "threads_of_all_channels", method: "GET", path: "/api/forum/threads?limit=1"},
	{name: "threads_top", method: "GET", path: "/api/forum/threads?sort=top&limit=1"},
	{name: "threads_unanswered", method: "GET", path: "/api/forum/threads?sort=unanswered&limit=1"},
	{name: "threads_unknown_sort", method: "GET", path: "/api/forum/threads?sort=loudest"},
	{name: "threads_of_an_unknown_channel", method: "GET", path: "/api/forum/threads?channelId=garbage"},
	{name: "threads_wrong_limit", method: "GET", path: "/api/forum/threads?limit=101"},
	{name: "threads_wrong_cursor", method: "GET", path: "/api/forum/threads?cursor=garbage"},
	{name: "update_thread", as: "maker", method: "PATCH", path: "/api/forum/threads/{thread}",
		body: `{"content":"Mine runs at **cone 9**."}`},
	{name: "update_thread_wrong", as: "maker", method: "PATCH", path: "/api/forum/threads/{thread}",
		body: `{"title":""}`},
	{name: "update_thread_of_another", as: "reader", method: "PATCH", path: "/api/forum/threads/{thread}",
		body: `{"title":"Stolen"}`},
	// spec: call2.post.create, entity2.forum_post
	{name: "thread_by_its_short_form", method: "GET", path: "/api/forum/threads/{threadShort}"},
	{name: "create_post", as: "reader", method: "POST", path: "/api/forum/posts", keep: "post", from: "id",
		body: `{"content":"Cone 8 is *enough* for celadon.","threadId":"{thread}","parentId":null}`},
	// spec: entity2.forum_post
	{name: "create_post_to_a_post", as: "maker", method: "POST", path: "/api/forum/posts", keep: "answer", from: "id",
		body: `{"content":"Thanks!","threadId":"{thread}","parentId":"{post}"}`},
	{name: "create_post_wrong", as: "reader", method: "POST", path: "/api/forum/posts",
		body: `{"content":" ","threadId":"{thread}"}`},
	{name: "create_post_to_an_unknown_post", as: "reader", method: "POST", path: "/api/forum/posts",
		body: `{"content":"Lost","threadId":"{thread}","parentId":"garbage"}`},
	{name: "create_post_in_an_unknown_thread", as: "reader", method: "POST", path: "/api/forum/posts",
		body: `{"content":"Lost","threadId":"garbage"}`},
	{name: "create_post_as_a_visitor", method: "POST", path: "/api/forum/posts",
		body: `{"content":"Spam","threadId":"{thread}"}`},
	// spec: call2.thread
	{name: "thread", method: "GET", path: "/api/forum/threads/{thread}"},
	{name: "thread_unknown", method: "GET", path: "/api/forum/threads/garbage"},
	// spec: call2.posts
	{name: "posts", method: "GET", path: "/api/forum/threads/{thread}/posts"},
	{name: "posts_from_a_position", method: "GET",
		path: "/api/forum/threads/{thread}/posts?fromPosition=2&before=1&limit=1"},
	{name: "posts_too_many_before", method: "GET", path: "/api/forum/threads/{thread}/posts?fromPosition=2&before=51"},
	{name: "posts_of_an_unknown_thread", method: "GET", path: "/api/forum/threads/garbage/posts"},
	{name: "update_post", as: "reader", method: "PATCH", path: "/api/forum/posts/{post}",
		body: `{"content":"Cone 8 is enough for *most* celadon."}`},
	{name: "update_post_of_another", as: "maker", method: "PATCH", path: "/api/forum/posts/{post}",
		body: `{"content":"Defaced"}`},
	// spec: forum.widget.vote
	{name: "vote_on_a_thread", as: "reader", method: "POST", path: "/api/votes",
		body: `{"targetId":"{thread}","targetType":"forum_thread","voteType":"upvote"}`},
	// spec: forum.widget.vote
	{name: "vote_on_a_post", as: "maker", method: "POST", path: "/api/votes",
		body: `{"targetId":"{post}","targetType":"forum_post","voteType":"downvote"}`},
	{name: "forum_search", method: "GET", path: "/api/forum/search?q=celado&channelId={channel}&limit=2"},
	{name: "forum_search_none", method: "GET", path: "/api/forum/search?q=celadon&channelId={otherChannel}"},
	// spec: call2.forum_stats, entity2.forum_stats
	{name: "forum_stats", method: "GET", path: "/api/stats/forum"},
	{name: "stats_with_channels", method: "GET", path: "/api/stats/community"},
	{name: "project_with_a_channel", method: "GET", path: "/api/projects/{project}"},
	{name: "user_stats_with_forum_posts", method: "GET", path: "/api/users/{maker}/stats"},
	// spec: entity2.activity.types
	{name: "user_activity_in_the_forum", method: "GET",
		path: "/api/users/{maker}/activity?types=forum_thread,forum_post"},
	// spec: call2.active, entity2.active_user
	{name: "users_active_in_the_forum", method: "GET", path: "/api/users/active?limit=5"},
	{name: "delete_post_of_another", as: "reader", method: "DELETE", path: "/api/forum/posts/{answer}"},
	{name: "delete_post_as_a_visitor", method: "DELETE", path: "/api/forum/posts/{answer}"},
	{name: "delete_post", as: "reader", method: "DELETE", path: "/api/forum/posts/{post}"},
	{name: "delete_post_again", as: "reader", method: "DELETE", path: "/api/forum/posts/{post}"},
	{name: "posts_with_a_placeholder", method: "GET", path: "/api/forum/threads/{thread}/posts"},
	{name: "pin_thread", as: "admin", method: "PUT", path: "/api/forum/threads/{thread}/pin",
		body: `{"isPinned":true}`},
	{name: "pin_thread_as_a_member", as: "maker", method: "PUT", path: "/api/forum/threads/{thread}/pin",
		body: `{"isPinned":true}`},
	{name: "lock_thread", as: "admin", method: "PUT", path: "/api/forum/threads/{thread}/lock",
		body: `{"isLocked":true}`},
	{name: "lock_thread_as_a_member", as: "maker", method: "PUT", path: "/api/forum/threads/{thread}/lock",
		body: `{"isLocked":false}`},
	{name: "create_post_in_a_locked_thread", as: "reader", method: "POST", path: "/api/forum/posts",
		body: `{"content":"Late","threadId":"{thread}"}`},
	{name: "delete_last_answer", as: "maker", method: "DELETE", path: "/api/forum/posts/{answer}"},
	{name: "posts_none", as: "reader", method: "GET", path: "/api/forum/threads/{thread}/posts"},
	{name: "delete_thread_of_another", as: "reader", method: "DELETE", path: "/api/forum/threads/{thread}"},
	{name: "delete_thread", as: "maker", method: "DELETE", path: "/api/forum/threads/{thread}"},
	{name: "thread_deleted", as: "maker", method: "GET", path: "/api/forum/threads/{thread}"},
	// spec: role.admin.only
	{name: "delete_channel_as_a_member", as: "maker", method: "DELETE", path: "/api/admin/forum/channels/{channel}"},
	// spec: call2.admin.channel_delete, role.admin.content
	{name: "delete_channel", as: "admin", method: "DELETE", path: "/api/admin/forum/channels/{channel}"},
	{name: "channels_after_a_deletion", method: "GET", path: "/api/forum/channels"},
	// spec: call2.project.update, call2.project.visibility, submit.create
	{name: "update_project", as: "maker", method: "PUT", path: "/api/projects/{draft}",
		body: `{"title":"Public glaze","isPublic":true,"tags":["glaze"]}`},
	// spec: role.owner.projects
	{name: "update_project_of_another", as: "reader", method: "PUT", path: "/api/projects/{project}",
		body: `{"title":"Stolen"}`},
	// spec: forum.widget.report
	{name: "report", as: "reader", method: "POST", path: "/api/reports", keep: "report", from: "id",
		body: `{"targetType":"project","targetId":"{project}","reason":"off_topic","details":"This is a kiln."}`},
	{name: "report_again", as: "reader", method: "POST", path: "/api/reports",
		body: `{"targetType":"project","targetId":"{project}","reason":"spam"}`},
	{name: "report_own_content", as: "maker", method: "POST", path: "/api/reports",
		body: `{"targetType":"project","targetId":"{project}","reason":"spam"}`},
	{name: "report_wrong", as: "reader", method: "POST", path: "/api/reports", body: `{"targetId":"{project}"}`},
	{name: "report_unknown_target", as: "reader", method: "POST", path: "/api/reports",
		body: `{"targetType":"user","targetId":"garbage","reason":"spam"}`},
	{name: "report_as_a_visitor", method: "POST", path: "/api/reports",
		body: `{"targetType":"project","targetId":"{project}","reason":"spam"}`},
	{name: "remove_vote", as: "reader", method: "DELETE", path: "/api/votes",
		body: `{"targetId":"{project}","targetType":"project"}`},
	// spec: call.votes.delete
	{name: "vote_summary_without_the_vote", as: "reader", method: "GET", path: "/api/votes/{project}/project"},
	// spec: role.owner.projects
	{name: "delete_project_of_another", as: "reader", method: "DELETE", path: "/api/projects/{project}"},
	// spec: call2.project.delete
	{name: "delete_project", as: "maker", method: "DELETE", path: "/api/projects/{project}"},
	{name: "create_token", as: "maker", method: "POST", path: "/api/auth/tokens",
		body: `{"name":"Kiln logger","expiresInDays":30}`, keep: "secret", from: "token"},
	{name: "create_token_wrong", as: "maker", method: "POST", path: "/api/auth/tokens",
		body: `{"name":" ","expiresInDays":366}`},
	{name: "create_token_as_a_visitor", method: "POST", path: "/api/auth/tokens", body: `{"name":"Kiln logger"}`},
	{name: "create_token_with_a_token", token: "secret", method: "POST", path: "/api/auth/tokens",
		body: `{"name":"Kiln logger"}`},
	{name: "session_of_a_token", token: "secret", method: "GET", path: "/api/auth/me"},
	{name: "tokens", as: "maker", method: "GET", path: "/api/auth/tokens", keep: "token", from: "0.id"},
	{name: "sessions", as: "maker", method: "GET", path: "/api/auth/sessions", keep: "session", from: "0.id"},
	{name: "export_with_a_token", token: "secret", method: "GET", path: "/api/users/{maker}/export"},
	{name: "sessions_of_a_token", token: "secret", method: "GET", path: "/api/auth/sessions"},
	{name: "revoke_session_of_another", as: "reader", method: "DELETE", path: "/api/auth/sessions/{session}"},
	{name: "login_elsewhere", as: "maker_elsewhere", method: "POST", path: "/api/auth/login",
		body: `{"username":"kilnfire","password":"vibecoding"}`},
	{name: "change_password", as: "maker", method: "POST", path: "/api/auth/password",
		body: `{"currentPassword":"vibecoding","newPassword":"vibecoding2","endTokens":false}`},
	{name: "change_password_wrong", as: "maker", method: "POST", path: "/api/auth/password",
		body: `{"currentPassword":"vibecoding","newPassword":"vibecoding3"}`},
	{name: "change_password_too_short", as: "maker", method: "POST", path: "/api/auth/password",
		body: `{"currentPassword":"","newPassword":"short"}`},
	{name: "change_password_with_a_token", token: "secret", method: "POST", path: "/api/auth/password",
		body: `{"currentPassword":"vibecoding2","newPassword":"vibecoding"}`},
	{name: "session_ended_by_a_change_of_password", as: "maker_elsewhere", method: "GET", path: "/api/auth/me"},
	{name: "delete_token_of_another", as: "reader", method: "DELETE", path: "/api/auth/tokens/{token}"},
	{name: "delete_token", as: "maker", method: "DELETE", path: "/api/auth/tokens/{token}"},
	{name: "session_of_a_deleted_token", token: "secret", method: "GET", path: "/api/auth/me"},
	{name: "sessions_after_a_change_of_password", as: "maker", method: "GET", path: "/api/auth/sessions"},
	{name: "login_again", as: "maker_elsewhere", method: "POST", path: "/api/auth/login",
		body: `{"username":"kilnfire","password":"vibecoding2"}`},
	{name: "revoke_session", as: "maker_elsewhere", method: "DELETE", path: "/api/auth/sessions/{session}"},
	{name: "session_after_its_revocation", as: "maker", method: "GET", path: "/api/auth/me"},
	{name: "security_events", as: "maker_elsewhere", method: "GET", path: "/api/auth/security-events?limit=5"},
	{name: "security_events_with_a_wrong_cursor", as: "maker_elsewhere", method: "GET",
		path: "/api/auth/security-events?cursor=x"},
	{name: "security_events_as_a_visitor", method: "GET", path: "/api/auth/security-events"},
	{name: "revoke_other_sessions", as: "maker_elsewhere", method: "DELETE", path: "/api/auth/sessions"},
	{name: "revoke_other_sessions_as_a_visitor", method: "DELETE", path: "/api/auth/sessions"},
	{name: "login_after_the_revocation", as: "maker", method: "POST", path: "/api/auth/login",
		body: `{"username":"kilnfire","password":"vibecoding2"}`},
	{name: "export_of_another", as: "maker", method: "GET", path: "/api/users/{reader}/export"},
	{name: "export_as_a_visitor", method: "GET", path: "/api/users/{maker}/export"},
	{name: "delete_account_of_another", as: "maker", method: "DELETE", path: "/api/users/{reader}",
		body: `{"password":"vibecoding2","content":"erase"}`},
	{name: "delete_account_wrong_password", as: "maker", method: "DELETE", path: "/api/users/{maker}",
		body: `{"password":"vibecoding","content":"erase"}`},
	{name: "delete_account_wrong", as: "maker", method: "DELETE", path: "/api/users/{maker}",
		body: `{"content":"bury"}`},
	{name: "delete_account_unsaid", as: "maker", method: "DELETE", path: "/api/users/{maker}", body: `{"password":""}`},
	{name: "delete_account_as_a_visitor", method: "DELETE", path: "/api/users/{maker}",
		body: `{"password":"vibecoding2","content":"erase"}`},
	{name: "delete_account", as: "reader", method: "DELETE", path: "/api/users/{reader}",
		body: `{"password":"vibecoding3","content":"anonymise"}`},
	{name: "session_of_a_deleted_account", as: "reader", method: "GET", path: "/api/auth/me"},
	{name: "user_deleted", method: "GET", path: "/api/users/{reader}"},
	{name: "project_of_a_deleted_account", method: "GET", path: "/api/projects/{related}"},
	{name: "story_of_a_deleted_account", method: "GET", path: "/api/blog/posts/{otherStory}"},
	{name: "thread_of_a_deleted_account", method: "GET", path: "/api/forum/threads/{otherThread}"},
	// spec: call.logout
	{name: "logout", as: "maker", method: "POST", path: "/api/auth/logout"},
	// spec: call.logout, logout.cleared
	{name: "session_after_logout", as: "maker", method: "GET", path: "/api/auth/me"},
	{name: "register_spammer", as: "spammer", method: "POST", path: "/api/auth/register", keep: "spammer",
		from: "user.id", body: `{"username":"spammer","email":"spammer@mail.example","password":"vibecoding"}`},
	{name: "report_user", as: "spammer", method: "POST", path: "/api/reports", keep: "userReport", from: "id",
		body: `{"targetType":"user","targetId":"{maker}","reason":"abuse"}`},
	{name: "reports", as: "admin", method: "GET", path: "/api/admin/reports?status=open&limit=1"},
	{name: "reports_as_a_member", as: "spammer", method: "GET", path: "/api/admin/reports"},
	{name: "resolve_report_wrong", as: "admin", method: "PUT", path: "/api/admin/reports/{userReport}",
		body: `{"action":"hide","reason":"Rude"}`},
	{name: "resolve_report", as: "admin", method: "PUT", path: "/api/admin/reports/{userReport}",
		body: `{"action":"dismiss","reason":"Not rude"}`},
	{name: "suspend", as: "admin", method: "PUT", path: "/api/admin/users/{spammer}/suspension",
		body: `{"until":"2199-01-01T00:00:00Z","reason":"False reports"}`},
	{name: "suspend_in_the_past", as: "admin", method: "PUT", path: "/api/admin/users/{spammer}/suspension",
		body: `{"until":"2001-01-01T00:00:00Z","reason":"False reports"}`},
	{name: "session_of_a_suspended_user", as: "spammer", method: "GET", path: "/api/auth/me"},
	{name: "suspended", as: "spammer", method: "POST", path: "/api/reports",
		body: `{"targetType":"user","targetId":"{maker}","reason":"abuse"}`},
	{name: "lift_suspension", as: "admin", method: "DELETE", path: "/api/admin/users/{spammer}/suspension"},
	{name: "audit_log", as: "admin", method: "GET", path: "/api/admin/audit-log?limit=2"},
	// spec: call.contact, entity.contact, guest.contact
	{name: "contact", method: "POST", path: "/api/contact", keep: "message", from: "id",
		body: `{"name":"Ada","email":"ada@mail.example","subject":"Kilns","message":"How hot?"}`},
	{name: "contact_as_a_member", as: "spammer", method: "POST", path: "/api/contact",
		body: `{"name":"Bob","email":"bob@mail.example","subject":"Glaze","message":"How thin?"}`},
	// spec: call.contact.failure
	{name: "contact_wrong", method: "POST", path: "/api/contact",
		body: `{"name":" ","email":"ada","subject":"","secondsTaken":1}`},
	{name: "update_contact_message", as: "admin", method: "PUT", path: "/api/admin/contact/{message}",
		body: `{"status":"done"}`},
	{name: "update_contact_message_wrong", as: "admin", method: "PUT", path: "/api/admin/contact/{message}",
		body: `{"status":"lost"}`},
	{name: "update_contact_message_missing", as: "admin", method: "PUT", path: "/api/admin/contact/garbage",
		body: `{"status":"done"}`},
	{name: "message_of_an_unconfirmed_member", as: "spammer", method: "POST", path: "/api/users/{maker}/messages",
		body: `{"subject":"Your kiln","message":"May I try your kiln?"}`},
	{name: "contact_messages", as: "admin", method: "GET", path: "/api/admin/contact?limit=1"},
	{name: "contact_messages_done", as: "admin", method: "GET", path: "/api/admin/contact?status=done"},
	{name: "contact_messages_as_a_member", as: "spammer", method: "GET", path: "/api/admin/contact"},
	// spec: call.news, call2.news, entity.news, entity2.article, product.browse.guest
	{name: "news", method: "GET", path: "/api/news?limit=2&sort=date"},
	// spec: call2.news.filters
	{name: "news_filtered", method: "GET", path: "/api/news?source=Kiln+weekly&tools=cursor,claude&q=kil"},
	{name: "news_none", method: "GET", path: "/api/news?tools=v0"},
	{name: "news_feeds_as_a_visitor", method: "GET", path: "/api/admin/news/feeds"},
	{name: "news_feeds_as_a_member", as: "maker_elsewhere", method: "GET", path: "/api/admin/news/feeds"},
	{name: "news_feeds", as: "admin", method: "GET", path: "/api/admin/news/feeds"},
}

var (
	uuids = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}`)
	// and ids of passkeys and of stripe-mock
	secrets = regexp.MustCompile(
		`\b[0-9a-f]{64}\b|expires=\d+|\bB[A-Za-z0-9_-]{86}\b|inv_[A-Za-z0-9_-]{16}|(?:uvb_|token=|api/uploads/tickets/|code=[A-Za-z0-9_-]{43})[A-Za-z0-9_-]{43}|whsec_[A-Za-z0-9+/=]+|\bpi_\w+|[A-Z2-7]{32}|\b[a-z2-7]{4}(?:-[a-z2-7]{4}){5}-[a-z2-7]{2}\b|[A-Za-z0-9_-]{200,}|"(?:[A-Za-z0-9_-]{43}|A[A-Za-z][A-Za-z0-9_-]{20})"`)
	sizes  = regexp.MustCompile(`"(databaseBytes|uploadBytes|bytes)": ?"?\d+"?`)
	shorts = regexp.MustCompile(`(/(?:projects|blog|forum/thread)/(?:[a-z0-9-]+-)?)[0-9a-hjkmnp-tv-z]{10}([?#/"\\])`)
	times  = regexp.MustCompile(`(\\?")\d{4}-\d\d-\d\dT[\d:.]+Z\\?"`)
	weeks  = regexp.MustCompile(`("week": "|The week of )(?:\d{4}-\d\d-\d\d|\d\d? [A-Z][a-z]+ \d{4})`)
)

// TestAPI compares each response with its golden file, which is the same for both databases.
func TestAPI(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		log, names, told := &procedures{seen: map[string]bool{}}, map[string]string{}, map[string]bool{}
		c := testConfig(t)
		c.StripeSecretKey, c.StripePublishableKey, c.StripeWebhookSecret = stripemock.SecretKey,
			stripemock.PublishableKey, stripemock.WebhookSecret
		c.StripeAPIBase = stripemock.URL(t)
		server := serveTest(t, c, withoutOwnership(t, db), log)
		storetest.Exec(t, db, "INSERT INTO jobs (id, next_run_at, held_until, ran_at, run_ms, failures, failure) VALUES ('recount votes', $1, $2, $2, 250, 2, 'no answer')",
			time.Now().UTC().Add(time.Hour), time.Now().UTC())
		tell(t, db, server, func(s step, response *http.Response, body []byte) {
			if s.begins {
				clear(names)
			}
			if told[s.name] {
				t.Errorf("two steps have the name %s, so that they share a golden file", s.name)
			}
			told[s.name] = true
			compare(t, s, response, body, names)
		})
		checkAllRoutes(t, log)
	})
}

// withoutOwnership opens a PostgreSQL database with a role that has the rights that docs/operating.md grants to a
// server.
func withoutOwnership(t *testing.T, db *store.DB) *store.DB {
	t.Helper()
	if db.IsSQLite() {
		return db
	}
	text, err := os.ReadFile("../../../docs/operating.md")
	must.NoError(t, err)
	_, rights, _ := strings.Cut(string(text), "CREATE ROLE uvboard_server LOGIN PASSWORD '…';\n")
	rights, _, found := strings.Cut(rights, "```")
	if !found {
		t.Fatal("docs/operating.md grants nothing to uvboard_server")
	}
	storetest.Exec(t, db, "DO $$ BEGIN CREATE ROLE uvboard_server LOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$;"+strings.ReplaceAll(rights, "FOR ROLE uvboard ", "FOR ROLE postgres "))
	var name string
	must.NoError(t, db.Reader().QueryRowContext(t.Context(), "SELECT current_database()").Scan(&name))
	address, err := pgtest.DatabaseURL(name)
	must.NoError(t, err)
	return storetest.Open(t, strings.Replace(address, "//postgres@", "//uvboard_server@", 1))
}

func testConfig(t *testing.T) *config.Config {
	t.Helper()
	return &config.Config{
		BaseURL: &url.URL{Scheme: "http", Host: "localhost:8080"}, DataDir: t.TempDir(), ProductName: "UV Board",
		// refused
		NewsFeeds: []config.Feed{{Name: "Kiln weekly", URL: "http://127.0.0.1:1/feed"},
			{Name: "Clay daily", URL: "http://127.0.0.1:1/daily"}},
		OpenAI: vibekittest.New(t).Settings(),
		// The story's webhook, where nothing answers.
		OutboundAllow: []string{"127.0.0.1:1"},
	}
}

func expectNoDrift(t *testing.T, db *store.DB) {
	t.Helper()
	c := testConfig(t)
	drifts, err := doctor.Examine(t.Context(), db, product.New(c, db, openUploads(t, c, db)).Domains)
	if err != nil || len(drifts) > 0 {
		t.Errorf("drift %v, error %v", drifts, err)
	}
}

// openUploads returns the uploads of the settings c.
func openUploads(t testing.TB, c *config.Config, db *store.DB) *media.Service {
	t.Helper()
	files, err := media.OpenBucket(t.Context(), c.UploadsURL.Reveal(), c.DataDir)
	must.NoError(t, err)
	return media.NewService(db, files, time.Now)
}

// addNews stores articles as if they had been fetched.
func addNews(t *testing.T, db *store.DB) {
	t.Helper()
	must.NoError(t, db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
		at := time.Now().UTC().Truncate(time.Millisecond).Add(-time.Hour)
		article := func(minute int, source, title string) *ent.NewsArticle {
			published := at.Add(time.Duration(minute) * time.Minute)
			id := store.NewID(published)
			return news.Demo(id, source, title, "What "+title+" means for kilns.", "https://kiln.example/"+id.String(),
				published)
		}
		return news.Add(ctx, tx, []*ent.NewsArticle{
			article(1, "Kiln weekly", "Claude Code fires a kiln"), article(2, "Clay daily", "Glazes of the week"),
			article(3, "Kiln weekly", "Replit raises a wheel"),
		})
	}))
}

// tell runs the story and calls hear for every response.
func tell(t *testing.T, db *store.DB, server *httptest.Server, hear func(s step, response *http.Response,
	body []byte)) {
	t.Helper()
	setup, err := product.NewAccounts(testConfig(t), db).SetupLink(t.Context())
	must.NoError(t, err)
	_, token, _ := strings.Cut(setup, "token=")
	var tasks []jobs.Job
	for _, d := range product.New(testConfig(t), db, openUploads(t, testConfig(t), db)).Domains {
		tasks = append(tasks, slices.DeleteFunc(slices.Clone(d.Jobs), func(j jobs.Job) bool { return j.Do == nil })...)
	}
	clients, kept, device := map[string]*client{}, map[string]string{"setup": token}, passkeytest.New()
	addNews(t, db)
	fill := func(text string) string {
		for name, value := range kept {
			text = strings.ReplaceAll(text, "{"+name+"}", value)
		}
		return text
	}
	for _, s := range story {
		if secret := kept["totpSecret"]; secret != "" { // a code works once, and the next one is accepted already
			kept["code"], kept["nextCode"] = totpCode(t, secret, 0), totpCode(t, secret, 30*time.Second)
		}
		if clients[s.as] == nil || s.as == "" {
			clients[s.as] = &client{t: t, base: server.URL}
		}
		body, headers := fill(s.body), []string(nil)
		if s.file != "" {
			form, contentType := imageForm(t, s.file)
			body, headers = string(form), []string{"Content-Type", contentType}
		}
		if s.token != "" {
			headers = append(headers, "Authorization", "Bearer "+kept[s.token])
		}
		if s.aged {
			storetest.Age(t, db, db.Client().User.Query().Where(user.UsernameKey(s.as)).OnlyIDX(t.Context()))
		}
		if s.words {
			must.NoError(t, search.CountWords(t.Context(), db))
		}
		if s.tasks {
			must.NoError(t, jobs.New(db, tasks, slog.New(slog.DiscardHandler), time.Now).Work(t.Context()))
		}
		if s.method == "POST" && s.file == "" && strings.HasPrefix(s.path, "/api/") {
			headers = append(headers, idempotency.Header, s.name)
		}
		response, content := clients[s.as].send(s.method, fill(s.path), body, headers...)
		if response.StatusCode == http.StatusCreated && slices.Contains(headers, idempotency.Header) {
			twin := clients[s.as]
			if s.as != "" && response.Header.Get("Set-Cookie") != "" {
				// it was a visitor, and is one again without the answer
				twin = &client{t: t, base: server.URL}
			}
			again, repeated := twin.send(s.method, fill(s.path), body, headers...)
			if again.StatusCode != http.StatusCreated || again.Header.Get(idempotency.ReplayedHeader) != "true" ||
				!bytes.Equal(content, repeated) {
				t.Errorf("%s again: %s %s, want %s", s.name, again.Status, repeated, content)
			}
		}
		if s.keep != "" {
			kept[s.keep] = valueAt(t, content, s.from)
		}
		if s.short != "" {
			kept[s.short] = address.Short(path.Base(valueAt(t, content, "url")))
		}
		if s.passkey {
			kept["credential"] = string(device.Respond(t, content))
		}
		if s.solve {
			var c altcha.Challenge
			must.NoError(t, json.Unmarshal(content, &c))
			kept["proof"] = signintest.SolveChallenge(t, c)
		}
		if s.app {
			to, err := url.Parse(valueAt(t, content, "redirectUrl"))
			must.NoError(t, err)
			form := url.Values{"grant_type": {"authorization_code"}, "client_id": {kept["app"]},
				"redirect_uri": {appCallback}, "code": {to.Query().Get("code")}, "code_verifier": {appVerifier}}
			clients[""].want(http.StatusOK, "POST", "/oauth/token", form.Encode(), "Content-Type",
				"application/x-www-form-urlencoded")
			storetest.Exec(t, db, "UPDATE sessions SET proved_at = NULL WHERE user_id = (SELECT user_id FROM connected_apps ORDER BY id DESC LIMIT 1)")
		}
		if s.mail != "" {
			storetest.Exec(t, db, "UPDATE mails SET state = '"+s.mail+
				"' WHERE id = (SELECT id FROM mails ORDER BY id DESC LIMIT 1)")
		}
		if s.links {
			storetest.Exec(t, db, "INSERT INTO identities (id, user_id, provider, subject, label, created_at) SELECT $1, id, 'kiln', '1', 'ada@kiln.example', $2 FROM users ORDER BY id DESC LIMIT 1",
				store.NewID(time.Now()), time.Now().UTC())
		}
		if s.held {
			at := time.Now().UTC()
			id := store.NewID(at)
			storetest.Exec(t, db, "INSERT INTO rings (id, kind, owner_id, state, findings, created_at, act_id) VALUES ($1, 'crowd', $1, 'held', '1 new account upvoted things of one member.', $2, $1)", id, at)
			storetest.Exec(t, db, "INSERT INTO ring_members (ring_id, user_id, created_at) SELECT $1, id, $2 FROM users ORDER BY id DESC LIMIT 1", id, at)
			storetest.Exec(t, db, "UPDATE users SET votes_held_at = $1 WHERE id = (SELECT id FROM users ORDER BY id DESC LIMIT 1)", at)
		}
		if s.stale {
			storetest.Exec(t, db, "UPDATE sessions SET proved_at = NULL WHERE user_id = (SELECT id FROM users ORDER BY id DESC LIMIT 1)")
		}
		if s.optional {
			ada := db.Client().User.Query().Order(ent.Desc("id")).FirstX(t.Context())
			must.NoError(t, db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
				_, err := product.Mailed(testConfig(t), db).Add(ctx, tx, ada, ada.Email, optionalMail(t, db),
					time.Now())
				return err
			}))
		}
		if s.mailed != "" {
			kept[s.mailed] = mailedToken(t, db)
		}
		hear(s, response, content)
	}
}

// mailedToken returns the token of the link in the newest mail.
func mailedToken(t *testing.T, db *store.DB) string {
	t.Helper()
	mails, err := mail.List(t.Context(), db, 1)
	if err != nil || len(mails) == 0 {
		t.Fatalf("mails %v, err %v", mails, err)
	}
	_, token, found := strings.Cut(mails[0].Text, "?token=")
	if !found {
		t.Fatalf("no token in %s", mails[0].Text)
	}
	return strings.Fields(token)[0]
}

// imageForm returns a multipart form with a small image in one field.
func imageForm(t *testing.T, field string) ([]byte, string) {
	t.Helper()
	img := image.NewRGBA(image.Rect(0, 0, 400, 300))
	for x := range 400 {
		for y := range 300 {
			img.Set(x, y, color.RGBA{uint8(x), uint8(y), 90, 255})
		}
	}
	var form bytes.Buffer
	w := multipart.NewWriter(&form)
	part, err := w.CreateFormFile(field, "picture.png")
	must.NoError(t, err)
	must.NoError(t, png.Encode(part, img))
	must.NoError(t, w.Close())
	return form.Bytes(), w.FormDataContentType()
}

func valueAt(t *testing.T, body []byte, path string) string {
	t.Helper()
	var value any
	if err := json.Unmarshal(body, &value); err != nil {
		t.Fatalf("%v in %s", err, body)
	}
	for name := range strings.SplitSeq(path, ".") {
		if list, ok := value.([]any); ok && name == "0" && len(list) > 0 {
			value = list[0]
			continue
		}
		object, _ := value.(map[string]any)
		value = object[name]
	}
	text, ok := value.(string)
	if !ok {
		t.Fatalf("no %s in %s", path, body)
	}
	return text
}

// compare replaces ids by the number of their first appearance and times by a constant, and compares with the golden
// file.
func compare(t *testing.T, s step, response *http.Response, body []byte, names map[string]string) {
	t.Helper()
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s\n%s\nContent-Type: %s\n", s.method, s.path, response.Status,
		response.Header.Get("Content-Type"))
	if response.Header.Get("X-Next-Cursor") != "" {
		b.WriteString("X-Next-Cursor: given\n")
	}
	for _, name := range []string{"X-Total-Count", "X-Searched-For", "X-Did-You-Mean"} {
		if value := response.Header.Get(name); value != "" {
			b.WriteString(name + ": " + value + "\n")
		}
	}
	var indented bytes.Buffer
	if err := json.Indent(&indented, body, "", "  "); err != nil {
		t.Fatalf("%s: %v in %s", s.name, err, body)
	}
	text := uuids.ReplaceAllStringFunc(indented.String(), func(id string) string {
		if names[id] == "" {
			names[id] = fmt.Sprintf("id-%d", len(names)+1)
		}
		return names[id]
	})
	text = shorts.ReplaceAllString(text, "${1}SHORT${2}")
	text = weeks.ReplaceAllString(text, "${1}WEEK")
	text = sizes.ReplaceAllString(secrets.ReplaceAllString(text, "SECRET"), `"$1": "SIZE"`)
	golden.Check(t, filepath.Join("api", s.name+".golden"), b.String()+"\n"+times.ReplaceAllString(text,
		"${1}TIME${1}")+"\n")
}

// procedures is a log that records which procedures succeeded.
type procedures struct {
	mu   sync.Mutex
	seen map[string]bool
}

func (p *procedures) Write(line []byte) (int, error) {
	var entry struct {
		Procedure string
		Status    int
	}
	if err := json.Unmarshal(line, &entry); err != nil {
		return 0, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if entry.Status < http.StatusBadRequest {
		p.seen[entry.Procedure] = true
	}
	return len(line), nil
}

// checkAllRoutes expects a successful call of every documented path.
func checkAllRoutes(t *testing.T, log *procedures) {
	t.Helper()
	log.mu.Lock()
	defer log.mu.Unlock()
	for method := range apitest.Methods() {
		procedure := "/" + string(method.Parent().FullName()) + "/" + string(method.Name())
		if proto.HasExtension(method.Options(), annotations.E_Http) && !log.seen[procedure] {
			t.Errorf("no golden of a success of %s", procedure)
		}
	}
}
