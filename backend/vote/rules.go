package vote

import (
	"strings"
	"time"

	entsql "entgo.io/ent/dialect/sql"
)

// The rules of eligible votes, with their numbers. docs/fair.md and the page /fair state them.
const (
	// The votes of an account are eligible from this age on, unless the board sets another one.
	MinAccountHours = 24
	// The greatest age that a board may set.
	maxAccountHours = 720
	// A project enters Trending and leaderboards with this many eligible upvotes, unless the board sets another number.
	EntryVotes = 2
	// Of the first ten of Trending, at most this many are of one owner.
	PerOwnerInTen = 1
)

// barred is the SQL condition for users whose votes do not count. No other code may repeat this rule. A change of a
// user's row that changes the result emits event.Access after it, whose listener stores the task of a recount.
const barred = "(suspended_at IS NOT NULL AND suspended_until IS NULL)"

// Reasons why the votes of a user are not eligible.
const (
	eligible         = ""
	banned           = "banned"
	Held             = "held"
	UnconfirmedEmail = "unconfirmed_email"
	NewAccount       = "new_account"
)

// rule decides from the row of a user whether the votes of the user are eligible.
type rule struct {
	now    time.Time
	minAge time.Duration
	mail   bool // the board can send mail, so members can confirm their addresses
}

// reason is the SQL expression for why the votes of a user are not eligible, or eligible. No other code may repeat this
// rule. A change that changes the result emits event.Access or event.Vouched after it; time alone needs the task that
// apply stores, and a change of the board's settings a recount of all. The parameter is the time since which accounts
// are new.
func (r rule) reason(parameter string) string {
	return strings.NewReplacer("{barred}", barred, "{since}", parameter, "{mail}", sqlBool(r.mail)).Replace(`(CASE
		WHEN {barred} THEN '` + banned + `'
		WHEN users.role = 'admin' THEN '` + eligible + `'
		WHEN users.votes_held_at IS NOT NULL THEN '` + Held + `'
		WHEN {mail} AND users.email_verified_at IS NULL THEN '` + UnconfirmedEmail + `'
		WHEN users.created_at <= {since} OR users.vouched_at IS NOT NULL THEN '` + eligible + `'
		ELSE '` + NewAccount + `' END)`)
}

// ask is reason for the query builder.
func (r rule) ask() entsql.Querier {
	return entsql.ExprFunc(func(b *entsql.Builder) {
		before, after, _ := strings.Cut(r.reason("?"), "?")
		b.WriteString(before).Arg(r.since()).WriteString(after)
	})
}

// since returns the time since which accounts are new.
func (r rule) since() time.Time { return r.now.Add(-r.minAge) }

func sqlBool(b bool) string {
	if b {
		return "TRUE"
	}
	return "FALSE"
}
