// Package workload writes to the product as users do, records which writes were acknowledged, and verifies that these
// are stored.
package workload

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"math/rand/v2"
	"mime/multipart"
	"net/http"
	"sync/atomic"
	"time"

	"uvboard/backend/platform/auth"
)

// Workload has the writers and the projects that they vote on.
type Workload struct {
	Writers []*Writer
	// Answered, unless nil, is told the status of each write, 0 without a response, and whether it was acknowledged.
	// Writers call it concurrently.
	Answered func(status int, acknowledged bool)

	base    func() string
	targets []string // projects that do not change
}

// Writer is a user who sends one write after another and records which were acknowledged. At most one write, the last
// before a crash, has an unknown result.
type Writer struct {
	Name         string
	Acknowledged int // writes, until the caller resets it
	Failed       int // writes answered with a server error, likewise

	id       string
	cookie   string
	workload *Workload
	client   *http.Client
	random   *rand.Rand
	position atomic.Pointer[string] // the header of the last write

	state
	open   *write                       // sent but not acknowledged
	pixels [sha256.Size]byte            // of the last image that was sent
	images map[string][sha256.Size]byte // pixels of the acknowledged uploads, by address
	count  int                          // makes unique names
	faults []string                     // unexpected responses
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

// positionHeader has the position of a write in the log of the database; see "Several servers" in docs/operating.md.
const positionHeader = "Uvboard-Position"

const registerPath = "/api/auth/register"

const logoOf = "https://example.com/logo.png"

// New registers the writers, in an empty database, and creates the projects that they vote on. base returns the URL of
// the server.
func New(ctx context.Context, base func() string, writers int, random *rand.Rand) (*Workload, error) {
	t := &Workload{base: base}
	for i := range writers + 1 { // the last one owns the projects
		m := &Writer{
			Name: fmt.Sprintf("writer%d", i), workload: t, random: rand.New(rand.NewPCG(random.Uint64(), uint64(i))),
			client: &http.Client{Transport: &http.Transport{}, Timeout: 20 * time.Second},
			images: map[string][sha256.Size]byte{},
			state:  state{votes: map[string]string{}, projects: map[string]project{}},
		}
		var answer struct{ User struct{ ID string } }
		response, err := m.call(ctx, http.MethodPost, registerPath, registration(m.Name), &answer)
		if err != nil || response.StatusCode != http.StatusCreated {
			return nil, fmt.Errorf("register %s: %v %w", m.Name, response, err)
		}
		m.id = answer.User.ID
		for _, cookie := range response.Cookies() {
			if cookie.Name == auth.CookieName {
				m.cookie = cookie.Name + "=" + cookie.Value
			}
		}
		if i < writers {
			t.Writers = append(t.Writers, m)
			continue
		}
		for n := range 5 {
			var made struct{ ID string }
			response, err := m.call(ctx, http.MethodPost, "/api/projects",
				submission(project{Title: fmt.Sprintf("Target %d", n), Logo: logoOf, IsPublic: true}), &made)
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

// Write writes until ctx ends or a write is not acknowledged.
func (m *Writer) Write(ctx context.Context) {
	for ctx.Err() == nil && m.open == nil {
		m.count++
		switch n := m.random.IntN(100); {
		case n < 45:
			m.vote(ctx)
		case n < 60:
			m.create(ctx)
		case n < 72:
			m.edit(ctx)
		case n < 80:
			m.remove(ctx)
		case n < 88:
			m.setBio(ctx)
		case n < 94:
			m.SetAvatar(ctx)
		default:
			m.register(ctx)
		}
	}
}

// send sends one write and reports whether it was acknowledged.
func (m *Writer) send(ctx context.Context, w write, method, path string, body, answer any) bool {
	m.open = &w
	response, err := m.call(ctx, method, path, body, answer)
	status, done := 0, false
	if response != nil {
		status = response.StatusCode
	}
	switch {
	case status >= 500:
		m.Failed++
	case status >= 400:
		m.faults = append(m.faults, fmt.Sprintf("%s of %s: %s", w.what, m.Name, response.Status))
	case err == nil:
		m.open, done = nil, true
		m.Acknowledged++
	}
	if answered := m.workload.Answered; answered != nil {
		answered(status, done)
	}
	return done
}

func (m *Writer) vote(ctx context.Context) {
	t := m.workload
	w := write{what: "vote", target: t.targets[m.random.IntN(len(t.targets))],
		vote: []string{"", "upvote", "downvote"}[m.random.IntN(3)]}
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
func (m *Writer) create(ctx context.Context) {
	if len(m.projects) >= 20 {
		m.remove(ctx)
		return
	}
	var upload struct{ URL string }
	if !m.send(ctx, write{what: "upload"}, http.MethodPost, "/api/upload", m.imageForm("file"), &upload) {
		return
	}
	m.uploads = append(m.uploads, upload.URL)
	m.images[upload.URL] = m.pixels
	w := write{what: "create", project: project{Title: fmt.Sprintf("%s %d", m.Name, m.count), Logo: upload.URL,
		IsPublic: m.random.IntN(4) > 0}}
	var made struct{ ID string }
	if m.send(ctx, w, http.MethodPost, "/api/projects", submission(w.project), &made) {
		m.projects[made.ID] = w.project
		m.uploads = m.uploads[:len(m.uploads)-1]
	}
}

// edit changes the title of a project, and sometimes whether it is public.
func (m *Writer) edit(ctx context.Context) {
	for id, p := range m.projects {
		p.Title = fmt.Sprintf("%s %d", m.Name, m.count)
		if m.random.IntN(2) == 0 {
			p.IsPublic = !p.IsPublic
		}
		w := write{what: "edit", id: id, project: p}
		if m.send(ctx, w, http.MethodPut, "/api/projects/"+id, map[string]any{"title": p.Title, "isPublic": p.IsPublic},
			nil) {
			m.projects[id] = p
		}
		return
	}
}

func (m *Writer) remove(ctx context.Context) {
	for id := range m.projects {
		if m.send(ctx, write{what: "delete", id: id}, http.MethodDelete, "/api/projects/"+id, nil, nil) {
			delete(m.projects, id)
			m.gone = append(m.gone, id)
		}
		return
	}
}

func (m *Writer) setBio(ctx context.Context) {
	w := write{what: "bio", bio: fmt.Sprintf("Wrote %d times", m.count)}
	if m.send(ctx, w, http.MethodPut, "/api/users/"+m.id, map[string]string{"bio": w.bio}, nil) {
		m.bio = w.bio
	}
}

// SetAvatar uploads an avatar, which replaces the previous one, and reports whether it was acknowledged.
func (m *Writer) SetAvatar(ctx context.Context) bool {
	var answer struct{ Avatar string }
	done := m.send(ctx, write{what: "avatar"}, http.MethodPost, "/api/users/"+m.id+"/profile-pic",
		m.imageForm("profilePic"), &answer)
	if done {
		m.avatar = answer.Avatar
	}
	return done
}

func (m *Writer) register(ctx context.Context) {
	w := write{what: "register", name: fmt.Sprintf("%s_%d", m.Name, m.count)}
	if m.send(ctx, w, http.MethodPost, registerPath, registration(w.name), nil) {
		m.registered = append(m.registered, w.name)
	}
}

// form is a multipart body.
type form struct {
	contentType string
	body        []byte
}

// imageForm returns a form with a new image in the named field.
func (m *Writer) imageForm(field string) form {
	img := image.NewRGBA(image.Rect(0, 0, 120, 90))
	for i := range img.Pix {
		img.Pix[i] = byte(i * m.count)
		if i%4 == 3 {
			img.Pix[i] = 255
		}
	}
	img.Set(0, 0, color.RGBA{R: byte(m.random.IntN(256)), A: 255})
	img.Set(1, 0, color.Transparent) // so that it is stored as PNG, without loss
	m.pixels = sha256.Sum256(img.Pix)
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

// Get reads a path as the user, who has their last write, and returns the status. It may run while the writer writes.
func (m *Writer) Get(ctx context.Context, path string) (status int, err error) {
	response, err := m.call(ctx, http.MethodGet, path, nil, nil)
	if err != nil {
		return 0, err
	}
	return response.StatusCode, nil
}

// Target returns the id of a project that does not change.
func (t *Workload) Target(n int) string { return t.targets[n%len(t.targets)] }

// call sends a request and reads the whole response, as JSON into answer or, if that is a *[]byte, as it is. It returns
// a nil response if the response was incomplete.
func (m *Writer) call(ctx context.Context, method, path string, body, answer any) (*http.Response, error) {
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
	request, err := http.NewRequestWithContext(context.WithoutCancel(ctx), method, m.workload.base()+path,
		bytes.NewReader(content))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Content-Type", contentType)
	if path != registerPath { // a visitor registers
		request.Header.Set("Cookie", m.cookie)
	}
	if position := m.position.Load(); position != nil {
		request.Header.Set(positionHeader, *position)
	}
	response, err := m.client.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, err
	}
	if position := response.Header.Get(positionHeader); position != "" {
		m.position.Store(&position)
	}
	if response.StatusCode < 300 {
		switch answer := answer.(type) {
		case nil:
		case *[]byte:
			*answer = text
		default:
			err = json.Unmarshal(text, answer)
		}
	}
	return response, err
}
