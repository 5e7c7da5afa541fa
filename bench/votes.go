package main

import (
	"context"
	"database/sql"
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
	"uvboard/ent/project"
)

var writePairs = []pair{
	{name: "vote-postgres", on: "postgres", description: "votes over HTTP; pgbench with the same work in one statement",
		goal: goal{ratio: 0.70}, open: openVotesPostgres},
	{name: "vote-sqlite", on: "sqlite", description: "votes over HTTP, answered when durable; one durable commit after another, without HTTP",
		goal: goal{ratio: 1.5}, open: func(ctx context.Context, e *env) ([]side, error) { return openVotesSQLite(ctx, e, manyProjects) }},
	{name: "vote-hot", on: "sqlite", description: "the same, with all votes on three projects",
		goal: goal{ratio: 2}, open: func(ctx context.Context, e *env) ([]side, error) { return openVotesSQLite(ctx, e, 3) }},
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

// next returns the next vote of a client. Each client has its own voters.
func (el *election) next(client, clients int, r *rand.Rand) (voter, target int, value int) {
	voter, target = client+clients*r.IntN((len(el.voters)-client+clients-1)/clients), r.IntN(len(el.targets))
	value = vote.Up
	if el.values[voter][target] == vote.Up {
		value = vote.Down
	}
	el.values[voter][target] = int8(value)
	return voter, target, value
}

// request returns the next vote as a REST request.
func (el *election) request(client, clients int, r *rand.Rand) []byte {
	voter, target, value := el.next(client, clients, r)
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

func openVotesSQLite(ctx context.Context, e *env, projects int) ([]side, error) {
	el, err := e.election(ctx, projects)
	if err != nil {
		return nil, err
	}
	product, err := e.voting(ctx, el)
	if err != nil {
		return nil, err
	}
	raw, err := newRawVotes(ctx, strings.TrimPrefix(e.database, "sqlite://"))
	if err != nil {
		return nil, err
	}
	return []side{product, func(ctx context.Context, d time.Duration) (sample, error) {
		var took []time.Duration
		random, begin := rand.New(rand.NewPCG(1, uint64(time.Now().UnixNano()))), time.Now()
		for sent := begin; sent.Sub(begin) < d; {
			voter, target, value := el.next(0, 1, random)
			if err := raw.cast(ctx, el.voters[voter].id, el.targets[target], value); err != nil {
				return sample{}, err
			}
			now := time.Now()
			took, sent = append(took, now.Sub(sent)), now
		}
		return newSample(took, time.Since(begin)), nil
	}}, nil
}

// rawVotes casts votes with prepared statements, one transaction each.
type rawVotes struct {
	db                            *sql.DB
	find, put, count, given, take *sql.Stmt
}

func newRawVotes(ctx context.Context, path string) (*rawVotes, error) {
	db, err := sql.Open("sqlite", "file:"+path+"?_pragma=synchronous(2)&_pragma=foreign_keys(1)&_pragma=busy_timeout(5000)&_txlock=immediate&_time_format=sqlite")
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	raw := &rawVotes{db: db}
	prepare := func(into **sql.Stmt, query string) {
		if err == nil {
			*into, err = db.PrepareContext(ctx, query)
		}
	}
	prepare(&raw.find, `SELECT p.user_id, p.upvotes, p.downvotes, p.published_at, COALESCE(v.value, 0) FROM projects p
		LEFT JOIN votes v ON v.target_id = p.id AND v.user_id = ? AND v.target_type = 'project' WHERE p.id = ? AND p.is_public`)
	prepare(&raw.put, `INSERT INTO votes (user_id, target_id, target_type, value, created_at, updated_at) VALUES (?, ?, 'project', ?, ?, ?)
		ON CONFLICT (target_id, user_id, target_type) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at`)
	prepare(&raw.count, "UPDATE projects SET upvotes = upvotes + ?, downvotes = downvotes + ?, rank = ? WHERE id = ?")
	prepare(&raw.given, "UPDATE users SET votes_given = votes_given + ?, last_active_at = ? WHERE id = ?")
	prepare(&raw.take, `UPDATE users SET upvotes_received = upvotes_received + ?, downvotes_received = downvotes_received + ?,
		reputation = reputation + ? WHERE id = ?`)
	return raw, err
}

func (raw *rawVotes) cast(ctx context.Context, voter, target uuid.UUID, value int) error {
	tx, err := raw.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback() // no-op after the commit
	var (
		owner         string
		up, down, was int
		published     time.Time
	)
	if err := tx.StmtContext(ctx, raw.find).QueryRowContext(ctx, voter, target).Scan(&owner, &up, &down, &published, &was); err != nil {
		return err
	}
	if was == value {
		return nil
	}
	moreUp, moreDown := max(value, 0)-max(was, 0), max(-value, 0)-max(-was, 0)
	now := time.Now().UTC()
	for _, change := range []struct {
		statement *sql.Stmt
		args      []any
	}{
		{raw.put, []any{voter, target, value, now, now}},
		{raw.count, []any{moreUp, moreDown, vote.Rank(up+moreUp, down+moreDown, published), target}},
		{raw.given, []any{moreUp + moreDown, now, voter}},
		{raw.take, []any{moreUp, moreDown, 5*moreUp - 2*moreDown, owner}},
	} {
		if _, err := tx.StmtContext(ctx, change.statement).ExecContext(ctx, change.args...); err != nil {
			return err
		}
	}
	return tx.Commit()
}

func openVotesPostgres(ctx context.Context, e *env) ([]side, error) {
	el, err := e.election(ctx, manyProjects)
	if err != nil {
		return nil, err
	}
	product, err := e.voting(ctx, el)
	if err != nil {
		return nil, err
	}
	script := filepath.Join(e.dir, "vote.sql")
	if err := os.WriteFile(script, []byte(el.script()), 0o600); err != nil {
		return nil, err
	}
	raw, err := e.pgbench(script)
	return []side{product, raw}, err
}

// pgbench returns a side that runs a script.
func (e *env) pgbench(script string) (side, error) {
	program, err := findPgbench()
	return func(ctx context.Context, d time.Duration) (sample, error) {
		seconds := max(1, int(d.Seconds()+.5))
		output, err := exec.CommandContext(ctx, program, "--no-vacuum", "--protocol=prepared", "--client="+strconv.Itoa(clients), "--jobs=2",
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

// script returns a pgbench script that casts a vote in one statement: it locks the project and changes the vote and all counters.
func (el *election) script() string {
	voters := uuidList(len(el.voters), func(i int) uuid.UUID { return el.voters[i].id })
	targets := uuidList(len(el.targets), func(i int) uuid.UUID { return el.targets[i] })
	return fmt.Sprintf(`\set voter random(1, %d)
\set target random(1, %d)
\set value random(0, 1) * 2 - 1
WITH asked AS (SELECT %s[:voter] AS voter, %s[:target] AS target),
p AS (SELECT id, user_id, upvotes, downvotes, published_at FROM projects WHERE id = (SELECT target FROM asked) AND is_public FOR NO KEY UPDATE),
v AS (INSERT INTO votes AS old (user_id, target_type, target_id, value, created_at, updated_at)
	SELECT voter, 'project', id, :value, now(), now() FROM asked, p
	ON CONFLICT (target_id, user_id, target_type) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at WHERE old.value <> excluded.value
	RETURNING value, CASE WHEN xmax = 0 THEN 0 ELSE -1 END AS other),
c AS (SELECT upvotes + up AS u, downvotes + down AS d, upvotes + up - downvotes - down AS s, upvotes + up + downvotes + down AS n, * FROM p,
	(SELECT CASE value WHEN 1 THEN 1 ELSE other END AS up, CASE value WHEN 1 THEN other ELSE 1 END AS down FROM v) change),
counted AS (UPDATE projects SET upvotes = u, downvotes = d, rank = sign(s::float8) * log(1 + abs(s)::float8) *
	CASE WHEN s > 0 THEN (u::float8/n + 0.82125/n - 1.2816*sqrt((u::float8/n*(1-u::float8/n) + 0.410625/n)/n))/(1+1.6425/n) ELSE 1 END
	+ extract(epoch FROM c.published_at)::float8/172800 FROM c WHERE projects.id = c.id),
people AS (SELECT users.id FROM users, asked, c WHERE users.id IN (voter, user_id) ORDER BY users.id FOR NO KEY UPDATE OF users)
UPDATE users SET votes_given = votes_given + CASE users.id WHEN voter THEN up + down ELSE 0 END,
	last_active_at = CASE users.id WHEN voter THEN now() ELSE last_active_at END,
	upvotes_received = upvotes_received + CASE users.id WHEN voter THEN 0 ELSE up END,
	downvotes_received = downvotes_received + CASE users.id WHEN voter THEN 0 ELSE down END,
	reputation = reputation + CASE users.id WHEN voter THEN 0 ELSE 5 * up - 2 * down END
FROM people, asked, c WHERE users.id = people.id;
`, len(el.voters), len(el.targets), voters, targets)
}

// uuidList returns a list of ids in SQL.
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
			return load(ctx, product.addr, crowd, d, func(c int, r *rand.Rand) request {
				if r.IntN(oneVoteIn) == 0 {
					return request{wire: el.request(c, crowd, r), aside: true}
				}
				return read(r)
			})
		},
		func(ctx context.Context, d time.Duration) (sample, error) {
			return load(ctx, product.addr, crowd, d, func(_ int, r *rand.Rand) request { return read(r) })
		},
	}, nil
}
