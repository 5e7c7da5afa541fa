package alive

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store/storetest"
	"uvboard/backend/project"
)

// world is simulated sites. What a site answers depends on the time and a seed alone.
type world struct {
	now    func() time.Time
	outage [2]time.Time // of the board's own network
	sites  []site
}

type site struct {
	kind string
	dies time.Time // zero if it lives on
}

func (w *world) ask(_ context.Context, address string) Outcome {
	number, _, _ := strings.Cut(strings.TrimPrefix(address, "https://site"), ".")
	i, _ := strconv.Atoi(number)
	now, s := w.now(), w.sites[i]
	chance := rand.New(rand.NewPCG(uint64(i), uint64(now.Unix()))).Float64()
	week := rand.New(rand.NewPCG(uint64(i), uint64(now.Unix()/(7*24*3600)))).IntN(6*24 + 18)
	hour := int(now.Unix()/3600) % (7 * 24)
	switch {
	case !now.Before(w.outage[0]) && now.Before(w.outage[1]):
		return Outcome{Result: failed, Detail: "No connection"}
	case !s.dies.IsZero() && !now.Before(s.dies) && i%3 == 0:
		return Outcome{Result: failed, Detail: "Its name is not known"}
	case !s.dies.IsZero() && !now.Before(s.dies):
		return Outcome{Result: failed, Detail: "HTTP status 404 Not Found", Reached: true}
	case s.kind == "robots":
		return Outcome{Result: unknown, Detail: "Its robots.txt does not allow checks", Reached: true}
	case s.kind == "outages" && hour >= week && hour < week+6: // six hours a week
		return Outcome{Result: failed, Detail: "HTTP status 503 Service Unavailable", Reached: true}
	case s.kind == "slow" && chance < 0.05:
		return Outcome{Result: failed, Detail: "No answer within 10 seconds"}
	case chance < 0.005:
		return Outcome{Result: failed, Detail: "No connection"}
	case chance < 0.01:
		return Outcome{Result: failed, Detail: "HTTP status 500 Internal Server Error", Reached: true}
	}
	return Outcome{Result: answered, Reached: true} // a wall answers with 403
}

// 500 sites over 60 days, for two of which the board's own network is down: each death is shown within four days of
// those with a network, and at most 0.5% of those that live are ever gone.
func TestSimulation(t *testing.T) {
	db := storetest.Open(t, storetest.SQLiteURL(t))
	h := open(t, db)
	ada := h.user(t, "ada")
	const (
		count = 500
		long  = 60
	)
	w := &world{now: h.now, outage: [2]time.Time{start.Add(25*24*time.Hour + 7*time.Hour),
		start.Add(27*24*time.Hour + 7*time.Hour)}}
	h.Service.ask = w.ask
	random := rand.New(rand.NewPCG(7, 9))
	kinds := []string{"flaky", "flaky", "flaky", "flaky", "outages", "outages", "slow", "wall", "wall", "robots"}
	ids := map[uuid.UUID]int{}
	for i := range count {
		s := site{kind: kinds[i%len(kinds)]}
		if s.kind != "robots" && i%7 == 3 {
			s.dies = start.Add(time.Duration(10+random.IntN(40))*24*time.Hour +
				time.Duration(random.IntN(24*60))*time.Minute)
		}
		w.sites = append(w.sites, s)
		ids[h.project(t, ada, project.Links{Demo: new(fmt.Sprintf("https://site%d.dev/", i))})] = i
	}
	// Two die while the board's own network is down.
	w.sites[0].dies, w.sites[1].dies = w.outage[0].Add(time.Minute), w.outage[0].Add(24*time.Hour)

	shown, down, gone, downDays, livingDays := map[int]time.Duration{}, map[int]bool{}, map[int]bool{}, 0, 0
	for step := range long * 24 {
		must.NoError(t, h.Run(t.Context()))
		h.pass(time.Hour)
		if step%3 > 0 {
			continue
		}
		rows, err := db.Client().Project.Query().Select("id", "alive").All(t.Context())
		must.NoError(t, err)
		for _, p := range rows {
			i := ids[p.ID]
			dead := !w.sites[i].dies.IsZero() && !h.now().Before(w.sites[i].dies)
			bad := p.Alive == isDown || p.Alive == isGone
			switch {
			case dead && bad:
				if _, ok := shown[i]; !ok {
					from, to := later(w.sites[i].dies, w.outage[0]), earlier(h.now(), w.outage[1])
					shown[i] = h.now().Sub(w.sites[i].dies) - max(0, to.Sub(from))
				}
			case !dead && p.Alive == isGone:
				gone[i] = true
			case !dead && bad:
				down[i] = true
			}
			if !dead && step%24 == 0 {
				livingDays++
				if bad {
					downDays++
				}
			}
		}
	}
	deaths, most := 0, time.Duration(0)
	for i, s := range w.sites {
		if s.dies.IsZero() {
			continue
		}
		deaths++
		after, ok := shown[i]
		if most = max(most, after); !ok || after > 4*24*time.Hour {
			t.Errorf("the death of site %d (%s, %v) is shown after %v", i, s.kind, s.dies, after)
		}
	}
	living := count - deaths
	t.Logf("%d deaths, shown after %.1f days at most", deaths, most.Hours()/24)
	t.Logf("of %d sites that live %d were ever gone, %d ever down, on %d of %d days", living, len(gone), len(down),
		downDays, livingDays)
	if float64(len(gone)) > 0.005*float64(count) || float64(len(down)) > 0.005*float64(count) {
		t.Errorf("%d living sites were gone, %d down", len(gone), len(down))
	}
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

func earlier(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}
