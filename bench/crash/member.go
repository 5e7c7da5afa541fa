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

// town is who writes, and what they vote on.
type town struct {
	members []*member
	targets []string // projects of somebody who never changes them
}

// member writes one thing after the other and remembers what was answered. At most one write, the last one before a
// crash, is neither known to be done nor known not to be.
type member struct {
	name, id string
	cookie   string
	board    *board
	client   *http.Client
	choice   *rand.Rand

	state
	open         *write // sent and not answered with a success
	count        int    // makes names that nobody has
	acknowledged int    // since it was last asked
	refused      int
	faults       []string // answers that should not have come
}

// project is what is known of a member's project.
type project struct {
	Title    string `json:"title"`
	Logo     string `json:"logo"`
	IsPublic bool   `json:"isPublic"`
}

// state is what stands, as far as it was answered.
type state struct {
	bio, avatar string
	votes       map[string]string // by target; "" for a vote taken back
	projects    map[string]project
	gone        []string // deleted projects
	uploads     []string // sent and shown by nothing
	registered  []string
}

// write is one that was sent: what it would make of the state.
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

// settle registers everybody and makes what is voted on.
func settle(ctx context.Context, b *board, members int, choice *rand.Rand) (*town, error) {
	t := &town{}
	for i := range members + 1 { // the last one owns what the others vote on
		m := &member{
			name: fmt.Sprintf("member%d", i), board: b, choice: rand.New(rand.NewPCG(choice.Uint64(), uint64(i))),
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
		if i < members {
			t.members = append(t.members, m)
			continue
		}
		for n := range 5 {
			var made struct{ ID string }
			response, err := m.call(ctx, http.MethodPost, "/api/projects", submission(project{Title: fmt.Sprintf("Target %d", n), Logo: logoOf, IsPublic: true}), &made)
			if err != nil || response.StatusCode != http.StatusCreated {
				return nil, fmt.Errorf("make a target: %v %w", response, err)
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

// write writes until ctx ends or a write is not answered with a success.
func (m *member) write(ctx context.Context, t *town) {
	for ctx.Err() == nil && m.open == nil {
		m.count++
		switch n := m.choice.IntN(100); {
		case n < 45:
			m.vote(ctx, t)
		case n < 60:
			m.create(ctx)
		case n < 72:
			m.edit(ctx)
		case n < 80:
			m.remove(ctx)
		case n < 88:
			m.describe(ctx)
		case n < 94:
			m.portray(ctx)
		default:
			m.register(ctx)
		}
	}
}

// send sends one write and says whether it was answered with a success.
func (m *member) send(ctx context.Context, w write, method, path string, body, answer any) bool {
	m.open = &w
	response, err := m.call(ctx, method, path, body, answer)
	switch {
	case response != nil && response.StatusCode >= 500:
		m.refused++
	case response != nil && response.StatusCode >= 400:
		m.faults = append(m.faults, fmt.Sprintf("%s of %s is answered %s", w.what, m.name, response.Status))
	case err == nil:
		m.open = nil
		m.acknowledged++
		return true
	}
	return false
}

func (m *member) vote(ctx context.Context, t *town) {
	w := write{what: "vote", target: t.targets[m.choice.IntN(len(t.targets))], vote: []string{"", "upvote", "downvote"}[m.choice.IntN(3)]}
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

// create sends a picture and makes a project that shows it.
func (m *member) create(ctx context.Context) {
	if len(m.projects) >= 20 {
		m.remove(ctx)
		return
	}
	var upload struct{ URL string }
	if !m.send(ctx, write{what: "upload"}, http.MethodPost, "/api/upload", m.picture("file"), &upload) {
		return
	}
	m.uploads = append(m.uploads, upload.URL)
	w := write{what: "create", project: project{Title: fmt.Sprintf("%s %d", m.name, m.count), Logo: upload.URL, IsPublic: m.choice.IntN(4) > 0}}
	var made struct{ ID string }
	if m.send(ctx, w, http.MethodPost, "/api/projects", submission(w.project), &made) {
		m.projects[made.ID] = w.project
		m.uploads = m.uploads[:len(m.uploads)-1]
	}
}

// edit gives a project another title, and sometimes hides or shows it.
func (m *member) edit(ctx context.Context) {
	for id, p := range m.projects {
		p.Title = fmt.Sprintf("%s %d", m.name, m.count)
		if m.choice.IntN(2) == 0 {
			p.IsPublic = !p.IsPublic
		}
		w := write{what: "edit", id: id, project: p}
		if m.send(ctx, w, http.MethodPut, "/api/projects/"+id, map[string]any{"title": p.Title, "isPublic": p.IsPublic}, nil) {
			m.projects[id] = p
		}
		return
	}
}

func (m *member) remove(ctx context.Context) {
	for id := range m.projects {
		if m.send(ctx, write{what: "delete", id: id}, http.MethodDelete, "/api/projects/"+id, nil, nil) {
			delete(m.projects, id)
			m.gone = append(m.gone, id)
		}
		return
	}
}

func (m *member) describe(ctx context.Context) {
	w := write{what: "bio", bio: fmt.Sprintf("Has written %d things", m.count)}
	if m.send(ctx, w, http.MethodPut, "/api/users/"+m.id, map[string]string{"bio": w.bio}, nil) {
		m.bio = w.bio
	}
}

func (m *member) portray(ctx context.Context) {
	var answer struct{ Avatar string }
	if m.send(ctx, write{what: "avatar"}, http.MethodPost, "/api/users/"+m.id+"/profile-pic", m.picture("profilePic"), &answer) {
		m.avatar = answer.Avatar
	}
}

func (m *member) register(ctx context.Context) {
	w := write{what: "register", name: fmt.Sprintf("%s_%d", m.name, m.count)}
	guest := *m
	guest.cookie = ""
	done := guest.send(ctx, w, http.MethodPost, "/api/auth/register", registration(w.name), nil)
	m.open, m.acknowledged, m.refused, m.faults = guest.open, guest.acknowledged, guest.refused, guest.faults
	if done {
		m.registered = append(m.registered, w.name)
	}
}

// form is a multipart body.
type form struct {
	contentType string
	body        []byte
}

// picture is a form with a picture that nobody has sent before, in the field of that name.
func (m *member) picture(field string) form {
	img := image.NewRGBA(image.Rect(0, 0, 120, 90))
	for i := range img.Pix {
		img.Pix[i] = byte(i * m.count)
	}
	img.Set(0, 0, color.RGBA{R: byte(m.choice.IntN(256)), A: 255})
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	part, err := w.CreateFormFile(field, "picture.png")
	if err == nil {
		err = png.Encode(part, img)
	}
	if err != nil || w.Close() != nil {
		panic("a buffer takes everything")
	}
	return form{contentType: w.FormDataContentType(), body: b.Bytes()}
}

// call sends a request and reads the whole answer. The response is nil when no whole answer came.
func (m *member) call(ctx context.Context, method, path string, body, answer any) (*http.Response, error) {
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
	// A write that was begun is waited for, whether or not it is time to stop.
	request, err := http.NewRequestWithContext(context.WithoutCancel(ctx), method, m.board.url()+path, bytes.NewReader(content))
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
	said, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, err
	}
	if answer != nil && response.StatusCode < 300 {
		err = json.Unmarshal(said, answer)
	}
	return response, err
}
