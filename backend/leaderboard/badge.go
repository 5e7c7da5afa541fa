package leaderboard

import (
	"context"
	_ "embed"
	"fmt"
	"html"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	addresses "uvboard/backend/platform/address"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/httpcontent"
	"uvboard/backend/platform/letters"
	"uvboard/backend/platform/server"
)

// badgeAge is how long others may show a badge before they ask for it again. It is the same for all readers.
const badgeAge = "public, max-age=3600"

// badgeSource is the badge with names in braces for its values. A template would call methods by name, so that the
// linker keeps all methods of the program: 36 MB.
//
//go:embed badge.svg
var badgeSource string

// routes are the badges, which sites of others show.
func (s *Service) routes(name func() string) []server.Route {
	return []server.Route{{
		Method: http.MethodGet, Path: "/projects/{id}/badge.svg", Rule: auth.PublicRead,
		Handle: func(w http.ResponseWriter, r *http.Request) error {
			theme, kind := r.URL.Query().Get("theme"), r.URL.Query().Get("period")
			if !slices.Contains([]string{"", "light", "dark"}, theme) {
				return fault.UnknownValue("theme")
			}
			if kind == All {
				kind = ""
			}
			if kind != "" && !slices.Contains(kinds, kind) {
				return fault.UnknownValue("period")
			}
			text, err := s.badgeText(r.Context(), r.PathValue("id"), kind)
			if err != nil {
				return err
			}
			header := w.Header()
			header.Set("Content-Type", "image/svg+xml; charset=utf-8")
			header.Set("Cache-Control", badgeAge)
			httpcontent.Serve(w, r, drawBadge(name(), text, theme == "dark"))
			return nil
		},
	}}
}

// badgeText returns the text of a badge. It is the same for every caller, since shared caches keep the badge. Fault:
// not found.
func (s *Service) badgeText(ctx context.Context, id, kind string) (string, error) {
	found, err := addresses.Find(ctx, s.db.Client(), addresses.Projects, id)
	if err != nil {
		return "", err
	}
	p, err := s.projects.Get(ctx, nil, found)
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
	return periodOf(best[0]).place(best[0].Rank) + " · " + votes, nil
}

const (
	badgePadding = 10
	letterWidth  = 7 // on average; the texts are stretched to the width that this gives
	maxName      = 30
)

// drawBadge draws a badge in the colors of webapp/src/theme/tokens.css.
func drawBadge(board, text string, dark bool) []byte {
	board = letters.Shorten(board, maxName)
	boardWidth, textWidth := letterWidth*utf8.RuneCountInString(board), letterWidth*utf8.RuneCountInString(text)
	split := badgePadding + boardWidth + badgePadding
	paper, ink, line, mark, markInk := "#ffffff", "#1a1128", "#b3aac4", "#1a1128", "#ffffff"
	if dark {
		paper, ink, line, mark, markInk = "#181127", "#f1eefa", "#4b3e67", "#e8ff3b", "#110b1c"
	}
	return []byte(strings.NewReplacer(
		"{board}", html.EscapeString(board), "{text}", html.EscapeString(text),
		"{paper}", paper, "{ink}", ink, "{line}", line, "{mark}", mark, "{markInk}", markInk,
		"{boardX}", strconv.Itoa(badgePadding), "{boardWidth}", strconv.Itoa(boardWidth), "{split}",
		strconv.Itoa(split),
		"{textX}", strconv.Itoa(split+badgePadding), "{textWidth}", strconv.Itoa(textWidth), "{width}",
		strconv.Itoa(split+2*badgePadding+textWidth),
	).Replace(badgeSource))
}
