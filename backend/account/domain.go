package account

import (
	"fmt"
	"time"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/jobs"
	"uvboard/backend/platform/server"
	"uvboard/backend/stats"
	"uvboard/ent/mail"
	"uvboard/ent/mailtoken"
	"uvboard/gen/uvboard/v1/uvboardv1connect"
)

// Domain returns the contributions of accounts to the board.
func Domain(s *Service, cookies auth.Cookies) domain.Domain {
	h := NewHandler(s, cookies)
	return domain.Domain{
		Name: "account",
		Services: []server.Service{
			server.Mount[uvboardv1connect.AccountServiceHandler](uvboardv1connect.NewAccountServiceHandler, h),
			server.Mount[uvboardv1connect.PasskeyServiceHandler](uvboardv1connect.NewPasskeyServiceHandler, h),
			server.Mount[uvboardv1connect.AppServiceHandler](uvboardv1connect.NewAppServiceHandler, h),
		},
		Routes:  append(h.routes(), h.appRoutes()...),
		Pages:   h.Pages(),
		Notices: []domain.Notice{notice},
		Jobs:    []jobs.Job{{Name: "delete expired sessions and tokens", Every: 5 * time.Minute, Run: s.Sweep}},
		Mails:   s.mails.examples(),
		Checks:  checks(), Counted: []string{"users", "counters"},
		Exports: []domain.Export{
			{Name: "sessions.json", About: "where you are logged in", Of: "sessions.user_id", Write: s.exportSessions},
			{Name: "security-events.json", About: "what happened to your account in the last 90 days", Of: "security_events.user_id", Private: true, Write: s.exportSecurityEvents},
			{Name: "tokens.json", About: "access tokens of yours and of your connected apps, without their secrets", Of: "access_tokens.user_id", Write: s.exportTokens},
			{Name: "connected-apps.json", About: "apps that act for you, without their secrets", Of: "connected_apps.user_id", Write: s.exportApps},
			{Name: "logins.json", About: "your logins at other services", Of: "identities.user_id", Write: s.exportIdentities},
			{Name: "second-factor.json", About: "your second factor, without its secret", Of: "authenticators.user_id", Write: s.exportFactor},
			{Name: "passkeys.json", About: "your passkeys, without their keys", Of: "passkeys.user_id", Write: s.exportPasskeys},
			{Name: "invitations.json", About: "your invitations", Of: "invitations.user_id", Write: s.exportInvitations},
			{Name: "mails.json", About: "recent mails to you, without the links in them", Of: "mails.user_id", Write: s.exportMails},
		},
	}
}

func checks() []domain.Check {
	all := []domain.Check{stats.Check(stats.Users, "SELECT COUNT(*) FROM users WHERE deleted_at IS NULL")}
	tables := []string{mailtoken.Table, mail.Table}
	for _, kind := range attached {
		tables = append(tables, kind.table)
	}
	for _, table := range tables {
		all = append(all, domain.Check{What: table + " of a deleted account", Query: fmt.Sprintf(
			`SELECT u.id, COUNT(*) AS stored, 0 AS counted FROM users u JOIN %s t ON t.user_id = u.id
			WHERE u.deleted_at IS NOT NULL GROUP BY u.id`, table)})
	}
	return append(all, domain.Check{What: "person of a deleted account", Query: `SELECT id, 1 AS stored, 0 AS counted FROM users
		WHERE deleted_at IS NOT NULL AND (is_admin OR (username || email || password_hash || avatar || bio || location || website || github || twitter || linkedin || suspension_reason) <> '')`})
}
