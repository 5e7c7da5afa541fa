package account

import (
	"uvboard/backend/platform/mail"
)

// Categories of mails. Resets have a limit of their own: a stranger can request them for any user, and must not use up
// that user's confirmations.
var (
	resets = mail.Category{Name: "password_reset", Title: "Password resets", PerHour: 5,
		Why: "You get this email because someone asked to reset the password of your account."}
	confirmations = mail.Category{Name: "email_confirmation", Title: "Email confirmations", PerHour: 5,
		Why: "You get this email because someone entered this address for an account."}
	// Changes has one mail for each change of an account.
	Changes = mail.Category{
		Name: "account_change", Title: "Account changes", ConfirmedOnly: true,
		Why: "You get this email because your account has changed.",
	}
)

type mails struct{ mail.Board }

func hi(username string) string { return "Hi " + username + "," }

func (b mails) verifyMessage(username, token string) mail.Message {
	return mail.Message{
		Kind: "email_confirmation", Category: confirmations, Subject: "Confirm your email for " + b.Name(),
		Heading:    "Confirm your email",
		Paragraphs: []string{hi(username), "Confirm that this is your email address. The link works for 7 days."},
		Button:     "Confirm email", Link: b.Link("/verify-email", token),
		Note: "Didn't sign up for " + b.Name() + "? Ignore this email.",
	}
}

func (b mails) resetMessage(username, token string) mail.Message {
	return mail.Message{
		Kind: "password_reset", Category: resets, Subject: "Reset your password for " + b.Name(),
		Heading: "Reset your password",
		Paragraphs: []string{hi(username),
			"Choose a new password with this link. It works once and expires in an hour."},
		Button: "Choose a new password", Link: b.Link("/reset-password", token),
		Note: "Didn't ask for this? Ignore this email. Your password stays the same.",
	}
}

// changeSubject is the subject of both changeMessage and takenMessage: the export lists subjects, and must not tell a
// user whether an address has an account.
func (b mails) changeSubject() string { return "Your new email for " + b.Name() }

func (b mails) changeMessage(username, token string) mail.Message {
	return mail.Message{
		Kind: "email_change", Category: confirmations, Subject: b.changeSubject(), Heading: "Confirm your new email",
		Paragraphs: []string{hi(username),
			"Confirm this email address to use it for your account. The link works for 7 days."},
		Button: "Confirm email", Link: b.Link("/verify-email", token),
		Note: "Didn't ask for this? Ignore this email. Nothing changes.",
	}
}

// takenMessage goes to username, whose account already has the address that requester asked for.
func (b mails) takenMessage(username, requester string) mail.Message {
	return mail.Message{
		Kind: "email_taken", Category: confirmations, Subject: b.changeSubject(),
		Heading: "Someone asked to use your email",
		Paragraphs: []string{hi(username), "The account " + requester +
			" asked to use this email address, but your account " + username +
			" already uses it. Nothing has changed."},
		Note: "If both accounts are yours, change the email of " + username +
			" in its settings first. If not, ignore this email.",
	}
}

func (b mails) changedMessage(username, address string) mail.Message {
	return mail.Message{
		Kind: "email_changed", Category: Changes, Subject: "Your email for " + b.Name() + " has changed",
		Heading: "Your email has changed",
		Paragraphs: []string{hi(username), "Your account now uses the email address " + address +
			". We won't send mail to this address anymore."},
		Note: "If you didn't change it, someone else knows your password. Contact us at once: " + b.Origin +
			"/contact",
	}
}

func (b mails) deletedMessage(username, content string) mail.Message {
	intro := "Your account has been deleted. Your projects, votes and images will be gone within a few minutes."
	if content == Anonymise {
		intro = "Your account has been deleted. Your projects and votes stay online without your name."
	}
	return mail.Message{
		Kind: "account_deleted", Category: Changes, Subject: "Your " + b.Name() + " account has been deleted",
		Heading: "Account deleted", Paragraphs: []string{hi(username), intro},
		Note: "This is our last email to you: we don't keep your address. If you didn't delete the account, someone else knows your password. Change it wherever you use it.",
	}
}

// removedMessage goes to a user whose account an admin has deleted; reason may be empty.
func (b mails) removedMessage(username, content, reason string) mail.Message {
	intro := "An admin of " + b.Name() + " has deleted your account."
	if reason != "" {
		intro += " Reason: " + reason
	}
	outro := "Your projects, posts, votes and images will be gone within a few minutes."
	if content == Anonymise {
		outro = "What you have published stays online without your name."
	}
	return mail.Message{
		Kind: "account_removed", Category: Changes, Subject: "Your " + b.Name() + " account has been deleted",
		Heading: "Account deleted", Paragraphs: []string{hi(username), intro},
		Note: outro + " This is our last email to you: we don't keep your address.",
	}
}

// examples returns each mail.
func (b mails) examples() []mail.Message {
	return []mail.Message{
		b.verifyMessage("ada", "TOKEN"), b.resetMessage("ada", "TOKEN"), b.changeMessage("ada", "TOKEN"),
		b.takenMessage("grace", "ada"),
		b.changedMessage("ada", "new@example.org"),
		b.deletedMessage("ada", Erase), b.deletedMessage("ada", Anonymise),
		b.removedMessage("ada", Erase, "Spam <b>again</b>"), b.removedMessage("ada", Anonymise, ""),
	}
}
