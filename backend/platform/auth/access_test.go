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
		if rule.Proof != NoProof && (rule.Level == Public || rule.Callers != Sessions) {
			t.Errorf("%s takes a fresh proof, which visitors, access tokens and apps cannot give", method.FullName())
		}
		reads := method.Options().(*descriptorpb.MethodOptions).
			GetIdempotencyLevel() == descriptorpb.MethodOptions_NO_SIDE_EFFECTS
		if counted := rule.Limit == LimitRead || rule.Limit == LimitPreview; counted != reads {
			t.Errorf("%s: NO_SIDE_EFFECTS %v, but counted as %s", method.FullName(), reads, rule.Limit)
		}
	}
}

func TestAdmit(t *testing.T) {
	user := &Caller{SessionID: uuid.New()}
	proved := &Caller{SessionID: uuid.New(), Proved: true, HasSecondFactor: true}
	withFactor := &Caller{SessionID: uuid.New(), HasSecondFactor: true}
	admin := &Caller{SessionID: uuid.New(), IsAdmin: true}
	banned := &Caller{SessionID: uuid.New(), Suspension: &Suspension{}}
	token := &Caller{Scopes: []Scope{ScopeRead, ScopeWrite}}
	adminToken := &Caller{IsAdmin: true, Scopes: []Scope{ScopeModerate, ScopeAdmin}}
	moderator := &Caller{IsAdmin: true, Scopes: []Scope{ScopeModerate}}
	reader := &Caller{Scopes: []Scope{ScopeRead}}
	app := &Caller{AppID: uuid.New(), Scopes: []Scope{ScopeRead, ScopeWrite}}

	write := Rule{Level: User, Callers: Apps, Limit: LimitWrite}
	secret := Rule{Level: User, Limit: LimitRead}
	own := Rule{Level: User, Callers: Tokens, Limit: LimitWrite}
	signUp := Rule{Level: Public, Limit: LimitRegister}
	ofAdmins := Rule{Level: Admin, Callers: Tokens, Limit: LimitWrite}
	moderating := Rule{Level: Admin, Callers: Tokens, Scope: ScopeModerate, Limit: LimitWrite}
	grave := Rule{Level: User, Proof: ProofAlways, Limit: LimitWrite}
	withPassword := Rule{Level: User, Proof: ProofSecondFactor, Limit: LimitWrite}
	for _, tc := range []struct {
		name   string
		rule   Rule
		caller *Caller
		want   string // code of the fault
	}{
		{"PublicVisitor", PublicRead, nil, ""},
		{"PublicAccessToken", PublicRead, token, ""},
		{"PublicApp", PublicRead, app, ""},
		{"PublicSuspended", signUp, banned, ""},
		{"SignUpVisitor", signUp, nil, ""},
		{"SignUpAccessToken", signUp, token, "LOGIN_REQUIRED"},
		{"UserVisitor", write, nil, "UNAUTHENTICATED"},
		{"UserSession", write, user, ""},
		{"UserAccessToken", write, token, ""},
		{"UserApp", write, app, ""},
		{"UserAccessTokenThatReads", write, reader, "SCOPE"},
		{"UserSuspended", write, banned, "SUSPENDED"},
		{"UserSuspendedReads", secret, banned, ""},
		{"UserSuspendedOwnAccount", Rule{Level: User, WhileSuspended: true, Limit: LimitWrite}, banned, ""},
		{"TokensVisitor", own, nil, "UNAUTHENTICATED"},
		{"TokensAccessToken", own, token, ""},
		{"TokensApp", own, app, "LOGIN_REQUIRED"},
		{"SessionsVisitor", secret, nil, "UNAUTHENTICATED"},
		{"SessionsSession", secret, user, ""},
		{"SessionsAccessToken", secret, token, "LOGIN_REQUIRED"},
		{"SessionsApp", secret, app, "LOGIN_REQUIRED"},
		{"ProofMissing", grave, user, "STEP_UP_REQUIRED"},
		{"ProofGiven", grave, proved, ""},
		{"ProofAccessToken", grave, adminToken, "LOGIN_REQUIRED"},
		{"ProofVisitor", grave, nil, "UNAUTHENTICATED"},
		{"ProofSuspended", grave, banned, "SUSPENDED"},
		{"PasswordIsTheProof", withPassword, user, ""},
		{"SecondFactorMissing", withPassword, withFactor, "STEP_UP_REQUIRED"},
		{"SecondFactorGiven", withPassword, proved, ""},
		{"AdminAccessToken", ofAdmins, adminToken, ""},
		{"AdminAccessTokenThatModerates", ofAdmins, moderator, "SCOPE"},
		{"ModeratingAccessToken", moderating, moderator, ""},
		{"AdminAccessTokenOfAUser", ofAdmins, token, "SCOPE"},
		// spec: role.admin.only
		{"AdminVisitor", ofAdmins, nil, "UNAUTHENTICATED"},
		// spec: role.admin.only
		{"AdminSessionOfAUser", ofAdmins, user, "ADMIN_REQUIRED"},
		{"AdminSession", ofAdmins, admin, ""},
		{"UnknownProcedureAdmin", RuleOf(nil), admin, "PERMISSION_DENIED"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got := ""
			if f := fault.Of(tc.rule.Admit(tc.caller)); f != nil {
				got = f.Code
			}
			if got != tc.want {
				t.Errorf("fault %q, want %q", got, tc.want)
			}
		})
	}
}
