package producttest

// signinStory calls the paths of logins at other services.
var signinStory = []step{
	{name: "signin_register", as: "linker", method: "POST", path: "/api/auth/register",
		body: `{"username":"linker","email":"linker@mail.example","password":"vibecoding"}`, begins: true, links: true},
	{name: "providers", method: "GET", path: "/api/auth/providers"},
	{name: "identities", as: "linker", method: "GET", path: "/api/auth/identities", keep: "identity", from: "0.id"},
	{name: "identities_as_a_visitor", method: "GET", path: "/api/auth/identities"},
	{name: "unlink_as_a_visitor", method: "DELETE", path: "/api/auth/identities/{identity}"},
	{name: "unlink", as: "linker", method: "DELETE", path: "/api/auth/identities/{identity}"},
	{name: "unlink_again", as: "linker", method: "DELETE", path: "/api/auth/identities/{identity}"},
	{name: "invite", as: "linker", method: "POST", path: "/api/invitations", body: `{}`, keep: "invitation",
		from: "id"},
	{name: "invite_as_a_visitor", method: "POST", path: "/api/invitations", body: `{}`},
	{name: "invitations", as: "linker", method: "GET", path: "/api/invitations"},
	{name: "invitations_as_a_visitor", method: "GET", path: "/api/invitations"},
	{name: "withdraw_of_another", as: "ada", method: "DELETE", path: "/api/invitations/{invitation}"},
	{name: "withdraw", as: "linker", method: "DELETE", path: "/api/invitations/{invitation}"},
	{name: "withdraw_again", as: "linker", method: "DELETE", path: "/api/invitations/{invitation}"},
	{name: "start_unknown", method: "GET", path: "/auth/nobody/start"},
}
