package account

import (
	"fmt"
	"html"
	"slices"
	"strings"

	"uvboard/backend/platform/mail"
)

// Categories of mails. A stranger can ask for resets of anyone's password, which must not keep that user from confirming an address.
var (
	resets        = mail.Category{Name: "password_reset", Title: "Password resets", PerHour: 5}
	confirmations = mail.Category{Name: "email_confirmation", Title: "Email confirmations", PerHour: 5}
	notices       = mail.Category{Name: "account_change", Title: "Account changes"} // one for each change
)

// mails are the mails of accounts.
type mails struct{ mail.Board }

// The HTML of every mail, with a button or without one. The styles are inline because mail clients ignore style sheets.
const (
	messagePage = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>%[1]s</title></head>
<body style="margin:0;padding:32px 16px;background:#f4f4f6;font-family:system-ui,-apple-system,'Segoe UI',sans-serif;color:#17171c">
<div style="max-width:480px;margin:0 auto;padding:32px;background:#ffffff;border-radius:12px">
<p style="margin:0 0 24px;font-weight:700">%[2]s</p>
<p style="margin:0 0 16px">Hi %[3]s,</p>
<p style="margin:0 0 24px">%[4]s</p>
%[5]s<p style="margin:0;font-size:14px;color:#5c5c66">%[6]s</p>
</div></body></html>
`
	messageButton = `<p style="margin:0 0 24px"><a href="%[1]s" style="display:inline-block;padding:12px 20px;background:#17171c;color:#ffffff;border-radius:8px;text-decoration:none;font-weight:600">%[2]s</a></p>
<p style="margin:0 0 24px;font-size:14px;color:#5c5c66">If the button doesn't work, open this link:<br><a href="%[1]s" style="color:#5c5c66;word-break:break-all">%[1]s</a></p>
`
)

// message is the content of a mail, in this order. Button and Link may be empty.
type message struct {
	Category                                            mail.Category
	Site, Username, Subject, Intro, Button, Link, Outro string
}

// render escapes the texts itself: see head in platform/web for why there is no template.
func (m message) render() mail.Message {
	escape, button := html.EscapeString, ""
	if m.Link != "" {
		button = fmt.Sprintf(messageButton, escape(m.Link), escape(m.Button))
	}
	page := fmt.Sprintf(messagePage, escape(m.Subject), escape(m.Site), escape(m.Username), escape(m.Intro), button, escape(m.Outro))
	parts := slices.DeleteFunc([]string{"Hi " + m.Username + ",", m.Intro, m.Link, m.Outro, m.Site}, func(part string) bool { return part == "" })
	return mail.Message{Category: m.Category, Subject: m.Subject, Text: strings.Join(parts, "\n\n") + "\n", HTML: page}
}

func (b mails) verifyMessage(username, token string) mail.Message {
	return message{
		Category: confirmations, Site: b.Name, Username: username, Subject: "Confirm your email for " + b.Name,
		Intro:  "Confirm that this is your email address. The link works for 7 days.",
		Button: "Confirm email", Link: b.Link("/verify-email", token),
		Outro: "Didn't sign up for " + b.Name + "? Ignore this email.",
	}.render()
}

func (b mails) resetMessage(username, token string) mail.Message {
	return message{
		Category: resets, Site: b.Name, Username: username, Subject: "Reset your password for " + b.Name,
		Intro:  "Choose a new password with this link. It works once and expires in an hour.",
		Button: "Choose a new password", Link: b.Link("/reset-password", token),
		Outro: "Didn't ask for this? Ignore this email. Your password stays the same.",
	}.render()
}

// changeSubject is the subject of both changeMessage and takenMessage: the export lists subjects, and must not tell a user
// whether an address has an account.
func (b mails) changeSubject() string { return "Your new email for " + b.Name }

func (b mails) changeMessage(username, token string) mail.Message {
	return message{
		Category: confirmations, Site: b.Name, Username: username, Subject: b.changeSubject(),
		Intro:  "Confirm this email address to use it for your account. The link works for 7 days.",
		Button: "Confirm email", Link: b.Link("/verify-email", token),
		Outro: "Didn't ask for this? Ignore this email. Nothing changes.",
	}.render()
}

// takenMessage goes to the address that requester asked for and username's account already has.
func (b mails) takenMessage(username, requester string) mail.Message {
	return message{
		Category: confirmations, Site: b.Name, Username: username, Subject: b.changeSubject(),
		Intro: "The account " + requester + " asked to use this email address, but your account " + username + " already uses it. Nothing has changed.",
		Outro: "If both accounts are yours, change the email of " + username + " in its settings first. If not, ignore this email.",
	}.render()
}

func (b mails) changedMessage(username, address string) mail.Message {
	return message{
		Category: notices, Site: b.Name, Username: username, Subject: "Your email for " + b.Name + " has changed",
		Intro: "Your account now uses the email address " + address + ". We won't send mail to this address anymore.",
		Outro: "If you didn't change it, someone else knows your password. Contact us at once: " + b.Origin + "/contact",
	}.render()
}

func (b mails) deletedMessage(username, content string) mail.Message {
	intro := "Your account has been deleted. Your projects, votes and images will be gone within a few minutes."
	if content == Anonymise {
		intro = "Your account has been deleted. Your projects and votes stay online without your name."
	}
	return message{
		Category: notices, Site: b.Name, Username: username, Subject: "Your " + b.Name + " account has been deleted", Intro: intro,
		Outro: "This is our last email to you: we don't keep your address. If you didn't delete the account, someone else knows your password. Change it wherever you use it.",
	}.render()
}

// removedMessage goes to a user whose account an admin has deleted; reason may be empty.
func (b mails) removedMessage(username, content, reason string) mail.Message {
	intro := "An admin of " + b.Name + " has deleted your account."
	if reason != "" {
		intro += " Reason: " + reason
	}
	outro := "Your projects, posts, votes and images will be gone within a few minutes."
	if content == Anonymise {
		outro = "What you have published stays online without your name."
	}
	return message{
		Category: notices, Site: b.Name, Username: username, Subject: "Your " + b.Name + " account has been deleted", Intro: intro,
		Outro: outro + " This is our last email to you: we don't keep your address.",
	}.render()
}

// examples returns each mail.
func (b mails) examples() []mail.Message {
	return []mail.Message{
		b.verifyMessage("ada", "TOKEN"), b.resetMessage("ada", "TOKEN"), b.changeMessage("ada", "TOKEN"), b.takenMessage("grace", "ada"),
		b.changedMessage("ada", "new@example.org"), b.deletedMessage("ada", Erase), b.deletedMessage("ada", Anonymise),
		b.removedMessage("ada", Erase, "Spam <b>again</b>"), b.removedMessage("ada", Anonymise, ""),
	}
}
