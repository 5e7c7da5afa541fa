package workload

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"image"
	"image/draw"
	"image/png"
	"net/http"
	"time"
)

// Run writes until ctx ends, and goes on after a write that was not acknowledged: it waits until one is, and compares
// the stored data with what was acknowledged. As long as some of it cannot be read, it only changes its profile. It
// returns the differences.
func (m *Writer) Run(ctx context.Context, after string) (faults []string) {
	for ctx.Err() == nil {
		m.Write(ctx)
		for settled := m.open == nil; !settled; {
			if m.FirstWrite(ctx, 50*time.Millisecond) != nil {
				return faults
			}
			time.Sleep(500 * time.Millisecond) // a request whose connection broke may still be running
			found, err := m.Verify(ctx, after, false)
			faults, settled = append(faults, found...), err == nil
		}
	}
	return faults
}

// FirstWrite writes until one write is acknowledged, with a pause after each failure.
func (m *Writer) FirstWrite(ctx context.Context, pause time.Duration) error {
	last := m.open // of the round
	defer func() { m.open = last }()
	for {
		m.count++
		w := write{what: "first write"}
		if m.send(ctx, w, http.MethodPut, "/api/users/"+m.id,
			map[string]string{"location": fmt.Sprintf("Round %d", m.count)}, nil) {
			return nil
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		time.Sleep(pause)
	}
}

// Verify compares the stored data with the acknowledged writes, and then takes the stored data as acknowledged. It
// returns the differences and unexpected responses. A write without a response may be stored or not; if each request
// was answered, it must not be. after says in the differences what has happened.
func (m *Writer) Verify(ctx context.Context, after string, answered bool) (faults []string, err error) {
	open := m.open
	if open == nil {
		open = &write{}
	}
	wrong := func(format string, args ...any) {
		faults = append(faults, fmt.Sprintf("%s, after %s with an open %q: %s", m.Name, after, open.what,
			fmt.Sprintf(format, args...)))
	}
	unacknowledged := func(what string) {
		if answered {
			wrong("%s is stored but was not acknowledged", what)
		}
	}
	if open.what == "vote" {
		m.votes[open.target] += "" // also reads the vote on a new target
	}
	found, err := m.read(ctx)
	if err != nil {
		return nil, err
	}
	faults, m.faults, m.open = m.faults, nil, nil

	if found.bio != m.bio {
		if open.what == "bio" && found.bio == open.bio {
			unacknowledged("bio")
		} else {
			wrong("bio is %q, want %q", found.bio, m.bio)
		}
	}
	if found.avatar != m.avatar {
		if open.what == "avatar" {
			unacknowledged("avatar")
		} else {
			wrong("avatar is %q, want %q", found.avatar, m.avatar)
		}
	}
	for target, vote := range m.votes {
		if got := found.votes[target]; got != vote {
			if open.what == "vote" && open.target == target && got == open.vote {
				unacknowledged("vote")
			} else {
				wrong("vote on %s is %q, want %q", target, got, vote)
			}
		}
	}
	for id, p := range m.projects {
		got, there := found.projects[id]
		switch {
		case there && got == p:
		case there && open.what == "edit" && open.id == id && got == open.project:
			unacknowledged("edit")
		case !there && open.what == "delete" && open.id == id:
			unacknowledged("delete")
			m.gone = append(m.gone, id)
		default:
			wrong("project %s is %+v, want %+v", id, got, p)
		}
	}
	for id, p := range found.projects {
		if _, known := m.projects[id]; known {
			continue
		}
		if open.what == "create" && p == open.project {
			unacknowledged("create")
			m.uploads = m.uploads[:len(m.uploads)-1]
		} else {
			wrong("unexpected project %s %+v", id, p)
		}
	}
	for _, missing := range found.gone {
		wrong("%s", missing)
	}
	found.gone, found.uploads, found.registered = tail(m.gone), tail(m.uploads), tail(m.registered)
	m.state = found
	return faults, nil
}

// pixelsOf returns the checksum of an image's pixels.
func pixelsOf(file []byte) (sum [sha256.Size]byte, err error) {
	img, err := png.Decode(bytes.NewReader(file))
	if err != nil {
		return sum, err
	}
	pixels := image.NewRGBA(img.Bounds())
	draw.Draw(pixels, pixels.Bounds(), img, image.Point{}, draw.Src)
	return sha256.Sum256(pixels.Pix), nil
}

// tail returns the last items, so that a round does not verify all of them again.
func tail(all []string) []string { return all[max(0, len(all)-10):] }

// read returns the stored state of the writer. Its field gone has the differences that it found.
func (m *Writer) read(ctx context.Context) (found state, err error) {
	found.votes, found.projects = map[string]string{}, map[string]project{}
	get := func(path string, want int, answer any) error {
		response, err := m.call(ctx, http.MethodGet, path, nil, answer)
		if err != nil {
			return fmt.Errorf("GET %s: %w", path, err)
		}
		if response.StatusCode >= 500 {
			return fmt.Errorf("GET %s: %s", path, response.Status)
		}
		if response.StatusCode != want {
			found.gone = append(found.gone, fmt.Sprintf("GET %s: %s, want %d", path, response.Status, want))
		}
		return nil
	}
	var session struct{ User struct{ ID string } }
	var user struct{ Bio, Avatar string }
	var projects []struct {
		ID string `json:"id"`
		project
	}
	if err := get("/api/auth/me", http.StatusOK, &session); err != nil {
		return found, err
	}
	if session.User.ID != m.id {
		found.gone = append(found.gone, "the session has ended")
	}
	if err := get("/api/users/"+m.id, http.StatusOK, &user); err != nil {
		return found, err
	}
	if err := get("/api/users/"+m.id+"/projects?limit=100", http.StatusOK, &projects); err != nil {
		return found, err
	}
	found.bio, found.avatar = user.Bio, user.Avatar
	files := append([]string(nil), m.uploads...)
	if found.avatar != "" {
		files = append(files, found.avatar)
	}
	for _, p := range projects {
		found.projects[p.ID] = p.project
		files = append(files, p.Logo)
	}
	for _, path := range files {
		var file []byte
		if err := get(path, http.StatusOK, &file); err != nil {
			return found, err
		}
		want, known := m.images[path]
		if got, err := pixelsOf(file); err != nil || known && got != want {
			found.gone = append(found.gone, fmt.Sprintf("GET %s: %d bytes of another or a damaged image: %v", path,
				len(file), err))
		}
	}
	for target := range m.votes {
		var summary struct{ UserVote *struct{ VoteType string } }
		if err := get("/api/votes/"+target+"/project", http.StatusOK, &summary); err != nil {
			return found, err
		}
		if summary.UserVote != nil {
			found.votes[target] = summary.UserVote.VoteType
		}
	}
	for _, id := range m.gone {
		if err := get("/api/projects/"+id, http.StatusNotFound, nil); err != nil {
			return found, err
		}
	}
	for _, name := range m.registered {
		if err := get("/api/users/username/"+name, http.StatusOK, nil); err != nil {
			return found, err
		}
	}
	return found, nil
}
