package auth

import (
	"testing"

	"github.com/google/uuid"
	"google.golang.org/protobuf/types/descriptorpb"

	"uvboard/backend/platform/apitest"
	"uvboard/backend/platform/fault"
)

// The table lists every procedure of every service, and no other.
// spec: role.admin.only
func TestAccessTableIsComplete(t *testing.T) {
	known := map[string]bool{}
	for method := range apitest.Methods() {
		procedure := "/" + string(method.Parent().FullName()) + "/" + string(method.Name())
		known[procedure] = true
		rule, ok := access[procedure]
		if !ok {
			t.Errorf("%s is missing from the access table", procedure)
			continue
		}
		if rule.Level == Nobody || rule.Limit == 0 {
			t.Errorf("%s has an incomplete rule %+v", procedure, rule)
		}
		reads := method.Options().(*descriptorpb.MethodOptions).GetIdempotencyLevel() == descriptorpb.MethodOptions_NO_SIDE_EFFECTS
		if reads != rule.Limit.reads() {
			t.Errorf("%s: NO_SIDE_EFFECTS %v, counted as a read %v", procedure, reads, rule.Limit.reads())
		}
	}
	for procedure := range access {
		if !known[procedure] {
			t.Errorf("the access table names %s, which does not exist", procedure)
		}
	}
}

func TestAdmit(t *testing.T) {
	user, admin, token := &Caller{SessionID: uuid.New()}, &Caller{SessionID: uuid.New(), IsAdmin: true}, &Caller{IsAdmin: true}
	for _, tc := range []struct {
		name   string
		level  Level
		caller *Caller
		want   string // code of the fault
	}{
		{"PublicVisitor", Public, nil, ""},
		{"UserVisitor", User, nil, "UNAUTHENTICATED"},
		{"UserSession", User, user, ""},
		{"UserAccessToken", User, token, ""},
		{"LoginVisitor", Login, nil, "UNAUTHENTICATED"},
		{"LoginSession", Login, user, ""},
		{"LoginAccessToken", Login, token, "LOGIN_REQUIRED"},
		{"AdminAccessToken", Admin, token, ""},
		// spec: role.admin.only
		{"AdminVisitor", Admin, nil, "UNAUTHENTICATED"},
		// spec: role.admin.only
		{"AdminSessionOfAUser", Admin, user, "ADMIN_REQUIRED"},
		{"AdminSession", Admin, admin, ""},
		{"UnknownProcedureAdmin", RuleOf("/uvboard.v1.NoService/Nothing").Level, admin, "PERMISSION_DENIED"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got := ""
			if f := fault.Of(Admit(tc.level, tc.caller)); f != nil {
				got = f.Code
			}
			if got != tc.want {
				t.Errorf("fault %q, want %q", got, tc.want)
			}
		})
	}
}
