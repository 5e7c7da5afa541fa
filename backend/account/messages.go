package account

import (
	"fmt"
	"html"
	"net/url"
	"slices"
	"strings"

	"uvboard/backend/platform/mail"
)

// Site is the name and address of the board in mails.
type Site struct {
	Name    string
	BaseURL *url.URL
}

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
	return mail.Message{Subject: m.Subject, Text: strings.Join(parts, "\n\n") + "\n", HTML: page}
}

// link is the URL of a page of the web app with a token.
func (s Site) link(path, token string) string {
	u := s.BaseURL.JoinPath(path)
	u.RawQuery = url.Values{"token": {token}}.Encode()
	return u.String()
}

func (s Site) verifyMessage(username, token string) mail.Message {
	return message{
		Site: s.Name, Username: username, Subject: "Confirm your email for " + s.Name,
		Intro:  "Confirm that this is your email address. The link works for 7 days.",
		Button: "Confirm email", Link: s.link("/verify-email", token),
		Outro: "Didn't sign up for " + s.Name + "? Ignore this email.",
	}.render()
}

func (s Site) resetMessage(username, token string) mail.Message {
	return message{
		Site: s.Name, Username: username, Subject: "Reset your password for " + s.Name,
		Intro:  "Choose a new password with this link. It works once and expires in an hour.",
		Button: "Choose a new password", Link: s.link("/reset-password", token),
		Outro: "Didn't ask for this? Ignore this email. Your password stays the same.",
	}.render()
}

// changeSubject is the subject of both changeMessage and takenMessage: the export lists subjects, and must not tell a user
// whether an address has an account.
func (s Site) changeSubject() string { return "Your new email for " + s.Name }

func (s Site) changeMessage(username, token string) mail.Message {
	return message{
		Site: s.Name, Username: username, Subject: s.changeSubject(),
		Intro:  "Confirm this email address to use it for your account. The link works for 7 days.",
		Button: "Confirm email", Link: s.link("/verify-email", token),
		Outro: "Didn't ask for this? Ignore this email. Nothing changes.",
	}.render()
}

// takenMessage goes to the address that requester asked for and username's account already has.
func (s Site) takenMessage(username, requester string) mail.Message {
	return message{
		Site: s.Name, Username: username, Subject: s.changeSubject(),
		Intro: "The account " + requester + " asked to use this email address, but your account " + username + " already uses it. Nothing has changed.",
		Outro: "If both accounts are yours, change the email of " + username + " in its settings first. If not, ignore this email.",
	}.render()
}

func (s Site) changedMessage(username, address string) mail.Message {
	return message{
		Site: s.Name, Username: username, Subject: "Your email for " + s.Name + " has changed",
		Intro: "Your account now uses the email address " + address + ". We won't send mail to this address anymore.",
		Outro: "If you didn't change it, someone else knows your password. Contact us at once: " + s.BaseURL.JoinPath("/contact").String(),
	}.render()
}

func (s Site) deletedMessage(username, content string) mail.Message {
	intro := "Your account has been deleted. Your projects, votes and images will be gone within a few minutes."
	if content == Anonymise {
		intro = "Your account has been deleted. Your projects and votes stay online without your name."
	}
	return message{
		Site: s.Name, Username: username, Subject: "Your " + s.Name + " account has been deleted", Intro: intro,
		Outro: "This is our last email to you: we don't keep your address. If you didn't delete the account, someone else knows your password. Change it wherever you use it.",
	}.render()
}

// removedMessage goes to a user whose account an admin has deleted; reason may be empty.
func (s Site) removedMessage(username, content, reason string) mail.Message {
	intro := "An admin of " + s.Name + " has deleted your account."
	if reason != "" {
		intro += " Reason: " + reason
	}
	outro := "Your projects, posts, votes and images will be gone within a few minutes."
	if content == Anonymise {
		outro = "What you have published stays online without your name."
	}
	return message{
		Site: s.Name, Username: username, Subject: "Your " + s.Name + " account has been deleted", Intro: intro,
		Outro: outro + " This is our last email to you: we don't keep your address.",
	}.render()
}
