package board

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/png"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/media"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/ent"
	"uvboard/ent/schema"
)

var now = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)

func newService(t *testing.T, db *store.DB) (*Service, *media.Service, *auth.Caller) {
	t.Helper()
	files, err := media.OpenBucket(t.Context(), "", t.TempDir())
	must.NoError(t, err)
	clock := func() time.Time { return now }
	uploads := media.NewService(db, files, clock)
	admin := &auth.Caller{UserID: store.NewID(now), Username: "ada", Role: auth.RoleAdmin}
	must.NoError(t, db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
		return tx.User.Create().SetID(admin.UserID).SetUsername("ada").SetUsernameKey("ada").SetViberTag("@ada").
			SetEmail("a@b.example").
			SetEmailKey("a@b.example").SetPasswordHash("").SetCreatedAt(now).SetUpdatedAt(now).Exec(ctx)
	}))
	return NewService(db, uploads, Settings{Name: "UV Board", ContactEmail: "crew@board.example", Mail: true}, clock),
		uploads, admin
}

func TestUpdate(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		s, _, admin := newService(t, db)
		update := func(t *testing.T, in Change) *ent.Board {
			t.Helper()
			b, err := s.Update(t.Context(), admin, in)
			must.NoError(t, err)
			return b
		}
		b, err := s.Get(t.Context())
		must.NoError(t, err)
		if b.Name != "UV Board" || b.ContactEmail != "crew@board.example" || b.Registration != open ||
			b.DefaultTheme != dark || b.TimeZone != "UTC" || b.FoundedYear != 2024 || b.Tagline == "" {
			t.Errorf("without a row: %+v", b)
		}
		b = update(t, Change{Name: new(" Kiln\u202e Board "), Accent: new("#0E8A6A"),
			FooterLinks: &[]schema.FooterLink{{Label: "Source", URL: "https://kiln.example"}}})
		if b.Name != "Kiln Board" || b.Accent != "#0e8a6a" || len(b.FooterLinks) != 1 ||
			b.ContactEmail != "crew@board.example" {
			t.Errorf("changed to %+v", b)
		}
		b = update(t, Change{Tagline: new("Show what you fired.")})
		if b.Name != "Kiln Board" || b.Tagline != "Show what you fired." || s.Name() != "Kiln Board" {
			t.Errorf("absent fields are not kept: %+v", b)
		}
		b = update(t, Change{Name: new(""), FooterLinks: &[]schema.FooterLink{}})
		if b.Name != "UV Board" || len(b.FooterLinks) != 0 {
			t.Errorf("empty fields do not restore the default: %+v", b)
		}
		update(t, Change{Tagline: new("Show what you fired.")})
		acts := db.Client().AuditEntry.Query().Order(ent.Asc("id")).AllX(t.Context())
		var reasons []string
		for _, act := range acts {
			reasons = append(reasons, act.Action+" "+act.TargetType+": "+act.Reason)
		}
		if got := strings.Join(reasons,
			"; "); got != "update board: name, accent, footerLinks; update board: tagline; update board: name, footerLinks" {
			t.Errorf("recorded %s", got)
		}
	})
}

func TestRefuses(t *testing.T) {
	db := storetest.Open(t, storetest.SQLiteURL(t))
	s, _, admin := newService(t, db)
	for field, in := range map[string]Change{
		"accent": {Accent: new("#ffee00")}, "foundedYear": {FoundedYear: new(2027)},
		"timeZone": {TimeZone: new("Local")},
		"logo":     {Logo: new("/uploads/" + uuid.Must(uuid.NewV7()).String() + "/100x100.png")},
	} {
		_, err := s.Update(t.Context(), admin, in)
		if f := fault.Of(err); f == nil || f.Fields[field] == "" {
			t.Errorf("%s: %v", field, err)
		}
	}
}

func TestRegistration(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		s, _, admin := newService(t, db)
		for _, state := range []string{open, closed, invite, open} {
			_, err := s.Update(t.Context(), admin, Change{Registration: &state})
			must.NoError(t, err)
			rules, err := CheckRegistration(t.Context(), db.Client())
			f := fault.Of(err)
			if (f != nil) != (state == closed) || f != nil && f.Code != "REGISTRATION_CLOSED" ||
				rules.Invitation != (state == invite) {
				t.Errorf("%s: %v, needs an invitation: %t", state, f, rules.Invitation)
			}
		}
	})
}

// A write that does not go through this service, as one by another server, is seen when the version of the data
// changes.
func TestGetReadsAgainAfterAWrite(t *testing.T) {
	db := storetest.Open(t, storetest.SQLiteURL(t))
	s, _, admin := newService(t, db)
	_, err := s.Update(t.Context(), admin, Change{Name: new("One")})
	must.NoError(t, err)
	kept, err := s.Get(t.Context())
	must.NoError(t, err)
	if again, _ := s.Get(t.Context()); again != kept {
		t.Error("the settings were read again without a write")
	}
	must.NoError(t, db.Write(t.Context(), func(ctx context.Context, tx *ent.Client) error {
		return tx.Board.UpdateOneID(rowID).SetName("Two").Exec(ctx)
	}))
	if got := s.Name(); got != "Two" {
		t.Errorf("the name is %q", got)
	}
}

func TestLogoIsReplaced(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		s, uploads, admin := newService(t, db)
		upload := func() string {
			var content bytes.Buffer
			must.NoError(t, png.Encode(&content, image.NewRGBA(image.Rect(0, 0, 64, 64))))
			u, err := uploads.AddImage(t.Context(), admin.UserID, &content)
			must.NoError(t, err)
			return media.Address(u.Upload)
		}
		for range 2 {
			_, err := s.Update(t.Context(), admin, Change{Logo: new(upload())})
			must.NoError(t, err)
		}
		if uses, rows := db.Client().UploadUse.Query().CountX(t.Context()), db.Client().Upload.Query().
			CountX(t.Context()); uses != 1 || rows != 1 {
			t.Errorf("%d uses and %d uploads", uses, rows)
		}
	})
}

func TestPages(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		s, _, admin := newService(t, db)
		for _, content := range []string{"Be **kind**.", "Be **kind**, always.", ""} {
			for range 2 { // the second time it changes nothing
				p, err := s.SetPage(t.Context(), admin, "guidelines", content)
				must.NoError(t, err)
				if p.Content != content || (p.At != nil) != (content != "") ||
					strings.Contains(p.HTML, "<strong>kind</strong>") != (content != "") {
					t.Errorf("%q became %+v", content, p)
				}
			}
			if other, err := s.GetPage(t.Context(), "privacy"); err != nil || other.Content != "" || other.At != nil {
				t.Errorf("the other page is %+v: %v", other, err)
			}
		}
		if n := db.Client().AuditEntry.Query().CountX(t.Context()); n != 3 {
			t.Errorf("%d entries in the audit log, want one for each change", n)
		}
		if _, err := s.GetPage(t.Context(), "reputation"); !fault.IsNotFound(err) {
			t.Error(err)
		}
	})
}

func TestContrast(t *testing.T) {
	for color, want := range map[string]float64{"#000000": 1.15, "#ffffff": 1.11, "#0e8a6a": 3.93} {
		if got := contrast(color); math.Abs(got-want) > 0.02 {
			t.Errorf("%s has %s, want %.2f", color, fmt.Sprintf("%.2f", got), want)
		}
	}
}
