package account

import (
	"bytes"
	"fmt"
	"html/template"
	"net/url"
	"slices"
	"strings"

	"uvboard/backend/platform/mail"
)

// Site is what letters say about the board.
type Site struct {
	Name    string
	BaseURL *url.URL
}

// letterPage is the HTML of every letter. Mail programs know no style sheets, so it says how it looks by itself.
var letterPage = template.Must(template.New("letter").Parse(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{{.Subject}}</title></head>
<body style="margin:0;padding:32px 16px;background:#f4f4f6;font-family:system-ui,-apple-system,'Segoe UI',sans-serif;color:#17171c">
<div style="max-width:480px;margin:0 auto;padding:32px;background:#ffffff;border-radius:12px">
<p style="margin:0 0 24px;font-weight:700">{{.Site}}</p>
<p style="margin:0 0 16px">Hi {{.Username}},</p>
<p style="margin:0 0 24px">{{.Intro}}</p>
{{if .Link}}<p style="margin:0 0 24px"><a href="{{.Link}}" style="display:inline-block;padding:12px 20px;background:#17171c;color:#ffffff;border-radius:8px;text-decoration:none;font-weight:600">{{.Button}}</a></p>
<p style="margin:0 0 24px;font-size:14px;color:#5c5c66">If the button does not work, open this address:<br><a href="{{.Link}}" style="color:#5c5c66;word-break:break-all">{{.Link}}</a></p>
{{end}}<p style="margin:0;font-size:14px;color:#5c5c66">{{.Outro}}</p>
</div></body></html>
`))

// letter says what it says in this order; Button and Link are empty where there is nothing to follow.
type letter struct {
	Site, Username, Subject, Intro, Button, Link, Outro string
}

// compose writes a letter twice, as text and as HTML.
func (l letter) compose() (mail.Letter, error) {
	var page bytes.Buffer
	if err := letterPage.Execute(&page, l); err != nil {
		return mail.Letter{}, fmt.Errorf("compose a letter: %w", err)
	}
	parts := slices.DeleteFunc([]string{"Hi " + l.Username + ",", l.Intro, l.Link, l.Outro, l.Site}, func(part string) bool { return part == "" })
	return mail.Letter{Subject: l.Subject, Text: strings.Join(parts, "\n\n") + "\n", HTML: page.String()}, nil
}

// link is an address of the web app that carries a token.
func (s Site) link(path, token string) string {
	u := s.BaseURL.JoinPath(path)
	u.RawQuery = url.Values{"token": {token}}.Encode()
	return u.String()
}

func (s Site) verifyLetter(username, token string) (mail.Letter, error) {
	return letter{
		Site: s.Name, Username: username, Subject: "Confirm your email for " + s.Name,
		Intro:  "Please confirm that this email address is yours. The link works for seven days.",
		Button: "Confirm email", Link: s.link("/verify-email", token),
		Outro: "If you did not register at " + s.Name + ", you can ignore this email.",
	}.compose()
}

func (s Site) resetLetter(username, token string) (mail.Letter, error) {
	return letter{
		Site: s.Name, Username: username, Subject: "Reset your password for " + s.Name,
		Intro:  "You can choose a new password with this link. It works once, for one hour.",
		Button: "Choose a new password", Link: s.link("/reset-password", token),
		Outro: "If you did not ask for this, you can ignore this email: your password stays as it is.",
	}.compose()
}

// changeSubject is that of both letters to an address that an account is to have, since the subjects of mails that a member
// caused are in the member's export.
func (s Site) changeSubject() string { return "Your new email for " + s.Name }

func (s Site) changeLetter(username, token string) (mail.Letter, error) {
	return letter{
		Site: s.Name, Username: username, Subject: s.changeSubject(),
		Intro:  "Your account will have this email address as soon as you confirm that it is yours. The link works for seven days.",
		Button: "Confirm email", Link: s.link("/verify-email", token),
		Outro: "If you did not ask for this, you can ignore this email: nothing changes.",
	}.compose()
}

func (s Site) takenLetter(username, asking string) (mail.Letter, error) {
	return letter{
		Site: s.Name, Username: username, Subject: s.changeSubject(),
		Intro: "The account " + asking + " is to have this email address. It is the address of your account " + username + ", and no two accounts can have the same, so nothing has changed.",
		Outro: "If both accounts are yours, give " + username + " another address in its settings first. If you did not ask for this, you can ignore this email.",
	}.compose()
}

func (s Site) movedLetter(username, address string) (mail.Letter, error) {
	return letter{
		Site: s.Name, Username: username, Subject: "Your email for " + s.Name + " has changed",
		Intro: "Your account now has the email address " + address + ". This one is not used any more.",
		Outro: "If it was not you who changed it, somebody else knows your password. Please write to us at once: " + s.BaseURL.JoinPath("/contact").String(),
	}.compose()
}

func (s Site) farewellLetter(username, content string) (mail.Letter, error) {
	intro := "Your account has been deleted. Your projects, your votes and your pictures are being removed; this takes a few minutes at most."
	if content == Anonymise {
		intro = "Your account has been deleted. Your projects and votes stay, without your name."
	}
	return letter{
		Site: s.Name, Username: username, Subject: "Your account at " + s.Name + " has been deleted", Intro: intro,
		Outro: "This is the last email you get from us: your address is not kept. If it was not you who deleted the account, somebody else knew your password. Please change it wherever else you use it.",
	}.compose()
}
