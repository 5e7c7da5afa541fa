package project

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"uvboard/backend/media"
	"uvboard/backend/platform/address"
	"uvboard/backend/platform/archive"
	"uvboard/backend/platform/audit"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/event"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/markdown"
	"uvboard/backend/platform/paging"
	"uvboard/backend/platform/rest"
	"uvboard/backend/platform/secrets"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/usersummary"
	"uvboard/backend/platform/web"
	"uvboard/ent"
	"uvboard/ent/changelogentry"
	entproject "uvboard/ent/project"
	"uvboard/ent/user"
)

// UpdateKind is the type of updates of projects in events and uploads.
const UpdateKind = "project_update"

const updateVisible = "hidden_at IS NULL AND EXISTS (SELECT 1 FROM projects p WHERE p.id = project_id AND p.is_public)"

var (
	updateUploads = domain.UploadUse{Kind: UpdateKind, Table: changelogentry.Table, Visible: updateVisible,
		Hidden: "EXISTS (SELECT 1 FROM projects p WHERE p.id = project_id AND p.publish_on_restore)"}
	updateItems = domain.ItemKind{
		Type: UpdateKind, Table: changelogentry.Table, Visible: updateVisible, Noun: "Update", Targets: updateTargets,
		Content:  updateContents,
		Webhooks: map[event.Kind]string{event.Published: "update.published"},
	}
)

func errNoUpdate() error { return fault.NotFound("UPDATE_NOT_FOUND", "Update not found") }

// Updates returns the updates of a project, newest first. Fault: not found, as in Get.
func (s *Service) Updates(ctx context.Context, caller *auth.Caller, projectID uuid.UUID, size int,
	token string) ([]*ent.ChangelogEntry, string, error) {
	list := paging.ListName("updates", projectID.String())
	from, err := paging.Parse[uuid.UUID](list, token)
	if err != nil {
		return nil, "", err
	}
	p, err := s.db.Client().Project.Query().Where(entproject.ID(projectID), entproject.DeletedAtIsNil()).
		Select(entproject.FieldUserID, entproject.FieldIsPublic, entproject.FieldPublishOnRestore,
			entproject.FieldTitle, entproject.FieldShort).Only(ctx)
	if ent.IsNotFound(err) || err == nil && !MaySee(caller, p) {
		return nil, "", errNotFound()
	}
	if err != nil {
		return nil, "", fmt.Errorf("updates of a project: %w", err)
	}
	query := s.db.Client().ChangelogEntry.Query().Where(changelogentry.ProjectID(projectID)).WithAuthor().
		Order(changelogentry.ByID(entsql.OrderDesc())).Limit(size + 1)
	if !mayChange(caller, p) {
		query.Where(changelogentry.HiddenAtIsNil())
	}
	if from != nil {
		query.Where(changelogentry.IDLT(*from))
	}
	updates, err := query.All(ctx)
	if err != nil {
		return nil, "", fmt.Errorf("updates of a project: %w", err)
	}
	texts := make([]markdown.Row, len(updates))
	for i, u := range updates {
		u.Edges.Project = p
		texts[i] = markdown.Row{Source: u.Content, HTML: &u.ContentHTML, Version: &u.ContentVersion}
	}
	if err := markdown.Refresh(ctx, usersummary.Lookup(s.db), texts...); err != nil {
		return nil, "", err
	}
	return paging.Cut(list, updates, size, func(last *ent.ChangelogEntry) uuid.UUID { return last.ID })
}

// UpdateText is the text of an update; nil fields stay as they are.
type UpdateText struct{ Title, Content *string }

// render renders the content, if there is any. Call it before the transaction, because it takes time. Fault: invalid if
// no text is left.
func (in UpdateText) render(ctx context.Context, db *store.DB) (rendered markdown.Text, err error) {
	if in.Title != nil && store.Clean(*in.Title) == "" {
		return rendered, fault.Invalid("title", "Title is required")
	}
	if in.Content == nil {
		return rendered, nil
	}
	text := store.Clean(*in.Content)
	if text == "" {
		return rendered, fault.Invalid("content", "Content is required")
	}
	return markdown.Render(ctx, text, usersummary.Lookup(db))
}

// apply writes the fields into u, cleaned for storage, with the rendered content.
func (in UpdateText) apply(u *ent.ChangelogEntry, rendered markdown.Text) {
	set(&u.Title, in.Title)
	if in.Content != nil {
		set(&u.Content, in.Content)
		u.ContentVersion, u.ContentHTML = markdown.Version, markdown.Stored(u.Content, rendered.HTML)
	}
}

// CreateUpdate adds an update to the caller's own public project. Faults: not found, denied, PROJECT_NOT_PUBLIC,
// invalid.
func (s *Service) CreateUpdate(ctx context.Context, caller *auth.Caller, projectID uuid.UUID,
	in UpdateText) (*ent.ChangelogEntry, error) {
	rendered, err := in.render(ctx, s.db)
	if err != nil {
		return nil, err
	}
	now := s.now()
	u := &ent.ChangelogEntry{ID: store.NewID(now), ProjectID: projectID, UserID: caller.UserID, CreatedAt: now,
		UpdatedAt: now, Via: caller.ViaOf("")}
	in.apply(u, rendered)
	err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		p, err := s.lockOwn(ctx, tx, caller, projectID, "You can only add updates to your own projects")
		if err != nil {
			return err
		}
		if p.UserID != caller.UserID {
			return fault.Denied("NOT_PROJECT_OWNER", "You can only add updates to your own projects")
		}
		if !p.IsPublic {
			return fault.Precondition("PROJECT_NOT_PUBLIC", "Publish the project before you add updates")
		}
		u.Edges.Project = p
		if err := s.checkUpdate(ctx, tx, nil, u); err != nil {
			return err
		}
		if err := s.insertUpdate(ctx, tx, u, rendered.Mentions); err != nil {
			return err
		}
		return s.active(ctx, tx, u)
	})
	if err != nil {
		return nil, fmt.Errorf("create an update: %w", err)
	}
	return u, nil
}

func updateTexts(u *ent.ChangelogEntry) []secrets.Text {
	return secrets.Texts("title", u.Title, "content", u.Content)
}

// checkUpdate looks for keys in an update, also of a project that is a draft: it is public again with its project.
// Fault: SECRET_FOUND.
func (s *Service) checkUpdate(ctx context.Context, tx *ent.Client, was []secrets.Text, u *ent.ChangelogEntry) error {
	return secrets.Check(ctx, s.db, tx, event.Item{Type: UpdateKind, ID: u.ID}, s.now(), was, updateTexts(u))
}

// active marks the author of an update as active, and fails if the account has been deleted.
func (s *Service) active(ctx context.Context, tx *ent.Client, u *ent.ChangelogEntry) error {
	n, err := tx.User.Update().Where(user.ID(u.UserID), user.DeletedAtIsNil()).SetLastActiveAt(s.now()).Save(ctx)
	if err == nil && n == 0 {
		err = auth.Admit(auth.User, nil)
	}
	if err == nil {
		u.Edges.Author, err = tx.User.Get(ctx, u.UserID)
	}
	return err
}

// insertUpdate saves an update of a locked public project, and says so.
func (s *Service) insertUpdate(ctx context.Context, tx *ent.Client, u *ent.ChangelogEntry, mentions []uuid.UUID) error {
	err := tx.ChangelogEntry.Create().SetID(u.ID).SetProjectID(u.ProjectID).SetUserID(u.UserID).SetVia(u.Via).
		SetCreatedAt(u.CreatedAt).SetUpdatedAt(u.UpdatedAt).
		SetStageBefore(u.StageBefore).SetStageAfter(u.StageAfter).SetTitle(u.Title).SetContent(u.Content).
		SetContentVersion(u.ContentVersion).SetContentHTML(u.ContentHTML).Exec(ctx)
	if err != nil {
		return fmt.Errorf("insert an update: %w", err)
	}
	if err := s.claimForUpdate(ctx, tx, u, ""); err != nil {
		return err
	}
	return s.emitUpdate(ctx, tx, event.Published, u.UserID, u, mentions...)
}

// stageChanged adds the update that the stage of a locked public project has changed.
func (s *Service) stageChanged(ctx context.Context, tx *ent.Client, caller *auth.Caller, p *ent.Project,
	before string) error {
	return s.insertUpdate(ctx, tx, &ent.ChangelogEntry{
		ID: store.NewID(p.UpdatedAt), ProjectID: p.ID, UserID: p.UserID, CreatedAt: p.UpdatedAt, UpdatedAt: p.UpdatedAt,
		StageBefore: before, StageAfter: p.Stage, Via: caller.ViaOf(""),
	}, nil)
}

func (s *Service) claimForUpdate(ctx context.Context, tx *ent.Client, u *ent.ChangelogEntry, had string) error {
	err := s.media.Claim(ctx, tx, u.UserID, media.Use{Kind: UpdateKind, ID: u.ID}, media.AddressesIn(had),
		media.AddressesIn(u.Content))
	if media.IsGone(err) {
		return fault.Invalid("content", "An image was removed because no text used it. Please upload it again.")
	}
	return err
}

func (s *Service) emitUpdate(ctx context.Context, tx *ent.Client, kind event.Kind, actor uuid.UUID,
	u *ent.ChangelogEntry, mentions ...uuid.UUID) error {
	e := event.Event{
		Kind: kind, Item: event.Item{Type: UpdateKind, ID: u.ID}, Parent: event.Item{Type: Kind, ID: u.ProjectID},
		Actor: actor, Public: u.HiddenAt == nil || kind == event.Shown, Text: markdown.Text{Mentions: mentions},
	}
	if e.Public && (kind == event.Published || kind == event.Edited) {
		e.Held = &u.IsAwaiting
	}
	return s.db.Emit(ctx, tx, e)
}

// setUpdateHidden hides an update from everyone but the owner of its project and admins, or shows it again, and reports
// whether that changed anything. Fault: not found.
func (s *Service) setUpdateHidden(ctx context.Context, tx *ent.Client, id uuid.UUID,
	hidden bool) (changed bool, err error) {
	of, err := tx.ChangelogEntry.Query().Where(changelogentry.ID(id)).Select(changelogentry.FieldProjectID).Only(ctx)
	if ent.IsNotFound(err) {
		return false, errNoUpdate()
	}
	if err != nil {
		return false, fmt.Errorf("project of an update: %w", err)
	}
	p, err := s.lock(ctx, tx, of.ProjectID) // each change of an update takes this lock
	if err != nil {
		return false, err
	}
	u, err := tx.ChangelogEntry.Get(ctx, id)
	if ent.IsNotFound(err) {
		return false, errNoUpdate()
	}
	if err != nil || hidden == (u.HiddenAt != nil) {
		return false, err
	}
	change := tx.ChangelogEntry.UpdateOneID(id).ClearHiddenAt()
	if hidden {
		change = tx.ChangelogEntry.UpdateOneID(id).SetHiddenAt(s.now())
	}
	if err := change.Exec(ctx); err != nil || !p.IsPublic {
		return err == nil, err
	}
	return true, s.emitUpdate(ctx, tx, event.HiddenOrShown(hidden), uuid.Nil, u)
}

func updateContents(ctx context.Context, client *ent.Client, id uuid.UUID) (domain.Content, error) {
	u, err := client.ChangelogEntry.Get(ctx, id)
	if err != nil {
		return domain.Content{}, fmt.Errorf("what an update says: %w", err)
	}
	return domain.Content{Author: u.UserID, Lines: []string{u.Title}, Markdown: u.Content}, nil
}

// lockUpdate returns an update of a project that the caller may change, and locks the project.
func (s *Service) lockUpdate(ctx context.Context, tx *ent.Client, caller *auth.Caller, projectID, id uuid.UUID,
	denied string) (*ent.ChangelogEntry, *ent.Project, error) {
	p, err := s.lockOwn(ctx, tx, caller, projectID, denied)
	if err != nil {
		return nil, nil, err
	}
	u, err := tx.ChangelogEntry.Query().Where(changelogentry.ID(id), changelogentry.ProjectID(projectID)).WithAuthor().
		Only(ctx)
	if ent.IsNotFound(err) {
		return nil, nil, errNoUpdate()
	}
	return u, p, err
}

// EditUpdate changes the text of an update of the caller's own project. Faults: not found, also for a change of the
// stage; denied; invalid.
func (s *Service) EditUpdate(ctx context.Context, caller *auth.Caller, projectID, id uuid.UUID,
	in UpdateText) (*ent.ChangelogEntry, error) {
	rendered, err := in.render(ctx, s.db)
	if err != nil {
		return nil, err
	}
	var u *ent.ChangelogEntry
	err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) (err error) {
		const denied = "You can only edit updates of your own projects"
		var p *ent.Project
		if u, p, err = s.lockUpdate(ctx, tx, caller, projectID, id, denied); err != nil {
			return err
		}
		if u.UserID != caller.UserID {
			return fault.Denied("NOT_PROJECT_OWNER", denied)
		}
		if u.StageAfter != "" {
			return errNoUpdate()
		}
		u.Edges.Project = p
		had, was := u.Content, updateTexts(u)
		in.apply(u, rendered)
		if err := s.checkUpdate(ctx, tx, was, u); err != nil {
			return err
		}
		if err := s.claimForUpdate(ctx, tx, u, had); err != nil {
			return err
		}
		now := s.now()
		if u.UpdatedAt, u.EditedAt = now, &now; !slices.Equal(was, updateTexts(u)) {
			u.Via = caller.ViaOf(u.Via)
		}
		err = tx.ChangelogEntry.Update().Where(changelogentry.ID(id)).SetTitle(u.Title).SetContent(u.Content).
			SetContentVersion(u.ContentVersion).SetContentHTML(u.ContentHTML).
			SetVia(u.Via).SetUpdatedAt(now).SetEditedAt(now).Exec(ctx)
		if err != nil {
			return err
		}
		if p.IsPublic {
			if err := s.emitUpdate(ctx, tx, event.Edited, caller.UserID, u, rendered.Mentions...); err != nil {
				return err
			}
		}
		return s.active(ctx, tx, u)
	})
	if err != nil {
		return nil, fmt.Errorf("edit an update: %w", err)
	}
	return u, nil
}

// DeleteUpdate deletes an update. An admin's deletion is recorded. Faults: not found; denied unless the caller is the
// owner of the project or an admin.
func (s *Service) DeleteUpdate(ctx context.Context, caller *auth.Caller, projectID, id uuid.UUID) error {
	err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		u, p, err := s.lockUpdate(ctx, tx, caller, projectID, id, "You can only delete updates of your own projects")
		if err != nil {
			return err
		}
		if err := s.removeUpdate(ctx, tx, id); err != nil {
			return err
		}
		if p.IsPublic {
			if err := s.emitUpdate(ctx, tx, event.Deleted, caller.UserID, u); err != nil {
				return err
			}
		}
		return audit.AddUnlessOwn(ctx, s.db, tx, caller, audit.Entry{Action: audit.Delete, TargetType: UpdateKind,
			Target: id, Subject: u.UserID}, s.now())
	})
	if err != nil {
		return fmt.Errorf("delete an update: %w", err)
	}
	return nil
}

func (s *Service) removeUpdate(ctx context.Context, tx *ent.Client, id uuid.UUID) error {
	if err := s.media.Release(ctx, tx, media.Use{Kind: UpdateKind, ID: id}); err != nil {
		return err
	}
	return tx.ChangelogEntry.DeleteOneID(id).Exec(ctx)
}

// updateBatch limits the updates that one transaction removes.
const updateBatch = 50

// hasMoreUpdates reports whether a project has too many updates for one transaction.
func hasMoreUpdates(ctx context.Context, tx *ent.Client, projectID uuid.UUID) (bool, error) {
	ids, err := tx.ChangelogEntry.Query().Where(changelogentry.ProjectID(projectID)).Limit(updateBatch + 1).IDs(ctx)
	return len(ids) > updateBatch, err
}

// removeUpdates deletes up to updateBatch updates of a locked project with their uploads.
func (s *Service) removeUpdates(ctx context.Context, tx *ent.Client, projectID uuid.UUID) error {
	ids, err := tx.ChangelogEntry.Query().Where(changelogentry.ProjectID(projectID)).Order(changelogentry.ByID()).
		Limit(updateBatch).IDs(ctx)
	if err != nil {
		return err
	}
	for _, id := range ids {
		if err := s.removeUpdate(ctx, tx, id); err != nil {
			return err
		}
	}
	return nil
}

// headline is the title of an update where its project is not shown beside it.
func headline(u *ent.ChangelogEntry) string {
	return u.Edges.Project.Title + ": " + updateTitle(u)
}

func updateTitle(u *ent.ChangelogEntry) string {
	return cmp.Or(u.Title, "From "+stageLabels[u.StageBefore]+" to "+stageLabels[u.StageAfter])
}

// updatePath returns the path of the page of the project, at the update. The project must be loaded.
func updatePath(u *ent.ChangelogEntry) string {
	return Path(u.Edges.Project) + "#update-" + u.ID.String()
}

func updateTargets(ctx context.Context, client *ent.Client, ids []uuid.UUID) ([]domain.Target, error) {
	updates, err := client.ChangelogEntry.Query().Where(changelogentry.IDIn(ids...)).WithAuthor().WithProject().All(ctx)
	if err != nil {
		return nil, fmt.Errorf("updates by id: %w", err)
	}
	out := make([]domain.Target, len(updates))
	for i, u := range updates {
		out[i] = domain.Target{
			ID: u.ID, Title: headline(u),
			Text: markdown.Excerpt(markdown.Shown(u.Content, u.ContentHTML, u.ContentVersion), domain.MaxTargetText),
			Path: updatePath(u), Owner: u.Edges.Author,
			IsHidden:  u.HiddenAt != nil || u.Edges.Project.HiddenAt != nil,
			IsDeleted: u.Edges.Project.DeletedAt != nil, IsPrivate: !willShow(u.Edges.Project),
			Image: Picture(u.Edges.Project), Via: u.Via,
		}
	}
	return out, nil
}

func (s *Service) exportUpdates(ctx context.Context, w *archive.Writer, owner *ent.User) error {
	return archive.ListRows(w, "project-updates.json", func(after uuid.UUID) ([]*ent.ChangelogEntry, error) {
		return s.db.Client().ChangelogEntry.Query().Where(changelogentry.UserID(owner.ID), changelogentry.IDGT(after)).
			WithProject().Order(changelogentry.ByID()).Limit(archive.PageSize).All(ctx)
	}, func(u *ent.ChangelogEntry) (uuid.UUID, any) {
		u.Edges.Author = owner
		return u.ID, json.RawMessage(rest.JSON(s.updateToProto(u)))
	})
}

// updatesFeed is the feed of the updates of one project.
func (s *Service) updatesFeed() web.Feed {
	return web.Feed{Path: "/projects/{id}/feed.xml", Entries: s.updateEntries,
		Narrow: func(ctx context.Context, query url.Values) (web.Feed, error) {
			id, err := address.Find(ctx, s.db.Client(), address.Projects, query.Get("id"))
			if err != nil {
				return web.Feed{}, err
			}
			p, err := s.Get(ctx, nil, id)
			if err != nil {
				return web.Feed{}, err
			}
			return s.feedOf(p), nil
		}}
}

func (s *Service) feedOf(p *ent.Project) web.Feed {
	return web.Feed{Path: Path(p) + "/feed.xml", Title: "updates of " + p.Title, Page: Path(p),
		Entries: s.updateEntries}
}

func (s *Service) updateEntries(ctx context.Context, query url.Values, limit int) ([]web.Entry, error) {
	id, err := address.Find(ctx, s.db.Client(), address.Projects, query.Get("id"))
	if err != nil {
		return nil, err
	}
	updates, err := s.db.Client().ChangelogEntry.Query().
		Where(changelogentry.ProjectID(id), changelogentry.HiddenAtIsNil()).WithAuthor().
		WithProject().Order(changelogentry.ByID(entsql.OrderDesc())).Limit(limit).All(ctx)
	entries := make([]web.Entry, len(updates))
	for i, u := range updates {
		html := markdown.Shown(u.Content, u.ContentHTML, u.ContentVersion)
		entries[i] = web.Entry{
			ID: u.ID, Title: updateTitle(u), Path: updatePath(u), Published: u.CreatedAt, Updated: u.UpdatedAt,
			Author: usersummary.Person(u.Edges.Author), Via: u.Via,
			Summary: markdown.Excerpt(html, maxExcerpt), HTML: cmp.Or(html, markdown.Escape(updateTitle(u))),
		}
	}
	return entries, err
}
