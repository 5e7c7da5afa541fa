package seed

import (
	"context"
	"slices"
	"strings"

	"github.com/google/uuid"

	"uvboard/backend/forum"
	"uvboard/backend/platform/address"
	"uvboard/backend/platform/bulk"
	"uvboard/backend/platform/markdown"
	"uvboard/backend/platform/search"
	"uvboard/backend/stats"
	"uvboard/ent"
	"uvboard/ent/forumchannel"
	"uvboard/ent/forumpost"
	"uvboard/ent/forumthread"
)

func (s *seeder) addForum(ctx context.Context, l *bulk.Loader) error {
	plan := &s.plan.forum
	if len(plan.threads) == 0 {
		return nil
	}
	rows := bulk.Rows{Table: forumchannel.Table, Columns: []string{
		forumchannel.FieldID, forumchannel.FieldCreatedAt, forumchannel.FieldUpdatedAt, forumchannel.FieldUserID,
		forumchannel.FieldProjectID,
		forumchannel.FieldName, forumchannel.FieldNameKey, forumchannel.FieldDescription, forumchannel.FieldThreadCount,
		forumchannel.FieldPostCount,
	}}
	posts := 0
	for i, c := range plan.channels {
		name, about, creator, project := "", "", 0, (*uuid.UUID)(nil)
		if c.project < 0 {
			name, about = forumTexts().Rooms[i].Name, forumTexts().Rooms[i].About
		} else {
			p := s.compose(c.project).project
			name, creator, project = p.Title, s.plan.owner(c.project), &p.ID
			about = strings.ReplaceAll(forumTexts().Project.About, "{product}", name)
		}
		id := newID(c.at, s.plan.random(aboutChannelIDs, i))
		s.channelIDs = append(s.channelIDs, id)
		rows.Values = append(rows.Values, []any{
			id, c.at, c.at, s.userIDs[creator], project, name, forum.ChannelKey(name), about, c.threads, c.posts,
		})
		posts += c.posts
	}
	if err := l.Add(ctx, rows); err != nil {
		return err
	}
	if err := s.addAll(ctx, l, "threads", s.plan.Threads, threadBatch, s.composeThreads); err != nil {
		return err
	}
	for _, counter := range []struct {
		name string
		n    int
	}{{stats.Channels, len(plan.channels)}, {stats.ForumPosts, posts}, {stats.ForumThreads, s.plan.Threads}} {
		if err := stats.Add(ctx, l.Client, counter.name, counter.n); err != nil {
			return err
		}
	}
	return nil
}

func (s *seeder) composeThreads(ctx context.Context, from, to int) batch {
	threads := bulk.Rows{Table: forumthread.Table, Columns: []string{
		forumthread.FieldID, forumthread.FieldCreatedAt, forumthread.FieldUpdatedAt, forumthread.FieldChannelID,
		forumthread.FieldUserID,
		forumthread.FieldTitle, forumthread.FieldIsPinned, forumthread.FieldLastActivityAt, forumthread.FieldReplyCount,
		forumthread.FieldUpvotes, forumthread.FieldDownvotes, forumthread.FieldEligibleUpvotes,
		forumthread.FieldEligibleDownvotes,
		forumthread.FieldExcerpt, forumthread.FieldContent, forumthread.FieldContentVersion,
		forumthread.FieldContentHTML, forumthread.FieldShort,
	}}
	posts := bulk.Rows{Table: forumpost.Table, Columns: []string{
		forumpost.FieldID, forumpost.FieldCreatedAt, forumpost.FieldUpdatedAt, forumpost.FieldThreadID,
		forumpost.FieldParentID, forumpost.FieldUserID,
		forumpost.FieldAnswerCount, forumpost.FieldUpvotes, forumpost.FieldDownvotes, forumpost.FieldEligibleUpvotes,
		forumpost.FieldEligibleDownvotes, forumpost.FieldContent,
		forumpost.FieldContentVersion, forumpost.FieldContentHTML,
	}}
	votes := voteRows()
	var docs []search.Doc
	for i := from; i < to && ctx.Err() == nil; i++ {
		t, replies := s.composeThread(i, &votes)
		threads.Values = append(threads.Values, []any{
			t.ID, t.CreatedAt, t.CreatedAt, t.ChannelID, t.UserID, t.Title, t.IsPinned, t.LastActivityAt, len(replies),
			t.Upvotes, t.Downvotes, t.Upvotes, t.Downvotes,
			t.Excerpt, t.Content, t.ContentVersion, t.ContentHTML, address.OldShort(t.ID),
		})
		docs = append(docs, forum.ThreadDoc(t, t.Edges.Author))
		for _, p := range replies {
			posts.Values = append(posts.Values, []any{
				p.ID, p.CreatedAt, p.CreatedAt, p.ThreadID, p.ParentID, *p.UserID, p.AnswerCount, p.Upvotes,
				p.Downvotes, p.Upvotes, p.Downvotes, p.Content, p.ContentVersion, p.ContentHTML,
			})
			docs = append(docs, forum.PostDoc(p, t.ChannelID, p.Edges.Author))
		}
	}
	slices.SortFunc(docs, func(a, b search.Doc) int { return slices.Compare(a.RefID[:], b.RefID[:]) })
	return batch{tables: []bulk.Rows{threads, posts, votes, search.Rows(docs...)}, to: to, err: ctx.Err()}
}

// composeThread returns a thread and its replies, oldest first, all with the names of their authors, and adds the votes
// on them.
func (s *seeder) composeThread(i int, votes *bulk.Rows) (*ent.ForumThread, []*ent.ForumPost) {
	random, planned := s.plan.random(aboutThreadText, i), s.plan.forum.threads[i]
	channel, product := s.plan.forum.channels[planned.channel], ""
	place := forumTexts().Project
	if channel.project < 0 {
		place = forumTexts().Rooms[planned.channel]
	} else {
		product = texts().Products[channel.project].Name
	}
	about := topicOf(place, int(planned.nth), i)
	at, by := s.plan.threadCreated(i), s.plan.threadAuthor(i)
	t := &ent.ForumThread{
		ID: newID(at, random), CreatedAt: at, LastActivityAt: at, ChannelID: s.channelIDs[planned.channel],
		UserID: s.userIDs[by],
		Title:  fillIn(about.Title, product, random), IsPinned: planned.nth == 0 && planned.channel < 2,
	}
	t.Edges.Author = s.ownerNames(by)
	t.Upvotes, t.Downvotes = s.addVotes(votes, forum.ThreadKind, t.ID, s.plan.votesOnThread(i))
	content := strings.TrimSpace(fillIn(about.Text, product, random))
	forum.Write(t, content, markdown.HTML(content))
	var replies []*ent.ForumPost
	rest, answers := random.Perm(len(forumTexts().Replies)), random.Perm(len(forumTexts().Answers))
	own, used, answered := 0, 0, 0
	s.plan.eachPost(i, func(r reply) {
		p := &ent.ForumPost{ID: newID(r.at, random), CreatedAt: r.at, ThreadID: t.ID, UserID: &s.userIDs[r.author]}
		p.Edges.Author = s.ownerNames(r.author)
		p.Upvotes, p.Downvotes = s.addVotes(votes, forum.PostKind, p.ID, r.votes)
		var text string
		switch {
		case r.parent >= 0:
			above := replies[r.parent]
			above.AnswerCount++
			p.ParentID = &above.ID
			text = forumTexts().Answers[answers[answered%len(answers)]]
			answered++
		case own < len(about.Replies) && r.author != by:
			text = about.Replies[own]
			own++
		default:
			text = forumTexts().Replies[rest[used%len(rest)]]
			used++
		}
		text = fillIn(text, product, random)
		forum.WritePost(p, text, markdown.HTML(text))
		t.LastActivityAt = r.at
		replies = append(replies, p)
	})
	return t, replies
}
