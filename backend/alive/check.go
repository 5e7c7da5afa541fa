package alive

import (
	"context"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"
	"golang.org/x/sync/errgroup"

	"uvboard/backend/platform/event"
	"uvboard/backend/platform/fetch"
	"uvboard/backend/project"
	"uvboard/ent"
	entproject "uvboard/ent/project"
	"uvboard/ent/projectcheck"
	"uvboard/ent/schema"
)

const (
	checkEvery = time.Minute
	batch      = 200             // projects of one run
	runTime    = 5 * time.Minute // after which the rest of a run is put off
	putOff     = time.Hour
	sites      = 16 // that are asked at the same time, each with one request
	siteGap    = time.Second
	saveBatch  = 25 // projects that are saved in one transaction
)

// due matches the projects to check now.
func (s *Service) due() *ent.ProjectCheckQuery {
	return s.db.Client().ProjectCheck.Query().Where(projectcheck.DueAtLTE(s.now()))
}

func (s *Service) isDue(ctx context.Context) (bool, error) {
	return s.due().Order(projectcheck.ByDueAt()).Exist(ctx)
}

// link is a link to ask.
type link struct {
	of      uuid.UUID // the project
	repo    bool
	address string
}

// results are the outcomes of the links of a project; the zero Outcome where there is none.
type results struct{ demo, repo Outcome }

// decides is the outcome that counts: of the demo, or of the source code if there is no demo or it cannot be checked.
func (r results) decides() Outcome {
	if r.repo.Result != 0 && (r.demo.Result == 0 || r.demo.Result == unknown) {
		return r.repo
	}
	return r.demo
}

// Run checks the projects that are due.
func (s *Service) Run(ctx context.Context) error {
	rows, err := s.due().Order(projectcheck.ByDueAt()).Limit(batch).All(ctx)
	if err != nil || len(rows) == 0 {
		return err
	}
	bySite := map[string][]link{}
	for _, row := range rows {
		for _, l := range linksOf(row) {
			bySite[fetch.Site(l.address)] = append(bySite[fetch.Site(l.address)], l)
		}
	}
	found, err := s.askAll(ctx, bySite)
	if err != nil {
		return err
	}
	doubtful, err := s.networkIsDown(ctx, rows, found)
	if err != nil {
		return err
	}
	// In the order of projects, in which every transaction locks them.
	slices.SortFunc(rows, func(a, b *ent.ProjectCheck) int {
		return strings.Compare(a.ProjectID.String(), b.ProjectID.String())
	})
	for some := range slices.Chunk(rows, saveBatch) {
		if err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
			for _, row := range some {
				if err := s.record(ctx, tx, row, found[row.ProjectID], doubtful); err != nil {
					return err
				}
			}
			return nil
		}); err != nil {
			return fmt.Errorf("save checks: %w", err)
		}
	}
	return nil
}

// linksOf returns the links of a project that are asked.
func linksOf(row *ent.ProjectCheck) (links []link) {
	if row.Demo != "" && !isReserved(row.Demo) {
		links = append(links, link{row.ProjectID, false, row.Demo})
	}
	if row.Repo != "" && !isReserved(row.Repo) {
		links = append(links, link{row.ProjectID, true, row.Repo})
	}
	return links
}

// reserved matches the hosts that nobody can have, by RFC 2606, such as those of demo data. They are never asked.
var reserved = regexp.MustCompile(`(?i)(^|\.)(test|example|invalid|localhost|example\.(com|net|org))\.?$`)

func isReserved(address string) bool {
	u, err := url.Parse(address)
	return err == nil && reserved.MatchString(u.Hostname())
}

// askAll asks links: those of one site one after the other, with a gap. Projects whose turn does not come have none.
func (s *Service) askAll(ctx context.Context, bySite map[string][]link) (map[uuid.UUID]results, error) {
	var (
		mu    sync.Mutex
		found = map[uuid.UUID]results{}
		group errgroup.Group
	)
	group.SetLimit(sites)
	ends := time.Now().Add(runTime)
	for _, links := range bySite {
		group.Go(func() error {
			for i, l := range links {
				if i > 0 {
					select {
					case <-ctx.Done():
					case <-time.After(s.gap):
					}
				}
				if time.Now().After(ends) {
					return ctx.Err()
				}
				out := s.ask(ctx, l.address)
				if err := ctx.Err(); err != nil { // the server ends: the outcome means nothing
					return err
				}
				mu.Lock()
				of := found[l.of]
				if l.repo {
					of.repo = out
				} else {
					of.demo = out
				}
				found[l.of] = of
				mu.Unlock()
			}
			return nil
		})
	}
	return found, group.Wait()
}

// networkIsDown reports whether failures say more about the board's own network than about the projects.
func (s *Service) networkIsDown(ctx context.Context, rows []*ent.ProjectCheck,
	found map[uuid.UUID]results) (bool, error) {
	now := s.now()
	lost := false
	hear := func(address string, out Outcome) {
		if out.Result != 0 && out.Result != unknown {
			s.heard[fetch.Site(address)] = heard{now, out.Reached}
		}
	}
	for _, row := range rows {
		out := found[row.ProjectID]
		lost = lost || out.decides().Result == failed && !out.decides().Reached
		if strings.HasSuffix(row.Days, string(answered)) {
			hear(decidingLink(row, out), out.decides())
		}
	}
	for site, h := range s.heard {
		if now.Sub(h.at) > networkWindow {
			delete(s.heard, site)
		}
	}
	if !lost {
		return false, nil
	}
	if len(s.heard) < networkSites {
		others, err := s.db.Client().ProjectCheck.Query().
			Where(projectcheck.DueAtNotNil(), projectcheck.DaysHasSuffix(string(answered)), projectcheck.DemoNEQ("")).
			Order(projectcheck.ByDueAt(entsql.OrderDesc())).Limit(5 * networkSites).All(ctx)
		if err != nil {
			return false, fmt.Errorf("sites that answered: %w", err)
		}
		for _, row := range others {
			if _, known := s.heard[fetch.Site(row.Demo)]; known || len(s.heard) >= networkSites {
				continue
			}
			hear(row.Demo, s.ask(ctx, row.Demo))
			if err := ctx.Err(); err != nil {
				return false, err
			}
		}
	}
	unreached := 0
	for _, h := range s.heard {
		if !h.reached {
			unreached++
		}
	}
	return len(s.heard) > 1 && float64(unreached) > networkShare*float64(len(s.heard)), nil
}

// decidingLink is the link of the outcome that counts.
func decidingLink(row *ent.ProjectCheck, r results) string {
	if r.repo.Result != 0 && r.decides() == r.repo {
		return row.Repo
	}
	return row.Demo
}

// record saves what was found about a project, unless its links have changed meanwhile.
func (s *Service) record(ctx context.Context, tx *ent.Client, asked *ent.ProjectCheck, found results,
	doubtful bool) error {
	p, err := tx.Project.Query().Where(entproject.ID(asked.ProjectID), s.db.ForUpdate).Only(ctx)
	if err != nil {
		return ent.MaskNotFound(err)
	}
	row, err := rowOf(ctx, tx, p.ID)
	if err != nil || row == nil || row.DueAt == nil || row.Demo != asked.Demo || row.Repo != asked.Repo {
		return err
	}
	now := s.now()
	out := found.decides()
	for _, l := range linksOf(row) {
		if l.repo && found.repo.Result == 0 || !l.repo && found.demo.Result == 0 {
			row.DueAt = new(now.Add(putOff)) // the run ended before its turn
			return save(ctx, tx, row)
		}
	}
	if out.Result == 0 {
		row.DueAt = nil
		return save(ctx, tx, row)
	}
	was := history{row.Days, row.LastDay}
	row.Last = schema.LinkChecks{Demo: checkOf(found.demo, now), Repo: checkOf(found.repo, now)}
	is, counts := s.take(row, out, now, doubtful)
	if err := save(ctx, tx, row); err != nil || !counts {
		return err
	}
	state := is.state()
	if err := show(ctx, tx, p, state, is.share(), &now); err != nil {
		return err
	}
	about := event.Event{Item: event.Item{Type: project.Kind, ID: p.ID}, Public: p.IsPublic}
	if is.last != was.last && is.failedDays() == askAfter && was.failedDays() == askAfter-1 {
		about.Kind = event.Down
		return s.db.Emit(ctx, tx, about)
	}
	if state != p.Alive && (state == isGone || p.Alive == isGone) {
		about.Kind = event.Changed
		return s.db.Emit(ctx, tx, about)
	}
	return nil
}

// take changes the row of a project by an outcome and sets the time of the next check. It returns the history, and
// whether the outcome counts: not if the network is down, nor while further tries of the day follow.
func (s *Service) take(row *ent.ProjectCheck, out Outcome, now time.Time,
	doubtful bool) (is history, counts bool) {
	was, day := history{row.Days, row.LastDay}, dayOf(now)
	record := func(day string, result byte) (history, bool) {
		is := was.with(day, result)
		row.Days, row.LastDay, row.Tries, row.TriedDay = is.days, is.last, 0, ""
		row.DueAt = new(nextSlot(row.ProjectID, now))
		return is, true
	}
	if out.Result != failed {
		return record(day, out.Result)
	}
	if doubtful && !out.Reached && was.last >= dayOf(now.AddDate(0, 0, -networkDays)) {
		row.DueAt = new(now.Add(putOff))
		return was, false
	}
	if row.TriedDay < dayOf(now.AddDate(0, 0, -1)) {
		row.Tries, row.TriedDay = 0, day
	}
	row.Tries++
	if was.failedDays() >= downAfter || row.Tries >= tries {
		return record(row.TriedDay, failed)
	}
	row.DueAt = new(now.Add(secondAfter))
	if row.Tries == 2 {
		row.DueAt = new(now.Add(thirdAfter))
	}
	return was, false
}

func checkOf(out Outcome, now time.Time) schema.LinkCheck {
	if out.Result == 0 {
		return schema.LinkCheck{}
	}
	return schema.LinkCheck{Result: resultNames[out.Result], Detail: out.Detail, At: now.UTC()}
}
