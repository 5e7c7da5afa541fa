package leaderboard

import (
	"bytes"
	"context"
	_ "embed"
	"fmt"
	"html/template"
	"net/http"
	"slices"
	"unicode/utf8"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/httpcontent"
	"uvboard/backend/platform/server"
	"uvboard/backend/platform/store"
)

// badgeAge is how long others may show a badge before they ask for it again. It is the same for all readers.
const badgeAge = "public, max-age=3600"

// badge is what the badge of a project shows: its best place in a period that has ended, and its upvotes.
type badge struct {
	Board, Text                          string
	Paper, Ink, Line, Mark, MarkInk      string // colors
	BoardX, BoardWidth, TextX, TextWidth int
	Split, Width                         int
}

//go:embed badge.svg
var badgeSource string

// html/template escapes the texts, as SVG needs it too.
var badgeTemplate = template.Must(template.New("badge").Parse(badgeSource))

// routes are the badges, which sites of others show.
func (s *Service) routes(name func() string) []server.Route {
	return []server.Route{{
		Method: http.MethodGet, Path: "/projects/{id}/badge.svg", Rule: auth.Rule{Level: auth.Public, Limit: auth.LimitRead},
		Handle: func(w http.ResponseWriter, r *http.Request) error {
			theme, kind := r.URL.Query().Get("theme"), r.URL.Query().Get("period")
			if !slices.Contains([]string{"", "light", "dark"}, theme) {
				return fault.UnknownValue("theme")
			}
			if kind != "" && !slices.Contains(kinds, kind) {
				return fault.UnknownValue("period")
			}
			text, err := s.badgeText(r.Context(), r.PathValue("id"), kind)
			if err != nil {
				return err
			}
			content, err := drawBadge(name(), text, theme == "dark")
			if err != nil {
				return fmt.Errorf("draw a badge: %w", err)
			}
			header := w.Header()
			header.Set("Content-Type", "image/svg+xml")
			header.Set("Cache-Control", badgeAge)
			httpcontent.Serve(w, r, content)
			return nil
		},
	}}
}

// badgeText returns the text of a badge. It is the same for every caller, since shared caches keep the badge. Fault: not found.
func (s *Service) badgeText(ctx context.Context, id, kind string) (string, error) {
	p, err := s.projects.Get(ctx, nil, store.ParseID(id))
	if err != nil {
		return "", err
	}
	votes := fmt.Sprintf("%d votes", p.Upvotes)
	if p.Upvotes == 1 {
		votes = "1 vote"
	}
	best, err := s.awards(ctx, p.ID, kind, 1)
	if err != nil || len(best) == 0 {
		return votes, err
	}
	return fmt.Sprintf("#%d of the %s · %s", best[0].Rank, best[0].Period, votes), nil
}

const (
	badgePadding = 10
	letterWidth  = 7 // on average; the texts are stretched to the width that this gives
	maxName      = 30
)

// drawBadge draws a badge in the colors of webapp/src/theme/tokens.css.
func drawBadge(board, text string, dark bool) ([]byte, error) {
	if utf8.RuneCountInString(board) > maxName {
		board = string([]rune(board)[:maxName-1]) + "…"
	}
	b := badge{Board: board, Text: text, Paper: "#ffffff", Ink: "#1a1128", Line: "#b3aac4", Mark: "#1a1128", MarkInk: "#ffffff"}
	if dark {
		b.Paper, b.Ink, b.Line, b.Mark, b.MarkInk = "#181127", "#f1eefa", "#4b3e67", "#e8ff3b", "#110b1c"
	}
	b.BoardX, b.BoardWidth, b.TextWidth = badgePadding, letterWidth*utf8.RuneCountInString(board), letterWidth*utf8.RuneCountInString(text)
	b.Split = b.BoardX + b.BoardWidth + badgePadding
	b.TextX = b.Split + badgePadding
	b.Width = b.TextX + b.TextWidth + badgePadding
	var out bytes.Buffer
	err := badgeTemplate.Execute(&out, b)
	return out.Bytes(), err
}
