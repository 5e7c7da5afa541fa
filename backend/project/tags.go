package project

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/search"
	"uvboard/backend/platform/slug"
	"uvboard/backend/platform/tag"
	"uvboard/backend/platform/usersummary"
	"uvboard/ent"
	entproject "uvboard/ent/project"
	enttag "uvboard/ent/tag"
)

// Tagged describes projects to package tag.
var Tagged = domain.Tagged{
	Target: tag.Target{Type: Kind, Count: "project_count"}, Table: "projects", Visible: "is_public",
	Items: func(ctx context.Context, client *ent.Client, after uuid.UUID, limit int) ([]tag.Item, error) {
		projects, err := client.Project.Query().Where(entproject.IsPublic(true), entproject.IDGT(after)).
			Order(entproject.ByID()).Limit(limit).
			Select(entproject.FieldPrimaryCategory, entproject.FieldSecondaryCategories, entproject.FieldVibeTools,
				entproject.FieldCustomTools, entproject.FieldTags).
			All(ctx)
		items := make([]tag.Item, len(projects))
		for i, p := range projects {
			items[i] = tag.Item{ID: p.ID, Tags: Tags(p)}
		}
		return items, err
	},
}

// Tags returns the tags of a project: its categories, primary and secondary, its tools, with those that it names
// itself, and its tags.
func Tags(p *ent.Project) []tag.Tag {
	return slices.Concat(tag.Of(tag.Category,
		labels(categoryLabels, append([]string{p.PrimaryCategory}, p.SecondaryCategories...))...),
		tag.Of(tag.Tool, append(labels(toolLabels, p.VibeTools), p.CustomTools...)...), tag.Of(tag.Topic, p.Tags...))
}

func labels(of map[string]string, values []string) []string {
	list := make([]string, len(values))
	for i, v := range values {
		list[i] = of[v]
	}
	return list
}

// toolNames are the names of the listed tools by slug.
var toolNames = func() map[string]string {
	names := map[string]string{}
	for _, name := range toolLabels {
		id, _ := slug.Of(name)
		names[id] = name
	}
	delete(names, "other") // of projects that name no tool
	return names
}()

// ToolName returns the name of the listed tool with a slug; empty if it is not listed.
func ToolName(slug string) string { return toolNames[slug] }

// TagName returns the name of a tag of any kind: that of a listed tool, else the one that was written first, else the
// slug.
func TagName(id, written string) string {
	listed := ""
	if kind, slug, _ := strings.Cut(id, ":"); kind == tag.Tool {
		listed = toolNames[slug]
	}
	return cmp.Or(listed, written, tag.Slug(id))
}

// PopularTools returns those of the listed tools that the most public projects have.
func (s *Service) PopularTools(ctx context.Context, size int) ([]*ent.Tag, error) {
	var listed []string
	for id := range toolNames {
		listed = append(listed, tag.Tool+":"+id)
	}
	tools, err := s.db.Client().Tag.Query().Where(enttag.IDIn(listed...), enttag.ProjectCountGT(0)).
		Order(enttag.ByProjectCount(entsql.OrderDesc()), enttag.ByID()).Limit(size).All(ctx)
	if err != nil {
		return nil, fmt.Errorf("popular tools: %w", err)
	}
	return tools, nil
}

// SearchDoc returns the search document of a public project with its resolved tags.
func SearchDoc(p *ent.Project, owner *ent.User, tags []tag.Tag) search.Doc {
	words := slices.Concat(p.Tags, p.CustomTools,
		labels(categoryLabels, append([]string{p.PrimaryCategory}, p.SecondaryCategories...)),
		labels(toolLabels, p.VibeTools))
	return search.Doc{
		Kind: Kind, RefID: p.ID, OwnerID: p.UserID,
		Title: p.Title, Summary: p.Tagline, Words: strings.Join(words, " "), Owner: usersummary.SearchText(owner),
		Body:    PlainDescription(p),
		Filters: append(tag.Filters(tag.IDs(tags)), search.StageFilter(p.Stage)),
	}
}

func searchDocs(ctx context.Context, tx *ent.Client, ids []uuid.UUID) ([]search.Doc, error) {
	synonyms, err := tag.ReadSynonyms(ctx, tx)
	if err != nil {
		return nil, err
	}
	projects, err := tx.Project.Query().Where(entproject.IDIn(ids...)).Order(entproject.ByID()).WithOwner().All(ctx)
	docs := make([]search.Doc, len(projects))
	for i, p := range projects {
		docs[i] = SearchDoc(p, p.Edges.Owner, synonyms.Resolve(Tags(p)))
	}
	return docs, err
}

// saveTags updates the tags and the search document of p; a draft has none.
func saveTags(ctx context.Context, tx *ent.Client, p *ent.Project, owner *ent.User) error {
	if !p.IsPublic {
		return removeTags(ctx, tx, p.ID)
	}
	tags, err := tag.Resolve(ctx, tx, Tags(p))
	if err != nil {
		return err
	}
	if err := tag.Set(ctx, tx, Tagged.Target, tag.Item{ID: p.ID, PublishedAt: *p.PublishedAt, Tags: tags}); err != nil {
		return err
	}
	return search.Put(ctx, tx, SearchDoc(p, owner, tags))
}

func removeTags(ctx context.Context, tx *ent.Client, id uuid.UUID) error {
	if err := tag.Set(ctx, tx, Tagged.Target, tag.Item{ID: id}); err != nil {
		return err
	}
	return search.Remove(ctx, tx, Kind, id)
}
