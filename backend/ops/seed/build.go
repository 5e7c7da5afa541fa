package seed

import (
	"encoding/json"
	"strings"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/alive"
	"uvboard/backend/platform/bulk"
	"uvboard/ent"
	"uvboard/ent/projectcheck"
	"uvboard/ent/schema"
)

// build says how a project was built, and whether its links answer. It returns the results of the days that are
// checked; empty if there are none.
func (s *seeder) build(i int, p *ent.Project) (days string) {
	random := s.plan.random(aboutBuild, i)
	if random.IntN(4) > 0 {
		p.BuildCode = pick(random, []string{"people", "mixed", "mixed", "mostly_ai", "mostly_ai", "mostly_ai", "ai"})
		p.BuildHours = new(pick(random, []int{2, 5, 8, 12, 20, 30, 40, 80, 160}))
		p.BuildCost = new(pick(random, []int{0, 0, 20, 20, 40, 60, 100, 250}))
	}
	if random.IntN(3) == 0 {
		p.BuildLesson = pick(random, texts().Lessons)
	}
	p.Alive = "unknown"
	if !p.IsPublic || p.Links.Demo == "" && p.Links.Repo == "" {
		return ""
	}
	age := int(s.plan.now.Sub(p.CreatedAt).Hours()/24) + 1
	letters := []byte(strings.Repeat("a", min(age, 90)))
	for n := range letters {
		if random.IntN(40) == 0 {
			letters[n] = 'd'
		}
	}
	last := 0 // days without an answer
	switch n := random.IntN(100); {
	case n < 2 && len(letters) > 45:
		last = 31 + random.IntN(10)
	case n < 4 && len(letters) > 10:
		last = 3 + random.IntN(5)
	case n < 7:
		letters[len(letters)-1] = 'u'
	}
	for n := range last {
		letters[len(letters)-1-n] = 'd'
	}
	if last == 0 && letters[len(letters)-1] == 'd' {
		letters[len(letters)-1] = 'a'
	}
	p.Alive, p.AliveShare = alive.Summary(string(letters))
	p.AliveCheckedAt = &s.plan.now
	return string(letters)
}

func checkRows() bulk.Rows {
	return bulk.Rows{Table: projectcheck.Table, Columns: []string{
		projectcheck.FieldID, projectcheck.FieldProjectID, projectcheck.FieldIsOff, projectcheck.FieldDemo,
		projectcheck.FieldRepo, projectcheck.FieldDays, projectcheck.FieldLastDay, projectcheck.FieldTries,
		projectcheck.FieldTriedDay, projectcheck.FieldLast,
	}}
}

// addChecks adds the checks of a project. None follows: nobody can have the hosts of demo data.
func (s *seeder) addChecks(rows *bulk.Rows, e *exhibit) error {
	if e.days == "" {
		return nil
	}
	p := e.project
	last, err := json.Marshal(schema.LinkChecks{})
	if err != nil {
		return err
	}
	rows.Values = append(rows.Values, []any{uuid.NewSHA1(p.ID, []byte("checks")), p.ID, false, p.Links.Demo,
		p.Links.Repo, e.days, s.plan.now.UTC().Format(time.DateOnly), 0, "", json.RawMessage(last)})
	return nil
}
