package forum

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/paging"
	"uvboard/backend/platform/store/storetest"
)

// FuzzPageTokens reads the forum's lists with any token. Each returns a page or an invalid fault, also on PostgreSQL,
// which rejects values that SQLite accepts.
func FuzzPageTokens(f *testing.F) {
	h := open(f, storetest.Open(f, storetest.SQLiteURL(f)))
	ada := h.user(f, "ada")
	channel := h.channel(f, ada, "Kiln")
	thread := h.thread(f, ada, channel, "Firing")
	first := h.post(f, ada, thread, nil, "one")
	h.post(f, ada, thread, nil, "two")
	for _, seconds := range []int64{start.Unix(), -62167219200, 253402300799} { // the years 0 and 9999
		f.Add("", true, seconds, first[:], 1)
		f.Add("eyJsIjoieCJ9", false, seconds, []byte{}, -1)
	}
	f.Fuzz(func(t *testing.T, raw string, pinned bool, seconds int64, id []byte, offset int) {
		var at uuid.UUID
		copy(at[:], id)
		made := func(list string, position any) string {
			token, err := paging.Token(list, position)
			if err != nil {
				return raw // a time that JSON cannot hold
			}
			return token
		}
		when := time.Unix(seconds, 0).UTC()
		check := func(what string, err error) {
			if f := fault.Of(err); err != nil && (f == nil || f.Kind != fault.KindInvalid) {
				t.Errorf("%s: %v", what, err)
			}
		}
		all, own := made("threads", threadPosition{pinned, when, at, offset}),
			made("threads of "+channel.String(), threadPosition{pinned, when, at, offset})
		top := made("top threads", threadPosition{pinned, when, at, offset})
		for _, token := range []string{raw, all, own, top, made("channels", at)} {
			_, _, err := h.ListThreads(t.Context(), nil, ThreadQuery{Size: 1, Token: token})
			check("threads", err)
			_, _, err = h.ListThreads(t.Context(), nil, ThreadQuery{Sort: Top, Size: 1, Token: token})
			check("top threads", err)
			_, _, err = h.ListThreads(t.Context(), nil, ThreadQuery{ChannelID: &channel, Size: 1, Token: token})
			check("threads of a channel", err)
			_, _, err = h.ListChannels(t.Context(), nil, 1, token)
			check("channels", err)
		}
		list := "posts of " + thread.String()
		for _, token := range []string{raw, made(list, postPosition{After: at}), made(list, postPosition{Before: at}),
			made(list, postPosition{at, at})} {
			_, err := h.ListPosts(t.Context(), nil, PostQuery{ThreadID: thread, Size: 1, Token: token, From: at,
				After: when})
			check("replies", err)
		}
		_, err := h.ListPosts(t.Context(), nil, PostQuery{ThreadID: thread, Size: 1, After: when})
		check("replies after a time", err)
		for _, token := range []string{raw, made(paging.ListName("forum search", "one"), searchPosition{offset})} {
			_, err := h.Search(t.Context(), SearchQuery{Text: "one", Size: 1, Token: token})
			check("search", err)
		}
	})
}

// The times at the ends of what a token can hold are valid on both databases.
func TestExtremePositions(t *testing.T) {
	each(t, func(t *testing.T, h fixture) {
		ada := h.user(t, "ada")
		channel := h.channel(t, ada, "Kiln")
		thread := h.thread(t, ada, channel, "Firing")
		h.post(t, ada, thread, nil, "one")
		for seconds, want := range map[int64]int{-62135596800: 0, 253402300799: 1} {
			when := time.Unix(seconds, 0).UTC()
			for list, id := range map[string]*uuid.UUID{"threads": nil, "threads of " + channel.String(): &channel} {
				token, err := paging.Token(list, threadPosition{At: when})
				must.NoError(t, err)
				threads, _, err := h.ListThreads(t.Context(), nil, ThreadQuery{ChannelID: id, Size: 5, Token: token})
				if err != nil || len(threads) != want {
					t.Errorf("%s before %v: %d, %v", list, when, len(threads), err)
				}
			}
			if page, err := h.ListPosts(t.Context(), nil,
				PostQuery{ThreadID: thread, Size: 5, After: when}); err != nil || len(page.Posts) != 1-want {
				t.Errorf("replies after %v: %d, %v", when, len(page.Posts), err)
			}
		}
	})
}
