package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"slices"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/store"
	"uvboard/bench/process"
	"uvboard/bench/report"
	"uvboard/ent"
	entfollow "uvboard/ent/follow"
	"uvboard/ent/notification"
	"uvboard/ent/project"
	"uvboard/ent/user"
)

const (
	maxPublish  = 50 * time.Millisecond
	maxNotified = 5 * time.Second
	maxInbox    = 20 * time.Millisecond
)

// measureFollowers prints how long a maker with many followers takes to publish a project, when the last follower has
// the notification, what other users notice of it, and how long a full inbox takes to read.
func measureFollowers(ctx context.Context, e *env, followers, publications, inbox int) error {
	sessions, err := e.sessions(ctx, e.database, 2)
	if err != nil {
		return err
	}
	product, err := e.product(ctx, e.database)
	if err != nil {
		return err
	}
	db, err := e.open(ctx, e.database)
	if err != nil {
		return err
	}
	if err = measurePublishing(ctx, e, db, product, sessions[0], followers, publications); err == nil {
		err = measureInbox(ctx, e, db, product, sessions[1], inbox)
	}
	return errors.Join(err, db.Close())
}

func measurePublishing(ctx context.Context, e *env, db *store.DB, product *process.Process, maker session,
	followers, publications int) error {
	if err := follow(ctx, db, maker.id, followers); err != nil {
		return fmt.Errorf("follow: %w", err)
	}
	read := func(d time.Duration) (sample, error) {
		return load(ctx, product.Addr, 2,
			d, func(int, *rand.Rand) request { return request{wire: get("/api/projects")} })
	}
	quiet, err := read(e.roundTime)
	if err != nil {
		return err
	}
	var published, notified, reading []time.Duration
	for n := range publications {
		began := time.Now()
		id, err := publish(product.Addr, maker, fmt.Sprintf("Published %d at %d", n, began.UnixNano()))
		if err != nil {
			return err
		}
		published = append(published, time.Since(began))
		others := make(chan error, 1)
		go func() {
			busy, err := read(time.Second)
			reading = append(reading, busy.P95)
			others <- err
		}()
		for told := 0; told < followers; {
			if time.Since(began) > time.Minute {
				return fmt.Errorf("%d of %d followers are notified after a minute", told, followers)
			}
			time.Sleep(50 * time.Millisecond)
			if told, err = db.Client().Notification.Query().Where(notification.ItemID(id)).Count(ctx); err != nil {
				return err
			}
		}
		notified = append(notified, time.Since(began))
		if err := <-others; err != nil {
			return err
		}
	}
	slices.Sort(published)
	slices.Sort(notified)
	slices.Sort(reading)
	p95 := int(.95 * float64(len(published)-1))
	fmt.Printf("a maker with %d followers publishes: p50 %s, p95 %s (at most %s: %v)\n", followers,
		report.Time(published[len(published)/2]), report.Time(published[p95]), report.Time(maxPublish),
		published[p95] <= maxPublish)
	fmt.Printf("the last follower has the notification after: p50 %s, at most %s (at most %s: %v)\n",
		report.Time(notified[len(notified)/2]), report.Time(notified[len(notified)-1]), report.Time(maxNotified),
		notified[len(notified)-1] <= maxNotified)
	fmt.Printf("p95 of reading the list of projects: %s alone, %s meanwhile\n", report.Time(quiet.P95),
		report.Time(reading[len(reading)/2]))
	return nil
}

// follow lets n users, and nobody else, follow one.
func follow(ctx context.Context, db *store.DB, member uuid.UUID, n int) error {
	ids, err := db.Client().User.Query().Where(user.IDNEQ(member)).Limit(n).IDs(ctx)
	if err != nil {
		return err
	}
	if len(ids) < n {
		return fmt.Errorf("the database has %d users, more than %d are needed", len(ids)+1, n)
	}
	if err := db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		_, err := tx.Follow.Delete().Where(entfollow.MemberID(member)).Exec(ctx)
		return err
	}); err != nil {
		return err
	}
	for some := range slices.Chunk(ids, 1000) {
		err := db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
			now := time.Now().UTC().Truncate(time.Millisecond)
			var rows []*ent.FollowCreate
			for _, id := range some {
				rows = append(rows, tx.Follow.Create().SetID(store.NewID(now)).SetUserID(id).SetMemberID(member).
					SetCreatedAt(now))
			}
			return tx.Follow.CreateBulk(rows...).Exec(ctx)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// publish creates a public project.
func publish(addr string, maker session, title string) (id uuid.UUID, err error) {
	body, err := json.Marshal(map[string]any{
		"title": title, "tagline": "Many wait for it", "logo": "https://example.com/logo.png", "isPublic": true,
		"primaryCategory": "utilities", "stage": "beta", "vibeTools": []string{"cursor"},
	})
	if err != nil {
		return id, err
	}
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		return id, err
	}
	defer conn.Close()
	if _, err := conn.Write(post("/api/projects", "application/json", body, maker.cookie)); err != nil {
		return id, err
	}
	response, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		return id, err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusCreated {
		return id, fmt.Errorf("the project was answered with %s", response.Status)
	}
	var made struct{ ID uuid.UUID }
	err = json.NewDecoder(response.Body).Decode(&made)
	return made.ID, err
}

// measureInbox prints how long the pages of a full inbox take, one at a time.
func measureInbox(ctx context.Context, e *env, db *store.DB, product *process.Process, owner session, full int) error {
	projects, err := db.Client().Project.Query().Where(project.IsPublic(true), project.UserIDNEQ(owner.id)).Limit(1000).
		All(ctx)
	if err != nil {
		return err
	}
	oldest := time.Now().UTC().AddDate(0, 0, -170)
	for from := 0; from < full; from += 500 {
		err := db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
			var rows []*ent.NotificationCreate
			for n := from; n < min(from+500, full); n++ {
				id, of := store.NewID(oldest.Add(time.Duration(n)*time.Minute)), projects[n%len(projects)]
				rows = append(rows, tx.Notification.Create().SetID(id).SetUserID(owner.id).
					SetKind([]string{"followed_published", "mention"}[n%2]).
					SetSource(id).SetActorID(of.UserID).SetItemType("project").SetItemID(of.ID).SetSubjectID(of.ID).
					SetGroupID(id).SetIsHead(true).SetIsRead(n >= 10))
			}
			return tx.Notification.CreateBulk(rows...).Exec(ctx)
		})
		if err != nil {
			return fmt.Errorf("fill an inbox: %w", err)
		}
	}
	for _, target := range []string{"/api/notifications", "/api/notifications?filter=unread",
		"/api/notifications?filter=mentions", "/api/notifications/count"} {
		s, err := load(ctx, product.Addr, 1, e.roundTime,
			func(int, *rand.Rand) request { return request{wire: get(target, owner.cookie)} })
		if err != nil {
			return err
		}
		fmt.Printf("%s of %d notifications: p50 %s, p95 %s (at most %s: %v)\n", target, full,
			report.Time(s.P50), report.Time(s.P95), report.Time(maxInbox), s.P95 <= maxInbox)
	}
	return nil
}
