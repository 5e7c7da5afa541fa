package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"math/rand/v2"
	"mime/multipart"
	"net/http"
	"time"
)

// workload has the writers and the projects that they vote on.
type workload struct {
	writers []*writer
	targets []string // projects that do not change
}

// writer is a user who sends one write after another and records which were acknowledged. At most one write, the last before
// a crash, has an unknown result.
type writer struct {
	name, id string
	cookie   string
	server   *server
	client   *http.Client
	random   *rand.Rand

	state
	open         *write   // sent but not acknowledged
	count        int      // makes unique names
	acknowledged int      // in this round
	failed       int      // with a server error
	faults       []string // unexpected responses
}

// project is the acknowledged state of a project.
type project struct {
	Title    string `json:"title"`
	Logo     string `json:"logo"`
	IsPublic bool   `json:"isPublic"`
}

// state is the acknowledged state of a writer.
type state struct {
	bio, avatar string
	votes       map[string]string // by target; "" for a withdrawn vote
	projects    map[string]project
	gone        []string // deleted projects
	uploads     []string // not in use
	registered  []string
}

// write is a request and the state that it would result in.
type write struct {
	what    string
	bio     string
	target  string
	vote    string
	id      string // of the project changed or deleted
	project project
	name    string // registered
}

const logoOf = "https://example.com/logo.png"

// newWorkload registers the writers and creates the projects that they vote on.
func newWorkload(ctx context.Context, b *server, writers int, random *rand.Rand) (*workload, error) {
	t := &workload{}
	for i := range writers + 1 { // the last one owns the projects
		m := &writer{
			name: fmt.Sprintf("writer%d", i), server: b, random: rand.New(rand.NewPCG(random.Uint64(), uint64(i))),
			client: &http.Client{Transport: &http.Transport{}, Timeout: 20 * time.Second},
			state:  state{votes: map[string]string{}, projects: map[string]project{}},
		}
		var answer struct{ User struct{ ID string } }
		response, err := m.call(ctx, http.MethodPost, "/api/auth/register", registration(m.name), &answer)
		if err != nil || response.StatusCode != http.StatusCreated {
			return nil, fmt.Errorf("register %s: %v %w", m.name, response, err)
		}
		m.id = answer.User.ID
		for _, cookie := range response.Cookies() {
			m.cookie = cookie.Name + "=" + cookie.Value
		}
		if i < writers {
			t.writers = append(t.writers, m)
			continue
		}
		for n := range 5 {
			var made struct{ ID string }
			response, err := m.call(ctx, http.MethodPost, "/api/projects", submission(project{Title: fmt.Sprintf("Target %d", n), Logo: logoOf, IsPublic: true}), &made)
			if err != nil || response.StatusCode != http.StatusCreated {
				return nil, fmt.Errorf("create a target: %v %w", response, err)
			}
			t.targets = append(t.targets, made.ID)
		}
	}
	return t, nil
}

func registration(name string) any {
	return map[string]string{"username": name, "email": name + "@mail.example", "password": "vibecoding"}
}

func submission(p project) any {
	return map[string]any{
		"title": p.Title, "tagline": "Written while the lights went out", "logo": p.Logo, "isPublic": p.IsPublic,
		"primaryCategory": "utilities", "stage": "beta", "vibeTools": []string{"cursor"},
	}
}

// write writes until ctx ends or a write is not acknowledged.
func (m *writer) write(ctx context.Context, t *workload) {
	for ctx.Err() == nil && m.open == nil {
		m.count++
		switch n := m.random.IntN(100); {
		case n < 45:
			m.vote(ctx, t)
		case n < 60:
			m.create(ctx)
		case n < 72:
			m.edit(ctx)
		case n < 80:
			m.remove(ctx)
		case n < 88:
			m.setBio(ctx)
		case n < 94:
			m.setAvatar(ctx)
		default:
			m.register(ctx)
		}
	}
}

// send sends one write and reports whether it was acknowledged.
func (m *writer) send(ctx context.Context, w write, method, path string, body, answer any) bool {
	m.open = &w
	response, err := m.call(ctx, method, path, body, answer)
	switch {
	case response != nil && response.StatusCode >= 500:
		m.failed++
	case response != nil && response.StatusCode >= 400:
		m.faults = append(m.faults, fmt.Sprintf("%s of %s: %s", w.what, m.name, response.Status))
	case err == nil:
		m.open = nil
		m.acknowledged++
		return true
	}
	return false
}

func (m *writer) vote(ctx context.Context, t *workload) {
	w := write{what: "vote", target: t.targets[m.random.IntN(len(t.targets))], vote: []string{"", "upvote", "downvote"}[m.random.IntN(3)]}
	body := map[string]string{"targetId": w.target, "targetType": "project", "voteType": w.vote}
	method := http.MethodPost
	if w.vote == "" {
		method = http.MethodDelete
		delete(body, "voteType")
	}
	if m.send(ctx, w, method, "/api/votes", body, nil) {
		m.votes[w.target] = w.vote
	}
}

// create uploads an image and creates a project with it.
func (m *writer) create(ctx context.Context) {
	if len(m.projects) >= 20 {
		m.remove(ctx)
		return
	}
	var upload struct{ URL string }
	if !m.send(ctx, write{what: "upload"}, http.MethodPost, "/api/upload", m.imageForm("file"), &upload) {
		return
	}
	m.uploads = append(m.uploads, upload.URL)
	w := write{what: "create", project: project{Title: fmt.Sprintf("%s %d", m.name, m.count), Logo: upload.URL, IsPublic: m.random.IntN(4) > 0}}
	var made struct{ ID string }
	if m.send(ctx, w, http.MethodPost, "/api/projects", submission(w.project), &made) {
		m.projects[made.ID] = w.project
		m.uploads = m.uploads[:len(m.uploads)-1]
	}
}

// edit changes the title of a project, and sometimes whether it is public.
func (m *writer) edit(ctx context.Context) {
	for id, p := range m.projects {
		p.Title = fmt.Sprintf("%s %d", m.name, m.count)
		if m.random.IntN(2) == 0 {
			p.IsPublic = !p.IsPublic
		}
		w := write{what: "edit", id: id, project: p}
		if m.send(ctx, w, http.MethodPut, "/api/projects/"+id, map[string]any{"title": p.Title, "isPublic": p.IsPublic}, nil) {
			m.projects[id] = p
		}
		return
	}
}

func (m *writer) remove(ctx context.Context) {
	for id := range m.projects {
		if m.send(ctx, write{what: "delete", id: id}, http.MethodDelete, "/api/projects/"+id, nil, nil) {
			delete(m.projects, id)
			m.gone = append(m.gone, id)
		}
		return
	}
}

func (m *writer) setBio(ctx context.Context) {
	w := write{what: "bio", bio: fmt.Sprintf("Wrote %d times", m.count)}
	if m.send(ctx, w, http.MethodPut, "/api/users/"+m.id, map[string]string{"bio": w.bio}, nil) {
		m.bio = w.bio
	}
}

func (m *writer) setAvatar(ctx context.Context) {
	var answer struct{ Avatar string }
	if m.send(ctx, write{what: "avatar"}, http.MethodPost, "/api/users/"+m.id+"/profile-pic", m.imageForm("profilePic"), &answer) {
		m.avatar = answer.Avatar
	}
}

func (m *writer) register(ctx context.Context) {
	w := write{what: "register", name: fmt.Sprintf("%s_%d", m.name, m.count)}
	guest := *m
	guest.cookie = ""
	done := guest.send(ctx, w, http.MethodPost, "/api/auth/register", registration(w.name), nil)
	m.open, m.acknowledged, m.failed, m.faults = guest.open, guest.acknowledged, guest.failed, guest.faults
	if done {
		m.registered = append(m.registered, w.name)
	}
}

// form is a multipart body.
type form struct {
	contentType string
	body        []byte
}

// imageForm returns a form with a new image in the named field.
func (m *writer) imageForm(field string) form {
	img := image.NewRGBA(image.Rect(0, 0, 120, 90))
	for i := range img.Pix {
		img.Pix[i] = byte(i * m.count)
	}
	img.Set(0, 0, color.RGBA{R: byte(m.random.IntN(256)), A: 255})
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	part, err := w.CreateFormFile(field, "image.png")
	if err == nil {
		err = png.Encode(part, img)
	}
	if err != nil || w.Close() != nil {
		panic("writing to a buffer failed")
	}
	return form{contentType: w.FormDataContentType(), body: b.Bytes()}
}

// call sends a request and reads the whole response. It returns a nil response if the response was incomplete.
func (m *writer) call(ctx context.Context, method, path string, body, answer any) (*http.Response, error) {
	var content []byte
	contentType := "application/json"
	switch body := body.(type) {
	case nil:
	case form:
		content, contentType = body.body, body.contentType
	default:
		var err error
		if content, err = json.Marshal(body); err != nil {
			return nil, err
		}
	}
	// A request that was sent is not canceled at the end of the round.
	request, err := http.NewRequestWithContext(context.WithoutCancel(ctx), method, m.server.url()+path, bytes.NewReader(content))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Content-Type", contentType)
	request.Header.Set("Cookie", m.cookie)
	response, err := m.client.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, err
	}
	if answer != nil && response.StatusCode < 300 {
		err = json.Unmarshal(text, answer)
	}
	return response, err
}
