package paging_test

import (
	"encoding/base64"
	"slices"
	"strings"
	"testing"

	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/paging"
)

type position struct{ ID, At string }

func TestToken(t *testing.T) {
	want := position{ID: "ada", At: "2026"}
	token := mustToken(t, "people", want)
	if got, err := paging.Parse[position]("people", token); err != nil || got == nil || *got != want {
		t.Errorf("%+v, %v", got, err)
	}
	if got, err := paging.Parse[position]("people", ""); err != nil || got != nil {
		t.Errorf("empty token: %+v, %v", got, err)
	}
	encoded := func(text string) string { return base64.RawURLEncoding.EncodeToString([]byte(text)) }
	for name, token := range map[string]string{
		"ErrOtherList":     mustToken(t, "projects", want),
		"ErrNotBase64":     "(" + token,
		"ErrNotJSON":       encoded("people"),
		"ErrNoList":        encoded(`{"ID":"ada","At":"2026"}`),
		"ErrOtherPosition": encoded(`{"l":"people","p":{"ID":7}}`),
		"ErrTooLong":       mustToken(t, "people", position{ID: strings.Repeat("a", 1024)}),
	} {
		t.Run(name, func(t *testing.T) {
			got, err := paging.Parse[position]("people", token)
			if f := fault.Of(err); f == nil || f.Kind != fault.KindInvalid || f.Fields["cursor"] == "" || got != nil {
				t.Errorf("%+v, %v", got, err)
			}
		})
	}
}

func mustToken(t *testing.T, list string, at position) string {
	t.Helper()
	token, err := paging.Token(list, at)
	must.NoError(t, err)
	return token
}

func TestCut(t *testing.T) {
	at := func(name string) position { return position{ID: name} }
	for name, test := range map[string]struct {
		rows []string
		want int
		next *position
	}{
		"Empty":   {nil, 0, nil},
		"Short":   {[]string{"ada"}, 1, nil},
		"Full":    {[]string{"ada", "bob"}, 2, nil},
		"HasNext": {[]string{"ada", "bob", "cy"}, 2, &position{ID: "bob"}},
	} {
		t.Run(name, func(t *testing.T) {
			got, token, err := paging.Cut("people", test.rows, 2, at)
			if err != nil || !slices.Equal(got, test.rows[:test.want]) {
				t.Errorf("%v, %v", got, err)
			}
			next, err := paging.Parse[position]("people", token)
			if err != nil || (next == nil) != (test.next == nil) || next != nil && *next != *test.next {
				t.Errorf("next %+v, want %+v; %v", next, test.next, err)
			}
		})
	}
}

func TestSize(t *testing.T) {
	for requested, want := range map[int32]int{-1: 7, 0: 7, 1: 1, 100: 100, 101: 100, 1 << 30: 100} {
		if got := paging.Size(requested, 7); got != want {
			t.Errorf("Size(%d) = %d, want %d", requested, got, want)
		}
	}
}
