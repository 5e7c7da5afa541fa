package main

import (
	"net/http"
	"slices"
	"strings"

	"uvboard/backend/platform/auth"
)

// file describes a hand-written route that takes or answers a file.
type file struct {
	method, path, name string // the name is the operation's id
	comment            string
	level              auth.Level
	status             int
	field              string            // of an upload's form
	answer             map[string]string // description of each string in an upload's response
	contentType        string            // of a download
}

var files = []file{
	{
		method: http.MethodPost, path: "/api/upload", name: "UploadFile", level: auth.User, status: http.StatusCreated, field: "file",
		comment: "Uploads an image (JPEG, PNG, GIF or WebP, at most 5 MB) or a video (MP4 or WebM, at most 100 MB) for a project. " +
			"A file that no project uses is deleted after a day.",
		answer: map[string]string{"url": "Path of the file, for a project's logo, coverImage or media."},
	},
	{
		method: http.MethodPost, path: "/api/users/{id}/profile-pic", name: "UploadProfilePicture", level: auth.User, status: http.StatusOK, field: "profilePic",
		comment: "Uploads an image (JPEG, PNG, GIF or WebP, at most 5 MB) as the caller's profile picture.",
		answer:  map[string]string{"avatar": "Path of the profile picture.", "profilePicUrl": "Same as avatar."},
	},
	{
		method: http.MethodGet, path: "/api/users/{id}/export", name: "ExportUser", level: auth.Login, status: http.StatusOK,
		comment:     "Downloads everything that the caller's own account holds, as a zip file.",
		contentType: "application/zip",
	},
}

func (f file) operation() object {
	o := described(object{
		"summary": words(f.name), "operationId": f.name, "tags": []string{"File"}, "security": security(f.level),
	}, f.comment)
	hasID := strings.Contains(f.path, "{id}")
	if hasID {
		o["parameters"] = []object{{
			"name": "id", "in": "path", "required": true, "schema": object{"type": "string"}, "description": "Id of the user.",
		}}
	}
	if f.field == "" {
		o["responses"] = responses(f.status, object{
			"description": "The file.", "content": object{f.contentType: object{"schema": object{"type": "string", "contentMediaType": f.contentType}}},
		}, f.level, hasID, false)
		return o
	}
	properties, required := object{}, []string{}
	for name, description := range f.answer {
		properties[name] = object{"type": "string", "description": description}
		required = append(required, name)
	}
	slices.Sort(required)
	o["responses"] = responses(f.status, object{
		"description": "The file is stored.",
		"content":     jsonContent(object{"type": "object", "required": required, "properties": properties}),
	}, f.level, hasID, true)
	o["requestBody"] = object{"required": true, "content": object{"multipart/form-data": object{"schema": object{
		"type": "object", "required": []string{f.field},
		"properties": object{f.field: object{"type": "string", "contentMediaType": "application/octet-stream", "description": "The file."}},
	}}}}
	return o
}
