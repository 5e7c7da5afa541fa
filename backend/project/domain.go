package project

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/media"
	"uvboard/backend/platform/archive"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/enumname"
	"uvboard/backend/platform/event"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/jobs"
	"uvboard/backend/platform/letters"
	"uvboard/backend/platform/rest"
	"uvboard/backend/platform/server"
	"uvboard/backend/stats"
	"uvboard/ent"
	entproject "uvboard/ent/project"
	"uvboard/ent/user"
	pb "uvboard/gen/uvboard/v1"
	"uvboard/gen/uvboard/v1/uvboardv1connect"
)

// Kind is the type of projects in votes, search documents and uploads.
const Kind = "project"

// Votable describes projects to package vote.
var Votable = domain.Votable{
	Type: Kind, Table: "projects", Visible: "is_public", Title: "title", RankedFrom: "published_at", Noun: "Project",
	Lists: lists,
}

// lists are the lists that show projects.
var lists = []pb.LiveList{pb.LiveList_LIVE_LIST_PROJECTS}

// Uploads are the uploads that projects show.
var Uploads = domain.UploadUse{Kind: Kind, Table: "projects", Visible: Votable.Visible,
	Hidden: "publish_on_restore"}

// Domain returns what projects contribute to the board.
func Domain(s *Service) domain.Domain {
	h := NewHandler(s)
	return domain.Domain{
		Name: "project",
		Services: []server.Service{
			server.Mount[uvboardv1connect.ProjectServiceHandler](uvboardv1connect.NewProjectServiceHandler, h),
			server.Mount[uvboardv1connect.ProjectUpdateServiceHandler](uvboardv1connect.NewProjectUpdateServiceHandler,
				&UpdateHandler{s}),
		},
		Cached: []string{
			"/api/projects", "/api/projects/tools/popular", uvboardv1connect.ProjectServiceListProjectsProcedure,
			uvboardv1connect.ProjectServiceListPopularToolsProcedure,
		},
		Pages:   h.Pages(),
		Votable: []domain.Votable{Votable},
		Moderated: []domain.Moderated{{
			ItemKind: domain.ItemKind{
				Type: Kind, Table: "projects", Visible: "is_public", Noun: "Project", Targets: targets,
				Content: contents,
				Webhooks: map[event.Kind]string{
					event.Published: "project.published", event.Edited: "project.edited", event.Voted: "project.voted",
					event.Hidden: "project.removed", event.Deleted: "project.removed",
				},
			},
			Owner: "user_id", SetHidden: s.setHidden,
		}, {ItemKind: updateItems, Owner: "user_id", SetHidden: s.setUpdateHidden}},
		Published: []domain.Published{
			{Type: Kind, Time: "published_at", By: map[string]string{"user": "user_id"}},
			{Type: UpdateKind, Time: "created_at", ByID: true, By: map[string]string{"user": "user_id",
				"project": "project_id"}},
		},
		Search:   []domain.Searchable{{Kind: Kind, Table: "projects", Visible: "is_public", Docs: searchDocs}},
		Tagged:   []domain.Tagged{Tagged},
		Uploads:  []domain.UploadUse{Uploads, updateUploads},
		Jobs:     []jobs.Job{{Name: "end features", Every: 10 * time.Second, Run: s.endFeatures, Due: s.featuresEnd}},
		Activity: []domain.Activity{{Kind: "project_created", List: s.activity}},
		Checks:   checks(),
		Counted:  []string{"projects", "users", "counters"},
		Exports: []domain.Export{
			{Name: "projects.json", About: "your projects, drafts included", Of: "projects.user_id", Content: true,
				Write: s.export},
			{Name: "project-updates.json", About: "the updates of your projects", Of: "project_updates.user_id",
				Content: true, Write: s.exportUpdates},
		},

		Erase: s.erase, Anonymise: s.anonymise, Owns: user.HasProjects(),
		Deletions: []domain.Deletion{{What: "project", Pending: s.Deleted, Continue: s.FinishDeletion}},
	}
}

func contents(ctx context.Context, client *ent.Client, id uuid.UUID) (domain.Content, error) {
	p, err := client.Project.Get(ctx, id)
	if err != nil {
		return domain.Content{}, fmt.Errorf("what a project says: %w", err)
	}
	says := domain.Content{Author: p.UserID, Markdown: p.Description}
	for _, text := range Texts(p) {
		switch {
		case text.Field == "description", text.Field == "logo", text.Field == "coverImage",
			strings.HasPrefix(text.Field, "media."): // pictures and videos are no links
		case strings.HasPrefix(text.Field, "links."):
			says.Sites = append(says.Sites, text.Text)
		default:
			says.Lines = append(says.Lines, text.Text)
		}
	}
	return says, nil
}

func targets(ctx context.Context, client *ent.Client, ids []uuid.UUID) ([]domain.Target, error) {
	projects, err := client.Project.Query().Where(entproject.IDIn(ids...)).WithOwner().All(ctx)
	if err != nil {
		return nil, fmt.Errorf("projects for moderators: %w", err)
	}
	out := make([]domain.Target, len(projects))
	for i, p := range projects {
		out[i] = domain.Target{
			ID: p.ID, Title: p.Title, Text: letters.Cut(p.Tagline+" "+p.Excerpt, domain.MaxTargetText),
			Path: Path(p), Owner: p.Edges.Owner, Image: Picture(p),
			Votes:    &pb.VoteCounts{Upvotes: int32(p.Upvotes), Downvotes: int32(p.Downvotes)},
			IsHidden: p.HiddenAt != nil, IsDeleted: p.DeletedAt != nil, IsPrivate: !willShow(p), Via: p.Via,
		}
	}
	return out, nil
}

// Picture returns the URL of the image on the card of a project; empty if it has none.
func Picture(p *ent.Project) string {
	return cmp.Or(append([]string{p.CoverImage}, p.Media.Screenshots...)...)
}

func (s *Service) export(ctx context.Context, w *archive.Writer, u *ent.User) error {
	return archive.ListRows(w, "projects.json", func(after uuid.UUID) ([]*ent.Project, error) {
		return s.db.Client().Project.Query().Where(entproject.UserID(u.ID), entproject.DeletedAtIsNil(),
			entproject.IDGT(after)).
			Order(entproject.ByID()).Limit(archive.PageSize).All(ctx)
	}, func(p *ent.Project) (uuid.UUID, any) {
		p.Edges.Owner = u
		return p.ID, json.RawMessage(rest.JSON(s.ToProto(p)))
	})
}

// erase deletes one project of a deleted user.
func (s *Service) erase(ctx context.Context, userID uuid.UUID) (more bool, err error) {
	ids, err := s.db.Client().Project.Query().Where(entproject.UserID(userID), entproject.DeletedAtIsNil()).
		Order(entproject.ByID()).Limit(1).IDs(ctx)
	if err != nil || len(ids) == 0 {
		return false, err
	}
	err = s.Delete(ctx, &auth.Caller{UserID: userID}, ids[0], "")
	if fault.IsNotFound(err) { // an admin deleted it first
		err = nil
	}
	return true, err
}

const anonymiseBatch = 50

// anonymise removes the name of a deleted user from the preview cards of the projects.
func (s *Service) anonymise(ctx context.Context, u *ent.User, from uuid.UUID) (next uuid.UUID, more bool, err error) {
	ids, err := s.db.Client().Project.Query().Where(entproject.UserID(u.ID), entproject.IDGT(from)).
		Order(entproject.ByID()).Limit(anonymiseBatch).IDs(ctx)
	if err != nil || len(ids) == 0 {
		return uuid.Nil, false, err
	}
	for _, id := range ids {
		s.media.DropDrawn(ctx, media.Card(id))
	}
	return ids[len(ids)-1], true, nil
}

func checks() []domain.Check {
	all := []domain.Check{
		domain.CheckCount("users", "project_count", "projects", "user_id", "is_public"),
		domain.CheckCount("users", "draft_count", "projects", "user_id", "NOT is_public AND deleted_at IS NULL"),
		stats.Check(stats.Projects, "SELECT COUNT(*) FROM projects WHERE is_public"),
		stats.Check(stats.Gone, "SELECT COUNT(*) FROM projects WHERE is_public AND alive = '"+Gone+"'"),
	}
	for _, number := range slices.Sorted(maps.Keys(pb.Stage_name)) {
		if stage := enumname.Of(pb.Stage(number)); stage != "" {
			all = append(all, stats.Check(stats.ProjectsAt(stage),
				"SELECT COUNT(*) FROM projects WHERE is_public AND stage = '"+stage+"'"),
				stats.Check(stats.GoneAt(stage),
					"SELECT COUNT(*) FROM projects WHERE is_public AND alive = '"+Gone+"' AND stage = '"+stage+"'"))
		}
	}
	return all
}
