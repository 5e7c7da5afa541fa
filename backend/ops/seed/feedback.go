package seed

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"go.yaml.in/yaml/v3"

	"uvboard/backend/feedback"
	"uvboard/backend/forum"
	"uvboard/backend/platform/address"
	"uvboard/backend/platform/bulk"
	"uvboard/backend/platform/markdown"
	"uvboard/backend/platform/search"
	"uvboard/backend/stats"
	"uvboard/ent"
	"uvboard/ent/feedbackrequest"
	"uvboard/ent/forumpost"
	"uvboard/ent/forumthread"
	entreview "uvboard/ent/review"
)

//go:embed feedback.yaml
var feedbackYAML []byte

// none is an empty list.
var none = json.RawMessage("[]")

type reviewDemo struct{ Reach, First, Tried, Broke, Suggestion string }

var reviewTexts = sync.OnceValue(func() (all []reviewDemo) {
	if err := yaml.Unmarshal(feedbackYAML, &all); err != nil {
		panic("feedback.yaml: " + err.Error())
	}
	return all
})

const (
	waitsFor    = 30 * day // a project without an answer that is younger waits for a review
	undecided   = 7 * day  // a younger review may have no word of the maker
	requestRows = 5000
)

// addFeedback adds reviews of projects that have a channel, in their feedback threads, and lets young projects that
// have none wait for one. The threads come on top of those that were asked for.
func (s *seeder) addFeedback(ctx context.Context, l *bulk.Loader) error {
	received, useful := map[int]int{}, map[int]int{} // by user
	texts := reviewTexts()
	for n, i := range slices.Sorted(maps.Keys(s.plan.forum.ofProject)) {
		count := min(1+n%2, len(texts))
		if count == 0 {
			break
		}
		if err := s.addReviews(ctx, l, i, texts[:count], received, useful); err != nil {
			return err
		}
		texts = texts[count:]
	}
	rows := bulk.Rows{Table: feedbackrequest.Table, Columns: []string{
		feedbackrequest.FieldID, feedbackrequest.FieldProjectID, feedbackrequest.FieldUserID,
		feedbackrequest.FieldQuestions, feedbackrequest.FieldRequestedAt, feedbackrequest.FieldIsOwed,
	}}
	waiting := map[int]int{} // by user
	for i := range s.plan.Projects {
		at, owner := s.plan.created(i), s.plan.owner(i)
		if _, talks := s.plan.forum.ofProject[i]; talks || s.plan.isDraft(i) || s.plan.now.Sub(at) > waitsFor {
			continue
		}
		isOwed := waiting[owner] < useful[owner]+1-received[owner]
		waiting[owner]++
		rows.Values = append(rows.Values, []any{newID(at, s.plan.random(aboutFeedback, 1<<40+i)), s.projectID(i),
			s.userIDs[owner], none, at, isOwed})
		if len(rows.Values) == requestRows {
			if err := l.Add(ctx, rows); err != nil {
				return err
			}
			rows.Values = nil
		}
	}
	if err := l.Add(ctx, rows); err != nil {
		return err
	}
	if _, err := l.Client.ExecContext(ctx, `UPDATE projects SET first_answer_at = (SELECT MIN(p.created_at)
FROM forum_channels c JOIN forum_threads t ON t.channel_id = c.id JOIN forum_posts p ON p.thread_id = t.id
WHERE c.project_id = projects.id AND p.user_id <> projects.user_id) WHERE comment_count > 0`); err != nil {
		return fmt.Errorf("first answers: %w", err)
	}
	return nil
}

// addReviews adds the feedback thread of a project with these reviews.
func (s *seeder) addReviews(ctx context.Context, l *bulk.Loader, i int, texts []reviewDemo,
	received, useful map[int]int) error {
	random, owner := s.plan.random(aboutFeedback, i), s.plan.owner(i)
	channel := s.plan.forum.ofProject[i]
	opened := s.plan.forum.channels[channel].at.Add(time.Hour)
	moments := s.plan.moments(random, opened, len(texts))
	title, id := s.projectName(i), s.projectID(i)
	t := &ent.ForumThread{ID: newID(opened, random), ChannelID: s.channelIDs[channel], UserID: s.userIDs[owner],
		Title: "Feedback on " + title, CreatedAt: opened}
	forum.Write(t, forum.FeedbackIntro, markdown.HTML(forum.FeedbackIntro))
	docs := []search.Doc{forum.ThreadDoc(t, s.ownerNames(owner))}
	threads := bulk.Rows{Table: forumthread.Table, Columns: []string{
		forumthread.FieldID, forumthread.FieldCreatedAt, forumthread.FieldUpdatedAt, forumthread.FieldChannelID,
		forumthread.FieldUserID, forumthread.FieldTitle, forumthread.FieldIsFeedback, forumthread.FieldLastActivityAt,
		forumthread.FieldReplyCount, forumthread.FieldExcerpt, forumthread.FieldContent,
		forumthread.FieldContentVersion, forumthread.FieldContentHTML, forumthread.FieldShort,
	}, Values: [][]any{{t.ID, opened, opened, t.ChannelID, t.UserID, t.Title, true, moments[len(texts)-1], len(texts),
		t.Excerpt, t.Content, t.ContentVersion, t.ContentHTML, address.OldShort(t.ID)}}}
	posts := bulk.Rows{Table: forumpost.Table, Columns: []string{
		forumpost.FieldID, forumpost.FieldCreatedAt, forumpost.FieldUpdatedAt, forumpost.FieldThreadID,
		forumpost.FieldUserID, forumpost.FieldContent, forumpost.FieldContentVersion, forumpost.FieldContentHTML,
	}}
	reviews := bulk.Rows{Table: entreview.Table, Columns: []string{
		entreview.FieldID, entreview.FieldProjectID, entreview.FieldMakerID, entreview.FieldUserID,
		entreview.FieldAssignedAt, entreview.FieldWrittenAt, entreview.FieldPostID, entreview.FieldIsUseful,
		entreview.FieldQuestions, entreview.FieldAnswers, entreview.FieldReach, entreview.FieldFirstImpression,
		entreview.FieldTried, entreview.FieldBroke, entreview.FieldSuggestion,
	}}
	seen := []int{owner}
	for n, text := range texts {
		at := moments[n]
		by := random.IntN(s.plan.joinedBy(at))
		for slices.Contains(seen, by) {
			by = (by + 1) % s.plan.Users
		}
		seen = append(seen, by)
		written := feedback.Texts{Reach: text.Reach,
			FirstImpression: strings.ReplaceAll(text.First, "{product}", title),
			Tried:           text.Tried, Broke: text.Broke, Suggestion: text.Suggestion}
		p := &ent.ForumPost{ID: newID(at, random), CreatedAt: at, ThreadID: t.ID, UserID: &s.userIDs[by]}
		content := written.Markdown(nil)
		forum.WritePost(p, content, markdown.HTML(content))
		docs = append(docs, forum.PostDoc(p, t.ChannelID, s.ownerNames(by)))
		posts.Values = append(posts.Values, []any{p.ID, at, at, t.ID, s.userIDs[by], p.Content, p.ContentVersion,
			p.ContentHTML})
		var word *bool
		if s.plan.now.Sub(at) > undecided || n == 0 {
			word = new(true)
			useful[by]++
		}
		received[owner]++
		reviews.Values = append(reviews.Values, []any{newID(at.Add(-time.Hour), random), id, s.userIDs[owner],
			s.userIDs[by], at.Add(-time.Hour), at, p.ID, word, none, none, text.Reach,
			written.FirstImpression, text.Tried, text.Broke, text.Suggestion})
		if err := s.exec(ctx, l, "UPDATE users SET forum_post_count = forum_post_count + 1 WHERE id = $1",
			s.userIDs[by]); err != nil {
			return err
		}
	}
	slices.SortFunc(docs, func(a, b search.Doc) int { return slices.Compare(a.RefID[:], b.RefID[:]) })
	if err := l.Add(ctx, threads, posts, reviews, search.Rows(docs...)); err != nil {
		return err
	}
	for _, update := range []struct {
		sql  string
		args []any
	}{
		{"UPDATE users SET forum_thread_count = forum_thread_count + 1 WHERE id = $1", []any{t.UserID}},
		{"UPDATE forum_channels SET thread_count = thread_count + 1, post_count = post_count + $2 WHERE id = $1",
			[]any{t.ChannelID, len(texts)}},
		{"UPDATE projects SET comment_count = comment_count + $2, feedback_count = $2, feedback_thread_id = $3 WHERE id = $1",
			[]any{id, len(texts), t.ID}},
	} {
		if err := s.exec(ctx, l, update.sql, update.args...); err != nil {
			return err
		}
	}
	if err := stats.Add(ctx, l.Client, stats.ForumThreads, 1); err != nil {
		return err
	}
	return stats.Add(ctx, l.Client, stats.ForumPosts, len(texts))
}

func (s *seeder) exec(ctx context.Context, l *bulk.Loader, statement string, args ...any) error {
	if _, err := l.Client.ExecContext(ctx, statement, args...); err != nil {
		return fmt.Errorf("feedback: %w", err)
	}
	return nil
}
