package board

import (
	"slices"
	"strings"
	"testing"

	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/ent"
	pb "uvboard/gen/uvboard/v1"
)

func TestCleanDomains(t *testing.T) {
	for typed, want := range map[string]string{
		"Example.COM":                        "example.com",
		" example.com. ":                     "example.com",
		"@example.com":                       "example.com",
		"*.example.com":                      "example.com",
		".example.com":                       "example.com",
		"mail.Example.com":                   "mail.example.com",
		"edu":                                "edu",
		"bücher.example":                     "xn--bcher-kva.example",
		"BÜCHER.example":                     "xn--bcher-kva.example",
		"xn--bcher-kva.example":              "xn--bcher-kva.example",
		"例え。jp":                              "xn--r8jz45g.jp",
		"ＥＸＡＭＰＬＥ.com":                        "example.com",
		"1und1.example":                      "1und1.example",
		"":                                   "",
		"example .com":                       "refused",
		"ada@example.com":                    "refused",
		"https://example.com":                "refused",
		"example.com/x":                      "refused",
		"example..com":                       "refused",
		"exa_mple.com":                       "refused",
		"-example.com":                       "refused",
		"192.0.2.1":                          "refused",
		"[192.0.2.1]":                        "refused",
		"[IPv6:2001:db8::1]":                 "refused",
		"*":                                  "refused",
		"exa\u202emple.com":                  "refused",
		"xn--a.example":                      "refused",
		strings.Repeat("a.", 128):            "refused",
		strings.Repeat("ü.", 60) + "example": "refused",
	} {
		list := []string{typed}
		err := cleanDomains("newcomers.blockedMailDomains", &list)
		got := strings.Join(list, " ")
		if f := fault.Of(err); f != nil && f.Fields["newcomers.blockedMailDomains"] != "" {
			got = "refused"
		}
		if got != want {
			t.Errorf("%q became %q (%v), want %q", typed, got, err, want)
		}
	}
	list := []string{"b.example", "A.example", "a.example."}
	must.NoError(t, cleanDomains("", &list))
	if !slices.Equal(list, []string{"a.example", "b.example"}) {
		t.Errorf("domains %q", list)
	}
}

func TestCheckEmail(t *testing.T) {
	blocked := Rules{blockedMailDomains: []string{"example.com", "xn--bcher-kva.example"}}
	allowed := Rules{allowedMailDomains: []string{"school.example", "edu"},
		blockedMailDomains: []string{"old.school.example"}}
	for _, c := range []struct {
		rules   Rules
		address string
		accepts bool
	}{
		{Rules{}, "ada@example.com", true},
		{blocked, "ada@example.org", true},
		{blocked, "ada@example.com.evil.example", true},
		{blocked, "ada@notexample.com", true},
		{blocked, "ada@com", true},
		{blocked, "ada@example.com", false},
		{blocked, "ada@EXAMPLE.Com", false},
		{blocked, "ada@example.com.", false},
		{blocked, "ada@mail.example.com", false},
		{blocked, "ada@a.b.example.com", false},
		{blocked, "ada@ex_ample.example.com", false},
		{blocked, `"ada@example.org"@example.com`, false},
		{blocked, "ada@bücher.example", false},
		{blocked, "ada@xn--BCHER-kva.example", false},
		{blocked, "ada@ｅxample.com", false},
		{allowed, "ada@school.example", true},
		{allowed, "ada@students.school.example", true},
		{allowed, "ada@mit.edu", true},
		{allowed, "ada@old.school.example", false},
		{allowed, "ada@a.old.school.example", false},
		{allowed, "ada@myschool.example", false},
		{allowed, "ada@school.example.com", false},
		{allowed, "ada@edu.example", false},
		{allowed, "ada@[192.0.2.1]", false},
		{allowed, "ada", false},
	} {
		err := c.rules.CheckEmail("email", c.address)
		f := fault.Of(err)
		if (err == nil) != c.accepts || err != nil && (f == nil || f.Code != "EMAIL_NOT_ACCEPTED" ||
			f.Fields["email"] != f.Message) {
			t.Errorf("%s: %v, accepted: %t", c.address, err, c.accepts)
		}
	}
	want := "Please use another email address: this board does not take addresses of mail.example.com."
	if f := fault.Of(blocked.CheckEmail("email", "ada@Mail.example.com")); f.Message != want {
		t.Errorf("message %q", f.Message)
	}
}

func TestNewcomers(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		s, _, admin := newService(t, db)
		ctx := t.Context()
		h := NewHandler(s)
		settings := func() *pb.Newcomers {
			t.Helper()
			response, err := h.GetBoardSettings(ctx, nil)
			must.NoError(t, err)
			return response.Board.Newcomers
		}
		if n := settings(); len(n.BlockedMailDomains.Values) != 0 || len(n.AllowedMailDomains.Values) != 0 ||
			n.GetProofOfWork() {
			t.Errorf("without a row: %v", n)
		}
		_, err := s.Update(ctx, admin, Change{BlockedMailDomains: &[]string{"Spam.example", ""},
			AllowedMailDomains: &[]string{"example"}, ProofOfWork: new(true)})
		must.NoError(t, err)
		_, err = s.Update(ctx, admin, Change{AllowedMailDomains: &[]string{}})
		must.NoError(t, err)
		if n := settings(); !slices.Equal(n.BlockedMailDomains.Values, []string{"spam.example"}) ||
			len(n.AllowedMailDomains.Values) != 0 || !n.GetProofOfWork() {
			t.Errorf("absent fields are not kept: %v", n)
		}
		rules, err := RulesOf(ctx, db.Client())
		must.NoError(t, err)
		if rules.CheckEmail("email", "a@spam.example") == nil || !rules.ProofOfWork || rules.Invitation {
			t.Errorf("rules %+v", rules)
		}

		// Everybody reads that a registration needs a proof, and nobody but admins the lists.
		public, err := h.GetBoard(ctx, nil)
		must.NoError(t, err)
		if public.Board.Newcomers != nil || !public.Board.Features.ProofOfWork {
			t.Errorf("public: %v", public.Board)
		}
		if b, err := s.Get(ctx); err != nil || b.BlockedMailDomains != nil {
			t.Errorf("every page reads the lists: %v, %v", b, err)
		}

		// The same again changes nothing.
		_, err = s.Update(ctx, admin, Change{BlockedMailDomains: &[]string{"SPAM.example"}, ProofOfWork: new(true)})
		must.NoError(t, err)
		var reasons []string
		for _, act := range db.Client().AuditEntry.Query().Order(ent.Asc("id")).AllX(ctx) {
			reasons = append(reasons, act.Reason)
		}
		want := []string{"newcomers.blockedMailDomains, newcomers.allowedMailDomains, newcomers.proofOfWork",
			"newcomers.allowedMailDomains"}
		if !slices.Equal(reasons, want) {
			t.Errorf("audit log: %q", reasons)
		}
	})
}
