package vote_test

import (
	"context"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"uvboard/backend/account"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/backend/project"
	"uvboard/backend/vote"
	"uvboard/ent"
	entproject "uvboard/ent/project"
	pb "uvboard/gen/uvboard/v1"
)

var (
	published = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	joined    = published.Add(-vote.MinAccountHours * time.Hour)
)

// board is a database with a user and one of their projects.
type board struct {
	t       *testing.T
	db      *store.DB
	service *vote.Service
	owner   uuid.UUID
	project uuid.UUID
}

func newBoard(t *testing.T, db *store.DB) *board {
	b := &board{t: t, db: db, service: vote.NewService(db, []domain.Votable{project.Votable},
		func() time.Time { return published.Add(time.Hour) })}
	b.owner = b.member("owner")
	b.project = b.show(b.owner, true)
	return b
}

func (b *board) write(fn func(ctx context.Context, tx *ent.Client) error) {
	b.t.Helper()
	if err := b.db.Write(b.t.Context(), fn); err != nil {
		b.t.Error(err)
	}
}

func (b *board) member(name string) (id uuid.UUID) {
	b.t.Helper()
	b.write(func(ctx context.Context, tx *ent.Client) error {
		u, err := account.NewUser(tx, name, name+"@example.com", "", joined).Save(ctx)
		if err == nil {
			id = u.ID
		}
		return err
	})
	return id
}

func (b *board) show(owner uuid.UUID, public bool) (id uuid.UUID) {
	b.t.Helper()
	b.write(func(ctx context.Context, tx *ent.Client) error {
		p, err := tx.Project.Create().SetUserID(owner).SetTitle("Two-Drum").SetTitleKey("two-drum").
			SetTagline("Any photo into a print").
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
	must.NoError(b.t, err)
	return sum
}

// counts are the counters of the project, its owner and a voter.
type counts struct{ Up, Down, Received, Against, Reputation, Given int }

func (b *board) wantCounts(voter uuid.UUID, want counts) {
	b.t.Helper()
	c, ctx := b.db.Client(), b.t.Context()
	p, o, v := c.Project.GetX(ctx, b.project), c.User.GetX(ctx, b.owner), c.User.GetX(ctx, voter)
	if diff := cmp.Diff(want, counts{p.Upvotes, p.Downvotes, o.UpvotesReceived, o.DownvotesReceived, o.Reputation,
		v.VotesGiven}); diff != "" {
		b.t.Errorf("counters (-want +got):\n%s", diff)
	}
	if want := vote.Rank(p.Upvotes, p.Downvotes, published); math.Abs(p.Rank-want) > 1e-9 {
		b.t.Errorf("rank %v, want %v", p.Rank, want)
	}
}

func wantKind(t *testing.T, err error, kind fault.Kind) {
	t.Helper()
	if f := fault.Of(err); f == nil || f.Kind != kind {
		t.Errorf("error %v, want a fault of kind %v", err, kind)
	}
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
			// spec: reputation.up, const2.reputation
			{"UpvoteGivesFive", vote.Up, counts{1, 0, 1, 0, 5, 1}},
			{"RepeatChangesNothing", vote.Up, counts{1, 0, 1, 0, 5, 1}},
			// spec: reputation.switch
			{"SwitchAppliesBothChanges", vote.Down, counts{0, 1, 0, 1, -2, 1}},
			// spec: reputation.down_removed
			{"RemovedDownvoteRestoresTwo", vote.None, counts{0, 0, 0, 0, 0, 0}},
			{"RemovingNothingChangesNothing", vote.None, counts{0, 0, 0, 0, 0, 0}},
			// spec: reputation.down, const2.reputation
			{"DownvoteTakesTwo", vote.Down, counts{0, 1, 0, 1, -2, 1}},
			{"SwitchBack", vote.Up, counts{1, 0, 1, 0, 5, 1}},
		} {
			t.Run(step.name, func(t *testing.T) {
				want := vote.Summary{TargetID: b.project, Upvotes: step.want.Up, Downvotes: step.want.Down,
					Own: step.value, IsEligible: step.value != vote.None}
				if diff := cmp.Diff(want, b.cast(voter, step.value)); diff != "" {
					t.Errorf("summary (-want +got):\n%s", diff)
				}
				b.wantCounts(voter, step.want)
			})
		}
	})
}

func TestCastFaults(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		b := newBoard(t, db)
		voter := b.member("voter")
		draft, deleted := b.show(b.owner, false), b.member("deleted")
		storetest.Exec(t, db, "UPDATE users SET deleted_at = created_at WHERE id = $1", deleted)
		for _, c := range []struct {
			name       string
			voter      uuid.UUID
			targetType string
			target     uuid.UUID
			want       fault.Kind
		}{
			// spec: reputation.own
			{"OwnItem", b.owner, "project", b.project, fault.KindDenied},
			{"UnknownItem", voter, "project", uuid.New(), fault.KindNotFound},
			{"Draft", voter, "project", draft, fault.KindNotFound},
			{"DeletedVoter", deleted, "project", b.project, fault.KindUnauthenticated},
			{"NoVoter", uuid.New(), "project", b.project, fault.KindUnauthenticated},
			{"UnknownType", voter, "users; DROP TABLE votes", b.project, fault.KindInvalid},
		} {
			t.Run(c.name, func(t *testing.T) {
				_, err := b.service.Cast(t.Context(), c.voter, c.targetType, c.target, vote.Up)
				wantKind(t, err, c.want)
			})
		}
		b.wantCounts(voter, counts{})
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
				wantKind(t, err, fault.KindNotFound)
				b.wantCounts(voter, counts{1, 0, 1, 0, 5, 1})
				if votes := db.Client().Vote.Query().AllX(t.Context()); len(votes) != 1 || votes[0].Value != vote.Up {
					t.Errorf("votes %v, want the upvote", votes)
				}
			})
		}
	})
}

// Clients keep votes by id and must find the canonical form in the response.
func TestResponseHasTheCanonicalID(t *testing.T) {
	b := newBoard(t, storetest.Open(t, storetest.SQLiteURL(t)))
	ctx := auth.WithCaller(t.Context(), &auth.Caller{UserID: b.member("voter")})
	response, err := vote.NewHandler(b.service).CastVote(ctx, &pb.CastVoteRequest{
		TargetId: strings.ToUpper(b.project.String()), TargetType: pb.TargetType_TARGET_TYPE_PROJECT,
		VoteType: pb.VoteType_VOTE_TYPE_UPVOTE,
	})
	if err != nil || response.Vote.TargetId != b.project.String() {
		t.Errorf("response %v, %v", response, err)
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
			// spec: guest.votes.seen
			{"VisitorHasNoVote", nil, []uuid.UUID{b.project}, []vote.Summary{{TargetID: b.project, Downvotes: 1}}},
			{"VoterSeesOwnVote", &auth.Caller{UserID: voter}, []uuid.UUID{b.project, uuid.New()},
				[]vote.Summary{{TargetID: b.project, Downvotes: 1, Own: vote.Down, IsEligible: true}}},
			{"HidesDraftFromStranger", &auth.Caller{UserID: voter}, []uuid.UUID{draft}, []vote.Summary{}},
			{"ShowsDraftToOwner", &auth.Caller{UserID: b.owner}, []uuid.UUID{draft}, []vote.Summary{{TargetID: draft}}},
			{"ShowsDraftToAdmin", &auth.Caller{UserID: voter, Role: auth.RoleAdmin}, []uuid.UUID{draft},
				[]vote.Summary{{TargetID: draft}}},
			{"KeepsTheOrder", &auth.Caller{UserID: b.owner}, []uuid.UUID{draft, b.project},
				[]vote.Summary{{TargetID: draft}, {TargetID: b.project, Downvotes: 1}}},
			{"NoIDs", nil, nil, nil},
		} {
			t.Run(c.name, func(t *testing.T) {
				got, err := b.service.Summaries(t.Context(), c.caller, "project", c.ids)
				must.NoError(t, err)
				if diff := cmp.Diff(c.want, got); diff != "" {
					t.Errorf("summaries (-want +got):\n%s", diff)
				}
			})
		}
	})
}
