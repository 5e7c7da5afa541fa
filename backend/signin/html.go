package signin

import (
	"context"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"uvboard/backend/markup"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/web"
)

// formPath is where the login form of a browser without JavaScript is sent. If the login fails, the browser is sent
// back to the login page, whose parameter failed has the code of the fault.
const formPath = "/auth/login"

// codeSecondFactor stands for a login that needs a second factor, for which the form has no place.
const codeSecondFactor = "SECOND_FACTOR_NEEDED"

func pages() web.Pages {
	return web.Pages{Routes: []web.Route{{Path: "/login", Title: "Log in", Personal: true, Describe: describeLogin}}}
}

func describeLogin(_ context.Context, r web.Request, page *web.Page) error {
	page.Static, page.Frame = loginForm(r.Query.Get("failed")), web.Column
	return nil
}

// loginForm returns the form for browsers without JavaScript. Others do not show it, since what is typed before the web
// app takes its place would be lost.
func loginForm(failed string) g.Node {
	problem := ""
	switch failed {
	case "":
	case fault.Of(invalidCredentials()).Code:
		problem = invalidCredentials().Error()
	case codeSecondFactor:
		problem = "Your account has a second factor. To enter its code, turn JavaScript on."
	default:
		problem = "The login failed. Please try again."
	}
	field := func(label, name, kind, complete string) g.Node {
		return h.Label(g.Text(label), h.Input(h.Class("served-input"), h.Name(name), h.Type(kind),
			h.AutoComplete(complete), h.Required(), g.Attr("autocapitalize", "none")))
	}
	return h.NoScript(h.Form(h.Class("served-login"), h.Method("post"), h.Action(formPath), markup.Title("Log in"),
		g.If(problem != "", h.P(h.Role("alert"), g.Text(problem))),
		field("Username", "username", "text", "username"),
		field("Password", "password", "password", "current-password"),
		h.Button(h.Class("served-button served-filled"), g.Text("Log in"))))
}
