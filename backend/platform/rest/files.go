package rest

import (
	"net/http"
	"slices"
	"strings"

	"uvboard/backend/platform/auth"
)

// file describes a path that takes or answers a file, which no annotation can.
type file struct {
	method, path, name string // the name such as ExportUser
	comment            string
	level              auth.Level
	status             int
	field              string            // of the form that carries the file; "" where a file is answered
	answer             map[string]string // the texts of the answer to an upload, and what each is
	contentType        string            // of the file that is answered
}

// files are the paths of that kind.
var files = []file{
	{
		method: http.MethodPost, path: "/api/upload", name: "UploadFile", level: auth.User, status: http.StatusCreated, field: "file",
		comment: "Takes a picture (JPEG, PNG, GIF or WebP, at most 5 MB) or a film (MP4 or WebM, at most 100 MB) for a project. " +
			"It goes after a day unless something shows it.",
		answer: map[string]string{"url": "Address of the file on this board, as a project's logo, coverImage or media name it."},
	},
	{
		method: http.MethodPost, path: "/api/users/{id}/profile-pic", name: "UploadProfilePicture", level: auth.User, status: http.StatusOK, field: "profilePic",
		comment: "Takes a picture (JPEG, PNG, GIF or WebP, at most 5 MB) as the caller's profile picture.",
		answer:  map[string]string{"avatar": "Address of the picture.", "profilePicUrl": "The same."},
	},
	{
		method: http.MethodGet, path: "/api/users/{id}/export", name: "ExportUser", level: auth.Login, status: http.StatusOK,
		comment:     "All that the caller's own account holds, as a zip.",
		contentType: "application/zip",
	},
}

func (f file) operation() part {
	o := described(part{
		"summary": words(f.name), "operationId": f.name, "tags": []string{"File"}, "security": security(f.level),
	}, f.comment)
	named := strings.Contains(f.path, "{id}")
	if named {
		o["parameters"] = []part{{
			"name": "id", "in": "path", "required": true, "schema": part{"type": "string"}, "description": "Id of the user.",
		}}
	}
	if f.field == "" {
		o["responses"] = responses(f.status, part{
			"description": "The file.", "content": part{f.contentType: part{"schema": part{"type": "string", "contentMediaType": f.contentType}}},
		}, f.level, named)
		return o
	}
	properties, required := part{}, []string{}
	for name, meaning := range f.answer {
		properties[name] = part{"type": "string", "description": meaning}
		required = append(required, name)
	}
	slices.Sort(required)
	all := responses(f.status, part{
		"description": "The file is kept.",
		"content":     jsonContent(part{"type": "object", "required": required, "properties": properties}),
	}, f.level, named)
	takesBodies(all)
	o["responses"] = all
	o["requestBody"] = part{"required": true, "content": part{"multipart/form-data": part{"schema": part{
		"type": "object", "required": []string{f.field},
		"properties": part{f.field: part{"type": "string", "contentMediaType": "application/octet-stream", "description": "The file."}},
	}}}}
	return o
}
