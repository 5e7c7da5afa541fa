package project

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"buf.build/go/protovalidate"
	"github.com/google/uuid"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/known/structpb"

	"uvboard/backend/account"
	"uvboard/backend/platform/enumname"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/store"
	"uvboard/ent"
	entproject "uvboard/ent/project"
	pb "uvboard/gen/uvboard/v1"
)

// legacyTime stands in for the time of a thing that has none, so that its id is the same in every import.
var legacyTime = time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC)

// forgiven are the rules that earlier data never knew.
var forgiven = map[string]bool{
	"logo.required": true, "title.min": true, "tagline.min": true, "description.min": true,
	"logo.https": true, "cover_image.https": true, "media.screenshots.https": true,
}

// Imported is what an import did.
type Imported struct {
	Users, Projects int // made
	Present         int // projects that an import made before
	Bad             int // records that were left out
}

// CheckFile reads a legacy file to its end and says what is wrong with it as a whole; its records are not looked at.
func CheckFile(file io.Reader) error {
	return walk(file, "projects", func(int, json.RawMessage) error { return nil })
}

// Import makes projects of a legacy file, which open opens anew each time, and accounts of their owners. What an import
// made before stays as it is, and is known by its id, or without one by its owner, title and createdAt. A record that makes no project is left out and told to problem. Votes, featuring and admin
// rights are not taken over. It stops at a file that cannot be read on.
func (s *Service) Import(ctx context.Context, open func() (io.ReadCloser, error), problem func(string)) (Imported, error) {
	i := &importer{service: s, members: newMembers(s), problem: problem, unnumbered: map[uuid.UUID]bool{}}
	for _, list := range []struct {
		name string
		each func(context.Context, json.RawMessage) error
	}{{"users", i.user}, {"projects", i.project}} {
		err := i.pass(open, list.name, func(n int, element json.RawMessage) error {
			err := list.each(ctx, element)
			bad, ok := errors.AsType[badRecord](err)
			if !ok {
				return err
			}
			i.done.Bad++
			i.problem(fmt.Sprintf("%s %d (%s): %s", strings.TrimSuffix(list.name, "s"), n, name(element), bad))
			return nil
		})
		if err != nil {
			return i.total(), err
		}
	}
	return i.total(), nil
}

type importer struct {
	service *Service
	members *members
	problem func(string)
	done    Imported

	unnumbered map[uuid.UUID]bool // projects of records without an id
}

// badRecord says why a record is left out.
type badRecord string

func (b badRecord) Error() string { return string(b) }

func unreadable(err error) badRecord {
	if kind, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return badRecord(fmt.Sprintf("%q cannot be a JSON %s", kind.Field, kind.Value))
	}
	return badRecord(err.Error())
}

func (i *importer) total() Imported {
	i.done.Users = i.members.made
	return i.done
}

func (i *importer) pass(open func() (io.ReadCloser, error), list string, each func(int, json.RawMessage) error) (err error) {
	file, err := open()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	return walk(file, list, each)
}

func (i *importer) user(ctx context.Context, element json.RawMessage) error {
	var m legacyMember
	if err := json.Unmarshal(element, &m); err != nil {
		return unreadable(err)
	}
	if m.ID == "" && m.Username == "" {
		return badRecord("it has neither an id nor a username")
	}
	_, err := i.members.find(ctx, m)
	return err
}

func (i *importer) project(ctx context.Context, element json.RawMessage) error {
	var r legacyRecord
	if err := json.Unmarshal(element, &r); err != nil {
		return unreadable(err)
	}
	p, err := i.read(r)
	if err != nil {
		return err
	}
	if r.ID == "" {
		if i.unnumbered[p.ID] {
			return badRecord("it has no id and is like another in owner, title and createdAt: give both an id")
		}
		i.unnumbered[p.ID] = true
	}
	if p.UserID, err = i.members.find(ctx, owner(r)); err != nil {
		return err
	}
	made := false
	err = i.service.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		there, err := tx.Project.Query().Where(entproject.ID(p.ID)).Exist(ctx)
		made = !there
		if err != nil || there {
			return err
		}
		return i.service.insert(ctx, tx, p, uuid.Nil, p.CreatedAt)
	})
	switch {
	case err != nil:
	case made:
		i.done.Projects++
	default:
		i.done.Present++
	}
	return err
}

// name is how a record is told from others.
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

// owner is what a project says of who made it.
func owner(r legacyRecord) legacyMember {
	m := r.Author
	if r.UserID != "" {
		m.ID = r.UserID
	}
	return m
}

// read makes a project of a record, by the rules that hold for all but those that earlier data never knew.
func (i *importer) read(r legacyRecord) (*ent.Project, error) {
	at := r.CreatedAt.Truncate(time.Millisecond)
	if at.IsZero() {
		at = legacyTime
	}
	if at.Before(time.UnixMilli(0)) || at.After(i.service.now()) {
		return nil, badRecord("createdAt is no time it can have been made at")
	}
	proto, err := legacyToProto(r)
	if err != nil {
		return nil, err
	}
	if err := protovalidate.Validate(proto); err != nil {
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
	in, err := inputFromProto(proto)
	if err != nil {
		return nil, asBad(err)
	}
	key := "project:" + string(r.ID)
	if r.ID == "" {
		by := owner(r)
		key = "project of " + string(by.ID) + "/" + account.Key(string(by.Username)) + ":" + titleKey(string(r.Title))
	}
	p := &ent.Project{ID: legacyID(at, key), CreatedAt: at}
	if err := in.apply(p); err != nil {
		return nil, asBad(err)
	}
	return p, asBad(in.check(p))
}

func asBad(err error) error {
	if f := fault.Of(err); f != nil {
		return badRecord(f.Message)
	}
	return err
}

// legacyID is the same for the same legacy thing in every import.
func legacyID(at time.Time, key string) uuid.UUID {
	return store.NewID(at, uuid.NewSHA1(uuid.NameSpaceURL, []byte("uvboard:legacy:"+key)))
}

func legacyToProto(r legacyRecord) (*pb.ProjectInput, error) {
	r = normalise(r)
	var w legacyWords
	in := &pb.ProjectInput{
		Title: new(string(r.Title)), Tagline: new(string(r.Tagline)), Description: new(string(r.Description)), IsPublic: r.IsPublic,
		Logo: new(string(r.Logo)), CoverImage: new(string(r.CoverImage)), LaunchDate: new(string(r.LaunchDate)),
		Stage:               new(pb.Stage(w.number(pb.Stage(0), string(r.Stage)))),
		PrimaryCategory:     new(pb.Category(w.number(pb.Category(0), string(r.PrimaryCategory)))),
		Monetization:        new(pb.Monetization(w.number(pb.Monetization(0), string(r.Monetization)))),
		SecondaryCategories: &pb.CategoryList{}, VibeTools: &pb.VibeToolList{}, LookingFor: &pb.LookingForList{},
		Tags: &pb.StringList{Values: unique(r.Tags)},
		Links: &pb.ProjectLinks{
			Demo: new(string(r.Links.Demo)), Repo: new(string(r.Links.Repo)), Discord: new(string(r.Links.Discord)),
			Twitter: new(string(r.Links.Twitter)), Website: new(string(r.Links.Website)), Docs: new(string(r.Links.Docs)),
		},
		Media: &pb.ProjectMediaInput{
			Screenshots: &pb.StringList{Values: r.Media.Screenshots}, Videos: &pb.StringList{Values: r.Media.Videos},
		},
		Impact: &pb.ProjectImpact{Problem: new(string(r.Impact.Problem)), Solution: new(string(r.Impact.Solution))},
	}
	for _, c := range r.SecondaryCategories {
		in.SecondaryCategories.Values = append(in.SecondaryCategories.Values, pb.Category(w.number(pb.Category(0), c)))
	}
	for _, t := range r.VibeTools {
		in.VibeTools.Values = append(in.VibeTools.Values, pb.VibeTool(w.number(pb.VibeTool(0), t)))
	}
	for _, f := range r.LookingFor {
		in.LookingFor.Values = append(in.LookingFor.Values, pb.LookingFor(w.number(pb.LookingFor(0), f)))
	}
	if w.unknown != "" {
		return nil, badRecord(fmt.Sprintf("%q is not one of the allowed values", w.unknown))
	}
	var err error
	in.Impact.Metrics, err = legacyMetrics(r.Impact.Metrics)
	return in, err
}

// legacyWords turns words into numbers and keeps the first that has none.
type legacyWords struct{ unknown string }

func (w *legacyWords) number(of protoreflect.Enum, value string) protoreflect.EnumNumber {
	n, ok := enumname.Number(of.Descriptor(), value)
	if (!ok || n == 0) && w.unknown == "" {
		w.unknown = value
	}
	return n
}

// legacyMetrics takes metrics by any name: what is not one of today's is a custom one.
func legacyMetrics(metrics map[string]any) (*pb.ProjectMetrics, error) {
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
