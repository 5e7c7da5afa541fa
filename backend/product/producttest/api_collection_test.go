package producttest

// collectionStory calls the paths of collections.
var collectionStory = []step{
	{name: "collection_register", as: "collector", method: "POST", path: "/api/auth/register",
		body: `{"username":"collector","email":"collector@mail.example","password":"vibecoding"}`, begins: true,
		keep: "collector", from: "user.id"},
	{name: "create_collection", as: "collector", method: "POST", path: "/api/collections",
		body: `{"title":"For the kiln","description":"What helps while it cools.","isPublic":true}`, keep: "collection",
		from: "id"},
	{name: "create_collection_without_a_title", as: "collector", method: "POST", path: "/api/collections",
		body: `{"title":" "}`},
	{name: "create_collection_as_a_visitor", method: "POST", path: "/api/collections", body: `{"title":"Mine"}`},
	{name: "create_private_collection", as: "collector", method: "POST", path: "/api/collections",
		body: `{"title":"Not yet"}`, keep: "privateCollection", from: "id"},
	{name: "add_to_collection", as: "collector", method: "PUT", path: "/api/collections/{collection}/items/{updated}",
		body: `{"note":"It remembers."}`},
	{name: "add_first_to_collection", as: "collector", method: "PUT",
		path: "/api/collections/{collection}/items/{rankedProject}", body: `{"position":1}`},
	{name: "add_third_to_collection", as: "collector", method: "PUT",
		path: "/api/collections/{collection}/items/{agentDraft}", body: `{}`},
	{name: "add_unknown_to_collection", as: "collector", method: "PUT",
		path: "/api/collections/{collection}/items/nothing", body: `{}`},
	{name: "add_to_collection_of_another", as: "saver", method: "PUT",
		path: "/api/collections/{collection}/items/{updated}", body: `{}`},
	{name: "add_to_collection_with_a_long_note", as: "collector", method: "PUT",
		path: "/api/collections/{collection}/items/{updated}", body: `{"note":"` + longNote + `","position":0}`},
	{name: "update_collection", as: "collector", method: "PATCH", path: "/api/collections/{collection}",
		body: `{"description":""}`},
	{name: "update_collection_of_another", as: "saver", method: "PATCH", path: "/api/collections/{collection}",
		body: `{"title":"Mine"}`},
	{name: "collection", method: "GET", path: "/api/collections/{collection}"},
	{name: "private_collection_of_another", as: "saver", method: "GET", path: "/api/collections/{privateCollection}"},
	{name: "collections", as: "collector", method: "GET", path: "/api/collections?projectId={updated}"},
	{name: "collections_of_another", as: "saver", method: "GET", path: "/api/collections?userId={collector}&limit=5"},
	{name: "collections_as_a_visitor", method: "GET", path: "/api/collections"},
	{name: "report_collection", as: "saver", method: "POST", path: "/api/reports",
		body: `{"targetType":"collection","targetId":"{collection}","reason":"spam"}`},
	{name: "remove_from_collection", as: "collector", method: "DELETE",
		path: "/api/collections/{collection}/items/{updated}"},
	{name: "remove_from_collection_again", as: "collector", method: "DELETE",
		path: "/api/collections/{collection}/items/{updated}"},
	{name: "delete_collection_of_another", as: "saver", method: "DELETE", path: "/api/collections/{collection}"},
	{name: "delete_collection", as: "collector", method: "DELETE", path: "/api/collections/{collection}"},
}

// longNote is longer than a note may be.
const longNote = "0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789" +
	"0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789" +
	"0123456789012345678901234567890123456789012345678901234567890123456789012345678901"
