package account

import (
	"fmt"

	"uvboard/backend/platform/mail"
)

// Categories of mails. Resets have a limit of their own: a stranger can request them for any user, and must not use up that user's
// confirmations.
var (
	resets        = mail.Category{Name: "password_reset", Title: "Password resets", PerHour: 5, Why: "You get this email because someone asked to reset the password of your account."}
	confirmations = mail.Category{Name: "email_confirmation", Title: "Email confirmations", PerHour: 5, Why: "You get this email because someone entered this address for an account."}
	// One for each change.
	notices = mail.Category{
		Name: "account_change", Title: "Account changes", ConfirmedOnly: true,
		Why: "You get this email because your account has changed.",
	}
)

type mails struct{ mail.Board }

func hi(username string) string { return "Hi " + username + "," }

func (b mails) verifyMessage(username, token string) mail.Message {
	return mail.Message{
		Kind: "email_confirmation", Category: confirmations, Subject: "Confirm your email for " + b.Name(), Heading: "Confirm your email",
		Paragraphs: []string{hi(username), "Confirm that this is your email address. The link works for 7 days."},
		Button:     "Confirm email", Link: b.Link("/verify-email", token),
		Note: "Didn't sign up for " + b.Name() + "? Ignore this email.",
	}
}

func (b mails) resetMessage(username, token string) mail.Message {
	return mail.Message{
		Kind: "password_reset", Category: resets, Subject: "Reset your password for " + b.Name(), Heading: "Reset your password",
		Paragraphs: []string{hi(username), "Choose a new password with this link. It works once and expires in an hour."},
		Button:     "Choose a new password", Link: b.Link("/reset-password", token),
		Note: "Didn't ask for this? Ignore this email. Your password stays the same.",
	}
}

// changeSubject is the subject of both changeMessage and takenMessage: the export lists subjects, and must not tell a user
// whether an address has an account.
func (b mails) changeSubject() string { return "Your new email for " + b.Name() }

func (b mails) changeMessage(username, token string) mail.Message {
	return mail.Message{
		Kind: "email_change", Category: confirmations, Subject: b.changeSubject(), Heading: "Confirm your new email",
		Paragraphs: []string{hi(username), "Confirm this email address to use it for your account. The link works for 7 days."},
		Button:     "Confirm email", Link: b.Link("/verify-email", token),
		Note: "Didn't ask for this? Ignore this email. Nothing changes.",
	}
}

// takenMessage goes to username, whose account already has the address that requester asked for.
func (b mails) takenMessage(username, requester string) mail.Message {
	return mail.Message{
		Kind: "email_taken", Category: confirmations, Subject: b.changeSubject(), Heading: "Someone asked to use your email",
		Paragraphs: []string{hi(username), "The account " + requester + " asked to use this email address, but your account " + username + " already uses it. Nothing has changed."},
		Note:       "If both accounts are yours, change the email of " + username + " in its settings first. If not, ignore this email.",
	}
}

func (b mails) changedMessage(username, address string) mail.Message {
	return mail.Message{
		Kind: "email_changed", Category: notices, Subject: "Your email for " + b.Name() + " has changed", Heading: "Your email has changed",
		Paragraphs: []string{hi(username), "Your account now uses the email address " + address + ". We won't send mail to this address anymore."},
		Note:       "If you didn't change it, someone else knows your password. Contact us at once: " + b.Origin + "/contact",
	}
}

// linkedMessage says that a login at another service, label, can now be used.
func (b mails) linkedMessage(username, provider, label string) mail.Message {
	return mail.Message{
		Kind: "identity_linked", Category: notices, Subject: "You can log in to " + b.Name() + " with " + provider, Heading: provider + " is linked",
		Paragraphs: []string{hi(username), "You can now log in to your account with " + label + " at " + provider + "."},
		Note:       "If you didn't link it, someone else has access to your account. Unlink it in your settings and change your password: " + b.Origin + "/settings",
	}
}

const notYou = "If that wasn't you, someone else has access to your account. Change your password: "

// factorMessage says that an authenticator app has been turned on or off, with passkeys left or not.
func (b mails) factorMessage(username string, on, passkeys bool) mail.Message {
	m := mail.Message{
		Kind: "second_factor_off", Category: notices, Subject: "Your second factor for " + b.Name() + " is off", Heading: "Your second factor is off",
		Paragraphs: []string{hi(username), "Your password alone now logs you in."},
		Note:       notYou + b.Origin + "/settings",
	}
	if passkeys {
		m.Kind, m.Subject, m.Heading = "authenticator_off", "Your authenticator app for "+b.Name()+" is off", "Your authenticator app is off"
		m.Paragraphs[1] = "Codes of the app no longer work. To log in, you need a passkey or a recovery code."
	}
	if on {
		m.Kind, m.Subject, m.Heading = "second_factor_on", "Your second factor for "+b.Name()+" is on", "Your second factor is on"
		m.Paragraphs[1] = "To log in, you now also need a code of your authenticator app. If you lose the app, use one of your recovery codes."
	}
	return m
}

// recoveryMessage says that a recovery code has been used and how many are left.
func (b mails) recoveryMessage(username string, left int) mail.Message {
	return mail.Message{
		Kind: "recovery_code_used", Category: notices, Subject: "A recovery code for " + b.Name() + " was used", Heading: "A recovery code was used",
		Paragraphs: []string{hi(username), fmt.Sprintf("A recovery code of your account was used instead of your authenticator app. Codes that are left: %d. You can make new ones in your settings.", left)},
		Note:       notYou + b.Origin + "/settings",
	}
}

func (b mails) deletedMessage(username, content string) mail.Message {
	intro := "Your account has been deleted. Your projects, votes and images will be gone within a few minutes."
	if content == Anonymise {
		intro = "Your account has been deleted. Your projects and votes stay online without your name."
	}
	return mail.Message{
		Kind: "account_deleted", Category: notices, Subject: "Your " + b.Name() + " account has been deleted", Heading: "Account deleted", Paragraphs: []string{hi(username), intro},
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
		Kind: "account_removed", Category: notices, Subject: "Your " + b.Name() + " account has been deleted", Heading: "Account deleted", Paragraphs: []string{hi(username), intro},
		Note: outro + " This is our last email to you: we don't keep your address.",
	}
}

// examples returns each mail.
func (b mails) examples() []mail.Message {
	return []mail.Message{
		b.verifyMessage("ada", "TOKEN"), b.resetMessage("ada", "TOKEN"), b.changeMessage("ada", "TOKEN"), b.takenMessage("grace", "ada"),
		b.changedMessage("ada", "new@example.org"), b.linkedMessage("ada", "Kiln Works", "ada.l"),
		b.factorMessage("ada", true, false), b.factorMessage("ada", false, false), b.factorMessage("ada", false, true), b.recoveryMessage("ada", 9), b.deletedMessage("ada", Erase), b.deletedMessage("ada", Anonymise),
		b.removedMessage("ada", Erase, "Spam <b>again</b>"), b.removedMessage("ada", Anonymise, ""),
	}
}
