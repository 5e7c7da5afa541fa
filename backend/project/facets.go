package project

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"

	"uvboard/backend/platform/search"
	"uvboard/backend/platform/usersummary"
	"uvboard/ent"
	"uvboard/ent/projectfacet"
)

func categoryFacet(category string) string { return "category:" + category }
func toolFacet(tool string) string         { return "tool:" + tool }
func stageFilter(stage string) string      { return "stage:" + stage }

// Facets returns the filter values of p except the stage: its categories, primary and secondary, and its tools.
func Facets(p *ent.Project) []string {
	facets := []string{categoryFacet(p.PrimaryCategory)}
	for _, c := range p.SecondaryCategories {
		facets = append(facets, categoryFacet(c))
	}
	for _, t := range p.VibeTools {
		facets = append(facets, toolFacet(t))
	}
	return facets
}

// SearchDoc returns the search document of a public project.
func SearchDoc(p *ent.Project, owner *ent.User) search.Doc {
	words := slices.Concat(p.Tags, p.CustomTools)
	for _, c := range append([]string{p.PrimaryCategory}, p.SecondaryCategories...) {
		words = append(words, categoryLabels[c])
	}
	for _, t := range p.VibeTools {
		words = append(words, toolLabels[t])
	}
	return search.Doc{
		Kind: Kind, RefID: p.ID, OwnerID: p.UserID,
		Title: p.Title, Summary: p.Tagline, Words: strings.Join(words, " "), Owner: usersummary.SearchText(owner), Body: PlainDescription(p),
		Filters: append(Facets(p), stageFilter(p.Stage)),
	}
}

func saveFacets(ctx context.Context, tx *ent.Client, id uuid.UUID, had, has []string) error {
	var gone []string
	for _, f := range had {
		if !slices.Contains(has, f) {
			gone = append(gone, f)
		}
	}
	if len(gone) > 0 {
		if _, err := tx.ProjectFacet.Delete().Where(projectfacet.ProjectID(id), projectfacet.FacetIn(gone...)).Exec(ctx); err != nil {
			return fmt.Errorf("remove facets: %w", err)
		}
	}
	var added []*ent.ProjectFacetCreate
	for _, f := range has {
		if !slices.Contains(had, f) {
			added = append(added, tx.ProjectFacet.Create().SetProjectID(id).SetFacet(f))
		}
	}
	if len(added) > 0 {
		if err := tx.ProjectFacet.CreateBulk(added...).Exec(ctx); err != nil {
			return fmt.Errorf("add facets: %w", err)
		}
	}
	return nil
}

// saveSearch updates the search document of p; a draft has none.
func saveSearch(ctx context.Context, tx *ent.Client, p *ent.Project, owner *ent.User) error {
	if p.IsPublic {
		return search.Put(ctx, tx, SearchDoc(p, owner))
	}
	return search.Remove(ctx, tx, Kind, p.ID)
}
