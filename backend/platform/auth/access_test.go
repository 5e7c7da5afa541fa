package auth

import (
	"testing"

	"github.com/google/uuid"
	"google.golang.org/protobuf/types/descriptorpb"

	"uvboard/backend/platform/apitest"
	"uvboard/backend/platform/fault"
)

// Every method has an access rule, and methods without side effects count as reads.
// spec: role.admin.only
func TestEveryMethodHasARule(t *testing.T) {
	for method := range apitest.Methods() {
		rule := RuleOf(method)
		if rule.Level == Nobody {
			t.Errorf("%s has no option (access), so that nobody may call it", method.FullName())
		}
		reads := method.Options().(*descriptorpb.MethodOptions).GetIdempotencyLevel() == descriptorpb.MethodOptions_NO_SIDE_EFFECTS
		if counted := rule.Limit == LimitRead || rule.Limit == LimitPreview; counted != reads {
			t.Errorf("%s: NO_SIDE_EFFECTS %v, but counted as %s", method.FullName(), reads, rule.Limit)
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
		{"UnknownProcedureAdmin", RuleOf(nil).Level, admin, "PERMISSION_DENIED"},
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
