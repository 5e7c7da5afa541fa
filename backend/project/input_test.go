package project

import (
	"context"
	"fmt"
	"reflect"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/google/uuid"

	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/ent"
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
		v.SetString("some " + name)
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
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fill(t, v.Index(0), name, truth)
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

// Every column that users can change is written; the others are listed here.
func TestAssignWritesEveryColumn(t *testing.T) {
	notEditable := cmpopts.IgnoreFields(ent.Project{}, "Upvotes", "Downvotes", "FeaturedAt", "DeletedAt", "Edges")
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		for _, truth := range []bool{true, false} {
			var want ent.Project
			fill(t, reflect.ValueOf(&want).Elem(), "", truth)
			must.NoError(t, db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
				name := fmt.Sprintf("maker%t", truth)
				if err := tx.User.Create().SetID(want.UserID).SetUsername(name).SetUsernameKey(name).SetEmail(name).SetEmailKey(name).
					SetPasswordHash("x").SetViberTag("@" + name).SetCreatedAt(want.CreatedAt).SetUpdatedAt(want.CreatedAt).Exec(ctx); err != nil {
					return err
				}
				c := tx.Project.Create().SetID(want.ID).SetUserID(want.UserID).SetCreatedAt(want.CreatedAt)
				assign(c.Mutation(), &want)
				return c.Exec(ctx)
			}))
			got, err := db.Client().Project.Get(t.Context(), want.ID)
			must.NoError(t, err)
			if diff := cmp.Diff(&want, got, cmpopts.IgnoreUnexported(ent.Project{}), notEditable); diff != "" {
				t.Errorf("-given +stored:\n%s", diff)
			}
		}
	})
}
