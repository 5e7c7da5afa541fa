package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/vote"
	"uvboard/bench/process"
	"uvboard/ent/project"
)

var writePairs = []pair{
	{name: "vote-sqlite", on: "sqlite",
		description: "votes over HTTP, answered when durable; PocketBase, which counts them on the projects only and syncs later",
		goal:        goal{ratio: 1, rate: 300}, open: func(ctx context.Context, e *env) ([]side,
			error) {
			return openVotes(ctx, e, manyProjects)
		}},
	{name: "vote-hot", on: "sqlite", description: "the same, with all votes on three projects",
		goal: goal{ratio: 1, rate: 300}, open: func(ctx context.Context, e *env) ([]side,
			error) {
			return openVotes(ctx, e, 3)
		}},
	{name: "vote-postgres", on: "postgres", description: "the same on many projects; PocketBase, which is on SQLite",
		goal: goal{rate: 300}, open: func(ctx context.Context, e *env) ([]side,
			error) {
			return openVotes(ctx, e, manyProjects)
		}},
	{name: "mixed", description: "p95 of the reads of 64 clients, of whose requests 1 in 20 is a vote; 64 clients that only read",
		goal: goal{ratio: 1.5, p95: true}, open: openMixed},
}

// The size of an election.
const (
	voterCount   = 1000
	manyProjects = 2000
)

// election generates votes of users on projects of others.
type election struct {
	voters  []session
	targets []uuid.UUID
	values  [][]int8 // last vote by voter and target, so that every vote changes something
}

func (e *env) election(ctx context.Context, projects int) (*election, error) {
	voters, err := e.sessions(ctx, e.database, voterCount)
	if err != nil {
		return nil, err
	}
	ids := make([]uuid.UUID, len(voters))
	values := make([][]int8, len(voters))
	for i, v := range voters {
		ids[i], values[i] = v.id, make([]int8, projects)
	}
	db, err := e.open(ctx, e.database)
	if err != nil {
		return nil, err
	}
	targets, err := db.Client().Project.Query().Where(project.IsPublic(true), project.UserIDNotIn(ids...)).
		Order(project.ByTitleKey(), project.ByID()).Limit(projects).IDs(ctx) // independent of age
	if err == nil && len(targets) < projects {
		err = fmt.Errorf("the database has %d projects to vote on, %d are needed", len(targets), projects)
	}
	return &election{voters: voters, targets: targets, values: values}, errors.Join(err, db.Close())
}

// next returns the next vote of a client, and whether it is the voter's first on the target. Each client has its own
// voters.
func (el *election) next(client, clients int, r *rand.Rand) (voter, target, value int, first bool) {
	voter, target = client+clients*r.IntN((len(el.voters)-client+clients-1)/clients), r.IntN(len(el.targets))
	value, first = vote.Up, el.values[voter][target] == vote.None
	if el.values[voter][target] == vote.Up {
		value = vote.Down
	}
	el.values[voter][target] = int8(value)
	return voter, target, value, first
}

// request returns the next vote as a REST request.
func (el *election) request(client, clients int, r *rand.Rand) []byte {
	voter, target, value, _ := el.next(client, clients, r)
	word := "upvote"
	if value == vote.Down {
		word = "downvote"
	}
	body := `{"targetId":"` + el.targets[target].String() + `","targetType":"project","voteType":"` + word + `"}`
	return post("/api/votes", "application/json", []byte(body), el.voters[voter].cookie)
}

// voting returns the product's side.
func (e *env) voting(ctx context.Context, el *election) (side, error) {
	product, err := e.product(ctx, e.database)
	if err != nil {
		return nil, err
	}
	return asking(product, func(c int, r *rand.Rand) request { return request{wire: el.request(c, clients, r)} }), nil
}

// openVotes compares the product with PocketBase: the same numbers of users vote on the same number of projects.
func openVotes(ctx context.Context, e *env, projects int) ([]side, error) {
	el, err := e.election(ctx, projects)
	if err != nil {
		return nil, err
	}
	product, err := e.voting(ctx, el)
	if err != nil {
		return nil, err
	}
	reference, err := e.pocketBase(ctx, projects)
	return []side{product, reference}, err
}

// pocketBase returns a side that votes at PocketBase. It is built from its own module, so that the product does not
// depend on it.
func (e *env) pocketBase(ctx context.Context, projects int) (side, error) {
	dir, program := filepath.Join(e.dir, fmt.Sprint("pocketbase", projects)), filepath.Join(e.dir, "pocketbase")
	if output, err := exec.CommandContext(ctx, "go", "-C", "bench/pocketbase", "build", "-o", program, ".").
		CombinedOutput(); err != nil {
		return nil, fmt.Errorf("build PocketBase: %w: %s", err, output)
	}
	server, err := e.shared(dir, func() (*process.Process, error) {
		return e.start(ctx, "pocketbase", program, dir, strconv.Itoa(voterCount), strconv.Itoa(projects))
	})
	if err != nil {
		return nil, err
	}
	tokens, err := os.ReadFile(filepath.Join(dir, "tokens"))
	el := &election{voters: make([]session, voterCount), targets: make([]uuid.UUID, projects),
		values: make([][]int8, voterCount)}
	for i, token := range strings.Fields(string(tokens)) {
		el.voters[i].cookie, el.values[i] = "Authorization: "+token, make([]int8, projects)
	}
	return asking(server, func(c int,
		r *rand.Rand) request {
		return request{wire: el.pocketBaseRequest(c, clients, r)}
	}), err
}

// pocketBaseRequest returns the next vote as a request to PocketBase: a record to create, or one to change.
func (el *election) pocketBaseRequest(client, clients int, r *rand.Rand) []byte {
	voter, target, value, first := el.next(client, clients, r)
	id, session := fmt.Sprintf("v%014d", voter*len(el.targets)+target), el.voters[voter].cookie
	if first {
		body := fmt.Sprintf(`{"id":%q,"voter":"u%014d","project":"p%014d","value":%d}`, id, voter, target, value)
		return post("/api/collections/votes/records", "application/json", []byte(body), session)
	}
	return wire("PATCH", "/api/collections/votes/records/"+id, fmt.Appendf(nil, `{"value":%d}`, value), session,
		"Content-Type: application/json")
}

// pgbench returns a side that runs a script.
func (e *env) pgbench(script string) (side, error) {
	program, err := findPgbench()
	return func(ctx context.Context, d time.Duration) (sample, error) {
		seconds := max(1, int(d.Seconds()+.5))
		output, err := exec.CommandContext(ctx, program, "--no-vacuum", "--protocol=prepared", "--client="+
			strconv.Itoa(clients), "--jobs=2",
			"--time="+strconv.Itoa(seconds), "--file="+script, e.database).CombinedOutput()
		if err != nil {
			return sample{}, fmt.Errorf("%w: %s", err, output)
		}
		return readPgbench(output)
	}, err
}

func findPgbench() (string, error) {
	if program, err := exec.LookPath("pgbench"); err == nil {
		return program, nil
	}
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/pgbench")
	if len(found) == 0 {
		return "", errors.New("pgbench not found: install Debian's package postgresql-contrib")
	}
	return found[len(found)-1], nil
}

var pgbenchFigures = regexp.MustCompile(`(?s)latency average = ([\d.]+) ms.*tps = ([\d.]+)`)

// readPgbench reads the summary of pgbench. It has no percentiles: the average is used for all of them.
func readPgbench(output []byte) (sample, error) {
	found := pgbenchFigures.FindSubmatch(output)
	if found == nil {
		return sample{}, fmt.Errorf("unexpected output of pgbench: %s", output)
	}
	latency, err := strconv.ParseFloat(string(found[1]), 64)
	if err != nil {
		return sample{}, err
	}
	rate, err := strconv.ParseFloat(string(found[2]), 64)
	average := time.Duration(latency * float64(time.Millisecond))
	return sample{Rate: rate, P50: average, P95: average, P99: average}, err
}

func uuidList(n int, id func(int) uuid.UUID) string {
	quoted := make([]string, n)
	for i := range quoted {
		quoted[i] = "'" + id(i).String() + "'"
	}
	return "(ARRAY[" + strings.Join(quoted, ",") + "]::uuid[])"
}

// openMixed reads with many clients, with and without votes in between.
func openMixed(ctx context.Context, e *env) ([]side, error) {
	el, err := e.election(ctx, manyProjects)
	if err != nil {
		return nil, err
	}
	product, err := e.product(ctx, e.database)
	if err != nil {
		return nil, err
	}
	const crowd, oneVoteIn = 64, 20
	reads := make([][]byte, 0, 2*len(el.targets))
	for i, target := range el.targets {
		v := el.voters[i%len(el.voters)]
		reads = append(reads, get("/api/projects/"+target.String(), v.cookie),
			get(homeREST[i%len(homeREST)]), get("/api/votes/"+target.String()+"/project", v.cookie))
	}
	read := func(r *rand.Rand) request { return request{wire: reads[r.IntN(len(reads))]} }
	return []side{
		func(ctx context.Context, d time.Duration) (sample, error) {
			return load(ctx, product.Addr, crowd, d, func(c int, r *rand.Rand) request {
				if r.IntN(oneVoteIn) == 0 {
					return request{wire: el.request(c, crowd, r), aside: true}
				}
				return read(r)
			})
		},
		func(ctx context.Context, d time.Duration) (sample, error) {
			return load(ctx, product.Addr, crowd, d, func(_ int, r *rand.Rand) request { return read(r) })
		},
	}, nil
}
