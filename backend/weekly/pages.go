package weekly

import (
	"context"
	"html"
	"net/url"
	"strconv"
	"strings"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"uvboard/backend/platform/letters"
	"uvboard/backend/platform/markdown"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/web"
	"uvboard/ent/weeklyissue"
	pb "uvboard/gen/uvboard/v1"
)

const (
	title       = "Weekly"
	description = "The best of each week: projects, stories and threads, on a page and by email."
	// maxSummary is how many characters of an introduction describe a page.
	maxSummary = 160
)

// pages are the pages of the weekly and its feed. The calls must equal those of webapp/src/features/weekly.
func (h *Handler) pages() web.Pages {
	return web.Pages{
		Routes: []web.Route{
			{Path: "/weekly", Title: title, Description: description, Describe: h.describeList,
				Modules: []string{"src/features/weekly/WeeklyPage.tsx"}},
			{Path: "/weekly/confirm", Title: "Confirm Subscription", Personal: true},
			{Path: "/weekly/unsubscribe", Title: "Unsubscribe", Personal: true},
			{Path: "/weekly/{number}", Missing: "Issue Not Found", Describe: h.describeIssue,
				Modules: []string{"src/features/weekly/IssuePage.tsx"}},
		},
		Feeds: []web.Feed{{Path: "/weekly/feed.xml", Title: "weekly", Page: "/weekly",
			Entries: h.service.feedEntries}},
		Sitemaps: []web.Sitemap{{Name: "weekly", Pages: h.service.listedPages}},
	}
}

func (h *Handler) describeList(_ context.Context, _ web.Request, page *web.Page) error {
	page.Kind = "CollectionPage"
	page.First = []web.Call{web.Ask(h.ListWeeklyIssues, &pb.ListWeeklyIssuesRequest{PageSize: 20}, web.Paged,
		web.Shows(web.Main, showList))}
	page.Frame = web.Column
	return nil
}

// describeIssue reads the issue once, for the page and for the inlined response to GetWeeklyIssue.
func (h *Handler) describeIssue(ctx context.Context, r web.Request, page *web.Page) error {
	request := &pb.GetWeeklyIssueRequest{Number: r.Param}
	answer, err := h.GetWeeklyIssue(ctx, request)
	if err != nil {
		return err
	}
	issue := answer.Issue
	page.Title, page.Name, page.Type = issue.Title, issue.Title, "article"
	page.Path, page.Description = path(int(issue.Number)), about(issue)
	for _, item := range issue.Items {
		if item.Image != "" {
			page.Image = web.Image{URL: item.Image, Alt: item.Title, Large: true}
			break
		}
	}
	page.Data = structured(r.Site, issue)
	page.First = []web.Call{web.Answered(request, answer, web.Shows(web.Main, showIssue))}
	page.Frame = web.Column
	return nil
}

// about describes an issue in one line: its introduction, or the titles of its items.
func about(issue *pb.WeeklyIssue) string {
	if issue.Introduction != "" {
		return store.ToOneLine(markdown.Excerpt(issue.IntroductionHtml, maxSummary))
	}
	titles := make([]string, len(issue.Items))
	for i, item := range issue.Items {
		titles[i] = item.Title
	}
	return letters.Shorten(store.ToOneLine(strings.Join(titles, ", ")), maxSummary)
}

func structured(site web.Site, issue *pb.WeeklyIssue) web.Object {
	var parts []web.Object
	for _, item := range issue.Items {
		parts = append(parts, web.Thing("CreativeWork", web.Object{"name": item.Title, "url": item.Url}))
	}
	return web.Thing("PublicationIssue", web.Object{
		"@id": issue.Url, "url": issue.Url, "name": issue.Title, "issueNumber": strconv.Itoa(int(issue.Number)),
		"description": about(issue), "datePublished": web.Time(issue.PublishedAt.AsTime()), "hasPart": parts,
		"isPartOf": web.Thing("Periodical", web.Object{"name": site.Name + " " + title, "url": site.URL("/weekly")}),
	})
}

// feedEntries returns the newest issues. Their author is the board.
func (s *Service) feedEntries(ctx context.Context, _ url.Values, limit int) ([]web.Entry, error) {
	rows, _, err := s.published(ctx, "weekly feed", limit, "")
	if err != nil {
		return nil, err
	}
	issues, err := s.withItems(ctx, rows)
	entries := make([]web.Entry, len(issues))
	for i, issue := range issues {
		entries[i] = web.Entry{
			ID: issue.ID, Title: issue.Title, Path: path(issue.Number), Published: *issue.PublishedAt,
			Updated: issue.UpdatedAt, Author: web.Person{Name: s.board.Name(), Path: "/weekly"},
			Summary: about(s.issue(issue)), HTML: content(issue),
		}
	}
	return entries, err
}

// content returns an issue as HTML for feed readers.
func content(issue Issue) string {
	var out strings.Builder
	out.WriteString(markdown.HTML(issue.Introduction))
	for _, item := range issue.Items {
		text := item.Note
		if text == "" {
			text = item.Target.Text
		}
		out.WriteString(`<h3><a href="` + html.EscapeString(item.Target.Path) + `">` +
			html.EscapeString(item.Target.Title) + "</a></h3><p>" + html.EscapeString(text) + "</p>")
	}
	return out.String()
}

func (s *Service) listedPages(ctx context.Context, after uuid.UUID, skip, limit int) ([]web.Listed, error) {
	rows, err := s.db.Client().WeeklyIssue.Query().Where(weeklyissue.NumberGT(0), weeklyissue.IDGT(after)).
		Order(weeklyissue.ByID(entsql.OrderAsc())).Offset(skip).Limit(limit).
		Select(weeklyissue.FieldID, weeklyissue.FieldNumber, weeklyissue.FieldUpdatedAt).All(ctx)
	pages := make([]web.Listed, len(rows))
	for i, row := range rows {
		pages[i] = web.Listed{ID: row.ID, Path: path(row.Number), Updated: row.UpdatedAt}
	}
	return pages, err
}
