package project

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"uvboard/backend/media"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/markdown"
	"uvboard/backend/platform/secrets"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/usersummary"
	"uvboard/ent"
)

// Input has the fields of a project to set, with enumerations as stored. A nil field is absent: an update keeps the
// value, and a new project has its default. An empty field clears the value. The rules of the proto have been checked.
type Input struct {
	Title, Tagline, Description *string
	Logo, CoverImage            *string
	Stage, PrimaryCategory      *string
	SecondaryCategories         []string
	VibeTools, CustomTools      []string
	Monetization                *string
	LookingFor                  []string
	Tags                        []string
	LaunchDate                  *string // a date, or a time of that date
	Links                       Links
	Problem, Solution           *string
	Metrics                     *Metrics
	Screenshots, Videos         []string
	IsPublic                    *bool
	Build                       *Build
	Complete                    bool // from the long form, which requires an image to publish
}

// Links of an Input; nil fields are absent.
type Links struct{ Demo, Repo, Discord, Twitter, Website, Docs *string }

// Metrics of an Input replace all stored metrics.
type Metrics struct {
	Users, Revenue *float64
	Custom         map[string]any
}

// Build of an Input replaces all stored answers. Code is as stored; empty if its owner does not say.
type Build struct {
	Code        string
	Hours, Cost *int
	Lesson      string
}

// Limits that are not in the proto.
const (
	maxCustomMetrics = 20
	maxMetricName    = 60
	maxMetricText    = 200
)

// newProject returns a project with the values of in, without id, owner and creation time. It does not check what a
// public one needs. Faults: invalid.
func (in Input) newProject(rendered markdown.Text) (*ent.Project, error) {
	p := &ent.Project{IsPublic: true, Alive: unchecked}
	if err := in.apply(p, rendered); err != nil {
		return nil, err
	}
	return p, in.check(p)
}

// render renders the description, if there is any. Call it before the transaction, because it takes time.
func (in Input) render(ctx context.Context, db *store.DB) (rendered markdown.Text, err error) {
	if in.Description != nil {
		rendered, err = markdown.Render(ctx, store.Clean(*in.Description), usersummary.Lookup(db))
	}
	return rendered, err
}

// apply writes the fields into p, cleaned for storage, with the rendered description. Fault: invalid.
func (in Input) apply(p *ent.Project, rendered markdown.Text) error {
	set(&p.Title, in.Title)
	set(&p.Tagline, in.Tagline)
	if in.Description != nil {
		Describe(p, store.Clean(*in.Description), rendered.HTML)
	}
	set(&p.Logo, in.Logo)
	set(&p.CoverImage, in.CoverImage)
	set(&p.Stage, in.Stage)
	set(&p.PrimaryCategory, in.PrimaryCategory)
	set(&p.Monetization, in.Monetization)
	set(&p.Links.Demo, in.Links.Demo)
	set(&p.Links.Repo, in.Links.Repo)
	set(&p.Links.Discord, in.Links.Discord)
	set(&p.Links.Twitter, in.Links.Twitter)
	set(&p.Links.Website, in.Links.Website)
	set(&p.Links.Docs, in.Links.Docs)
	set(&p.Impact.Problem, in.Problem)
	set(&p.Impact.Solution, in.Solution)
	setList(&p.SecondaryCategories, in.SecondaryCategories)
	setList(&p.VibeTools, in.VibeTools)
	setList(&p.CustomTools, in.CustomTools)
	setList(&p.LookingFor, in.LookingFor)
	setList(&p.Tags, in.Tags)
	setList(&p.Media.Screenshots, in.Screenshots)
	setList(&p.Media.Videos, in.Videos)
	if b := in.Build; b != nil {
		p.BuildCode, p.BuildHours, p.BuildCost, p.BuildLesson = b.Code, b.Hours, b.Cost, store.Clean(b.Lesson)
	}
	if in.IsPublic != nil {
		p.IsPublic = *in.IsPublic
	}
	if p.Monetization == "" {
		p.Monetization = "free"
	}
	p.SecondaryCategories = store.Unique(p.SecondaryCategories)
	p.VibeTools = store.Unique(p.VibeTools)
	p.CustomTools = store.Unique(p.CustomTools)
	p.LookingFor = store.Unique(p.LookingFor)
	p.Tags = store.Unique(p.Tags)
	if len(p.CustomTools) > 0 && !slices.Contains(p.VibeTools, "other") {
		p.VibeTools = append(p.VibeTools, "other")
	}
	p.TitleKey = store.TitleKey(p.Title)
	if err := in.applyLaunchDate(p); err != nil {
		return err
	}
	return in.applyMetrics(p)
}

func (in Input) applyLaunchDate(p *ent.Project) error {
	if in.LaunchDate == nil {
		return nil
	}
	day := store.Clean(*in.LaunchDate)
	if day == "" {
		p.LaunchDate = ""
		return nil
	}
	day, _, _ = strings.Cut(day, "T")
	if _, err := time.Parse(time.DateOnly, day); err != nil {
		return fault.Invalid("launchDate", "Please enter a valid date")
	}
	p.LaunchDate = day
	return nil
}

func (in Input) applyMetrics(p *ent.Project) error {
	if in.Metrics == nil {
		return nil
	}
	const field = "impact.metrics.custom"
	if len(in.Metrics.Custom) > maxCustomMetrics {
		return fault.Invalid(field, fmt.Sprintf("At most %d custom metrics are allowed", maxCustomMetrics))
	}
	custom := make(map[string]any, len(in.Metrics.Custom))
	for name, value := range in.Metrics.Custom {
		name = store.Clean(name)
		if n := utf8.RuneCountInString(name); n == 0 || n > maxMetricName {
			return fault.Invalid(field, fmt.Sprintf("Metric names must be 1 to %d characters", maxMetricName))
		}
		if text, _ := value.(string); !store.OneLine(name) || !store.OneLine(store.Clean(text)) {
			return fault.Invalid(field, "Metrics must not contain line breaks or hidden control characters")
		}
		switch v := value.(type) {
		case float64:
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return fault.Invalid(field, "Metrics must be numbers or text")
			}
			custom[name] = v
		case string:
			if v = store.Clean(v); utf8.RuneCountInString(v) > maxMetricText {
				return fault.Invalid(field, fmt.Sprintf("The text of a metric must be %d characters or less",
					maxMetricText))
			}
			custom[name] = v
		default:
			return fault.Invalid(field, "Metrics must be numbers or text")
		}
	}
	p.Impact.Users, p.Impact.Revenue, p.Impact.Custom = in.Metrics.Users, in.Metrics.Revenue, custom
	return nil
}

// check validates cross-field rules on the merged project.
func (in Input) check(p *ent.Project) error {
	if p.Title == "" { // cleaning has emptied it
		return fault.Invalid("title", "Title must be at least 3 characters")
	}
	if slices.Contains(p.SecondaryCategories, p.PrimaryCategory) {
		return fault.Invalid("secondaryCategories", "Secondary categories must not include the primary category")
	}
	if in.Complete && p.IsPublic && p.CoverImage == "" && len(p.Media.Screenshots) == 0 {
		return fault.Invalid("media", "Please add at least one screenshot or a cover image to publish")
	}
	return nil
}

// willShow reports whether a project is public, or will be once a moderator shows it again.
func willShow(p *ent.Project) bool { return p.IsPublic || p.PublishOnRestore }

// publicTexts returns what everybody sees of a project, also once a moderator shows it again; nil for a draft or no
// project.
func publicTexts(p *ent.Project) []secrets.Text {
	if p == nil || !willShow(p) {
		return nil
	}
	return Texts(p)
}

// Texts returns what the owner of a project has written.
func Texts(p *ent.Project) []secrets.Text {
	custom := make([]string, 0, len(p.Impact.Custom))
	for _, name := range slices.Sorted(maps.Keys(p.Impact.Custom)) {
		custom = append(custom, fmt.Sprintf("%s: %v", name, p.Impact.Custom[name]))
	}
	return slices.Concat(secrets.Texts(
		"title", p.Title, "tagline", p.Tagline, "description", p.Description, "logo", p.Logo, "coverImage",
		p.CoverImage,
		"links.demo", p.Links.Demo, "links.repo", p.Links.Repo, "links.discord", p.Links.Discord, "links.twitter",
		p.Links.Twitter,
		"links.website", p.Links.Website, "links.docs", p.Links.Docs,
		"impact.problem", p.Impact.Problem, "impact.solution", p.Impact.Solution, "impact.metrics.custom",
		strings.Join(custom, "\n"), "build.lesson", p.BuildLesson,
	), secrets.List("customTools", p.CustomTools), secrets.List("tags", p.Tags),
		secrets.List("media.screenshots", p.Media.Screenshots), secrets.List("media.videos", p.Media.Videos))
}

func mediaAddresses(p *ent.Project) []string {
	return slices.Concat([]string{p.Logo, p.CoverImage}, p.Media.Screenshots, p.Media.Videos)
}

// uploadAgain turns media.Gone into a fault of the field of p that has the removed upload.
func uploadAgain(p *ent.Project, err error) error {
	gone, ok := errors.AsType[media.Gone](err)
	if !ok {
		return err
	}
	field := "media.screenshots"
	switch {
	case p.Logo == gone.Address:
		field = "logo"
	case p.CoverImage == gone.Address:
		field = "coverImage"
	case slices.Contains(p.Media.Videos, gone.Address):
		field = "media.videos"
	}
	return fault.Invalid(field, "This file was removed because no project used it. Please upload it again.")
}

func set(field *string, value *string) {
	if value != nil {
		*field = store.Clean(*value)
	}
}

func setList(field *[]string, values []string) {
	if values != nil {
		*field = store.CleanList(values)
	}
}

// assign sets every column that an edit can change.
func assign(m *ent.ProjectMutation, p *ent.Project) {
	m.SetTitle(p.Title)
	m.SetVia(p.Via)
	m.SetPublishOnRestore(p.PublishOnRestore)
	m.SetTitleKey(p.TitleKey)
	m.SetTagline(p.Tagline)
	m.SetDescription(p.Description)
	m.SetDescriptionVersion(p.DescriptionVersion)
	m.SetDescriptionHTML(p.DescriptionHTML)
	m.SetExcerpt(p.Excerpt)
	m.SetLogo(p.Logo)
	m.SetCoverImage(p.CoverImage)
	m.SetStage(p.Stage)
	m.SetPrimaryCategory(p.PrimaryCategory)
	m.SetSecondaryCategories(p.SecondaryCategories)
	m.SetVibeTools(p.VibeTools)
	m.SetCustomTools(p.CustomTools)
	m.SetMonetization(p.Monetization)
	m.SetLookingFor(p.LookingFor)
	m.SetTags(p.Tags)
	m.SetLinks(p.Links)
	m.SetMedia(p.Media)
	m.SetImpact(p.Impact)
	m.SetLaunchDate(p.LaunchDate)
	m.SetBuildCode(p.BuildCode)
	m.SetBuildLesson(p.BuildLesson)
	if p.BuildHours != nil {
		m.SetBuildHours(*p.BuildHours)
	} else {
		m.ClearBuildHours()
	}
	if p.BuildCost != nil {
		m.SetBuildCost(*p.BuildCost)
	} else {
		m.ClearBuildCost()
	}
	m.SetIsPublic(p.IsPublic)
	m.SetUpdatedAt(p.UpdatedAt)
	m.SetRank(p.Rank)
	if p.PublishedAt != nil {
		m.SetPublishedAt(*p.PublishedAt)
	}
}
