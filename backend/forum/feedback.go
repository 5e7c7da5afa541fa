package forum

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/address"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/event"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/letters"
	"uvboard/backend/platform/paging"
	"uvboard/backend/platform/secrets"
	"uvboard/backend/platform/store"
	"uvboard/backend/project"
	"uvboard/ent"
	"uvboard/ent/forumchannel"
	"uvboard/ent/forumthread"
	entproject "uvboard/ent/project"
	"uvboard/ent/user"
)

// The feedback on a project is the replies of one thread of its channel. The thread is the owner's, who may not delete
// it: the replies are those of others.

// FeedbackIntro is the content of feedback threads.
const FeedbackIntro = "What people who tried this project say: what works, what broke, and what they would change."

// FeedbackSort is an order of feedback.
type FeedbackSort int

// The orders.
const (
	FeedbackUseful FeedbackSort = iota // useful reviews first, then by votes, then newest
	FeedbackNewest
)

// feedbackPosition is the position of a reply in ListFeedback.
type feedbackPosition struct {
	Useful int       `json:"u,omitempty"`
	Score  int       `json:"s,omitempty"`
	ID     uuid.UUID `json:"i"`
}

// ListFeedback returns feedback on a project, placeholders as in ListPosts included. Faults: not found for a project
// that the caller, nil for a visitor, does not see; invalid for the token of another list.
func (s *Service) ListFeedback(ctx context.Context, caller *auth.Caller, projectID uuid.UUID, sort FeedbackSort,
	size int, token string) (posts []*ent.ForumPost, next string, err error) {
	list := paging.ListName("feedback", projectID.String(), strconv.Itoa(int(sort)))
	at, err := paging.Parse[feedbackPosition](list, token)
	if err != nil {
		return nil, "", err
	}
	p, err := s.projectOf(ctx, s.db.Client(), caller, projectID)
	if err != nil {
		return nil, "", err
	}
	threadID, err := feedbackThread(ctx, s.db.Client(), p.ID)
	if err != nil || threadID == uuid.Nil {
		return nil, "", err
	}
	where, args := repliesOf(caller, threadID)
	order := "p.id DESC"
	const useful, score = "CASE WHEN r.is_useful THEN 1 ELSE 0 END", "(p.eligible_upvotes - p.eligible_downvotes)"
	n := len(args)
	switch {
	case sort == FeedbackNewest && at != nil:
		where, args = where+" AND p.id < $"+strconv.Itoa(n+1), append(args, at.ID)
	case sort == FeedbackUseful:
		order = useful + " DESC, " + score + " DESC, " + order
		if at != nil {
			where += fmt.Sprintf(" AND ("+useful+", "+score+", p.id) < ($%d, $%d, $%d)", n+1, n+2, n+3)
			args = append(args, at.Useful, at.Score, at.ID)
		}
	}
	posts, err = readPosts(ctx, s.db, where+" ORDER BY "+order+" LIMIT "+strconv.Itoa(size+1), args...)
	if err != nil {
		return nil, "", fmt.Errorf("list feedback: %w", err)
	}
	// Before it is concealed, so that the position is the one that the order has.
	posts, next, err = paging.Cut(list, posts, size, func(last *ent.ForumPost) feedbackPosition {
		at := feedbackPosition{Score: last.EligibleUpvotes - last.EligibleDownvotes, ID: last.ID}
		if r := last.Edges.Review; r != nil && r.IsUseful != nil && *r.IsUseful {
			at.Useful = 1
		}
		return at
	})
	for _, p := range posts {
		conceal(caller, p)
	}
	return posts, next, err
}

// Post returns a reply that the caller may see. Fault: not found.
func (s *Service) Post(ctx context.Context, caller *auth.Caller, id uuid.UUID) (*ent.ForumPost, error) {
	threadID, err := threadOf(ctx, s.db.Client(), id)
	if err != nil {
		return nil, err
	}
	where, args := repliesOf(caller, threadID)
	posts, err := readPosts(ctx, s.db, where+" AND p.id = $"+strconv.Itoa(len(args)+1), append(args, id)...)
	if err != nil {
		return nil, fmt.Errorf("get reply: %w", err)
	}
	if len(posts) == 0 {
		return nil, errNoPost()
	}
	conceal(caller, posts[0])
	return posts[0], nil
}

// NewFeedback is feedback to give. The rules of the proto have been checked.
type NewFeedback struct {
	ProjectID uuid.UUID
	ParentID  *uuid.UUID // the reply that it answers; nil for none
	Content   string
	Texts     []secrets.Text // checked for keys; nil for Content
	// InTx, if not nil, runs in the transaction when the reply is stored and the project is locked. No user is locked
	// yet, unless this feedback makes the thread: then its author and the owner of the project are.
	InTx func(ctx context.Context, tx *ent.Client, project *ent.Project, p *ent.ForumPost) error
}

// CreateFeedback replies in the feedback thread of a public project, which it makes if need be, in the channel, which
// it makes too. Faults: not found for the project, or for the reply that it answers; blocked for a draft of the caller,
// and where the thread is locked or hidden; invalid.
func (s *Service) CreateFeedback(ctx context.Context, caller *auth.Caller, in NewFeedback) (*ent.ForumPost, error) {
	text, rendered, err := s.render(ctx, in.Content)
	if err != nil {
		return nil, err
	}
	var p *ent.ForumPost
	give := func(ctx context.Context, tx *ent.Client) error {
		of, err := s.projectOf(ctx, tx, caller, in.ProjectID)
		if err != nil {
			return err
		}
		if !of.IsPublic {
			return fault.Precondition("PROJECT_NOT_PUBLIC", "Nobody else sees this project. Publish it first.")
		}
		threadID, err := feedbackThread(ctx, tx, of.ID)
		if err == nil && threadID == uuid.Nil {
			threadID, err = s.makeFeedbackThread(ctx, tx, caller, of)
		}
		if err != nil {
			return err
		}
		t, err := s.lockForReply(ctx, tx, threadID)
		switch {
		case fault.IsNotFound(err):
			return fault.Blocked("FEEDBACK_HIDDEN", "A moderator has hidden the feedback on this project.")
		case err != nil:
			return err
		}
		p = s.newPost(caller, threadID, in.ParentID, text, rendered)
		texts := in.Texts
		if texts == nil {
			texts = secrets.Texts("content", p.Content)
		}
		var stored func(context.Context) error
		if in.InTx != nil {
			stored = func(ctx context.Context) error { return in.InTx(ctx, tx, of, p) }
		}
		return s.reply(ctx, tx, caller, t, p, rendered, texts, stored)
	}
	err = s.db.Write(ctx, give)
	if ent.IsConstraintError(err) { // another channel got the name first
		err = s.db.Write(ctx, give)
	}
	if err != nil {
		return nil, fmt.Errorf("give feedback: %w", err)
	}
	return p, nil
}

// projectOf returns a project that the caller may see. Fault: not found.
func (s *Service) projectOf(ctx context.Context, client *ent.Client, caller *auth.Caller,
	id uuid.UUID) (*ent.Project, error) {
	p, err := client.Project.Query().Where(entproject.ID(id), entproject.DeletedAtIsNil()).
		Select(entproject.FieldUserID, entproject.FieldTitle, entproject.FieldIsPublic,
			entproject.FieldPublishOnRestore).Only(ctx)
	switch {
	case ent.IsNotFound(err) || err == nil && !project.MaySee(caller, p):
		return nil, errNoProject()
	case err != nil:
		return nil, fmt.Errorf("project of feedback: %w", err)
	}
	return p, nil
}

// feedbackThread returns the id of the feedback thread of a project, also of a hidden one, uuid.Nil if there is none.
func feedbackThread(ctx context.Context, client *ent.Client, projectID uuid.UUID) (uuid.UUID, error) {
	ids, err := client.ForumThread.Query().Where(forumthread.IsFeedback(true), forumthread.DeletedAtIsNil(),
		forumthread.HasChannelWith(forumchannel.ProjectID(projectID), forumchannel.DeletedAtIsNil())).Limit(1).IDs(ctx)
	if err != nil {
		return uuid.Nil, fmt.Errorf("feedback thread of a project: %w", err)
	}
	if len(ids) == 0 {
		return uuid.Nil, nil
	}
	return ids[0], nil
}

// makeFeedbackThread makes the feedback thread of a project, and its channel if it has none. It first locks the
// project, so that one is made.
func (s *Service) makeFeedbackThread(ctx context.Context, tx *ent.Client, caller *auth.Caller,
	of *ent.Project) (uuid.UUID, error) {
	if err := s.bind(ctx, tx, caller, of.ID); err != nil {
		return uuid.Nil, err
	}
	if made, err := feedbackThread(ctx, tx, of.ID); err != nil || made != uuid.Nil {
		return made, err
	}
	channelID, err := tx.ForumChannel.Query().Where(forumchannel.ProjectID(of.ID), forumchannel.DeletedAtIsNil()).
		OnlyID(ctx)
	if ent.IsNotFound(err) {
		channelID, err = s.channelNamed(ctx, tx, caller, of)
	}
	if err != nil {
		return uuid.Nil, fmt.Errorf("channel of feedback: %w", err)
	}
	c, err := s.lockChannel(ctx, tx, channelID)
	if err != nil {
		return uuid.Nil, err
	}
	text, rendered, err := s.render(ctx, FeedbackIntro)
	if err != nil {
		return uuid.Nil, err
	}
	now := s.now()
	t := &ent.ForumThread{
		ID: store.NewID(now), ChannelID: c.ID, UserID: of.UserID, Title: "Feedback on " + of.Title, CreatedAt: now,
		LastActivityAt: now, IsVisible: true, IsFeedback: true, Short: address.NewShort(),
	}
	t.Edges.Channel = c
	Write(t, text, rendered.HTML)
	err = tx.ForumThread.Create().SetID(t.ID).SetShort(t.Short).SetChannelID(c.ID).SetUserID(t.UserID).
		SetIsFeedback(true).
		SetCreatedAt(now).SetUpdatedAt(now).SetLastActivityAt(now).SetTitle(t.Title).SetContent(t.Content).
		SetContentVersion(t.ContentVersion).SetContentHTML(t.ContentHTML).SetExcerpt(t.Excerpt).Exec(ctx)
	if err != nil {
		return uuid.Nil, fmt.Errorf("make a feedback thread: %w", err)
	}
	if err := s.db.Emit(ctx, tx, threadEvent(event.Published, caller, t, c.ID)); err != nil {
		return uuid.Nil, err
	}
	// The owner and the caller, whom the reply counts for, in the order of ids.
	if _, err := tx.User.Query().Where(user.IDIn(of.UserID, caller.UserID), s.db.ForUpdate).Order(user.ByID()).
		IDs(ctx); err != nil {
		return uuid.Nil, fmt.Errorf("lock users: %w", err)
	}
	return t.ID, s.countThread(ctx, tx, t, time.Time{})
}

// channelNamed makes a channel of a project with its title as the name. If the name is taken, a number follows it, or
// the id of the project.
func (s *Service) channelNamed(ctx context.Context, tx *ent.Client, caller *auth.Caller,
	of *ent.Project) (uuid.UUID, error) {
	name := of.Title
	if ChannelKey(name) == "" {
		name = "Project"
	}
	for n := 2; ; n++ {
		taken, err := tx.ForumChannel.Query().Where(forumchannel.NameKey(ChannelKey(name))).Exist(ctx)
		if err != nil {
			return uuid.Nil, err
		}
		if !taken {
			break
		}
		suffix := strconv.Itoa(n)
		if n > 9 {
			suffix = of.ID.String()
		}
		name = letters.Cut(of.Title, 40) + " " + suffix
	}
	now := s.now()
	c := tx.ForumChannel.Create().SetID(store.NewID(now)).SetCreatedAt(now).SetUpdatedAt(now).SetUserID(of.UserID).
		SetName(name).SetNameKey(ChannelKey(name)).SetDescription("").SetProjectID(of.ID)
	made, err := c.Save(ctx)
	if err != nil {
		return uuid.Nil, err
	}
	if err := s.db.Emit(ctx, tx, channelEvent(event.Published, caller, made.ID)); err != nil {
		return uuid.Nil, err
	}
	return made.ID, countForum(ctx, tx, 1, 0, 0)
}
