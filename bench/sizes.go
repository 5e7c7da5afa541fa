package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/url"
	"os"
	"strings"
	"syscall"
	"time"

	"github.com/google/uuid"

	"uvboard/bench/report"
	"uvboard/ent"
	"uvboard/ent/blogpost"
	"uvboard/ent/job"
	"uvboard/ent/user"
)

// readPaths are the REST paths of every list and item that grows with the board. A name in braces is replaced by an id
// of that kind.
var readPaths = []string{
	"/api/projects", "/api/projects?sort=trending", "/api/projects?sort=alphabetical",
	"/api/projects?category=utilities", "/api/projects?search={word}",
	"/api/projects/{project}", "/api/projects/{project}/related", "/api/projects/{project}/updates",
	"/api/projects/{project}/awards", "/api/projects/tools/popular",
	"/api/forum/channels", "/api/forum/threads", "/api/forum/threads/{thread}", "/api/forum/threads/{thread}/posts",
	"/api/forum/search?query={word}",
	"/api/blog/posts", "/api/blog/posts?sort=popular", "/api/blog/posts?search={word}", "/api/blog/posts/{story}",
	"/api/blog/posts/{story}/comments",
	"/api/blog/posts/{story}/related", "/api/blog/tags/popular", "/api/blog/stats",
	"/api/users/{user}", "/api/users/{user}/activity", "/api/users/{user}/stats", "/api/users/{user}/projects",
	"/api/users/{user}/followers",
	"/api/users?prefix={letters}", "/api/users/top", "/api/users/active",
	"/api/votes?targetType=project&targetIds={project}", "/api/leaderboard?period=week", "/api/leaderboard?period=all",
	"/api/collections",
	"/api/stats/community", "/api/stats/forum", "/api/searches/trending", "/api/board", "/api/news",
	"/api/auth/me", "/api/auth/sessions", "/api/auth/security-events", "/api/notifications", "/api/notifications/count",
	"/api/feed/following", "/api/feedback",
	"/api/saved", "/api/follows?type=project&ids={project}",
	"/api/admin/overview", "/api/admin/stats", "/api/admin/projects", "/api/admin/users",
	"/api/admin/users?search={letters}", "/api/admin/blog/posts",
	"/api/admin/forum/channels", "/api/admin/audit-log", "/api/admin/reports", "/api/admin/analytics?timeframe=30days",
}

// measureSizes prints how long one client waits for each read on both databases, as an admin. Requests differ, so that
// few come from the cache of responses.
func measureSizes(ctx context.Context, e *env) error {
	if e.small == "" {
		return errors.New("sizes compares --database with --small")
	}
	small, err := e.readTimes(ctx, e.small)
	if err != nil {
		return fmt.Errorf("small: %w", err)
	}
	large, err := e.readTimes(ctx, e.database)
	if err != nil {
		return err
	}
	report.Head(os.Stdout, "read", "small p50", "p95", "large p50", "p95", "ratio of p50")
	for i, path := range readPaths {
		report.Row(os.Stdout, "`"+path+"`", small[i].P50, small[i].P95, large[i].P50, large[i].P95,
			fmt.Sprintf("%.1f", large[i].P50.Seconds()/small[i].P50.Seconds()))
	}
	return nil
}

func (e *env) readTimes(ctx context.Context, database string) ([]sample, error) {
	values, admin, err := e.readValues(ctx, database)
	if err != nil {
		return nil, err
	}
	product, err := e.product(ctx, database)
	if err != nil {
		return nil, err
	}
	if err := e.settle(ctx, database); err != nil {
		return nil, err
	}
	samples := make([]sample, len(readPaths))
	for i, path := range readPaths {
		before, name, _ := strings.Cut(path, "{")
		name, after, _ := strings.Cut(name, "}")
		next := func(_ int, r *rand.Rand) request {
			target := path
			if of := values[name]; len(of) > 0 {
				target = before + url.QueryEscape(of[r.IntN(len(of))]) + after
			}
			return request{wire: get(target, admin.cookie)}
		}
		if _, err = load(ctx, product.Addr, 1, e.warmUp, next); err == nil {
			samples[i], err = load(ctx, product.Addr, 1, e.roundTime, next)
		}
		if err != nil { // the table goes on without it
			fmt.Printf("%s: %v\n", path, err)
		}
	}
	return samples, errors.Join(ctx.Err(), product.Stop(syscall.SIGTERM))
}

// settle waits until a started server has run no job for five seconds: after a seed it counts the days of three months.
func (e *env) settle(ctx context.Context, database string) error {
	db, err := e.open(ctx, database)
	if err != nil {
		return err
	}
	defer db.Close()
	for quiet := 0; quiet < 5; {
		busy, err := db.Client().Job.Query().Where(job.HolderNEQ("")).Exist(ctx)
		if err != nil {
			return fmt.Errorf("wait for jobs: %w", err)
		}
		if quiet++; busy {
			quiet = 0
		}
		select {
		case <-time.After(time.Second):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// readValues returns ids and words to read, spread over the tables, and the session of an admin.
func (e *env) readValues(ctx context.Context, database string) (values map[string][]string, admin session, err error) {
	projects, err := e.publicIDs(ctx, database)
	if err != nil {
		return nil, admin, err
	}
	threads, err := e.threads(ctx, database, 1)
	if err != nil {
		return nil, admin, err
	}
	sessions, err := e.sessions(ctx, database, 1)
	if err != nil {
		return nil, admin, err
	}
	db, err := e.open(ctx, database)
	if err != nil {
		return nil, admin, err
	}
	defer db.Close()
	users, err := db.Client().User.Query().Where(user.DeletedAtIsNil()).Order(user.ByID()).IDs(ctx)
	if err != nil {
		return nil, admin, err
	}
	stories, err := db.Client().BlogPost.Query().Where(blogpost.IsVisible(true)).Order(blogpost.ByID()).IDs(ctx)
	if err != nil {
		return nil, admin, err
	}
	err = db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		// The board stands for one that people filled: the overview counts demo content.
		if err := tx.User.Update().Where(user.IsDemo(true)).SetIsDemo(false).Exec(ctx); err != nil {
			return err
		}
		return tx.User.UpdateOneID(sessions[0].id).SetRole(user.RoleAdmin).Exec(ctx)
	})
	if err != nil {
		return nil, admin, err
	}
	words, err := e.words(ctx)
	if err != nil {
		return nil, admin, err
	}
	values = map[string][]string{"project": some(projects), "user": some(users), "story": some(stories), "word": words}
	for _, word := range words {
		values["letters"] = append(values["letters"], strings.ToLower(word[:min(3, len(word))]))
	}
	for i := range 1000 {
		values["thread"] = append(values["thread"], threads[i*len(threads)/1000].ID.String())
	}
	return values, sessions[0], nil
}

// some returns a thousand ids, spread over all.
func some(ids []uuid.UUID) []string {
	list := make([]string, 1000)
	for i := range list {
		list[i] = ids[i*len(ids)/len(list)].String()
	}
	return list
}
