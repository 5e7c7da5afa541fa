package vote_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/backend/project"
	"uvboard/backend/vote"
	"uvboard/ent"
	entproject "uvboard/ent/project"
	"uvboard/ent/user"
	pb "uvboard/gen/uvboard/v1"
)

var published = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// board is a database with members and one of their projects.
type board struct {
	t       *testing.T
	db      *store.DB
	service *vote.Service
	owner   uuid.UUID
	project uuid.UUID
}

func newBoard(t *testing.T, db *store.DB) *board {
	b := &board{t: t, db: db, service: vote.NewService(db, []domain.Votable{project.Votable}, func() time.Time { return published.Add(time.Hour) })}
	b.owner = b.member("owner")
	b.project = b.show(b.owner, true)
	return b
}

func (b *board) write(fn func(ctx context.Context, tx *ent.Client) error) {
	b.t.Helper()
	if err := b.db.Write(b.t.Context(), fn); err != nil {
		b.t.Fatal(err)
	}
}

func (b *board) member(name string) uuid.UUID {
	b.t.Helper()
	var id uuid.UUID
	b.write(func(ctx context.Context, tx *ent.Client) error {
		u, err := tx.User.Create().SetUsername(name).SetUsernameKey(name).SetEmail(name + "@example.com").
			SetEmailKey(name + "@example.com").SetPasswordHash("x").SetViberTag("@" + name).SetCreatedAt(published).SetUpdatedAt(published).Save(ctx)
		if err == nil {
			id = u.ID
		}
		return err
	})
	return id
}

func (b *board) show(owner uuid.UUID, public bool) uuid.UUID {
	b.t.Helper()
	var id uuid.UUID
	b.write(func(ctx context.Context, tx *ent.Client) error {
		p, err := tx.Project.Create().SetUserID(owner).SetTitle("Two-Drum").SetTitleKey("two-drum").SetTagline("Any photo into a print").
			SetStage("mvp").SetPrimaryCategory("games").SetIsPublic(public).SetPublishedAt(published).
			SetRank(vote.Rank(0, 0, published)).SetCreatedAt(published).SetUpdatedAt(published).Save(ctx)
		if err == nil {
			id = p.ID
		}
		return err
	})
	return id
}

func (b *board) cast(voter uuid.UUID, value int) vote.Summary {
	b.t.Helper()
	sum, err := b.service.Cast(b.t.Context(), voter, "project", b.project, value)
	if err != nil {
		b.t.Fatal(err)
	}
	return sum
}

// counts is every counter that a vote moves.
type counts struct{ Up, Down, Received, Against, Reputation, Given int }

func (b *board) counts(voter uuid.UUID) counts {
	b.t.Helper()
	c, ctx := b.db.Client(), b.t.Context()
	p, o, v := c.Project.GetX(ctx, b.project), c.User.GetX(ctx, b.owner), c.User.GetX(ctx, voter)
	if want := vote.Rank(p.Upvotes, p.Downvotes, published); math.Abs(p.Rank-want) > 1e-9 {
		b.t.Errorf("rank %v, want %v", p.Rank, want)
	}
	return counts{p.Upvotes, p.Downvotes, o.UpvotesReceived, o.DownvotesReceived, o.Reputation, v.VotesGiven}
}

func TestCast(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		b := newBoard(t, db)
		voter := b.member("voter")
		for _, step := range []struct {
			name  string
			value int
			want  counts
		}{
			{"AnUpvoteGivesFive", vote.Up, counts{1, 0, 1, 0, 5, 1}},
			{"TheSameAgainChangesNothing", vote.Up, counts{1, 0, 1, 0, 5, 1}},
			{"ASwitchAppliesBothChanges", vote.Down, counts{0, 1, 0, 1, -2, 1}},
			{"RemovingADownvoteRestoresTwo", vote.None, counts{0, 0, 0, 0, 0, 0}},
			{"RemovingNothingChangesNothing", vote.None, counts{0, 0, 0, 0, 0, 0}},
			{"ADownvoteTakesTwo", vote.Down, counts{0, 1, 0, 1, -2, 1}},
			{"SwitchingBack", vote.Up, counts{1, 0, 1, 0, 5, 1}},
		} {
			t.Run(step.name, func(t *testing.T) {
				sum := b.cast(voter, step.value)
				if diff := cmp.Diff(vote.Summary{TargetID: b.project, Upvotes: step.want.Up, Downvotes: step.want.Down, Own: step.value}, sum); diff != "" {
					t.Errorf("summary (-want +got):\n%s", diff)
				}
				if diff := cmp.Diff(step.want, b.counts(voter)); diff != "" {
					t.Errorf("counters (-want +got):\n%s", diff)
				}
			})
		}
	})
}

func TestCastRefuses(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		b := newBoard(t, db)
		voter := b.member("voter")
		draft := b.show(b.owner, false)
		for _, c := range []struct {
			name   string
			voter  uuid.UUID
			kind   string
			target uuid.UUID
			want   fault.Kind
		}{
			{"OwnContent", b.owner, "project", b.project, fault.KindDenied},
			{"UnknownTarget", voter, "project", uuid.New(), fault.KindNotFound},
			{"SomebodysDraft", voter, "project", draft, fault.KindNotFound},
			{"UnknownKind", voter, "users; DROP TABLE votes", b.project, fault.KindInvalid},
		} {
			t.Run(c.name, func(t *testing.T) {
				_, err := b.service.Cast(t.Context(), c.voter, c.kind, c.target, vote.Up)
				if f := fault.Of(err); f == nil || f.Kind != c.want {
					t.Errorf("error %v, want a fault of kind %v", err, c.want)
				}
			})
		}
		if diff := cmp.Diff(counts{}, b.counts(voter)); diff != "" {
			t.Errorf("counters moved (-want +got):\n%s", diff)
		}
	})
}

func TestRefusedVoteChangesNothing(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		b := newBoard(t, db)
		voter := b.member("voter")
		b.cast(voter, vote.Up)
		b.write(func(ctx context.Context, tx *ent.Client) error {
			return tx.Project.Update().Where(entproject.ID(b.project)).SetIsPublic(false).Exec(ctx)
		})
		for name, value := range map[string]int{"Remove": vote.None, "Switch": vote.Down, "Repeat": vote.Up} {
			t.Run(name, func(t *testing.T) {
				_, err := b.service.Cast(t.Context(), voter, "project", b.project, value)
				if f := fault.Of(err); f == nil || f.Kind != fault.KindNotFound {
					t.Errorf("error %v, want not found", err)
				}
				if diff := cmp.Diff(counts{1, 0, 1, 0, 5, 1}, b.counts(voter)); diff != "" {
					t.Errorf("counters (-want +got):\n%s", diff)
				}
				if v := db.Client().Vote.Query().OnlyX(t.Context()); v.Value != vote.Up {
					t.Errorf("vote %d, want %d", v.Value, vote.Up)
				}
			})
		}
	})
}

func TestCastAtOnce(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		b := newBoard(t, db)
		const voters = 200
		ids := make([]uuid.UUID, voters)
		for i := range ids {
			ids[i] = b.member(fmt.Sprintf("voter%d", i))
		}
		// Everybody casts, double-clicks, switches and removes in an order of their own, two requests at a time, and ends
		// with a known vote.
		var wg sync.WaitGroup
		for i, id := range ids {
			wg.Go(func() {
				random := rand.New(rand.NewPCG(1, uint64(i)))
				for range 3 {
					value := random.IntN(3) - 1
					var both sync.WaitGroup
					for range 2 {
						both.Go(func() { b.castAtOnce(id, value) })
					}
					both.Wait()
				}
				b.castAtOnce(id, []int{vote.Up, vote.Up, vote.Down, vote.None}[i%4])
			})
		}
		wg.Wait()
		c := b.db.Client()
		p, o := c.Project.GetX(t.Context(), b.project), c.User.GetX(t.Context(), b.owner)
		got := counts{p.Upvotes, p.Downvotes, o.UpvotesReceived, o.DownvotesReceived, o.Reputation, 0}
		for _, u := range c.User.Query().AllX(t.Context()) {
			got.Given += u.VotesGiven
		}
		if diff := cmp.Diff(counts{100, 50, 100, 50, 100*5 - 50*2, 150}, got); diff != "" {
			t.Errorf("counters (-want +got):\n%s", diff)
		}
		if want := vote.Rank(100, 50, published); math.Abs(p.Rank-want) > 1e-9 {
			t.Errorf("rank %v, want %v", p.Rank, want)
		}
		if n := c.Vote.Query().CountX(t.Context()); n != 150 {
			t.Errorf("%d votes, want 150", n)
		}
	})
}

func (b *board) castAtOnce(voter uuid.UUID, value int) {
	if _, err := b.service.Cast(b.t.Context(), voter, "project", b.project, value); err != nil {
		b.t.Errorf("vote %d: %v", value, err)
	}
}

func TestVotingOnEachOthersThingsAtOnce(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		b := newBoard(t, db)
		other := b.member("other")
		theirs := b.show(other, true)
		var wg sync.WaitGroup
		for i := range 100 {
			voter, target := b.owner, theirs
			if i%2 == 0 {
				voter, target = other, b.project
			}
			wg.Go(func() {
				if _, err := b.service.Cast(t.Context(), voter, "project", target, i%3-1); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
	})
}

// An id may be written in several ways; whoever keeps votes by id must find the one they know.
func TestCastAnswersTheIDAsItIsElsewhere(t *testing.T) {
	b := newBoard(t, storetest.Open(t, storetest.SQLiteURL(t)))
	ctx := auth.WithCaller(t.Context(), &auth.Caller{UserID: b.member("voter")})
	response, err := vote.NewHandler(b.service).CastVote(ctx, &pb.CastVoteRequest{
		TargetId: strings.ToUpper(b.project.String()), TargetType: pb.TargetType_TARGET_TYPE_PROJECT, VoteType: pb.VoteType_VOTE_TYPE_UPVOTE,
	})
	if err != nil || response.Vote.TargetId != b.project.String() {
		t.Errorf("answer %v, %v", response, err)
	}
}

func TestSummaries(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		b := newBoard(t, db)
		voter := b.member("voter")
		draft := b.show(b.owner, false)
		b.cast(voter, vote.Down)
		for _, c := range []struct {
			name   string
			caller *auth.Caller
			ids    []uuid.UUID
			want   []vote.Summary
		}{
			{"VisitorHasNoVote", nil, []uuid.UUID{b.project}, []vote.Summary{{TargetID: b.project, Downvotes: 1}}},
			{"VoterSeesTheirs", &auth.Caller{UserID: voter}, []uuid.UUID{b.project, uuid.New()}, []vote.Summary{{TargetID: b.project, Downvotes: 1, Own: vote.Down}}},
			{"HidesDraftFromStranger", &auth.Caller{UserID: voter}, []uuid.UUID{draft}, []vote.Summary{}},
			{"ShowsDraftToOwner", &auth.Caller{UserID: b.owner}, []uuid.UUID{draft}, []vote.Summary{{TargetID: draft}}},
			{"ShowsDraftToAdmin", &auth.Caller{UserID: voter, IsAdmin: true}, []uuid.UUID{draft}, []vote.Summary{{TargetID: draft}}},
			{"NothingAsked", nil, nil, nil},
		} {
			t.Run(c.name, func(t *testing.T) {
				got, err := b.service.Summaries(t.Context(), c.caller, "project", c.ids)
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(c.want, got); diff != "" {
					t.Errorf("summaries (-want +got):\n%s", diff)
				}
			})
		}
	})
}

func TestRemoveOf(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		b := newBoard(t, db)
		fan, critic := b.member("fan"), b.member("critic")
		b.cast(fan, vote.Up)
		b.cast(critic, vote.Down)
		b.write(func(ctx context.Context, tx *ent.Client) error {
			return vote.RemoveOf(ctx, db, tx, project.Votable, b.project, vote.Everybody)
		})
		for _, u := range db.Client().User.Query().Order(user.ByUsername()).AllX(t.Context()) {
			if u.VotesGiven != 0 || u.UpvotesReceived != 0 || u.DownvotesReceived != 0 || u.Reputation != 0 {
				t.Errorf("%s keeps %d given, %d up, %d down, reputation %d", u.Username, u.VotesGiven, u.UpvotesReceived, u.DownvotesReceived, u.Reputation)
			}
		}
		if n := db.Client().Vote.Query().CountX(t.Context()); n != 0 {
			t.Errorf("%d votes are left", n)
		}
	})
}

func TestRank(t *testing.T) {
	day := 24 * time.Hour
	for _, c := range []struct {
		name         string
		above, under float64
	}{
		{"TenfoldAgreedScoreIsWorthLessThanTwoDaysOfAge", vote.Rank(10, 0, published.Add(3*day)), vote.Rank(100, 0, published)},
		{"MoreVotesFirst", vote.Rank(10, 0, published), vote.Rank(9, 0, published)},
		{"AgreedBeforeDisputed", vote.Rank(10, 0, published), vote.Rank(20, 10, published)},
		{"UnvotedBeforeRefused", vote.Rank(0, 0, published), vote.Rank(0, 5, published)},
		{"NewerFirst", vote.Rank(0, 0, published.Add(day)), vote.Rank(0, 0, published)},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.above <= c.under {
				t.Errorf("%v is not above %v", c.above, c.under)
			}
		})
	}
	// 3 up, 1 down: s = 2, Wilson bound of 3/4 at z = 1.2816 is 0.4365…
	got := vote.Rank(3, 1, time.Unix(172800, 0))
	z := 1.2816
	wilson := (0.75 + z*z/8 - z*math.Sqrt((0.75*0.25+z*z/16)/4)) / (1 + z*z/4)
	if want := 1 + math.Log10(3)*wilson; math.Abs(got-want) > 1e-9 {
		t.Errorf("rank %v, want %v", got, want)
	}
}

func TestRankIsTheSameInSQL(t *testing.T) {
	db := storetest.Open(t, storetest.PostgresURL(t))
	for _, c := range [][2]int{{0, 0}, {1, 0}, {0, 1}, {3, 1}, {1, 3}, {7, 7}, {100, 50}, {12345, 678}, {678, 12345}, {1_000_000, 0}} {
		at := published.Add(time.Duration(c[0])*time.Second + 123*time.Millisecond)
		var got float64
		query := "SELECT " + vote.RankSQL("$1::bigint", "$2::bigint", "$3::timestamptz")
		if err := db.Reader().QueryRowContext(t.Context(), query, c[0], c[1], at).Scan(&got); err != nil {
			t.Fatal(err)
		}
		// 1e-11 is the distance of two neighbours at this size, a few times over.
		if want := vote.Rank(c[0], c[1], at); math.Abs(got-want) > 1e-11 {
			t.Errorf("%d up, %d down: %.17g in SQL, %.17g in Go", c[0], c[1], got, want)
		}
	}
}
