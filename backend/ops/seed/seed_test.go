package seed

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/png"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"buf.build/go/protovalidate"
	"github.com/google/uuid"

	"uvboard/backend/account"
	"uvboard/backend/blog"
	"uvboard/backend/feedback"
	"uvboard/backend/forum"
	"uvboard/backend/media"
	"uvboard/backend/news"
	"uvboard/backend/ops/doctor"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/bulk"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/mail"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/search"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/backend/project"
	"uvboard/backend/vote"
	"uvboard/ent"
	"uvboard/ent/blogcomment"
	"uvboard/ent/blogpost"
	"uvboard/ent/changelogentry"
	"uvboard/ent/featureact"
	"uvboard/ent/follow"
	"uvboard/ent/forumpost"
	"uvboard/ent/forumthread"
	"uvboard/ent/newsarticle"
	entproject "uvboard/ent/project"
	"uvboard/ent/projectcheck"
	enttag "uvboard/ent/tag"
	"uvboard/ent/tagged"
	"uvboard/ent/upload"
	"uvboard/ent/uploaduse"
	"uvboard/ent/user"
	entvote "uvboard/ent/vote"
	pb "uvboard/gen/uvboard/v1"
)

var clock = time.Date(2026, 5, 6, 7, 8, 9, 0, time.UTC)

// Runs of tests store a small picture in place of those that TestPictures stores, since rendering takes most of a run.
func init() {
	var small bytes.Buffer
	if err := png.Encode(&small, image.NewGray(image.Rect(0, 0, 120, 80))); err != nil {
		panic(err)
	}
	picture = func(string) ([]byte, error) { return small.Bytes(), nil }
}

// Every picture that a run may name is an image.
func TestPictures(t *testing.T) {
	stored := map[string]bool{}
	bucket, err := media.OpenBucket(t.Context(), "", t.TempDir())
	must.NoError(t, err)
	uploads := media.NewService(nil, bucket, time.Now)
	for i := range drawings {
		for _, name := range append(picturesOf(i), fmt.Sprintf("face%02d", i)) {
			if stored[name] {
				continue
			}
			data, err := pictures.ReadFile("pictures/" + name + ".png")
			must.NoError(t, err)
			if _, err := uploads.StoreImage(t.Context(), uuid.New(), uuid.Nil, data); err != nil {
				t.Errorf("%s: %v", name, err)
			}
			stored[name] = true
		}
	}
	if len(stored) != 3*drawings {
		t.Errorf("%d pictures, want %d", len(stored), 3*drawings)
	}
}

func run(t *testing.T, db *store.DB, dir string, o Options) Summary {
	t.Helper()
	bucket, err := media.OpenBucket(t.Context(), "", dir)
	must.NoError(t, err)
	sum, err := Run(t.Context(), db, media.NewService(db, bucket, time.Now), o, clock, t.Logf)
	must.NoError(t, err)
	return sum
}

func domains(db *store.DB) []domain.Domain {
	return []domain.Domain{
		project.Domain(project.NewService(db, nil, time.Now)),
		blog.Domain(blog.NewService(db, nil, nil, nil, "", time.Now)),
		forum.Domain(forum.NewService(db, nil, time.Now)),
		feedback.Domain(feedback.NewService(db, nil, nil, time.Now)),
		vote.Domain(vote.NewService(db, []domain.Votable{project.Votable, blog.Votable, forum.ThreadVotable,
			forum.PostVotable}, time.Now)),
		account.Domain(account.NewService(db, mail.Named("", ""), time.Now)),
		media.Domain(media.NewService(db, nil, time.Now), "", nil, []domain.UploadUse{project.Uploads}),
		news.Domain(news.NewService(db, nil, 0, time.Now), nil),
	}
}

// titles returns the ids and texts of a demo, to compare it with another one.
func titles(t *testing.T, db *store.DB) []string {
	t.Helper()
	var out []string
	for _, p := range db.Client().Project.Query().Order(entproject.ByID()).AllX(t.Context()) {
		out = append(out, p.ID.String()+p.Title+p.Tagline+p.Description+strings.Join(p.VibeTools, ","))
	}
	for _, p := range db.Client().ForumPost.Query().Order(forumpost.ByID()).AllX(t.Context()) {
		out = append(out, p.ID.String()+p.ThreadID.String()+p.Content)
	}
	for _, p := range db.Client().BlogPost.Query().Order(blogpost.ByID()).AllX(t.Context()) {
		out = append(out, p.ID.String()+p.Title+p.Excerpt+p.Content+strings.Join(p.Tags, ","))
	}
	for _, c := range db.Client().BlogComment.Query().Order(blogcomment.ByID()).AllX(t.Context()) {
		out = append(out, c.ID.String()+c.PostID.String()+c.Content)
	}
	return out
}

func TestRun(t *testing.T) {
	small := Options{Users: 30, Projects: 24, Votes: 200, Threads: 30, Posts: 150, Stories: 20, Comments: 60,
		RandSeed: 5}
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		dir := t.TempDir()
		sum := run(t, db, dir, small)
		ctx, client := t.Context(), db.Client()

		t.Run("MakesWhatWasAskedFor", func(t *testing.T) {
			if sum.Users != 30 || sum.Projects != 24 || sum.Votes != 200 {
				t.Errorf("%+v", sum)
			}
			for what, n := range map[string][2]int{
				"users":    {client.User.Query().CountX(ctx), 30},
				"projects": {client.Project.Query().CountX(ctx), 24},
				"votes":    {client.Vote.Query().Where(entvote.TargetType(project.Kind)).CountX(ctx), 200},
				"stories":  {client.BlogPost.Query().CountX(ctx), 20},
				"comments": {client.BlogComment.Query().CountX(ctx), 60},
				"news":     {client.NewsArticle.Query().Where(newsarticle.IsDemo(true)).CountX(ctx), len(headlines())},
				"threads":  {client.ForumThread.Query().Where(forumthread.IsFeedback(false)).CountX(ctx), 30},
				"replies":  {client.ForumPost.Query().Where(forumpost.Not(forumpost.HasReview())).CountX(ctx), 150},
				"uploads":  {client.Upload.Query().CountX(ctx), sum.Images},
			} {
				if n[0] != n[1] {
					t.Errorf("%d %s, want %d", n[0], what, n[1])
				}
			}
		})
		t.Run("CountsExactly", func(t *testing.T) {
			drifts, err := doctor.Examine(ctx, db, domains(db))
			must.NoError(t, err)
			for _, d := range drifts {
				t.Error(d)
			}
		})
		t.Run("LetsEverybodyLogIn", func(t *testing.T) {
			admin := client.User.Query().Where(auth.Admins).OnlyX(ctx)
			if admin.Username != sum.Admin {
				t.Errorf("admin %s, summary %s", admin.Username, sum.Admin)
			}
			if ok, rehash, err := auth.VerifyPassword(ctx, admin.PasswordHash, "vibecoding"); !ok || rehash ||
				err != nil {
				t.Errorf("password: %v %v %v", ok, rehash, err)
			}
		})
		t.Run("KeepsTheRules", func(t *testing.T) {
			for _, p := range client.Project.Query().WithOwner().AllX(ctx) {
				if err := protovalidate.Validate(asRequest(p)); err != nil {
					t.Errorf("%s: %v", p.Title, err)
				}
				if p.CreatedAt.Before(p.Edges.Owner.CreatedAt) || p.CreatedAt.After(clock) {
					t.Errorf("%s was created %v by a user who registered %v", p.Title, p.CreatedAt,
						p.Edges.Owner.CreatedAt)
				}
			}
			for _, p := range client.BlogPost.Query().WithAuthor().WithComments().AllX(ctx) {
				if p.CreatedAt.Before(p.Edges.Author.CreatedAt) || p.UpdatedAt != p.CreatedAt || p.Upvotes == 0 {
					t.Errorf("story %v of a user who registered %v", p, p.Edges.Author.CreatedAt)
				}
				for _, c := range p.Edges.Comments {
					if !c.CreatedAt.After(p.CreatedAt) || c.CreatedAt.After(clock) {
						t.Errorf("comment %v on %s", c, p.Title)
					}
				}
				for _, v := range client.Vote.Query().Where(entvote.TargetID(p.ID)).AllX(ctx) {
					if v.CreatedAt.Before(p.CreatedAt) || v.CreatedAt.After(clock) || v.UserID == p.UserID {
						t.Errorf("like %v of %s", v, p.Title)
					}
				}
			}
			for _, v := range client.Vote.Query().Where(entvote.TargetType(project.Kind)).AllX(ctx) {
				p := client.Project.GetX(ctx, v.TargetID)
				if v.CreatedAt.Before(p.CreatedAt) || v.CreatedAt.After(clock) || v.UserID == p.UserID || !p.IsPublic {
					t.Errorf("vote %v on %s", v, p.Title)
				}
			}
		})
		t.Run("PeopleFollow", func(t *testing.T) {
			kinds := map[string]int{}
			for _, f := range client.Follow.Query().WithUser().WithProject().AllX(ctx) {
				if f.CreatedAt.Before(f.Edges.User.CreatedAt) || f.CreatedAt.After(clock) {
					t.Errorf("follow %v of a user who registered %v", f, f.Edges.User.CreatedAt)
				}
				switch {
				case f.MemberID != nil:
					kinds["member"]++
				case f.ProjectID != nil && f.Edges.Project.IsPublic && f.Edges.Project.UserID != f.UserID:
					kinds["project"]++
				case f.ChannelID != nil:
					kinds["channel"]++
				case f.Tag != nil && client.Tag.Query().Where(enttag.ID(*f.Tag)).ExistX(ctx):
					kinds["tag"]++
				default:
					t.Errorf("follow %v", f)
				}
			}
			if len(kinds) != 4 {
				t.Errorf("followed: %v", kinds)
			}
		})
		t.Run("MakersWriteUpdates", func(t *testing.T) {
			written, stages := 0, 0
			for _, u := range client.ChangelogEntry.Query().WithProject().AllX(ctx) {
				p := u.Edges.Project
				if u.CreatedAt.Before(p.CreatedAt) || u.CreatedAt.After(clock) || u.UserID != p.UserID || !p.IsPublic {
					t.Errorf("update %v of %v", u, p)
				}
				switch {
				case u.StageAfter == "" && u.Title != "" && !strings.ContainsAny(u.Title+u.Content, "{}"):
					written++
				case u.StageAfter == p.Stage && u.StageBefore != p.Stage:
					stages++
				default:
					t.Errorf("update %v of a project in %s", u, p.Stage)
				}
			}
			if written == 0 || stages == 0 {
				t.Errorf("%d updates, %d changes of the stage", written, stages)
			}
		})
		t.Run("ShowsPicturesThatAreThere", func(t *testing.T) {
			for _, p := range client.Project.Query().AllX(ctx) {
				addresses := append([]string{p.Logo}, p.Media.Screenshots...)
				for _, a := range addresses {
					if _, err := os.Stat(dir + a); err != nil {
						t.Errorf("%s: %v", p.Title, err)
					}
				}
				if n := client.UploadUse.Query().Where(uploaduse.TargetID(p.ID)).CountX(ctx); n != len(addresses) {
					t.Errorf("%s has %d uploads and shows %d", p.Title, n, len(addresses))
				}
			}
		})
		t.Run("SomeUsersHaveAvatars", func(t *testing.T) {
			faces := client.User.Query().Where(user.AvatarNEQ("")).AllX(ctx)
			for _, u := range faces {
				if _, err := os.Stat(dir + u.Avatar); err != nil {
					t.Errorf("%s: %v", u.Username, err)
				}
			}
			if n := len(faces); n < 3 || n > 27 {
				t.Errorf("%d of 30 users have an avatar", n)
			}
		})
		t.Run("IsFound", func(t *testing.T) {
			p := client.Project.Query().Where(entproject.IsPublic(true)).Order(entproject.ByID()).FirstX(ctx)
			ids, _, err := search.IDs(ctx, db, search.Query{Kind: project.Kind, Text: p.Title})
			if err != nil || !slices.Contains(ids, p.ID) {
				t.Errorf("%s is not found: %v", p.Title, err)
			}
			draft := client.Project.Query().Where(entproject.IsPublic(false)).FirstX(ctx)
			ids, _, err = search.IDs(ctx, db, search.Query{Kind: project.Kind, Text: draft.Title})
			if err != nil || slices.Contains(ids, draft.ID) {
				t.Errorf("the draft %s is found: %v", draft.Title, err)
			}
		})
		t.Run("ErrNotEmpty", func(t *testing.T) {
			_, err := Run(ctx, db, nil, small, clock, t.Logf)
			if err == nil || !strings.Contains(err.Error(), "not empty") {
				t.Errorf("error %v", err)
			}
		})
	})
}

// asRequest returns the request that would create p. An unknown word becomes the enum's zero value, which the rules
// refuse.
func asRequest(p *ent.Project) *pb.CreateProjectRequest {
	out := new(project.Service).ToProto(p)
	return &pb.CreateProjectRequest{Project: &pb.ProjectInput{
		Title: &out.Title, Tagline: &out.Tagline, Description: &out.Description, Logo: &out.Logo,
		CoverImage:      &out.CoverImage,
		PrimaryCategory: &out.PrimaryCategory, Stage: &out.Stage, Monetization: &out.Monetization,
		LaunchDate:          &out.LaunchDate,
		SecondaryCategories: &pb.CategoryList{Values: out.SecondaryCategories},
		VibeTools:           &pb.VibeToolList{Values: out.VibeTools},
		CustomTools:         &pb.StringList{Values: out.CustomTools},
		LookingFor:          &pb.LookingForList{Values: out.LookingFor},
		Tags:                &pb.StringList{Values: out.Tags}, Links: out.Links, Impact: out.Impact,
		Media: &pb.ProjectMediaInput{Screenshots: &pb.StringList{Values: out.Media.Screenshots}},
	}}
}

// No sentence, word of a name or metric repeats among the default projects.
func TestNothingRepeats(t *testing.T) {
	for _, randSeed := range []uint64{1, 2} {
		o := Default
		o.RandSeed = randSeed
		s := &seeder{plan: newPlan(o, clock), userIDs: make([]uuid.UUID, o.Users)}
		seen := map[string]string{}
		once := func(p *ent.Project, what string) {
			t.Helper()
			if other, ok := seen[what]; ok {
				t.Errorf("%q is of %s and of %s", what, other, p.Title)
			}
			seen[what] = p.Title
		}
		for i := range o.Projects {
			e := s.compose(i)
			p := e.project
			for sentence := range strings.FieldsFuncSeq(p.Tagline+"\n"+p.Description+"\n"+p.Impact.Problem+"\n"+
				p.Impact.Solution, func(r rune) bool { return strings.ContainsRune(".?!\n", r) }) {
				if sentence = strings.TrimSpace(sentence); len(strings.Fields(sentence)) > 1 {
					once(p, strings.ToLower(sentence))
				}
			}
			for word := range strings.FieldsSeq(p.Title) {
				if len(word) > 3 {
					once(p, "name with "+word)
				}
			}
			once(p, "metric "+e.product.Metric)
		}
	}
}

func TestEveryColumnIsFilled(t *testing.T) {
	s := &seeder{plan: newPlan(Options{Users: 5, Projects: 2, RandSeed: 2}, clock), userIDs: make([]uuid.UUID, 5)}
	people, err := s.userRows(0, 5, make([]*ent.Upload, 5))
	must.NoError(t, err)
	tables, err := s.rows([]*exhibit{s.compose(0)})
	must.NoError(t, err)
	s.plan.Threads, s.plan.Posts = 3, 9
	s.plan.planForum()
	s.channelIDs = make([]uuid.UUID, len(s.plan.forum.channels))
	s.plan.Stories, s.plan.Comments = 3, 9
	s.plan.planStories()
	byName := map[string]bulk.Rows{}
	for _, rows := range slices.Concat(people, tables, s.composeThreads(t.Context(), 0, 3).tables,
		s.composeStories(t.Context(), 0, 3).tables,
		s.composeFollows(t.Context(), 0, 5).tables, s.composeUpdates(t.Context(), 0, 2).tables) {
		byName[rows.Table] = rows
		for _, values := range rows.Values {
			if len(values) != len(rows.Columns) {
				t.Errorf("%s has %d columns and %d values", rows.Table, len(rows.Columns), len(values))
			}
		}
	}
	for _, c := range []struct {
		table   string
		columns []string
		left    []string // to the database
	}{
		{user.Table, user.Columns, []string{
			user.FieldNewEmail, user.FieldEmailOwnedAt, user.FieldVotesHeldAt, user.FieldVouchedAt,
			user.FieldGithub, user.FieldTwitter,
			user.FieldLinkedin, user.FieldDeletedAt, user.FieldDeleting,
			user.FieldSuspendedAt, user.FieldSuspendedUntil, user.FieldSuspensionReason,
			user.FieldLinkPostCount, user.FieldLinkPostedAt, user.FieldHidesFollows,
			user.FieldHidesAgents,
		}},
		// addFeedback updates the columns of feedback
		{entproject.Table, entproject.Columns, []string{entproject.FieldDeletedAt, entproject.FieldHiddenAt,
			entproject.FieldPublishOnRestore, entproject.FieldIsAwaiting, entproject.FieldFeedbackCount,
			entproject.FieldFeedbackThreadID,
			entproject.FieldFirstAnswerAt, entproject.FieldVia}},
		// nobody can have the hosts of demo data, so they are not asked
		{projectcheck.Table, projectcheck.Columns, []string{projectcheck.FieldDueAt}},
		{tagged.Table, tagged.Columns, []string{tagged.FieldID}},
		{follow.Table, follow.Columns, nil},
		{changelogentry.Table, changelogentry.Columns, []string{changelogentry.FieldEditedAt,
			changelogentry.FieldVia, changelogentry.FieldHiddenAt, changelogentry.FieldIsAwaiting}},
		{featureact.Table, featureact.Columns, []string{featureact.FieldID, featureact.FieldUntil,
			featureact.FieldEndedAt}},
		{upload.Table, upload.Columns, nil},
		{uploaduse.Table, uploaduse.Columns, []string{uploaduse.FieldID}},
		{entvote.Table, entvote.Columns, []string{entvote.FieldID, entvote.FieldIsCounted,
			entvote.FieldIsEligible}},
		{forumthread.Table, forumthread.Columns, []string{
			forumthread.FieldIsFeedback, forumthread.FieldIsVisible, forumthread.FieldIsLocked,
			forumthread.FieldEditedAt, forumthread.FieldHiddenAt,
			forumthread.FieldDeletedAt, forumthread.FieldVia, forumthread.FieldIsAwaiting,
		}},
		{forumpost.Table, forumpost.Columns, []string{
			forumpost.FieldIsVisible, forumpost.FieldVia, forumpost.FieldEditedAt, forumpost.FieldHiddenAt,
			forumpost.FieldIsAwaiting,
		}},
		{blogpost.Table, blogpost.Columns, []string{
			blogpost.FieldIsPublished, blogpost.FieldIsVisible, blogpost.FieldHiddenAt, blogpost.FieldDeletedAt,
			blogpost.FieldDownvotes, blogpost.FieldEligibleDownvotes, blogpost.FieldVia, blogpost.FieldIsAwaiting,
		}},
		{blogcomment.Table, blogcomment.Columns, []string{blogcomment.FieldIsVisible, blogcomment.FieldUpvotes,
			blogcomment.FieldDownvotes, blogcomment.FieldEditedAt, blogcomment.FieldHiddenAt,
			blogcomment.FieldHiddenByModerator, blogcomment.FieldEligibleUpvotes,
			blogcomment.FieldEligibleDownvotes, blogcomment.FieldVia, blogcomment.FieldIsAwaiting}},
	} {
		for _, column := range c.columns {
			if slices.Contains(byName[c.table].Columns, column) == slices.Contains(c.left, column) {
				t.Errorf("%s.%s: say whether the seed fills it", c.table, column)
			}
		}
	}
}

func TestRunIsTheSameForTheSameNumbers(t *testing.T) {
	o := Options{Users: 12, Projects: 6, Votes: 20, Threads: 5, Posts: 9, Stories: 9, Comments: 20, RandSeed: 9}
	var got [4][]string
	for i, address := range []string{storetest.SQLiteURL(t), storetest.SQLiteURL(t), storetest.PostgresURL(t),
		storetest.SQLiteURL(t)} {
		if i == 3 {
			o.RandSeed = 10
		}
		db := storetest.Open(t, address)
		run(t, db, t.TempDir(), o)
		got[i] = titles(t, db)
	}
	if !slices.Equal(got[0], got[1]) {
		t.Error("two runs differ")
	}
	if !slices.Equal(got[0], got[2]) {
		t.Error("the databases differ")
	}
	if slices.Equal(got[0], got[3]) {
		t.Error("another number gave the same demo")
	}
}

// Each upload is shown by an item, so that it is removed together with the last one.
func TestProjectsShareImages(t *testing.T) {
	for _, n := range []int{1, 60} {
		db := storetest.Open(t, storetest.SQLiteURL(t))
		run(t, db, t.TempDir(), Options{Users: 5, Projects: n, RandSeed: 1})
		uploads := db.Client().Upload.Query()
		if unused := uploads.Clone().Where(upload.Not(upload.HasUses())).CountX(t.Context()); unused != 0 {
			t.Errorf("of %d projects, %d uploads are not shown", n, unused)
		}
		shared := uploads.Clone().Where(upload.HasUsesWith(uploaduse.Kind(project.Kind))).CountX(t.Context())
		if want := map[int]int{1: 2, 60: 2 * drawings}[n]; shared != want {
			t.Errorf("%d projects show %d images, want %d", n, shared, want)
		}
	}
}

func TestAnInterruptedRunLeavesNothing(t *testing.T) {
	o := Options{Users: 30, Projects: 6, Votes: 100, RandSeed: 3}
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		dir := t.TempDir()
		bucket, err := media.OpenBucket(t.Context(), "", dir)
		must.NoError(t, err)
		ctx, cancel := context.WithCancel(t.Context())
		_, err = Run(ctx, db, media.NewService(db, bucket, time.Now), o, clock, func(format string, args ...any) {
			if strings.Contains(format, "%s") && args[2] == "projects" { // some are in
				cancel()
			}
		})
		if !errors.Is(err, context.Canceled) {
			t.Fatalf("error %v, want that it was cancelled", err)
		}
		client := db.Client()
		if n := client.User.Query().CountX(t.Context()) + client.Project.Query().
			CountX(t.Context()) + client.Counter.Query().CountX(t.Context()); n != 0 {
			t.Errorf("%d rows are left", n)
		}
		run(t, db, dir, o)
		if drifts, err := doctor.Examine(t.Context(), db, domains(db)); err != nil || len(drifts) > 0 {
			t.Errorf("drift %v, error %v", drifts, err)
		}
		ids, _, err := search.IDs(t.Context(), db, search.Query{Kind: project.Kind, Text: client.Project.Query().
			Where(entproject.IsPublic(true)).Order(entproject.ByID()).FirstX(t.Context()).Title})
		if err != nil || len(ids) == 0 {
			t.Errorf("search finds %v, error %v", ids, err)
		}
	})
}

func TestRunRefuses(t *testing.T) {
	for name, o := range map[string]Options{
		"ErrNoUserForAProject": {Users: 1, Projects: 3},
		"ErrNegative":          {Users: -1},
		"ErrNothingToVote":     {Users: 3, Votes: 10},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := Run(t.Context(), nil, nil, o, clock, t.Logf); err == nil {
				t.Error("no error")
			}
		})
	}
}

func TestPlan(t *testing.T) {
	t.Run("FewProjectsHaveMostVotes", func(t *testing.T) {
		p := newPlan(Default, clock)
		votes := slices.Clone(p.votes)
		slices.Sort(votes)
		slices.Reverse(votes)
		var top, all int32
		for i, n := range votes {
			all += n
			if i < len(votes)/10 {
				top += n
			}
		}
		if p.cast != Default.Votes || int(all) != p.cast {
			t.Errorf("%d votes, %d cast, want %d", all, p.cast, Default.Votes)
		}
		if share := float64(top) / float64(all); share < 0.3 {
			t.Errorf("the top tenth has %.0f %% of the votes", 100*share)
		}
	})
	t.Run("StopsWhenEverybodyHasVoted", func(t *testing.T) {
		p := newPlan(Options{Users: 4, Projects: 3, Votes: 100, RandSeed: 1}, clock)
		if p.cast != 9 {
			t.Errorf("%d votes of 3 people on each of 3 projects", p.cast)
		}
	})
	t.Run("NothingComesBeforeItsCause", func(t *testing.T) {
		for _, o := range []Options{Default, {Users: 2, Projects: 40, RandSeed: 3},
			{Users: 5000, Projects: 900, RandSeed: 4}} {
			p := newPlan(o, clock)
			for i := range o.Projects {
				if owner := p.owner(i); (owner == 0) != p.isAdmins(i) || owner < 0 || owner >= o.Users ||
					p.joined(owner).After(p.created(i)) {
					t.Fatalf("project %d of %d is by member %d of %d", i, o.Projects, owner, o.Users)
				}
				if i > 0 && p.created(i).Before(p.created(i-1)) {
					t.Fatalf("project %d is older than the one before", i)
				}
			}
		}
	})
}

// Composed stories are complete and keep the rules, and nearly all have different titles.
func TestStoryTexts(t *testing.T) {
	const n = 2000
	s := &seeder{plan: newPlan(Options{Users: 50, Projects: 300, Stories: n, Comments: 3 * n, RandSeed: 6}, clock),
		userIDs: make([]uuid.UUID, 50)}
	titles, comments := map[string]bool{}, 0
	for i := range n {
		p, remarks := s.composeStory(i)
		titles[p.Title] = true
		comments += len(remarks)
		text := p.Title + p.Excerpt + p.Content
		for _, c := range remarks {
			text += c.Content
		}
		if strings.ContainsAny(strings.ReplaceAll(text, "${", ""), "{") && s.plan.stories[i].text < 0 {
			t.Errorf("%q has a hole", text)
		}
		in := &pb.BlogPostInput{Title: &p.Title, Excerpt: &p.Excerpt, Content: &p.Content,
			Tags: &pb.StringList{Values: p.Tags}}
		if err := protovalidate.Validate(&pb.CreateBlogPostRequest{Post: in}); err != nil {
			t.Errorf("%q: %v", p.Title, err)
		}
		if joined := s.plan.joined(s.plan.stories[i].author); joined.After(p.CreatedAt) {
			t.Errorf("%q was written before its author registered", p.Title)
		}
	}
	if len(titles) < n*9/10 || comments != 3*n {
		t.Errorf("%d titles and %d comments among %d stories", len(titles), comments, n)
	}
}

// The texts of the forum are complete, nobody writes before registering, and at the default size no thread is there
// twice.
func TestForumTexts(t *testing.T) {
	s := &seeder{plan: newPlan(Default, clock), userIDs: make([]uuid.UUID, Default.Users)}
	s.channelIDs = make([]uuid.UUID, len(s.plan.forum.channels))
	for i := range s.userIDs {
		s.userIDs[i] = uuid.New()
	}
	joined := func(id uuid.UUID) time.Time { return s.plan.joined(slices.Index(s.userIDs, id)) }
	titles, posts, answers, bound := map[string]bool{}, 0, 0, 0
	for _, c := range s.plan.forum.channels {
		if c.project >= 0 {
			bound++
		}
	}
	for i := range Default.Threads {
		thread, replies := s.composeThread(i, new(bulk.Rows))
		where := fmt.Sprint(s.plan.forum.threads[i].channel, thread.Title)
		if titles[where] {
			t.Errorf("the thread %q is there twice", thread.Title)
		}
		titles[where] = true
		if err := protovalidate.Validate(&pb.CreateThreadRequest{ChannelId: thread.ChannelID.String(),
			Title: thread.Title, Content: thread.Content}); err != nil {
			t.Errorf("%q: %v", thread.Title, err)
		}
		text, last := thread.Title+thread.Content, thread.CreatedAt
		if thread.CreatedAt.Before(joined(thread.UserID)) {
			t.Errorf("%q was written before its author registered", thread.Title)
		}
		for _, p := range replies {
			text += p.Content
			if !p.CreatedAt.After(last) || p.CreatedAt.After(clock) || p.CreatedAt.Before(joined(*p.UserID)) {
				t.Errorf("a reply of %v by a user of %v follows one of %v", p.CreatedAt, joined(*p.UserID), last)
			}
			last = p.CreatedAt
			if p.ParentID != nil {
				answers++
			}
		}
		if strings.ContainsAny(text, "{}") || thread.LastActivityAt != last {
			t.Errorf("%q has a hole, or was not active at %v", text, last)
		}
		posts += len(replies)
	}
	if posts != Default.Posts || answers < posts/10 || bound < 3 {
		t.Errorf("%d replies, of which %d answer others, and %d channels of projects", posts, answers, bound)
	}
}

// Threads after the topics of a channel have different titles.
func TestManyThreads(t *testing.T) {
	titles := map[string]bool{}
	const n = 50_000
	for i := range n {
		titles[topicOf(room{}, 0, i).Title] = true
	}
	if len(titles) != n {
		t.Errorf("%d titles of %d threads", len(titles), n)
	}
}

func TestUsernames(t *testing.T) {
	valid := regexp.MustCompile(`^[A-Za-z0-9_]{3,20}$`)
	seen := map[string]bool{}
	for i := range 60_000 {
		name := username(i)
		if !valid.MatchString(name) || seen[name] {
			t.Fatalf("username %d is %q", i, name)
		}
		seen[name] = true
	}
}

func TestTexts(t *testing.T) {
	s := &seeder{plan: newPlan(Options{Users: 20, Projects: 3000, RandSeed: 2}, clock), userIDs: make([]uuid.UUID, 20)}
	titles, taglines := map[string]int{}, map[string]int{}
	for i := range 3000 {
		p := s.compose(i).project
		for what, c := range map[string][3]int{
			"title": {utf8.RuneCountInString(p.Title), 3, 80}, "tagline": {utf8.RuneCountInString(p.Tagline), 10, 140},
			"description": {utf8.RuneCountInString(p.Description), 50, 3000},
			"problem":     {utf8.RuneCountInString(p.Impact.Problem), 0, 500},
			"solution":    {utf8.RuneCountInString(p.Impact.Solution), 0, 500},
		} {
			if c[0] < c[1] || c[0] > c[2] {
				t.Errorf("%s of %d: %d letters", what, i, c[0])
			}
		}
		if strings.ContainsAny(p.Tagline+p.Description, "{}%") || strings.Contains(p.Description, "\n-") {
			t.Errorf("%q or %q has a hole or a list", p.Tagline, p.Description)
		}
		titles[p.Title]++
		taglines[p.Tagline]++
	}
	if len(titles) < 1500 || len(taglines) < 1000 {
		t.Errorf("%d titles and %d taglines among 3000 projects", len(titles), len(taglines))
	}
}
