package project

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/google/uuid"
	"google.golang.org/protobuf/testing/protocmp"

	"uvboard/backend/platform/markdown"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/backend/platform/usersummary"
	"uvboard/ent"
	entproject "uvboard/ent/project"
	pb "uvboard/gen/uvboard/v1"
)

// fill sets v and everything in it to values that are not defaults, and bools to truth.
func fill(t *testing.T, v reflect.Value, name string, truth bool) {
	t.Helper()
	switch p := v.Addr().Interface().(type) {
	case *uuid.UUID:
		*p = uuid.New()
		return
	case *time.Time:
		*p = time.Date(2026, 3, 4, 5, 6, 7, 8_000_000, time.UTC)
		return
	case *map[string]any:
		*p = map[string]any{name: name}
		return
	}
	switch v.Kind() {
	case reflect.String:
		v.SetString("some " + name + ` "quoted" \ ünïcode 🎉`)
	case reflect.Int:
		v.SetInt(int64(len(name)))
	case reflect.Float64:
		v.SetFloat(float64(len(name)) + 0.5)
	case reflect.Bool:
		v.SetBool(truth)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(t, v.Elem(), name, truth)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 3, 3)) // the last is empty
		fill(t, v.Index(0), name, truth)
		fill(t, v.Index(1), "comma, space\nof "+name, truth)
	case reflect.Struct:
		for i := range v.NumField() {
			if field := v.Type().Field(i); field.IsExported() && field.Name != "Edges" {
				fill(t, v.Field(i), field.Name, truth)
			}
		}
	default:
		t.Fatalf("no value for %s, a %s", name, v.Type())
	}
}

// Every column that users can change is written, and the hand-written SQL returns what Ent returns, in every column.
func TestColumns(t *testing.T) {
	unread := []string{entproject.FieldDeletedAt, entproject.FieldPublishOnRestore} // for writes only
	for _, column := range entproject.Columns {
		if !slices.Contains(unread, column) && !strings.Contains(listColumns+pageColumns+",", "p."+column+",") {
			t.Errorf("column %s is not read", column)
		}
	}
	ignored := []cmp.Option{cmpopts.IgnoreUnexported(ent.Project{}), cmpopts.IgnoreFields(ent.Project{}, "DeletedAt",
		"PublishOnRestore", "Edges")}
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		for _, truth := range []bool{true, false} {
			var want ent.Project
			fill(t, reflect.ValueOf(&want).Elem(), "", truth)
			want.DescriptionVersion = markdown.Version // else a page renders it again
			name := fmt.Sprintf("maker%t", truth)
			want.Short = name
			must.NoError(t, db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
				if err := tx.User.Create().SetID(want.UserID).SetUsername(name).SetUsernameKey(name).SetEmail(name).
					SetEmailKey(name).SetPasswordHash("x").
					SetViberTag("@" + name).SetDisplayName("Maker").SetAvatar("avatar").SetCreatedAt(want.CreatedAt).
					SetUpdatedAt(want.CreatedAt).Exec(ctx); err != nil {
					return err
				}
				c := tx.Project.Create().SetID(want.ID).SetShort(want.Short).SetUserID(want.UserID).
					SetCreatedAt(want.CreatedAt)
				assign(c.Mutation(), &want)
				// not editable
				return c.SetUpvotes(want.Upvotes).SetDownvotes(want.Downvotes).
					SetEligibleUpvotes(want.EligibleUpvotes).SetEligibleDownvotes(want.EligibleDownvotes).
					SetIsEntered(want.IsEntered).SetFeaturedAt(*want.FeaturedAt).
					SetFeaturedReason(want.FeaturedReason).SetHiddenAt(*want.HiddenAt).SetIsAwaiting(want.IsAwaiting).
					SetCommentCount(want.CommentCount).SetFeedbackCount(want.FeedbackCount).
					SetFeedbackThreadID(*want.FeedbackThreadID).SetFirstAnswerAt(*want.FirstAnswerAt).
					SetAlive(want.Alive).SetAliveShare(*want.AliveShare).SetAliveCheckedAt(*want.AliveCheckedAt).
					Exec(ctx)
			}))
			stored, err := db.Client().Project.Get(t.Context(), want.ID)
			must.NoError(t, err)
			if diff := cmp.Diff(&want, stored, ignored...); diff != "" {
				t.Errorf("-given +stored:\n%s", diff)
			}
			page, err := new(selection).where("p.id = ?", want.ID).readPage(t.Context(), db)
			must.NoError(t, err)
			if diff := cmp.Diff(stored, page, ignored...); diff != "" {
				t.Errorf("-Ent +by hand:\n%s", diff)
			}
			listed, err := new(selection).where("p.id = ?", want.ID).read(t.Context(), db, "")
			if err != nil || len(listed) != 1 {
				t.Fatalf("%d found: %v", len(listed), err)
			}
			stored.DescriptionHTML, stored.DescriptionVersion = "", 0 // not read by lists
			if diff := cmp.Diff(stored, listed[0], ignored...); diff != "" {
				t.Errorf("in a list: -Ent +by hand:\n%s", diff)
			}
			owner := &pb.Author{Id: want.UserID.String(), Username: name, DisplayName: "Maker", ViberTag: "@" + name,
				Avatar: "avatar"}
			if diff := cmp.Diff(owner, usersummary.ToProto(listed[0].Edges.Owner), protocmp.Transform()); diff != "" {
				t.Errorf("owner: -want +got:\n%s", diff)
			}
		}
	})
}
