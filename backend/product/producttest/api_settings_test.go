package producttest

// settingsStory calls the paths of the board's settings, which it leaves open.
var settingsStory = []step{
	{name: "board", method: "GET", path: "/api/board", begins: true},
	{name: "board_logo", as: "admin", method: "POST", path: "/api/upload", file: "file", keep: "boardLogo",
		from: "url"},
	{
		name: "update_board", as: "admin", method: "PUT", path: "/api/admin/board",
		body: `{"name":"Kiln Board","tagline":"Show what you fired.","logo":"{boardLogo}","accent":"#0E8A6A","contactEmail":"crew@kiln.example","registration":"closed",` +
			`"footerLinks":[{"label":"Source","url":"https://kiln.example/source"}],"foundedYear":2021,"defaultTheme":"system","timeZone":"Europe/Berlin"}`,
	},
	{name: "register_while_closed", method: "POST", path: "/api/auth/register",
		body: `{"username":"latecomer","email":"late@mail.example","password":"secret1"}`},
	{name: "update_board_keeps_what_is_absent", as: "admin", method: "PUT", path: "/api/admin/board",
		body: `{"registration":"open","footerLinks":[]}`},
	{name: "update_board_accent", as: "admin", method: "PUT", path: "/api/admin/board", body: `{"accent":"#ffee00"}`},
	{
		name: "update_board_wrong", as: "admin", method: "PUT", path: "/api/admin/board",
		body: `{"name":"a\nb","logo":"https://kiln.example/a.png","accent":"red","contactEmail":"crew","footerLinks":[{"label":" ","url":"javascript:alert(1)"}],"foundedYear":12}`,
	},
	{name: "update_board_zone", as: "admin", method: "PUT", path: "/api/admin/board",
		body: `{"timeZone":"Mars/Olympus"}`},
	{name: "update_board_as_a_member", as: "spammer", method: "PUT", path: "/api/admin/board", body: `{"name":"Mine"}`},
	{name: "update_board_page", as: "admin", method: "PUT", path: "/api/admin/board/pages/terms",
		body: `{"content":"Be **kind**."}`},
	{name: "board_page", method: "GET", path: "/api/board/pages/terms"},
	{name: "board_page_of_the_product", method: "GET", path: "/api/board/pages/privacy"},
	{name: "board_page_missing", method: "GET", path: "/api/board/pages/imprint"},
	{name: "update_board_guidelines", as: "admin", method: "PUT", path: "/api/admin/board/pages/guidelines",
		body: `{"content":"## Kilns\n\nAsk first."}`},
	{name: "board_guidelines", method: "GET", path: "/api/board/pages/guidelines"},
	{name: "update_board_guidelines_to_the_default", as: "admin", method: "PUT",
		path: "/api/admin/board/pages/guidelines", body: `{"content":""}`},
	{name: "update_board_page_as_a_member", as: "spammer", method: "PUT", path: "/api/admin/board/pages/terms",
		body: `{"content":"Buy wheels"}`},
	{name: "restore_board", as: "admin", method: "PUT", path: "/api/admin/board",
		body: `{"name":"","tagline":"","logo":"","accent":"","contactEmail":"","foundedYear":0,"defaultTheme":"dark","timeZone":""}`},
}
