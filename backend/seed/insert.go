package seed

import (
	"context"

	"uvboard/backend/project"
	"uvboard/backend/stats"
	"uvboard/backend/store"
	"uvboard/ent"
)

// insertProjects writes a batch of projects with all that is derived from them.
func (s *seeder) insertProjects(ctx context.Context, tx *ent.Client, exhibits []*exhibit) error {
	var (
		projects []*ent.ProjectCreate
		facets   []*ent.ProjectFacetCreate
		acts     []*ent.FeatureActCreate
		uploads  []*ent.UploadCreate
		docs     []store.SearchDoc
		counted  = map[string]int{}
	)
	for _, e := range exhibits {
		p := e.project
		projects = append(projects, row(tx, p))
		for _, f := range project.Facets(p) {
			facets = append(facets, tx.ProjectFacet.Create().SetProjectID(p.ID).SetFacet(f))
		}
		for _, u := range e.uploads {
			uploads = append(uploads, uploadRow(tx, u).SetProjectID(p.ID))
		}
		if p.FeaturedAt != nil {
			acts = append(acts, tx.FeatureAct.Create().SetProjectID(p.ID).SetAdminID(s.userID(0)).SetFeatured(true).
				SetReason(featureReasons[e.index%len(featureReasons)]).SetCreatedAt(*p.FeaturedAt))
		}
		if p.IsPublic {
			docs = append(docs, project.SearchDoc(p, e.owner))
			counted[stats.Projects]++
			counted[stats.ProjectsAt(p.Stage)]++
		}
	}
	if err := tx.Project.CreateBulk(projects...).Exec(ctx); err != nil {
		return err
	}
	if err := tx.ProjectFacet.CreateBulk(facets...).Exec(ctx); err != nil {
		return err
	}
	if err := tx.FeatureAct.CreateBulk(acts...).Exec(ctx); err != nil {
		return err
	}
	if err := tx.Upload.CreateBulk(uploads...).Exec(ctx); err != nil {
		return err
	}
	if err := store.SearchPut(ctx, tx, docs...); err != nil {
		return err
	}
	for name, n := range counted {
		if err := stats.Add(ctx, tx, name, n); err != nil {
			return err
		}
	}
	return s.insertVotes(ctx, tx, exhibits)
}

func (s *seeder) insertVotes(ctx context.Context, tx *ent.Client, exhibits []*exhibit) error {
	var votes []*ent.VoteCreate
	flush := func() error {
		err := tx.Vote.CreateBulk(votes...).Exec(ctx)
		votes = votes[:0]
		return err
	}
	for _, e := range exhibits {
		for _, b := range e.ballots {
			value := -1
			if b.up {
				value = 1
			}
			votes = append(votes, tx.Vote.Create().SetUserID(s.userID(b.voter)).SetTargetType(project.SearchKind).SetTargetID(e.project.ID).
				SetValue(value).SetCreatedAt(b.at).SetUpdatedAt(b.at))
			if len(votes) == voteBatch {
				if err := flush(); err != nil {
					return err
				}
			}
		}
	}
	return flush()
}

func row(tx *ent.Client, p *ent.Project) *ent.ProjectCreate {
	return tx.Project.Create().SetID(p.ID).SetUserID(p.UserID).SetCreatedAt(p.CreatedAt).SetUpdatedAt(p.UpdatedAt).
		SetTitle(p.Title).SetTitleKey(p.TitleKey).SetTagline(p.Tagline).SetDescription(p.Description).
		SetLogo(p.Logo).SetCoverImage(p.CoverImage).SetStage(p.Stage).
		SetPrimaryCategory(p.PrimaryCategory).SetSecondaryCategories(p.SecondaryCategories).
		SetVibeTools(p.VibeTools).SetCustomTools(p.CustomTools).SetMonetization(p.Monetization).SetLookingFor(p.LookingFor).
		SetTags(p.Tags).SetLinks(p.Links).SetMedia(p.Media).SetImpact(p.Impact).SetLaunchDate(p.LaunchDate).
		SetIsPublic(p.IsPublic).SetNillablePublishedAt(p.PublishedAt).SetNillableFeaturedAt(p.FeaturedAt).
		SetUpvotes(p.Upvotes).SetDownvotes(p.Downvotes).SetRank(p.Rank)
}

func uploadRow(tx *ent.Client, u *ent.Upload) *ent.UploadCreate {
	return tx.Upload.Create().SetID(u.ID).SetUserID(u.UserID).SetContentType(u.ContentType).SetPath(u.Path).
		SetWidth(u.Width).SetHeight(u.Height).SetBytes(u.Bytes).SetCreatedAt(u.CreatedAt)
}
