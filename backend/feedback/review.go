package feedback

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"
	"github.com/hbollon/go-edlib"

	"uvboard/backend/forum"
	"uvboard/backend/moderation"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/event"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/secrets"
	"uvboard/backend/project"
	"uvboard/ent"
	"uvboard/ent/feedbackrequest"
	"uvboard/ent/forumpost"
	"uvboard/ent/forumthread"
	"uvboard/ent/predicate"
	"uvboard/ent/review"
)

// Texts are the parts of a review as its author writes them. Each may be empty.
type Texts struct {
	Reach                                     string // as in REST, such as used
	FirstImpression, Tried, Broke, Suggestion string
	Answers                                   []string // to the questions, in their order
}

const minLetters = 200 // of all parts together

func (in Texts) clean() Texts {
	in.FirstImpression, in.Tried, in.Broke, in.Suggestion = clean(in.FirstImpression), clean(in.Tried), clean(in.Broke),
		clean(in.Suggestion)
	answers := make([]string, len(in.Answers))
	for i, a := range in.Answers {
		answers[i] = clean(a)
	}
	in.Answers = answers
	return in
}

func (in Texts) all() []string {
	return append([]string{in.FirstImpression, in.Tried, in.Broke, in.Suggestion}, in.Answers...)
}

// reaches are the first lines of reviews, by how far the reviewer got.
var reaches = map[string]string{
	"opened": "I opened it and looked around.", "used": "I used it.", "could_not": "I could not open or use it.",
}

// Markdown returns the review as a text for search, mails and programs that know no reviews.
func (in Texts) Markdown(questions []string) string {
	parts := []string{reaches[in.Reach]}
	add := func(heading, text string) {
		if text != "" {
			parts = append(parts, "**"+heading+"**", text)
		}
	}
	add("First impression", in.FirstImpression)
	add("What I tried", in.Tried)
	add("What broke", in.Broke)
	add("One suggestion", in.Suggestion)
	for i, answer := range in.Answers {
		add(questions[i], answer)
	}
	return strings.Join(parts, "\n\n")
}

// Write writes an assigned review, which becomes a reply of the project's feedback thread, and ends the request. What
// looks like abuse is reported to the moderators. Faults: not found unless the assignment is open; invalid; those of
// forum.CreateFeedback.
func (s *Service) Write(ctx context.Context, caller *auth.Caller, id uuid.UUID, in Texts) (*ent.ForumPost, error) {
	now := s.now()
	r, err := s.db.Client().Review.Query().Where(review.ID(id), review.UserID(caller.UserID), isOpen(now),
		review.ProjectIDNotNil()).Only(ctx)
	if ent.IsNotFound(err) {
		return nil, errNoReview()
	}
	if err != nil {
		return nil, fmt.Errorf("assigned review: %w", err)
	}
	in = in.clean()
	switch letters := utf8.RuneCountInString(strings.Join(in.all(), "")); {
	case len(in.Answers) > len(r.Questions):
		return nil, fault.Invalid("answers", "There are more answers than questions")
	case letters < minLetters: // without the invisible ones that the rule of the proto counts
		return nil, fault.Invalid("firstImpression", "A review must have at least 200 characters in all")
	}
	suspicions, err := s.suspicions(ctx, r, in, now)
	if err != nil {
		return nil, err
	}
	texts := secrets.Texts("firstImpression", in.FirstImpression, "tried", in.Tried, "broke", in.Broke, "suggestion",
		in.Suggestion)
	p, err := s.forum.CreateFeedback(ctx, caller, forum.NewFeedback{
		ProjectID: *r.ProjectID, Content: in.Markdown(r.Questions),
		Texts: append(texts, secrets.List("answers", in.Answers)...),
		InTx: func(ctx context.Context, tx *ent.Client, _ *ent.Project, p *ent.ForumPost) error {
			if err := s.write(ctx, tx, r, in, p); err != nil {
				return err
			}
			item := event.Item{Type: forum.PostKind, ID: p.ID}
			for _, found := range suspicions {
				if err := moderation.ReportByBoard(ctx, tx, item, found.reason, found.details, now); err != nil {
					return err
				}
			}
			return nil
		},
	})
	if err != nil {
		return nil, fmt.Errorf("write a review: %w", err)
	}
	return s.forum.Post(ctx, caller, p.ID)
}

// write stores the parts of a review with its reply, ends the request and settles.
func (s *Service) write(ctx context.Context, tx *ent.Client, r *ent.Review, in Texts, p *ent.ForumPost) error {
	again, err := tx.Review.Query().Where(review.UserID(r.UserID), review.MakerID(r.MakerID),
		review.WrittenAtGT(p.CreatedAt.Add(-pairPause))).Exist(ctx)
	if err != nil {
		return err
	}
	n, err := tx.Review.Update().Where(review.ID(r.ID), isOpen(p.CreatedAt)).SetWrittenAt(p.CreatedAt).SetPostID(p.ID).
		SetIsCounted(!again).SetReach(in.Reach).SetFirstImpression(in.FirstImpression).SetTried(in.Tried).
		SetBroke(in.Broke).SetSuggestion(in.Suggestion).SetAnswers(in.Answers).Save(ctx)
	if err != nil {
		return err
	}
	if n == 0 { // another call has written or skipped it
		return errNoReview()
	}
	if _, err := tx.FeedbackRequest.Delete().Where(feedbackrequest.ProjectID(*r.ProjectID)).Exec(ctx); err != nil {
		return err
	}
	return s.settle(ctx, tx, r.UserID, r.MakerID)
}

// suspicion is why the board reports a review.
type suspicion struct{ reason, details string }

const maxCompared = 6000 // letters of a review that are compared with others

// suspicions returns what about a new review looks like abuse.
func (s *Service) suspicions(ctx context.Context, r *ent.Review, in Texts,
	now time.Time) (found []suspicion, err error) {
	if took := now.Sub(r.AssignedAt); took < tooSoon {
		found = append(found, suspicion{"spam",
			fmt.Sprintf("this review was written %.0f seconds after its author got the project.", took.Seconds())})
	}
	client := s.db.Client()
	last, err := client.Review.Query().Where(review.UserID(r.UserID), review.WrittenAtNotNil()).
		Order(review.ByID(newestFirst)).Limit(alikeOf).All(ctx)
	if err != nil {
		return nil, fmt.Errorf("earlier reviews: %w", err)
	}
	text, most := joined(in), float32(0)
	for _, other := range last {
		most = max(most, edlib.SorensenDiceCoefficient(text, joined(Texts{FirstImpression: other.FirstImpression,
			Tried: other.Tried, Broke: other.Broke, Suggestion: other.Suggestion, Answers: other.Answers}), 3))
	}
	if most >= alike {
		found = append(found, suspicion{"spam",
			fmt.Sprintf("this review is %.0f%% like an earlier one of its author.", 100*most)})
	}
	since := review.WrittenAtGT(now.Add(-ringTime))
	given, err := client.Review.Query().Where(review.UserID(r.UserID), review.MakerID(r.MakerID), since).Count(ctx)
	if err != nil || given+1 < ringSize {
		return found, err
	}
	got, err := client.Review.Query().Where(review.UserID(r.MakerID), review.MakerID(r.UserID), since).Count(ctx)
	if got >= ringSize {
		found = append(found, suspicion{"abuse",
			"its author and the maker of the project have written each other several reviews within 30 days."})
	}
	return found, err
}

// joined returns the texts of a review to compare.
func joined(in Texts) string {
	runes := []rune(strings.ToLower(strings.Join(in.all(), "\n")))
	return string(runes[:min(len(runes), maxCompared)])
}

// SetUseful stores the maker's word on a review, by its id or that of its reply. Faults: not found; denied unless the
// caller is the maker.
func (s *Service) SetUseful(ctx context.Context, caller *auth.Caller, id uuid.UUID,
	useful bool) (*ent.ForumPost, error) {
	r, err := s.db.Client().Review.Query().Where(review.Or(review.ID(id), review.PostID(id)), review.PostIDNotNil()).
		Only(ctx)
	if ent.IsNotFound(err) {
		return nil, errReviewGone()
	}
	if err != nil {
		return nil, fmt.Errorf("get a review: %w", err)
	}
	p, err := s.forum.Post(ctx, caller, *r.PostID)
	switch {
	case fault.IsNotFound(err):
		return nil, errReviewGone()
	case err != nil:
		return nil, err
	case r.MakerID != caller.UserID:
		return nil, fault.Denied("NOT_PROJECT_OWNER", "Only the maker of the project says whether a review is useful")
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		update := tx.Review.Update().Where(review.ID(r.ID)).SetIsUseful(useful)
		vouched := r.UserID
		if useful { // also after a week of silence; the recount of the maker endorses it
			update.Where(review.IsEndorsedIsNil()).SetIsEndorsed(false)
			vouched = r.MakerID
		} else {
			update.Where(review.Or(review.IsUsefulIsNil(), review.IsUseful(true))).ClearIsEndorsed()
		}
		n, err := update.Save(ctx)
		if err != nil || n == 0 { // the same as before, or deleted meanwhile
			return err
		}
		e := event.Event{Kind: event.Changed, Item: event.Item{Type: forum.PostKind, ID: p.ID}, Actor: caller.UserID,
			Parent: event.Item{Type: forum.ThreadKind, ID: p.ThreadID}, Public: true,
			In: []event.Item{{Type: forum.ThreadKind, ID: p.ThreadID}}}
		if r.ProjectID != nil {
			e.In = append(e.In, event.Item{Type: project.Kind, ID: *r.ProjectID})
		}
		if err := s.db.Emit(ctx, tx, e); err != nil {
			return err
		}
		if err := s.settle(ctx, tx, r.UserID); err != nil {
			return err
		}
		return s.db.Emit(ctx, tx, event.VouchedFor(vouched))
	})
	if err != nil {
		return nil, fmt.Errorf("judge a review: %w", err)
	}
	return s.forum.Post(ctx, caller, p.ID)
}

func errReviewGone() error { return fault.NotFound("REVIEW_NOT_FOUND", "Review not found") }

const batchSize = 20 // reviews of a transaction

// takeSilence makes reviews useful whose makers have said nothing for a week.
func (s *Service) takeSilence(ctx context.Context) error {
	for {
		n := 0
		err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
			old, err := tx.Review.Query().Where(review.WrittenAtLTE(s.now().Add(-silence)), review.IsUsefulIsNil()).
				Order(review.ByWrittenAt()).Limit(batchSize).Select(review.FieldUserID).All(ctx)
			if n = len(old); err != nil || n == 0 {
				return err
			}
			ids, reviewers := make([]uuid.UUID, n), make([]uuid.UUID, n)
			for i, r := range old {
				ids[i], reviewers[i] = r.ID, r.UserID
			}
			// Not those that their maker has just decided.
			if err := tx.Review.Update().Where(review.IDIn(ids...), review.IsUsefulIsNil()).SetIsUseful(true).
				Exec(ctx); err != nil {
				return err
			}
			slices.SortFunc(reviewers, func(a, b uuid.UUID) int { return slices.Compare(a[:], b[:]) })
			return s.settle(ctx, tx, slices.Compact(reviewers)...)
		})
		if err != nil {
			return fmt.Errorf("take silence as useful: %w", err)
		}
		if n < batchSize {
			return nil
		}
	}
}

// onForum deletes the reviews whose replies are being deleted, so that they no longer count.
func (s *Service) onForum(ctx context.Context, tx *ent.Client, e event.Event) error {
	if e.Kind != event.Deleted {
		return nil
	}
	var of predicate.Review
	switch e.Item.Type {
	case forum.PostKind:
		of = review.PostID(e.Item.ID)
	case forum.ThreadKind:
		of = repliesIn(forumthread.ID(e.Item.ID))
	case forum.ChannelKind:
		of = repliesIn(forumthread.ChannelID(e.Item.ID), forumthread.IsFeedback(true))
	default:
		return nil
	}
	gone, err := tx.Review.Query().Where(of).Select(review.FieldUserID, review.FieldMakerID, review.FieldIsEndorsed).
		All(ctx)
	if err != nil {
		return fmt.Errorf("reviews of a deletion: %w", err)
	}
	if len(gone) == 0 {
		return nil
	}
	ids, concerned := make([]uuid.UUID, len(gone)), []uuid.UUID{}
	for i, r := range gone {
		ids[i], concerned = r.ID, append(concerned, r.UserID, r.MakerID)
	}
	slices.SortFunc(concerned, func(a, b uuid.UUID) int { return slices.Compare(a[:], b[:]) })
	if _, err := tx.Review.Delete().Where(review.IDIn(ids...)).Exec(ctx); err != nil {
		return fmt.Errorf("delete reviews: %w", err)
	}
	if err := s.settle(ctx, tx, slices.Compact(concerned)...); err != nil {
		return err
	}
	for _, r := range gone {
		if r.IsEndorsed == nil || !*r.IsEndorsed {
			continue
		}
		if err := s.db.Emit(ctx, tx, event.VouchedFor(r.UserID)); err != nil {
			return err
		}
	}
	return nil
}

// repliesIn matches reviews whose replies are in these threads.
func repliesIn(threads ...predicate.ForumThread) predicate.Review {
	return func(q *entsql.Selector) {
		t, p := entsql.Table(forumthread.Table), entsql.Table(forumpost.Table)
		found := entsql.Select(t.C(forumthread.FieldID)).From(t)
		for _, where := range threads {
			where(found)
		}
		q.Where(entsql.In(q.C(review.FieldPostID), entsql.Select(p.C(forumpost.FieldID)).From(p).
			Where(entsql.In(p.C(forumpost.FieldThreadID), found))))
	}
}
