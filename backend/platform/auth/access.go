package auth

import (
	"slices"

	"github.com/google/uuid"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"

	"uvboard/backend/platform/enumname"
	"uvboard/backend/platform/fault"
	pb "uvboard/gen/uvboard/v1"
)

// Level is the access level of a procedure or route. The zero value refuses every caller, so that a forgotten rule is closed.
type Level = pb.AccessLevel

// The levels.
const (
	Nobody = pb.AccessLevel_ACCESS_LEVEL_UNSPECIFIED
	Public = pb.AccessLevel_ACCESS_LEVEL_PUBLIC
	User   = pb.AccessLevel_ACCESS_LEVEL_USER
	Login  = pb.AccessLevel_ACCESS_LEVEL_LOGIN
	Admin  = pb.AccessLevel_ACCESS_LEVEL_ADMIN
)

// Scope is what an access token needs for a call.
type Scope = pb.TokenScope

// The scopes.
const (
	ScopeRead     = pb.TokenScope_TOKEN_SCOPE_READ
	ScopeWrite    = pb.TokenScope_TOKEN_SCOPE_WRITE
	ScopeModerate = pb.TokenScope_TOKEN_SCOPE_MODERATE
	ScopeAdmin    = pb.TokenScope_TOKEN_SCOPE_ADMIN
)

// Limit is the rate limit of a call. Package ratelimit has the sizes.
type Limit = pb.RateLimit

// The rate limits.
const (
	LimitRead     = pb.RateLimit_RATE_LIMIT_READ
	LimitWrite    = pb.RateLimit_RATE_LIMIT_WRITE
	LimitRegister = pb.RateLimit_RATE_LIMIT_REGISTER
	LimitLogin    = pb.RateLimit_RATE_LIMIT_LOGIN
	LimitUsername = pb.RateLimit_RATE_LIMIT_USERNAME
	LimitExport   = pb.RateLimit_RATE_LIMIT_EXPORT
	LimitReport   = pb.RateLimit_RATE_LIMIT_REPORT
	LimitThread   = pb.RateLimit_RATE_LIMIT_THREAD
	LimitReply    = pb.RateLimit_RATE_LIMIT_REPLY
	LimitContact  = pb.RateLimit_RATE_LIMIT_CONTACT
	LimitVibeKit  = pb.RateLimit_RATE_LIMIT_VIBEKIT
	LimitDonation = pb.RateLimit_RATE_LIMIT_DONATION
	LimitVisit    = pb.RateLimit_RATE_LIMIT_VISIT
	LimitPreview  = pb.RateLimit_RATE_LIMIT_PREVIEW
)

// Rule is the access rule and rate limit of a procedure or route.
type Rule struct {
	Level Level
	Limit Limit
	Scope Scope // if unset, it derives from the others
}

// scope returns the scope that an access token needs.
func (r Rule) scope() Scope {
	switch {
	case r.Scope != 0:
		return r.Scope
	case r.Level == Admin:
		return ScopeAdmin
	case r.Limit == 0 || r.Limit == LimitRead || r.Limit == LimitPreview:
		return ScopeRead
	}
	return ScopeWrite
}

// AdmitToken returns the fault SCOPE if the caller authenticated with an access token that lacks the scope.
func (r Rule) AdmitToken(caller *Caller) error {
	if caller == nil || caller.Scopes == nil || slices.Contains(caller.Scopes, r.scope()) {
		return nil
	}
	return fault.Denied("SCOPE", "This call takes an access token with the scope "+enumname.Of(r.scope())+".")
}

// Writes reports whether the call is refused to suspended users. They may still manage their own account: passwords,
// sessions, data export and account deletion.
func (r Rule) Writes() bool {
	return (r.Level == User || r.Level == Admin) && r.Limit != LimitRead && r.Limit != LimitPreview
}

// RuleOf returns the rule that the options of a method describe. Without a method or its option it refuses every caller.
func RuleOf(method protoreflect.MethodDescriptor) Rule {
	rule := Rule{Level: Nobody, Limit: LimitWrite}
	if method == nil {
		return rule
	}
	options := method.Options().(*descriptorpb.MethodOptions)
	rule.Level = proto.GetExtension(options, pb.E_Access).(Level)
	rule.Scope = proto.GetExtension(options, pb.E_Scope).(Scope)
	if limit := proto.GetExtension(options, pb.E_Limit).(Limit); limit != 0 {
		rule.Limit = limit
	} else if options.GetIdempotencyLevel() == descriptorpb.MethodOptions_NO_SIDE_EFFECTS {
		rule.Limit = LimitRead
	}
	return rule
}

// Admit returns a fault if the caller, nil for a visitor, does not have the level.
func Admit(level Level, caller *Caller) error {
	switch {
	case level == Public:
		return nil
	case level == User && caller != nil:
		return nil
	case level == Login && caller != nil && caller.SessionID != uuid.Nil:
		return nil
	case level == Admin && caller != nil && caller.IsAdmin:
		return nil
	case level == Nobody:
		return fault.Denied("PERMISSION_DENIED", "Nobody may do this.")
	case caller == nil:
		return fault.Unauthenticated("UNAUTHENTICATED", "Please log in to continue.")
	case level == Login:
		return fault.Denied("LOGIN_REQUIRED", "An access token may not do this. Please log in.")
	case caller.NeedsSecondFactor:
		return fault.Denied("SECOND_FACTOR_REQUIRED", "Admins of this board need a second factor. Please turn it on in your settings.")
	default:
		return fault.Denied("ADMIN_REQUIRED", "Only admins may do this.")
	}
}
