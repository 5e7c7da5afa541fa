package producttest

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
)

// newAttacker returns a client that is logged in as a user who attacks the product, and the id of the user.
func newAttacker(t *testing.T, db *store.DB) (at *client, id string) {
	t.Helper()
	return (&client{t: t, base: serveTest(t, testConfig(t), db, io.Discard).URL}).register("attacker")
}

// attack sends a request as send does. A status of 500 or above is an error.
func (c *client) attack(method, path, body string, headers ...string) (*http.Response, []byte) {
	c.t.Helper()
	response, answer := c.send(method, path, body, headers...)
	if response.StatusCode >= http.StatusInternalServerError {
		c.t.Errorf("%s %q with %.200q: %s %s", method, path, body, response.Status, answer)
	}
	return response, answer
}

// attackJSON sends a value in JSON and returns the status and the decoded body.
func (c *client) attackJSON(method, path string, value any) (int, map[string]any) {
	c.t.Helper()
	body, err := json.Marshal(value)
	must.NoError(c.t, err)
	response, answer := c.attack(method, path, string(body))
	said := map[string]any{}
	if err := json.Unmarshal(answer, &said); err != nil {
		c.t.Fatalf("%s %s: %v in %s", method, path, err, answer)
	}
	return response.StatusCode, said
}

// expectRefusal expects a validation error in the documented form.
func expectRefusal(t *testing.T, about string, status int, said map[string]any) {
	t.Helper()
	sentence, _ := said["error"].(string)
	code, _ := said["code"].(string)
	if status != http.StatusBadRequest || len(sentence) < 5 || len(sentence) > 300 || code != "VALIDATION_FAILED" &&
		code != "MALFORMED_REQUEST" {
		t.Errorf("%s: %d %v, want a refusal", about, status, said)
	}
}

// naughty returns public lists of hostile texts, with control characters that they lack.
func naughty(t *testing.T) []string {
	t.Helper()
	texts := []string{
		"\u202etxt.exe", "\u2066\u2067never closed", "\u200fright\u200eleft",
		"\x01\x08\x0b\x1b[31m\x7f\u0085\ufffe\uffff", "a\x00b", "\x00",
		strings.Repeat("Z\u0351\u036b\u0343", 30), strings.Repeat("\ufdfd", 80), "</script><script>alert(1)</script>",
		"]]>--></title>",
	}
	for _, name := range []string{"naughty", "xss"} {
		data, err := os.ReadFile("../../../webapp/e2e/hostile/" + name + ".json")
		must.NoError(t, err)
		var list []string
		must.NoError(t, json.Unmarshal(data, &list))
		texts = append(texts, list...)
	}
	return texts
}

// fit pads or cuts a text to between least and most characters.
func fit(text string, least, most int) string {
	if missing := least - utf8.RuneCountInString(text); missing > 0 {
		text += " " + strings.Repeat("x", missing)
	}
	return string([]rune(text)[:min(most, utf8.RuneCountInString(text))])
}

// kept returns how a list with one text is stored.
func kept(text string) []any {
	if text = store.Clean(text); text == "" {
		return []any{}
	}
	return []any{text}
}

// sample returns a part of a list: the rules are the same for all texts and both databases, so a part shows a missing
// rule. UVBOARD_HOSTILE=all tries everything, which takes minutes.
func sample(t *testing.T, db *store.DB, list []string) []string {
	t.Helper()
	if os.Getenv("UVBOARD_HOSTILE") == "all" {
		return list
	}
	step := 8
	if !db.IsSQLite() {
		step = 20
	}
	var some []string
	for i, one := range list {
		if i < 10 || i%step == 0 {
			some = append(some, one)
		}
	}
	return some
}

// Each text in each field is stored as typed or refused with a message.
func TestTextsAreKeptOrRefused(t *testing.T) {
	texts := naughty(t)
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		at, userID := newAttacker(t, db)
		for _, text := range sample(t, db, texts) {
			about := fmt.Sprintf("%q", text)
			metric := fit(text, 0, 60)
			if store.Clean(metric) == "" {
				metric = "metric"
			}
			project := map[string]any{
				"title": fit(text, 3, 80), "tagline": fit(text, 10, 140), "description": fit(text, 50, 3000),
				"logo":            "https://example.com/logo.png",
				"primaryCategory": "utilities", "stage": "beta", "vibeTools": []string{"cursor"},
				"customTools": []string{fit(text, 0, 40)}, "tags": []string{fit(text, 0, 40)},
				"links": map[string]string{"website": "https://example.com/?q=" + url.QueryEscape(text) + "#" +
					url.PathEscape(text)},
				"impact": map[string]any{"problem": fit(text, 0, 500), "solution": fit(text, 0, 500),
					"metrics": map[string]any{metric: fit(text, 0, 200)}},
			}
			status, said := at.attackJSON("POST", "/api/projects", project)
			if status == http.StatusCreated {
				expectKept(t, about, project, said, "title", "tagline", "description")
				expectKept(t, about, project["impact"].(map[string]any), said["impact"].(map[string]any), "problem",
					"solution")
				custom := said["impact"].(map[string]any)["metrics"].(map[string]any)["custom"].(map[string]any)
				if got, want := custom[store.Clean(metric)], store.Clean(fit(text, 0, 200)); got != want {
					t.Errorf("metric of %s is %q, want %q", about, got, want)
				}
				sent := project["links"].(map[string]string)["website"]
				if got := said["links"].(map[string]any)["website"]; got != sent {
					t.Errorf("website of %s is %q", about, got)
				}
				for _, name := range []string{"tags", "customTools"} {
					if got, want := fmt.Sprintf("%q", said[name]),
						fmt.Sprintf("%q", kept(fit(text, 0, 40))); got != want {
						t.Errorf("%s of %s: %s, want %s", name, about, got, want)
					}
				}
				if again, read := at.attackJSON("GET", "/api/projects/"+said["id"].(string),
					nil); again != http.StatusOK || fmt.Sprint(read) != fmt.Sprint(said) {
					t.Errorf("%s is read as %v, was answered %v", about, read, said)
				}
			} else {
				expectRefusal(t, about, status, said)
			}
			profile := map[string]any{"displayName": fit(text, 0, 50), "bio": fit(text, 0, 500),
				"location": fit(text, 0, 100), "skills": []string{fit(text, 0, 40)}}
			if status, said = at.attackJSON("PUT", "/api/users/"+userID, profile); status == http.StatusOK {
				expectKept(t, about, profile, said, "displayName", "bio", "location")
			} else {
				expectRefusal(t, about, status, said)
			}
			token := map[string]any{"name": fit(text, 0, 50), "expiresInDays": 1}
			if status, said = at.attackJSON("POST", "/api/auth/tokens", token); status == http.StatusCreated {
				expectKept(t, about, token, said, "name")
				at.attackJSON("DELETE", "/api/auth/tokens/"+said["id"].(string), nil)
			} else {
				expectRefusal(t, about, status, said)
			}
			// A Cyrillic letter that looks like a Latin one is refused in a username.
			status, said = at.attackJSON("POST", "/api/auth/register",
				map[string]string{"username": fit(text, 3, 20) + "а", "email": "x@mail.example",
					"password": "vibecoding"})
			expectRefusal(t, about, status, said)
			status, said = at.attackJSON("POST", "/api/auth/register", map[string]string{"username": "somebody",
				"email": text, "password": "vibecoding"})
			expectRefusal(t, about, status, said)
			if response, body := at.attack("GET", "/api/projects?limit=3&search="+url.QueryEscape(text),
				""); response.StatusCode != http.StatusOK {
				if utf8.RuneCountInString(text) <= 200 && !strings.Contains(text, "\x00") {
					t.Errorf("search for %s: %s %s", about, response.Status, body)
				}
			}
		}
	})
}

func expectKept(t *testing.T, about string, sent, said map[string]any, names ...string) {
	t.Helper()
	for _, name := range names {
		if want := store.Clean(sent[name].(string)); said[name] != want {
			t.Errorf("%s of %s is %q, want %q", name, about, said[name], want)
		}
	}
}
