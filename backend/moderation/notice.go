package moderation

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"uvboard/backend/platform/audit"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/event"
	"uvboard/ent"
	"uvboard/ent/auditentry"
	"uvboard/ent/report"
)

// told are the actions of admins that the user is told of.
var told = []string{audit.Hide, audit.Restore, audit.Delete, warn, suspend, ban, lift, "feature", "grant_admin",
	"revoke_admin", "grant_moderator", "revoke_moderator", approve, refuse, grantAppeal, refuseAppeal}

// Kinds of notifications.
const (
	NoticeKind       = "moderation" // about decisions, mailed at once
	ReportNoticeKind = "report"     // about the user's reports
)

// explained are the actions whose reason the user is told.
var explained = []string{audit.Hide, audit.Restore, warn, suspend, ban, lift, grantAppeal, refuseAppeal, refuse}

// notice tells a user what an admin has decided about the user or the user's content.
var notice = domain.Notice{
	Kind: NoticeKind, Email: true, Own: true, Anonymous: true,
	On: func(e event.Event) bool {
		return e.Kind == event.Decided && len(e.To) == 1 && e.To[0] != e.Actor && slices.Contains(told, e.Detail)
	},
	Of: func(_ context.Context, _ *ent.Client, e event.Event) (*domain.Told, error) {
		// A warning is an email itself.
		return &domain.Told{SubjectID: e.Item.ID, Detail: e.Detail, NotByMail: e.Detail == warn, Source: e.Entry,
			To: domain.ToUsers(e.To...)}, nil
	},
	Line: func(s domain.Said) string {
		line := cmp.Or(decidedAboutUser[s.Detail],
			"A moderator "+cmp.Or(decided[s.Detail], "decided about")+" "+s.Title)
		if s.Reason != "" {
			line += "\nReason: " + s.Reason + appealable[s.Detail]
		}
		return line
	},
}

// reportNotice tells users what came of their reports, and not who decided.
var reportNotice = domain.Notice{
	Kind: ReportNoticeKind, Email: true, Anonymous: true,
	On: func(e event.Event) bool { return e.Kind == event.Resolved },
	Of: func(ctx context.Context, client *ent.Client, e event.Event) (*domain.Told, error) {
		r, err := client.Report.Query().Where(report.ID(e.Parent.ID), report.ResolvedAtNotNil()).Only(ctx)
		if ent.IsNotFound(err) { // reopened meanwhile, or its reporter is gone
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		return &domain.Told{SubjectID: e.Item.ID, Detail: e.Detail,
			To: func(ctx context.Context, after uuid.UUID, limit int) (ids []uuid.UUID, err error) {
				err = client.Report.Query().Where(report.TargetID(r.TargetID), report.TargetType(r.TargetType),
					report.ResolvedAt(*r.ResolvedAt), func(q *entsql.Selector) {
						q.Where(entsql.GT(q.C(report.FieldUserID), after))
					}).Order(report.ByUserID()).Limit(limit).
					Select(report.FieldUserID).Scan(ctx, &ids)
				return ids, err
			}}, nil
	},
	Line: func(s domain.Said) string {
		if s.Detail == Hide {
			return "A moderator hid what you reported. Thank you."
		}
		return "A moderator looked at " + strings.Replace(s.Title, "something of yours", "what you reported", 1) +
			" and found nothing wrong."
	},
}

// Reasons returns the reasons of decisions that users are told, by the id of their entry in the audit log.
func Reasons(ctx context.Context, client *ent.Client, ids []uuid.UUID) (map[uuid.UUID]string, error) {
	reasons := map[uuid.UUID]string{}
	if len(ids) == 0 {
		return reasons, nil
	}
	entries, err := client.AuditEntry.Query().Where(auditentry.IDIn(ids...), auditentry.ActionIn(explained...)).All(ctx)
	if err != nil {
		return nil, fmt.Errorf("reasons of decisions: %w", err)
	}
	for _, e := range entries {
		reasons[e.ID] = e.Reason
	}
	return reasons, nil
}

// appealable says where a decision can be appealed.
var appealable = map[string]string{
	Hide:    "\nIf this is a mistake, you can appeal on its page.",
	refuse:  "\nIf this is a mistake, you can appeal on its page.",
	suspend: "\nIf this is a mistake, you can appeal in the notice at the top of every page.",
	ban:     "\nIf this is a mistake, you can appeal in the notice at the top of every page.",
}

// decided and decidedAboutUser are what a moderator did, by the action in the audit log.
var (
	decided = map[string]string{"hide": "hid", "restore": "restored", "delete": "deleted",
		"feature": "featured", approve: "approved", refuse: "did not approve",
		grantAppeal: "granted your appeal about", refuseAppeal: "refused your appeal about"}
	decidedAboutUser = map[string]string{
		"warn":             "A moderator has warned you.",
		"suspend":          "A moderator has suspended your account.",
		"ban":              "A moderator has banned your account.",
		"lift":             "Your suspension has been lifted.",
		"grant_admin":      "You are an admin now.",
		"revoke_admin":     "You are no longer an admin.",
		"grant_moderator":  "You are a moderator now.",
		"revoke_moderator": "You are no longer a moderator.",
	}
)
