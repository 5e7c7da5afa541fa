// Package domain defines what a domain, such as project or forum, contributes to features that cross domains. Each domain
// fills a Domain, backend/cmd/uvboard lists them, and the features range over the list and import no domain.
package domain

// Domain is the contribution of one domain. Every field but Name is optional.
type Domain struct {
	Name    string // such as "project"
	Votable []Votable
	Checks  []Check  // of its counters and of what follows from its rows
	Counted []string // tables that the checks with a Set read or change: locked while doctor repairs
}

// Votable is a kind of content that users vote on. Its table has the columns id, user_id (the owner), upvotes and downvotes.
type Votable struct {
	Type       string // the target type of its votes, such as "project"
	Table      string
	Visible    string // SQL condition under which everybody sees an item and may vote on it
	RankedFrom string // the time column that the trending rank starts from; the table then has the column rank
	Noun       string // in error messages, such as "Project"
}

// Collect returns what the domains contribute to one field, in the order of the domains.
func Collect[T any](domains []Domain, field func(Domain) []T) []T {
	var all []T
	for _, d := range domains {
		all = append(all, field(d)...)
	}
	return all
}
