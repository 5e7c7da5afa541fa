package user_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/search"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/backend/project"
	"uvboard/ent"
	pb "uvboard/gen/uvboard/v1"
)

func TestGet(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		h := newFixture(db)
		ada := h.addUser(t, "Ada_L", func(c *ent.UserCreate) {
			// Stored values that break newer rules are still readable.
			c.SetDisplayName("Ada\u202e\nL").SetAvatar("/uploads/a.jpg").SetBio("Engines.").SetGithub("ada.l").
				SetWebsite("https://ada.example").
				SetSkills([]string{"Go", "Looms"}).SetLocation("London").SetRole(auth.RoleAdmin).
				SetProjectCount(3).SetDraftCount(2).SetVotesGiven(4).SetUpvotesReceived(7).SetDownvotesReceived(1).
				SetReputation(33)
		})
		want := &pb.User{
			Id: ada.ID.String(), Username: "Ada_L", DisplayName: "Ada\u202e\nL", ViberTag: "@ada_l",
			Avatar: "/uploads/a.jpg", Bio: "Engines.",
			SocialLinks: &pb.SocialLinks{
				Github: proto.String("ada.l"), Twitter: proto.String(""), Linkedin: proto.String(""),
				Website: proto.String("https://ada.example"),
			},
			Skills: []string{"Go", "Looms"}, Location: "London", JoinedAt: timestamppb.New(start),
			CreatedAt: timestamppb.New(start),
			Role:      pb.Role_ROLE_ADMIN,
			IsAdmin:   true, Reputation: 33, ProjectCount: 3, VoteCount: 7,
		}
		t.Run("OKByID", func(t *testing.T) {
			got, err := h.GetUser(t.Context(), &pb.GetUserRequest{Id: ada.ID.String()})
			if err != nil || !proto.Equal(got.User, want) {
				t.Errorf("got %v, err %v, want %v", got, err, want)
			}
		})
		t.Run("OKByUsernameIgnoringCase", func(t *testing.T) {
			for _, name := range []string{"Ada_L", "ada_l", "ADA_L"} {
				got, err := h.GetUserByUsername(t.Context(), &pb.GetUserByUsernameRequest{Username: name})
				if err != nil || !proto.Equal(got.User, want) {
					t.Errorf("%s: got %v, err %v", name, got, err)
				}
			}
		})
		t.Run("ErrNotFound", func(t *testing.T) {
			for _, id := range []string{"", "x", "..", "1' OR '1'='1", uuid.NewString(), uuid.Nil.String(),
				strings.Repeat("9", 5000)} {
				_, err := h.GetUser(t.Context(), &pb.GetUserRequest{Id: id})
				wantNotFound(t, err)
				_, err = h.GetUserStats(t.Context(), &pb.GetUserStatsRequest{Id: id})
				wantNotFound(t, err)
				_, err = h.ListUserProjects(t.Context(), &pb.ListUserProjectsRequest{Id: id})
				wantNotFound(t, err)
				_, err = h.ListUserActivity(t.Context(), &pb.ListUserActivityRequest{Id: id})
				wantNotFound(t, err)
				_, err = update(h, as(t, ada), id, &pb.UserInput{})
				wantNotFound(t, err)
			}
			// Underscore and percent are not wildcards.
			for _, name := range []string{"", "nobody", "AdaxL", "%", "@ada_l", "' OR 1=1 --",
				strings.Repeat("é", 5000)} {
				_, err := h.GetUserByUsername(t.Context(), &pb.GetUserByUsernameRequest{Username: name})
				wantNotFound(t, err)
			}
		})
		t.Run("StatsCountDraftsForTheOwnerOnly", func(t *testing.T) {
			admin := h.addUser(t, "Root", func(c *ent.UserCreate) { c.SetRole(auth.RoleAdmin) })
			stats := func(t *testing.T, caller *ent.User) *pb.UserStats {
				t.Helper()
				ctx := t.Context()
				if caller != nil {
					ctx = as(t, caller)
				}
				got, err := h.GetUserStats(ctx, &pb.GetUserStatsRequest{Id: ada.ID.String()})
				must.NoError(t, err)
				return got.Stats
			}
			public := &pb.UserStats{ProjectsCreated: 3, VotesGiven: 4, VotesReceived: 8, Reputation: 33}
			own := &pb.UserStats{ProjectsCreated: 5, VotesGiven: 4, VotesReceived: 8, Reputation: 33}
			if got := stats(t, nil); !proto.Equal(got, public) {
				t.Errorf("a visitor sees %v, want %v", got, public)
			}
			if got := stats(t, admin); !proto.Equal(got, public) {
				t.Errorf("another user sees %v, want %v", got, public)
			}
			if got := stats(t, ada); !proto.Equal(got, own) {
				t.Errorf("the owner sees %v, want %v", got, own)
			}
		})
	})
}

func TestUpdate(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		h := newFixture(db)
		full := func(c *ent.UserCreate) {
			c.SetDisplayName("Name").SetBio("Bio").SetGithub("hub").SetTwitter("bird").SetLinkedin("in").
				SetWebsite("https://old.example").SetSkills([]string{"Go"}).SetLocation("Here").
				SetAvatar("/uploads/a.jpg").SetReputation(5)
		}
		text := proto.String
		for _, tc := range []struct {
			name string
			in   *pb.UserInput
			want func(*pb.User)
		}{
			{name: "AbsentFieldsAreKept", in: &pb.UserInput{}, want: func(*pb.User) {}},
			{name: "OneField", in: &pb.UserInput{Bio: text("New")}, want: func(u *pb.User) { u.Bio = "New" }},
			{name: "OneLink", in: &pb.UserInput{SocialLinks: &pb.SocialLinks{Twitter: text("x")}},
				want: func(u *pb.User) { u.SocialLinks.Twitter = text("x") }},
			{
				name: "EmptyClears",
				in: &pb.UserInput{
					DisplayName: text(""), Bio: text(""), Location: text(""), Skills: &pb.StringList{},
					SocialLinks: &pb.SocialLinks{Github: text(""), Twitter: text(""), Linkedin: text(""),
						Website: text("")},
				},
				want: func(u *pb.User) {
					u.DisplayName, u.Bio, u.Location, u.Skills = "", "", "", nil
					u.SocialLinks = &pb.SocialLinks{Github: text(""), Twitter: text(""), Linkedin: text(""),
						Website: text("")}
				},
			},
			{
				name: "TrimsTextsAndTheAtOfHandles",
				in: &pb.UserInput{
					DisplayName: text("  Grace H.\n"), Bio: text("\tTwo\nlines "), Location: text(" NYC "),
					SocialLinks: &pb.SocialLinks{Github: text("@grace"), Twitter: text("@"), Linkedin: text("grace-h"),
						Website: text("http://new.example/a?b=c")},
				},
				want: func(u *pb.User) {
					u.DisplayName, u.Bio, u.Location = "Grace H.", "Two\nlines", "NYC"
					u.SocialLinks = &pb.SocialLinks{Github: text("grace"), Twitter: text(""), Linkedin: text("grace-h"),
						Website: text("http://new.example/a?b=c")}
				},
			},
			{name: "DropsRepeatedSkills",
				in: &pb.UserInput{Skills: &pb.StringList{Values: []string{" React", "go", "", "Go ", "react", "  ",
					"SQL"}}},
				want: func(u *pb.User) { u.Skills = []string{"React", "go", "SQL"} }},
			{name: "InvisibleTextIsEmpty", in: &pb.UserInput{DisplayName: text("\u200b\u200d"),
				Skills: &pb.StringList{Values: []string{"\ufeff"}}},
				want: func(u *pb.User) { u.DisplayName, u.Skills = "", nil }},
			{name: "TextIsNotEscaped", in: &pb.UserInput{DisplayName: text("Zoë 🌊 O'Neil"),
				Bio: text("<b>1 < 2</b> %s ' \" \\")},
				want: func(u *pb.User) { u.DisplayName, u.Bio = "Zoë 🌊 O'Neil", "<b>1 < 2</b> %s ' \" \\" }},
		} {
			t.Run(tc.name, func(t *testing.T) {
				u := h.addUser(t, "m"+uuid.NewString()[:8], full)
				before, err := h.GetUser(t.Context(), &pb.GetUserRequest{Id: u.ID.String()})
				must.NoError(t, err)
				want := proto.CloneOf(before.User)
				tc.want(want)
				h.pass(time.Minute)
				got, err := update(h, as(t, u), u.ID.String(), tc.in)
				if err != nil || !proto.Equal(got, want) {
					t.Errorf("answer %v\nwant %v\nerr %v", got, want, err)
				}
				after, err := h.GetUser(t.Context(), &pb.GetUserRequest{Id: u.ID.String()})
				if err != nil || !proto.Equal(after.User, want) {
					t.Errorf("kept %v\nwant %v\nerr %v", after, want, err)
				}
				kept := h.reload(t, u.ID)
				if !kept.UpdatedAt.Equal(h.clock()) || kept.LastActiveAt == nil || !kept.LastActiveAt.Equal(h.clock()) {
					t.Errorf("updated %v, active %v, want %v", kept.UpdatedAt, kept.LastActiveAt, h.clock())
				}
			})
		}

		owner := h.addUser(t, "owner", full)
		// spec: role.owner
		t.Run("ErrNotOwner", func(t *testing.T) {
			stranger := h.addUser(t, "stranger", nil)
			_, err := update(h, as(t, stranger), owner.ID.String(), &pb.UserInput{Bio: text("Gotcha")})
			wantFault(t, err, fault.KindDenied, "NOT_OWNER", "You can only edit your own profile")
			if got := h.reload(t, owner.ID); got.Bio != "Bio" {
				t.Errorf("bio %q", got.Bio)
			}
			_, err = update(h, as(t, stranger), uuid.NewString(), &pb.UserInput{})
			wantNotFound(t, err)
		})
		t.Run("AdminChangesTheProfileButNotTheLastActivity", func(t *testing.T) {
			admin := h.addUser(t, "admin", func(c *ent.UserCreate) { c.SetRole(auth.RoleAdmin) })
			got, err := update(h, as(t, admin), owner.ID.String(), &pb.UserInput{Bio: text("Moderated")})
			if err != nil || got.Bio != "Moderated" {
				t.Errorf("got %v, err %v", got, err)
			}
			if kept := h.reload(t, owner.ID); kept.LastActiveAt != nil {
				t.Errorf("active %v", kept.LastActiveAt)
			}
		})
		t.Run("ConcurrentChangesOfDifferentFields", func(t *testing.T) {
			changes := []*pb.UserInput{
				{DisplayName: text("N")}, {Bio: text("B")}, {Location: text("L")},
				{Skills: &pb.StringList{Values: []string{"S"}}},
				{SocialLinks: &pb.SocialLinks{Github: text("g")}},
				{SocialLinks: &pb.SocialLinks{Website: text("https://w.example")}},
			}
			must.Concurrently(t, len(changes), func(i int) error {
				_, err := update(h, as(t, owner), owner.ID.String(), changes[i])
				return err
			})
			got := h.reload(t, owner.ID)
			if got.DisplayName != "N" || got.Bio != "B" || got.Location != "L" || len(got.Skills) != 1 ||
				got.Github != "g" || got.Website != "https://w.example" || got.Twitter != "bird" {
				t.Errorf("kept %v", got)
			}
		})
		t.Run("SearchFindsTheNewName", func(t *testing.T) {
			maker := h.addUser(t, "maker", func(c *ent.UserCreate) { c.SetDisplayName("Oldname") })
			made, others := h.addProject(t, maker, "Lantern", true, &start),
				h.addProject(t, owner, "Others", true, &start)
			must.NoError(t, db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
				return search.Put(ctx, tx, project.SearchDoc(made, maker, nil), project.SearchDoc(others, owner, nil))
			}))
			wantFound := func(query string, want ...uuid.UUID) {
				t.Helper()
				got, _, err := search.IDs(t.Context(), db, search.Query{Kind: project.Kind, Text: query})
				if err != nil || !slices.Equal(got, want) {
					t.Errorf("%s found %v, want %v, err %v", query, got, want, err)
				}
			}
			wantFound("oldname", made.ID)
			for range 2 { // the second time nothing changes
				if _, err := update(h, as(t, maker), maker.ID.String(),
					&pb.UserInput{DisplayName: text(" Newname ")}); err != nil {
					t.Fatal(err)
				}
				wantFound("oldname")
				wantFound("newname", made.ID)
				wantFound("maker", made.ID)
				wantFound("owner", others.ID)
			}
		})
		t.Run("SetAvatar", func(t *testing.T) {
			set := func(id uuid.UUID, address string) (before string, err error) {
				err = db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
					var err error
					before, err = h.service.SetAvatar(ctx, tx, id, address)
					return err
				})
				return before, err
			}
			had := h.reload(t, owner.ID).Avatar
			for _, address := range []string{"/uploads/b.jpg", ""} {
				if before, err := set(owner.ID, address); err != nil || before != had {
					t.Fatalf("avatar was %q, %v, want %q", before, err, had)
				}
				had = address
				if got := h.reload(t, owner.ID); got.Avatar != address || got.Bio != "B" {
					t.Errorf("avatar %q, want %q; bio %q", got.Avatar, address, got.Bio)
				}
			}
			_, err := set(uuid.New(), "/uploads/c.jpg")
			wantNotFound(t, err)
		})
	})
}
