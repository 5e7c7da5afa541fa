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
		if rule.Proof != NoProof && (rule.Level == Public || rule.Takes(Tokens)) {
			t.Errorf("%s takes a fresh proof, which visitors, access tokens and apps cannot give", method.FullName())
		}
		reads := method.Options().(*descriptorpb.MethodOptions).
			GetIdempotencyLevel() == descriptorpb.MethodOptions_NO_SIDE_EFFECTS
		if counted := rule.Limit == LimitRead || rule.Limit == LimitPreview; counted != reads {
			t.Errorf("%s: NO_SIDE_EFFECTS %v, but counted as %s", method.FullName(), reads, rule.Limit)
		}
		if !reads && rule.Callers == Sessions {
			t.Errorf("%s writes, but no option (callers) says who may: people, access tokens too, or apps too",
				method.FullName())
		}
	}
}

func TestAdmit(t *testing.T) {
	user := &Caller{SessionID: uuid.New()}
	proved := &Caller{SessionID: uuid.New(), Proved: true, HasSecondFactor: true}
	withFactor := &Caller{SessionID: uuid.New(), HasSecondFactor: true}
	admin := &Caller{SessionID: uuid.New(), Role: RoleAdmin}
	banned := &Caller{SessionID: uuid.New(), Suspension: &Suspension{}}
	suspended := &Caller{SessionID: uuid.New(), Role: RoleModerator, Suspension: &Suspension{}}
	bannedAdmin := &Caller{SessionID: uuid.New(), Role: RoleAdmin, Suspension: &Suspension{}}
	token := &Caller{Scopes: []Scope{ScopeRead, ScopeWrite}}
	adminToken := &Caller{Role: RoleAdmin, Scopes: []Scope{ScopeModerate, ScopeAdmin}}
	moderatingAdmin := &Caller{Role: RoleAdmin, Scopes: []Scope{ScopeModerate}}
	moderator := &Caller{SessionID: uuid.New(), Role: RoleModerator}
	moderatorToken := &Caller{Role: RoleModerator, Scopes: []Scope{ScopeRead, ScopeModerate}}
	withoutFactor := &Caller{SessionID: uuid.New(), NeedsSecondFactor: true}
	reader := &Caller{Scopes: []Scope{ScopeRead}}
	app := &Caller{AppID: uuid.New(), Scopes: []Scope{ScopeRead, ScopeWrite}}

	write := Rule{Level: User, Callers: Apps, Limit: LimitWrite}
	secret := Rule{Level: User, Limit: LimitRead}
	own := Rule{Level: User, Callers: Tokens, Limit: LimitWrite}
	ofPeople := Rule{Level: User, Callers: People, Limit: LimitWrite}
	signUp := Rule{Level: Public, Limit: LimitRegister}
	ofAdmins := Rule{Level: Admin, Callers: Tokens, Limit: LimitWrite}
	removing := Rule{Level: Admin, Callers: Tokens, Scope: ScopeModerate, Limit: LimitWrite}
	moderating := Rule{Level: Moderator, Callers: Tokens, Limit: LimitWrite}
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
		{"ModeratorSuspendedReads", Rule{Level: Moderator, Limit: LimitRead}, suspended, "SUSPENDED"},
		{"AdminSuspendedReads", Rule{Level: Admin, Limit: LimitRead}, bannedAdmin, "SUSPENDED"},
		{"UserSuspendedOwnAccount", Rule{Level: User, WhileSuspended: true, Limit: LimitWrite}, banned, ""},
		{"TokensVisitor", own, nil, "UNAUTHENTICATED"},
		{"TokensAccessToken", own, token, ""},
		{"TokensApp", own, app, "LOGIN_REQUIRED"},
		{"SessionsVisitor", secret, nil, "UNAUTHENTICATED"},
		{"SessionsSession", secret, user, ""},
		{"SessionsAccessToken", secret, token, "LOGIN_REQUIRED"},
		{"SessionsApp", secret, app, "LOGIN_REQUIRED"},
		{"PeopleVisitor", ofPeople, nil, "UNAUTHENTICATED"},
		{"PeopleSession", ofPeople, user, ""},
		{"PeopleAccessToken", ofPeople, token, "PEOPLE_ONLY"},
		{"PeopleApp", ofPeople, app, "PEOPLE_ONLY"},
		{"ProofMissing", grave, user, "STEP_UP_REQUIRED"},
		{"ProofGiven", grave, proved, ""},
		{"ProofAccessToken", grave, adminToken, "LOGIN_REQUIRED"},
		{"ProofVisitor", grave, nil, "UNAUTHENTICATED"},
		{"ProofSuspended", grave, banned, "SUSPENDED"},
		{"PasswordIsTheProof", withPassword, user, ""},
		{"SecondFactorMissing", withPassword, withFactor, "STEP_UP_REQUIRED"},
		{"SecondFactorGiven", withPassword, proved, ""},
		{"AdminAccessToken", ofAdmins, adminToken, ""},
		{"AdminAccessTokenThatModerates", ofAdmins, moderatingAdmin, "SCOPE"},
		{"ModeratingAccessToken", removing, moderatingAdmin, ""},
		{"ModeratorVisitor", moderating, nil, "UNAUTHENTICATED"},
		{"ModeratorSessionOfAUser", moderating, user, "MODERATOR_REQUIRED"},
		{"ModeratorSession", moderating, moderator, ""},
		{"ModeratorSessionOfAnAdmin", moderating, admin, ""},
		{"ModeratorAccessToken", moderating, moderatorToken, ""},
		{"ModeratorAccessTokenThatReads", moderating, reader, "SCOPE"},
		{"ModeratorWithoutSecondFactor", moderating, withoutFactor, "SECOND_FACTOR_REQUIRED"},
		{"AdminSessionOfAModerator", ofAdmins, moderator, "ADMIN_REQUIRED"},
		{"AdminAccessTokenOfAModerator", removing, moderatorToken, "ADMIN_REQUIRED"},
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
