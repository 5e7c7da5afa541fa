package project

import (
	"maps"
	"slices"

	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/enumname"
	"uvboard/backend/stats"
	pb "uvboard/gen/uvboard/v1"
)

// Votable are projects as users vote on them.
var Votable = domain.Votable{Type: "project", Table: "projects", Visible: "is_public", RankedFrom: "published_at", Noun: "Project"}

// Domain returns what projects contribute to the board.
func Domain(*Service) domain.Domain {
	return domain.Domain{
		Name:    "project",
		Votable: []domain.Votable{Votable},
		Checks:  checks(),
		Counted: []string{"projects", "users", "counters"},
	}
}

func checks() []domain.Check {
	all := []domain.Check{
		domain.CheckCount("users", "project_count", "projects", "user_id", "is_public"),
		domain.CheckCount("users", "draft_count", "projects", "user_id", "NOT is_public AND deleted_at IS NULL"),
		stats.Check(stats.Projects, "SELECT COUNT(*) FROM projects WHERE is_public"),
	}
	for _, number := range slices.Sorted(maps.Keys(pb.Stage_name)) {
		if stage := enumname.Of(pb.Stage(number)); stage != "" {
			all = append(all, stats.Check(stats.ProjectsAt(stage), "SELECT COUNT(*) FROM projects WHERE is_public AND stage = '"+stage+"'"))
		}
	}
	return append(all, domain.CheckSearch(SearchKind, "projects", "is_public"),
		domain.Check{What: "facets of projects", Query: `SELECT p.id, COUNT(DISTINCT f.facet) AS stored, COUNT(f.facet) AS counted
			FROM projects p LEFT JOIN project_facets f ON f.project_id = p.id GROUP BY p.id`})
}
