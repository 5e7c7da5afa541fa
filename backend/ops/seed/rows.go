package seed

import (
	"encoding/json"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/account"
	"uvboard/backend/leaderboard"
	"uvboard/backend/media"
	"uvboard/backend/platform/address"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/bulk"
	"uvboard/backend/platform/search"
	"uvboard/backend/platform/tag"
	"uvboard/backend/project"
	"uvboard/backend/vote"
	"uvboard/ent"
	"uvboard/ent/featureact"
	entproject "uvboard/ent/project"
	"uvboard/ent/upload"
	"uvboard/ent/uploaduse"
	"uvboard/ent/user"
	entvote "uvboard/ent/vote"
)

func (s *seeder) userRows(from, to int, avatars []*ent.Upload) ([]bulk.Rows, error) {
	uploads, uses := uploadRows()
	rows := bulk.Rows{Table: user.Table, Columns: []string{
		user.FieldID, user.FieldCreatedAt, user.FieldUpdatedAt, user.FieldUsername, user.FieldUsernameKey,
		user.FieldViberTag,
		user.FieldEmail, user.FieldEmailKey, user.FieldPasswordHash, user.FieldRole, user.FieldIsDemo,
		user.FieldDisplayName, user.FieldSkills, user.FieldLocation, user.FieldBio, user.FieldWebsite,
		user.FieldProjectCount, user.FieldDraftCount, user.FieldVotesGiven, user.FieldUpvotesReceived,
		user.FieldDownvotesReceived, user.FieldEligibleUpvotesReceived, user.FieldEmailVerifiedAt,
		user.FieldReputation, user.FieldLastActiveAt, user.FieldAvatar, user.FieldForumThreadCount,
		user.FieldForumPostCount,
		user.FieldBlogPostCount, user.FieldBlogCommentCount, user.FieldFollowerCount, user.FieldFollowingCount,
	}}
	for i := from; i < to; i++ {
		t, joined, name := s.plan.people[i], s.plan.joined(i), username(i)
		key, email := account.Key(name), name+"@example.com"
		var lastActive *time.Time
		if t.lastActive > 0 {
			at := time.UnixMilli(t.lastActive).UTC()
			lastActive = &at
		}
		role := auth.RoleMember
		if i == 0 {
			role = auth.RoleAdmin
		}
		u := describe(name, s.plan.random(aboutUser, i))
		skills, err := json.Marshal(u.Skills)
		if err != nil {
			return nil, err
		}
		if a := avatars[i-from]; a != nil {
			u.Avatar = media.Address(a)
			addUpload(&uploads, a)
			uses.Values = append(uses.Values, []any{media.AvatarUse, s.userIDs[i], a.ID})
		}
		rows.Values = append(rows.Values, []any{
			s.userIDs[i], joined, joined, name, key, "@" + key, email, account.Key(email), s.hash, role, true,
			u.DisplayName, json.RawMessage(skills), u.Location, u.Bio, u.Website,
			t.public, t.drafts, t.given, t.up, t.down, t.up, joined,
			vote.Reputation(int(t.up), int(t.down)), lastActive, u.Avatar,
			t.threads, t.posts, t.stories, t.comments, t.followers, t.following,
		})
	}
	return []bulk.Rows{rows, uploads, uses}, nil
}

func uploadRows() (uploads, uses bulk.Rows) {
	return bulk.Rows{Table: upload.Table, Columns: []string{
			upload.FieldID, upload.FieldUserID, upload.FieldContentType, upload.FieldPath,
			upload.FieldWidth, upload.FieldHeight, upload.FieldBytes, upload.FieldCreatedAt,
		}}, bulk.Rows{Table: uploaduse.Table, Columns: []string{uploaduse.FieldKind, uploaduse.FieldTargetID,
			uploaduse.FieldUploadID}}
}

func addUpload(uploads *bulk.Rows, u *ent.Upload) {
	uploads.Values = append(uploads.Values, []any{u.ID, u.UserID, u.ContentType, u.Path, u.Width, u.Height, u.Bytes,
		u.CreatedAt})
}

func voteRows() bulk.Rows {
	return bulk.Rows{Table: entvote.Table, Columns: []string{
		entvote.FieldUserID, entvote.FieldTargetType, entvote.FieldTargetID, entvote.FieldValue, entvote.FieldCreatedAt,
		entvote.FieldUpdatedAt, entvote.FieldCastDay,
	}}
}

// addVotes adds the votes on an item and returns how many they are.
func (s *seeder) addVotes(rows *bulk.Rows, kind string, id uuid.UUID, ballots []ballot) (up, down int) {
	for _, b := range ballots {
		value := vote.Down
		if b.up {
			value = vote.Up
			up++
		} else {
			down++
		}
		rows.Values = append(rows.Values, []any{s.userIDs[b.voter], kind, id, value, b.at, b.at, vote.Day(b.at)})
	}
	return up, down
}

// rows returns projects with everything derived from them, in the order in which tables refer to each other.
func (s *seeder) rows(exhibits []*exhibit) ([]bulk.Rows, error) {
	var (
		projects = bulk.Rows{Table: entproject.Table, Columns: projectColumns}
		acts     = bulk.Rows{Table: featureact.Table, Columns: []string{
			featureact.FieldProjectID, featureact.FieldAdminID, featureact.FieldFeatured, featureact.FieldReason,
			featureact.FieldFeaturedReason, featureact.FieldCreatedAt,
		}}
		votes  = voteRows()
		checks = checkRows()
		days   = map[uuid.UUID]map[int]int{}
		items  []tag.Item
		docs   []search.Doc
	)
	_, uses := uploadRows()
	for _, e := range exhibits {
		p := e.project
		row, err := projectRow(p)
		if err != nil {
			return nil, err
		}
		projects.Values = append(projects.Values, row)
		if p.FeaturedAt != nil {
			acts.Values = append(acts.Values, []any{p.ID, s.userIDs[0], true, p.FeaturedReason, p.FeaturedReason,
				*p.FeaturedAt})
		}
		for _, u := range e.uploads {
			uses.Values = append(uses.Values, []any{project.Kind, p.ID, u.ID})
		}
		s.addVotes(&votes, project.Kind, p.ID, e.ballots)
		if err := s.addChecks(&checks, e); err != nil {
			return nil, err
		}
		days[p.ID] = map[int]int{}
		for _, b := range e.ballots {
			if b.up {
				days[p.ID][vote.Day(b.at)]++
			}
		}
		if p.IsPublic {
			tags := tag.Synonyms{}.Resolve(project.Tags(p))
			items = append(items, tag.Item{ID: p.ID, PublishedAt: *p.PublishedAt, Tags: tags})
			docs = append(docs, project.SearchDoc(p, e.owner, tags))
		}
	}
	return []bulk.Rows{projects, tag.Rows(project.Tagged.Target, items...), acts, checks, uses, votes,
		leaderboard.Rows(days),
		search.Rows(docs...)}, nil
}

var projectColumns = []string{
	entproject.FieldID, entproject.FieldUserID, entproject.FieldCreatedAt, entproject.FieldUpdatedAt,
	entproject.FieldTitle, entproject.FieldTitleKey, entproject.FieldTagline, entproject.FieldDescription,
	entproject.FieldLogo, entproject.FieldCoverImage, entproject.FieldStage, entproject.FieldPrimaryCategory,
	entproject.FieldSecondaryCategories, entproject.FieldVibeTools, entproject.FieldCustomTools,
	entproject.FieldLookingFor, entproject.FieldTags, entproject.FieldLinks, entproject.FieldMedia,
	entproject.FieldImpact,
	entproject.FieldMonetization, entproject.FieldLaunchDate, entproject.FieldIsPublic,
	entproject.FieldPublishedAt, entproject.FieldFeaturedAt, entproject.FieldFeaturedReason, entproject.FieldUpvotes,
	entproject.FieldDownvotes, entproject.FieldEligibleUpvotes, entproject.FieldEligibleDownvotes,
	entproject.FieldIsEntered, entproject.FieldRank,
	entproject.FieldExcerpt, entproject.FieldDescriptionVersion, entproject.FieldDescriptionHTML,
	entproject.FieldCommentCount, entproject.FieldBuildCode, entproject.FieldBuildHours, entproject.FieldBuildCost,
	entproject.FieldBuildLesson, entproject.FieldAlive, entproject.FieldAliveShare, entproject.FieldAliveCheckedAt,
	entproject.FieldShort,
}

func projectRow(p *ent.Project) ([]any, error) {
	row := []any{
		p.ID, p.UserID, p.CreatedAt, p.UpdatedAt, p.Title, p.TitleKey, p.Tagline, p.Description, p.Logo, p.CoverImage,
		p.Stage, p.PrimaryCategory,
	}
	for _, v := range []any{p.SecondaryCategories, p.VibeTools, p.CustomTools, p.LookingFor, p.Tags, p.Links, p.Media,
		p.Impact} {
		doc, err := json.Marshal(v)
		if err != nil {
			return nil, err
		}
		row = append(row, json.RawMessage(doc))
	}
	return append(row, p.Monetization, p.LaunchDate, p.IsPublic, p.PublishedAt, p.FeaturedAt, p.FeaturedReason,
		p.Upvotes, p.Downvotes, p.EligibleUpvotes, p.EligibleDownvotes, p.IsEntered, p.Rank,
		p.Excerpt, p.DescriptionVersion, p.DescriptionHTML, p.CommentCount,
		p.BuildCode, p.BuildHours, p.BuildCost, p.BuildLesson, p.Alive, p.AliveShare, p.AliveCheckedAt,
		address.OldShort(p.ID)), nil
}
