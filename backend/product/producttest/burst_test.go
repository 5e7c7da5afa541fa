package producttest

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/ent"
)

// 50 members who vote at the same moment, and 70 visitors who read, are all answered, although the database is busy for
// a while.
func TestABurstIsAnswered(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		visitor := &client{t: t, base: serveTest(t, testConfig(t), db, io.Discard).URL}
		owner, _ := visitor.register("owner")
		channel := valueAt(t, owner.want(http.StatusCreated, "POST", "/api/forum/channels", `{"name":"Kiln"}`), "id")
		thread := valueAt(t, owner.want(http.StatusCreated, "POST", "/api/forum/threads",
			`{"title":"Glaze","content":"Which?","channelId":"`+channel+`"}`), "id")
		var members []*client
		for i := range 50 {
			member, _ := visitor.register(fmt.Sprint("member", i))
			members = append(members, member)
		}
		held, free, written := make(chan struct{}), make(chan struct{}), make(chan error, 1)
		go func() {
			written <- db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
				_, err := tx.ExecContext(ctx, "UPDATE forum_threads SET title = title")
				close(held)
				<-free
				return err
			})
		}()
		<-held
		time.AfterFunc(time.Second, func() { close(free) }) // a burst is no reason to refuse a call within 5 s
		var all sync.WaitGroup
		for _, member := range members {
			all.Go(func() {
				member.want(http.StatusCreated, "POST", "/api/votes", `{"targetId":"`+thread+
					`","targetType":"forum_thread","voteType":"upvote"}`)
			})
		}
		for range 70 {
			all.Go(func() { visitor.as("").want(http.StatusOK, "GET", "/api/forum/threads/"+thread, "") })
		}
		all.Wait()
		must.NoError(t, <-written)
		counts := string(owner.want(http.StatusOK, "GET", "/api/votes/"+thread+"/forum_thread", ""))
		if !strings.Contains(counts, `"counts":{"upvotes":50,`) {
			t.Error(counts)
		}
		expectNoDrift(t, db)
	})
}
