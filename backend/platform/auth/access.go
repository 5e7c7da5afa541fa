package auth

import (
	"slices"
	"time"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"

	"uvboard/backend/platform/enumname"
	"uvboard/backend/platform/fault"
	pb "uvboard/gen/uvboard/v1"
)

// Level is the access level of a procedure or route. The zero value refuses every caller, so that a forgotten rule is
// closed.
type Level = pb.AccessLevel

// The levels.
const (
	Nobody    = pb.AccessLevel_ACCESS_LEVEL_UNSPECIFIED
	Public    = pb.AccessLevel_ACCESS_LEVEL_PUBLIC
	User      = pb.AccessLevel_ACCESS_LEVEL_USER
	Moderator = pb.AccessLevel_ACCESS_LEVEL_MODERATOR
	Admin     = pb.AccessLevel_ACCESS_LEVEL_ADMIN
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

// Callers are the credentials that may make a call. The zero value takes a session only.
type Callers = pb.Callers

// The credentials. Sessions, Tokens and Apps each include the ones before; People are Sessions, and others are told
// PEOPLE_ONLY.
const (
	People   = pb.Callers_CALLERS_PEOPLE
	Sessions = pb.Callers_CALLERS_UNSPECIFIED
	Tokens   = pb.Callers_CALLERS_TOKENS
	Apps     = pb.Callers_CALLERS_APPS
)

// Proof is when a call needs a fresh proof that the user is at the browser.
type Proof = pb.FreshProof

// The proofs.
const (
	NoProof           = pb.FreshProof_FRESH_PROOF_UNSPECIFIED
	ProofAlways       = pb.FreshProof_FRESH_PROOF_ALWAYS
	ProofSecondFactor = pb.FreshProof_FRESH_PROOF_SECOND_FACTOR
)

// ProofLife is how long a login or a step-up proves that the user is at the browser.
const ProofLife = 15 * time.Minute

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
	LimitDownload = pb.RateLimit_RATE_LIMIT_DOWNLOAD
)

// Rule says who may call a procedure or route, and which rate limit counts it.
type Rule struct {
	Level          Level
	Callers        Callers
	Scope          Scope // if unset, it derives from the others
	Proof          Proof
	WhileSuspended bool // whether suspended users may call it although it writes
	Limit          Limit
}

// Rules of public paths. A file is neither counted nor authenticated, unless its handler asks for the server.Caller.
var (
	PublicRead = Rule{Level: Public, Callers: Apps, Limit: LimitRead}
	PublicFile = Rule{Level: Public, Callers: Apps}
)

// NeededScope returns the scope that an access token needs.
func (r Rule) NeededScope() Scope {
	switch {
	case r.Scope != 0:
		return r.Scope
	case r.Level == Admin:
		return ScopeAdmin
	case r.Level == Moderator:
		return ScopeModerate
	case r.reads():
		return ScopeRead
	}
	return ScopeWrite
}

func (r Rule) reads() bool {
	switch r.Limit {
	case 0, LimitRead, LimitPreview, LimitDownload:
		return true
	}
	return false
}

// OfTeam reports whether moderators and admins may make the call, or admins only.
func (r Rule) OfTeam() bool { return r.Level == Moderator || r.Level == Admin }

// Writes reports whether the call is refused to suspended users. They may still manage their own account: passwords,
// sessions, data export and account deletion.
func (r Rule) Writes() bool { return r.Level != Public && !r.reads() && !r.WhileSuspended }

// Takes reports whether the call takes a credential: Sessions, Tokens or Apps.
func (r Rule) Takes(credential Callers) bool {
	return credential == Sessions || r.Callers != People && credential <= r.Callers
}

// Admit returns a fault unless the caller, nil for a visitor, may make the call. What depends on the object, such as
// owner only, is checked by the services.
func (r Rule) Admit(caller *Caller) error {
	if caller == nil {
		return Admit(r.Level, nil)
	}
	switch kind := caller.credential(); {
	case r.Takes(kind):
	case r.Callers == People:
		return fault.Denied("PEOPLE_ONLY", "Only people may do this. Please log in.")
	case kind == Apps:
		return fault.Denied("LOGIN_REQUIRED", "A connected app may not do this. Please log in.")
	default:
		return fault.Denied("LOGIN_REQUIRED", "An access token may not do this. Please log in.")
	}
	if caller.Scopes != nil && !slices.Contains(caller.Scopes, r.NeededScope()) {
		return fault.Denied("SCOPE", "This call takes an access token with the scope "+enumname.Of(r.NeededScope())+".")
	}
	if err := Admit(r.Level, caller); err != nil {
		return err
	}
	if caller.Suspension != nil && (r.Writes() || r.OfTeam()) {
		return caller.Suspension.Refuse()
	}
	if r.Proof == ProofAlways || r.Proof == ProofSecondFactor && caller.HasSecondFactor {
		return caller.RequireProof()
	}
	return nil
}

// RuleOf returns the rule that the options of a method describe. Without a method or its option it refuses every
// caller.
func RuleOf(method protoreflect.MethodDescriptor) Rule {
	rule := Rule{Level: Nobody, Limit: LimitWrite}
	if method == nil {
		return rule
	}
	options := method.Options().(*descriptorpb.MethodOptions)
	rule.Level = proto.GetExtension(options, pb.E_Access).(Level)
	rule.Callers = proto.GetExtension(options, pb.E_Callers).(Callers)
	rule.Scope = proto.GetExtension(options, pb.E_Scope).(Scope)
	rule.Proof = proto.GetExtension(options, pb.E_FreshProof).(Proof)
	rule.WhileSuspended = proto.GetExtension(options, pb.E_WhileSuspended).(bool)
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
	case level == Moderator && caller.Moderates():
		return nil
	case level == Admin && caller.IsAdmin():
		return nil
	case level == Nobody:
		return fault.Denied("PERMISSION_DENIED", "Nobody may do this.")
	case caller == nil:
		return fault.Unauthenticated("UNAUTHENTICATED", "Please log in to continue.")
	case caller.NeedsSecondFactor:
		return fault.Denied("SECOND_FACTOR_REQUIRED",
			"Admins and moderators of this board need a second factor. Please turn it on in your settings.")
	case level == Moderator:
		return fault.Denied("MODERATOR_REQUIRED", "Only moderators and admins may do this.")
	default:
		return AdminRequired("Only admins may do this.")
	}
}

// AdminRequired is the fault of a caller who does what only admins may, with a sentence that says what that is.
func AdminRequired(message string) error { return fault.Denied("ADMIN_REQUIRED", message) }
