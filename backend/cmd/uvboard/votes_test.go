package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/backend/project"
	"uvboard/backend/stats"
	"uvboard/backend/vote"
	"uvboard/ent"
)

// 200 members at once vote over HTTP on three projects, double-click, switch and take back, while their owners vote on each
// other's. Every counter is exact afterwards.
func TestVotesAtOnce(t *testing.T) {
	const voters, projects, rounds = 200, 3, 3
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		server := serveTest(t, db, io.Discard)
		members, targets := electorate(t, db, voters, projects)
		client := server.Client()
		client.Transport.(*http.Transport).MaxIdleConnsPerHost = voters
		send := func(token, method, body string) {
			request, err := http.NewRequestWithContext(t.Context(), method, server.URL+"/api/votes", strings.NewReader(body))
			if err != nil {
				t.Error(err)
				return
			}
			request.Header.Set("Content-Type", "application/json")
			request.Header.Set("Cookie", auth.CookieName+"="+token)
			response, err := client.Do(request)
			if err != nil {
				t.Error(err)
				return
			}
			defer response.Body.Close()
			answer, err := io.ReadAll(response.Body)
			own := response.StatusCode == http.StatusForbidden && strings.Contains(string(answer), "OWN_CONTENT")
			if err != nil || response.StatusCode != http.StatusOK && response.StatusCode != http.StatusCreated && !own {
				t.Errorf("%s %s: %s %s %v", method, body, response.Status, answer, err)
			}
		}
		var wg sync.WaitGroup
		for i, token := range members {
			wg.Go(func() {
				random := rand.New(rand.NewPCG(7, uint64(i)))
				for range rounds {
					on := fmt.Sprintf(`"targetId":"%s","targetType":"project"`, targets[random.IntN(projects)])
					var clicks sync.WaitGroup
					for range 2 {
						switch random.IntN(4) {
						case 0:
							clicks.Go(func() { send(token, http.MethodDelete, "{"+on+"}") })
						case 1:
							clicks.Go(func() { send(token, http.MethodPost, "{"+on+`,"voteType":"downvote"}`) })
						default:
							clicks.Go(func() { send(token, http.MethodPost, "{"+on+`,"voteType":"upvote"}`) })
						}
					}
					clicks.Wait()
				}
			})
		}
		wg.Wait()
		expectNoDrift(t, db)
		if n := db.Client().Vote.Query().CountX(t.Context()); n < voters/4 {
			t.Errorf("only %d votes stand", n)
		}
	})
}

// electorate makes members who are logged in; the first few show a project each.
func electorate(t *testing.T, db *store.DB, voters, projects int) (tokens []string, targets []uuid.UUID) {
	t.Helper()
	now := time.Now().UTC().Truncate(time.Millisecond)
	err := db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
		for i := range voters {
			name := fmt.Sprintf("voter%d", i)
			member, err := tx.User.Create().SetUsername(name).SetUsernameKey(name).SetEmail(name + "@example.com").SetEmailKey(name + "@example.com").
				SetPasswordHash("").SetViberTag("@" + name).SetProjectCount(share(i < projects)).SetCreatedAt(now).SetUpdatedAt(now).Save(ctx)
			if err != nil {
				return err
			}
			token := auth.NewToken()
			hash := sha256.Sum256([]byte(token))
			if err := tx.Session.Create().SetTokenHash(hex.EncodeToString(hash[:])).SetUserID(member.ID).SetCreatedAt(now).
				SetExpiresAt(now.AddDate(0, 0, 30)).Exec(ctx); err != nil {
				return err
			}
			tokens = append(tokens, token)
			if i >= projects {
				continue
			}
			shown, err := tx.Project.Create().SetUserID(member.ID).SetTitle(name).SetTitleKey(name).SetTagline("Votes come and go").
				SetStage("mvp").SetPrimaryCategory("games").SetPublishedAt(now).SetRank(vote.Rank(0, 0, now)).SetCreatedAt(now).SetUpdatedAt(now).Save(ctx)
			if err != nil {
				return err
			}
			if err := store.SearchPut(ctx, tx, project.SearchDoc(shown, member)); err != nil {
				return err
			}
			targets = append(targets, shown.ID)
		}
		for name, by := range map[string]int{stats.Users: voters, stats.Projects: projects, stats.ProjectsAt("mvp"): projects} {
			if err := stats.Add(ctx, tx, name, by); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return tokens, targets
}

func share(yes bool) int {
	if yes {
		return 1
	}
	return 0
}
