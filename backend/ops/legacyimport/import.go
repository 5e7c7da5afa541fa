// Package legacyimport imports projects and their owners from the JSON of an older system.
package legacyimport

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"buf.build/go/protovalidate"
	"github.com/google/uuid"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/known/structpb"

	"uvboard/backend/account"
	"uvboard/backend/platform/enumname"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/letters"
	"uvboard/backend/platform/store"
	"uvboard/backend/project"
	"uvboard/ent"
	pb "uvboard/gen/uvboard/v1"
)

// undated is the creation time of a record without one. It is fixed, because ids are derived from it.
var undated = time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC)

// titleKeyLength is how many characters of a title identify a record without an id.
const titleKeyLength = 80

// forgiven are the ids of the rules that older data need not meet.
var forgiven = map[string]bool{
	"title.min": true, "logo.https": true, "cover_image.https": true, "media.screenshots.https": true,
}

// Summary counts the rows that an import created, updated and skipped.
type Summary struct {
	Users, Projects int // created
	Present         int // projects that an earlier import created
	Bad             int // records left out
}

// Run imports a file. A record that an earlier import created stays as it is: it is identified by its id, or without
// one by owner, title and createdAt. A record that makes no valid project is left out and reported to problem. Votes,
// featuring and admin rights are not imported. Members who are found, and accounts that get another name, are reported
// to notice.
func Run(
	ctx context.Context, db *store.DB, projects *project.Service, now time.Time, file File, notice,
	problem func(string),
) (Summary, error) {
	i := &importer{db: db, projects: projects, now: now, notice: notice, owners: map[string]uuid.UUID{},
		withoutID: map[uuid.UUID]bool{}}
	for _, list := range []struct {
		kind     string
		elements []json.RawMessage
		apply    func(context.Context, json.RawMessage) error
	}{{"user", file.Users, i.user}, {"project", file.Projects, i.project}} {
		for n, element := range list.elements {
			var err error = badRecord("a text has a NUL character, which no database stores: remove it")
			if !store.HasNUL(element) {
				err = list.apply(ctx, element)
			}
			if bad, ok := errors.AsType[badRecord](err); ok {
				i.done.Bad++
				problem(fmt.Sprintf("%s %d (%s): %s", list.kind, n+1, name(element), bad))
			} else if err != nil {
				return i.done, err
			}
		}
	}
	return i.done, nil
}

type importer struct {
	db       *store.DB
	projects *project.Service
	now      time.Time
	notice   func(string)
	done     Summary

	owners    map[string]uuid.UUID // accounts found so far, by "id:…" and "name:…"
	withoutID map[uuid.UUID]bool   // projects of records without an id
}

type badRecord string

func (b badRecord) Error() string { return string(b) }

func unreadable(err error) badRecord {
	if kind, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return badRecord(fmt.Sprintf("%q cannot be a JSON %s", kind.Field, kind.Value))
	}
	return badRecord(err.Error())
}

func (i *importer) user(ctx context.Context, element json.RawMessage) error {
	var u userRecord
	if err := json.Unmarshal(element, &u); err != nil {
		return unreadable(err)
	}
	if u.ID == "" && u.Username == "" {
		return badRecord("id or username is required")
	}
	_, err := i.account(ctx, u)
	return err
}

func (i *importer) project(ctx context.Context, element json.RawMessage) error {
	var r projectRecord
	if err := json.Unmarshal(element, &r); err != nil {
		return unreadable(err)
	}
	p, err := i.toProject(ctx, r)
	if err != nil {
		return err
	}
	if r.ID == "" {
		if i.withoutID[p.ID] {
			return badRecord("another record without an id has the same owner, title and createdAt: give both an id")
		}
		i.withoutID[p.ID] = true
	}
	if p.UserID, err = i.account(ctx, r.owner()); err != nil {
		return err
	}
	created, err := i.projects.Insert(ctx, p)
	switch {
	case err != nil:
		return err
	case created:
		i.done.Projects++
	default:
		i.done.Present++
	}
	return nil
}

func name(element json.RawMessage) string {
	var names struct{ ID, Title, Username text }
	if err := json.Unmarshal(element, &names); err != nil {
		return "unreadable"
	}
	for _, n := range []text{names.Title, names.Username, names.ID} {
		if n := store.Clean(string(n)); n != "" {
			return n
		}
	}
	return "unnamed"
}

// toProject checks a record by the rules of the API, except the forgiven ones. The project has no owner yet.
func (i *importer) toProject(ctx context.Context, r projectRecord) (*ent.Project, error) {
	at := r.CreatedAt.Truncate(time.Millisecond)
	if at.IsZero() {
		at = undated
	}
	if at.Before(time.UnixMilli(0)) || at.After(i.now) {
		return nil, badRecord("createdAt must be between 1970 and now")
	}
	in, err := r.toProto()
	if err != nil {
		return nil, err
	}
	if err := protovalidate.Validate(in); err != nil {
		invalid, ok := errors.AsType[*protovalidate.ValidationError](err)
		if !ok {
			return nil, err
		}
		for _, v := range invalid.Violations {
			if !forgiven[v.Proto.GetRuleId()] {
				return nil, badRecord(v.Proto.GetMessage())
			}
		}
	}
	p, err := i.projects.FromProto(ctx, in)
	if err != nil {
		if f := fault.Of(err); f != nil {
			return nil, badRecord(f.Message)
		}
		return nil, err
	}
	key := "project:" + string(r.ID)
	if r.ID == "" {
		by := r.owner()
		key = "project of " + string(by.ID) + "/" + account.Key(string(by.Username)) + ":" +
			letters.Cut(letters.Fold(string(r.Title)), titleKeyLength)
	}
	p.ID, p.CreatedAt = newID(at, key), at
	return p, nil
}

// newID returns the same id for the same record in every import.
func newID(at time.Time, key string) uuid.UUID {
	return store.IDAt(at, uuid.NewSHA1(uuid.NameSpaceURL, []byte("uvboard:legacy:"+key)))
}

func (r projectRecord) toProto() (*pb.ProjectInput, error) {
	r = normalise(r)
	var enums enumReader
	in := &pb.ProjectInput{
		Title: new(string(r.Title)), Tagline: new(string(r.Tagline)), Description: new(string(r.Description)),
		IsPublic: r.IsPublic,
		Logo:     new(string(r.Logo)), CoverImage: new(string(r.CoverImage)), LaunchDate: new(string(r.LaunchDate)),
		Stage:               new(pb.Stage(enums.number(pb.Stage(0), string(r.Stage)))),
		PrimaryCategory:     new(pb.Category(enums.number(pb.Category(0), string(r.PrimaryCategory)))),
		Monetization:        new(pb.Monetization(enums.number(pb.Monetization(0), string(r.Monetization)))),
		SecondaryCategories: &pb.CategoryList{}, VibeTools: &pb.VibeToolList{}, LookingFor: &pb.LookingForList{},
		Tags: &pb.StringList{Values: store.Unique(r.Tags)},
		Links: &pb.ProjectLinks{
			Demo: new(string(r.Links.Demo)), Repo: new(string(r.Links.Repo)), Discord: new(string(r.Links.Discord)),
			Twitter: new(string(r.Links.Twitter)), Website: new(string(r.Links.Website)),
			Docs: new(string(r.Links.Docs)),
		},
		Media: &pb.ProjectMediaInput{
			Screenshots: &pb.StringList{Values: r.Media.Screenshots}, Videos: &pb.StringList{Values: r.Media.Videos},
		},
		Impact: &pb.ProjectImpact{Problem: new(string(r.Impact.Problem)), Solution: new(string(r.Impact.Solution))},
	}
	for _, c := range r.SecondaryCategories {
		in.SecondaryCategories.Values = append(in.SecondaryCategories.Values,
			pb.Category(enums.number(pb.Category(0), c)))
	}
	for _, t := range r.VibeTools {
		in.VibeTools.Values = append(in.VibeTools.Values, pb.VibeTool(enums.number(pb.VibeTool(0), t)))
	}
	for _, f := range r.LookingFor {
		in.LookingFor.Values = append(in.LookingFor.Values, pb.LookingFor(enums.number(pb.LookingFor(0), f)))
	}
	if enums.unknown != "" {
		return nil, badRecord(fmt.Sprintf("%q is not one of the allowed values", enums.unknown))
	}
	var err error
	in.Impact.Metrics, err = metricsToProto(r.Impact.Metrics)
	return in, err
}

// enumReader looks up enum values by name and keeps the first unknown name.
type enumReader struct{ unknown string }

func (r *enumReader) number(of protoreflect.Enum, name string) protoreflect.EnumNumber {
	n, ok := enumname.Number(of.Descriptor(), name)
	if (!ok || n == 0) && r.unknown == "" {
		r.unknown = name
	}
	return n
}

// metricsToProto keeps metrics of unknown names as custom ones.
func metricsToProto(metrics map[string]any) (*pb.ProjectMetrics, error) {
	m := &pb.ProjectMetrics{}
	custom := map[string]any{}
	put := func(name string, value any) {
		if text, ok := value.(string); ok {
			value = store.ToOneLine(text)
		}
		custom[store.ToOneLine(name)] = value
	}
	for name, value := range metrics {
		number, isNumber := value.(float64)
		inner, isObject := value.(map[string]any)
		switch {
		case value == nil:
		case name == "users" && isNumber:
			m.Users = &number
		case name == "revenue" && isNumber:
			m.Revenue = &number
		case name == "custom" && isObject:
			for name, value := range inner {
				put(name, value)
			}
		default:
			put(name, value)
		}
	}
	var err error
	if m.Custom, err = structpb.NewStruct(custom); err != nil {
		return nil, badRecord(err.Error())
	}
	return m, nil
}

// oneLineEach replaces line breaks and hidden control characters in each value.
func oneLineEach(values []string) []string {
	lines := make([]string, len(values))
	for i, v := range values {
		lines[i] = store.ToOneLine(v)
	}
	return lines
}
