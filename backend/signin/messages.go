package signin

import (
	"fmt"

	"uvboard/backend/account"
	"uvboard/backend/platform/mail"
)

type mails struct{ mail.Board }

// linkedMessage says that a login at another service, label, can now be used.
func (b mails) linkedMessage(username, provider, label string) mail.Message {
	return mail.Message{
		Kind: "identity_linked", Category: account.Changes, Subject: "You can log in to " + b.Name() + " with " +
			provider, Heading: provider + " is linked",
		Paragraphs: []string{"Hi " + username + ",", "You can now log in to your account with " + label + " at " +
			provider + "."},
		Note: "If you didn't link it, someone else has access to your account. Unlink it in your settings and change your password: " + b.Origin + "/settings",
	}
}

const notYou = "If that wasn't you, someone else has access to your account. Change your password: "

// factorMessage says that an authenticator app has been turned on or off, with passkeys left or not.
func (b mails) factorMessage(username string, on, passkeys bool) mail.Message {
	m := mail.Message{
		Kind: "second_factor_off", Category: account.Changes, Subject: "Your second factor for " + b.Name() + " is off",
		Heading:    "Your second factor is off",
		Paragraphs: []string{"Hi " + username + ",", "Your password alone now logs you in."},
		Note:       notYou + b.Origin + "/settings",
	}
	if passkeys {
		m.Kind, m.Subject, m.Heading = "authenticator_off", "Your authenticator app for "+b.Name()+" is off",
			"Your authenticator app is off"
		m.Paragraphs[1] = "Codes of the app no longer work. To log in, you need a passkey or a recovery code."
	}
	if on {
		m.Kind, m.Subject, m.Heading = "second_factor_on", "Your second factor for "+b.Name()+" is on",
			"Your second factor is on"
		m.Paragraphs[1] = "To log in, you now also need a code of your authenticator app. If you lose the app, use one of your recovery codes."
	}
	return m
}

// recoveryMessage says that a recovery code has been used and how many are left.
func (b mails) recoveryMessage(username string, left int) mail.Message {
	return mail.Message{
		Kind: "recovery_code_used", Category: account.Changes, Subject: "A recovery code for " + b.Name() + " was used",
		Heading: "A recovery code was used",
		Paragraphs: []string{"Hi " + username + ",",
			fmt.Sprintf("A recovery code of your account was used instead of your authenticator app. Codes that are left: %d. You can make new ones in your settings.", left)},
		Note: notYou + b.Origin + "/settings",
	}
}

// examples returns each mail.
func (b mails) examples() []mail.Message {
	return []mail.Message{
		b.linkedMessage("ada", "Kiln Works", "ada.l"), b.factorMessage("ada", true, false),
		b.factorMessage("ada", false, false),
		b.factorMessage("ada", false, true), b.recoveryMessage("ada", 9),
	}
}
