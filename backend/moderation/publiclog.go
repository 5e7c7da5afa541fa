package moderation

import (
	"context"
	"fmt"
	"regexp"
	"strings"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"
	"golang.org/x/net/publicsuffix"

	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/paging"
	"uvboard/backend/platform/store"
	"uvboard/ent"
	"uvboard/ent/auditentry"
)

// identifying matches web addresses, names and email addresses, and domains with what follows them.
var identifying = regexp.MustCompile(`(?i)[a-z][a-z0-9+.-]*://` + untilPause + `|\bwww\.` + untilPause +
	`|(?P<name>[\p{L}\p{N}._%+-]*(?:[@＠][\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)*)+)` +
	`|(?P<domain>[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+)(?::\d+)?(?:[/?#](?:` + untilPause + `)?)?`)

// untilPause matches a word without the punctuation behind it.
const untilPause = `\S*[^\s.,;:!?)\]"']`

// publicReason returns what the public log says of the reason of an entry: without names and links, and nothing of a
// warning, which is between the moderators and the user.
func publicReason(e *ent.AuditEntry) string {
	if e.Action == warn {
		return ""
	}
	return identifying.ReplaceAllStringFunc(e.Reason, func(found string) string {
		groups := identifying.FindStringSubmatch(found)
		domain := groups[identifying.SubexpIndex("domain")]
		switch {
		case groups[identifying.SubexpIndex("name")] != "":
			return "@…"
		case domain != "" && !isDomain(domain): // such as a number of a version
			return found
		}
		return "a link"
	})
}

// isDomain reports whether a text is below a domain that somebody can register at.
func isDomain(text string) bool {
	suffix, listed := publicsuffix.PublicSuffix(strings.ToLower(text))
	return (listed || strings.Contains(suffix, ".")) && suffix != strings.ToLower(text)
}

// PublicLog returns what moderators have decided since the log is public, newest first, with reasons in the form in
// which they are public. Fault: not found if it is not.
func (s *Service) PublicLog(ctx context.Context, size int, token string) ([]*ent.AuditEntry, string, error) {
	since, err := s.publicSince(ctx)
	if err != nil {
		return nil, "", err
	}
	if since == nil {
		return nil, "", fault.NotFound("NOT_FOUND", "This board does not publish what its moderators decide")
	}
	const list = "public log"
	from, err := paging.Parse[position](list, token)
	if err != nil {
		return nil, "", err
	}
	query := s.db.Client().AuditEntry.Query().Where(auditentry.PublicByNotNil(),
		auditentry.IDGTE(store.IDAt(*since, uuid.Nil))).Order(auditentry.ByID(entsql.OrderDesc())).Limit(size + 1)
	if from != nil {
		query.Where(auditentry.IDLT(from.ID))
	}
	entries, err := query.All(ctx)
	if err != nil {
		return nil, "", fmt.Errorf("public log: %w", err)
	}
	for _, e := range entries {
		e.Reason = publicReason(e)
	}
	return paging.Cut(list, entries, size, func(last *ent.AuditEntry) position { return position{last.ID} })
}
