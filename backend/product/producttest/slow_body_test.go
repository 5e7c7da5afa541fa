package producttest

import (
	"encoding/binary"
	"io"
	"net/http"
	"net/http/httptrace"
	"strings"
	"testing"
	"time"

	"google.golang.org/protobuf/proto"

	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	pb "uvboard/gen/uvboard/v1"
)

// sendSlowly sends a request, and the body only after the server has begun to read it and meanwhile has run. It returns
// the header, the trailers and the body of the response.
func (c *client) sendSlowly(method, path, contentType, body string, meanwhile func()) (answer string) {
	c.t.Helper()
	reading := make(chan struct{})
	reader, writer := io.Pipe()
	ctx := httptrace.WithClientTrace(c.t.Context(), &httptrace.ClientTrace{Got100Continue: func() { close(reading) }})
	request, err := http.NewRequestWithContext(ctx, method, c.base+path, reader)
	must.NoError(c.t, err)
	request.Header.Set("Content-Type", contentType)
	request.Header.Set("Cookie", c.cookie)
	request.Header.Set("Expect", "100-continue")
	request.Header.Set("Te", "trailers")
	protocols := new(http.Protocols)
	protocols.SetHTTP1(!strings.HasPrefix(contentType, "application/grpc"))
	protocols.SetUnencryptedHTTP2(strings.HasPrefix(contentType, "application/grpc"))
	transport := &http.Transport{Protocols: protocols, ExpectContinueTimeout: time.Minute}
	defer transport.CloseIdleConnections()
	go func() {
		select {
		case <-reading:
			meanwhile()
			_, _ = io.WriteString(writer, body) // fails if the server has refused the request, which is as good
		case <-ctx.Done():
		}
		_ = writer.Close()
	}()
	response, err := transport.RoundTrip(request)
	must.NoError(c.t, err)
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	must.NoError(c.t, err)
	var all strings.Builder
	_ = response.Header.Write(&all)
	_ = response.Trailer.Write(&all)
	return all.String() + string(content)
}

// The caller's session, role and suspension are checked again when the body has arrived.
func TestASlowBodyDoesNotOutrunARefusal(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		c := testConfig(t)
		c.RateLimits = false
		visitor := &client{t: t, base: serveTest(t, c, db, io.Discard).URL}
		_, memberID := visitor.register("member")
		admin, adminID := visitor.register("overseer")
		login := func() {
			storetest.Exec(t, db, "UPDATE users SET role = 'admin', suspended_at = NULL WHERE username_key = 'overseer'")
			admin.want(http.StatusOK, "POST", "/api/auth/login", `{"username":"overseer","password":"vibecoding"}`)
		}
		login()
		channel := valueAt(t, admin.want(http.StatusCreated, "POST", "/api/forum/channels", `{"name":"Glazes"}`), "id")
		message, err := proto.Marshal(&pb.DeleteChannelRequest{Id: channel})
		must.NoError(t, err)
		envelope := func(message []byte) string {
			return string(append(binary.BigEndian.AppendUint32([]byte{0}, uint32(len(message))), message...))
		}
		brief, err := proto.Marshal(&pb.StreamBriefRequest{})
		must.NoError(t, err)
		form, formType := imageForm(t, "file")
		picture, pictureType := imageForm(t, "profilePic")
		const deleteChannel = "/uvboard.v1.ForumService/DeleteChannel"
		for _, door := range []struct{ name, method, path, contentType, body string }{
			{"Connect", "POST", deleteChannel, "application/proto", string(message)},
			{"ConnectJSON", "POST", deleteChannel, "application/json", `{"id":"` + channel + `"}`},
			{"GRPC", "POST", deleteChannel, "application/grpc", envelope(message)},
			{"GRPCWeb", "POST", deleteChannel, "application/grpc-web", envelope(message)},
			{"REST", "DELETE", "/api/admin/forum/channels/" + channel, "application/json", "{}"},
			{"Picture", "POST", "/api/users/" + memberID + "/profile-pic", pictureType, string(picture)},
			{"Upload", "POST", "/api/upload", formType, string(form)},
			{"Cover", "POST", "/api/blog/upload-cover", formType, strings.ReplaceAll(string(form), `name="file"`,
				`name="coverImage"`)},
			{"Stream", "POST", "/uvboard.v1.VibeKitService/StreamBrief", "application/connect+proto", envelope(brief)},
		} {
			for _, refusal := range []struct{ name, sql, message string }{
				{"LogOut", "DELETE FROM sessions WHERE user_id = '" + adminID + "'", "Please log in to continue."},
				{"Suspension", "UPDATE users SET suspended_at = '2025-01-01 00:00:00' WHERE id = '" + adminID + "'",
					"Your account is "},
				{"LossOfRole", "UPDATE users SET role = 'member' WHERE id = '" + adminID + "'", ""},
			} {
				want := refusal.message
				if refusal.name == "LossOfRole" {
					switch door.name {
					case "Upload", "Cover", "Stream":
						continue // for every user
					case "Picture":
						want = "You can only change your own profile picture"
					default:
						want = "Only admins may do this."
					}
				}
				login()
				answer := admin.sendSlowly(door.method, door.path, door.contentType, door.body,
					func() { storetest.Exec(t, db, refusal.sql) })
				if answer = strings.ReplaceAll(answer, "%20", " "); !strings.Contains(answer, want) {
					t.Errorf("%s through %s: %q, want %q", refusal.name, door.name, answer, want)
				}
			}
		}
		login()
		var rows int
		must.NoError(t, db.Reader().
			QueryRow("SELECT (SELECT COUNT(*) FROM uploads) + (SELECT COUNT(*) FROM generations)").Scan(&rows))
		if rows != 0 {
			t.Errorf("%d uploads and briefs were stored", rows)
		}
		admin.want(http.StatusOK, "DELETE", "/api/admin/forum/channels/"+channel, "{}")
	})
}
